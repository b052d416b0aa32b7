//! The arguments of `hook`.

use std::{ffi::OsString, time::Duration};

use clap::{ValueEnum, ValueHint, builder::PossibleValue};

use crate::engine::{
    agents::{Agent, Mode},
    duration::parse_duration,
};

/// The options of `hook`.
#[derive(Debug, clap::Args)]
pub struct Hook {
    /// Whose hook it is
    #[arg(value_name = "AGENT")]
    pub agent: Agent,
    /// The event, where what comes in does not name it; or Codex's JSON, as its notify program gets it
    #[arg(value_name = "EVENT", value_hint = ValueHint::Other)]
    pub event: Option<OsString>,

    /// What to do about a question: answer, alert, gate or off
    ///
    /// answer asks it on a notification, and leaves it to the agent if nobody answers. alert only tells of it. gate asks,
    /// and denies whatever nobody has allowed: for agents that are told to approve everything themselves. By default it is
    /// answer for Claude Code, Codex, opencode and Qwen Code and alert for all others, which call their hook for every
    /// single thing. Also set by `mode` in the configuration's `[agents.AGENT]`.
    #[arg(long, value_name = "MODE", hide_possible_values = true)]
    pub mode: Option<Mode>,
    /// How long to wait for an answer
    ///
    /// By default 20s where the agent shows nothing itself meanwhile, and as long as the agent waits where it does. Also set
    /// by `hold_seconds` in the configuration's `[agents.AGENT]`.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub hold: Option<Duration>,
    /// What no answer means: abstain or deny
    #[arg(long, value_name = "WHAT", default_value = "abstain", hide_possible_values = true)]
    pub on_timeout: OnTimeout,
    /// Leave the questions of subagents to the agent
    #[arg(long)]
    pub no_subagents: bool,

    /// Be the process that owns the notification
    #[arg(long, hide = true)]
    pub popup: bool,
}

/// What no answer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnTimeout {
    /// The agent asks itself.
    Abstain,
    /// No.
    Deny,
}

impl ValueEnum for Agent {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl ValueEnum for Mode {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// What follows the options in `hook --help`.
pub(super) const MORE: &str = "\
Exit status:
  0    always

stdout carries one JSON object in the agent's own words, or nothing: then the agent asks as if plyn-notify were not there.
Nothing is ever written to stderr or to a terminal. What came and what became of it is in hook.log in the state directory
(~/.local/state/plyn-notify): never what it held.

A notification names the tool and what it is to work on: programs, files and hosts, never arguments. Why the agent wants to
is shown with include_reason in the configuration.

Examples:
  plyn-notify integrate claude-code
  plyn-notify hook claude-code < payload.json
  plyn-notify config set agents.codex.hold_seconds 60";
