//! A prompt at a terminal beside a server with manners of its own: what that is shown, and who answers.

use rustix::process::Signal;

use super::{Case, Run};
use crate::support::{Bus, Emit, Notification, Script, Server, pty::Exit};

/// A prompt at a terminal that is announced on this server.
#[track_caller]
fn asked(script: Script) -> (Bus, Server, Run, Notification) {
    let bus = Bus::start();
    let server = Server::start(&bus, script);
    let run = Case::wait(&["--grace", "0", "--source", "here", "Deploy?"]).bus(&bus).ask("Deploy?");
    let note = server.wait_notify(1);
    (bus, server, run, note)
}

/// The terminal is asked as before, and answers.
#[track_caller]
fn answers(mut run: Run) {
    run.pty.answer("deny");
    run.ends(Exit::code(1), "deny\n", "");
}

#[test]
fn where_a_click_on_the_body_is_the_first_action_that_is_a_harmless_one() {
    for name in ["cosmic", "qtile"] {
        let (_bus, server, run, note) = asked(Script::load(name));
        assert_eq!(note.actions, [("default".to_owned(), "Go to terminal".to_owned())], "{name}");
        assert_eq!(note.body, "Deploy?\nanswer at the terminal\nhere", "{name}");
        server.click_body(note.id);
        server.wait_none_open();
        answers(run);
        assert_eq!(server.notifications().len(), 1, "{name}: it stays with the terminal");
    }
}

#[test]
fn a_server_that_takes_no_answer_says_where_to_give_it() {
    for name in ["no-actions", "notify-osd", "tiramisu"] {
        let (_bus, server, run, note) = asked(Script::load(name));
        assert_eq!(note.actions, [], "{name}");
        assert_eq!(note.body, "Deploy?\nanswer at the terminal\nhere", "{name}");
        answers(run);
        server.wait_none_open();
    }
}

#[test]
fn a_server_that_throws_at_buttons_is_sent_none() {
    let (_bus, server, run, refused) = asked(Script::load("no-buttons-please"));
    assert!(!refused.actions.is_empty());
    let plain = server.wait_notify(2);
    assert_eq!((plain.actions.len(), plain.body.as_str()), (0, "Deploy?\nanswer at the terminal\nhere"));
    answers(run);
    server.wait_none_open();
    assert_eq!(server.notifications().len(), 2);
}

#[test]
fn hyprnotify_is_spared_what_it_dies_of() {
    let (_bus, server, run, note) = asked(Script::load("hyprnotify"));
    assert_eq!(note.expire_timeout, -1);
    answers(run);
    assert_eq!(server.closes(), [], "it would close other programs' too");
    assert_eq!(server.open(), [note.id], "it lives");
}

#[test]
fn a_close_button_that_is_an_action_is_no_answer() {
    // elementary's X was `default` (notifications #141), Budgie's the first action (budgie-desktop #496).
    let (_bus, server, run, note) = asked(Script::load("elementary"));
    server.dismiss(note.id);
    server.wait_none_open();
    answers(run);
    assert_eq!(server.notifications().len(), 1);
}

#[test]
fn a_popup_that_is_gone_leaves_the_terminal() {
    // Other programs close it, crash the server, take it down with theirs (servers.md §1).
    let gone =
        [Emit::Closed(2), Emit::Closed(4), Emit::Vanish, Emit::Crash, Emit::ClosedSignature("s".to_owned())];
    for emit in gone {
        let (_bus, server, run, note) = asked(Script::default());
        server.emit(note.id, &emit);
        answers(run);
    }
}

#[test]
fn a_click_after_the_answer_changes_nothing() {
    // Some leave the popup on the screen (omarchy #7833).
    let (_bus, server, run, note) = asked(Script::load("quickshell-stays"));
    run.pty.signal(Signal::STOP);
    run.pty.wait_stopped();
    let (mut run, key) = (run, note.key("Allow once"));
    run.send("deny\r");
    // What is typed is there when it goes on, and so is the press.
    server.press_key(note.id, &key);
    run.pty.continue_alone();
    run.ends(Exit::code(1), "deny\n", "");
    assert_eq!(server.open(), [note.id], "it does not obey");
}
