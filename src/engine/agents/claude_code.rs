//! Claude Code: its hooks' payloads and its words for a decision. Qwen Code speaks the same, with differences.
//!
//! A `PermissionRequest` comes while the dialog is on the screen already; in a subagent in the background it comes before
//! there is one. An answer to it is `hookSpecificOutput.decision`, and only that (facts/agents.md §1).
//!
//! Pure: no clock, no environment, no input or output.

use serde_json::{Map, Value, json};

use super::{
    event::{Ask, News, Offer, Subject, Tell, What, Which, denied, label},
    object,
    payload::{Payload, call_key},
};
use crate::engine::{plan::Elsewhere, request::Object};

/// In what an agent of this family differs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flavour {
    /// When the main agent's questions are at its terminal.
    pub(super) main: Elsewhere,
    /// The modes in which nobody is to be asked.
    pub(super) bypass: &'static [&'static str],
}

/// Claude Code itself.
pub(super) const CLAUDE: Flavour = Flavour { main: Elsewhere::Meanwhile, bypass: &["bypassPermissions"] };

/// What the event comes to, and which questions it ends.
pub(super) fn parse(event: &str, payload: Payload<'_>, flavour: Flavour) -> (What, Option<Which>) {
    let tell = |news, text: Option<&str>| Tell { news, text: text.map(str::to_owned) };
    let last = payload.text(&["last_assistant_message"]);
    match event {
        "PermissionRequest" => (permission(payload, flavour), None),
        "Elicitation" => (elicitation(payload), None),
        "Notification" => (notification(payload).map_or(What::Nothing("nothing to tell"), What::Tell), None),
        "Stop" if payload.list(&["background_tasks"]).is_empty() => {
            (What::Tell(tell(News::Done, last)), Some(Which::All))
        }
        "Stop" => (What::Nothing("it goes on in the background"), Some(Which::All)),
        "StopFailure" => {
            let error = payload.text(&["error"]).map(|error| error.replace('_', " "));
            (What::Tell(Tell { news: News::Failed, text: error }), Some(Which::All))
        }
        "PostToolUse" | "PostToolUseFailure" => {
            (What::Nothing("it goes on"), Some(Which::Call(key(payload))))
        }
        "ElicitationResult" => (What::Nothing("it goes on"), Some(Which::Call(elicitation_key(payload)))),
        "SubagentStop" | "PostToolBatch" | "UserPromptSubmit" | "SessionEnd" => {
            (What::Nothing("it goes on"), Some(Which::All))
        }
        _ => (What::Nothing("no event of ours"), None),
    }
}

fn key(payload: Payload<'_>) -> u64 {
    call_key(payload.tool(), payload.input().get(), &[])
}

/// Tells it no, in our words and the human's.
pub(super) fn deny(typed: &str) -> Value {
    decision(&json!({"behavior": "deny", "message": denied(typed)}))
}

/// A decision as `PermissionRequest` takes it. One at the top, as `PreToolUse` has it, would be ignored.
pub(super) fn decision(decision: &Value) -> Value {
    json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}})
}

fn permission(payload: Payload<'_>, flavour: Flavour) -> What {
    let tool = payload.tool();
    let input = payload.input();
    let mode = payload.text(&["permission_mode"]).unwrap_or_default();
    let is_question = matches!(tool, "AskUserQuestion" | "ask_user_question");
    let is_plan = matches!(tool, "ExitPlanMode" | "exit_plan_mode");
    let elsewhere = if payload.text(&["agent_id"]).is_some() { Elsewhere::Afterwards } else { flavour.main };
    if is_question {
        return question(input, elsewhere, key(payload))
            .map_or(What::Nothing("a question without one"), What::from);
    }
    let ask = if is_plan {
        let plan = Ask::new(Subject::Plan, Vec::new(), elsewhere, key(payload));
        Ask { reason: input.text(&["plan"]).map(str::to_owned), ..plan }
    } else {
        let tool = Ask::tool(tool, object::of(input), elsewhere, key(payload));
        Ask { reason: input.text(&["description"]).map(str::to_owned), ..tool }
    };
    let is_bypassed = flavour.bypass.contains(&mode) && !is_plan;
    let ask = Ask { is_bypassed, ..ask };
    let mut ask = ask.or_deny(Some(decision(&json!({"behavior": "allow"}))), deny);
    if let Some(always) = always(payload).filter(|_| !is_plan) {
        ask.offers.insert(1, always);
    }
    What::from(ask)
}

/// Its own suggestion to ask no more, handed back as it came. Of those that it makes only rules that allow something are
/// taken: a change of mode grants more than anybody reads on a button, and the list is not what the dialog shows.
fn always(payload: Payload<'_>) -> Option<Offer> {
    let is_rule = |entry: &&Value| {
        let entry = Payload::new(entry);
        entry.text(&["type"]) == Some("addRules") && entry.text(&["behavior"]) == Some("allow")
    };
    let suggested = payload.list(&["permission_suggestions"]).iter().find(is_rule)?;
    let rules = Payload::new(suggested).list(&["rules"]);
    let names: Option<Vec<String>> = rules
        .iter()
        .map(|rule| {
            let rule = Payload::new(rule);
            let tool = rule.text(&["toolName"])?;
            Some(match rule.value(&["ruleContent"]) {
                Some(content) => format!("{tool}({})", content.as_str()?),
                None => tool.to_owned(),
            })
        })
        .collect();
    let prints = decision(&json!({"behavior": "allow", "updatedPermissions": [suggested]}));
    Offer::always(&names?.join(", "), prints)
}

