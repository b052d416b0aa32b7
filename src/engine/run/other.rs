//! Waits for the end of a process that somebody else started. How it ended only its parent is told.

use std::{fs, io, os::fd::OwnedFd, time::Duration};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{Pid, PidfdFlags, pidfd_open, test_kill_process},
};

use crate::engine::{clock::now, text};

/// When the process is looked at again, and how often it is looked whether it is there, where the kernel has no file descriptors for processes (Linux
/// before 5.3).
const INTERVAL: Timespec = Timespec { tv_sec: 0, tv_nsec: 250_000_000 };

/// A process that is not ours.
#[derive(Debug)]
pub struct Other {
    pid: Pid,
    handle: Option<OwnedFd>,
    /// Its program's name as far as the kernel keeps it (15 bytes), or its number where that is hidden.
    pub name: String,
}

/// Why a process cannot be waited for.
#[derive(Debug, thiserror::Error)]
pub enum Absent {
    /// None has this number.
    #[error("there is no process {0}")]
    Gone(u32),
    /// The system cannot say.
    #[error("cannot wait for process {0}: {1}")]
    Unknown(u32, io::Error),
}

impl Other {
    /// The process that has this number now.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn find(number: u32) -> Result<Self, Absent> {
        let pid = i32::try_from(number).ok().and_then(Pid::from_raw).ok_or(Absent::Gone(number))?;
        let handle = match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(handle) => Some(handle),
            Err(Errno::NOSYS | Errno::PERM) if is_there(pid) => None,
            Err(Errno::SRCH | Errno::NOSYS | Errno::PERM) => return Err(Absent::Gone(number)),
            // Threads have numbers too: EINVAL, from Linux 6.9 on ENOENT.
            Err(Errno::INVAL | Errno::NOENT) => {
                let error = io::Error::other("it is a thread of another process");
                return Err(Absent::Unknown(number, error));
            }
            Err(error) => return Err(Absent::Unknown(number, error.into())),
        };
        let mut other = Self { pid, handle, name: format!("process {number}") };
        other.read_name();
        Ok(other)
    }

    /// Waits for its end: how long that took.
    ///
    /// # Errors
    ///
    /// When the kernel does not let us.
    pub fn wait(&mut self) -> io::Result<Duration> {
        let start = now();
        let mut limit = Some(&INTERVAL);
        loop {
            let polled = match &self.handle {
                Some(handle) => poll(&mut [PollFd::new(handle, PollFlags::IN)], limit),
                None if is_there(self.pid) => poll(&mut [], Some(&INTERVAL)),
                None => Ok(1),
            };
            match polled {
                Ok(0) => {
                    // One that a shell has just started had the shell's name at first.
                    self.read_name();
                    limit = None;
                }
                Err(Errno::INTR) => {}
                Ok(_) => return Ok(now().duration_since(start)),
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn read_name(&mut self) {
        let name = fs::read_to_string(format!("/proc/{}/comm", self.pid.as_raw_pid())).unwrap_or_default();
        let name = text::clean(&name);
        if !name.is_empty() {
            self.name = name;
        }
    }
}

/// Whether a process has this number; another user's is there too.
fn is_there(pid: Pid) -> bool {
    test_kill_process(pid) != Err(Errno::SRCH)
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::disallowed_types,
        clippy::disallowed_methods,
        reason = "a process to wait for, and others to wait in"
    )]

    use std::{
        process::{Command, Stdio},
        thread,
    };

    use super::*;

    #[test]
    fn without_a_handle_it_is_looked_for_again() {
        for blind in [false, true] {
            let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
            let mut other = Other::find(child.id()).unwrap();
            assert!(other.handle.is_some());
            // As the shell's child before it is another program.
            other.name = "sh".to_owned();
            if blind {
                other.handle = None;
            }
            // Real time: it is about what comes after the interval.
            let (stdin, time) = (child.stdin.take(), Timespec { tv_nsec: 2 * INTERVAL.tv_nsec, ..INTERVAL });
            let ending = thread::spawn(move || {
                poll(&mut [], Some(&time)).unwrap();
                drop(stdin);
                child.wait().unwrap();
            });
            let took = other.wait().unwrap();
            assert!(took >= Duration::from_millis(400), "{took:?}");
            assert_eq!(other.name, "cat");
            ending.join().unwrap();
        }
    }

    #[test]
    fn a_thread_is_no_process() {
        let number = thread::spawn(|| {
            let number = rustix::thread::gettid().as_raw_pid().cast_unsigned();
            (number, Other::find(number).map(|other| other.name))
        });
        let (number, found) = number.join().unwrap();
        let error = found.unwrap_err().to_string();
        assert_eq!(error, format!("cannot wait for process {number}: it is a thread of another process"));
    }
}
