//! Terminals that are slow, mute, held or not what they are said to be.

use std::time::Duration;

use serde_json::json;

use super::{Asked, Case, Exit, at_once};
use crate::{
    pty::{clock, fresh_stty},
    support::terminal::Personality,
};

const CHOICES: [&str; 3] = ["--choices", "allow,deny", "Deploy?"];
const CTRL_S: &[u8] = &[0x13];
const CTRL_Q: &[u8] = &[0x11];

/// As long as the end may wait for a terminal, and what a busy machine adds to it.
const BOUND: Duration = Duration::from_secs(2);

#[test]
fn a_terminal_that_says_nothing_or_too_late_costs_nothing_that_is_seen() {
    let rows = [
        ("mute", ""),
        ("slow", ""),
        ("mute", "osc99"),
        ("xterm", "osc99"),
        ("apple", "osc99"),
        ("vte", "osc99"),
        ("echoing", "osc99"),
        ("windows-terminal", "osc99"),
        ("conemu", "osc9"),
        ("apple", "osc777"),
    ];
    let start = |(name, protocol): (&str, &str), delay: u64| {
        let pin = ["--protocol", protocol];
        let pin = if protocol.is_empty() { &[][..] } else { &pin[..] };
        let personality = Personality::named(name);
        let delay = personality.delay.min(delay);
        Asked::start_in(at_once(&[pin, &CHOICES].concat()), Personality { delay, ..personality })
    };
    // Answered while it is asked; the end waits 300 ms for what is still to come.
    for mut asked in rows.map(|row| start(row, 200)) {
        asked.run.ready("Deploy?");
        asked.answer("deny");
        let entered = clock();
        asked.ends(Exit::code(1), "deny\n", "");
        assert!(entered.elapsed() < BOUND, "{}: {:?}", asked.name, entered.elapsed());
    }
    // And after it was announced.
    for mut asked in rows.map(|row| start(row, 400)) {
        asked.run.ready("Deploy?");
        asked.is_announced();
        asked.answer("deny");
        asked.ends(Exit::code(1), "deny\n", "");
    }
}

#[test]
fn what_is_typed_behind_an_answer_stays_for_who_reads_next() {
    for (name, channels) in [
        ("mute", "terminal"),
        ("kitty", "terminal"),
        ("xterm", "terminal"),
        ("mute", "desktop,terminal"),
        ("kitty", "desktop,terminal"),
    ] {
        let arguments = ["--channels", channels, "--grace", "0.6", "--protocol", "osc99"];
        // As over ssh on a host that has a bus and no desktop.
        let case = Case::wait(&[&arguments[..], &CHOICES].concat())
            .env("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:abstract=/nowhere/plyn-notify-test");
        let mut asked = Asked::start(case, name);
        asked.is_announced();
        asked.run.pty.type_at_prompt("deny");
        asked.run.send("\rls -l\r");
        asked.run.ends(Exit::code(1), "deny\n", "");
        asked.leaves("ls -l\\n");
    }
}

#[test]
fn replies_after_anybody_waits_for_them_are_no_typing() {
    let mut asked =
        Asked::start(at_once(&["--json", "--choices", "allow,deny", "--reply", "Deploy?"]), "slow");
    asked.run.ready("Deploy?");
    asked.run.pty.type_at_prompt("half");
    asked.terminal.interleave(["way"]);
    asked.terminal.split(1);
    asked.terminal.wait_notification();
    asked.terminal.is_silent();
    asked.run.ready("\u{203a} halfway");
    asked.run.send("\r");
    asked.ends_with(Exit::code(0), &[("answer", json!("halfway"))]);
}

#[test]
fn a_forced_protocol_still_answers_where_the_terminal_does() {
    // Nothing says that this is kitty, and it does not say so either.
    let mut unknown = Personality::named("kitty");
    unknown.env = [("TERM".to_owned(), "xterm-256color".to_owned())].into();
    unknown.xtversion = None;
    let arguments = ["--json", "--protocol", "osc99", "--choices", "allow,deny", "Deploy?"];
    let mut asked = Asked::start_in(at_once(&arguments), unknown.clone());
    let shown = asked.shown();
    assert_eq!(shown.buttons, ["allow", "deny", "Go to terminal"]);
    asked.terminal.press(&shown.id, 2);
    asked.ends_with(Exit::code(1), &[("source", json!("terminal-notification"))]);
    assert!(!asked.told().contains(&"?".to_owned()), "{:?}", asked.told());

    // One that dies of the query, whatever it is told to be.
    let mut asked = Asked::start(at_once(&arguments), "foot-1.26");
    let shown = asked.shown();
    asked.terminal.press(&shown.id, 1);
    asked.ends_with(Exit::code(0), &[("source", json!("terminal-notification"))]);
}

