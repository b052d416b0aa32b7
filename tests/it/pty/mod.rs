//! `plyn-notify wait` at a real terminal: what it asks, what it takes for an answer, and what it leaves behind.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod answers;
mod choose;
mod completion;
mod detail;
mod doctor;
mod editing;
mod form;
mod jobs;
mod notified;
mod outcomes;
mod plain;
mod resize;
mod restore;
mod run;
mod screen;
mod secret;
mod servers;
mod signals;
mod streams;
mod terminals;
mod told;
mod type_ahead;
mod unusable;
mod usage;

use std::{
    fs,
    path::{Path, PathBuf},
};

use rustix::{
    fs::{FileType, Mode},
    process::Pid,
};
use tempfile::TempDir;

use crate::support::{
    Bus,
    pty::{Exit, LIMIT, Pty, PtyCommand, Stty},
    terminal::{Personality, Simulator},
};

pub(super) const CTRL_C: &[u8] = &[0x03];
pub(super) const CTRL_D: &[u8] = &[0x04];
pub(super) const CTRL_Z: &[u8] = &[0x1a];

/// A run of a script that asks, to be started.
pub(super) struct Case {
    folder: TempDir,
    command: PtyCommand,
}

impl Case {
    /// `plyn-notify wait` with these arguments, as the process that is waited for; its streams are files.
    pub(super) fn wait(arguments: &[&str]) -> Self {
        let mut case = Self::script("sh", r#"exec "$PLYN" wait "$@" >out 2>err"#);
        case.command = case.command.arg("sh").args(arguments);
        case
    }

    /// A script for this shell, in a folder of its own, without a bus.
    pub(super) fn script(shell: &str, script: &str) -> Self {
        Self::new(PtyCommand::script(shell, script))
    }

    /// An interactive bash.
    pub(super) fn interactive() -> Self {
        Self::new(PtyCommand::bash_interactive())
    }

    /// With a pipe instead of the file that stdout goes to; somebody has to read it.
    pub(super) fn piped(self) -> (Self, PathBuf) {
        let path = self.folder.path().join("out");
        rustix::fs::mknodat(rustix::fs::CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        (self, path)
    }

    fn new(command: PtyCommand) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let command = command
            .cwd(path)
            .env("HOME", path)
            .env("XDG_RUNTIME_DIR", path)
            .env("DBUS_SESSION_BUS_ADDRESS", "disabled:");
        Self { folder, command }
    }

    /// With this bus.
    pub(super) fn bus(self, bus: &Bus) -> Self {
        self.env("DBUS_SESSION_BUS_ADDRESS", &bus.address())
    }

    /// With a file of this name and text in the script's folder.
    pub(super) fn with_file(self, name: &str, text: &str) -> Self {
        fs::write(self.folder.path().join(name), text).unwrap();
        self
    }

    pub(super) fn env(mut self, name: &str, value: &str) -> Self {
        self.command = self.command.env(name, value);
        self
    }

    pub(super) fn env_remove(mut self, name: &str) -> Self {
        self.command = self.command.env_remove(name);
        self
    }

    pub(super) fn size(mut self, cols: u16, rows: u16) -> Self {
        self.command = self.command.size(cols, rows);
        self
    }

    pub(super) fn start(self) -> Run {
        Run { pty: self.command.spawn(), folder: self.folder }
    }

    /// Starts it in a terminal of this kind.
    pub(super) fn start_in(self, personality: Personality) -> (Run, Simulator) {
        let (pty, terminal) = Simulator::start(&self.command, personality);
        (Run { pty, folder: self.folder }, terminal)
    }

    /// Starts it and waits until `question` can be answered.
    #[track_caller]
    pub(super) fn ask(self, question: &str) -> Run {
        let run = self.start();
        run.ready(question);
        run
    }
}

/// A script that runs.
pub(super) struct Run {
    pub(super) pty: Pty,
    folder: TempDir,
}

impl Run {
    /// Waits until `text` is on the screen and every prompt of the session waits for keys.
    #[track_caller]
    pub(super) fn ready(&self, text: &str) {
        self.pty.wait_text(text);
        self.idle();
    }

    /// Waits until every prompt of the session is stopped, or has let go of the terminal and waits to be continued.
    #[track_caller]
    pub(super) fn all_stopped(&self) {
        let is_over = |pid: Pid| all_threads_are(pid, "T") || is_idle(pid);
        assert!(comes_true(|| self.prompts().iter().all(|&pid| is_over(pid))), "a prompt goes on");
    }

    /// Waits until every prompt of the session has read what there was to read.
    #[track_caller]
    pub(super) fn idle(&self) {
        let idle = || {
            let prompts = self.prompts();
            !prompts.is_empty() && prompts.iter().all(|&pid| is_idle(pid))
        };
        if comes_true(idle) {
            return;
        }
        panic!("no prompt waits for keys; the screen:\n{}", self.pty.contents());
    }

    /// The prompts of the session.
    pub(super) fn prompts(&self) -> Vec<Pid> {
        let is_prompt = |pid: &Pid| read_proc(*pid, "comm") == "plyn-notify\n";
        self.pty.processes().into_iter().filter(is_prompt).collect()
    }

