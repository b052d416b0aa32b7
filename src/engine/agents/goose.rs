//! Goose: its plugin's payloads. A hook of it can only block; what is allowed is its own mode's to say
//! (facts/agents.md §8).
//!
//! Pure: no clock, no environment, no input or output.

use serde_json::{Value, json};

use super::{
    event::{Ask, News, Tell, What, Which, denied},
    object,
    payload::{Payload, call_key},
};
use crate::engine::plan::Elsewhere;

/// What the event comes to, and which questions it ends.
pub(super) fn parse(event: &str, payload: Payload<'_>) -> (What, Option<Which>) {
    let (tool, input) = (payload.tool(), payload.input());
    let key = call_key(tool, input.get(), &[]);
    match event {
        "PreToolUse" => {
            let ask = Ask::tool(tool, object::of(input), Elsewhere::Afterwards, key);
            (What::from(Ask { would_ask: false, ..ask }.or_deny(None, deny)), None)
        }
        "PostToolUse" => (What::Nothing("it goes on"), Some(Which::Call(key))),
        "Stop" => (What::Tell(Tell { news: News::Done, text: None }), Some(Which::All)),
        "UserPromptSubmit" | "SessionEnd" => (What::Nothing("it goes on"), Some(Which::All)),
        _ => (What::Nothing("no event of ours"), None),
    }
}

fn deny(typed: &str) -> Value {
    json!({"decision": "block", "reason": denied(typed)})
}
