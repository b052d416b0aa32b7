//! The signals that matter to a prompt, as values.
//!
//! A signal that was ignored when we started stays ignored: `nohup` and background jobs rely on it.

use std::thread;

use signal_hook::{
    consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH},
    iterator::Signals,
    low_level,
};

use crate::engine::answer::Signal;

/// A signal that arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caught {
    /// One that ends the process.
    End(Signal),
    /// Ctrl-Z: the terminal has to be given back before the process stops.
    Stop,
    /// The process goes on.
    Continue,
    /// The terminal has another size.
    Resize,
}

impl Signal {
    /// Its number.
    pub fn number(self) -> i32 {
        match self {
            Self::Hup => SIGHUP,
            Self::Int => SIGINT,
            Self::Quit => SIGQUIT,
            Self::Term => SIGTERM,
        }
    }
}

/// Catches the signals from now on and hands them to `post` on a thread of its own.
///
/// # Errors
///
/// When the handlers or the thread cannot be had.
pub fn watch(post: impl Fn(Caught) + Send + 'static) -> std::io::Result<()> {
    let ignored = ignored();
    let all = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH];
    let wanted = all.into_iter().filter(|number| ignored & (1 << (number - 1)) == 0);
    let mut signals = Signals::new(wanted)?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for number in signals.forever() {
            post(match number {
                SIGHUP => Caught::End(Signal::Hup),
                SIGINT => Caught::End(Signal::Int),
                SIGQUIT => Caught::End(Signal::Quit),
                SIGTERM => Caught::End(Signal::Term),
                SIGTSTP => Caught::Stop,
                SIGCONT => Caught::Continue,
                _ => Caught::Resize,
            });
        }
    })?;
    Ok(())
}

/// Ends the process by the signal's default action, so that the caller sees the death that was meant for it.
pub fn die_by(signal: Signal) {
    if let Err(error) = low_level::emulate_default_handler(signal.number()) {
        tracing::error!(%error, ?signal, "cannot end by the signal");
    }
}

/// Stops this process as Ctrl-Z would, and returns when it goes on.
///
/// SIGTSTP itself has our handler, whose default cannot be had back, and its usual stand-in SIGSTOP would freeze a
/// process group that nobody can continue. SIGTTIN has no handler, stops just as well, says why, and the kernel
/// leaves out orphaned groups.
pub fn stop() {
    use rustix::process::{Signal, getpid, kill_process};
    if let Err(error) = kill_process(getpid(), Signal::TTIN) {
        tracing::warn!(%error, "cannot stop");
    }
}

/// The signals that are ignored, as the kernel's mask: bit n - 1 for signal n.
fn ignored() -> u64 {
    std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?.trim().to_owned();
            u64::from_str_radix(&mask, 16).ok()
        })
        .unwrap_or(0)
}
