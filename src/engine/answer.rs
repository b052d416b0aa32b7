//! What comes back: an answer, where it came from, and how the prompt ended.
//!
//! Pure: no clock, no environment, no input or output.

use std::{borrow::Cow, fmt, time::Duration};

use zeroize::Zeroizing;

use crate::engine::{
    request::{Choice, Verdict},
    shell,
    text::{clean, cut},
};

/// How much of a typed answer is shown, in characters: it has to leave room for the question on one line.
const SHOWN_LIMIT: usize = 60;

/// How much of an answer of several parts is shown, in characters: of the question there is more to be left.
const PARTS_LIMIT: usize = 50;

/// How much of one value of a form is shown, in characters, where all of them together are too long.
const VALUE_LIMIT: usize = 16;

/// What the human said.
#[derive(Clone, PartialEq, Eq)]
pub enum Answer {
    /// One of the choices.
    Choice(Choice),
    /// Several of the choices, in their order: at least one.
    Choices(Vec<Choice>),
    /// A value for each field of a form, as (name, value), in the order of the fields. No value holds a line break.
    Form(Vec<(String, String)>),
    /// Typed text, even when it spells a choice's key on a reply field (spec §3 rule 9).
    Text(String),
    /// Typed text that nothing may show or log; wiped when dropped.
    Secret(Zeroizing<String>),
}

impl Answer {
    /// What is printed on stdout: several choices a line each, the values of a form as assignments that a shell reads.
    /// A secret is not copied.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Choice(choice) => Cow::Borrowed(&choice.key),
            Self::Choices(choices) => Cow::Owned(lines(choices.iter().map(|choice| choice.key.clone()))),
            Self::Form(values) => Cow::Owned(lines(
                values.iter().map(|(name, value)| format!("{name}={}", shell::quoted(value))),
            )),
            Self::Text(text) => Cow::Borrowed(text),
            Self::Secret(text) => Cow::Borrowed(text),
        }
    }

    /// How it may be shown: the keys of choices, the head of a text, the values of a form with their names, nothing of a
    /// secret.
    pub fn shown(&self) -> String {
        match self {
            Self::Choice(choice) => clean(&choice.key),
            Self::Choices(choices) => {
                let keys: Vec<String> = choices.iter().map(|choice| clean(&choice.key)).collect();
                cut(&keys.join(", "), PARTS_LIMIT)
            }
            Self::Form(values) => shown_form(values),
            Self::Text(text) => cut(&clean(text), SHOWN_LIMIT),
            Self::Secret(_) => "answered".to_owned(),
        }
    }

    /// What taking it means.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Choice(choice) => choice.verdict,
            // One that means no is enough, so that `wait … && deploy` stays safe.
            Self::Choices(choices) => {
                let mean = |verdict| move |choice: &Choice| choice.verdict == verdict;
                if choices.iter().any(mean(Verdict::Refuse)) {
                    Verdict::Refuse
                } else if choices.iter().all(mean(Verdict::Affirm)) {
                    Verdict::Affirm
                } else {
                    Verdict::None
                }
            }
            Self::Form(_) | Self::Text(_) | Self::Secret(_) => Verdict::None,
        }
    }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

/// `version=1.2.3 branch=main`; where that is too long, the head of each value.
fn shown_form(values: &[(String, String)]) -> String {
    let joined = |limit: usize| {
        let shown = values.iter().map(|(name, value)| format!("{name}={}", cut(&clean(value), limit)));
        shown.collect::<Vec<_>>().join(" ")
    };
    let whole = joined(PARTS_LIMIT);
    if whole.chars().count() <= PARTS_LIMIT { whole } else { cut(&joined(VALUE_LIMIT), PARTS_LIMIT) }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(choice) => f.debug_tuple("Choice").field(&choice.key).finish(),
            Self::Choices(choices) => {
                f.debug_list().entries(choices.iter().map(|choice| &choice.key)).finish()
            }
            Self::Form(values) => {
                f.debug_map().entries(values.iter().map(|(name, value)| (name, value))).finish()
            }
            Self::Text(text) => f.debug_tuple("Text").field(text).finish(),
            Self::Secret(_) => f.write_str("Secret"),
        }
    }
}

/// A way to announce a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChannelKind {
    /// A notification on the desktop.
    Desktop,
    /// Something the terminal itself can raise; today its bell.
    Terminal,
    /// A notification on another host's desktop.
    Remote,
}

impl ChannelKind {
    /// The word in configuration and JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Terminal => "terminal",
            Self::Remote => "remote",
        }
    }
}

/// Where an answer was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Typed at the terminal prompt.
    Terminal,
    /// Given on a channel's notification.
    Channel(ChannelKind),
    /// Nobody answered in time.
    Default,
}

impl Source {
    /// The word in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terminal => "terminal",
            Self::Channel(ChannelKind::Desktop) => "desktop",
            Self::Channel(ChannelKind::Terminal) => "terminal-notification",
            Self::Channel(ChannelKind::Remote) => "remote",
            Self::Default => "default",
        }
    }
}

/// Why a notification closed, as the notification specification numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CloseReason {
    /// 1: it expired.
    Expired,
    /// 2: a human dismissed it; some servers also say so when no human did (facts/servers.md §1).
    Dismissed,
    /// 3: a call to `CloseNotification`.
    Closed,
    /// 4 and all others: undefined.
    Undefined,
}

impl CloseReason {
    /// The reason behind the number on the wire.
    pub fn from_number(number: u32) -> Self {
        match number {
            1 => Self::Expired,
            2 => Self::Dismissed,
            3 => Self::Closed,
            _ => Self::Undefined,
        }
    }

    /// The word in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::Dismissed => "dismissed",
            Self::Closed => "closed",
            Self::Undefined => "undefined",
        }
    }
}

/// A channel that could not do its part, and why; never an error while another way can answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which channel.
    pub channel: ChannelKind,
    /// What happened: a lowercase fragment that reads after "desktop: ".
    pub error: String,
}

/// A signal that ends the process after cleaning up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// Hang-up.
    Hup,
    /// Ctrl-C.
    Int,
    /// Ctrl-\.
    Quit,
    /// The polite kill.
    Term,
}

/// How a prompt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Somebody answered, or the default was taken.
    Answered {
        /// The answer.
        answer: Answer,
        /// Where it came from.
        source: Source,
    },
    /// A human refused to answer.
    Dismissed,
    /// A human wants to answer at the asker's terminal, which is another program's or at the other end of a connection
    /// ([`Plan::elsewhere`](crate::engine::plan::Plan::elsewhere)).
    ToTerminal,
    /// The deadline passed and there is no default.
    TimedOut,
    /// Nobody can be asked.
    Unreachable,
    /// A signal ended it.
    Interrupted(Signal),
}

/// Everything that is known when a prompt is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Where a notification was shown, in order, each once.
    pub announced: Vec<ChannelKind>,
    /// Whether do-not-disturb was on where it was shown.
    pub held: bool,
    /// Why the last notification closed, if it did before the end.
    pub closed_reason: Option<CloseReason>,
    /// How long the prompt waited.
    pub waited: Duration,
    /// What failed on the way.
    pub failures: Vec<Failure>,
}

#[cfg(test)]
mod tests;
