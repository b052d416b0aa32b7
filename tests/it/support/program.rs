//! The program under test, run without a terminal: what it prints and how it ends.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a harness starts the program, reads its output and looks at the clock"
)]

use std::{
    ffi::{OsStr, OsString},
    io::{Read, Write},
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::{bus::Bus, sync::BOUND};

/// The program under test.
const PLYN: &str = env!("CARGO_BIN_EXE_plyn-notify");

/// A command to run. Its environment holds nothing but what it needs; its home and state are its own.
#[derive(Debug)]
pub(crate) struct Program {
    path: &'static str,
    under: Vec<OsString>,
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    stdout: Option<&'static str>,
    stdin: Option<Vec<u8>>,
    unset: Vec<OsString>,
    connected: bool,
}

impl Program {
    /// `plyn-notify` without arguments, on no bus.
    pub(crate) fn new() -> Self {
        let env = [("LANG", "C.UTF-8"), ("PATH", "/usr/bin:/bin")];
        Self {
            path: PLYN,
            under: Vec::new(),
            args: Vec::new(),
            env: env.map(|(name, value)| (name.into(), value.into())).into(),
            stdout: None,
            stdin: None,
            unset: Vec::new(),
            connected: false,
        }
    }

    /// `plyn-notify receive` on this bus, sent this over ssh.
    pub(crate) fn receive(bus: &Bus, payload: impl AsRef<OsStr>) -> Self {
        Self::new()
            .args(["receive"])
            .env("DBUS_SESSION_BUS_ADDRESS", bus.address())
            .env("SSH_ORIGINAL_COMMAND", payload)
    }

    /// `plyn-notify wait` on this bus. The tests may run at a terminal, so it is told to leave that alone.
    pub(crate) fn wait(bus: &Bus) -> Self {
        Self::new().args(["wait", "--no-terminal"]).env("DBUS_SESSION_BUS_ADDRESS", bus.address())
    }

    /// `plyn-notify notify` on this bus.
    pub(crate) fn notify(bus: &Bus) -> Self {
        Self::new().args(["notify"]).env("DBUS_SESSION_BUS_ADDRESS", bus.address())
    }

    /// A shell's script in a folder of its own, in which `$PLYN` is the program, on this bus.
    pub(crate) fn shell(bus: &Bus, script: &str) -> Self {
        let mut shell = Self::new().args(["-c", script]).env("DBUS_SESSION_BUS_ADDRESS", bus.address());
        shell.path = "sh";
        shell
    }

    pub(crate) fn args<T: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = T>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Have it started by another program, which gets it and its arguments after these.
    pub(crate) fn under<T: AsRef<OsStr>>(mut self, argv: impl IntoIterator<Item = T>) -> Self {
        self.under = argv.into_iter().map(|arg| arg.as_ref().to_owned()).collect();
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.into(), value.as_ref().to_owned()));
        self
    }

    /// Keep state in this folder, which other programs may share.
    pub(crate) fn state(self, folder: &Path) -> Self {
        self.env("XDG_RUNTIME_DIR", folder)
    }

    /// Write stdout to this file instead.
    pub(crate) fn stdout_to(mut self, path: &'static str) -> Self {
        self.stdout = Some(path);
        self
    }

    /// Send this on stdin, and end it.
    pub(crate) fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = Some(bytes.into());
        self
    }

    /// Leave a variable out.
    pub(crate) fn unset(mut self, name: &str) -> Self {
        self.unset.push(name.into());
        self
    }

    /// Hold the other ends of stdin and stdout, as sshd does.
    pub(crate) fn connected(mut self) -> Self {
        self.connected = true;
        self
    }

    /// Starts it.
    pub(crate) fn spawn(self) -> Running {
        let home = tempfile::tempdir().expect("a temporary folder");
        let stdout = self.stdout.map(|path| {
            let file = std::fs::OpenOptions::new().write(true).open(path).expect("a file to write to");
            Stdio::from(file)
        });
        // The tests may run under nohup, and what is ignored stays ignored.
        let env = ["env", "--default-signal=HUP,INT,QUIT,TERM"].map(OsString::from);
        let mut argv = env.into_iter().chain(self.under).chain([self.path.into()]).chain(self.args);
        let mut command = Command::new(argv.next().expect("there is a program"));
        command
            .env_clear()
            .env("PLYN", PLYN)
            .current_dir(home.path())
            .env("HOME", home.path())
            .env("XDG_RUNTIME_DIR", home.path())
            .envs(self.env)
            .args(argv)
            .stdin(if self.connected || self.stdin.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(stdout.unwrap_or_else(Stdio::piped))
            .stderr(Stdio::piped());
        for name in &self.unset {
            command.env_remove(name);
        }
        // Before it is there: what it takes is never less than what it waits.
        let started = Instant::now();
        let mut child = command.spawn().expect("the program starts");
        let connection = if self.connected { child.stdin.take().zip(child.stdout.take()) } else { None };
        if let (Some(bytes), Some(mut pipe)) = (self.stdin, child.stdin.take()) {
            thread::spawn(move || pipe.write_all(&bytes));
        }
        let stdout = child.stdout.take().map(reader);
        let stderr = child.stderr.take().map(reader);
        Running { child, connection, stdout, stderr, _home: home, started }
    }

    /// Runs it to its end.
    #[track_caller]
    pub(crate) fn run(self) -> Ended {
        self.spawn().end()
    }
}

