//! One run of ssh whose far end answers in lines: started, listened to on a thread of its own, and ended for sure.
//!
//! The far end lives as long as our end of its stdin: when this process ends, however it ends, that is closed, and ssh
//! ends with what it runs there. A byte that is written to it now and then tells the far end that we are still reached;
//! where the network is cut nothing else would.

use std::{
    ffi::OsString,
    fs::{DirBuilder, Metadata},
    os::{
        fd::OwnedFd,
        unix::fs::{DirBuilderExt as _, MetadataExt as _},
    },
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{ioctl_fionbio, write},
    process::{Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, geteuid, kill_process, pidfd_open, waitid},
};

use super::stream::{MOST, Stream};
use crate::engine::run::{Piped, StartError, piped};

/// What is heard of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line of the far end, without its newline.
    Line(String),
    /// It has run for so long as was asked for.
    Waited,
    /// It has ended; nothing more will be heard.
    Ended(End),
}

/// How it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// Its exit status; none if a signal ended it.
    pub status: Option<u8>,
    /// The end of what it wrote to stderr.
    pub complaint: String,
    /// Whether it was ended because it said more than anybody needs.
    pub flooded: bool,
}

/// How it is kept company.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// How often a byte is written to it.
    pub beat: Option<Duration>,
    /// When it is said once that it has run for so long.
    pub patience: Option<Duration>,
}

/// The file of host keys that belongs to this key; it need not be there.
pub fn known_hosts(key: &Path) -> PathBuf {
    beside(key, ".known_hosts")
}

/// A file of a key's name and this end.
pub fn beside(key: &Path, end: &str) -> PathBuf {
    let mut name = key.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Whether nobody else can put anything into this folder, such as a socket for us to connect to. It is made if it is not there.
pub fn is_private(folder: &Path) -> bool {
    let _ = DirBuilder::new().mode(0o700).create(folder);
    let ours = |metadata: Metadata| {
        metadata.is_dir() && metadata.uid() == geteuid().as_raw() && metadata.mode() & 0o7777 == 0o700
    };
    folder.symlink_metadata().is_ok_and(ours)
}

/// A run of ssh. Dropping it ends it.
#[derive(Debug)]
pub struct Session(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Our end of its stdin, until it is closed.
    stdin: Mutex<Option<OwnedFd>>,
    /// Its process, until it has been waited for: its number is another's after that.
    pid: Mutex<Option<Pid>>,
}

impl Session {
    /// Starts it, and posts what is heard of it.
    ///
    /// # Errors
    ///
    /// When there is no ssh, or no thread for it.
    pub fn start(
        words: &[OsString],
        manner: Manner,
        post: impl FnMut(Heard) + Send + 'static,
    ) -> Result<Self, StartError> {
        let Piped { pid, stdin, stdout, stderr } = piped(words)?;
        // A far end that reads nothing is no reason to wait.
        let _ = ioctl_fionbio(&stdin, true);
        let shared = Arc::new(Shared { stdin: Mutex::new(Some(stdin)), pid: Mutex::new(Some(pid)) });
        let session = Self(Arc::clone(&shared));
        let mut listener =
            Listener { shared, pid, stdout: Stream::new(stdout), stderr: Stream::new(stderr), manner, post };
        let listening = thread::Builder::new().name("ssh".to_owned()).spawn(move || listener.run());
        if let Err(error) = listening {
            tracing::warn!(%error, "cannot start a thread");
            session.0.kill();
            let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED);
            *lock(&session.0.pid) = None;
            return Err(StartError::NotExecutable(nix::errno::Errno::EAGAIN));
        }
        Ok(session)
    }

    /// Tells the far end to end, and ssh with it.
    pub fn hang_up(&self) {
        *lock(&self.0.stdin) = None;
    }
}

impl Shared {
    fn kill(&self) {
        let pid = lock(&self.pid);
        if let Some(pid) = *pid {
            let _ = kill_process(pid, Signal::TERM);
        }
    }
}

impl Drop for Session {
    /// Whoever told it to end and gave it time has it ended already.
    fn drop(&mut self) {
        self.hang_up();
        self.0.kill();
    }
}

/// No panic while it was held can have left it half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The thread's side.
struct Listener<F> {
    shared: Arc<Shared>,
    pid: Pid,
    stdout: Stream,
    stderr: Stream,
    manner: Manner,
    post: F,
}

impl<F: FnMut(Heard)> Listener<F> {
    fn run(&mut self) {
        // Where the kernel has no file descriptors for processes (Linux before 5.3) the end of its output has to do.
        let handle = pidfd_open(self.pid, PidfdFlags::empty()).ok();
        let mut patience = self.manner.patience;
        let mut pause = Duration::ZERO;
        let mut left = MOST;
        loop {
            let wait = shorter(self.manner.beat.map(|beat| beat.saturating_sub(pause)), patience);
            let ended = match self.poll(handle.as_ref(), wait) {
                Polled::Something { ended } => ended,
                Polled::Nothing => {
                    let waited = wait.unwrap_or_default();
                    pause += waited;
                    patience = patience.map(|left| left.saturating_sub(waited));
                    false
                }
            };
            for line in self.stdout.read(&mut left) {
                (self.post)(Heard::Line(line));
            }
            self.stderr.read_tail(&mut left);
            if left == 0 && !(self.stdout.is_over && self.stderr.is_over) {
                (self.stdout.is_over, self.stderr.is_over) = (true, true);
                self.shared.kill();
            }
            if ended || (handle.is_none() && self.stdout.is_over && self.stderr.is_over) {
                break;
            }
            if patience == Some(Duration::ZERO) {
                patience = None;
                (self.post)(Heard::Waited);
            }
            if self.manner.beat.is_some_and(|beat| pause >= beat) {
                pause = Duration::ZERO;
                self.beat();
            }
        }
        let end = End { status: self.reap(), complaint: self.stderr.text(), flooded: left == 0 };
        (self.post)(Heard::Ended(end));
    }

