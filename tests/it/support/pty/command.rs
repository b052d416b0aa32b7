//! What to run in a pseudo-terminal, and starting it.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::num::NonZeroU16;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use portable_pty::{CommandBuilder, MasterPty, PtySize};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, PidfdFlags, Signal};

use super::{LIMIT, Pty};

/// What to run in a [`Pty`]. Nothing is inherited but the search path: the environment is a known one.
#[derive(Debug, Clone)]
pub(crate) struct PtyCommand {
    argv: Vec<OsString>,
    env: BTreeMap<OsString, OsString>,
    cwd: PathBuf,
    rows: u16,
    cols: u16,
}

impl PtyCommand {
    /// Run `program`, 80 columns by 24 rows, in `TERM=xterm-256color`, in the tests' own folder.
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        let (folder, path) = (env!("CARGO_TARGET_TMPDIR"), search_path());
        let env = [
            ("PATH", path.as_str()),
            ("HOME", folder),
            ("LANG", "C.UTF-8"),
            ("TERM", "xterm-256color"),
            ("SHELL", "/bin/sh"),
            ("PS1", "$ "),
            ("HISTFILE", "/dev/null"),
        ];
        Self {
            argv: vec![program.as_ref().into()],
            env: env.map(|(name, value)| (name.into(), value.into())).into(),
            cwd: folder.into(),
            rows: 24,
            cols: 80,
        }
    }

    /// Run the program under test.
    pub(crate) fn plyn_notify() -> Self {
        Self::new(env!("CARGO_BIN_EXE_plyn-notify"))
    }

    /// Run a script in `sh`; the program under test is `$PLYN`, and found as `plyn-notify`.
    pub(crate) fn sh(script: &str) -> Self {
        Self::script("sh", script)
    }

    /// Run a script in `bash`; the program under test is found as in [`PtyCommand::sh`].
    pub(crate) fn bash(script: &str) -> Self {
        Self::script("bash", script)
    }

    /// Run a script in this shell; the program under test is found as in [`PtyCommand::sh`].
    pub(crate) fn script(shell: &str, script: &str) -> Self {
        Self::new(shell).finds_plyn_notify().args(["-c", script])
    }

    /// Run an interactive bash with the prompt `$ ` and job control, for `fg`, `bg` and type-ahead.
    pub(crate) fn bash_interactive() -> Self {
        Self::new("bash").finds_plyn_notify().args(["--norc", "--noprofile", "-i"])
    }

    fn finds_plyn_notify(self) -> Self {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_plyn-notify"));
        let folder = program.parent().expect("a program is in a folder");
        let path = format!("{}:{}", folder.display(), search_path());
        self.env("PATH", path).env("PLYN", program)
    }

    /// Add an argument.
    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.argv.push(arg.as_ref().into());
        self
    }

    /// Add arguments.
    pub(crate) fn args<T: AsRef<OsStr>>(self, args: impl IntoIterator<Item = T>) -> Self {
        args.into_iter().fold(self, Self::arg)
    }

    /// Set an environment variable.
    pub(crate) fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.env.insert(name.as_ref().into(), value.as_ref().into());
        self
    }

    /// Take an environment variable away.
    pub(crate) fn env_remove(mut self, name: impl AsRef<OsStr>) -> Self {
        self.env.remove(name.as_ref());
        self
    }

    /// Run it in this folder.
    pub(crate) fn cwd(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cwd = folder.into();
        self
    }

    /// Set the size of the terminal.
    pub(crate) fn size(mut self, cols: u16, rows: u16) -> Self {
        (self.cols, self.rows) = (cols, rows);
        self
    }

    /// Set `TERM`.
    pub(crate) fn term(self, term: &str) -> Self {
        self.env("TERM", term)
    }

    /// Start it.
    pub(crate) fn spawn(&self) -> Pty {
        Pty::spawn(self)
    }

    pub(super) fn rows(&self) -> NonZeroU16 {
        size(self.rows)
    }

    pub(super) fn cols(&self) -> NonZeroU16 {
        size(self.cols)
    }

    /// Open a terminal and start the program in it: the terminal's two ends, and the child, which is ours to reap.
    pub(super) fn start(&self) -> (Box<dyn MasterPty + Send>, OwnedFd, Pid) {
        let size = PtySize { rows: self.rows, cols: self.cols, pixel_width: 0, pixel_height: 0 };
        let pair = portable_pty::native_pty_system().openpty(size).expect("a pty can be opened");
        let name = pair.master.tty_name().expect("the pty has a name");
        let slave = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty());
        let mut command = CommandBuilder::from_argv(self.argv.clone());
        command.env_clear();
        for (name, value) in &self.env {
            command.env(name, value);
        }
        command.cwd(&self.cwd);
        let child = pair.slave.spawn_command(command).expect("the program can be started");
        let pid =
            child.process_id().and_then(|pid| Pid::from_raw(pid.cast_signed())).expect("the child has a pid");
        (pair.master, slave.expect("the pty's other end can be opened"), pid)
    }
}

#[expect(clippy::disallowed_methods, reason = "the one variable that a test hands on")]
fn search_path() -> String {
    std::env::var("PATH").expect("there is a PATH")
}

/// A size as vt100 wants it.
pub(super) fn size(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).expect("a terminal has a size")
}

/// The processes whose session leader is (or was) `leader`.
pub(super) fn session_of(leader: Pid) -> Vec<Pid> {
    let processes = fs::read_dir("/proc").expect("/proc can be read");
    let pids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    pids.filter(|&pid| session(pid) == Some(leader.as_raw_pid())).filter_map(Pid::from_raw).collect()
}

/// The number of a process's session: 0 for a kernel thread, -1 for a process that is just going.
fn session(pid: i32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(3)?.parse().ok()
}

/// Kill a process and wait for its end. One that is gone already is as good.
pub(super) fn kill(pid: Pid) {
    let Ok(process) = rustix::process::pidfd_open(pid, PidfdFlags::empty()) else { return };
    let _ = rustix::process::pidfd_send_signal(&process, Signal::KILL);
    let limit = Timespec::try_from(LIMIT).ok();
    let _ = rustix::event::poll(&mut [PollFd::new(&process, PollFlags::IN)], limit.as_ref());
}
