//! What each agent takes for a decision, and nothing else.

use serde_json::Value;

use super::Agent;

/// Whether an output is one that this agent knows.
pub(super) fn is_valid(agent: Agent, output: &Value) -> bool {
    match agent {
        Agent::ClaudeCode | Agent::Qwen => is_claudes(output),
        Agent::Codex => {
            is_claudes(output) && has(&output["hookSpecificOutput"]["decision"], &["behavior"], &["message"])
        }
        Agent::Opencode => match output.get("reply").and_then(Value::as_str) {
            Some("once" | "always") => has(output, &["reply"], &[]),
            Some("reject") => has(output, &["reply", "message"], &[]) && output["message"].is_string(),
            Some(_) => false,
            None => has(output, &["answers"], &[]) && is_answers(&output["answers"]),
        },
        Agent::Copilot => {
            has(output, &["behavior"], &["message"]) && is_word(&output["behavior"], &["allow", "deny"])
        }
        Agent::Gemini => has(output, &["decision", "reason"], &[]) && output["decision"] == "deny",
        Agent::Cursor => {
            has(output, &["permission"], &["user_message", "agent_message"])
                && is_word(&output["permission"], &["allow", "deny"])
        }
        Agent::Crush => {
            has(output, &["version", "decision"], &["reason"])
                && output["version"] == 1
                && is_word(&output["decision"], &["allow", "deny"])
        }
        Agent::Goose => has(output, &["decision", "reason"], &[]) && output["decision"] == "block",
        Agent::Kiro | Agent::Aider => false,
    }
}

fn is_claudes(output: &Value) -> bool {
    let inner = &output["hookSpecificOutput"];
    if !has(output, &["hookSpecificOutput"], &[]) {
        return false;
    }
    if inner["hookEventName"] == "Elicitation" {
        return match inner["action"].as_str() {
            Some("accept") => {
                has(inner, &["hookEventName", "action", "content"], &[]) && inner["content"].is_object()
            }
            Some("decline") => has(inner, &["hookEventName", "action"], &[]),
            _ => false,
        };
    }
    let decision = &inner["decision"];
    let is_right = match decision["behavior"].as_str() {
        Some("allow") => {
            has(decision, &["behavior"], &["updatedInput", "updatedPermissions"])
                && decision.get("updatedInput").is_none_or(Value::is_object)
                && decision.get("updatedPermissions").is_none_or(is_rules)
        }
        Some("deny") => has(decision, &["behavior", "message"], &[]) && decision["message"].is_string(),
        _ => false,
    };
    is_right
        && inner["hookEventName"] == "PermissionRequest"
        && has(inner, &["hookEventName", "decision"], &[])
}

/// Rules that allow something, and no change of a mode.
fn is_rules(entries: &Value) -> bool {
    entries.as_array().is_some_and(|entries| {
        entries.iter().all(|entry| entry["type"] == "addRules" && entry["behavior"] == "allow")
    })
}

fn is_answers(answers: &Value) -> bool {
    let is_one = |answer: &Value| answer.as_array().is_some_and(|labels| labels.iter().all(Value::is_string));
    answers.as_array().is_some_and(|answers| answers.len() == 1 && answers.iter().all(is_one))
}

fn is_word(value: &Value, words: &[&str]) -> bool {
    value.as_str().is_some_and(|word| words.contains(&word))
}

/// Whether it has all of these keys and no other than those.
fn has(value: &Value, keys: &[&str], more: &[&str]) -> bool {
    value.as_object().is_some_and(|object| {
        keys.iter().all(|key| object.contains_key(*key))
            && object.keys().all(|key| keys.contains(&key.as_str()) || more.contains(&key.as_str()))
    })
}
