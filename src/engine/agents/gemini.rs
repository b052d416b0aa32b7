//! Gemini CLI: its hooks' payloads. A hook of it can stop a call and cannot approve one: its own dialog stays.
//!
//! It draws that dialog only when its `Notification` hook has returned (facts/agents.md §6).
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
    match event {
        "BeforeTool" => (before_tool(payload), None),
        "AfterTool" => (What::Nothing("it goes on"), Some(Which::Call(key(payload)))),
        "Notification" if payload.text(&["notification_type"]) == Some("ToolPermission") => {
            let text = payload.within(&["details"]).text(&["title"]).or_else(|| payload.text(&["message"]));
            (What::Tell(Tell { news: News::Permission, text: text.map(str::to_owned) }), None)
        }
        "AfterAgent" => {
            let text = payload.text(&["prompt_response"]).map(str::to_owned);
            (What::Tell(Tell { news: News::Done, text }), Some(Which::All))
        }
        "BeforeAgent" | "SessionEnd" => (What::Nothing("it goes on"), Some(Which::All)),
        _ => (What::Nothing("no event of ours"), None),
    }
}

fn key(payload: Payload<'_>) -> u64 {
    call_key(payload.tool(), payload.input().get(), &[])
}

fn deny(typed: &str) -> Value {
    json!({"decision": "deny", "reason": denied(typed)})
}

fn before_tool(payload: Payload<'_>) -> What {
    const LOOK: [&str; 6] =
        ["list_directory", "read_file", "read_many_files", "glob", "search_file_content", "grep_search"];
    let (tool, input) = (payload.tool(), payload.input());
    let ask = Ask::tool(tool, object::of(input), Elsewhere::Afterwards, key(payload));
    let ask = Ask { would_ask: false, only_looks: LOOK.contains(&tool), ..ask };
    What::from(ask.or_deny(None, deny))
}
