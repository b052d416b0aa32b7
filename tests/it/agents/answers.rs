//! Answers: in the agent's own words, once, and nothing where there is none.

use std::time::{Duration, Instant};

use rustix::{
    fs::{CWD, FileType, Mode, mknodat},
    process::Signal,
};
use serde_json::json;

use super::{Desk, changed, fixture, object};
use crate::support::Script;

#[test]
fn case_03_and_04_a_press_is_printed_in_the_agent_s_own_schema() {
    for (agent, payload, label, output) in [
        ("claude-code", "claude-code.PermissionRequest.bash", "Allow once", "claude-code.out.allow"),
        (
            "claude-code",
            "claude-code.PermissionRequest.bash",
            "Always: Bash(touch notes.txt), Bash(rm -rf build)",
            "claude-code.out.always",
        ),
        (
            "claude-code",
            "claude-code.PermissionRequest.AskUserQuestion",
            "Blue",
            "claude-code.out.AskUserQuestion",
        ),
        ("codex", "codex.PermissionRequest", "Allow once", "codex.out.allow"),
        ("qwen", "qwen.PermissionRequest", "Allow once", "claude-code.out.allow"),
    ] {
        let desk = Desk::new(Script::default());
        let (hook, note) = desk.asked(agent, payload);
        desk.server.press(note.id, label);
        let ended = hook.end();
        let expected: serde_json::Value = serde_json::from_str(&fixture(output)).unwrap();
        assert_eq!(object(&ended.stdout), expected, "{payload} {label}");
        ended.is(&ended.stdout, "", 0);
        desk.server.wait_none_open();
    }
    for (label, reply) in [("Allow once", "once"), ("Always: touch *", "always")] {
        let desk = Desk::new(Script::default());
        let (hook, note) = desk.asked("opencode", "opencode.permission.asked");
        desk.server.press(note.id, label);
        hook.end().is(&format!("{{\"reply\":\"{reply}\"}}\n"), "", 0);
    }
}

#[test]
fn a_denial_says_the_same_each_time() {
    let desk = Desk::new(Script::default());
    let (hook, note) = desk.asked("claude-code", "claude-code.PermissionRequest.bash");
    desk.server.press(note.id, "Deny");
    let ended = hook.end();
    let decision = &object(&ended.stdout)["hookSpecificOutput"]["decision"];
    assert_eq!(decision, &json!({"behavior": "deny", "message": "Denied by the user from a notification."}));
    ended.is(&ended.stdout, "", 0);
}

#[test]
fn case_27_what_is_typed_into_the_reply_field_reaches_the_agent() {
    let desk = Desk::new(Script::default().capable_of("actions body inline-reply"));
    let (hook, note) = desk.asked("codex", "codex.PermissionRequest");
    desk.server.reply(note.id, "use git mv");
    let ended = hook.end();
    let decision = &object(&ended.stdout)["hookSpecificOutput"]["decision"];
    let message = "Denied by the user from a notification. use git mv";
    assert_eq!(decision, &json!({"behavior": "deny", "message": message}));
    ended.is(&ended.stdout, "", 0);
}

#[test]
fn a_notification_names_tool_object_and_folder_and_no_argument() {
    let desk = Desk::new(Script::default());
    let (hook, note) = desk.asked("claude-code", "claude-code.PermissionRequest.bash-nosuggestions");
    assert_eq!(note.summary, "Claude Code: allow Bash?");
    let lines = ["program: touch · program: rm", "the rest is at the terminal", "project"];
    assert_eq!(note.body.lines().collect::<Vec<_>>(), lines);
    assert_eq!(
        note.labels(),
        ["Go to terminal", "Allow once", "Deny", "Go to terminal"],
        "the first is its body"
    );
    desk.server.press(note.id, "Deny");
    hook.end();
    // The agent's reason only where the user wants it there.
    let desk = Desk::new(Script::default());
    let payload = fixture("codex.PermissionRequest");
    let hook = desk.hook("codex", payload).env("PLYN_NOTIFY_INCLUDE_REASON", "true").spawn();
    let note = desk.server.wait_notify(1);
    let lines = [
        "Need to make a file",
        "program: touch",
        "the rest is at the terminal",
        "waits 20s for an answer",
        "project",
    ];
    assert_eq!(note.body.lines().collect::<Vec<_>>(), lines);
    desk.server.press(note.id, "Deny");
    hook.end();
}

