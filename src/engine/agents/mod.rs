//! Coding agents: what their hooks are told, and what they print.
//!
//! There is one engine, and a file an agent that only parses its payloads and knows its words. An agent that hears
//! nothing asks as if we were not there, so whatever is odd comes to nothing (facts/agents.md §0).
//!
//! `hook.rs` is the process that the agent started and `popup.rs` the one that owns the notification: an agent may kill the
//! first with all its group, and the second sees to it that nothing is left on the screen. Neither reads or writes a
//! terminal.

mod aider;
mod ask;
mod claude_code;
mod codex;
mod copilot;
mod crush;
mod cursor;
mod event;
mod gemini;
mod goose;
pub mod hook;
mod input;
mod journal;
mod kiro;
mod object;
mod opencode;
mod payload;
pub mod popup;
mod qwen;
mod reviewer;
mod sitting;
mod status;
#[cfg(test)]
mod tests;

use serde_json::Value;

pub use event::{Ask, Heard, News, Offer, Subject, Tell, What, Which};
pub use journal::Journal;

use payload::Payload;

/// A coding agent that we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Agent {
    /// Claude Code.
    ClaudeCode,
    /// Codex CLI.
    Codex,
    /// opencode, through our plugin.
    Opencode,
    /// Qwen Code.
    Qwen,
    /// GitHub Copilot CLI.
    Copilot,
    /// Gemini CLI.
    Gemini,
    /// Cursor and cursor-agent.
    Cursor,
    /// Crush.
    Crush,
    /// Goose.
    Goose,
    /// Kiro CLI.
    Kiro,
    /// Aider.
    Aider,
}

impl Agent {
    /// All of them, those that are answered first.
    pub const ALL: [Self; 11] = [
        Self::ClaudeCode,
        Self::Codex,
        Self::Opencode,
        Self::Qwen,
        Self::Copilot,
        Self::Gemini,
        Self::Cursor,
        Self::Crush,
        Self::Goose,
        Self::Kiro,
        Self::Aider,
    ];

    /// The word on the command line and in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Opencode => "opencode",
            Self::Qwen => "qwen",
            Self::Copilot => "copilot",
            Self::Gemini => "gemini",
            Self::Cursor => "cursor",
            Self::Crush => "crush",
            Self::Goose => "goose",
            Self::Kiro => "kiro",
            Self::Aider => "aider",
        }
    }

    /// What a human calls it.
    pub fn title(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::Codex => "Codex",
            Self::Opencode => "opencode",
            Self::Qwen => "Qwen Code",
            Self::Copilot => "Copilot",
            Self::Gemini => "Gemini",
            Self::Cursor => "Cursor",
            Self::Crush => "Crush",
            Self::Goose => "Goose",
            Self::Kiro => "Kiro",
            Self::Aider => "Aider",
        }
    }

    /// How it is served unless somebody says otherwise. Those that call their hook for every single thing are only alerted.
    pub fn default_mode(self) -> Mode {
        match self {
            Self::ClaudeCode | Self::Codex | Self::Opencode | Self::Qwen => Mode::Answer,
            _ => Mode::Alert,
        }
    }

    /// The modes that make sense for it.
    pub fn modes(self) -> &'static [Mode] {
        match self {
            Self::Kiro | Self::Aider => &[Mode::Off, Mode::Alert],
            _ => &Mode::ALL,
        }
    }
}

/// What is done about an agent's question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Nothing.
    Off,
    /// The human is told of it.
    Alert,
    /// It is asked on a notification; without an answer the agent asks itself.
    Answer,
    /// The same, but without a yes it is denied: for who approves everything in the agent's own settings.
    Gate,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Off, Self::Alert, Self::Answer, Self::Gate];

    /// The word on the command line and in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Alert => "alert",
            Self::Answer => "answer",
            Self::Gate => "gate",
        }
    }

    /// The mode of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name))
    }
}

/// What a payload says; `event` is the event's name for payloads that do not have it.
pub fn parse(agent: Agent, event: Option<&str>, payload: &Value) -> Heard {
    let whole = Payload::new(payload);
    let named = whole
        .text(&["hook_event_name", "hookEventName", "hookName", "type", "event"])
        .or(event)
        .or_else(|| copilot::event(whole).filter(|_| agent == Agent::Copilot))
        .unwrap_or_default();
    let (what, over) = match agent {
        Agent::ClaudeCode => claude_code::parse(named, whole, claude_code::CLAUDE),
        Agent::Codex => codex::parse(named, whole),
        Agent::Opencode => opencode::parse(named, whole),
        Agent::Qwen => qwen::parse(named, whole),
        Agent::Copilot => copilot::parse(named, whole),
        Agent::Gemini => gemini::parse(named, whole),
        Agent::Cursor => cursor::parse(named, whole),
        Agent::Crush => crush::parse(named, whole),
        Agent::Goose => goose::parse(named, whole),
        Agent::Kiro => kiro::parse(named),
        Agent::Aider => (aider::parse(), None),
    };
    let inner = opencode::properties(whole);
    let text = |keys: &[&str]| inner.text(keys).or_else(|| whole.text(keys)).map(str::to_owned);
    let directory = text(&["cwd", "working_dir", "directory"])
        .or_else(|| whole.texts(&["workspace_roots"]).first().map(|&root| root.to_owned()));
    Heard {
        event: named.to_owned(),
        session: text(&["session_id", "sessionID", "sessionId", "conversation_id", "thread-id"])
            .unwrap_or_default(),
        subagent: text(&["agent_id", "agentId", "parentID"]),
        directory,
        over,
        what,
    }
}

/// How questions are treated: what the configuration and the command line say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// What is done about them.
    pub mode: Mode,
    /// Whether those of subagents count.
    pub subagents: bool,
}

/// What is left to do about a payload, or why nothing is.
pub fn decide(heard: &Heard, policy: Policy) -> What {
    let is_child = heard.subagent.is_some();
    match &heard.what {
        What::Nothing(why) => What::Nothing(why),
        _ if policy.mode == Mode::Off => What::Nothing("it is switched off"),
        // A gate has nobody behind it who would ask.
        What::Ask(_) if is_child && !policy.subagents && policy.mode != Mode::Gate => {
            What::Nothing("it is a subagent's")
        }
        What::Tell(_) if is_child => What::Nothing("a subagent has ended"),
        What::Tell(tell) => What::Tell(tell.clone()),
        What::Ask(ask) => decide_ask(ask, policy.mode),
    }
}

fn decide_ask(ask: &Ask, mode: Mode) -> What {
    use crate::engine::plan::Elsewhere;
    let told = What::Tell(Tell { news: ask.subject.news(), text: ask.reason.clone() });
    match mode {
        // A gate is for an agent that is told that.
        _ if ask.is_bypassed && mode != Mode::Gate => What::Nothing("nobody is to be asked in this mode"),
        Mode::Alert if ask.would_ask => told,
        Mode::Alert => What::Nothing("it may not ask at all"),
        _ if ask.only_looks && mode == Mode::Answer => What::Nothing("it only looks"),
        _ if ask.offers.is_empty() && ask.elsewhere == Elsewhere::Afterwards => told,
        _ => What::Ask(Box::new(ask.clone())),
    }
}
