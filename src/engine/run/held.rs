//! The signals of a process that runs a command: held by the kernel, and read one by one with who sent them.

use std::{
    io,
    os::fd::AsFd as _,
    sync::{Arc, atomic::AtomicBool},
};

use nix::{
    sys::{
        signal::{SigSet, SigmaskHow, Signal},
        signalfd::{SfdFlags, SignalFd},
    },
    unistd,
};
use rustix::event::{PollFd, PollFlags, poll};

/// What stays as it is. The faults are the thread's own; SIGPIPE is ignored by the Rust runtime and would be a matter
/// of our own output; SIGTTIN and SIGTTOU stop the whole group, so our part of it is just to stop.
const NOT_HELD: [Signal; 9] = [
    Signal::SIGSEGV,
    Signal::SIGBUS,
    Signal::SIGFPE,
    Signal::SIGILL,
    Signal::SIGTRAP,
    Signal::SIGSYS,
    Signal::SIGPIPE,
    Signal::SIGTTIN,
    Signal::SIGTTOU,
];

/// A signal that arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrived {
    pub(super) number: i32,
    pub(super) sender: Sender,
}

/// Who sent a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sender {
    /// The kernel: a key at the terminal, a hang-up, a timer.
    Kernel,
    /// The process of this number; 0 if it is not in our PID namespace.
    Process(i32),
}

/// All signals are held as long as this lives. One that is ignored is held too, and stays ignored: what becomes of it is
/// decided by the command, which inherits that.
#[derive(Debug)]
pub(super) struct Held {
    signals: SignalFd,
    before: SigSet,
}

impl Held {
    /// Holds the signals of this thread, which has to be the only one.
    ///
    /// # Errors
    ///
    /// When there are no file descriptors left.
    pub(super) fn hold() -> io::Result<Self> {
        // Where SIGCHLD is ignored, which a parent can hand down, the kernel throws away how a child ended. A handler is
        // the one change of that which does not reach the command; `timeout` does the same.
        signal_hook::flag::register(signal_hook::consts::SIGCHLD, Arc::new(AtomicBool::new(false)))?;
        let mut set = SigSet::all();
        for signal in NOT_HELD {
            set.remove(signal);
        }
        let signals = SignalFd::with_flags(&set, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?;
        let before = set.thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
        Ok(Self { signals, before })
    }

    /// The mask that we were started with, and the command is to have.
    pub(super) fn before(&self) -> &SigSet {
        &self.before
    }

    /// Waits for the next signal.
    ///
    /// # Errors
    ///
    /// When the kernel does not let us.
    pub(super) fn next(&self) -> io::Result<Arrived> {
        loop {
            if let Some(arrived) = self.pending()? {
                return Ok(arrived);
            }
            match poll(&mut [PollFd::from_borrowed_fd(self.signals.as_fd(), PollFlags::IN)], None) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// A signal that has arrived, if there is one.
    ///
    /// # Errors
    ///
    /// When the kernel does not let us.
    pub(super) fn pending(&self) -> io::Result<Option<Arrived>> {
        let Some(info) = self.signals.read_signal()? else { return Ok(None) };
        // Codes above zero are the kernel's (sigaction(2)).
        let sender =
            if info.ssi_code > 0 { Sender::Kernel } else { Sender::Process(info.ssi_pid.cast_signed()) };
        Ok(Some(Arrived { number: info.ssi_signo.cast_signed(), sender }))
    }
}

impl Drop for Held {
    /// What has arrived by now was meant for the command, and it has ended; from here on a signal is meant for us.
    fn drop(&mut self) {
        while let Ok(Some(arrived)) = self.pending() {
            tracing::trace!(?arrived, "too late");
        }
        if let Err(error) = self.before.thread_set_mask() {
            tracing::error!(%error, "cannot let go of the signals");
        }
    }
}

impl Arrived {
    /// Whether a process of our own group sent it.
    pub(super) fn is_from_own_group(self) -> bool {
        match self.sender {
            Sender::Kernel => false,
            Sender::Process(pid) => {
                pid > 0 && unistd::getpgid(Some(unistd::Pid::from_raw(pid))) == Ok(unistd::getpgrp())
            }
        }
    }
}

/// Whether this process leads its session, as one that a terminal emulator has started does.
pub(super) fn leads_session() -> bool {
    unistd::getsid(None) == Ok(unistd::getpid())
}

/// Stops this process as Ctrl-Z does, and returns when it is continued. The kernel leaves out a group that no shell
/// can continue. Only while the signals are held.
pub(super) fn stop() {
    let stop = SigSet::from(Signal::SIGTSTP);
    let stopped = nix::sys::signal::raise(Signal::SIGTSTP)
        .and_then(|()| stop.thread_unblock())
        .and_then(|()| stop.thread_block());
    if let Err(error) = stopped {
        tracing::warn!(%error, "cannot stop");
    }
}
