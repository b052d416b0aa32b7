//! GitHub Copilot CLI: its hooks' payloads, in either spelling, and its words for a decision.
//!
//! It asks its hook before its own rules, for `ls` as for anything else, and shows nothing meanwhile; so it is alerted by
//! its own notification unless the user wants more. Any exit status but 0 would deny (facts/agents.md §5).
//!
//! Pure: no clock, no environment, no input or output.

use serde_json::{Value, json};

use super::{
    event::{Ask, News, Tell, What, Which, denied},
    object,
    payload::{Payload, call_key},
};
use crate::engine::plan::Elsewhere;

/// The event's name, for payloads that do not have it.
pub(super) fn event(payload: Payload<'_>) -> Option<&'static str> {
    let has = |key| payload.value(&[key]).is_some();
    if has("notification_type") || has("notificationType") {
        Some("notification")
    } else if has("stopReason") || has("stop_reason") {
        Some("agentStop")
    } else if has("toolResult") || has("tool_result") {
        Some("postToolUse")
    } else {
        None
    }
}

/// What the event comes to, and which questions it ends.
pub(super) fn parse(event: &str, payload: Payload<'_>) -> (What, Option<Which>) {
    match event {
        "permissionRequest" | "PermissionRequest" => (permission(payload), None),
        "notification" | "Notification" => (notification(payload), None),
        "agentStop" | "Stop" => (What::Tell(Tell { news: News::Done, text: None }), Some(Which::All)),
        "errorOccurred" => (What::Tell(Tell { news: News::Failed, text: None }), Some(Which::All)),
        "postToolUse" | "PostToolUse" => (What::Nothing("it goes on"), Some(Which::Call(key(payload)))),
        "userPromptSubmitted" | "UserPromptSubmit" | "sessionEnd" | "SessionEnd" => {
            (What::Nothing("it goes on"), Some(Which::All))
        }
        _ => (What::Nothing("no event of ours"), None),
    }
}

fn key(payload: Payload<'_>) -> u64 {
    call_key(payload.tool(), payload.input().get(), &["description"])
}

fn deny(typed: &str) -> Value {
    json!({"behavior": "deny", "message": denied(typed)})
}

fn permission(payload: Payload<'_>) -> What {
    const LOOK: [&str; 6] = ["view", "read", "glob", "grep", "rg", "report_intent"];
    let (tool, input) = (payload.tool(), payload.input());
    let looks = LOOK.contains(&tool) || input.text(&["command"]).is_some_and(object::only_looks);
    let ask = Ask::tool(tool, object::of(input), Elsewhere::Afterwards, key(payload));
    let reason = input.text(&["description"]).map(str::to_owned);
    let ask = Ask { reason, would_ask: false, only_looks: looks, ..ask };
    What::from(ask.or_deny(Some(json!({"behavior": "allow"})), deny))
}

fn notification(payload: Payload<'_>) -> What {
    let news = match payload.text(&["notification_type", "notificationType"]).unwrap_or_default() {
        "permission_prompt" => News::Permission,
        "elicitation_dialog" => News::Question,
        "agent_completed" => News::Done,
        "agent_idle" => News::Idle,
        _ => return What::Nothing("nothing to tell"),
    };
    What::Tell(Tell { news, text: payload.text(&["message"]).map(str::to_owned) })
}