#[test]
fn case_10_the_terminal_has_it_back_at_once() {
    for (agent, payload) in [
        ("codex", "codex.PermissionRequest"),
        ("claude-code", "claude-code.PermissionRequest.bash-nosuggestions"),
    ] {
        let desk = Desk::new(Script::default());
        let (hook, note) = desk.asked(agent, payload);
        let pressed = Instant::now();
        desk.server.press(note.id, "Go to terminal");
        hook.end().is("", "", 0);
        assert!(pressed.elapsed() < Duration::from_secs(1), "{:?}", pressed.elapsed());
        desk.server.wait_none_open();
    }
}

#[test]
fn case_05_and_13_what_keeps_the_terminal_waiting_holds_it_only_so_long() {
    for (agent, payload) in
        [("claude-code", "claude-code.PermissionRequest.subagent"), ("codex", "codex.PermissionRequest")]
    {
        let desk = Desk::new(Script::default());
        let hook = desk.hook(agent, fixture(payload)).args(["--hold", "300ms"]).spawn();
        hook.end().is("", "", 0).took_between(300, 5000);
        assert_eq!(desk.server.notifications().len(), 1);
        desk.server.wait_none_open();
    }
}

#[test]
fn case_09_a_limit_of_one_s_own_holds_for_any_question() {
    let desk = Desk::new(Script::default());
    let payload = fixture("claude-code.PermissionRequest.bash");
    let hook = desk.hook("claude-code", payload).args(["--hold", "300ms"]).spawn();
    hook.end().is("", "", 0).took_between(300, 5000);
    desk.server.wait_none_open();
}

#[test]
fn no_answer_is_a_no_where_that_is_asked_for() {
    for option in ["--on-timeout=deny", "--mode=gate"] {
        let desk = Desk::new(Script::default());
        let hook =
            desk.hook("codex", fixture("codex.PermissionRequest")).args(["--hold", "200ms", option]).spawn();
        let note = desk.server.wait_notify(1);
        assert!(note.body.contains("no answer in 200ms = deny"), "{}", note.body);
        let ended = hook.end();
        assert_eq!(object(&ended.stdout)["hookSpecificOutput"]["decision"]["behavior"], "deny", "{option}");
    }
}

#[test]
fn a_gate_that_nobody_can_open_denies_and_one_that_is_opened_says_nothing() {
    let desk = Desk::new(Script::default());
    let gate = |desk: &Desk| desk.hook("gemini", fixture("gemini.BeforeTool")).args(["--mode", "gate"]);
    let hook = gate(&desk).spawn();
    let note = desk.server.wait_notify(1);
    assert_eq!(note.labels(), ["Allow once", "Deny"], "the terminal asks nothing");
    desk.server.press(note.id, "Allow once");
    hook.end().is("", "", 0);

    let nowhere = gate(&desk).env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
    let ended = nowhere.run();
    assert_eq!(object(&ended.stdout)["decision"], "deny");
    ended.is(&ended.stdout, "", 0);
}

#[test]
fn a_gate_stays_closed_when_it_cannot_read_the_question_or_is_told_to_end() {
    let desk = Desk::new(Script::default());
    let gate = |payload: &[u8]| desk.hook("gemini", payload).args(["BeforeTool", "--mode", "gate"]);
    let long = format!("{{\"hook_event_name\":\"BeforeTool\",\"x\":\"{}\"}}", "x".repeat(11 * 1024 * 1024));
    for payload in ["", "{", "[]", r#"{"tool_name":"\ud800"}"#, &long] {
        let ended = gate(payload.as_bytes()).run();
        assert_eq!(object(&ended.stdout)["decision"], "deny", "{payload:.40}");
        ended.is(&ended.stdout, "", 0);
    }
    // What is no question, or of nobody who closes gates, is none.
    desk.hook("gemini", "{").args(["AfterAgent", "--mode", "gate"]).run().is("", "", 0);
    desk.hook("gemini", "{").args(["BeforeTool"]).run().is("", "", 0);
    assert_eq!(desk.server.notifications(), []);

    let hook = gate(fixture("gemini.BeforeTool").as_bytes()).spawn();
    desk.server.wait_notify(1);
    hook.signal(Signal::TERM);
    let ended = hook.end();
    assert_eq!(object(&ended.stdout)["decision"], "deny");
    ended.is(&ended.stdout, "", 0);
    desk.server.wait_none_open();

    let subagent = changed("gemini.BeforeTool", |payload| payload["agent_id"] = "a1".into());
    let hook = gate(subagent.as_bytes()).args(["--no-subagents"]).spawn();
    let note = desk.server.wait_notify(2);
    desk.server.press(note.id, "Deny");
    assert_eq!(object(&hook.end().stdout)["decision"], "deny");
}

