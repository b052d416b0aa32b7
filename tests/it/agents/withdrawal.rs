//! An agent that asks no more: the notification goes, however that is seen, and nothing is printed.

use std::{
    fs,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::{Desk, changed, fixture};
use crate::support::{Notification, Program, Running, Script};

const ASK: &str = "claude-code.PermissionRequest.bash-nosuggestions";
/// How soon it has to be gone when the hook or its agent is (issue: 1 s), and when the question was answered at the
/// terminal (3 s).
const AT_ONCE: Duration = Duration::from_secs(1);
const SOON: Duration = Duration::from_secs(3);
/// A busy machine may take longer now and then, and never this long.
const AT_LAST: Duration = Duration::from_secs(10);

#[track_caller]
fn assert_gone(desk: &Desk) {
    assert_eq!(desk.server.wait_clear(AT_LAST), [0; 0], "still on the screen");
}

/// Plays something that ends a question, which says when that was, until it is gone from the screen in time: one run in five
/// has to be, since others use the machine too.
#[track_caller]
fn assert_gone_within(limit: Duration, play: impl Fn(&Desk) -> (Instant, Box<dyn FnOnce()>)) {
    let mut took = Vec::new();
    for _ in 0..5 {
        let desk = Desk::new(Script::default());
        let (start, end) = play(&desk);
        assert_gone(&desk);
        took.push(start.elapsed());
        end();
        if took.last().is_some_and(|took| *took <= limit) {
            return;
        }
    }
    panic!("{took:?}");
}

#[test]
fn a_hook_that_is_told_to_end_takes_it_down() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        assert_gone_within(AT_ONCE, |desk| {
            let (hook, _) = desk.asked("claude-code", ASK);
            let start = Instant::now();
            hook.signal(signal);
            (
                start,
                Box::new(|| {
                    hook.end().is("", "", 0);
                }),
            )
        });
    }
}

#[test]
fn a_hook_that_is_killed_with_all_its_group_leaves_nothing() {
    assert_gone_within(AT_ONCE, |desk| {
        let hook = desk.hook("codex", fixture("codex.PermissionRequest")).under(["setsid"]).spawn();
        desk.server.wait_notify(1);
        let group = Pid::from_raw(hook.id().try_into().unwrap()).unwrap();
        let start = Instant::now();
        kill_process_group(group, Signal::KILL).unwrap();
        (start, Box::new(|| assert_eq!(hook.end().signal, Some(9))))
    });
}

/// A script that plays the agent, with the payload in a file.
fn agent(desk: &Desk, script: &str) -> Program {
    let file = desk.folder.path().join("payload");
    fs::write(&file, fixture(ASK)).unwrap();
    Program::shell(&desk.bus, script)
        .env("FOLDER", desk.folder.path())
        .env("PLYN_NOTIFY_GRACE_SECONDS", "0")
        .state(desk.folder.path())
}

#[test]
fn an_output_that_nobody_reads_any_more_ends_it() {
    let script = "mkfifo \"$FOLDER/go\"
        \"$PLYN\" hook claude-code < \"$FOLDER/payload\" | { read _ < \"$FOLDER/go\"; }; echo over";
    assert_gone_within(AT_ONCE, |desk| {
        let agent = agent(desk, script).spawn();
        desk.server.wait_notify(1);
        let start = Instant::now();
        fs::write(desk.folder.path().join("go"), "now\n").unwrap();
        (
            start,
            Box::new(|| {
                agent.end().is("over\n", "", 0);
            }),
        )
    });
}

#[test]
fn an_agent_that_is_killed_takes_it_with_it() {
    assert_gone_within(AT_ONCE, |desk| {
        let agent = agent(desk, "\"$PLYN\" hook claude-code < \"$FOLDER/payload\"; echo over").spawn();
        desk.server.wait_notify(1);
        let start = Instant::now();
        agent.signal(Signal::KILL);
        (start, Box::new(|| assert_eq!(agent.end().stdout, "")))
    });
}

/// A hook of Claude Code that says what it is doing in its own folder.
fn with_status(desk: &Desk) -> (Running, Notification) {
    status(desk, "waiting");
    let hook = desk
        .hook("claude-code", fixture(ASK))
        .env("CLAUDE_CONFIG_DIR", desk.folder.path())
        .env("CLAUDE_PID", "4242")
        .spawn();
    let note = desk.server.wait_notify(1);
    (hook, note)
}

fn status(desk: &Desk, status: &str) {
    let folder = desk.folder.path().join("sessions");
    fs::create_dir_all(&folder).unwrap();
    let content = changed("claude-code.session-status.waiting", |content| content["status"] = status.into());
    fs::write(folder.join("4242.json"), content).unwrap();
}

