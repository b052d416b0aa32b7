//! What is only told: once, in one place, and without keeping the agent.

use serde_json::json;

use super::{Desk, changed, fixture};
use crate::support::{Script, Value};

#[test]
fn the_end_of_a_turn_is_told_and_by_whom() {
    for (agent, payload, title) in [
        ("claude-code", "claude-code.Stop", "Claude Code is done"),
        ("claude-code", "claude-code.StopFailure", "Claude Code has failed"),
        ("codex", "codex.Stop", "Codex is done"),
        ("copilot", "copilot.agentStop", "Copilot is done"),
        ("copilot", "copilot.notification.permission_prompt", "Copilot asks for permission"),
        ("gemini", "gemini.AfterAgent", "Gemini is done"),
        ("gemini", "gemini.Notification.ToolPermission", "Gemini asks for permission"),
        ("cursor", "cursor.stop", "Cursor is done"),
        ("opencode", "opencode.session.idle", "opencode is done"),
    ] {
        let desk = Desk::new(Script::default());
        desk.hook(agent, fixture(payload)).run().is("", "", 0);
        let note = desk.server.wait_notify(1);
        assert_eq!(note.summary, title, "{payload}");
        assert!(note.body == "project" || agent == "opencode", "{payload}: {}", note.body);
    }
    let desk = Desk::new(Script::default());
    desk.hook("aider", "").run().is("", "", 0);
    assert_eq!(desk.server.wait_notify(1).summary, "Aider waits for you");
}

#[test]
fn case_14_and_15_codex_s_notify_program_tells_of_turns_that_somebody_waits_for() {
    let desk = Desk::new(Script::default());
    let notify = |name: &str| {
        desk.hook("codex", "").args([fixture(name)]).run().is("", "", 0).took_between(0, 5000).clone()
    };
    notify("codex.notify.internal-title-turn");
    notify("codex.notify.agent-turn-complete");
    assert_eq!(desk.server.wait_notify(1).summary, "Codex is done");
    assert_eq!(desk.server.notifications().len(), 1);
}

#[test]
fn case_21_one_session_has_one_notice() {
    let desk = Desk::new(Script::default());
    desk.hook("claude-code", fixture("claude-code.Stop")).run().is("", "", 0);
    let first = desk.server.wait_notify(1);
    super::wait_until(|| super::is_recorded(desk.folder.path(), first.id));
    desk.hook("claude-code", fixture("claude-code.StopFailure")).run().is("", "", 0);
    let second = desk.server.wait_notify(2);
    assert_eq!((first.replaces_id, second.replaces_id), (0, first.id));
    let other = changed("claude-code.Stop", |payload| payload["session_id"] = "another".into());
    desk.hook("claude-code", other).run().is("", "", 0);
    assert_eq!(desk.server.wait_notify(3).replaces_id, 0);
}

#[test]
fn case_22_that_it_is_idle_is_told_once() {
    let desk = Desk::new(Script::default());
    for _ in 0..3 {
        desk.hook("claude-code", fixture("claude-code.Notification.idle_prompt")).run().is("", "", 0);
        let note = desk.server.wait_notify(1);
        super::wait_until(|| super::is_recorded(desk.folder.path(), note.id));
    }
    // Somebody was there, so it is news again.
    desk.hook("claude-code", fixture("claude-code.UserPromptSubmit")).run().is("", "", 0);
    desk.hook("claude-code", fixture("claude-code.Notification.idle_prompt")).run().is("", "", 0);
    desk.server.wait_notify(2);
    assert_eq!(desk.server.notifications().len(), 2);
}

#[test]
fn case_23_nothing_is_critical_and_a_question_stays() {
    let desk = Desk::new(Script::default());
    let (hook, note) = desk.asked("codex", "codex.PermissionRequest");
    assert_eq!(note.hints.get("urgency"), Some(&Value::U8(1)));
    assert_eq!(note.expire_timeout, 0);
    desk.server.press(note.id, "Deny");
    hook.end();
    desk.hook("codex", fixture("codex.Stop")).run().is("", "", 0);
    let told = desk.server.wait_notify(2);
    assert_eq!((told.hints.get("urgency"), told.expire_timeout), (Some(&Value::U8(1)), -1));
}

#[test]
fn case_28_an_agent_is_not_kept_by_a_server_that_hangs() {
    let desk = Desk::new(Script::default());
    desk.server.freeze();
    let payload = fixture("gemini.Notification.ToolPermission");
    desk.hook("gemini", payload).run().is("", "", 0).took_between(0, 1500);
    desk.server.thaw();
}

#[test]
fn what_the_agent_said_is_told_only_where_it_may_be() {
    let desk = Desk::new(Script::default());
    let payload =
        changed("claude-code.Stop", |payload| payload["last_assistant_message"] = json!("All\n green."));
    desk.hook("claude-code", payload).env("PLYN_NOTIFY_INCLUDE_REASON", "true").run().is("", "", 0);
    assert_eq!(desk.server.wait_notify(1).body, "All green.\nproject");
    let payload = changed("claude-code.Stop", |payload| payload["background_tasks"] = json!([{"id": 1}]));
    desk.hook("claude-code", payload).run().is("", "", 0);
    assert_eq!(desk.server.notifications().len(), 1, "it goes on in the background");
}

#[test]
fn case_24_claude_code_writes_to_its_terminal_what_no_desktop_shows() {
    let name = |output: &str| super::object(output)["terminalSequence"].as_str().unwrap().to_owned();
    let nowhere = |payload: &str| {
        let hook = crate::support::Program::new().args(["hook", "claude-code"]).stdin(fixture(payload));
        hook.under(["setsid"]).env("PLYN_NOTIFY_GRACE_SECONDS", "0").env("PLYN_NOTIFY_PROTOCOL", "osc777")
    };
    let ended = nowhere("claude-code.Stop").env("TERM", "xterm-256color").run();
    assert_eq!(name(&ended.stdout), "\u{1b}]777;notify;Claude Code is done;project\u{1b}\\");
    ended.is(&ended.stdout, "", 0);
    let asked = nowhere("claude-code.PermissionRequest.bash").env("TERM", "xterm-256color").run();
    assert_eq!(name(&asked.stdout), "\u{1b}]777;notify;Claude Code asks for permission;project\u{1b}\\");
    // It wraps them for its multiplexer itself, and knows no other channel.
    let inside = nowhere("claude-code.Stop").env("TERM", "tmux-256color").env("TMUX", "/x,1,0");
    assert!(!inside.run().stdout.contains("tmux;"));
    nowhere("claude-code.Stop").env("PLYN_NOTIFY_CHANNELS", "desktop").run().is("", "", 0);

    let desk = Desk::new(Script::default());
    let terminal =
        desk.hook("claude-code", fixture("claude-code.Stop")).env("PLYN_NOTIFY_CHANNELS", "terminal");
    assert_eq!(name(&terminal.env("TERM", "foot").run().stdout).chars().next(), Some('\u{1b}'));
    assert_eq!(desk.server.notifications(), []);
}
