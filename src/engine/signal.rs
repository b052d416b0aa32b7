//! The signals that matter to a prompt, as values.
//!
//! A signal that was ignored when we started stays ignored: `nohup` and background jobs rely on it.

use std::{
    io,
    os::{
        fd::{AsFd, BorrowedFd},
        unix::net::UnixStream,
    },
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use signal_hook::{
    consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH, SIGXFSZ},
    flag,
    iterator::{backend::SignalDelivery, exfiltrator::SignalOnly},
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

/// The signals as they are being caught.
#[derive(Debug)]
pub struct Signals {
    delivery: SignalDelivery<UnixStream, SignalOnly>,
    /// Set by the handler itself, before the signal reaches anybody else.
    continued: Arc<AtomicBool>,
}

impl Signals {
    /// Catches the signals from now on. One that comes writes a byte to `bell`, and somebody else may do so too: whoever
    /// sleeps on `listener`, the other end, wakes up.
    ///
    /// # Errors
    ///
    /// When the handlers cannot be had.
    pub fn catch(listener: UnixStream, bell: UnixStream) -> io::Result<Self> {
        let continued = Arc::new(AtomicBool::new(false));
        flag::register(SIGCONT, Arc::clone(&continued))?;
        let ignored = ignored();
        let all = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH];
        let wanted = all.into_iter().filter(|number| ignored & (1 << (number - 1)) == 0);
        Ok(Self { delivery: SignalDelivery::with_pipe(listener, bell, SignalOnly, wanted)?, continued })
    }

    /// What came since; all that is to be read on the listener is read before.
    pub fn take(&mut self) -> impl Iterator<Item = Caught> + use<> {
        let mut batch: Vec<i32> = self.delivery.pending().collect();
        // They come by number. Of a stop and a continuation so close together, the continuation was the later.
        batch.sort_by_key(|number| *number == SIGCONT);
        batch.into_iter().filter_map(caught)
    }

    /// The continuation that was caught is being dealt with.
    pub fn continuation_is_known(&self) {
        self.continued.store(false, Ordering::SeqCst);
    }

    /// Stops this process for a Ctrl-Z, unless it was continued meanwhile: the shell of a script stops at once and can
    /// have us continued before we are done, and to stop after that would be for good.
    pub fn stop(&self) {
        if !self.continued.load(Ordering::SeqCst) {
            stop();
        }
    }
}

impl AsFd for Signals {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.delivery.get_read().as_fd()
    }
}

fn caught(number: i32) -> Option<Caught> {
    Some(match number {
        SIGHUP => Caught::End(Signal::Hup),
        SIGINT => Caught::End(Signal::Int),
        SIGQUIT => Caught::End(Signal::Quit),
        SIGTERM => Caught::End(Signal::Term),
        SIGTSTP => Caught::Stop,
        SIGCONT => Caught::Continue,
        SIGWINCH => Caught::Resize,
        _ => return None,
    })
}

/// Makes a write beyond the limit on the size of files (`ulimit -f`) fail, as on a full disk, instead of killing the
/// process in the middle of it. A program started later has the default action again.
///
/// # Errors
///
/// When the handler cannot be had.
pub fn outlive_size_limit() -> std::io::Result<()> {
    flag::register(SIGXFSZ, Arc::default()).map(drop)
}

/// The signals that the keyboard sends, and whose they are.
#[derive(Debug)]
pub struct Keyboard {
    ours: Arc<AtomicBool>,
}

impl Keyboard {
    /// Takes hold of Ctrl-C and Ctrl-\, which go on ending this process.
    ///
    /// # Errors
    ///
    /// When the handlers cannot be had.
    pub fn take() -> std::io::Result<Self> {
        let ours = Arc::new(AtomicBool::new(true));
        let ignored = ignored();
        for number in [SIGINT, SIGQUIT].into_iter().filter(|number| ignored & (1 << (number - 1)) == 0) {
            flag::register_conditional_default(number, Arc::clone(&ours))?;
        }
        Ok(Self { ours })
    }

    /// Leaves them to the program that `run` runs, as `system(3)` does: they end it, if it likes, and not this one. A
    /// handler is not handed on to a program, as an ignored signal would be.
    pub fn lend<T>(&self, run: impl FnOnce() -> T) -> T {
        self.ours.store(false, Ordering::SeqCst);
        let result = run();
        self.ours.store(true, Ordering::SeqCst);
        result
    }
}

/// Ends the process by the default action of the signal of this number, so that the caller sees the death that was
/// meant for it, and without a core file. Returns where there is none: for a real-time signal, and in the first process
/// of a PID namespace, which the kernel spares.
pub fn die_by(number: i32) {
    use rustix::process::{DumpableBehavior, Pid, getpid, set_dumpable_behavior};
    if getpid() == Pid::INIT {
        return;
    }
    // A limit on the size would not hold for a program that core files are handed to.
    if let Err(error) = set_dumpable_behavior(DumpableBehavior::NotDumpable) {
        tracing::warn!(%error, "there may be a core file");
    }
    if let Err(error) = low_level::emulate_default_handler(number) {
        tracing::debug!(%error, number, "cannot end by the signal");
    }
}

/// Ends the process with this status at once. Nobody registers anything for the end, and nothing is left in a buffer, since
/// output is written as it comes; the C library and Rust's would still look for both, for a fiftieth of what a click's
/// answer takes.
pub fn end(status: u8) -> ! {
    low_level::exit(status.into())
}

/// Stops this process as Ctrl-Z would, and returns when it goes on.
///
/// SIGTSTP itself has our handler, whose default cannot be had back, and its usual stand-in SIGSTOP would freeze a
/// process group that nobody can continue. SIGTTIN has no handler, stops just as well, says why, and the kernel
/// leaves out orphaned groups.
fn stop() {
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
