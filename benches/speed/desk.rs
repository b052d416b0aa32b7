//! A session bus of its own, a real one, and the tests' scripted notification server on it.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use crate::{
    PROGRAM,
    support::{Script, Server, pty::PtyCommand},
};

/// The bus, and a home for whoever runs on it.
pub(crate) struct Desk {
    address: String,
    daemon: Child,
    home: TempDir,
    /// The program that is measured, as it is installed.
    program: String,
    /// In memory, where logind has it: what a prompt leaves for the next one is no disk's business.
    runtime: TempDir,
}

impl Desk {
    pub(crate) fn start() -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        let runtime = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let runtime = runtime.expect("a temporary folder");
        let program = install(Path::new(PROGRAM), &home.path().join("bin"));
        let listen = format!("--address=unix:dir={}", home.path().display());
        let mut daemon = command("dbus-daemon", "dbus")
            .args(["--session", "--nofork", "--nopidfile", "--print-address=1", &listen])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("dbus-daemon starts");
        let mut address = String::new();
        let mut stdout = BufReader::new(daemon.stdout.take().expect("a pipe"));
        stdout.read_line(&mut address).expect("dbus-daemon says where it is");
        Self { address: address.trim_end().to_owned(), daemon, home, program, runtime }
    }

    /// The program that is measured.
    pub(crate) fn program(&self) -> &str {
        &self.program
    }

    /// A server that nobody's earlier notifications burden. It is nothing special; what is pressed it closes.
    pub(crate) fn server(&self) -> Server {
        Server::start_at(&self.address, Script::default())
    }

    /// A server that leaves what is pressed for us to close.
    pub(crate) fn lazy_server(&self) -> Server {
        Server::start_at(&self.address, Script { after_action_close: Vec::new(), ..Script::default() })
    }

    /// A program with a known environment on this bus.
    pub(crate) fn command(&self, program: &str, package: &str) -> Command {
        let mut command = command(program, package);
        command.env_clear().envs(self.environment()).stdin(Stdio::null());
        command
    }

    /// A command at a terminal in that environment; what it leaves for the caller's next one is this session's.
    pub(crate) fn at_terminal(&self, command: PtyCommand, session: usize) -> PtyCommand {
        let environment = self.environment().into_iter();
        let command = environment.fold(command, |command, (name, value)| command.env(name, value));
        command.env("PLYN_NOTIFY_SESSION", session.to_string())
    }

    /// Where everybody looks for the bus and for files.
    pub(crate) fn environment(&self) -> [(&'static str, String); 5] {
        let home = self.home.path().display().to_string();
        [
            ("PATH", std::env::var("PATH").unwrap_or_default()),
            ("LANG", "C.UTF-8".to_owned()),
            ("HOME", home),
            ("XDG_RUNTIME_DIR", self.runtime.path().display().to_string()),
            ("DBUS_SESSION_BUS_ADDRESS", self.address.clone()),
        ]
    }

    /// A folder for files.
    pub(crate) fn folder(&self) -> &Path {
        self.home.path()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

/// Copies a program into a folder, as an installer does, and says where it is. What the others are compared with has been
/// installed, too: a file that was written from one end to the other is in the kernel's memory in larger pieces than one
/// that a linker has put together, and they are sooner mapped and unmapped.
pub(crate) fn install(program: &Path, folder: &Path) -> String {
    fs::create_dir_all(folder).expect("a folder");
    let installed = folder.join(program.file_name().expect("a program"));
    fs::copy(program, &installed).expect("it can be copied");
    installed.display().to_string()
}

/// A program that has to be there.
pub(crate) fn command(program: &str, package: &str) -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = program.contains('/')
        || std::env::split_paths(&path).any(|folder: PathBuf| folder.join(program).is_file());
    assert!(is_there, "{program} is missing: on Debian it is in the package {package}");
    Command::new(program)
}
