//! What follows from a request: where it is asked, how it is announced, and what each channel can carry of it.
//!
//! Pure: no clock, no environment, no input or output.

mod rendering;

use std::time::Duration;

use crate::engine::{
    answer::{ChannelKind, Failure},
    request::{Deadline, Question, Request},
};
pub use rendering::{Button, DISMISS, GO_TO_TERMINAL, Loss, Press, Rendering, Scene, render, travelling};

/// Another program that asks the same at a terminal of its own. What is answered there is not ours to bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// It asks there meanwhile.
    Meanwhile,
    /// It asks there as soon as we have given up; until then the human sees nothing but our notification.
    Afterwards,
}

/// How a prompt is asked and announced, decided once at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Whether it is drawn on a terminal and can be answered there.
    pub terminal: bool,
    /// Whether it can be answered at another program's terminal: *Go to terminal* ends it then.
    pub elsewhere: Option<Elsewhere>,
    /// The channels to announce it on, in order: the next is tried when one fails.
    pub channels: Vec<ChannelKind>,
    /// How long it waits for an answer at the terminal before it is announced.
    pub grace: Duration,
    /// How long after a popup expired it is put up again.
    pub min_interval: Duration,
    /// Whether it continues an exchange that is answered on notifications: no grace, no throttle.
    pub continues: bool,
    /// Whether a desktop notification also rings the terminal's bell.
    pub bell: bool,
    /// When an unanswered prompt ends.
    pub deadline: Option<Deadline>,
    /// What is known from the start not to work.
    pub failures: Vec<Failure>,
}

/// What the caller and the configuration want, as far as a plan depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// Whether anything is announced at all.
    pub enabled: bool,
    /// Which channels, in order; already resolved from `auto`.
    pub channels: Vec<ChannelKind>,
    /// Whether notifications carry buttons.
    pub actions: bool,
    /// Whether the terminal alone may answer.
    pub terminal_only: bool,
    /// See [`Plan::elsewhere`].
    pub elsewhere: Option<Elsewhere>,
    /// See [`Plan::grace`].
    pub grace: Duration,
    /// See [`Plan::min_interval`].
    pub min_interval: Duration,
    /// Whether the prompt continues an exchange (`--follow-up`, or spec §3 rule 4).
    pub continues: bool,
    /// See [`Plan::bell`].
    pub bell: bool,
}

impl Plan {
    /// The plan for `request`, where `terminal` says whether there is one to answer at.
    pub fn new(request: &Request, wishes: &Wishes, terminal: bool) -> Self {
        let mut failures = Vec::new();
        let mut channels = Vec::new();
        if request.answers != Question::Secret && wishes.enabled {
            for &channel in &wishes.channels {
                match obstacle(&request.answers, channel, wishes, terminal) {
                    Some(error) => failures.push(Failure { channel, error }),
                    None => channels.push(channel),
                }
            }
        }
        let asked_meanwhile = terminal || wishes.elsewhere == Some(Elsewhere::Meanwhile);
        let at_once = !asked_meanwhile || wishes.continues;
        Self {
            terminal,
            elsewhere: wishes.elsewhere,
            channels,
            grace: if at_once { Duration::ZERO } else { wishes.grace },
            min_interval: wishes.min_interval,
            continues: wishes.continues,
            bell: wishes.bell && terminal,
            deadline: request.deadline.clone(),
            failures,
        }
    }

    /// The plan for a request that came over a connection: it is announced at once, and whoever asked has kept grace and
    /// throttle already. `terminal` says whether there is one at the other end, `left` how long it may still wait.
    pub fn received(request: &Request, wishes: &Wishes, terminal: bool, left: Option<Duration>) -> Self {
        Self {
            terminal: false,
            elsewhere: terminal.then_some(Elsewhere::Meanwhile),
            grace: Duration::ZERO,
            bell: false,
            deadline: left.map(|after| Deadline { after, otherwise: None }),
            ..Self::new(request, wishes, terminal)
        }
    }
}

/// Why a channel is of no use before anything is tried.
fn obstacle(answers: &Question, channel: ChannelKind, wishes: &Wishes, terminal: bool) -> Option<String> {
    if terminal {
        return None;
    }
    if channel == ChannelKind::Terminal {
        Some("there is no terminal".to_owned())
    } else if wishes.elsewhere.is_some() {
        None
    } else if let Some(what) = answers.terminal_only() {
        Some(only_at_terminal(what))
    } else if wishes.terminal_only {
        Some("only the terminal may answer, and there is none".to_owned())
    } else if !wishes.actions {
        Some("buttons are switched off, and there is no terminal to answer at".to_owned())
    } else {
        None
    }
}

fn only_at_terminal(what: &str) -> String {
    format!("{what} can only be answered at the terminal, and there is none")
}

#[cfg(test)]
mod tests;
