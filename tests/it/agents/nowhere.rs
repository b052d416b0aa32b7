//! Where nobody can be asked and nothing can be kept: the agent goes on as if we were not there.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    time::Duration,
};

use super::fixture;
use crate::support::{Bus, Ended, Program};

/// A hook without a desktop.
fn alone(agent: &str, payload: impl Into<Vec<u8>>) -> Program {
    Program::new().args(["hook", agent]).stdin(payload)
}

/// The fastest of a few runs, since others use the machine too.
#[track_caller]
fn assert_silent_and_quick(hook: impl Fn() -> Program) {
    let runs: Vec<Ended> = (0..5).map(|_| hook().run()).collect();
    for ended in &runs {
        ended.is("", "", 0);
    }
    let fastest = runs.iter().map(|ended| ended.took).min().unwrap();
    assert!(fastest < Duration::from_millis(300), "{fastest:?}");
}

#[test]
fn case_06_without_a_bus_it_abstains_at_once() {
    for (agent, payload) in [
        ("claude-code", "claude-code.PermissionRequest.bash"),
        ("codex", "codex.PermissionRequest"),
        ("qwen", "qwen.PermissionRequest"),
        ("opencode", "opencode.permission.asked"),
        ("claude-code", "claude-code.Stop"),
        ("gemini", "gemini.Notification.ToolPermission"),
    ] {
        let hook = || alone(agent, fixture(payload)).env("PLYN_NOTIFY_GRACE_SECONDS", "0");
        assert_silent_and_quick(hook);
        assert_silent_and_quick(|| hook().env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus"));
    }
}

#[test]
fn nobody_is_given_time_for_an_answer_elsewhere_where_nobody_could_be_asked_then() {
    let bus = Bus::start();
    for (agent, payload) in
        [("claude-code", "claude-code.PermissionRequest.bash"), ("opencode", "opencode.permission.asked")]
    {
        for address in [None, Some("unix:path=/nonexistent/bus".to_owned()), Some(bus.address())] {
            let hook = alone(agent, fixture(payload));
            let hook = match &address {
                Some(address) => hook.env("DBUS_SESSION_BUS_ADDRESS", address),
                None => hook,
            };
            // How quick that is, the end-to-end tests say; here, that it is not the time for an answer, which is 5 s.
            hook.run().is("", "", 0).took_between(0, 4000);
        }
    }
}

#[test]
fn without_a_home_or_with_one_that_takes_nothing_it_abstains_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o500)).unwrap();
    let hook = || alone("codex", fixture("codex.PermissionRequest"));
    assert_silent_and_quick(|| hook().unset("HOME").unset("XDG_RUNTIME_DIR"));
    assert_silent_and_quick(|| hook().env("HOME", "/nonexistent").env("XDG_RUNTIME_DIR", "/nonexistent"));
    assert_silent_and_quick(|| hook().env("HOME", folder.path()).env("XDG_RUNTIME_DIR", folder.path()));
    // Root writes into any folder, but not into what is none.
    assert_silent_and_quick(|| hook().env("HOME", "/dev/null").env("XDG_RUNTIME_DIR", "/dev/null"));
    fs::set_permissions(folder.path(), Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn on_a_disk_that_takes_nothing_it_abstains_at_once() {
    let limited = ["sh", "-c", "ulimit -f 0; exec \"$@\"", "sh"];
    assert_silent_and_quick(|| alone("codex", fixture("codex.PermissionRequest")).under(limited));
    assert_silent_and_quick(|| alone("codex", fixture("codex.Stop")).under(limited));
}

#[test]
fn what_no_agent_sends_is_answered_with_nothing() {
    for payload in
        ["", "{", "null", "[]", "7", "\"x\"", "{}", "{\"hook_event_name\":7}", "\u{feff}{}", "{}{}"]
    {
        alone("claude-code", payload).run().is("", "", 0);
    }
    alone("claude-code", b"\xff\xfe\x00".to_vec()).run().is("", "", 0);
    alone("claude-code", vec![b'['; 100_000]).run().is("", "", 0);
    let huge =
        format!("{{\"hook_event_name\":\"PermissionRequest\",\"x\":\"{}\"}}", "x".repeat(11 * 1024 * 1024));
    alone("claude-code", huge).run().is("", "", 0);
}

#[test]
fn a_call_that_makes_no_sense_is_no_denial() {
    let words: [&[&str]; 6] = [
        &["hook"],
        &["hook", "nobody"],
        &["hook", "codex", "--hold", "soon"],
        &["hook", "codex", "--bogus"],
        &["--color", "never", "hook", "codex", "a", "b", "c"],
        &["--config", "/nonexistent", "hook", "codex", "--mode", "ask"],
    ];
    for words in words {
        Program::new().args(words).stdin("{}").run().is("", "", 0);
    }
    // Another command's mistake is one.
    assert_eq!(Program::new().args(["wait", "--bogus", "hook"]).run().code, Some(2));
}

#[test]
fn a_broken_configuration_is_no_word_on_stderr() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    fs::write(&file, "[notify]\nbell = 'maybe'\n[agents.codex]\nmode = 'loud'\nx = 1").unwrap();
    let hook = alone("codex", fixture("codex.PermissionRequest")).env("PLYN_NOTIFY_CONFIG", &file);
    hook.run().is("", "", 0);
}

#[test]
fn it_keeps_a_line_of_each_call_and_nothing_that_was_in_it() {
    let home = tempfile::tempdir().unwrap();
    let run = |payload: &str| {
        alone("claude-code", payload)
            .env("HOME", home.path())
            .env("CLAUDE_CODE_MESSAGING_TOKEN", "sesame")
            .env("PLYN_NOTIFY_GRACE_SECONDS", "0")
            .run()
            .is("", "", 0);
    };
    run(&fixture("claude-code.PermissionRequest.bash"));
    run(&fixture("claude-code.PostToolUse.bash"));
    run("garbage");
    let log = fs::read_to_string(home.path().join(".local/state/plyn-notify/hook.log")).unwrap();
    let lines: Vec<&str> = log.lines().map(|line| line.split_once(' ').unwrap().1).collect();
    assert_eq!(lines.len(), 3, "{log}");
    assert!(lines[0].starts_with("claude-code PermissionRequest unanswered: desktop: "), "{log}");
    assert_eq!(lines[1], "claude-code PostToolUse abstained: it goes on");
    assert_eq!(lines[2], "claude-code - no JSON object came");
    for secret in ["notes.txt", "touch", "sesame", "11111111"] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}
