//! What was typed too early, or was meant for somebody else.

use rustix::process::Signal;

use super::Case;
use crate::support::{Bus, Script, Server, pty::Exit};

/// A script that asks only when the test has typed: it waits for a file.
const LATER: &str = "echo ready; until [ -e go ]; do :; done; ";

#[track_caller]
fn typed_before(arguments: &str, typed: &str) -> super::Run {
    let script = format!("{LATER} exec plyn-notify wait {arguments} 'Deploy?' >out 2>err");
    let mut run = Case::script("sh", &script).start();
    run.pty.wait_text("ready");
    run.send(typed);
    // The terminal has it when it has echoed it.
    run.pty.wait_text(typed.trim_matches(['\r', '\x1b']).split('\r').next().unwrap_or_default());
    run.touch("go");
    run
}

#[test]
fn nothing_typed_before_the_question_answers_a_choice() {
    for typed in ["y\r", "y\ry\ry\r", "allow", "\r"] {
        for default in ["", "--default allow"] {
            let mut run = typed_before(default, typed);
            run.ready("Enter takes it");
            assert!(!run.pty.has_ended());
            assert_eq!(run.file("out"), "");
            run.send("n\r");
            run.ends(Exit::code(1), "deny\n", "");
        }
    }
}

#[test]
fn a_text_prompt_keeps_it_without_its_enter() {
    let mut run = typed_before("--reply", "blue\r");
    run.ready("\u{203a} blue");
    assert!(!run.pty.has_ended());
    run.send("-green\r");
    run.ends(Exit::code(0), "blue-green\n", "");
}

#[test]
fn a_secret_drops_it() {
    let mut run = typed_before("--kind secret", "blue\r");
    run.ready("Enter sends it");
    run.send("green\r");
    run.ends(Exit::code(0), "green\n", "");
}

#[test]
fn it_answers_when_the_caller_wants_that() {
    typed_before("--type-ahead", "y\r").ends(Exit::code(0), "allow\n", "");
    typed_before("--type-ahead", "n\r").ends(Exit::code(1), "deny\n", "");
    typed_before("--type-ahead --reply", "blue\r").ends(Exit::code(0), "blue\n", "");
    let mut run = typed_before("--type-ahead", "n");
    run.ready("Deny");
    run.send("\r");
    run.ends(Exit::code(1), "deny\n", "");
}

#[test]
fn what_follows_the_enter_stays_in_the_queue() {
    for keys in ["y\recho hi\r", "y\rhalf", "y\r\x1b[A\x03"] {
        let mut run = Case::wait(&["Deploy?"]).ask("Deploy?");
        run.send(keys.replace('\x03', ""));
        run.ends(Exit::code(0), "allow\n", "");
        let rest = keys[2..].replace('\x03', "").replace('\r', "\n");
        assert_eq!(String::from_utf8(run.pty.unread_input()).unwrap(), rest);
    }
}

#[test]
fn the_shell_gets_what_follows_the_enter() {
    let mut run = Case::interactive().start();
    run.pty.wait_text("$ ");
    run.send("plyn-notify wait 'Deploy?'\r");
    run.ready("Enter takes it");
    run.send("y\recho h''i\rexit 7\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(7));
    assert!(run.pty.contents().contains("\nhi\n"), "{}", run.pty.contents());
}

#[test]
fn after_an_answer_from_the_desktop_nothing_typed_reaches_the_shell() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let case = Case::wait(&["--grace", "0", "Deploy?"]).bus(&bus);
    let mut run = case.ask("Deploy?");
    let note = server.wait_notify(1);
    run.send("rm -rf /");
    run.ready("rm -rf /");
    server.press(note.id, "Allow once");
    run.ends(Exit::code(0), "allow\n", "");
    assert_eq!(run.lines(), ["Deploy? allow (desktop)"]);
    assert_eq!(run.pty.unread_input(), b"");
    assert!(server.open().is_empty());
}

#[test]
fn unread_input_is_flushed_after_an_answer_from_the_desktop() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let mut run = Case::wait(&["--grace", "0", "Deploy?"]).bus(&bus).ask("Deploy?");
    let note = server.wait_notify(1);
    // Stopped, it reads nothing: the line waits in the queue, and so does the press.
    run.pty.signal(Signal::STOP);
    run.pty.wait_stopped();
    run.send("echo oops");
    server.press(note.id, "Deny");
    run.pty.continue_stopped();
    run.ends(Exit::code(1), "deny\n", "");
    assert_eq!(run.pty.unread_input(), b"");
}

#[test]
fn an_enter_that_is_there_with_the_press_wins() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let mut run = Case::wait(&["--grace", "0", "Deploy?"]).bus(&bus).ask("Deploy?");
    let note = server.wait_notify(1);
    run.send("n");
    run.idle();
    run.pty.signal(Signal::STOP);
    run.pty.wait_stopped();
    run.send("\recho rest\r");
    server.press(note.id, "Allow once");
    run.pty.continue_stopped();
    run.ends(Exit::code(1), "deny\n", "");
    assert_eq!(run.pty.unread_input(), b"echo rest\n");
    server.wait_none_open();
}

#[test]
fn input_at_any_split() {
    for size in 1..=5 {
        let mut run = Case::wait(&["--reply", "Deploy?"]).ask("Deploy?");
        run.pty.send_split("ab\u{e9}\u{4e16}\x1b[D\x1b[Dx\x1b[H\x1b[200~p\x1b[201~\x1b[F!\r", size);
        run.ends(Exit::code(0), "pabx\u{e9}\u{4e16}!\n", "");
    }
}