    fn poll(&self, handle: Option<&OwnedFd>, wait: Option<Duration>) -> Polled {
        let wait = wait.and_then(|wait| Timespec::try_from(wait).ok());
        let streams = [&self.stdout, &self.stderr].into_iter().filter(|stream| !stream.is_over);
        let mut watched: Vec<PollFd<'_>> =
            streams.map(|stream| PollFd::new(&stream.end, PollFlags::IN)).collect();
        watched.extend(handle.map(|handle| PollFd::new(handle, PollFlags::IN)));
        match poll(&mut watched, wait.as_ref()) {
            Ok(0) => Polled::Nothing,
            Ok(_) => {
                let last = watched.last().filter(|_| handle.is_some());
                Polled::Something { ended: last.is_some_and(|last| !last.revents().is_empty()) }
            }
            Err(_) => Polled::Something { ended: false },
        }
    }

    fn beat(&self) {
        if let Some(stdin) = lock(&self.shared.stdin).as_ref() {
            // Full, or gone: then it is soon heard of.
            let _ = write(stdin, b"\n");
        }
    }

    fn reap(&self) -> Option<u8> {
        // First without forgetting it, so that its number is not another's while it may still be killed.
        let _ = waitid(WaitId::Pid(self.pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
        let mut pid = lock(&self.shared.pid);
        let status = waitid(WaitId::Pid(self.pid), WaitIdOptions::EXITED);
        *pid = None;
        status.ok().flatten()?.exit_status().map(|status| status.to_le_bytes()[0])
    }
}

enum Polled {
    Nothing,
    Something { ended: bool },
}

fn shorter(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::{
        super::stream::{COMPLAINT, LINE},
        *,
    };

    fn start(script: &str, manner: Manner) -> (Session, Receiver<Heard>) {
        let (sender, heard) = channel();
        let words = ["sh", "-c", script].map(OsString::from);
        let session = Session::start(&words, manner, move |it| drop(sender.send(it))).unwrap();
        (session, heard)
    }

    fn next(heard: &Receiver<Heard>) -> Heard {
        heard.recv_timeout(Duration::from_secs(20)).expect("something is heard")
    }

    fn ended(status: u8, complaint: &str) -> Heard {
        Heard::Ended(End { status: Some(status), complaint: complaint.to_owned(), flooded: false })
    }

    #[test]
    fn lines_are_heard_and_its_end() {
        let (_session, heard) =
            start("echo one; printf 'two\nthree'; echo no >&2; exit 7", Manner::default());
        for line in ["one", "two", "three"] {
            assert_eq!(next(&heard), Heard::Line(line.to_owned()));
        }
        assert_eq!(next(&heard), ended(7, "no\n"));
    }

    #[test]
    fn it_ends_when_it_is_hung_up_on_and_when_it_is_dropped() {
        let (session, heard) = start("echo up; read line; exit 3", Manner::default());
        assert_eq!(next(&heard), Heard::Line("up".to_owned()));
        session.hang_up();
        assert_eq!(next(&heard), ended(3, ""));
        let (session, heard) = start("echo up; exec sleep 1000", Manner::default());
        assert_eq!(next(&heard), Heard::Line("up".to_owned()));
        drop(session);
        assert_eq!(next(&heard), Heard::Ended(End::default()));
    }

    #[test]
    fn what_holds_its_output_does_not_hold_its_end() {
        let (_session, heard) = start("sleep 1000 & echo $!; exit 0", Manner::default());
        let Heard::Line(pid) = next(&heard) else { panic!("no line") };
        assert_eq!(next(&heard), ended(0, ""));
        kill_process(Pid::from_raw(pid.parse().unwrap()).unwrap(), Signal::KILL).unwrap();
    }

    #[test]
    fn a_byte_tells_that_somebody_is_there_and_a_wait_is_said_once() {
        let beat = Some(Duration::from_millis(20));
        let manner = Manner { beat, patience: Some(Duration::from_millis(30)) };
        let (_session, heard) = start("read a; read b; read c; echo three", manner);
        assert_eq!(next(&heard), Heard::Waited);
        assert_eq!(next(&heard), Heard::Line("three".to_owned()));
        assert_eq!(next(&heard), ended(0, ""));
    }

    #[test]
    fn a_line_without_end_is_dropped_and_a_complaint_cut() {
        let script = "head -c 2000000 /dev/zero | tr '\\0' x; echo; echo after; \
                      { head -c 100000 /dev/zero | tr '\\0' y; echo end; } >&2";
        let (_session, heard) = start(script, Manner::default());
        assert_eq!(next(&heard), Heard::Line("after".to_owned()));
        let Heard::Ended(end) = next(&heard) else { panic!("no end") };
        assert_eq!(end.complaint.len(), COMPLAINT);
        assert!(end.complaint.ends_with("yend\n"));
    }

    #[test]
    fn a_flood_is_ended_before_it_fills_the_memory() {
        for script in ["exec yes", "exec yes '' >&2", "yes & exec cat /dev/zero"] {
            let (_session, heard) = start(script, Manner::default());
            let mut size = 0;
            let end = loop {
                match next(&heard) {
                    Heard::Line(line) => size += line.len() + LINE,
                    Heard::Waited => {}
                    Heard::Ended(end) => break end,
                }
            };
            assert!(end.flooded && size < 2 * MOST, "{script}: {size} {end:?}");
        }
    }
}
