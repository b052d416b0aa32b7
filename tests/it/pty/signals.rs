//! Signals: the death that was meant, and a terminal as it was found.

use rustix::process::Signal;

use super::{CTRL_C, Case, wait_gone};
use crate::support::{Bus, Script, Server, pty::Exit};

const DEADLY: [Signal; 4] = [Signal::INT, Signal::QUIT, Signal::TERM, Signal::HUP];

/// What is asked, by every kind of prompt.
const KINDS: [&[&str]; 3] = [&["Deploy?"], &["--reply", "Deploy?"], &["--kind", "secret", "Deploy?"]];

#[test]
fn a_deadly_signal_is_a_real_death() {
    for signal in DEADLY {
        for arguments in KINDS {
            let mut run = Case::wait(arguments).ask("Deploy?");
            run.send("half");
            run.idle();
            run.pty.signal(signal);
            run.ends(Exit::signal(signal), "", "");
            assert_eq!(run.lines(), ["Deploy? interrupted"], "{signal:?}");
            assert_eq!(run.pty.unread_input(), b"");
        }
    }
}

#[test]
fn a_deadly_signal_on_a_plain_terminal() {
    for signal in DEADLY {
        for arguments in KINDS {
            let run = Case::wait(arguments).env("TERM", "dumb").ask("Deploy?");
            run.pty.signal(signal);
            run.ends(Exit::signal(signal), "", "");
        }
    }
}

#[test]
fn a_deadly_signal_withdraws_the_notification() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    for (number, signal) in DEADLY.into_iter().enumerate() {
        let run = Case::wait(&["--grace", "0", "Deploy?"]).bus(&bus).ask("Deploy?");
        let note = server.wait_notify(number + 1);
        run.pty.signal(signal);
        run.ends(Exit::signal(signal), "", "");
        server.wait_closed(note.id);
    }
}

#[test]
fn an_interrupted_prompt_is_one_json_object() {
    let run = Case::wait(&["--json", "Deploy?"]).ask("Deploy?");
    run.pty.signal(Signal::TERM);
    assert_eq!(run.pty.wait_exit(), Exit::signal(Signal::TERM));
    let out = run.file("out");
    assert!(out.starts_with(r#"{"outcome":"interrupted","answer":null,"#), "{out}");
    assert!(out.ends_with("}\n") && out.lines().count() == 1, "{out}");
}

#[test]
fn ctrl_c_stops_the_script() {
    for shell in ["sh", "dash", "bash"] {
        let mut run = Case::script(shell, "plyn-notify wait 'Deploy?'; echo not reached; :").ask("Deploy?");
        run.send(CTRL_C);
        assert_eq!(run.pty.wait_exit(), Exit::signal(Signal::INT), "{shell}");
        assert!(!run.pty.contents().contains("not reached"), "{shell}: {}", run.pty.contents());
        run.is_sane();
    }
}

#[test]
fn ctrl_backslash_ends_it() {
    let mut run = Case::wait(&["Deploy?"]).ask("Deploy?");
    run.send([0x1c]);
    run.ends(Exit::signal(Signal::QUIT), "", "");
}

#[test]
fn ctrl_c_in_a_substitution_and_a_pipeline() {
    for script in [
        "x=$(plyn-notify wait 'Deploy?'); echo not reached",
        "plyn-notify wait 'Deploy?' | cat; echo not reached",
    ] {
        let mut run = Case::script("bash", script).ask("Deploy?");
        run.send(CTRL_C);
        assert_eq!(run.pty.wait_exit(), Exit::signal(Signal::INT), "{script}");
        assert!(!run.pty.contents().contains("not reached"), "{script}: {}", run.pty.contents());
        run.is_sane();
    }
}

#[test]
fn an_ignored_hang_up_stays_ignored() {
    let mut run =
        Case::script("sh", "exec nohup plyn-notify wait 'Deploy?' >out 2>err </dev/null").ask("Deploy?");
    run.pty.signal(Signal::HUP);
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
}

#[test]
fn a_terminal_that_hangs_up_ends_it() {
    for script in
        ["exec plyn-notify wait 'Deploy?'", "plyn-notify wait 'Deploy?' >out 2>err; echo $? >status"]
    {
        let mut run = Case::script("sh", script).ask("Deploy?");
        let prompts = run.prompts();
        assert_eq!(prompts.len(), 1);
        run.hang_up();
        wait_gone(prompts[0]);
    }
}

#[test]
fn a_lost_terminal_without_another_channel_is_unreachable() {
    let script = "trap '' HUP; plyn-notify wait 'Deploy?' >out 2>err; echo $? >status";
    let mut run = Case::script("sh", script).ask("Deploy?");
    run.hang_up();
    run.wait_file("status", "69\n");
    assert_eq!(run.file("out"), "");
    let err = run.file("err");
    assert!(err.starts_with("plyn-notify: nobody can be asked: ") && err.lines().count() == 1, "{err:?}");
    assert!(err.contains("terminal"), "{err:?}");
}

#[test]
fn a_lost_terminal_leaves_the_desktop() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let script = "trap '' HUP; plyn-notify wait --grace 0 'Deploy?' >out 2>err; echo $? >status";
    let mut run = Case::script("sh", script).bus(&bus).ask("Deploy?");
    server.wait_notify(1);
    run.hang_up();
    // It is put up again, with nothing on it that needs a terminal, or stays: what is open can be pressed.
    server.wait_open();
    server.press(server.open()[0], "Deny");
    run.wait_file("status", "1\n");
    assert_eq!(run.file("out"), "deny\n");
}
