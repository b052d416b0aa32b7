//! Crush: the payload of its `PreToolUse` and its words for a decision. It calls it for everything, and to allow skips
//! its own dialog (facts/agents.md §8).
//!
//! Pure: no clock, no environment, no input or output.

use serde_json::{Value, json};

use super::{
    event::{Ask, What, Which, denied},
    object,
    payload::{Payload, call_key},
};
use crate::engine::plan::Elsewhere;

/// What the event comes to, and which questions it ends.
pub(super) fn parse(event: &str, payload: Payload<'_>) -> (What, Option<Which>) {
    const LOOK: [&str; 6] = ["view", "ls", "glob", "grep", "sourcegraph", "diagnostics"];
    if event != "PreToolUse" {
        return (What::Nothing("no event of ours"), None);
    }
    let (tool, input) = (payload.tool(), payload.input());
    let looks = LOOK.contains(&tool) || input.text(&["command"]).is_some_and(object::only_looks);
    let key = call_key(tool, input.get(), &[]);
    let ask = Ask::tool(tool, object::of(input), Elsewhere::Afterwards, key);
    let ask = Ask { would_ask: false, only_looks: looks, ..ask };
    (What::from(ask.or_deny(Some(json!({"version": 1, "decision": "allow"})), deny)), None)
}

fn deny(typed: &str) -> Value {
    json!({"version": 1, "decision": "deny", "reason": denied(typed)})
}
