//! Running other programs: which one is under test, and how they are started and waited for.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "these tests are about other programs, and about how long they take"
)]

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use crate::pty::{PtyCommand, Stty};

/// Where the project is.
pub(crate) fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where `tests/desk/desk setup` puts its chroot.
pub(crate) fn desk() -> String {
    std::env::var("DESK_ROOT").unwrap_or_else(|_| "/var/tmp/desk-trixie".to_owned())
}

/// The program under test: `$PLYN_BIN`, else the release build, which there must be.
pub(crate) fn plyn_notify() -> PathBuf {
    let target =
        Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the tests' folder is in the target folder");
    let program = std::env::var_os("PLYN_BIN").map_or(target.join("release/plyn-notify"), PathBuf::from);
    program
        .canonicalize()
        .unwrap_or_else(|error| panic!("{}: {error}: cargo build --release", program.display()))
}

/// The folder of the program under test.
pub(crate) fn folder() -> PathBuf {
    plyn_notify().parent().expect("a program is in a folder").to_owned()
}

/// `sh -c SCRIPT` or the like in a terminal, with the release program found as `plyn-notify` and `$PLYN`.
pub(crate) fn at_terminal(shell: &str, script: &str) -> PtyCommand {
    with_program(PtyCommand::new(shell).args(["-c", script]))
}

/// Writes a script that can be run.
pub(crate) fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Wait until it is so.
#[track_caller]
pub(crate) fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(10), "{what}: not within 10 s");
        std::thread::yield_now();
    }
}

/// Where programs are looked for.
pub(crate) fn search_path() -> String {
    std::env::var("PATH").expect("there is a PATH")
}

/// Let a command find the release program.
pub(crate) fn with_program(command: PtyCommand) -> PtyCommand {
    command.env("PATH", format!("{}:{}", folder().display(), search_path())).env("PLYN", plyn_notify())
}

/// The settings of a terminal that nobody has used.
pub(crate) fn fresh_stty() -> Stty {
    PtyCommand::new("true").spawn().stty()
}

/// How a program ended and what it wrote.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Output {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

impl Output {
    pub(crate) fn new(stdout: &str, stderr: &str, code: i32) -> Self {
        Self { stdout: stdout.to_owned(), stderr: stderr.to_owned(), code: Some(code) }
    }
}

/// Run a program to its end, at most `limit` long; how long it took.
pub(crate) fn run<T: AsRef<OsStr>>(limit: Duration, argv: impl IntoIterator<Item = T>) -> (Output, Duration) {
    let mut command = Command::new("timeout");
    command.arg("--kill-after=5").arg(format!("{}", limit.as_secs_f64())).args(argv);
    command.current_dir(project()).stdin(Stdio::null());
    let start = Instant::now();
    let output = command.output().expect("timeout can be started");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        Output { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code() },
        start.elapsed(),
    )
}

/// How long `work` took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}

/// A program that runs while a test does, and the line by which it said that it is ready.
pub(crate) struct Server {
    child: Child,
    pub(crate) ready: String,
}

impl Server {
    /// Start a program that says on stdout that it is ready.
    pub(crate) fn start<T: AsRef<OsStr>>(program: &str, args: impl IntoIterator<Item = T>) -> Self {
        let mut child = Self::spawn(program, args, Stdio::piped(), Stdio::null());
        let output = child.stdout.take().expect("a pipe");
        Self { ready: first_line(program, output, ""), child }
    }

    /// Start a program that says `ready` in a line on stderr when it is.
    pub(crate) fn start_on_stderr<T: AsRef<OsStr>>(
        program: &str,
        args: impl IntoIterator<Item = T>,
        ready: &str,
    ) -> Self {
        let mut child = Self::spawn(program, args, Stdio::null(), Stdio::piped());
        let output = child.stderr.take().expect("a pipe");
        Self { ready: first_line(program, output, ready), child }
    }

    /// Its process.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    fn spawn<T: AsRef<OsStr>>(
        program: &str,
        args: impl IntoIterator<Item = T>,
        stdout: Stdio,
        stderr: Stdio,
    ) -> Child {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::null()).stdout(stdout).stderr(stderr);
        command.spawn().unwrap_or_else(|error| panic!("{program}: {error}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; it is reaped in any case.
        let _ = rustix::process::kill_process(self.pid(), Signal::TERM);
        // A test may have stopped it.
        let _ = rustix::process::kill_process(self.pid(), Signal::CONT);
        self.child.wait().expect("our child can be waited for");
    }
}

/// The first line that holds `ready`; the rest is read and dropped, so that the program never blocks on it.
fn first_line(program: &str, output: impl Read + Send + 'static, ready: &str) -> String {
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let line = lines
        .find(|line| line.contains(ready))
        .unwrap_or_else(|| panic!("{program} ended before it was ready"));
    std::thread::spawn(move || lines.for_each(drop));
    line
}