#[test]
fn what_may_be_asked_is_the_configuration_s_to_say() {
    let desk = Desk::new(Script::default());
    let mode = |agent: &str, payload: &str, mode: &str| {
        let name = format!("PLYN_NOTIFY_AGENTS__{}__MODE", agent.to_uppercase());
        desk.hook(agent, fixture(payload)).env(&name, mode).run()
    };
    mode("codex", "codex.PermissionRequest", "off").is("", "", 0);
    assert_eq!(desk.server.notifications(), []);
    // Case 26: without being asked to, it does not ask about every single thing.
    desk.hook("copilot", fixture("copilot.permissionRequest")).run().is("", "", 0);
    // Case 8, 11.
    let bypass = changed("claude-code.PermissionRequest.bash", |payload| {
        payload["permission_mode"] = "bypassPermissions".into();
    });
    desk.hook("claude-code", bypass).run().is("", "", 0);
    let subagent = fixture("claude-code.PermissionRequest.subagent");
    desk.hook("claude-code", subagent).args(["--no-subagents"]).run().is("", "", 0);
    assert_eq!(desk.server.notifications(), []);

    let hook = desk.hook("copilot", fixture("copilot.permissionRequest")).args(["--mode", "answer"]).spawn();
    let note = desk.server.wait_notify(1);
    desk.server.press(note.id, "Allow once");
    hook.end().is("{\"behavior\":\"allow\"}\n", "", 0);
}

#[test]
fn case_12_codex_s_own_reviewer_is_left_to_review() {
    let desk = Desk::new(Script::default());
    let home = tempfile::tempdir().unwrap();
    let hook = |config: &str| {
        std::fs::write(home.path().join("config.toml"), config).unwrap();
        desk.hook("codex", fixture("codex.PermissionRequest")).env("CODEX_HOME", home.path())
    };
    hook("approvals_reviewer = \"auto_review\"\n").run().is("", "", 0);
    assert_eq!(desk.server.notifications(), []);
    // A gate is the user's own word that they want to be asked.
    let gate = hook("approvals_reviewer = \"auto_review\"\n").args(["--mode", "gate"]).spawn();
    let note = desk.server.wait_notify(1);
    desk.server.press(note.id, "Deny");
    assert_eq!(object(&gate.end().stdout)["hookSpecificOutput"]["decision"]["behavior"], "deny");
    let asked = hook("approvals_reviewer = \"user\"\n").spawn();
    let note = desk.server.wait_notify(2);
    desk.server.press(note.id, "Deny");
    assert_eq!(object(&asked.end().stdout)["hookSpecificOutput"]["decision"]["behavior"], "deny");

    // A configuration that is no file keeps nobody waiting.
    let config = home.path().join("config.toml");
    std::fs::remove_file(&config).unwrap();
    mknodat(CWD, &config, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let payload = fixture("codex.PermissionRequest");
    let asked = desk.hook("codex", payload).env("CODEX_HOME", home.path()).spawn();
    let note = desk.server.wait_notify(3);
    desk.server.press(note.id, "Deny");
    assert_eq!(object(&asked.end().stdout)["hookSpecificOutput"]["decision"]["behavior"], "deny");
}

#[test]
fn case_33_a_press_that_nobody_waits_for_is_said_to_be_too_late() {
    let desk = Desk::new(Script { after_action_close: Vec::new(), ..Script::default() });
    let (hook, note) = desk.asked("codex", "codex.PermissionRequest");
    // It can neither answer nor be seen to be gone yet.
    hook.signal(Signal::STOP);
    desk.server.press(note.id, "Allow once");
    desk.server.wait_closed(note.id);
    hook.signal(Signal::KILL);
    let late = desk.server.wait_notify(2);
    assert_eq!(late.summary, "Too late");
    assert_eq!(hook.end().stdout, "");
}

#[test]
fn case_34_what_cannot_be_answered_whole_is_shown_and_left_to_the_terminal() {
    let desk = Desk::new(Script::default());
    let several = changed("claude-code.PermissionRequest.AskUserQuestion", |payload| {
        payload["tool_input"]["questions"][0]["multiSelect"] = true.into();
    });
    let hook = desk.hook("claude-code", several).spawn();
    let note = desk.server.wait_notify(1);
    assert_eq!((note.summary.as_str(), note.actions.len()), ("Claude Code has a question", 0));
    assert_eq!(note.body, "Which colour?\nRed · Blue\nanswer at the terminal\nproject");
    hook.signal(Signal::TERM);
    hook.end().is("", "", 0);
    desk.server.wait_none_open();
}

#[test]
fn do_not_disturb_leaves_it_to_the_terminal_at_once() {
    let inhibited = Script::load("plasma-dnd");
    let desk = Desk::new(inhibited);
    desk.hook("codex", fixture("codex.PermissionRequest")).run().is("", "", 0).took_between(0, 5000);
}
