//! The seventh line: its JSON, and what of it is believed.

use std::{collections::HashSet, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Action, Answer, Ask, Bad, Choice, Deadline, Dialect, Expiry, Header, Kind, LONGEST, MOST, NAME_LIMIT,
    Notice, Object, Question, Request, Sound, UNTITLED, VERSION, Verdict, What, clean_label, cut, icon,
    markup, message, paragraphs, title, urgency,
};
use crate::engine::channel::remote::wire::TITLE_LIMIT;

/// The shortest interval that an asker is taken at its word for.
const LEAST_ALIVE: Duration = Duration::from_millis(200);

/// The line. Unknown keys are ignored and missing ones are empty, so that versions can meet.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Line {
    pub(super) v: u64,
    /// `prompt`, `notice` or `probe`.
    pub(super) what: String,
    pub(super) nonce: String,
    pub(super) host: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) alive_ms: Option<u64>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) title: String,
    /// Of a notice its text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) question: String,

    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) kind: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) source: String,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) terminal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) objects: Vec<(String, String)>,
    /// `choice`, `reply` or `list`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) answers: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) choices: Vec<ChoiceLine>,
    /// What there is to see of a list or a form.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) options: Vec<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) reply: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) after_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) left_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) otherwise: Option<String>,

    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) urgency: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) icon: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sound: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expire_ms: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) actions: Vec<ActionLine>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ChoiceLine {
    key: String,
    label: String,
    verdict: String,
}

impl ChoiceLine {
    pub(super) fn of(choice: &Choice) -> Self {
        Self {
            key: choice.key.clone(),
            label: cut(&choice.label, TITLE_LIMIT),
            verdict: choice.verdict.name().to_owned(),
        }
    }

    fn choice(self) -> Choice {
        let verdict = [Verdict::Affirm, Verdict::Refuse, Verdict::None]
            .into_iter()
            .find(|verdict| verdict.name() == self.verdict)
            .unwrap_or_else(|| Verdict::of_key(&self.key));
        Choice { key: self.key, label: label(&self.label), verdict }
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ActionLine {
    name: String,
    label: String,
}

impl ActionLine {
    pub(super) fn of(action: &Action) -> Self {
        Self { name: action.name.clone(), label: label(&action.label) }
    }
}

fn label(text: &str) -> String {
    cut(&clean_label(text), TITLE_LIMIT)
}

/// What the seventh line is.
pub(super) enum Seventh {
    /// Not ours, or not there.
    None,
    /// Ours, of another version or about something that this one does not know.
    Unknown,
    /// Ours.
    Ours(Result<Box<Line>, Bad>),
}

impl Seventh {
    pub(super) fn read(text: &str) -> Self {
        let Ok(Value::Object(keys)) = serde_json::from_str(text) else { return Self::None };
        match keys.get("v") {
            None => Self::None,
            Some(version) if version.as_u64() != Some(VERSION) => Self::Unknown,
            Some(_) => match serde_json::from_value::<Line>(Value::Object(keys)) {
                Ok(line) if ["prompt", "notice", "probe"].contains(&line.what.as_str()) => {
                    Self::Ours(Ok(Box::new(line)))
                }
                Ok(_) => Self::Unknown,
                Err(_) => Self::Ours(Err(Bad::Garbled("a value is of the wrong kind"))),
            },
        }
    }
}

impl Line {
    pub(super) fn new(what: &str, header: &Header<'_>) -> Self {
        Self {
            v: VERSION,
            what: what.to_owned(),
            nonce: header.nonce.to_owned(),
            host: title(header.host),
            alive_ms: header.alive.map(|alive| u64::try_from(alive.as_millis()).unwrap_or(u64::MAX)),
            ..Self::default()
        }
    }

    /// What is asked, after everything has been looked at.
    pub(super) fn ask(self) -> Result<Ask, Bad> {
        let is_harmless = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if self.nonce.is_empty() || self.nonce.len() > NAME_LIMIT || !self.nonce.chars().all(is_harmless) {
            return Err(Bad::Garbled("its nonce is none"));
        }
        Ok(Ask {
            dialect: Dialect::Lines { nonce: self.nonce.clone() },
            host: title(&self.host),
            alive: self.alive_ms.map(|alive| time(alive).max(LEAST_ALIVE)),
            what: match self.what.as_str() {
                "prompt" => self.prompt()?,
                "notice" => What::Notice(self.notice()?),
                _ => What::Probe,
            },
        })
    }

    fn prompt(self) -> Result<What, Bad> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == self.kind).unwrap_or(Kind::Confirm);
        if kind == Kind::Secret {
            return Err(Bad::Garbled("a secret does not travel"));
        }
        let answers = match self.answers.as_str() {
            "choice" => Question::Choice { choices: choices(self.choices)?, reply: self.reply },
            "reply" => Question::Reply,
            "list" => Question::List { choices: options(&self.options), other: false, multi: false },
            _ => return Err(Bad::Garbled("it does not say how it is answered")),
        };
        let deadline = self.after_ms.map(|after| Deadline {
            after: time(after),
            otherwise: self.otherwise.as_deref().map(|text| Answer::Text(title(text))),
        });
        let reason = self.reason.as_deref().map(message).filter(|reason| !reason.is_empty());
        let request = Request {
            kind,
            title: title(&self.title),
            question: message(&self.question),
            include_reason: reason.is_some(),
            reason,
            objects: self
                .objects
                .iter()
                .take(MOST)
                .map(|(kind, value)| Object { kind: title(kind), value: title(value) })
                .collect(),
            answers,
            deadline,
            default: None,
            source: title(&self.source),
        };
        Ok(What::Prompt { request, left: self.left_ms.map(time), terminal: self.terminal })
    }

