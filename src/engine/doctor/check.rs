//! One thing that was looked at, and what came of it.
//!
//! Pure: plain data.

pub(super) mod id;

use super::invocation::Invocation;

/// Where a check belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Area {
    /// The machine and how this process came to be on it.
    System,
    /// The notifications of the desktop.
    Desktop,
    /// The terminal and what is between.
    Terminal,
    /// The configuration.
    Config,
    /// Another host's desktop.
    Remote,
    /// The coding agents.
    Agents,
}

impl Area {
    /// All of them, in the order of the screens.
    pub const ALL: [Self; 6] =
        [Self::System, Self::Desktop, Self::Terminal, Self::Config, Self::Remote, Self::Agents];

    /// Its name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::System => "System",
            Self::Desktop => "Desktop",
            Self::Terminal => "Terminal",
            Self::Config => "Configuration",
            Self::Remote => "Remote",
            Self::Agents => "Agents",
        }
    }

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Desktop => "desktop",
            Self::Terminal => "terminal",
            Self::Config => "config",
            Self::Remote => "remote",
            Self::Agents => "agents",
        }
    }
}

/// How bad it is. The order is the one of getting worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// As it should be.
    Ok,
    /// Good to know.
    Note,
    /// Something is lost, and a prompt is still asked and answered.
    Warning,
    /// A prompt is not announced, or cannot be answered, as configured.
    Problem,
}

impl Level {
    /// Its name, in JSON and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

/// What to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// A command for a shell. It is shown and copied, never run.
    Command(String),
    /// One change of the configuration, as `plyn-notify config set KEY VALUE` takes it.
    Config {
        /// The key as a dotted name, such as `notify.grace_seconds`.
        key: String,
        /// The value, as it is typed.
        value: String,
        /// The command that makes it.
        command: String,
    },
    /// What to do in words.
    Text(String),
}

impl Fix {
    /// The command that it comes to, if it is one.
    pub fn command(&self) -> Option<&str> {
        match self {
            Self::Command(command) | Self::Config { command, .. } => Some(command),
            Self::Text(_) => None,
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Its name for `--only` and JSON, one of [`id::ALL`]; several checks may share one. It stays the same.
    pub id: &'static str,
    /// Where it belongs.
    pub area: Area,
    /// How bad it is.
    pub level: Level,
    /// What it comes to, in a few words.
    pub title: String,
    /// What was seen: a sentence or several, without a full stop at the end of one alone.
    pub seen: String,
    /// Why it matters; empty where that is plain.
    pub why: String,
    /// What to do about it.
    pub fix: Option<Fix>,
}

impl Check {
    pub(super) fn new(
        id: &'static str,
        level: Level,
        title: impl Into<String>,
        seen: impl Into<String>,
    ) -> Self {
        let area = id::find(id).map_or(Area::System, |known| known.area);
        Self { id, area, level, title: title.into(), seen: seen.into(), why: String::new(), fix: None }
    }

    #[must_use]
    pub(super) fn why(self, why: impl Into<String>) -> Self {
        Self { why: why.into(), ..self }
    }

    #[must_use]
    pub(super) fn text(self, fix: impl Into<String>) -> Self {
        Self { fix: Some(Fix::Text(fix.into())), ..self }
    }

    #[must_use]
    pub(super) fn command(self, command: impl Into<String>) -> Self {
        Self { fix: Some(Fix::Command(command.into())), ..self }
    }

    #[must_use]
    pub(super) fn set(self, ours: &Invocation, key: &str, value: &str) -> Self {
        let command = ours.command(&["config", "set", key, value]);
        Self { fix: Some(Fix::Config { key: key.to_owned(), value: value.to_owned(), command }), ..self }
    }
}
