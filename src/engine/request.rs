//! What the caller asks: the words of a prompt, checked once and then plain data.
//!
//! Pure: no clock, no environment, no input or output.

use std::time::Duration;

use crate::engine::{answer::Answer, duration::compact, field::Field};

/// The preset a prompt was made from (spec §4). It decides the default title, the default choices and what may
/// leave the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// May this one thing be done?
    Confirm,
    /// May these several things be done?
    Batch,
    /// A policy stands in the way; may it be passed?
    Policy,
    /// May something outside be reached?
    Access,
    /// May a skill be used?
    Skills,
    /// A limit was reached; go on?
    Limit,
    /// A question that wants typed text.
    Ask,
    /// Which one, or which ones, of a list?
    Choose,
    /// Several values, each with a name.
    Form,
    /// A secret that wants typed text: never echoed, never announced.
    Secret,
}

impl Kind {
    /// All kinds, in the order of the table in spec §4.
    pub const ALL: [Self; 10] = [
        Self::Confirm,
        Self::Batch,
        Self::Policy,
        Self::Access,
        Self::Skills,
        Self::Limit,
        Self::Ask,
        Self::Choose,
        Self::Form,
        Self::Secret,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Batch => "batch",
            Self::Policy => "policy",
            Self::Access => "access",
            Self::Skills => "skills",
            Self::Limit => "limit",
            Self::Ask => "ask",
            Self::Choose => "choose",
            Self::Form => "form",
            Self::Secret => "secret",
        }
    }

    /// The title of a prompt that was given none.
    pub fn title(self) -> &'static str {
        match self {
            Self::Confirm => "Confirmation needed",
            Self::Batch => "Several actions need confirmation",
            Self::Policy => "A policy asks for confirmation",
            Self::Access => "Access needs permission",
            Self::Skills => "A skill needs permission",
            Self::Limit => "A limit was reached",
            Self::Ask => "A question is waiting",
            Self::Choose => "A choice is waiting",
            Self::Form => "A form is waiting",
            Self::Secret => "A secret is needed",
        }
    }

    /// The choices of a prompt that was given none, as (key, label); empty where text is typed or the caller has to name
    /// them (spec §4).
    pub fn choices(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Confirm | Self::Policy | Self::Access => &[("allow", "Allow once"), ("deny", "Deny")],
            Self::Batch => &[("allow", "Allow all"), ("review", "Review one by one"), ("deny", "Deny")],
            Self::Skills => &[("allow", "Allow once"), ("chat", "This chat"), ("deny", "Deny")],
            Self::Limit => {
                &[("continue", "Continue"), ("always", "Continue, stop asking"), ("stop", "Stop here")]
            }
            Self::Ask | Self::Choose | Self::Form | Self::Secret => &[],
        }
    }
}

/// Whether taking a choice means yes, no or neither (spec §1). It decides the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It means yes.
    Affirm,
    /// It means no: exit status 1.
    Refuse,
    /// It is neither.
    None,
}

impl Verdict {
    /// The verdict that a key carries by itself (spec §1, compared in any case).
    pub fn of_key(key: &str) -> Self {
        const AFFIRM: [&str; 8] = ["allow", "y", "yes", "ok", "accept", "approve", "continue", "always"];
        const REFUSE: [&str; 9] = ["deny", "n", "no", "reject", "refuse", "cancel", "stop", "abort", "block"];
        let key = key.to_lowercase();
        if AFFIRM.contains(&key.as_str()) {
            Self::Affirm
        } else if REFUSE.contains(&key.as_str()) || key == "decline" {
            Self::Refuse
        } else {
            Self::None
        }
    }

    /// The word in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Affirm => "affirm",
            Self::Refuse => "refuse",
            Self::None => "none",
        }
    }
}

/// One answer that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// What the script reads.
    pub key: String,
    /// What the human reads: cleaned, one line, never empty.
    pub label: String,
    /// What taking it means.
    pub verdict: Verdict,
}

impl Choice {
    /// One whose key says what taking it means.
    pub fn new(key: &str, label: &str) -> Self {
        Self { key: key.to_owned(), label: label.to_owned(), verdict: Verdict::of_key(key) }
    }
}