/// The agent's own question. One with a single answer can be pressed; several, and one that takes several answers, can
/// only be answered whole, which a notification cannot do.
fn question(input: Payload<'_>, elsewhere: Elsewhere, key: u64) -> Option<Ask> {
    let questions = input.list(&["questions"]);
    let first = Payload::new(questions.first()?);
    let asked = first.text(&["question", "header"])?;
    let labels: Vec<String> = first
        .list(&["options"])
        .iter()
        .filter_map(|option| {
            Some(label(Payload::new(option).text(&["label"])?)).filter(|label| !label.is_empty())
        })
        .collect();
    let mut ask = Ask::new(Subject::Question(asked.to_owned()), Vec::new(), elsewhere, key);
    // An answer is known by the question's own text.
    let single = questions.len() == 1
        && !first.is("multiSelect")
        && first.text(&["question"]).is_some()
        && are_distinct(&labels);
    if single && first.list(&["options"]).len() == labels.len() {
        ask.offers = first
            .list(&["options"])
            .iter()
            .enumerate()
            .filter_map(|(at, option)| {
                let label = Payload::new(option).text(&["label"])?;
                let mut answers = Map::new();
                answers.insert(asked.to_owned(), label.into());
                let mut updated = input.get().as_object()?.clone();
                updated.insert("answers".to_owned(), answers.into());
                let prints = decision(&json!({"behavior": "allow", "updatedInput": updated}));
                Some(Offer::option(at, label, prints))
            })
            .collect();
    }
    if ask.offers.is_empty() {
        ask.options = labels;
    }
    Some(ask)
}

fn elicitation_key(payload: Payload<'_>) -> u64 {
    call_key("elicitation", &json!(payload.text(&["mcp_server_name"])), &[])
}

/// What a tool server wants to know. One field with a few values can be pressed; an address, and anything typed, might be
/// a secret's and is for the terminal.
fn elicitation(payload: Payload<'_>) -> What {
    let message = payload.text(&["message"]).unwrap_or("A tool asks for something");
    let server = payload.text(&["mcp_server_name"]).unwrap_or("a server");
    let object = Object { kind: "server".to_owned(), value: server.to_owned() };
    let subject = Subject::Question(message.to_owned());
    let mut ask = Ask::new(subject, vec![object], Elsewhere::Afterwards, elicitation_key(payload));
    if payload.text(&["mode"]) != Some("url") {
        ask.offers = elicited(payload.within(&["requested_schema"])).unwrap_or_default();
    }
    What::from(ask)
}

fn elicited(schema: Payload<'_>) -> Option<Vec<Offer>> {
    let properties = schema.within(&["properties"]).get().as_object()?;
    let mut properties = properties.iter();
    let (Some((name, property)), None) = (properties.next(), properties.next()) else { return None };
    let property = Payload::new(property);
    let values: Vec<(String, Value)> = match property.text(&["type"])? {
        "string" => {
            property.texts(&["enum"]).into_iter().map(|value| (value.to_owned(), json!(value))).collect()
        }
        "boolean" => vec![("Yes".to_owned(), json!(true)), ("No".to_owned(), json!(false))],
        _ => return None,
    };
    let reply = |reply: Value| json!({"hookSpecificOutput": reply});
    let mut offers: Vec<Offer> = values
        .into_iter()
        .enumerate()
        .map(|(at, (label, value))| {
            let mut content = Map::new();
            content.insert(name.clone(), value);
            let prints =
                reply(json!({"hookEventName": "Elicitation", "action": "accept", "content": content}));
            Offer::option(at, &label, prints)
        })
        .collect();
    if offers.is_empty() {
        return None;
    }
    offers.push(Offer::deny(reply(json!({"hookEventName": "Elicitation", "action": "decline"}))));
    let labels: Vec<&str> = offers.iter().map(|offer| offer.choice.label.as_str()).collect();
    are_distinct(&labels).then_some(offers)
}

/// Whether each can be told from the others, and be read at all.
pub(super) fn are_distinct<T: AsRef<str> + PartialEq>(labels: &[T]) -> bool {
    labels
        .iter()
        .enumerate()
        .all(|(at, label)| !label.as_ref().is_empty() && labels.iter().take(at).all(|other| other != label))
}

fn notification(payload: Payload<'_>) -> Option<Tell> {
    let news = match payload.text(&["notification_type"])? {
        "permission_prompt" => News::Permission,
        "idle_prompt" | "agent_needs_input" => News::Idle,
        "elicitation_dialog" | "elicitation_url_dialog" => News::Question,
        "agent_completed" => News::Done,
        _ => return None,
    };
    Some(Tell { news, text: payload.text(&["message"]).map(str::to_owned) })
}