/// The program while it runs; dropping it kills it.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    connection: Option<(ChildStdin, ChildStdout)>,
    stdout: Option<mpsc::Receiver<String>>,
    stderr: Option<mpsc::Receiver<String>>,
    _home: TempDir,
    started: Instant,
}

impl Running {
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, signal).expect("the program is there");
    }

    /// Writes to its stdin.
    pub(crate) fn write(&mut self, text: &str) {
        let (stdin, _) = self.connection.as_mut().expect("it is connected");
        stdin.write_all(text.as_bytes()).expect("it reads its stdin");
    }

    /// Closes the other end of its stdin, and goes on reading its stdout.
    pub(crate) fn end_stdin(&mut self) {
        self.stdout = self.connection.take().map(|(_, stdout)| reader(stdout));
    }

    /// Closes the other ends of its stdin and stdout, as sshd does when a connection is gone.
    pub(crate) fn hang_up(&mut self) {
        self.connection = None;
    }

    /// Waits until it catches SIGTERM, which is before it does anything that takes long.
    pub(crate) fn wait_catches(&self) {
        let path = format!("/proc/{}/status", self.id());
        let start = Instant::now();
        loop {
            let status = std::fs::read_to_string(&path).expect("the program is there");
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
            let caught = u64::from_str_radix(caught.trim(), 16).expect("a mask");
            if caught & 1 << (Signal::TERM.as_raw() - 1) != 0 {
                return;
            }
            assert!(start.elapsed() < BOUND, "it never catches SIGTERM");
            thread::yield_now();
        }
    }

    /// Waits for its end: its output is read to the end first, then its status.
    #[track_caller]
    pub(crate) fn end(mut self) -> Ended {
        let held = self.connection.take().map(|(stdin, stdout)| (stdin, reader(stdout)));
        let (_stdin, stdout) = held.unzip();
        self.stdout = self.stdout.take().or(stdout);
        let text = |channel: Option<mpsc::Receiver<String>>, what: &str| match channel {
            Some(channel) => channel.recv_timeout(BOUND).unwrap_or_else(|_| panic!("{what} does not end")),
            None => String::new(),
        };
        let stdout = text(self.stdout.take(), "stdout");
        let stderr = text(self.stderr.take(), "stderr");
        let status = self.child.wait().expect("the program ends");
        Ended { stdout, stderr, code: status.code(), signal: status.signal(), took: self.started.elapsed() }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn reader(mut pipe: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
    pub(crate) took: Duration,
}

impl Ended {
    /// Asserts everything that can be seen of it.
    #[track_caller]
    pub(crate) fn is(&self, stdout: &str, stderr: &str, code: i32) -> &Self {
        let seen = (self.stdout.as_str(), self.stderr.as_str(), self.code);
        assert_eq!(seen, (stdout, stderr, Some(code)), "stdout, stderr, status");
        self
    }

    /// Asserts that a signal ended it, without a word.
    #[track_caller]
    pub(crate) fn died_of(&self, signal: Signal) -> &Self {
        let seen = (self.stdout.as_str(), self.stderr.as_str(), self.signal);
        assert_eq!(seen, ("", "", Some(signal.as_raw())), "stdout, stderr, signal");
        self
    }

    /// Asserts how long it took.
    #[track_caller]
    pub(crate) fn took_between(&self, least: u64, most: u64) -> &Self {
        let bounds = Duration::from_millis(least)..Duration::from_millis(most);
        assert!(bounds.contains(&self.took), "took {:?}, not {bounds:?}", self.took);
        self
    }
}
