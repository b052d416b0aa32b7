//! opencode: what our plugin hands on of its events, and what the plugin is to reply.
//!
//! What is printed is the body of a reply: `{"reply": "once"}` or `{"answers": [["Blue"]]}`. The dialog is on the screen
//! meanwhile. Three shapes of a question are known, by opencode's age (facts/agents.md §2).
//!
//! Pure: no clock, no environment, no input or output.

use serde_json::{Value, json};

use super::{
    claude_code::are_distinct,
    event::{Ask, News, Offer, Subject, Tell, What, Which, denied, label},
    object,
    payload::{Payload, call_key},
};
use crate::engine::{plan::Elsewhere, request::Object};

/// What the event comes to, and which questions it ends.
pub(super) fn parse(event: &str, payload: Payload<'_>) -> (What, Option<Which>) {
    let properties = properties(payload);
    match event {
        "permission.asked" | "permission.v2.asked" | "permission.updated" => (permission(properties), None),
        "question.asked" => {
            (question(properties).map_or(What::Nothing("a question without one"), What::from), None)
        }
        "permission.replied" | "permission.v2.replied" | "question.replied" | "question.rejected" => {
            (What::Nothing("it goes on"), Some(Which::Call(key(properties))))
        }
        "session.idle" => (What::Tell(Tell { news: News::Done, text: None }), Some(Which::All)),
        "session.error" => (What::Tell(Tell { news: News::Failed, text: None }), Some(Which::All)),
        _ => (What::Nothing("no event of ours"), None),
    }
}

/// What the event is about; a plugin of another's may hand on just that.
pub(super) fn properties(payload: Payload<'_>) -> Payload<'_> {
    payload.value(&["properties"]).map_or(payload, Payload::new)
}

fn key(properties: Payload<'_>) -> u64 {
    let id = properties.text(&["requestID", "permissionID", "id"]);
    call_key("request", &json!(id), &[])
}

fn reject(typed: &str) -> Value {
    json!({"reply": "reject", "message": denied(typed)})
}

fn permission(properties: Payload<'_>) -> What {
    let name = properties.text(&["permission", "action", "type"]).unwrap_or("a tool");
    let metadata = properties.within(&["metadata"]);
    let patterns = properties.texts(&["patterns", "resources"]);
    let mut objects = object::of(metadata);
    if objects.is_empty() {
        let pattern = patterns.first().copied().or_else(|| properties.text(&["pattern"]));
        objects.extend(
            pattern
                .map(|pattern| match name {
                    "bash" | "shell" => object::of_command(pattern),
                    _ => vec![Object { kind: "target".to_owned(), value: pattern.to_owned() }],
                })
                .unwrap_or_default(),
        );
    }
    let ask = Ask::tool(name, objects, Elsewhere::Meanwhile, key(properties));
    let reason = metadata.text(&["description"]).or_else(|| properties.text(&["title"]));
    let mut ask =
        Ask { reason: reason.map(str::to_owned), ..ask }.or_deny(Some(json!({"reply": "once"})), reject);
    let always = properties.texts(&["always", "save"]).join(", ");
    if let Some(always) = Offer::always(&always, json!({"reply": "always"})) {
        ask.offers.insert(1, always);
    }
    What::from(ask)
}

fn question(properties: Payload<'_>) -> Option<Ask> {
    let questions = properties.list(&["questions"]);
    let first = Payload::new(questions.first()?);
    let asked = first.text(&["question", "header"])?;
    let mut ask =
        Ask::new(Subject::Question(asked.to_owned()), Vec::new(), Elsewhere::Meanwhile, key(properties));
    let options = first.list(&["options"]);
    let labels: Vec<&str> =
        options.iter().filter_map(|option| Payload::new(option).text(&["label"])).collect();
    let shown: Vec<String> = labels.iter().copied().map(label).collect();
    if questions.len() == 1 && !first.is("multiple") && are_distinct(&shown) && labels.len() == options.len()
    {
        let offer = |(at, label): (usize, &&str)| Offer::option(at, label, json!({"answers": [[label]]}));
        ask.offers = labels.iter().enumerate().map(offer).collect();
    }
    if ask.offers.is_empty() {
        ask.options = shown.into_iter().filter(|label| !label.is_empty()).collect();
    }
    Some(ask)
}
