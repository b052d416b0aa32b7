//! No terminal to ask at: none at all, or one that is somebody else's; and a terminal that takes no output.

use super::Case;
use crate::support::{Bus, Script, Server, pty::Exit};

/// Expects that nobody can be asked, in one line that holds `why`.
#[track_caller]
fn unreachable(case: Case, why: &str) {
    let run = case.start();
    assert_eq!(run.pty.wait_exit(), Exit::code(0), "{}", run.pty.contents());
    let err = run.file("err");
    assert_eq!((run.file("status").as_str(), run.file("out").as_str()), ("69\n", ""), "{err}");
    assert!(err.starts_with("plyn-notify: nobody can be asked: ") && err.contains(why), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert_eq!(run.lines(), Vec::<String>::new());
    run.is_sane();
}

#[test]
fn without_a_controlling_terminal() {
    for streams in ["", "</dev/null"] {
        let script = format!("setsid -w plyn-notify wait 'Deploy?' >out 2>err {streams}; echo $? >status");
        unreachable(Case::script("sh", &script), "there is no terminal");
    }
    let script = "setsid -w plyn-notify wait --kind secret 'Deploy?' >out 2>err; echo $? >status";
    unreachable(Case::script("sh", script), "there is no terminal");
}

#[test]
fn switched_off() {
    let script = "plyn-notify wait --no-terminal 'Deploy?' >out 2>err; echo $? >status";
    unreachable(Case::script("sh", script), "--no-terminal");
}

#[test]
fn a_terminal_that_another_program_holds_raw() {
    let script =
        "stty raw -echo; plyn-notify wait 'Deploy?' >out 2>err; echo $? >status; stty -a >modes; stty sane";
    let run = Case::script("sh", script).start();
    run.pty.wait_exit();
    assert_eq!(run.file("status"), "69\n");
    assert!(run.file("err").contains("another program"), "{}", run.file("err"));
    assert!(run.file("modes").contains("-icanon") && run.file("modes").contains("-echo "));
    assert_eq!(run.pty.raw_output(), b"");
}

#[test]
fn without_a_controlling_terminal_the_desktop_is_asked() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let script = "setsid -w plyn-notify wait 'Deploy?' >out 2>err; echo $? >status";
    let run = Case::script("sh", script).bus(&bus).start();
    let note = server.wait_notify(1);
    assert!(!note.labels().contains(&"Go to terminal"), "{:?}", note.labels());
    server.press(note.id, "Deny");
    run.pty.wait_exit();
    assert_eq!((run.file("out").as_str(), run.file("status").as_str()), ("deny\n", "1\n"));
    assert_eq!(run.file("err"), "");
}

#[test]
fn output_that_is_held_holds_nobody() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let script = "plyn-notify wait --grace 0 'Deploy?' >out 2>err; echo $? >status";
    for held in ["before", "after"] {
        let case = Case::script("sh", &format!("stty -echo; echo on; until [ -e go ]; do :; done; {script}"));
        let mut run = case.bus(&bus).start();
        run.pty.wait_text("on");
        let count = server.notifications().len();
        if held == "before" {
            run.send([0x13]);
            run.touch("go");
        } else {
            run.touch("go");
            run.ready("Enter takes it");
            run.send([0x13]);
        }
        let note = server.wait_notify(count + 1);
        let pressed = super::clock();
        server.press(note.id, "Deny");
        run.wait_file("status", "1\n");
        assert!(pressed.elapsed().as_millis() < 1000, "it hung for {:?}", pressed.elapsed());
        assert_eq!(run.file("out"), "deny\n");
        run.send([0x11]);
        run.pty.wait_exit();
    }
}

#[test]
fn what_is_typed_before_a_held_question_is_seen_does_not_answer_it() {
    let script = "stty -echo; echo on; until [ -e go ]; do :; done; plyn-notify wait 'Deploy?' >out 2>err";
    let mut run = Case::script("sh", script).start();
    run.pty.wait_text("on");
    run.send([0x13]);
    run.touch("go");
    run.idle();
    run.send("y\r");
    run.idle();
    assert_eq!(run.file("out"), "");
    run.send([0x11]);
    run.ready("Enter takes it");
    run.send("n\r");
    run.pty.wait_exit();
    assert_eq!(run.file("out"), "deny\n");
}
