//! Cursor: its hooks' payloads and its words for a decision. It calls them for every command, before its own list, and
//! takes `ask` for an answer that it then ignores; so nothing is printed instead (facts/agents.md §7).
//!
//! Pure: no clock, no environment, no input or output.

use serde_json::{Value, json};

use super::{
    event::{Ask, News, Tell, What, Which, denied},
    object,
    payload::{Payload, call_key},
};
use crate::engine::{plan::Elsewhere, request::Object};

/// What the event comes to, and which questions it ends.
pub(super) fn parse(event: &str, payload: Payload<'_>) -> (What, Option<Which>) {
    match event {
        "beforeShellExecution" => {
            let command = payload.text(&["command"]).unwrap_or_default();
            let ask = Ask::tool("Shell", object::of_command(command), Elsewhere::Afterwards, key(payload));
            let ask = Ask { would_ask: false, only_looks: object::only_looks(command), ..ask };
            (What::from(ask.or_deny(Some(json!({"permission": "allow"})), deny)), None)
        }
        "beforeMCPExecution" => {
            let server = payload.text(&["server", "server_name"]);
            let object = |value: &str| Object { kind: "server".to_owned(), value: value.to_owned() };
            let objects = server.map(object).into_iter().collect();
            let ask = Ask::tool(payload.tool(), objects, Elsewhere::Afterwards, key(payload));
            let ask = Ask { would_ask: false, ..ask };
            (What::from(ask.or_deny(Some(json!({"permission": "allow"})), deny)), None)
        }
        "stop" => {
            let news = if payload.text(&["status"]) == Some("error") { News::Failed } else { News::Done };
            match payload.text(&["status"]) {
                Some("aborted") => (What::Nothing("the user stopped it"), Some(Which::All)),
                _ => (What::Tell(Tell { news, text: None }), Some(Which::All)),
            }
        }
        "afterShellExecution" | "afterMCPExecution" => {
            (What::Nothing("it goes on"), Some(Which::Call(key(payload))))
        }
        "beforeSubmitPrompt" | "sessionEnd" => (What::Nothing("it goes on"), Some(Which::All)),
        _ => (What::Nothing("no event of ours"), None),
    }
}

fn key(payload: Payload<'_>) -> u64 {
    match payload.text(&["command"]) {
        Some(command) => call_key("Shell", &json!(command), &[]),
        None => call_key(payload.tool(), payload.value(&["tool_input"]).unwrap_or(&Value::Null), &[]),
    }
}

fn deny(typed: &str) -> Value {
    json!({"permission": "deny", "user_message": denied(""), "agent_message": denied(typed)})
}
