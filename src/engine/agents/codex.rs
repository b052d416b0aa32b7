//! Codex: its hooks' payloads, its older `notify` program's argument, and its words for a decision.
//!
//! A decision is to allow or to deny. Whatever else the answer holds, Codex calls the hook failed and asks itself
//! (facts/agents.md §3).
//!
//! Pure: no clock, no environment, no input or output.

use serde_json::{Value, json};

use super::{
    claude_code::decision,
    event::{Ask, News, Tell, What, Which, denied},
    object,
    payload::{Payload, call_key},
};
use crate::engine::plan::Elsewhere;

/// How the turn begins in which Codex finds a title for the task: nobody waits for that.
const TITLE_TURN: &str = "Generate a concise, single-line task title";

/// What the event comes to, and which questions it ends.
pub(super) fn parse(event: &str, payload: Payload<'_>) -> (What, Option<Which>) {
    let last = payload.text(&["last_assistant_message", "last-assistant-message"]).map(str::to_owned);
    match event {
        "PermissionRequest" => (permission(payload), None),
        "Stop" => (What::Tell(Tell { news: News::Done, text: last }), Some(Which::All)),
        "agent-turn-complete" if is_title_turn(payload) => (What::Nothing("it looks for a title"), None),
        "agent-turn-complete" => (What::Tell(Tell { news: News::Done, text: last }), None),
        "PostToolUse" => (What::Nothing("it goes on"), Some(Which::Call(key(payload)))),
        "UserPromptSubmit" | "SessionEnd" | "Interrupt" | "SubagentStop" => {
            (What::Nothing("it goes on"), Some(Which::All))
        }
        _ => (What::Nothing("no event of ours"), None),
    }
}

/// The reason is part of what is asked, and no part of what is called.
fn key(payload: Payload<'_>) -> u64 {
    call_key(payload.tool(), payload.input().get(), &["description"])
}

fn deny(typed: &str) -> Value {
    decision(&json!({"behavior": "deny", "message": denied(typed)}))
}

fn permission(payload: Payload<'_>) -> What {
    let input = payload.input();
    let ask = Ask::tool(payload.tool(), object::of(input), Elsewhere::Afterwards, key(payload));
    let is_bypassed = payload.text(&["permission_mode"]) == Some("bypassPermissions");
    let ask = Ask { reason: input.text(&["description"]).map(str::to_owned), is_bypassed, ..ask };
    What::from(ask.or_deny(Some(decision(&json!({"behavior": "allow"}))), deny))
}

fn is_title_turn(payload: Payload<'_>) -> bool {
    payload.texts(&["input-messages"]).first().is_some_and(|message| message.starts_with(TITLE_TURN))
}
