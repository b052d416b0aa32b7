//! A home folder with a configuration, and the command that works on it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use crate::support::{Ended, Program};

pub(super) struct Home {
    folder: TempDir,
}

#[expect(clippy::unwrap_used, reason = "a test without its files has failed")]
impl Home {
    /// A home without a configuration, on a system without one.
    pub(super) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A home with this file of the user.
    pub(super) fn with(text: impl AsRef<[u8]>) -> Self {
        let home = Self::new();
        home.write(".config/plyn-notify/config.toml", text);
        home
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A path in it, as text.
    pub(super) fn at(&self, name: &str) -> String {
        self.path().join(name).to_str().unwrap().to_owned()
    }

    /// The user's file.
    pub(super) fn file(&self) -> PathBuf {
        self.path().join(".config/plyn-notify/config.toml")
    }

    /// Writes a file and the folders it is in.
    pub(super) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// What the user's file holds; nothing if there is none.
    pub(super) fn text(&self) -> String {
        String::from_utf8(fs::read(self.file()).unwrap_or_default()).unwrap()
    }

    /// The names in the folder of the user's file.
    pub(super) fn beside(&self) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(self.file().parent().unwrap()).unwrap().map(name).collect();
        names.sort();
        names
    }

    /// `plyn-notify config` with these arguments.
    pub(super) fn command<T: AsRef<std::ffi::OsStr>>(&self, args: impl IntoIterator<Item = T>) -> Program {
        let xdg = self.path().join("xdg");
        Program::new().env("HOME", self.path()).env("XDG_CONFIG_DIRS", xdg).args(["config"]).args(args)
    }

    /// Runs it; the home is called `~` in what it says.
    #[track_caller]
    pub(super) fn run(&self, args: &[&str]) -> Ended {
        self.tilde(&self.command(args).run())
    }

    /// Calls the home `~`.
    pub(super) fn tilde(&self, ended: &Ended) -> Ended {
        let home = self.path().to_str().unwrap();
        let (stdout, stderr) = (ended.stdout.replace(home, "~"), ended.stderr.replace(home, "~"));
        Ended { stdout, stderr, ..*ended }
    }
}
