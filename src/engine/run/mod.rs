//! Runs a command in our place: its streams, its terminal and its process group are ours, a signal that is sent to us
//! reaches it, and how it ends is a value.
//!
//! One thread and one file descriptor: signals, the command's stops and its end all arrive as signals ([`held`]). The
//! command is reaped by nobody else, so its number cannot be another process's while a signal is passed on.

mod held;
mod other;
pub mod output;
mod spawn;

use std::{ffi::OsString, io, time::Duration};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use signal_hook::consts::{SIGCHLD, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};

use crate::engine::clock::now;
use held::{Arrived, Held, Sender};
pub use other::{Absent, Other};
pub use spawn::{Piped, StartError, piped};

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this status.
    Status(u8),
    /// By the signal of this number.
    Signal(i32),
}

/// A command that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// How.
    pub end: End,
    /// How long it took, without the time that the machine slept.
    pub took: Duration,
    /// The last signal that was to end it, whether it did or the command has made a status of it.
    pub asked: Option<i32>,
}

/// Why there is no [`Finished`].
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The command did not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The system has no file descriptor for its signals, or does not say how it ended.
    #[error("cannot watch the command: {0}")]
    Watch(#[from] io::Error),
}

/// Runs a command, its name first, to its end. From here until then signals are held and passed on; no other thread
/// may run.
///
/// # Errors
///
/// When it cannot be started, or cannot be watched.
pub fn command(words: &[OsString]) -> Result<Finished, RunError> {
    let held = Held::hold()?;
    let start = now();
    let pid = spawn::start(words, held.before())?;
    tracing::debug!(?pid, "started");
    let (end, asked) = Command { pid, stopped: false, asked: None }.wait(&held)?;
    let took = now().duration_since(start);
    tracing::debug!(?end, ?asked, ?took, "ended");
    Ok(Finished { end, took, asked })
}

/// The command while it runs.
#[derive(Debug)]
struct Command {
    pid: Pid,
    stopped: bool,
    asked: Option<i32>,
}

/// What became of the command.
#[derive(Clone, Copy, Debug)]
enum Change {
    Stopped(i32),
    Continued,
    Ended(End),
}

impl Command {
    /// Waits for its end. Before a signal is passed on it is looked at, so that one that has ended gets none.
    fn wait(mut self, held: &Held) -> io::Result<(End, Option<i32>)> {
        let mut arrived = None;
        loop {
            match self.latest_change()? {
                Some(Change::Ended(end)) => {
                    // What it has died of may have been sent to both of us.
                    while let Some(arrived) = held.pending()? {
                        self.note(arrived);
                    }
                    return Ok((end, self.asked));
                }
                Some(Change::Continued) => self.stopped = false,
                Some(Change::Stopped(signal)) => {
                    self.stopped = true;
                    if signal == SIGTSTP {
                        // Ctrl-Z, and the command has made its peace with the terminal: now its shell may have it.
                        // By SIGSTOP somebody means the command alone, and will continue it alone.
                        held::stop();
                        // One that asked for this stop would be one too many now.
                        arrived = arrived.filter(|arrived: &Arrived| arrived.number != SIGTSTP);
                        continue;
                    }
                }
                None => {}
            }
            if let Some(arrived) = arrived.take() {
                self.pass_on(arrived);
            }
            let next = held.next()?;
            self.note(next);
            arrived = Some(next);
        }
    }

    fn note(&mut self, arrived: Arrived) {
        if [SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains(&arrived.number) {
            self.asked = Some(arrived.number);
        }
    }

    /// The last of what happened since it was looked at: a stop that is over already is none.
    fn latest_change(&self) -> io::Result<Option<Change>> {
        let options =
            WaitIdOptions::EXITED | WaitIdOptions::STOPPED | WaitIdOptions::CONTINUED | WaitIdOptions::NOHANG;
        let mut latest = None;
        while let Some(status) = waitid(WaitId::Pid(self.pid), options)? {
            if let Some(status) = status.exit_status() {
                // Only the lowest eight bits of a status reach a parent.
                return Ok(Some(Change::Ended(End::Status(status.to_le_bytes()[0]))));
            } else if let Some(signal) = status.terminating_signal() {
                return Ok(Some(Change::Ended(End::Signal(signal))));
            }
            latest = Some(status.stopping_signal().map_or(Change::Continued, Change::Stopped));
        }
        Ok(latest)
    }

    fn pass_on(&self, arrived: Arrived) {
        tracing::trace!(?arrived, stopped = self.stopped, "signal");
        if self.has_it(arrived) {
            return;
        }
        let Some(signal) = Signal::from_named_raw(arrived.number) else {
            tracing::warn!(?arrived, "a real-time signal cannot be passed on");
            return;
        };
        if let Err(error) = kill_process(self.pid, signal) {
            tracing::warn!(%error, ?arrived, "cannot pass on a signal");
        }
    }

    /// Whether the command has the signal without us, or has no use for it.
    ///
    /// What a key of the terminal does, the kernel does to the whole foreground group, and says so. What a process
    /// sent may have gone to us (`kill PID`) or to the whole group (`kill -- -PGID`); nothing tells which. It is passed
    /// on: a command that gets a signal twice is better off than one that never gets it. (sudo drops what a process of
    /// its own group sent, and so cannot be killed by the script that started it.)
    fn has_it(&self, arrived: Arrived) -> bool {
        let from_kernel = arrived.sender == Sender::Kernel;
        match arrived.number {
            SIGCHLD => true,
            SIGINT | SIGQUIT | SIGWINCH => from_kernel,
            // A hang-up tells the leader of the session alone; the foreground group hears of it when that one ends.
            SIGHUP => from_kernel && !held::leads_session(),
            // A command that handles Ctrl-Z itself stops its whole group then, us included.
            SIGTSTP => from_kernel || arrived.is_from_own_group(),
            // `fg` has continued the whole group.
            SIGCONT => !self.stopped,
            _ => false,
        }
    }
}
