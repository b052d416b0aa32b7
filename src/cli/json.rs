//! The JSON object of `wait --json`: a contract with other programs, so it has types of its own (spec §2).

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::engine::{
    answer::{Answer, Ending, Outcome},
    request::Verdict,
};

#[derive(Serialize)]
struct Object<'a> {
    outcome: &'static str,
    answer: Option<Value<'a>>,
    /// The keys of an answer that is several choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<Vec<&'a str>>,
    label: Option<Cow<'a, str>>,
    verdict: Option<&'static str>,
    source: Option<&'static str>,
    announced: Vec<&'static str>,
    held: Option<&'static str>,
    closed_reason: Option<&'static str>,
    waited_ms: u64,
    failures: Vec<Failure<'a>>,
}

#[derive(Serialize)]
struct Failure<'a> {
    channel: &'static str,
    error: &'a str,
}

/// An answer: a text, or the values of a form as an object.
enum Value<'a> {
    Text(Cow<'a, str>),
    Form(&'a [(String, String)]),
}

impl<'a> Value<'a> {
    fn of(answer: &'a Answer) -> Self {
        match answer {
            Answer::Form(values) => Self::Form(values),
            Answer::Choice(_) | Answer::Choices(_) | Answer::Text(_) | Answer::Secret(_) => {
                Self::Text(answer.text())
            }
        }
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            // In the order of the fields.
            Self::Form(values) => serializer.collect_map(values.iter().map(|(name, value)| (name, value))),
        }
    }
}

/// The outcome as one line of JSON, without a newline.
pub(super) fn object(outcome: &Outcome) -> String {
    let (answer, source) = match &outcome.ending {
        Ending::Answered { answer, source } => (Some(answer), Some(source.name())),
        _ => (None, None),
    };
    let object = Object {
        outcome: match outcome.ending {
            Ending::Answered { .. } => "answered",
            Ending::Dismissed | Ending::ToTerminal => "dismissed",
            Ending::TimedOut => "timed-out",
            Ending::Unreachable => "unreachable",
            Ending::Interrupted(_) => "interrupted",
        },
        answer: answer.map(Value::of),
        answers: match answer {
            Some(Answer::Choices(choices)) => {
                Some(choices.iter().map(|choice| choice.key.as_str()).collect())
            }
            _ => None,
        },
        label: match answer {
            Some(Answer::Choice(choice)) => Some(Cow::Borrowed(&choice.label)),
            Some(Answer::Choices(choices)) => {
                let labels: Vec<&str> = choices.iter().map(|choice| choice.label.as_str()).collect();
                Some(Cow::Owned(labels.join("\n")))
            }
            _ => None,
        },
        verdict: answer.map(Answer::verdict).map(Verdict::name),
        source,
        announced: outcome.announced.iter().map(|channel| channel.name()).collect(),
        held: outcome.held.then_some("do-not-disturb"),
        closed_reason: outcome.closed_reason.map(crate::engine::answer::CloseReason::name),
        waited_ms: u64::try_from(outcome.waited.as_millis()).unwrap_or(u64::MAX),
        failures: outcome
            .failures
            .iter()
            .map(|failure| Failure { channel: failure.channel.name(), error: &failure.error })
            .collect(),
    };
    // Strings, numbers and lists always have a JSON form.
    serde_json::to_string(&object).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::{
        answer::{ChannelKind, CloseReason, Source},
        request::Choice,
    };

    #[test]
    fn an_answer_from_the_desktop() {
        let choice = Choice { key: "deny".into(), label: "Deny".into(), verdict: Verdict::Refuse };
        let outcome = Outcome {
            ending: Ending::Answered {
                answer: Answer::Choice(choice),
                source: Source::Channel(ChannelKind::Desktop),
            },
            announced: vec![ChannelKind::Desktop],
            held: true,
            closed_reason: Some(CloseReason::Dismissed),
            waited: Duration::from_millis(1500),
            failures: vec![crate::engine::answer::Failure {
                channel: ChannelKind::Terminal,
                error: "a \"quoted\" word".into(),
            }],
        };
        assert_eq!(
            object(&outcome),
            r#"{"outcome":"answered","answer":"deny","label":"Deny","verdict":"refuse","source":"desktop","announced":["desktop"],"held":"do-not-disturb","closed_reason":"dismissed","waited_ms":1500,"failures":[{"channel":"terminal","error":"a \"quoted\" word"}]}"#
        );
    }

    fn answered(answer: Answer) -> String {
        object(&Outcome {
            ending: Ending::Answered { answer, source: Source::Terminal },
            announced: vec![],
            held: false,
            closed_reason: None,
            waited: Duration::from_millis(7),
            failures: vec![],
        })
    }

    #[test]
    fn several_choices_are_an_array_too() {
        let choice =
            |key: &str, label: &str| Choice { key: key.into(), label: label.into(), verdict: Verdict::None };
        assert_eq!(
            answered(Answer::Choices(vec![choice("a", "A"), choice("b", "B, or not")])),
            r#"{"outcome":"answered","answer":"a\nb","answers":["a","b"],"label":"A\nB, or not","verdict":"none","source":"terminal","announced":[],"held":null,"closed_reason":null,"waited_ms":7,"failures":[]}"#
        );
    }

    #[test]
    fn a_form_is_an_object_in_its_order() {
        let values = [("version", "1.2"), ("branch", "it's \"main\""), ("notes", "")];
        let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(
            answered(Answer::Form(values.to_vec())),
            r#"{"outcome":"answered","answer":{"version":"1.2","branch":"it's \"main\"","notes":""},"label":null,"verdict":"none","source":"terminal","announced":[],"held":null,"closed_reason":null,"waited_ms":7,"failures":[]}"#
        );
    }

    #[test]
    fn nothing_is_null_or_empty() {
        let outcome = Outcome {
            ending: Ending::TimedOut,
            announced: vec![],
            held: false,
            closed_reason: None,
            waited: Duration::from_secs(2),
            failures: vec![],
        };
        assert_eq!(
            object(&outcome),
            r#"{"outcome":"timed-out","answer":null,"label":null,"verdict":null,"source":null,"announced":[],"held":null,"closed_reason":null,"waited_ms":2000,"failures":[]}"#
        );
    }
}
