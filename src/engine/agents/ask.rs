//! An agent's question as a prompt of ours.
//!
//! Pure: no clock, no environment, no input or output.

use std::time::Duration;

use super::{
    Agent,
    event::{Ask, Offer, Subject, Tell},
};
use crate::engine::{
    answer::Answer,
    notice::{Notice, Sound},
    request::{Choice, Deadline, Kind, Question, Request, Verdict},
    text,
};

/// What the human's own side has to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    /// Who asks, and where.
    pub(super) source: String,
    /// Whether what the agent says may be on a notification.
    pub(super) include_reason: bool,
    /// How long to wait.
    pub(super) hold: Option<Duration>,
    /// Whether no answer is a no.
    pub(super) denies_late: bool,
}

/// What is asked.
pub(super) fn request(agent: Agent, ask: &Ask, terms: &Terms) -> Request {
    let name = agent.title();
    let (title, question) = match &ask.subject {
        Subject::Tool(tool) => (format!("{name}: allow {}?", text::clean(tool)), String::new()),
        Subject::Plan => (format!("{name}: accept the plan?"), String::new()),
        Subject::Question(question) => (format!("{name} has a question"), question.clone()),
    };
    let choices: Vec<Choice> = ask.offers.iter().map(|offer| offer.choice.clone()).collect();
    let refusal = choices.iter().find(|choice| choice.verdict == Verdict::Refuse).cloned();
    let otherwise = refusal.filter(|_| terms.denies_late).map(Answer::Choice);
    let answers = if choices.is_empty() {
        let option = |(at, label): (usize, &String)| Choice {
            key: (at + 1).to_string(),
            label: label.clone(),
            verdict: Verdict::None,
        };
        let choices = ask.options.iter().enumerate().map(option).collect();
        Question::List { choices, other: true, multi: false }
    } else {
        Question::Choice { choices, reply: ask.typed.is_some() }
    };
    Request {
        kind: if matches!(ask.subject, Subject::Question(_)) { Kind::Choose } else { Kind::Access },
        title,
        question,
        reason: ask.reason.clone(),
        include_reason: terms.include_reason,
        objects: ask.objects.clone(),
        answers,
        deadline: terms.hold.map(|after| Deadline { after, otherwise }),
        default: None,
        source: terms.source.clone(),
    }
}

/// What an answer is to print.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Printed {
    /// This.
    Object(serde_json::Value),
    /// Nothing: that is how the agent is told.
    Nothing,
}

/// What the answer with this key, or this typed text, comes to; none if there is no such answer.
pub(super) fn printed(ask: &Ask, key: Option<&str>, typed: Option<&str>) -> Option<Printed> {
    if let Some(typed) = typed {
        let deny = ask.typed?;
        return Some(Printed::Object(deny(typed)));
    }
    let offer = ask.offers.iter().find(|offer| Some(offer.choice.key.as_str()) == key)?;
    Some(offer.prints.clone().map_or(Printed::Nothing, Printed::Object))
}

/// Whether that answer lets the call go ahead. What is typed is a no in other words.
pub(super) fn lets_it_run(ask: &Ask, key: Option<&str>, typed: Option<&str>) -> bool {
    let is_refused = |offer: &Offer| offer.choice.verdict == Verdict::Refuse;
    typed.is_none()
        && !ask.offers.iter().any(|offer| Some(offer.choice.key.as_str()) == key && is_refused(offer))
}

/// What a gate prints that nobody has opened.
pub(super) fn refusal(ask: &Ask) -> Option<serde_json::Value> {
    ask.offers
        .iter()
        .find(|offer| offer.choice.verdict == Verdict::Refuse)
        .and_then(|Offer { prints, .. }| prints.clone())
}

/// What is told.
pub(super) fn notice(agent: Agent, tell: &Tell, terms: &Terms, sound: bool) -> Notice {
    use super::News;
    let text = tell.text.as_deref().filter(|_| terms.include_reason).map(text::clean).unwrap_or_default();
    let text = text::cut(&text, 200);
    let body: Vec<&str> =
        [text.as_str(), terms.source.as_str()].into_iter().filter(|line| !line.is_empty()).collect();
    Notice {
        title: format!("{} {}", agent.title(), tell.news.words()),
        body: body.join("\n"),
        sound: sound.then_some(match tell.news {
            News::Done | News::Idle => Sound::Done,
            News::Failed => Sound::Error,
            News::Permission => Sound::Permission,
            News::Question => Sound::Question,
        }),
        ..Notice::default()
    }
}
