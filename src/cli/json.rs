//! The JSON object of `wait --json`: a contract with other programs, so it has types of its own (spec §2).

use serde::Serialize;

use crate::engine::{
    answer::{Answer, Ending, Outcome},
    request::Verdict,
};

#[derive(Serialize)]
struct Object<'a> {
    outcome: &'static str,
    answer: Option<&'a str>,
    label: Option<&'a str>,
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

/// The outcome as one line of JSON, without a newline.
pub(super) fn object(outcome: &Outcome) -> String {
    let (answer, source) = match &outcome.ending {
        Ending::Answered { answer, source } => (Some(answer), Some(source.name())),
        _ => (None, None),
    };
    let object = Object {
        outcome: match outcome.ending {
            Ending::Answered { .. } => "answered",
            Ending::Dismissed => "dismissed",
            Ending::TimedOut => "timed-out",
            Ending::Unreachable => "unreachable",
            Ending::Interrupted(_) => "interrupted",
        },
        answer: answer.map(Answer::text),
        label: match answer {
            Some(Answer::Choice(choice)) => Some(&choice.label),
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
