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
const BOUND: Duration = Duration::from_millis(2000);

#[test]
fn a_terminal_that_says_nothing_or_too_late_costs_nothing_that_is_seen() {
    for (name, protocol) in [
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
    ] {
        let pin = ["--protocol", protocol];
        let pin = if protocol.is_empty() { &[][..] } else { &pin[..] };
        // While it is asked; the end waits 300 ms for what is still to come.
        let personality = Personality::named(name);
        let soon = Personality { delay: personality.delay.min(200), ..personality };
        let mut asked = Asked::start_in(at_once(&[pin, &CHOICES].concat()), soon);
        asked.run.ready("Deploy?");
        asked.answer("deny");
        let entered = clock();
        asked.ends(Exit::code(1), "deny\n", "");
        assert!(entered.elapsed() < BOUND, "{name}: {:?}", entered.elapsed());

        let mut asked = Asked::start(at_once(&[pin, &CHOICES].concat()), name);
        asked.run.ready("Deploy?");
        asked.terminal.wait("it to be announced", |model| {
            let told = |word: String| word.starts_with("body") || word == "bell" || word.starts_with("777;");
            model.log.iter().filter_map(super::brief).any(told).then_some(())
        });
        asked.answer("deny");
        asked.ends(Exit::code(1), "deny\n", "");
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

#[test]
fn a_held_terminal_is_sent_nothing_in_part_and_holds_nobody() {
    // Held before the announcement, which is given up after two seconds; answered while held, before and after that.
    for (name, waits) in [("kitty", false), ("ghostty", false), ("ghostty", true)] {
        let arguments =
            ["--channels", "terminal", "--grace", "0.4", "--json", "--choices", "allow,deny", "Deploy?"];
        let mut asked = Asked::start(Case::wait(&arguments), name);
        asked.run.ready("Deploy?");
        asked.run.pty.type_at_prompt("al");
        asked.run.send(CTRL_S);
        asked.run.idle();
        asked.run.pty.ends_within(Duration::from_millis(if waits { 2700 } else { 700 }));
        let entered = clock();
        asked.run.send("low\r");
        let ended = asked.run.pty.ends_within(BOUND);
        let took = entered.elapsed();
        asked.run.send(CTRL_Q);
        assert_eq!(ended, Some(Exit::code(0)), "{name} {waits}: {took:?}");
        let out = asked.run.file("out");
        assert!(out.contains(r#""source":"terminal""#) && out.contains(r#""announced":[]"#), "{out}");
        assert!(!out.contains("server"), "{out}");
        // Its other settings are written to it, so it keeps them while it is held.
        assert_eq!(asked.run.pty.stty(), fresh_stty());
        asked.leaves("");
        assert_eq!(asked.terminal.notifications(), [], "{name} {waits}");
        assert_eq!(asked.told(), Vec::<String>::new(), "{name} {waits}");
    }
}

#[test]
fn a_terminal_that_is_released_in_time_shows_it() {
    let arguments =
        ["--channels", "terminal", "--grace", "0.3", "--json", "--choices", "allow,deny", "Deploy?"];
    let mut asked = Asked::start(Case::wait(&arguments), "ghostty");
    asked.run.ready("Deploy?");
    asked.run.pty.type_at_prompt("al");
    asked.run.send(CTRL_S);
    asked.run.pty.ends_within(Duration::from_millis(600));
    assert_eq!(asked.told(), Vec::<String>::new());
    asked.run.send(CTRL_Q);
    asked.shown();
    asked.run.send("low\r");
    asked.ends_with(Exit::code(0), &[("announced", json!(["terminal"]))]);
}

#[test]
fn a_hook_without_a_terminal_writes_nothing_anywhere() {
    let script = r#"setsid -w "$PLYN" wait --channels terminal --grace 0 --choices allow,deny 'Deploy?' >out 2>err; echo $? >status"#;
    let mut asked = Asked::start(Case::script("sh", script), "kitty");
    assert_eq!(asked.run.pty.wait_exit(), Exit::code(0));
    assert_eq!((asked.run.file("status"), asked.run.file("out")), ("69\n".to_owned(), String::new()));
    let err = asked.run.file("err");
    assert!(
        err.starts_with("plyn-notify: nobody can be asked: ") && err.contains("there is no terminal"),
        "{err:?}"
    );
    assert_eq!(asked.told(), Vec::<String>::new());
    assert_eq!(asked.run.pty.raw_output(), b"");
    asked.leaves("");
}
