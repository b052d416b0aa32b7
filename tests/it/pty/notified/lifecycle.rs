//! Ends, and what is left for the shell: answers, signals, other channels, a terminal that goes away.

use rustix::process::Signal;
use serde_json::json;

use super::{Asked, Case, Exit, TWO_WAY, at_once};
use crate::{
    pty::{CTRL_C, comes_true, wait_gone},
    support::{Bus, Script, Server, terminal::Personality},
};

const DEADLY: [Signal; 3] = [Signal::INT, Signal::TERM, Signal::HUP];
const CHOICES: [&str; 3] = ["--choices", "allow,deny", "Deploy?"];

/// A shell that asks, and reads a line after that.
fn shell(then: &str) -> Case {
    let ask = "plyn-notify wait --channels terminal --grace 0 --choices allow,deny 'Deploy?' >out 2>err";
    Case::script("sh", &format!("{ask}; echo status=$?; {then}"))
}

#[test]
fn what_is_typed_behind_an_enter_is_the_shell_s_and_the_notification_is_gone() {
    for name in TWO_WAY {
        let mut asked = Asked::start(shell("read -r line; echo \"got=$line.\""), name);
        asked.shown();
        asked.run.send("\x15allow\rls -l\r");
        asked.run.pty.wait_text("got=ls -l.");
        assert_eq!(
            (asked.run.file("out"), asked.run.file("err")),
            ("allow\n".to_owned(), String::new()),
            "{name}"
        );
        asked.leaves("");
        // Konsole cannot be told to close one.
        assert_eq!(asked.up(), usize::from(name == "konsole"), "{name}");
    }
}

#[test]
fn half_an_answer_is_thrown_away_by_a_press() {
    for name in TWO_WAY {
        let mut asked = Asked::start(shell("read -r line; echo \"got=$line.\""), name);
        let shown = asked.shown();
        asked.run.pty.type_at_prompt("rm -rf");
        // And what is typed in the moment of the press.
        asked.terminal.interleave(["\x15rm"]);
        asked.terminal.press(&shown.id, 1);
        asked.run.pty.wait_text("status=0");
        asked.run.send("next\r");
        asked.run.pty.wait_text("got=next.");
        asked.leaves("");
    }
}

#[test]
fn a_deadly_signal_takes_it_down_and_leaves_nothing() {
    for signal in DEADLY {
        for name in ["kitty", "foot-1.26", "konsole"] {
            let mut asked = Asked::start(at_once(&CHOICES), name);
            asked.shown();
            asked.run.pty.type_at_prompt("al");
            asked.run.pty.signal(signal);
            asked.ends(Exit::signal(signal), "", "");
            assert_eq!(asked.up(), usize::from(name == "konsole"), "{name} {signal:?}");
        }
    }
}

#[test]
fn a_deadly_signal_while_the_terminal_is_asked_or_a_button_pressed() {
    // Its replies come while the end waits for them.
    let far = || Personality { delay: 150, ..Personality::named("kitty") };
    for signal in DEADLY {
        let mut asked = Asked::start_in(at_once(&CHOICES), far());
        asked.run.ready("Deploy?");
        asked
            .terminal
            .wait("the question", |model| (!model.log.is_empty() && model.faults().is_empty()).then_some(()));
        asked.run.pty.wait_raw(b"\x1b[>q\x1b[c");
        asked.run.pty.signal(signal);
        asked.ends(Exit::signal(signal), "", "");

        let mut asked = Asked::start(at_once(&CHOICES), "kitty");
        let shown = asked.shown();
        asked.terminal.press(&shown.id, 2);
        asked.run.pty.try_signal(signal);
        let ended = asked.run.pty.wait_exit();
        let out = asked.run.file("out");
        assert!(
            (ended, out.as_str()) == (Exit::signal(signal), "") || out == "deny\n",
            "{signal:?}: {ended:?} {out:?}"
        );
        asked.run.is_sane();
        asked.leaves("");
        assert_eq!(asked.up(), 0);
    }
}

#[test]
fn ctrl_c_takes_it_down() {
    let mut asked = Asked::start(at_once(&CHOICES), "kitty");
    asked.shown();
    asked.run.send(CTRL_C);
    asked.ends(Exit::signal(Signal::INT), "", "");
    assert_eq!(asked.up(), 0);
}

#[test]
fn the_terminal_when_the_desktop_fails() {
    let arguments =
        ["--json", "--channels", "desktop,terminal", "--grace", "0", "--choices", "allow,deny", "Deploy?"];
    let mut asked = Asked::start(Case::wait(&arguments), "kitty");
    let shown = asked.shown();
    asked.terminal.press(&shown.id, 2);
    let object = asked.ends_with(
        Exit::code(1),
        &[("source", json!("terminal-notification")), ("announced", json!(["terminal"]))],
    );
    assert_eq!(object["failures"][0]["channel"], json!("desktop"), "{object}");

    // Without being told to.
    let mut asked =
        Asked::start(Case::wait(&["--json", "--grace", "0", "--choices", "allow,deny", "Deploy?"]), "kitty");
    let shown = asked.shown();
    asked.terminal.press(&shown.id, 2);
    asked.ends_with(Exit::code(1), &[("announced", json!(["terminal"]))]);

    // A server that refuses it.
    let bus = Bus::start();
    let server = Server::start(
        &bus,
        Script {
            notify_reply: crate::support::Reply::Error("org.example.No".to_owned()),
            ..Script::default()
        },
    );
    let mut asked = Asked::start(Case::wait(&arguments).bus(&bus), "kitty");
    let shown = asked.shown();
    asked.terminal.press(&shown.id, 1);
    asked.ends_with(Exit::code(0), &[("announced", json!(["terminal"]))]);
    server.wait_none_open();
}

#[test]
fn a_terminal_that_is_gone_ends_it_when_nothing_else_can_be_asked() {
    for (personality, phase) in [
        (Personality::named("mute"), "asked"),
        (Personality::named("kitty"), "shown"),
        (Personality::named("konsole"), "shown"),
        (Personality::named("ghostty"), "shown"),
    ] {
        let script = "trap '' HUP; plyn-notify wait --channels terminal --grace 0 --choices allow,deny 'Deploy?' >out 2>err; echo $? >status";
        let name = personality.name.clone();
        let mut asked = Asked::start_in(Case::script("sh", script), personality);
        if phase == "shown" {
            asked.shown();
        } else {
            asked.run.pty.wait_raw(b"\x1b[>q\x1b[c");
        }
        let prompts = asked.run.prompts();
        asked.run.hang_up();
        let ended = comes_true(|| asked.run.file("status") == "69\n");
        assert!(ended, "{name} {phase}: it goes on without anybody to answer it");
        prompts.into_iter().for_each(wait_gone);
        let err = asked.run.file("err");
        assert!(
            err.starts_with("plyn-notify: nobody can be asked: ") && err.lines().count() == 1,
            "{name}: {err:?}"
        );
    }
}

#[test]
fn a_terminal_that_is_gone_leaves_the_desktop_to_the_end() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let script = "trap '' HUP; plyn-notify wait --channels terminal,desktop --grace 0 --choices allow,deny 'Deploy?' >out 2>err; echo $? >status";
    let mut asked = Asked::start(Case::script("sh", script).bus(&bus), "kitty");
    asked.shown();
    asked.run.hang_up();
    let note = server.wait_notify(1);
    server.press(note.id, "deny");
    asked.run.wait_file("status", "1\n");
    assert_eq!(asked.run.file("out"), "deny\n");
}
