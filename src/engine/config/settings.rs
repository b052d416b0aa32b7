//! The settings: their types and their defaults.
//!
//! Pure: no clock, no environment, no input or output. A value here is already checked; `value.rs` does that.

use std::{collections::BTreeMap, fmt, path::PathBuf, str::FromStr, time::Duration};

use super::fault::Problem;

/// Everything that can be configured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The table `[notify]`.
    pub notify: NotifySettings,
    /// The table `[remote]`.
    pub remote: RemoteSettings,
    /// The tables `[agents.NAME]`, by name; any name is taken.
    pub agents: BTreeMap<String, AgentSettings>,
}

/// `[notify]`: when and how a prompt is announced.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the file")]
pub struct NotifySettings {
    /// `enabled`: whether prompts are announced at all.
    pub enabled: bool,
    /// `grace_seconds`: how long a prompt waits before it is announced (spec §3 rule 2).
    pub grace: Duration,
    /// `min_interval_seconds`: the least time between two announcements (spec §3 rule 3).
    pub min_interval: Duration,
    /// `channels`: where to announce, in order; at least one, each once.
    pub channels: Vec<ChannelName>,
    /// `actions`: whether a notification carries the answers.
    pub actions: bool,
    /// `include_reason`: whether the reason may leave the terminal.
    pub include_reason: bool,
    /// `protocol`: the terminal's escape sequence; none detects it.
    pub protocol: Option<Protocol>,
    /// `bell`: whether a notification on the desktop also rings the terminal (spec §3 rule 6).
    pub bell: bool,
    /// `sound`: whether `notify` plays the sound it is asked for.
    pub sound: bool,
}

impl Default for NotifySettings {
    /// The defaults of spec §5; the first seven are plyngent's.
    fn default() -> Self {
        Self {
            enabled: true,
            grace: Duration::from_secs(5),
            min_interval: Duration::from_secs(10),
            channels: vec![ChannelName::Auto],
            actions: true,
            include_reason: false,
            protocol: None,
            bell: true,
            sound: true,
        }
    }
}

/// `[remote]`: the host whose desktop is asked (spec §7). Nothing is set by default, and an empty text unsets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemoteSettings {
    /// `host`: its name; never starts with a dash, holds no space.
    pub host: Option<String>,
    /// `user`: the login name there; never starts with a dash, holds no space.
    pub user: Option<String>,
    /// `port`: the port ssh connects to, from 1. What an unset port means is for whoever connects to say: 10022 is
    /// lacode's tunnel (spec §7), ssh's own choice otherwise.
    pub port: Option<u16>,
    /// `key`: the private key's file, as written; `~` is ssh's to expand.
    pub key: Option<PathBuf>,
    /// `connect_timeout_seconds`: how long connecting may take.
    pub connect_timeout: Option<Duration>,
}

/// `[agents.NAME]`: how the hook of one coding agent behaves. Only carried here; the hook gives it meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentSettings {
    /// `mode`: a word that the agent's hook understands.
    pub mode: Option<String>,
    /// `hold_seconds`: how long the hook may hold the agent back.
    pub hold: Option<Duration>,
}

/// A channel as configuration and flags name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelName {
    /// Remote where the session is remote and a target is configured, else desktop, else terminal (spec §5).
    Auto,
    /// A notification on this desktop.
    Desktop,
    /// An escape sequence to the terminal.
    Terminal,
    /// A notification on another host's desktop.
    Remote,
}

impl ChannelName {
    /// All names, as the manual lists them.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Desktop, Self::Terminal, Self::Remote];

    /// The word in files, variables and flags.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Desktop => "desktop",
            Self::Terminal => "terminal",
            Self::Remote => "remote",
        }
    }
}

impl fmt::Display for ChannelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ChannelName {
    type Err = Problem;

    /// Takes the name in any case. The error names the nearest valid one.
    fn from_str(text: &str) -> Result<Self, Problem> {
        Self::ALL
            .into_iter()
            .find(|channel| channel.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| Problem::unknown_word("channel", text, &Self::ALL.map(Self::name)))
    }
}

/// The escape sequence that raises a notification at a terminal (spec §6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// `OSC 99`, kitty's; the one that can carry an answer.
    Osc99,
    /// `OSC 777`, urxvt's.
    Osc777,
    /// `OSC 9`, shown by iTerm2 and many others.
    Osc9,
    /// `OSC 1337;Notification`, iTerm2's own.
    Iterm2,
    /// The bell alone.
    Bell,
}

impl Protocol {
    /// All protocols, as the manual lists them.
    pub const ALL: [Self; 5] = [Self::Osc99, Self::Osc777, Self::Osc9, Self::Iterm2, Self::Bell];

    /// The word in files, variables and flags.
    pub fn name(self) -> &'static str {
        match self {
            Self::Osc99 => "osc99",
            Self::Osc777 => "osc777",
            Self::Osc9 => "osc9",
            Self::Iterm2 => "iterm2",
            Self::Bell => "bell",
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Protocol {
    type Err = Problem;

    /// Takes the name in any case, and `bel`, which is plyngent's word. The error names the nearest valid one.
    fn from_str(text: &str) -> Result<Self, Problem> {
        let text = if text.eq_ignore_ascii_case("bel") { Self::Bell.name() } else { text };
        Self::ALL
            .into_iter()
            .find(|protocol| protocol.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| Problem::unknown_word("protocol", text, &Self::ALL.map(Self::name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_back_in_any_case() {
        for channel in ChannelName::ALL {
            assert_eq!(channel.name().parse(), Ok(channel));
            assert_eq!(channel.name().to_uppercase().parse(), Ok(channel));
        }
        for protocol in Protocol::ALL {
            assert_eq!(protocol.name().parse(), Ok(protocol));
            assert_eq!(protocol.name().to_uppercase().parse(), Ok(protocol));
        }
        assert_eq!("BEL".parse(), Ok(Protocol::Bell));
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_nearest() {
        let channel = |text: &str| text.parse::<ChannelName>().unwrap_err().to_string();
        assert_eq!(channel("desktpo"), r#"unknown channel "desktpo", did you mean "desktop"?"#);
        let expected = r#"unknown channel "", expected "auto", "desktop", "terminal" or "remote""#;
        assert_eq!(channel(""), expected);
        let protocol = |text: &str| text.parse::<Protocol>().unwrap_err().to_string();
        assert_eq!(protocol("osc-99"), r#"unknown protocol "osc-99", did you mean "osc99"?"#);
        assert_eq!(protocol("osc7"), r#"unknown protocol "osc7", did you mean "osc777"?"#);
    }
}
