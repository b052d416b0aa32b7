//! The tests: what a script would see, and what is heard on the bus.

use rustix::process::Signal;

use super::super::{CTRL_Z, Case, wait_gone};
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

/// Every test that leaves the screen, and both signals.
#[test]
fn a_signal_that_ends_the_doctor_ends_the_question_with_it() {
    let tests = (6..13).zip([Signal::TERM, Signal::HUP].into_iter().cycle());
    let runs: Vec<_> = tests.map(|(below, signal)| (below, signal, Case::doctor().start())).collect();
    for (below, signal, mut run) in runs {
        run.looked();
        run.send(format!("4{}\r", "j".repeat(below)));
        run.pty.wait_for("the question", |screen| {
            !screen.alternate_screen() && screen.contents().contains("Esc dismisses")
        });
        let question = run.prompts().into_iter().find(|pid| *pid != run.pty.pid()).unwrap();
        run.pty.signal(signal);
        run.ends(Exit::signal(signal), "", "");
        wait_gone(question);
    }
}

/// On every screen, and with every notification of the tests up.
#[test]
fn a_signal_takes_down_what_is_up() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::load("plasma"));
    let runs = [0, 1, 2, 3, 4, 5].map(|below| (below, Case::doctor().bus(&bus).start()));
    for (below, mut run) in runs {
        run.looked();
        run.send(format!("4{}\r", "j".repeat(below)));
        run.pty.wait_text("shown as #");
        run.send(["1", "2", "3", "5", "6", "7"][below]);
        run.pty.wait_for("another screen", |screen| !screen.contents().contains("shown as #"));
        let signal = [Signal::TERM, Signal::HUP][below % 2];
        run.pty.signal(signal);
        run.has_left(Exit::signal(signal));
        assert_eq!(server.open(), [0_u32; 0], "test {below}");
    }
}

#[test]
fn a_window_that_closes_ends_the_question_and_the_doctor() {
    let mut run = Case::doctor().looked();
    run.send("4jjjjjj\r");
    run.pty.wait_text("Enter takes it");
    let doctor = run.pty.pid();
    let question = run.prompts().into_iter().find(|pid| *pid != doctor).unwrap();
    run.hang_up();
    wait_gone(question);
    wait_gone(doctor);
}

#[test]
fn ctrl_z_stops_the_question_and_the_doctor() {
    let mut run = Case::interactive().start();
    run.pty.wait_text("$ ");
    run.send("plyn-notify doctor\r");
    run.looked();
    run.send("4jjjjjj\r");
    run.pty.wait_text("Enter takes it");
    run.send(CTRL_Z);
    run.pty.wait_text("Stopped");
    run.send("fg\r");
    run.pty.wait_for("the question once more", |screen| {
        screen.contents().rsplit("fg").next().is_some_and(|text| text.contains("Enter takes it"))
    });
    run.pty.type_at_prompt("n");
    run.send("\r");
    run.pty.wait_for("the screen", |screen| screen.alternate_screen() && screen.contents().contains("deny"));
    run.send("q");
    run.pty.wait_for("the shell's prompt", |screen| screen.contents().trim_end().ends_with('$'));
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
    // And nobody has to say that it be looked for.
    run.send("1");
    run.pty.wait_text("no notification server is running");
    run.send("5j");
    run.pty.wait_text("How long a prompt waits");
    run.send("q");
    run.has_left(Exit::code(0));
}
