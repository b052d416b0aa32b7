//! What comes back.

use serde::{Deserialize, Serialize};

use super::{ANSWER_LIMIT, MESSAGE_LIMIT, TITLE_LIMIT, VERSION};
use crate::engine::{
    answer::Answer,
    notice::Action,
    request::{Question, Request},
    text::{clean, cut},
};

/// Something that happened at the desktop's end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// To a probe: a notification could be shown.
    Ready,
    /// The notification is up.
    Shown,
    /// Do-not-disturb is on there.
    Held,
    /// The end: something was chosen or typed.
    Answered(Given),
    /// The end: *Go to terminal*, or a click on the body.
    ToTerminal,
    /// The end: the human closed it, or a notice closed and nothing was chosen.
    Dismissed,
    /// The end: the time was up.
    TimedOut,
    /// The end: nobody can be asked there, or not any more; a lowercase fragment says why.
    Failed(String),
}

impl Event {
    /// Whether nothing more will come.
    pub fn is_end(&self) -> bool {
        !matches!(self, Self::Shown | Self::Held)
    }
}

/// What was said, as it travels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The key of a choice, or the name of an action.
    Key(String),
    /// A typed text.
    Text(String),
}

impl Given {
    /// The answer to this request; none if it asked for no such thing.
    pub fn answer(self, request: &Request) -> Option<Answer> {
        match (self, &request.answers) {
            (Self::Key(key), Question::Choice { choices, .. }) => {
                choices.iter().find(|choice| choice.key == key).cloned().map(Answer::Choice)
            }
            (Self::Text(text), Question::Choice { reply: true, .. } | Question::Reply) => {
                Some(text).filter(|text| !text.trim().is_empty()).map(Answer::Text)
            }
            _ => None,
        }
    }
}

/// Who answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Desk {
    /// The host's name.
    pub host: String,
    /// The notification server's name, where it is known.
    pub server: Option<String>,
    /// Which version of this program.
    pub version: String,
}

/// One line. Unknown keys are ignored and missing ones are empty, so that versions can meet.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Line {
    v: u64,
    nonce: String,
    event: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    desk: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<String>,
    version: String,
}

/// The event as one line, without its newline.
pub fn encode_event(nonce: &str, desk: &Desk, event: &Event) -> String {
    let mut line = Line {
        v: VERSION,
        nonce: nonce.to_owned(),
        desk: desk.host.clone(),
        server: desk.server.clone(),
        version: desk.version.clone(),
        ..Line::default()
    };
    let word = match event {
        Event::Ready => "ready",
        Event::Shown => "shown",
        Event::Held => "held",
        Event::Answered(Given::Key(key)) => {
            line.key = Some(key.clone());
            "answered"
        }
        Event::Answered(Given::Text(text)) => {
            line.text = Some(text.clone());
            "answered"
        }
        Event::ToTerminal => "terminal",
        Event::Dismissed => "dismissed",
        Event::TimedOut => "timed-out",
        Event::Failed(error) => {
            line.error = Some(error.clone());
            "failed"
        }
    };
    word.clone_into(&mut line.event);
    // Strings and numbers always have a JSON form.
    serde_json::to_string(&line).unwrap_or_default()
}

/// What one line of the far end says to whoever asked with this nonce; none if it is not for us, such as what a login
/// script prints, or not known to this version.
pub fn decode_event(line: &str, nonce: &str) -> Option<(Event, Desk)> {
    let line = line.trim();
    if line.len() > ANSWER_LIMIT || !line.starts_with('{') {
        return None;
    }
    let line: Line = serde_json::from_str(line).ok()?;
    if line.v != VERSION || line.nonce != nonce || nonce.is_empty() {
        return None;
    }
    let event = match line.event.as_str() {
        "ready" => Event::Ready,
        "shown" => Event::Shown,
        "held" => Event::Held,
        "answered" => Event::Answered(match (line.key, line.text) {
            (Some(key), None) => Given::Key(key),
            (None, Some(text)) => Given::Text(text),
            _ => return None,
        }),
        "terminal" => Event::ToTerminal,
        "dismissed" => Event::Dismissed,
        "timed-out" => Event::TimedOut,
        "failed" => {
            let error = cut(&clean(&line.error.unwrap_or_default()), MESSAGE_LIMIT);
            Event::Failed(if error.is_empty() { "it does not say why".to_owned() } else { error })
        }
        _ => return None,
    };
    let short = |text: &str| cut(&clean(text), TITLE_LIMIT);
    let desk = Desk {
        host: short(&line.desk),
        server: line.server.as_deref().map(short).filter(|server| !server.is_empty()),
        version: short(&line.version),
    };
    Some((event, desk))
}

/// What a six-field receiver says: the bare name of one of the three actions that it knows.
pub fn bare(line: &str) -> Option<Given> {
    let name = line.trim();
    let known = Action::permission().into_iter().any(|action| action.name == name);
    known.then(|| Given::Key(name.to_owned()))
}
