//! The human's pager, which has the terminal while it runs.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the pager is a program of the human's choice"
)]

use std::{
    fs::{File, OpenOptions},
    io::{self, Seek as _, Write as _},
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    os::unix::process::ExitStatusExt as _,
    process::{Child, Command, ExitStatus, Stdio},
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{MemfdFlags, memfd_create},
    process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open},
};

/// How long a pager may take to leave the screen when it is told to go.
const PATIENCE: Duration = Duration::from_millis(200);

/// As git does it: `PAGER` with whatever arguments it has, else less, which has to pass colours on. `exec`, so that the
/// process that is told to go is the pager itself.
pub const PAGER: &str = r#"
LESS=${LESS-R}
export LESS
if [ -n "$PAGER" ]; then eval "exec $PAGER"; fi
command -v less >/dev/null && exec less
exec more
"#;

/// A pager that runs.
#[derive(Debug)]
pub(super) struct Pager {
    child: Child,
    /// Readable when it has ended.
    handle: OwnedFd,
}

impl Pager {
    /// Starts it with this text, at the terminal. It reads keys there itself.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub(super) fn start(text: &str) -> io::Result<Self> {
        let file = in_memory(text)?;
        // Opened anew: ours does not wait, and programs expect one that does.
        let terminal = OpenOptions::new().write(true).open("/dev/tty")?;
        let child = Command::new("sh")
            .args(["-c", PAGER])
            .stdin(file)
            .stdout(terminal.try_clone()?)
            .stderr(Stdio::from(terminal))
            .spawn()?;
        let handle = pidfd_open(Pid::from_child(&child), PidfdFlags::empty())?;
        Ok(Self { child, handle })
    }

    /// Its status, if it has ended.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Ends it. Whether it had to be killed, so that it cannot have left the screen.
    pub(super) fn end(mut self) -> bool {
        let mut was_killed = false;
        for signal in [Signal::TERM, Signal::KILL] {
            if self.ended().is_some() {
                return was_killed;
            }
            was_killed = signal == Signal::KILL;
            let _ = kill_process(Pid::from_child(&self.child), signal);
            // It may be stopped.
            let _ = kill_process(Pid::from_child(&self.child), Signal::CONT);
            let patience = Timespec::try_from(PATIENCE).ok();
            let _ = poll(&mut [PollFd::new(&self.handle, PollFlags::IN)], patience.as_ref());
        }
        let _ = self.ended();
        was_killed
    }
}

/// A text as a file, not a pipe: nobody has to feed it, and it can be searched to its end.
///
/// # Errors
///
/// When there is no room for it.
pub fn in_memory(text: &str) -> io::Result<File> {
    let mut file = File::from(memfd_create("plyn-notify", MemfdFlags::CLOEXEC)?);
    file.write_all(text.as_bytes())?;
    file.rewind()?;
    Ok(file)
}

/// Whether it ended by Ctrl-C or Ctrl-\, or says so as a shell does.
pub(super) fn died_of_a_key(status: ExitStatus) -> bool {
    let signals = [Signal::INT, Signal::QUIT].map(Signal::as_raw);
    let said = status.signal().or_else(|| status.code()?.checked_sub(128));
    said.is_some_and(|signal| signals.contains(&signal))
}

impl AsFd for Pager {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }
}
