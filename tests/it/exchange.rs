//! What is asked of each kind of terminal (`tests/terminals/`), and what comes of it: the parser and the exchange against
//! the terminal's model, in virtual time.
#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::time::Duration;

use plyn_notify::engine::{
    channel::terminal::osc99::report::{Reply, parse},
    tty::{
        parse::{Input, Key, Parser},
        query::{Ask, BOUND, DRAIN, Exchange, Findings},
    },
};
use proptest::prelude::*;

use crate::support::terminal::{Model, Personality};

const ID: &str = "q7k2m";

/// A terminal that is so many milliseconds away, somebody who types at it, and the one who asks.
struct Talk {
    model: Model,
    latency: Duration,
    now: Duration,
    parser: Parser,
    typed: String,
    /// What was written, in order.
    written: Vec<u8>,
    /// Whether every report was known for a reply.
    all_known: bool,
}

impl Talk {
    fn new(personality: Personality, latency: u64) -> Self {
        let latency = Duration::from_millis(latency + personality.delay);
        let model = Model::new(personality);
        let (now, parser) = (Duration::ZERO, Parser::new());
        Self { model, latency, now, parser, typed: String::new(), written: Vec::new(), all_known: true }
    }

    /// Writes, and hands over what comes back, with a key before each sequence. None once `bound` has come.
    fn round(
        &mut self,
        output: &[u8],
        keys: &mut impl Iterator<Item = char>,
        mut bound: impl FnMut() -> Duration,
    ) -> Vec<Input> {
        self.written.extend_from_slice(output);
        let mut bytes = Vec::new();
        for reply in self.model.feed(output) {
            if let Some(key) = keys.next() {
                bytes.extend(key.to_string().bytes());
            }
            bytes.extend(reply);
        }
        self.now = if bytes.is_empty() { bound() } else { self.now + self.latency };
        let inputs: Vec<Input> = bytes.into_iter().filter_map(|byte| self.parser.push(byte)).collect();
        for input in &inputs {
            if let Input::Key(Key::Char(c)) = input {
                self.typed.push(*c);
            }
        }
        inputs
    }

    fn exchange(&mut self, direct: bool, keys: &mut impl Iterator<Item = char>) -> Exchange {
        let mut exchange = Exchange::new(self.now, Ask { direct, secondary: false, id: Some(ID.to_owned()) });
        while exchange.outcome().is_none() {
            let output = exchange.poll_output().unwrap_or_default();
            let until = exchange.poll_timeout().expect("it is not over");
            for input in self.round(&output, keys, || until) {
                if let Input::Report(report) = input {
                    self.all_known &= exchange.handle(self.now, &report);
                }
            }
            exchange.handle_timeout(self.now);
        }
        exchange
    }

    fn asked(&self) -> String {
        String::from_utf8_lossy(&self.written).into_owned()
    }
}

fn findings(name: &str, latency: u64) -> (Talk, Findings) {
    let mut talk = Talk::new(Personality::named(name), latency);
    let exchange = talk.exchange(true, &mut std::iter::empty());
    let findings = exchange.outcome().expect("it is over").clone();
    (talk, findings)
}

#[test]
fn every_terminal_is_known_for_what_it_is_and_none_dies_of_it() {
    // Its name, whether it says what its OSC 99 can do, whether it answers.
    let table = [
        ("apple", None, false, true),
        ("conemu", None, false, true),
        ("contour", Some("contour"), true, true),
        ("echoing", None, false, true),
        ("foot", Some("foot"), true, true),
        ("foot-1.26", Some("foot"), false, true),
        ("ghostty", Some("ghostty"), false, true),
        ("iterm2", Some("iTerm2"), false, true),
        ("kitty", Some("kitty"), true, true),
        ("konsole", Some("Konsole"), true, true),
        ("konsole-focused", Some("Konsole"), true, true),
        ("mute", None, false, false),
        ("slow", None, false, false),
        ("tmux", Some("tmux"), false, true),
        ("vscode", Some("xterm.js"), true, true),
        ("vscode-off", Some("xterm.js"), false, true),
        ("vte", Some("VTE"), false, true),
        ("wezterm", Some("WezTerm"), false, true),
        ("windows-terminal", None, false, true),
        ("xterm", Some("XTerm"), false, true),
    ];
    let names: Vec<String> = Personality::all().into_iter().map(|personality| personality.name).collect();
    assert_eq!(names, table.map(|(name, ..)| name));
    for (name, identity, capable, answers) in table {
        let (talk, findings) = findings(name, 1);
        let said = findings.identity.as_ref().map(|identity| identity.name.as_str());
        assert_eq!(
            (said, findings.capabilities.is_some(), findings.answers),
            (identity, capable, answers),
            "{name}"
        );
        assert_eq!(talk.model.faults(), Vec::<String>::new(), "{name}");
        assert_eq!(talk.asked().contains("p=?"), capable || name == "vscode-off", "{name}");
    }
}

