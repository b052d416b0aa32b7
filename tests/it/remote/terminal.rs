//! A prompt at a terminal that is shown on another host's desktop, too.

use std::time::Duration;

use super::{CUT, Far};
use crate::{
    pty::{Case, Run},
    support::{Notification, Script, pty::Exit},
};

/// How soon it is to be gone there (issue 7).
const GONE: Duration = Duration::from_secs(1);

fn case(far: &Far, args: &[&str]) -> Case {
    let case = Case::wait(&[&["--grace", "0", "--source", "here"], args].concat());
    far.variables().iter().fold(case, |case, (name, value)| case.env(name, value))
}

#[track_caller]
fn asked(far: &Far, args: &[&str]) -> (Run, Notification) {
    let run = case(far, args).ask("Deploy?");
    (run, far.server.wait_notify(1))
}

#[test]
fn an_answer_that_is_typed_takes_it_down() {
    let far = Far::new(Script::default());
    let (mut run, note) = asked(&far, &["Deploy?"]);
    let labels: Vec<&str> = note.actions.iter().map(|(_, label)| label.as_str()).collect();
    assert_eq!(
        labels,
        ["Go to terminal", "Allow once", "Deny", "Go to terminal"],
        "the first is the body's click"
    );
    run.pty.answer("deny");
    run.ends(Exit::code(1), "deny\n", "");
    assert_eq!(far.server.wait_clear(GONE), [0_u32; 0]);
    far.wait_no_ssh();
}

#[test]
fn a_press_there_is_the_answer_and_what_is_half_typed_is_dropped() {
    let far = Far::new(Script::default());
    let (mut run, note) = asked(&far, &["Deploy?"]);
    run.send("all");
    run.idle();
    far.server.press(note.id, "Deny");
    run.ends(Exit::code(1), "deny\n", "");
    far.server.wait_none_open();
}

#[test]
fn going_to_the_terminal_or_closing_it_leaves_the_prompt() {
    for press in [true, false] {
        let far = Far::new(Script::default());
        let (mut run, note) = asked(&far, &["Deploy?"]);
        if press {
            far.server.press(note.id, "Go to terminal");
        } else {
            far.server.dismiss(note.id);
        }
        far.server.wait_none_open();
        far.wait_no_ssh();
        run.pty.answer("allow");
        run.ends(Exit::code(0), "allow\n", "");
        assert_eq!(far.server.notifications().len(), 1, "it stays with the terminal");
    }
}

#[test]
fn a_host_that_is_not_reached_is_not_noticed() {
    let far = Far::new(Script::default());
    let run = case(&far, &["--channels", "remote", "-v", "Deploy?"]);
    let mut run = run.env("FAR", "echo 'laptop: No route to host' >&2; exit 255").ask("Deploy?");
    far.wait_no_ssh();
    run.idle();
    run.pty.answer("allow");
    run.ends(Exit::code(0), "allow\n", "plyn-notify: remote: laptop cannot be reached\n");
}

#[test]
fn ctrl_z_and_a_cut_connection_leave_the_terminal_as_it_is() {
    let far = Far::new(Script::default());
    let (mut run, _) = {
        let run = case(&far, &["Deploy?"]).env("FAR", CUT).ask("Deploy?");
        (run, far.server.wait_notify(1))
    };
    far.cut();
    far.server.wait_notify(2);
    run.idle();
    run.pty.answer("allow");
    run.ends(Exit::code(0), "allow\n", "");
    assert_eq!(far.server.wait_clear(GONE), [0_u32; 0]);
}

#[test]
fn only_the_terminal_answers_where_it_is_told_to() {
    let far = Far::new(Script::default());
    let (mut run, note) = asked(&far, &["--terminal-only", "Deploy?"]);
    assert_eq!(note.actions, []);
    assert!(note.body.starts_with("Deploy?\nanswer at the terminal\nhere on "), "{}", note.body);
    run.pty.answer("allow");
    run.ends(Exit::code(0), "allow\n", "");
    assert_eq!(far.server.wait_clear(GONE), [0_u32; 0]);
}