/// Waits until the program says this about itself.
#[track_caller]
fn logged(asked: &Asked, text: &str) {
    asked.run.wait_file("err", text);
}

/// A prompt that says what it does.
fn talkative(grace: &str) -> Case {
    let script = format!(
        "while ! [ -e go ]; do :; done; exec \"$PLYN\" wait -vvv --channels terminal --grace {grace} --json \
         --choices allow,deny 'Deploy?' >out 2>err"
    );
    Case::script("sh", &script)
}

#[test]
fn a_held_terminal_is_sent_nothing_in_part_and_holds_nobody() {
    for name in ["kitty", "ghostty"] {
        // Held behind the question and before the announcement, which a busy machine does not manage in any time.
        let mut asked = ["0.2", "0.8", "3"]
            .iter()
            .find_map(|grace| {
                let mut asked = Asked::start(talkative(grace), name);
                asked.run.touch("go");
                asked.run.ready("Deploy?");
                asked.run.pty.type_at_prompt("al");
                asked.run.send(CTRL_S);
                asked.run.idle();
                asked.is_only_asked().then_some(asked)
            })
            .unwrap();
        logged(&asked, "effect=Show(");
        let entered = clock();
        asked.run.send("low\r");
        let ended = asked.run.pty.ends_within(BOUND);
        let took = entered.elapsed();
        asked.run.send(CTRL_Q);
        assert_eq!(ended, Some(Exit::code(0)), "{name}: {took:?}");
        let out = asked.run.file("out");
        assert!(out.contains(r#""source":"terminal""#) && out.contains(r#""announced":[]"#), "{out}");
        // Its other settings are written to it, so it keeps them while it is held.
        assert_eq!(asked.run.pty.stty(), fresh_stty());
        asked.leaves("");
        assert_eq!(asked.terminal.notifications(), vec![], "{name}");
        assert!(asked.is_only_asked(), "{name}: {:?}", asked.told());
    }
}

#[test]
fn a_terminal_that_is_held_from_the_start_and_then_let_go_gets_it_whole() {
    for name in ["kitty", "ghostty"] {
        let mut asked = Asked::start(talkative("0"), name);
        asked.run.send(CTRL_S);
        asked.run.touch("go");
        logged(&asked, "effect=Show(");
        asked.run.send(CTRL_Q);
        asked.run.ready("Deploy?");
        asked.answer("allow");
        assert_eq!(asked.run.pty.wait_exit(), Exit::code(0));
        asked.run.is_sane();
        asked.leaves("");
        let out = asked.run.file("out");
        // It was held for too long only where the machine was.
        let was_shown = !asked.terminal.notifications().is_empty();
        assert_eq!(out.contains(r#""announced":["terminal"]"#), was_shown, "{name}: {out}");
        let is_late = asked.run.file("err").contains("the terminal took nothing within 2s");
        assert!(was_shown || is_late, "{name}: {out}");
    }
}

#[test]
fn without_a_terminal_to_answer_at_nothing_is_written_anywhere() {
    for (how, why) in [
        ("setsid -w \"$PLYN\" wait", "there is no terminal"),
        ("\"$PLYN\" wait --no-terminal", "the terminal is switched off (--no-terminal)"),
    ] {
        let script = format!(
            "{how} --channels terminal --grace 0 --choices allow,deny 'Deploy?' >out 2>err; echo $? >status"
        );
        let mut asked = Asked::start(Case::script("sh", &script), "kitty");
        assert_eq!(asked.run.pty.wait_exit(), Exit::code(0));
        assert_eq!((asked.run.file("status"), asked.run.file("out")), ("69\n".to_owned(), String::new()));
        assert_eq!(asked.run.file("err"), format!("plyn-notify: nobody can be asked: {why}\n"));
        assert_eq!(asked.run.pty.raw_output(), b"");
        asked.leaves("");
    }
}
