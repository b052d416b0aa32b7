//! What this process can see of its surroundings, read once and then plain data.
//!
//! The only file of the engine that reads the environment, apart from the configuration.
#![expect(clippy::disallowed_methods, reason = "this is where the environment is read")]

mod surroundings;

use std::{
    env,
    ffi::{OsStr, OsString},
    net::IpAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::engine::{
    channel::{desktop::BusEnvironment, terminal::Environment},
    state,
};
pub use surroundings::Surroundings;

/// The surroundings of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Where the session bus may be.
    pub bus: BusEnvironment,
    /// What kind of terminal the environment speaks of.
    pub terminal: TerminalFacts,
    /// The variables that say which terminal it is, and what is between.
    pub environment: Environment,
    /// Who is waiting, for a prompt that was not told: the working directory's name, and the host when remote.
    pub source: String,
    /// What this host is called, without its domain.
    pub host: String,
    /// Whether the human sits at another host: one who came by ssh.
    pub is_remote: bool,
    /// The caller whose prompts belong together: the Unix session, or what `PLYN_NOTIFY_SESSION` says.
    pub caller: String,
    /// The sound that `notify` is to play: `PLYN_NOTIFY_SOUND`, or lacode's `LACODE_SOUND`.
    pub sound: Option<String>,
    /// Whether `notify` is to ask for a permission: `PLYN_NOTIFY_REQUEST_ID`, or lacode's `LACODE_REQUEST_ID`, is set.
    /// The id itself means nothing to us and goes nowhere (spec §7).
    pub is_request: bool,
    /// How long `forward` may take, where lacode's `OC_SSH_TIMEOUT_MS` says so. Its other variables are keys of the
    /// configuration (`config/variables.rs`).
    pub ssh_timeout: Option<Duration>,
    /// What `PLYN_NOTIFY_LOG` asks to be logged.
    pub log: Option<String>,
    /// A folder of our own for what one prompt leaves for the next; none if there is no place for it.
    pub state_dir: Option<PathBuf>,
}

/// What the environment says about the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalFacts {
    /// Whether it understands escape sequences (`TERM` is neither unset nor `dumb`, and no Emacs shell).
    pub ansi: bool,
    /// Whether colours are welcome (`NO_COLOR` is unset or empty).
    pub color: bool,
    /// Whether its locale is UTF-8.
    pub unicode: bool,
    /// Whether it breaks its lines anew when it is resized; xterm and the Linux console cut them off.
    pub reflows: bool,
}

impl Facts {
    /// Reads the surroundings of this process.
    pub fn read() -> Self {
        let uid = rustix::process::geteuid().as_raw();
        let runtime_dir = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|dir| dir.is_absolute());
        Self {
            bus: BusEnvironment {
                address: text("DBUS_SESSION_BUS_ADDRESS"),
                sudo_uid: text("SUDO_UID").filter(|_| uid == 0).and_then(|uid| uid.parse().ok()),
                runtime_dir: runtime_dir.clone(),
                uid,
            },
            terminal: TerminalFacts::read(),
            environment: Environment::read(text),
            source: source(),
            host: host(),
            is_remote: ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"]
                .into_iter()
                .any(|name| text(name).is_some()),
            caller: caller(),
            sound: text("PLYN_NOTIFY_SOUND").or_else(|| text("LACODE_SOUND")),
            is_request: text("PLYN_NOTIFY_REQUEST_ID").or_else(|| text("LACODE_REQUEST_ID")).is_some(),
            ssh_timeout: text("OC_SSH_TIMEOUT_MS")
                .and_then(|text| text.trim().parse().ok())
                .filter(|milliseconds| *milliseconds > 0)
                .map(Duration::from_millis),
            log: text("PLYN_NOTIFY_LOG"),
            state_dir: runtime_dir.map(|dir| dir.join("plyn-notify")).or_else(|| {
                let dirs = directories::ProjectDirs::from("", "", "plyn-notify")?;
                Some(dirs.state_dir()?.to_owned())
            }),
        }
    }
}

impl TerminalFacts {
    fn read() -> Self {
        let term = text("TERM").unwrap_or_default();
        let plain = matches!(term.as_str(), "" | "dumb" | "emacs") || env::var_os("INSIDE_EMACS").is_some();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(text).unwrap_or_default();
        let locale = locale.to_lowercase();
        Self {
            ansi: !plain,
            color: !plain && text("NO_COLOR").is_none(),
            unicode: locale.contains("utf-8") || locale.contains("utf8"),
            reflows: env::var_os("XTERM_VERSION").is_none() && term != "linux",
        }
    }
}

impl TerminalFacts {
    /// Whether it can ring; a terminal without escape sequences shows the character instead.
    ///
    /// # Errors
    ///
    /// When it cannot; a lowercase fragment says why.
    pub fn bell(&self) -> Result<(), String> {
        if self.ansi { Ok(()) } else { Err("the terminal has no bell (TERM=dumb)".to_owned()) }
    }
}

