//! A coding agent on a server, whose human sits at another desktop.

use std::{fs, path::Path, time::Duration};

use rustix::process::Signal;

use super::Far;
use crate::support::{Program, Script};

fn hook(far: &Far, agent: &str, fixture: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents").join(format!("{fixture}.json"));
    far.program(&["hook", agent]).stdin(fs::read(path).unwrap()).env("PLYN_NOTIFY_GRACE_SECONDS", "0")
}

#[test]
fn it_is_answered_there() {
    let far = Far::new(Script::default());
    let hook = hook(&far, "codex", "codex.PermissionRequest").spawn();
    let note = far.server.wait_notify(1);
    assert_eq!(note.summary, "Codex: allow Bash?");
    assert!(note.body.contains("program: touch") && !note.body.contains("notes.txt"), "{}", note.body);
    far.server.press(note.id, "Allow once");
    let decision =
        r#"{"hookSpecificOutput":{"decision":{"behavior":"allow"},"hookEventName":"PermissionRequest"}}"#;
    hook.end().is(&format!("{decision}\n"), "", 0);
    far.server.wait_none_open();
    far.wait_no_ssh();
}

#[test]
fn it_is_sent_back_to_the_agent_s_terminal_from_there() {
    let far = Far::new(Script::default());
    let hook = hook(&far, "codex", "codex.PermissionRequest").spawn();
    let note = far.server.wait_notify(1);
    far.server.press(note.id, "Go to terminal");
    hook.end().is("", "", 0);
    far.server.wait_none_open();
}

#[test]
fn it_is_taken_down_there_when_the_agent_asks_no_more() {
    for signal in [Signal::TERM, Signal::KILL] {
        let far = Far::new(Script::default());
        let hook = hook(&far, "claude-code", "claude-code.PermissionRequest.bash").spawn();
        far.server.wait_notify(1);
        hook.signal(signal);
        assert_eq!(far.server.wait_clear(Duration::from_secs(10)), [0; 0], "{signal:?}");
        assert_eq!(hook.end().stdout, "");
        far.wait_no_ssh();
    }
}

#[test]
fn what_is_only_told_is_told_there() {
    let far = Far::new(Script::default());
    hook(&far, "claude-code", "claude-code.Stop").run().is("", "", 0);
    assert_eq!(far.server.wait_notify(1).summary, "Claude Code is done");
}
