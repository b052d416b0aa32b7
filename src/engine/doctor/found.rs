//! What the probes find: plain data, before anything is made of it.

use std::{path::PathBuf, time::Duration};

use crate::engine::{
    channel::{
        desktop::look::Look,
        remote::wire::Desk,
        terminal::tmux::{AskError, Level},
    },
    config::{Loaded, Settings},
    integrate::Standing,
    tty::query::Findings,
};

/// What one probe has found; only a [`super::Report`] makes something of it.
#[derive(Clone, Debug)]
pub enum Found {
    /// The bus and the server.
    Desktop(Box<Desktop>),
    /// The files that say how a server is started.
    Services(Vec<Service>),
    /// The terminal.
    Terminal(Terminal),
    /// What the terminal says of itself; nothing where it could not be asked, and why.
    Identity(Result<Findings, String>),
    /// The configuration.
    Config(Box<Config>),
    /// What is kept between prompts.
    State(State),
    /// The machine.
    System(System),
    /// Programs on `PATH`.
    Programs(Programs),
    /// ssh.
    Remote(Remote),
    /// How the coding agents stand with us.
    Agents(Vec<Standing>),
}

/// The bus and the server.
#[derive(Clone, Debug, Default)]
pub struct Desktop {
    /// What was seen on the bus.
    pub look: Look,
    /// How long that took.
    pub took: Duration,
    /// The server's process.
    pub process: Option<Process>,
    /// Where a server has a menu in place of buttons: the program that shows it.
    pub menu: Option<Menu>,
    /// Whether it does not disturb now, where that is no question for the bus, and what said so.
    pub quiet: Option<(bool, String)>,
}

/// A process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub id: u32,
    /// Its program, or its name where the file cannot be seen.
    pub program: String,
    /// The unit of the user's systemd that it runs in, and nothing else.
    pub unit: Option<String>,
}

/// The program that shows a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// The command as it is configured.
    pub command: String,
    /// Where that is written; none where it is the default.
    pub file: Option<PathBuf>,
    /// Whether there is such a program.
    pub is_there: bool,
}

/// A file that says how a notification server is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    /// The file.
    pub path: PathBuf,
    /// The command.
    pub command: String,
    /// The unit of systemd that is started in its place.
    pub unit: Option<String>,
    /// Whether the command's program is there.
    pub is_there: bool,
}

/// The terminal.
#[derive(Clone, Debug)]
pub struct Terminal {
    /// Why it cannot be opened, if it cannot.
    pub closed: Option<String>,
    /// Why it cannot be answered at now, if it cannot.
    pub obstacle: Option<String>,
    /// What tmux said, if it was asked.
    pub tmux: Option<Result<Level, AskError>>,
    /// Columns and rows.
    pub size: (u16, u16),
}

/// The configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// As it counts.
    pub loaded: Loaded,
    /// The files that are looked for, and whether they are there.
    pub files: Vec<(PathBuf, bool)>,
    /// The file that changes go to, and whether it was named.
    pub target: Option<(PathBuf, bool)>,
}

impl Config {
    /// What counts.
    pub fn settings(&self) -> &Settings {
        &self.loaded.settings
    }
}

/// What is kept between prompts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The folder; none where there is no place for one.
    pub folder: Option<PathBuf>,
    /// Why nothing can be kept there.
    pub obstacle: Option<String>,
    /// How long ago this caller's last announcement was.
    pub announced: Option<Duration>,
    /// Whether its last prompt was answered on a notification a moment ago.
    pub handoff: bool,
}

/// The machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct System {
    /// The kernel's release.
    pub kernel: String,
    /// What says that this is a container, such as `/.dockerenv`.
    pub container: Option<String>,
    /// Whether this runs in a Flatpak sandbox (`/.flatpak-info`).
    pub is_flatpak: bool,
    /// The names of the processes that this one descends from, the nearest first.
    pub parents: Vec<String>,
}

/// Programs on `PATH`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Programs {
    /// Every `plyn-notify` on it, in order, each file once.
    pub ours: Vec<PathBuf>,
    /// Whether the running one is the first of them; none where there is none.
    pub is_first: Option<bool>,
}

/// ssh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remote {
    /// Where the client is.
    pub client: Option<PathBuf>,
    /// The key that is configured.
    pub key: Option<Key>,
    /// The host that is configured, as it is called in a sentence.
    pub target: Option<String>,
    /// Whether the human sits there.
    pub leads_home: bool,
    /// What the host says of itself and how long that took, or why nothing; none if it was not asked.
    pub reached: Option<Result<(Desk, Duration), String>>,
}

/// A private key's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The file, with `~` as the home.
    pub path: PathBuf,
    /// Its permissions; none where it cannot be seen.
    pub mode: Option<u32>,
}