/// What the variables say that coding agents give their hooks, or that say where their files are. It is read by who needs
/// it alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentEnvironment {
    /// The user's home folder.
    pub home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`, or its default.
    pub config: Option<PathBuf>,
    /// Claude Code's folder: `CLAUDE_CONFIG_DIR`, or `~/.claude`.
    pub claude: Option<PathBuf>,
    /// The process of Claude Code that called: `CLAUDE_PID`.
    pub claude_pid: Option<String>,
    /// Codex's folder: `CODEX_HOME`, or `~/.codex`.
    pub codex: Option<PathBuf>,
    /// Copilot's folder: `COPILOT_HOME`, or `~/.copilot`.
    pub copilot: Option<PathBuf>,
    /// The working directory.
    pub directory: Option<PathBuf>,
}

impl AgentEnvironment {
    /// Reads it.
    pub fn read() -> Self {
        let home = directories::BaseDirs::new().map(|dirs| dirs.home_dir().to_owned());
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let at_home = |name: &str| home.as_deref().map(|home| home.join(name));
        Self {
            config: set("XDG_CONFIG_HOME").filter(|path| path.is_absolute()).or_else(|| at_home(".config")),
            claude: set("CLAUDE_CONFIG_DIR").or_else(|| at_home(".claude")),
            claude_pid: text("CLAUDE_PID"),
            codex: set("CODEX_HOME").or_else(|| at_home(".codex")),
            copilot: set("COPILOT_HOME").or_else(|| at_home(".copilot")),
            directory: env::current_dir().ok(),
            home,
        }
    }
}

/// The file that the hooks of coding agents keep their log in; none without a home.
pub fn hook_log() -> Option<PathBuf> {
    let dirs = directories::ProjectDirs::from("", "", "plyn-notify")?;
    Some(dirs.state_dir()?.join("hook.log"))
}

/// The command that the human edits files with: `VISUAL`, else `EDITOR`, else `vi`, as git has it.
pub fn editor() -> OsString {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| "vi".into())
}

/// Where what is set up once is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The user's home folder.
    pub home: PathBuf,
    /// What `tunnel setup` has changed.
    pub record: PathBuf,
}

/// These places; none without a home.
pub fn places() -> Option<Places> {
    let home = directories::BaseDirs::new()?.home_dir().to_owned();
    let dirs = directories::ProjectDirs::from("", "", "plyn-notify")?;
    let state = dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir());
    Some(Places { home, record: state.join("tunnel.json") })
}

/// Where this program is; none where that is not known, or is no text.
pub fn program() -> Option<String> {
    let path = env::current_exe().ok()?;
    path.to_str().filter(|path| !path.ends_with(" (deleted)")).map(str::to_owned)
}

/// What the environment says about the terminal's colours, for whoever draws more than a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Colours {
    /// Whether there are 256 (`COLORTERM`, or `TERM` ends in `256color` or is a terminal's own name).
    pub many: bool,
    /// `COLORFGBG`, in which rxvt and Konsole say what ground they have.
    pub ground: Option<String>,
}

impl Colours {
    /// Reads it.
    pub fn read() -> Self {
        let term = text("TERM").unwrap_or_default();
        let is_old =
            matches!(term.as_str(), "linux" | "vt100" | "vt220" | "ansi" | "xterm" | "screen" | "tmux");
        Self { many: text("COLORTERM").is_some() || !is_old, ground: text("COLORFGBG") }
    }
}

/// What ssh says of the prompt that it has a program ask: `confirm`, `none` or nothing (ssh(1), `SSH_ASKPASS`).
pub fn askpass_prompt() -> Option<String> {
    text("SSH_ASKPASS_PROMPT")
}

/// The folders in which a shell looks for programs, the first one first.
pub fn search_path() -> Vec<PathBuf> {
    env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default()
}

/// How many columns text is to have that no terminal shows (`COLUMNS`).
pub fn columns() -> Option<usize> {
    text("COLUMNS")?.parse().ok().filter(|columns| *columns > 0)
}

/// A variable that is set to something, as text.
fn text(name: &str) -> Option<String> {
    env::var_os(name).map(|value| lossy(&value)).filter(|value| !value.is_empty())
}

fn lossy(value: &OsStr) -> String {
    value.to_string_lossy().into_owned()
}

/// Who is waiting here.
fn source() -> String {
    source_of(env::current_dir().ok().as_deref())
}

/// Who is waiting there: the folder's name, and the host's where the human sits at another one.
pub fn source_of(directory: Option<&Path>) -> String {
    let name = directory.and_then(|dir| dir.file_name()).map_or_else(|| "/".to_owned(), lossy);
    if text("SSH_CONNECTION").is_none() {
        return name;
    }
    format!("{name} on {}", host())
}

/// This host's name, without its domain.
fn host() -> String {
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    host.split('.').next().unwrap_or_default().to_owned()
}

/// The ssh connection that this process is the forced command of (sshd(8), `AUTHORIZED_KEYS FILE FORMAT`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hop {
    /// What the other end asked to be run; it is not.
    pub command: Option<String>,
    /// The address of the other end, where it is another machine's.
    pub address: Option<String>,
}

impl Hop {
    /// Reads `SSH_ORIGINAL_COMMAND` and `SSH_CONNECTION`.
    pub fn read() -> Self {
        let connection = text("SSH_CONNECTION").unwrap_or_default();
        let address = connection.split(' ').next().and_then(|address| address.parse::<IpAddr>().ok());
        Self {
            command: text("SSH_ORIGINAL_COMMAND"),
            // Through a tunnel everybody comes from here.
            address: address.filter(|address| !address.is_loopback()).map(|address| address.to_string()),
        }
    }
}

/// One terminal or one hook is one Unix session. Its number is 0 in a PID namespace that it does not begin in, and
/// taken anew in each.
fn caller() -> String {
    if let Some(session) = text("PLYN_NOTIFY_SESSION") {
        return format!("named {session}");
    }
    match nix::unistd::getsid(None) {
        Ok(session) => format!("session {session} of {}", state::pid_namespace()),
        Err(_) => "unknown".to_owned(),
    }
}