    fn notice(self) -> Result<Notice, Bad> {
        let (heading, body) = (title(&self.title), paragraphs(&self.question));
        if heading.is_empty() && body.is_empty() {
            return Err(Bad::Empty);
        }
        let actions: Vec<Action> = self
            .actions
            .into_iter()
            .map(|action| Action { name: action.name, label: label(&action.label) })
            .collect();
        names(actions.iter().map(|action| (action.name.as_str(), action.label.as_str())))?;
        Ok(Notice {
            title: if heading.is_empty() { UNTITLED.to_owned() } else { heading },
            body: markup::escape(&body),
            urgency: urgency(&self.urgency),
            expiry: match self.expire_ms {
                None => Expiry::Server,
                Some(0) => Expiry::Never,
                Some(milliseconds) => Expiry::After(milliseconds),
            },
            image: Some(icon(&self.icon).to_owned()),
            sound: self.sound.as_deref().and_then(Sound::find),
            actions,
            ..Notice::default()
        })
    }
}

fn time(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds).min(LONGEST)
}

fn choices(lines: Vec<ChoiceLine>) -> Result<Vec<Choice>, Bad> {
    if lines.is_empty() {
        return Err(Bad::Garbled("there is nothing to choose from"));
    }
    let choices: Vec<Choice> = lines.into_iter().map(ChoiceLine::choice).collect();
    names(choices.iter().map(|choice| (choice.key.as_str(), choice.label.as_str())))?;
    Ok(choices)
}

/// Names that are repeated letter by letter, and their labels: as a script may read them, and a human tell them apart.
fn names<'a>(pairs: impl ExactSizeIterator<Item = (&'a str, &'a str)>) -> Result<(), Bad> {
    if pairs.len() > MOST {
        return Err(Bad::Garbled("there is too much to choose from"));
    }
    let (mut keys, mut labels) = (HashSet::new(), HashSet::new());
    for (key, label) in pairs {
        if key.is_empty() || key.chars().count() > NAME_LIMIT || key.chars().any(char::is_control) {
            return Err(Bad::Garbled("a key is empty, too long or holds a control character"));
        }
        if label.is_empty() || !keys.insert(key) || !labels.insert(label) {
            return Err(Bad::Garbled("a label is empty, or a key or a label is there twice"));
        }
    }
    Ok(())
}

/// What is only shown: its keys mean nothing.
fn options(labels: &[String]) -> Vec<Choice> {
    let shown = labels.iter().take(MOST).map(|text| label(text)).filter(|label| !label.is_empty());
    shown
        .enumerate()
        .map(|(at, label)| Choice { key: at.to_string(), label, verdict: Verdict::None })
        .collect()
}
