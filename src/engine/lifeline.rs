//! What ties this process to whoever asked through it: a connection of which it holds the last end.
//!
//! `sshd` closes the pipes of a command whose connection is gone and kills nothing, so that has to be looked for. Nobody
//! reads stdout any more: that is sure. The end of stdin means nothing by itself, since `ssh -n` and every script with
//! `</dev/null` send it at once; an asker that promises to keep it open and to write to it now and then is taken at its
//! word, and then a link that was cut without a word is noticed too. What is read is thrown away.

use std::{
    io,
    os::fd::{AsFd as _, OwnedFd},
    thread,
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{PidfdFlags, getppid, pidfd_open},
};

/// How many times the asker's own interval it may be silent: one byte may be late, two lost are no accident.
const PATIENCE: u32 = 3;

/// The ends that this process holds.
#[derive(Debug)]
pub struct Lifeline {
    stdin: OwnedFd,
    stdout: OwnedFd,
    /// The process that started us; none where the kernel has no file descriptors for processes (Linux before 5.3).
    parent: Option<OwnedFd>,
    alive: Option<Duration>,
}

impl Lifeline {
    /// A line of these ends and of the process that started us; with `alive` the asker writes to our stdin at least so
    /// often.
    pub fn new(stdin: OwnedFd, stdout: OwnedFd, alive: Option<Duration>) -> Self {
        let parent = getppid().and_then(|parent| pidfd_open(parent, PidfdFlags::empty()).ok());
        Self { stdin, stdout, parent, alive }
    }

    /// Calls `on_cut` when it is cut, from a thread of its own; at most once.
    ///
    /// # Errors
    ///
    /// When the process has no file descriptors or threads to spare.
    pub fn watch(&self, on_cut: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let line = Self {
            stdin: self.stdin.try_clone()?,
            stdout: self.stdout.try_clone()?,
            parent: self.parent.as_ref().map(OwnedFd::try_clone).transpose()?,
            alive: self.alive,
        };
        thread::Builder::new().name("lifeline".to_owned()).spawn(move || {
            match line.wait() {
                Ok(cut) => tracing::info!(?cut, "the connection is gone"),
                Err(error) => tracing::warn!(%error, "cannot watch the connection"),
            }
            on_cut();
        })?;
        Ok(())
    }

    fn wait(&self) -> io::Result<Cut> {
        let limit = self.alive.map(|alive| timespec(alive.saturating_mul(PATIENCE)));
        loop {
            let mut fds = vec![PollFd::new(&self.stdout, PollFlags::empty())];
            fds.extend(self.parent.as_ref().map(|parent| PollFd::new(parent, PollFlags::IN)));
            fds.extend(limit.map(|_| PollFd::new(&self.stdin, PollFlags::IN)));
            match poll(&mut fds, limit.as_ref()) {
                Ok(0) => return Ok(Cut::Silence),
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            let happened = |at: usize| fds.get(at).is_some_and(|fd| !fd.revents().is_empty());
            if happened(0) {
                return Ok(Cut::Stdout);
            }
            if self.parent.is_some() && happened(1) {
                return Ok(Cut::Parent);
            }
            let stdin = 1 + usize::from(self.parent.is_some());
            if happened(stdin) && self.is_at_end()? {
                return Ok(Cut::Stdin);
            }
        }
    }

    /// Reads what is there.
    fn is_at_end(&self) -> io::Result<bool> {
        match rustix::io::read(self.stdin.as_fd(), &mut [0_u8; 512]) {
            Ok(count) => Ok(count == 0),
            Err(Errno::INTR | Errno::AGAIN) => Ok(false),
            Err(Errno::IO | Errno::CONNRESET) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }
}

/// Where it was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    Stdout,
    Stdin,
    Parent,
    Silence,
}

fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: duration.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: duration.subsec_nanos().into(),
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Write as _, sync::mpsc};

    use super::*;

    /// A line whose far ends are ours.
    fn line(alive: Option<Duration>) -> (Lifeline, io::PipeWriter, io::PipeReader) {
        let (stdin, far_stdin) = io::pipe().unwrap();
        let (far_stdout, stdout) = io::pipe().unwrap();
        (Lifeline::new(stdin.into(), stdout.into(), alive), far_stdin, far_stdout)
    }

    const SOON: Duration = Duration::from_secs(20);

    #[test]
    fn it_is_cut_where_nobody_reads_any_more() {
        for alive in [None, Some(Duration::from_hours(1))] {
            let (line, _far_stdin, far_stdout) = line(alive);
            drop(far_stdout);
            assert_eq!(line.wait().unwrap(), Cut::Stdout);
        }
    }

    #[test]
    fn the_end_of_stdin_is_one_where_it_was_promised() {
        let (line, mut far_stdin, far_stdout) = line(Some(Duration::from_hours(1)));
        far_stdin.write_all(b"\n\n").unwrap();
        drop(far_stdin);
        assert_eq!(line.wait().unwrap(), Cut::Stdin);
        drop(far_stdout);
    }

    #[test]
    fn without_a_promise_stdin_means_nothing() {
        let (line, far_stdin, far_stdout) = line(None);
        drop(far_stdin);
        drop(far_stdout);
        assert_eq!(line.wait().unwrap(), Cut::Stdout);
    }

    #[test]
    fn silence_is_one_where_words_were_promised() {
        let (line, _far_stdin, _far_stdout) = line(Some(Duration::from_millis(1)));
        assert_eq!(line.wait().unwrap(), Cut::Silence);
    }

    #[test]
    fn it_is_said_from_another_thread() {
        let (line, _far_stdin, far_stdout) = line(None);
        let (sender, receiver) = mpsc::channel();
        line.watch(move || sender.send(()).unwrap()).unwrap();
        drop(far_stdout);
        receiver.recv_timeout(SOON).unwrap();
    }
}