#[test]
fn case_01_what_is_answered_at_the_terminal_goes_from_the_screen() {
    assert_gone_within(SOON, |desk| {
        let (hook, _) = with_status(desk);
        let start = Instant::now();
        status(desk, "busy");
        (
            start,
            Box::new(|| {
                hook.end().is("", "", 0);
            }),
        )
    });
}

#[test]
fn what_another_hook_says_was_answered_goes_from_the_screen() {
    assert_gone_within(SOON, |desk| {
        let (hook, _) = desk.asked("claude-code", ASK);
        let start = Instant::now();
        desk.hook("claude-code", fixture("claude-code.PostToolUse.bash")).run().is("", "", 0);
        (
            start,
            Box::new(|| {
                hook.end().is("", "", 0);
            }),
        )
    });
}

#[test]
fn case_02_of_two_equal_calls_each_has_its_own() {
    let desk = Desk::new(Script::default());
    let ask = || desk.hook("claude-code", fixture(ASK)).spawn();
    let first = ask();
    let first_note = desk.server.wait_notify(1);
    let second = ask();
    let second_note = desk.server.wait_notify(2);
    // The end of one call: the oldest's.
    desk.hook("claude-code", fixture("claude-code.PostToolUse.bash")).run().is("", "", 0);
    first.end().is("", "", 0);
    desk.server.wait_closed(first_note.id);
    assert_eq!(desk.server.open(), [second_note.id]);
    desk.server.press(second_note.id, "Deny");
    assert!(second.end().stdout.contains("\"deny\""));
}

#[test]
fn the_end_of_a_call_that_was_allowed_here_is_not_taken_for_another_s() {
    let desk = Desk::new(Script::default());
    let ask = || desk.hook("claude-code", fixture(ASK)).spawn();
    let first = ask();
    let first_note = desk.server.wait_notify(1);
    let second = ask();
    let second_note = desk.server.wait_notify(2);
    desk.server.press(first_note.id, "Allow once");
    assert!(first.end().stdout.contains("\"allow\""));
    desk.hook("claude-code", fixture("claude-code.PostToolUse.bash")).run().is("", "", 0);
    assert!(desk.server.open().contains(&second_note.id), "it is open still");
    desk.hook("claude-code", fixture("claude-code.PostToolUse.bash")).run().is("", "", 0);
    second.end().is("", "", 0);
    assert_gone(&desk);
}

#[test]
fn a_call_that_was_denied_here_has_no_end_to_be_taken_for() {
    let desk = Desk::new(Script::default());
    let (first, first_note) = desk.asked("claude-code", ASK);
    desk.server.press(first_note.id, "Deny");
    assert!(first.end().stdout.contains("\"deny\""));
    // The model tries again, and this time it is allowed at the terminal.
    let second = desk.hook("claude-code", fixture(ASK)).spawn();
    let second_note = desk.server.wait_notify(2);
    assert!(desk.server.open().contains(&second_note.id));
    desk.hook("claude-code", fixture("claude-code.PostToolUse.bash")).run().is("", "", 0);
    second.end().is("", "", 0);
    assert_gone(&desk);
}

#[test]
fn an_equal_call_of_a_subagent_is_another_s() {
    let desk = Desk::new(Script::default());
    let (hook, note) = desk.asked("claude-code", ASK);
    let theirs = changed("claude-code.PostToolUse.bash", |payload| payload["agent_id"] = "a1".into());
    desk.hook("claude-code", theirs).run().is("", "", 0);
    assert_eq!(desk.server.open(), [note.id]);
    desk.server.press(note.id, "Deny");
    assert!(hook.end().stdout.contains("\"deny\""));
}

#[test]
fn case_35_whatever_says_that_the_session_goes_on_ends_its_questions_and_no_other_s() {
    for over in ["UserPromptSubmit", "Stop", "SessionEnd"] {
        let desk = Desk::new(Script::default());
        let (hook, _) = desk.asked("claude-code", ASK);
        let other = changed(ASK, |payload| payload["session_id"] = "another".into());
        let other = desk.hook("claude-code", other).spawn();
        let other_note = desk.server.wait_notify(2);
        // What comes before the question, and late, is no sign.
        desk.hook("claude-code", fixture("claude-code.PreToolUse.bash")).run().is("", "", 0);
        desk.hook("claude-code", fixture(&format!("claude-code.{over}"))).run().is("", "", 0);
        hook.end().is("", "", 0);
        assert!(desk.server.open().contains(&other_note.id), "{over}");
        kill_process(Pid::from_raw(other.id().try_into().unwrap()).unwrap(), Signal::TERM).unwrap();
        other.end().is("", "", 0);
    }
}