    pub(super) fn send(&mut self, keys: impl AsRef<[u8]>) {
        self.pty.send(keys);
    }

    /// What a file of the script's folder holds.
    pub(super) fn file(&self, name: &str) -> String {
        read_text(&self.folder.path().join(name))
    }

    /// The names of the files in the script's folder.
    pub(super) fn files(&self) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        fs::read_dir(self.folder.path()).unwrap().map(name).collect()
    }

    /// Makes an empty file in the script's folder.
    pub(super) fn touch(&self, name: &str) {
        fs::write(self.folder.path().join(name), "").unwrap();
    }

    /// Waits until a file of the script's folder holds this.
    #[track_caller]
    pub(super) fn wait_file(&self, name: &str, text: &str) {
        wait_text(&self.folder.path().join(name), text);
    }

    /// Takes the terminal away, as closing its window does.
    pub(super) fn hang_up(&mut self) {
        self.pty.hang_up();
    }

    /// Waits for its end: stdout, stderr and status are these, and the terminal is as it was.
    #[track_caller]
    pub(super) fn ends(&self, exit: Exit, out: &str, err: &str) {
        let ended = self.pty.wait_exit();
        let seen = (self.file("out"), self.file("err"), ended);
        assert_eq!(seen, (out.to_owned(), err.to_owned(), exit), "the screen:\n{}", self.pty.contents());
        self.is_sane();
    }

    /// The terminal is as a new one is.
    #[track_caller]
    pub(super) fn is_sane(&self) {
        assert_eq!(self.pty.stty(), fresh_stty(), "the screen:\n{}", self.pty.contents());
        let raw = self.pty.raw_output();
        assert!(balanced(&raw, "?2004"), "bracketed paste is left on");
        assert!(!self.pty.screen(vt100::Screen::hide_cursor), "the cursor is left hidden");
    }

    /// The lines on the screen, without the empty ones at the end.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.pty.screen(|screen| {
            screen.rows(0, screen.size().1.get()).map(|line| line.trim_end().to_owned()).collect()
        });
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines
    }
}

/// Waits for what nobody tells us of: looks again and again, for as long as anything is waited for.
pub(super) fn comes_true(is_true: impl Fn() -> bool) -> bool {
    let nothing = rustix::event::Timespec { tv_sec: 0, tv_nsec: 500_000 };
    (0..LIMIT.as_millis() * 2).any(|_| is_true() || rustix::event::poll(&mut [], Some(&nothing)).is_err())
}

fn read_text(path: &Path) -> String {
    String::from_utf8(fs::read(path).unwrap_or_default()).unwrap()
}

#[track_caller]
fn wait_text(path: &Path, text: &str) {
    if comes_true(|| read_text(path).contains(text)) {
        return;
    }
    panic!("waited for {text:?} in {}, which holds {:?}", path.display(), read_text(path));
}

/// Whether the last thing said about a private mode is that it is off.
fn balanced(raw: &[u8], mode: &str) -> bool {
    let text = String::from_utf8_lossy(raw);
    text.rfind(&format!("\x1b[{mode}h")) <= text.rfind(&format!("\x1b[{mode}l"))
}

/// The settings of a terminal that nobody has used.
pub(super) fn fresh_stty() -> Stty {
    static FRESH: std::sync::OnceLock<Stty> = std::sync::OnceLock::new();
    FRESH.get_or_init(|| PtyCommand::new("true").spawn().stty()).clone()
}

/// Whether the thread that reads the terminal, and every other one, sleeps.
pub(super) fn is_idle(pid: Pid) -> bool {
    all_threads_are(pid, "S")
}

/// Whether every thread of a prompt is in this state, the one that reads the terminal among them.
fn all_threads_are(pid: Pid, wanted: &str) -> bool {
    let Ok(tasks) = fs::read_dir(format!("/proc/{}/task", pid.as_raw_pid())) else { return true };
    let states: Vec<(String, String)> = tasks
        .filter_map(Result::ok)
        .map(|task| {
            let read = |name| fs::read_to_string(task.path().join(name)).unwrap_or_default();
            let stat = read("stat");
            let state = stat.rsplit(')').next().unwrap_or_default().split_whitespace().next();
            (read("comm"), state.unwrap_or_default().to_owned())
        })
        .collect();
    states.iter().any(|(name, _)| name == "terminal\n") && states.iter().all(|(_, state)| state == wanted)
}

pub(super) fn read_proc(pid: Pid, name: &str) -> String {
    let bytes = fs::read(format!("/proc/{}/{name}", pid.as_raw_pid())).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Waits for the end of a process that is not our child.
#[track_caller]
pub(super) fn wait_gone(pid: Pid) {
    let Ok(process) = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()) else { return };
    let limit = rustix::event::Timespec::try_from(LIMIT).unwrap();
    let mut fds = [rustix::event::PollFd::new(&process, rustix::event::PollFlags::IN)];
    assert_eq!(rustix::event::poll(&mut fds, Some(&limit)), Ok(1), "the process goes on");
}

#[expect(clippy::disallowed_methods, reason = "a test measures how long the program takes")]
pub(super) fn clock() -> std::time::Instant {
    std::time::Instant::now()
}
