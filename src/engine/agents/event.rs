//! What a hook is told, in our words: an adapter makes one of these of its agent's payload.
//!
//! Pure: no clock, no environment, no input or output.

use serde_json::Value;

use crate::engine::{
    plan::Elsewhere,
    request::{Choice, Object, Verdict},
    text,
};

/// What a denial says to the agent. A text that the human typed follows it.
pub(super) const DENIED: &str = "Denied by the user from a notification.";
/// The most of a typed text that an agent is sent, in characters; Claude Code takes 10,000 in all.
const LONGEST_REPLY: usize = 2000;
/// The longest label that is shown, in characters: two that differ only behind it look the same.
const LONGEST_LABEL: usize = 80;
/// The longest label of a button that grants more than this once, in characters. What does not fit whole nobody has read.
const LONGEST_GRANT: usize = 60;

/// One call of a hook.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The event's name, as the agent has it.
    pub event: String,
    /// The agent's session; empty where it has none.
    pub session: String,
    /// The agent within the session that it is about, if it is not the main one.
    pub subagent: Option<String>,
    /// Where the agent works.
    pub directory: Option<String>,
    /// Which questions are over.
    pub over: Option<Which>,
    /// What it is about.
    pub what: What,
}

/// What a hook's call is about.
#[derive(Clone, Debug)]
pub enum What {
    /// Somebody has to decide something.
    Ask(Box<Ask>),
    /// Somebody may want to know something.
    Tell(Tell),
    /// Nothing for us; why.
    Nothing(&'static str),
}

/// The questions that need no answer any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The oldest of this session about this call.
    Call(u64),
    /// All of this session.
    All,
}

/// A question.
#[derive(Clone, Debug)]
pub struct Ask {
    /// What is asked.
    pub subject: Subject,
    /// Why, in the agent's words.
    pub reason: Option<String>,
    /// What it is about.
    pub objects: Vec<Object>,
    /// What can be answered, in order; nothing where only the agent's own terminal can take the answer.
    pub offers: Vec<Offer>,
    /// What there is to choose from where nothing is offered.
    pub options: Vec<String>,
    /// What a typed text comes to, where one may be typed.
    pub typed: Option<fn(&str) -> Value>,
    /// When the agent asks at its own terminal.
    pub elsewhere: Elsewhere,
    /// Whether the agent would have asked; there are some that call for everything.
    pub would_ask: bool,
    /// Whether the user has told the agent to ask nobody.
    pub is_bypassed: bool,
    /// Whether it only looks: a human need not be asked for that.
    pub only_looks: bool,
    /// See [`super::payload::call_key`].
    pub key: u64,
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// May this tool be used?
    Tool(String),
    /// May the plan be carried out?
    Plan,
    /// The agent's own question.
    Question(String),
}

impl Subject {
    /// What a question about it is, where it is only told of.
    pub(super) fn news(&self) -> News {
        if matches!(self, Self::Question(_)) { News::Question } else { News::Permission }
    }
}

/// One answer, and what the hook prints for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// What can be pressed.
    pub choice: Choice,
    /// The agent's own word for it; nothing where not to object is to allow.
    pub prints: Option<Value>,
}

impl Offer {
    /// This once.
    pub(super) fn allow(prints: Option<Value>) -> Self {
        Self::new("allow", "Allow once".to_owned(), Verdict::Affirm, prints)
    }

    /// No.
    pub(super) fn deny(prints: Value) -> Self {
        Self::new("deny", "Deny".to_owned(), Verdict::Refuse, Some(prints))
    }

    /// From now on, as far as `what` says. Nothing if that is nothing, more than a button holds, or not to be shown as it
    /// is: a line break between two commands would read as a space.
    pub(super) fn always(what: &str, prints: Value) -> Option<Self> {
        let label = format!("Always: {what}");
        let fits =
            !what.is_empty() && text::clean_label(what) == what && label.chars().count() <= LONGEST_GRANT;
        fits.then(|| Self::new("always", label, Verdict::Affirm, Some(prints)))
    }

    /// One of the answers to the agent's own question, by its number.
    pub(super) fn option(at: usize, label: &str, prints: Value) -> Self {
        Self::new(&(at + 1).to_string(), self::label(label), Verdict::None, Some(prints))
    }

    fn new(key: &str, label: String, verdict: Verdict, prints: Option<Value>) -> Self {
        Self { choice: Choice { key: key.to_owned(), label, verdict }, prints }
    }
}

/// A label as it is shown.
pub(super) fn label(text: &str) -> String {
    text::cut(&text::clean_label(text), LONGEST_LABEL)
}

/// A denial in words.
pub(super) fn denied(typed: &str) -> String {
    let typed = text::cut(&text::clean(typed), LONGEST_REPLY);
    if typed.is_empty() { DENIED.to_owned() } else { format!("{DENIED} {typed}") }
}

/// Something to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tell {
    /// What.
    pub news: News,
    /// What the agent says about it.
    pub text: Option<String>,
}

/// What can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// The agent is done.
    Done,
    /// It stopped because of an error.
    Failed,
    /// It has nothing to do until somebody says something.
    Idle,
    /// It asks for a permission at its terminal.
    Permission,
    /// It asks something at its terminal.
    Question,
}

impl News {
    /// In words, after the agent's name.
    pub fn words(self) -> &'static str {
        match self {
            Self::Done => "is done",
            Self::Failed => "has failed",
            Self::Idle => "waits for you",
            Self::Permission => "asks for permission",
            Self::Question => "has a question",
        }
    }
}

impl Ask {
    /// A question whether a tool may be used.
    pub(super) fn tool(tool: &str, objects: Vec<Object>, elsewhere: Elsewhere, key: u64) -> Self {
        Self::new(Subject::Tool(tool.to_owned()), objects, elsewhere, key)
    }

    pub(super) fn new(subject: Subject, objects: Vec<Object>, elsewhere: Elsewhere, key: u64) -> Self {
        Self {
            subject,
            reason: None,
            objects,
            offers: Vec::new(),
            options: Vec::new(),
            typed: None,
            elsewhere,
            would_ask: true,
            is_bypassed: false,
            only_looks: false,
            key,
        }
    }

    /// With a yes, a no and a no in other words.
    pub(super) fn or_deny(mut self, allow: Option<Value>, deny: fn(&str) -> Value) -> Self {
        self.offers = vec![Offer::allow(allow), Offer::deny(deny(""))];
        self.typed = Some(deny);
        self
    }
}

impl From<Ask> for What {
    fn from(ask: Ask) -> Self {
        Self::Ask(Box::new(ask))
    }
}
