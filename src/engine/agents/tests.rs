//! Every payload that agents send, and what becomes of it; then payloads that nobody sends.

mod mutation;
mod policy;
mod schema;

use std::{fs, path::PathBuf};

use serde_json::{Value, json};

use super::{
    Agent, Heard, Mode, Policy, What, Which,
    ask::{self, Printed, Terms},
    decide,
    event::{Ask, Subject},
    parse,
};
use crate::engine::plan::Elsewhere;

pub(super) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/agents")
}

/// What an agent sent, as it was seen.
#[track_caller]
pub(super) fn fixture(name: &str) -> Value {
    let text = fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn agent(name: &str) -> Agent {
    Agent::ALL.into_iter().find(|agent| agent.name() == name.split('.').next().unwrap()).unwrap()
}

/// A fixture, heard by its own agent; the event is in its name where the payload has none.
fn heard(name: &str) -> Heard {
    parse(agent(name), name.split('.').nth(1), &fixture(name))
}

const ANSWER: Policy = Policy { mode: Mode::Answer, subagents: true };

fn asked(name: &str) -> Ask {
    match decide(&heard(name), ANSWER) {
        What::Ask(ask) => *ask,
        other => panic!("{name}: {other:?}"),
    }
}

/// What is decided, in a line.
fn summary(what: &What) -> String {
    match what {
        What::Nothing(why) => format!("nothing: {why}"),
        What::Tell(tell) => format!("tell {}", tell.news.words()),
        What::Ask(ask) => {
            let subject = match &ask.subject {
                Subject::Tool(tool) => tool.clone(),
                Subject::Plan => "the plan".to_owned(),
                Subject::Question(question) => question.clone(),
            };
            let objects: Vec<String> =
                ask.objects.iter().map(|object| format!(" {}={}", object.kind, object.value)).collect();
            let objects = objects.concat();
            let offers: Vec<&str> = ask.offers.iter().map(|offer| offer.choice.label.as_str()).collect();
            let serial = if ask.elsewhere == Elsewhere::Afterwards { ", serial" } else { "" };
            format!("ask {subject}{objects}: {}{serial}", offers.join(" | "))
        }
    }
}

#[test]
fn every_payload_comes_to_what_it_should() {
    let bash = "ask Bash program=touch program=rm";
    for (name, answer, over) in [
        ("claude-code.Elicitation.form", "ask Pick a region server=demo: eu | us | Deny, serial", None),
        ("claude-code.Elicitation.url", "tell has a question", None),
        ("claude-code.Notification.idle_prompt", "tell waits for you", None),
        ("claude-code.Notification.permission_prompt", "tell asks for permission", None),
        ("claude-code.PermissionRequest.AskUserQuestion", "ask Which colour?: Red | Blue", None),
        ("claude-code.PermissionRequest.ExitPlanMode", "ask the plan: Allow once | Deny", None),
        ("claude-code.PermissionRequest.bash-nosuggestions", &format!("{bash}: Allow once | Deny"), None),
        (
            "claude-code.PermissionRequest.bash",
            &format!("{bash}: Allow once | Always: Bash(touch notes.txt), Bash(rm -rf build) | Deny"),
            None,
        ),
        ("claude-code.PermissionRequest.headless", &format!("{bash}: Allow once | Deny"), None),
        (
            "claude-code.PermissionRequest.subagent",
            &format!("{bash}: Allow once | Always: Bash(touch notes.txt), Bash(rm -rf build) | Deny, serial"),
            None,
        ),
        ("claude-code.PostToolUse.bash", "nothing: it goes on", Some("call")),
        ("claude-code.PreToolUse.bash", "nothing: no event of ours", None),
        ("claude-code.SessionEnd", "nothing: it goes on", Some("all")),
        ("claude-code.Stop", "tell is done", Some("all")),
        ("claude-code.StopFailure", "tell has failed", Some("all")),
        ("claude-code.SubagentStop", "nothing: it goes on", Some("all")),
        ("claude-code.UserPromptSubmit", "nothing: it goes on", Some("all")),
        ("claude-code.channel.permission_request", "nothing: no event of ours", None),
        ("codex.PermissionRequest", "ask Bash program=touch: Allow once | Deny, serial", None),
        ("codex.PostToolUse", "nothing: it goes on", Some("call")),
        ("codex.PreToolUse", "nothing: no event of ours", None),
        ("codex.Stop", "tell is done", Some("all")),
        ("codex.notify.agent-turn-complete", "tell is done", None),
        ("codex.notify.internal-title-turn", "nothing: it looks for a title", None),
        ("copilot.agentStop", "tell is done", Some("all")),
        ("copilot.notification.permission_prompt", "tell asks for permission", None),
        ("copilot.permissionRequest", "ask bash program=touch: Allow once | Deny, serial", None),
        ("copilot.postToolUse", "nothing: it goes on", Some("call")),
        ("copilot.preToolUse", "nothing: no event of ours", None),
        ("crush.PreToolUse", "ask bash program=touch: Allow once | Deny, serial", None),
        ("cursor.beforeMCPExecution", "ask query: Allow once | Deny, serial", None),
        ("cursor.beforeShellExecution", "ask Shell program=touch: Allow once | Deny, serial", None),
        ("cursor.stop", "tell is done", Some("all")),
        ("gemini.AfterAgent", "tell is done", Some("all")),
        ("gemini.BeforeTool", "ask run_shell_command program=touch: Allow once | Deny, serial", None),
        ("gemini.Notification.ToolPermission", "tell asks for permission", None),
        ("goose.PreToolUse", "ask developer__shell program=touch: Allow once | Deny, serial", None),
        ("kiro.preToolUse", "nothing: no event of ours", None),
        ("opencode.permission.asked", "ask bash program=touch: Allow once | Always: touch * | Deny", None),
        ("opencode.permission.replied", "nothing: it goes on", Some("call")),
        ("opencode.question.asked", "ask Which colour?: Red | Blue", None),
        ("opencode.reply.late-404", "nothing: no event of ours", None),
        ("opencode.session.idle", "tell is done", Some("all")),
        ("qwen.Notification.idle", "tell waits for you", None),
        ("qwen.PermissionRequest", "ask run_shell_command program=touch: Allow once | Deny, serial", None),
        ("qwen.PostToolUse", "nothing: it goes on", Some("call")),
        ("qwen.Stop", "tell is done", Some("all")),
    ] {
        let heard = heard(name);
        assert_eq!(summary(&decide(&heard, ANSWER)), answer, "{name}");
        let ends = heard.over.map(|which| if which == Which::All { "all" } else { "call" });
        assert_eq!(ends, over, "{name}");
        if heard.over.is_some() && !name.starts_with("opencode.permission") {
            assert!(!heard.session.is_empty(), "{name}: whose question is it?");
        }
    }
}

#[test]
fn every_payload_is_in_that_table() {
    let text = include_str!("tests.rs");
    for file in fs::read_dir(folder()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let name = name.strip_suffix(".json").unwrap();
        // Of other programs than hooks: nothing in them is ours.
        let foreign = ["acp.", "mcp.", "codex-appserver."].iter().any(|prefix| name.starts_with(prefix));
        if foreign {
            for agent in Agent::ALL.into_iter().filter(|agent| *agent != Agent::Aider) {
                let what = parse(agent, None, &fixture(name)).what;
                assert!(matches!(what, What::Nothing(_)), "{name} {agent:?}");
            }
        } else {
            let is_read = text.contains(&format!("\"{name}\"")) || name.contains(".session-status.");
            assert!(is_read, "{name}");
        }
    }
}

/// What pressing this label prints.
#[track_caller]
fn pressed(name: &str, label: &str) -> Option<Value> {
    let ask = asked(name);
    let offer = ask.offers.iter().find(|offer| offer.choice.label.starts_with(label));
    let offer = offer.unwrap_or_else(|| panic!("{name} has no {label}"));
    match ask::printed(&ask, Some(&offer.choice.key), None).unwrap() {
        Printed::Object(object) => Some(object),
        Printed::Nothing => None,
    }
}

/// An expected output, with our own words for a denial.
fn expected(name: &str) -> Value {
    fn replace(value: &mut Value) {
        match value {
            Value::String(text) if text.contains("enied") => *text = super::event::DENIED.to_owned(),
            Value::Object(object) => object.values_mut().for_each(replace),
            _ => {}
        }
    }
    let mut value = fixture(name);
    replace(&mut value);
    value
}

#[test]
fn an_answer_is_printed_in_the_agent_s_own_words() {
    for (name, label, output) in [
        ("claude-code.PermissionRequest.bash", "Allow once", "claude-code.out.allow"),
        ("claude-code.PermissionRequest.bash", "Always", "claude-code.out.always"),
        ("claude-code.PermissionRequest.bash", "Deny", "claude-code.out.deny"),
        ("claude-code.PermissionRequest.AskUserQuestion", "Blue", "claude-code.out.AskUserQuestion"),
        ("claude-code.Elicitation.form", "eu", "claude-code.out.elicitation"),
        ("codex.PermissionRequest", "Allow once", "codex.out.allow"),
        ("codex.PermissionRequest", "Deny", "codex.out.deny"),
        ("copilot.permissionRequest", "Allow once", "copilot.out.allow"),
        ("copilot.permissionRequest", "Deny", "copilot.out.deny"),
        ("crush.PreToolUse", "Allow once", "crush.out.allow"),
        ("crush.PreToolUse", "Deny", "crush.out.deny"),
        ("cursor.beforeShellExecution", "Allow once", "cursor.out.allow"),
        ("cursor.beforeMCPExecution", "Deny", "cursor.out.deny"),
        ("gemini.BeforeTool", "Deny", "gemini.out.deny"),
        ("goose.PreToolUse", "Deny", "goose.out.block"),
        ("qwen.PermissionRequest", "Allow once", "claude-code.out.allow"),
        ("qwen.PermissionRequest", "Deny", "claude-code.out.deny"),
    ] {
        assert_eq!(pressed(name, label), Some(expected(output)), "{name} {label}");
    }
    for (name, label, output) in [
        ("opencode.permission.asked", "Allow once", json!({"reply": "once"})),
        ("opencode.permission.asked", "Always", json!({"reply": "always"})),
        ("opencode.permission.asked", "Deny", json!({"reply": "reject", "message": super::event::DENIED})),
        ("opencode.question.asked", "Blue", json!({"answers": [["Blue"]]})),
    ] {
        assert_eq!(pressed(name, label), Some(output), "{name} {label}");
    }
    // Not to object is to allow.
    assert_eq!(pressed("gemini.BeforeTool", "Allow once"), None);
    assert_eq!(pressed("goose.PreToolUse", "Allow once"), None);
}

#[test]
fn what_is_typed_denies_and_reaches_the_agent() {
    let typed = |name: &str, text: &str| match ask::printed(&asked(name), None, Some(text)).unwrap() {
        Printed::Object(object) => object,
        Printed::Nothing => panic!("{name} prints nothing"),
    };
    let said = "Denied by the user from a notification. use git rm instead";
    let claude = typed("claude-code.PermissionRequest.bash", " use git rm\n instead ");
    assert_eq!(claude["hookSpecificOutput"]["decision"], json!({"behavior": "deny", "message": said}));
    assert_eq!(typed("copilot.permissionRequest", "use git rm instead")["message"], said);
    assert_eq!(typed("opencode.permission.asked", "use git rm instead")["message"], said);
    let long = typed("copilot.permissionRequest", &"x".repeat(20_000));
    assert!(long["message"].as_str().unwrap().len() < 3000);
    assert!(ask::printed(&asked("opencode.question.asked"), None, Some("Blue")).is_none());
}

/// A payload with some of it changed.
fn with(name: &str, change: impl FnOnce(&mut Value)) -> Heard {
    let mut payload = fixture(name);
    change(&mut payload);
    parse(agent(name), name.split('.').nth(1), &payload)
}

#[test]
fn either_spelling_of_copilot_is_the_same_question() {
    // Case 25.
    let snake = json!({"hook_event_name": "PermissionRequest", "session_id": "s", "cwd": "/home/user/project",
        "tool_name": "bash", "tool_input": {"command": "touch notes.txt"}});
    let snake = parse(Agent::Copilot, None, &snake);
    let camel = heard("copilot.permissionRequest");
    assert_eq!(summary(&decide(&snake, ANSWER)), summary(&decide(&camel, ANSWER)));
    assert_eq!(snake.directory, camel.directory);
    assert_eq!(
        asked("copilot.permissionRequest").key,
        match decide(&snake, ANSWER) {
            What::Ask(ask) => ask.key,
            _ => 0,
        }
    );
}

#[test]
fn the_end_of_a_call_is_known_by_what_was_asked() {
    for (question, end) in [
        ("claude-code.PermissionRequest.bash", "claude-code.PostToolUse.bash"),
        ("codex.PermissionRequest", "codex.PostToolUse"),
        ("qwen.PermissionRequest", "qwen.PostToolUse"),
        ("copilot.permissionRequest", "copilot.postToolUse"),
        ("opencode.permission.asked", "opencode.permission.replied"),
    ] {
        assert_eq!(heard(end).over, Some(Which::Call(asked(question).key)), "{question}");
        assert_eq!(heard(end).session, heard(question).session, "{question}");
    }
    let resumed = with("qwen.PostToolUse", |payload| {
        *payload = json!({"hook_event_name": "UserPromptSubmit", "prompt": "", "session_id": "s"});
    });
    assert_eq!(resumed.over, None, "it talks to itself");
}

#[test]
fn a_prompt_says_who_asks_what_and_where() {
    let terms = Terms {
        source: "project".to_owned(),
        include_reason: false,
        hold: Some(std::time::Duration::from_secs(20)),
        denies_late: true,
    };
    let request = ask::request(Agent::Codex, &asked("codex.PermissionRequest"), &terms);
    assert_eq!((request.title.as_str(), request.question.as_str()), ("Codex: allow Bash?", ""));
    assert_eq!(request.deadline.unwrap().line(), "no answer in 20s = deny");
    assert_eq!(request.reason.as_deref(), Some("Need to make a file"));
    let question = asked("claude-code.PermissionRequest.AskUserQuestion");
    let request = ask::request(Agent::ClaudeCode, &question, &Terms { hold: None, ..terms });
    assert_eq!(
        (request.title.as_str(), request.question.as_str()),
        ("Claude Code has a question", "Which colour?")
    );
    assert_eq!(request.deadline, None);
}
