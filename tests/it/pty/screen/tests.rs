//! The tests: what a script would see, and what is heard on the bus.

use super::super::Case;
use crate::support::{Bus, Script, Server, pty::Exit};

#[test]
fn a_question_as_a_script_asks_it() {
    let mut run = Case::doctor().looked();
    run.send("4");
    run.pty.wait_text("A question");
    run.send("jjjjjj\r");
    run.pty.wait_for("the question, and not on the other screen", |screen| {
        screen.contents().contains("Enter takes it") && !screen.alternate_screen()
    });
    run.pty.type_at_prompt("n");
    run.send("\r");
    run.pty.wait_for("what a script would have seen", |screen| {
        let text = screen.contents();
        text.contains("deny") && text.contains("answered: a refusal") && screen.alternate_screen()
    });
    run.send("q");
    run.ends(Exit::code(0), "", "");
}

#[test]
fn ctrl_c_ends_the_question_and_not_the_doctor() {
    let mut run = Case::doctor().looked();
    run.send("4jjjjjj\r");
    run.pty.wait_text("Enter takes it");
    run.send([0x03]);
    run.pty.wait_text("ended by a signal");
    run.send("q");
    run.ends(Exit::code(0), "", "");
}

#[test]
fn a_press_is_heard_and_proven() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::load("plasma"));
    let mut run = Case::doctor().bus(&bus).size(160, 50).looked();
    run.send("4j\r");
    let note = server.wait_notify(1);
    run.pty.wait_text("shown as #");
    server.press(note.id, "Deny");
    run.pty.wait_text("ActionInvoked");
    run.pty.wait_text("proven: answers can be pressed");
    run.send("2");
    run.pty.wait_text("tried");
    run.send("q");
    run.has_left(Exit::code(0));
}

#[test]
fn leaving_takes_down_what_is_up() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let mut run = Case::doctor().bus(&bus).looked();
    run.send("4\r");
    let note = server.wait_notify(1);
    run.pty.wait_text("shown as #");
    run.send("q");
    server.wait_closed(note.id);
    run.has_left(Exit::code(0));
}

#[test]
fn a_server_that_dies_while_a_test_is_open_is_said() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let mut run = Case::doctor().bus(&bus).looked();
    run.send("4\r");
    server.wait_notify(1);
    run.pty.wait_text("shown as #");
    drop(server);
    run.pty.wait_text("\u{2717}");
    run.send("5j");
    run.pty.wait_text("How long a prompt waits");
    run.send("q");
    run.has_left(Exit::code(0));
}
