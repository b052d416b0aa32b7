//! Others who get the terminal, or have it: a shell behind Ctrl-Z, a pager, another prompt.

use rustix::process::Signal;

use super::{Asked, Case, Exit};
use crate::{pty::CTRL_Z, support::terminal::Personality};

#[test]
fn ctrl_z_takes_it_down_before_the_shell_has_the_terminal() {
    for name in ["kitty", "foot-1.26"] {
        let mut asked = Asked::start(Case::interactive(), name);
        asked.run.pty.wait_text("$ ");
        asked
            .run
            .send("plyn-notify wait --channels terminal --grace 0 --choices allow,deny Deploy? >out 2>err\r");
        asked.shown();
        asked.run.pty.type_at_prompt("al");
        asked.run.send(CTRL_Z);
        asked.run.pty.wait_text("Stopped");
        asked.terminal.wait_none_up();
        asked.run.send("clear; fg\r");
        asked.run.ready("\u{203a} al");
        asked.run.send("low\r");
        asked.run.wait_file("out", "allow\n");
        asked.run.send("exit 5\r");
        assert_eq!(asked.run.pty.wait_exit(), Exit::code(5));
        asked.leaves("");
        assert_eq!(asked.terminal.notifications().len(), 1, "{name}: who stopped it knows of it");
    }
}

#[test]
fn ctrl_z_while_the_terminal_is_asked_leaves_the_shell_no_reply() {
    let mut asked =
        Asked::start_in(Case::interactive(), Personality { delay: 150, ..Personality::named("kitty") });
    asked.run.pty.wait_text("$ ");
    asked
        .run
        .send("plyn-notify wait --channels terminal --grace 0 --choices allow,deny Deploy? >out 2>err\r");
    asked.run.pty.wait_raw(b"\x1b[>q\x1b[c");
    asked.run.send(CTRL_Z);
    asked.run.pty.wait_text("Stopped");
    asked.terminal.is_silent();
    asked.run.send("echo a''b; fg\r");
    asked.run.pty.wait_text("\nab");
    asked.run.ready("Enter takes it");
    asked.answer("deny");
    asked.run.wait_file("out", "deny\n");
    asked.run.send("exit 5\r");
    assert_eq!(asked.run.pty.wait_exit(), Exit::code(5));
    asked.leaves("");
}

#[test]
fn a_job_that_is_put_into_the_background_takes_it_down_and_can_be_answered_nowhere() {
    let mut asked = Asked::start(Case::interactive(), "kitty");
    asked.run.pty.wait_text("$ ");
    asked
        .run
        .send("plyn-notify wait --channels terminal --grace 0 --choices allow,deny Deploy? >out 2>err\r");
    asked.shown();
    // Without a word to us.
    asked.run.pty.signal_foreground(Signal::STOP);
    asked.run.pty.wait_text("Stopped");
    asked.run.send("clear; bg; wait %1; echo status=$?\r");
    asked.run.pty.wait_text("status=69");
    assert_eq!(asked.up(), 0);
    assert_eq!(asked.run.file("out"), "");
    asked.run.send("exit 5\r");
    assert_eq!(asked.run.pty.wait_exit(), Exit::code(5));
    asked.leaves("");
}

#[test]
fn a_background_job_writes_nothing() {
    let mut asked = Asked::start(Case::interactive(), "kitty");
    asked.run.pty.wait_text("$ ");
    asked.run.send("plyn-notify wait --channels terminal Deploy? >out 2>err & wait $!; echo status=$?\r");
    asked.run.pty.wait_text("status=69");
    let err = asked.run.file("err");
    assert!(err.starts_with("plyn-notify: nobody can be asked: ") && err.contains("background"), "{err:?}");
    assert!(asked.told().iter().all(|told| told != "who" && told != "title"), "{:?}", asked.told());
}

#[test]
fn the_pager_gets_the_terminal_without_it() {
    let script = r#"seq 9 >text; exec "$PLYN" wait --channels terminal --grace 0 --detail text --choices allow,deny 'Deploy?' >out 2>err"#;
    let case = Case::script("sh", script).env(
        "PAGER",
        "sh -c 'echo PAGER; read -r line </dev/tty; echo \"line=$line.\"; read -r line </dev/tty' #",
    );
    let mut asked = Asked::start(case, "kitty");
    asked.shown();
    asked.run.send([0x0f]);
    asked.run.pty.wait_text("PAGER");
    asked.terminal.wait_none_up();
    asked.run.send("next page\r");
    asked.run.pty.wait_text("line=next page.");
    asked.run.send("\r");
    asked.run.ready("Enter takes it");
    asked.answer("deny");
    asked.ends(Exit::code(1), "deny\n", "");
    assert_eq!(asked.terminal.notifications().len(), 1);
}

#[test]
fn two_prompts_at_once_do_not_share_a_terminal() {
    let script = "ask() { plyn-notify wait --channels terminal --grace 0 --choices allow,deny \"$@\"; }
        ask One? >out 2>err &
        while ! [ -e go ]; do :; done
        ask Two? >out2 2>err2; echo $? >status2; wait";
    let mut asked = Asked::start(Case::script("sh", script), "kitty");
    let shown = asked.shown();
    asked.run.touch("go");
    asked.run.wait_file("status2", "69\n");
    let err = asked.run.file("err2");
    assert!(err.contains("another program has the terminal"), "{err:?}");
    asked.terminal.press(&shown.id, 2);
    asked.ends(Exit::code(0), "deny\n", "");
    assert_eq!(asked.terminal.notifications().len(), 1);
}

#[test]
fn what_cannot_be_taken_down_answers_when_the_terminal_is_ours_again() {
    // By Ctrl-Z where there is no close, and by SIGSTOP, of which we know nothing, where there is one.
    for (name, stops_by_key) in [("konsole", true), ("kitty", false)] {
        let mut asked = Asked::start(Case::interactive(), name);
        asked.run.pty.wait_text("$ ");
        asked
            .run
            .send("plyn-notify wait --channels terminal --grace 0 --choices allow,deny Deploy? >out 2>err\r");
        let shown = asked.shown();
        if stops_by_key {
            asked.run.send(CTRL_Z);
        } else {
            asked.run.pty.signal_foreground(Signal::STOP);
        }
        asked.run.pty.wait_text("Stopped");
        asked.run.send("clear; fg\r");
        asked.run.ready("Enter takes it");
        asked.terminal.press(&shown.id, 2);
        asked.run.wait_file("out", "deny\n");
        asked.run.pty.wait_text("$ ");
        asked.run.send("exit 5\r");
        assert_eq!(asked.run.pty.wait_exit(), Exit::code(5));
        asked.leaves("");
        assert_eq!(asked.terminal.notifications().len(), 1, "{name}");
    }
}