/// What kind of answer the prompt wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// One of these choices; with `reply`, typed text is an answer too.
    Choice {
        /// The choices in the caller's order: at least one, keys and labels unique.
        choices: Vec<Choice>,
        /// Whether text that matches no choice is an answer.
        reply: bool,
    },
    /// One of a list, or several of it: numbered at the terminal, and nothing to press elsewhere.
    List {
        /// The choices in the caller's order: at least one, keys and labels unique.
        choices: Vec<Choice>,
        /// Whether text that matches no choice is an answer.
        other: bool,
        /// Whether several may be taken; then no text is an answer.
        multi: bool,
    },
    /// Typed text.
    Reply,
    /// A value for each of these: at least one, names unique.
    Form(Vec<Field>),
    /// Typed text that is never shown, announced or logged.
    Secret,
}

impl Question {
    /// The choices, if there are any.
    pub fn choices(&self) -> &[Choice] {
        match self {
            Self::Choice { choices, .. } | Self::List { choices, .. } => choices,
            Self::Reply | Self::Form(_) | Self::Secret => &[],
        }
    }

    /// The fields of a form; none of anything else.
    pub fn fields(&self) -> &[Field] {
        match self {
            Self::Form(fields) => fields,
            Self::Choice { .. } | Self::List { .. } | Self::Reply | Self::Secret => &[],
        }
    }

    /// Whether one typed text is an answer.
    pub fn takes_text(&self) -> bool {
        match self {
            Self::Choice { reply, .. } => *reply,
            Self::List { other, .. } => *other,
            Self::Form(_) => false,
            Self::Reply | Self::Secret => true,
        }
    }

    /// Whether several choices are one answer.
    pub fn takes_several(&self) -> bool {
        matches!(self, Self::List { multi: true, .. })
    }

    /// Whether it is a list, whose choices stand one below the other whatever their length.
    pub fn is_list(&self) -> bool {
        matches!(self, Self::List { .. })
    }

    /// What it is called where only the terminal can take its answer (spec §4); none where a notification can too.
    pub fn terminal_only(&self) -> Option<&'static str> {
        match self {
            Self::Choice { .. } | Self::Reply => None,
            Self::List { .. } => Some("a list"),
            Self::Form(_) => Some("a form"),
            Self::Secret => Some("a secret"),
        }
    }
}

/// One thing that the question is about, such as `program: rm`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// What it is, such as `program`.
    pub kind: String,
    /// Its name; at the terminal as given.
    pub value: String,
}

/// When an unanswered prompt ends, counted from its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// How long the prompt may wait.
    pub after: Duration,
    /// The answer taken then; without one the prompt fails.
    pub otherwise: Option<Answer>,
}

impl Deadline {
    /// What becomes of an unanswered prompt, such as `no answer in 30s = deny`.
    pub fn line(&self) -> String {
        let after = compact(self.after);
        match &self.otherwise {
            Some(answer) => format!("no answer in {after} = {}", answer.shown()),
            None => format!("waits {after} for an answer"),
        }
    }
}

/// One prompt, complete and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The preset it was made from.
    pub kind: Kind,
    /// Short label, the summary of a notification.
    pub title: String,
    /// The question itself; may be empty, then the title asks.
    pub question: String,
    /// Why it is asked: at the terminal always, elsewhere by consent.
    pub reason: Option<String>,
    /// Whether `reason` may travel on a notification.
    pub include_reason: bool,
    /// What it is about.
    pub objects: Vec<Object>,
    /// Which answers it takes.
    pub answers: Question,
    /// When it ends by itself.
    pub deadline: Option<Deadline>,
    /// The answer that is offered: preselected at the terminal, and taken at the deadline.
    pub default: Option<Answer>,
    /// Who is waiting, such as the working directory's name.
    pub source: String,
}

impl Request {
    /// A question to be allowed or denied, and nothing else of it.
    pub fn confirm(question: &str, source: &str) -> Self {
        let kind = Kind::Confirm;
        let choices = kind.choices().iter().map(|(key, label)| Choice::new(key, label)).collect();
        Self {
            kind,
            title: kind.title().to_owned(),
            question: question.to_owned(),
            reason: None,
            include_reason: false,
            objects: Vec::new(),
            answers: Question::Choice { choices, reply: false },
            deadline: None,
            default: None,
            source: source.to_owned(),
        }
    }

    /// The one line that says what is asked: the question, or the title if there is none.
    pub fn headline(&self) -> &str {
        if self.question.is_empty() { &self.title } else { &self.question }
    }
}