#[test]
fn the_capabilities_are_the_terminals() {
    let payloads = |name| {
        let (_, findings) = findings(name, 1);
        let capabilities = findings.capabilities.expect("it says");
        ["body", "buttons", "close", "icon"].map(|payload| capabilities.has_payload(payload))
    };
    assert_eq!(payloads("kitty"), [true, true, true, true]);
    assert_eq!(payloads("foot"), [true, true, true, true]);
    assert_eq!(payloads("konsole"), [true, true, false, false]);
    assert_eq!(payloads("contour"), [true, false, true, false]);
    assert_eq!(payloads("vscode"), [true, true, true, false]);
}

#[test]
fn a_far_terminal_is_given_up_in_time_and_its_late_replies_are_swallowed() {
    for latency in [60, 120, 250, 900] {
        let mut talk = Talk::new(Personality::named("kitty"), latency);
        let exchange = talk.exchange(true, &mut "xyz".chars());
        let findings = exchange.outcome().expect("it is over");
        assert_eq!(findings.capabilities.is_some(), 2 * latency < 200, "{latency}");
        assert_eq!(findings.identity.is_some(), latency < 200, "{latency}");
        assert!(talk.all_known, "{latency}");
        assert_eq!(talk.typed, if latency < 200 { "xyz" } else { "xy" }, "{latency}");
    }
}

#[test]
fn nothing_is_written_through_a_multiplexer() {
    for personality in Personality::all() {
        let mut talk = Talk::new(personality, 1);
        talk.exchange(false, &mut std::iter::empty());
        assert_eq!((talk.asked(), talk.now), (String::new(), Duration::ZERO));
    }
}

proptest! {
    #[test]
    fn what_is_typed_meanwhile_arrives_once(
        at in any::<prop::sample::Index>(),
        latency in 0_u64..150,
        keys in "[a-z0-9é]{0,12}",
        fence: bool,
    ) {
        let all = Personality::all();
        let personality = all[at.index(all.len())].clone();
        let mut talk = Talk::new(personality, latency);
        let mut source = keys.chars();
        let exchange = talk.exchange(true, &mut source);
        prop_assert!(talk.now <= BOUND + talk.latency);

        let begun = talk.now;
        if let Some(mut drain) = exchange.drain(talk.now, fence) {
            let output = drain.poll_output().unwrap_or_default();
            let until = drain.poll_timeout().unwrap_or(talk.now);
            for input in talk.round(&output, &mut source, || until) {
                if let Input::Report(report) = input {
                    drain.handle(&report);
                }
            }
            drain.handle_timeout(talk.now);
            prop_assert!(talk.now <= begun + DRAIN.max(talk.latency));
        }
        let left: String = source.collect();
        prop_assert_eq!(talk.typed + &left, keys);
        prop_assert!(!talk.model.crashed);
    }
}

/// What a human does to a notification, as each terminal reports it.
#[test]
fn presses_clicks_and_closes_are_read_as_what_they_are() {
    let show = |model: &mut Model| {
        let said = model.feed(
            b"\x1b]99;i=n1:d=0:a=report:c=1;T\x1b\\\x1b]99;i=n1:a=report:c=1:p=buttons;Allow\xe2\x80\xa8Deny\x1b\\",
        );
        assert_eq!(said, Vec::<Vec<u8>>::new());
    };
    let read = |replies: Vec<Vec<u8>>| -> Vec<Option<Reply>> {
        let mut parser = Parser::new();
        let inputs = replies.concat().into_iter().filter_map(|byte| parser.push(byte)).collect::<Vec<_>>();
        let osc = |input| match input {
            Input::Report(plyn_notify::engine::tty::report::Report::Osc(osc)) => parse(&osc, "n1", 2),
            _ => None,
        };
        inputs.into_iter().map(osc).collect()
    };
    for name in ["kitty", "foot", "foot-1.26", "konsole", "vscode"] {
        let mut model = Model::new(Personality::named(name));
        show(&mut model);
        assert_eq!(read(model.press("n1", 2)), [Some(Reply::Pressed(1)), Some(Reply::Closed)], "{name}");
        show(&mut model);
        assert_eq!(read(model.click("n1")), [Some(Reply::Clicked), Some(Reply::Closed)], "{name}");
        show(&mut model);
        let dismissed = read(model.dismiss("n1"));
        let closed = if name == "vscode" {
            vec![Some(Reply::Clicked), Some(Reply::Closed)]
        } else {
            vec![Some(Reply::Closed)]
        };
        assert_eq!(dismissed, closed, "{name}");
        assert_eq!(model.faults(), Vec::<String>::new(), "{name}");
    }
}
