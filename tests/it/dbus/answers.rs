//! What a human does to the notification, and what comes of it.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::asked;
use crate::support::{
    Bus, Dest, Emit, Key, NOTIFICATIONS, NOTIFICATIONS_PATH, Program, Reply, Script, Server, Value,
};

fn with_reply() -> Script {
    Script::default().capable_of("actions body inline-reply")
}

#[test]
fn a_press_is_printed_and_the_notification_taken_down() {
    for (label, key, code) in [("Allow once", "allow\n", 0), ("Deny", "deny\n", 1)] {
        for signals in [Dest::Broadcast, Dest::Unicast, Dest::Both, Dest::Gnome] {
            let script = Script { signals, after_action_close: Vec::new(), ..Script::default() };
            let (_bus, server, program, note) = asked(script, &["Deploy?"]);
            server.press(note.id, label);
            program.end().is(key, "", code);
            server.wait_closed(note.id);
            assert_eq!(server.closes().len(), 1, "{signals:?}");
        }
    }
}

#[test]
fn a_press_that_comes_before_the_reply_to_notify_counts() {
    let script = Script { before_reply: vec![Emit::Action(Key::label("Deny"))], ..Script::default() };
    let (_bus, server, program, note) = asked(script, &["Deploy?"]);
    program.end().is("deny\n", "", 1);
    server.wait_closed(note.id);
}

#[test]
fn a_press_that_comes_after_its_close_counts_for_200_ms() {
    let script = Script {
        on_press: Some(vec![(0, Emit::Closed(2)), (50, Emit::Action(Key::Pressed))]),
        ..Script::default()
    };
    let (_bus, server, program, note) = asked(script, &["Deploy?"]);
    server.press(note.id, "Allow once");
    program.end().is("allow\n", "", 0);
}

#[test]
fn a_press_half_a_second_after_its_close_is_too_late() {
    let script = Script {
        on_press: Some(vec![(0, Emit::Closed(2)), (500, Emit::Action(Key::Pressed))]),
        ..Script::default()
    };
    // Later than 300 ms after it was shown, so that the close is a human's.
    let (_bus, server, program, note) =
        asked(script.later(400, Emit::Press(Key::label("Allow once"))), &["Q?"]);
    program.end().is("", "", 3).took_between(550, 1500);
    assert_eq!(server.closes(), [], "what is closed need not be closed: {}", note.id);
}

#[test]
fn every_reason_of_a_close_but_expiry_dismisses() {
    let close = |reason| asked(Script::default().later(350, Emit::Closed(reason)), &["Deploy?"]);
    // All of them wait at once.
    for (_bus, _server, program, _note) in [0, 2, 3, 4, 99].map(close) {
        program.end().is("", "", 3);
    }
}

#[test]
fn a_close_that_is_called_an_expiry_dismisses_where_nothing_else_expires() {
    let (_bus, server, program, _note) =
        asked(Script::load("mate").later(350, Emit::Closed(1)), &["Deploy?"]);
    program.end().is("", "", 3);
    assert_eq!(server.notifications().len(), 1);
}

#[test]
fn a_close_of_another_shape_is_read_or_ignored() {
    let close = |signature: &str| {
        let script = Script::default().later(350, Emit::ClosedSignature(signature.to_owned()));
        asked(script.later(700, Emit::Press(Key::label("Deny"))), &["Q?"])
    };
    let (read, ignored) = (close("ui"), ["u", "us", "s", ""].map(close));
    read.2.end().is("", "", 3);
    for (_bus, server, program, _note) in ignored {
        program.end().is("deny\n", "", 1);
        server.wait_none_open();
    }
}

#[test]
fn what_is_closed_within_300_ms_was_not_shown() {
    let script = Script::default().later(5, Emit::Closed(2));
    let (_bus, _server, program, _note) = asked(script, &["Deploy?"]);
    program.end().is(
        "",
        "plyn-notify: nobody can be asked: the terminal is switched off (--no-terminal); \
         desktop: the notification was closed at once (dismissed)\n",
        69,
    );
    let script = Script { before_reply: vec![Emit::Closed(4)], ..Script::default() };
    assert_eq!(asked(script, &["Deploy?"]).2.end().code, Some(69));
}

#[test]
fn what_expires_is_put_up_again() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default().later(350, Emit::Closed(1)));
    let program = Program::wait(&bus).args(["--min-interval", "0", "Deploy?"]).spawn();
    let first = server.wait_notify(1);
    let second = server.wait_notify(2);
    assert!(second.at - first.at >= Duration::from_millis(1300), "{:?}", second.at - first.at);
    assert_ne!(first.key("Deny"), second.key("Deny"), "each has keys of its own");
    server.press_key(second.id, &first.key("Allow once"));
    server.press(second.id, "Deny");
    program.end().is("deny\n", "", 1);
    server.wait_none_open();
}

#[test]
fn a_reply_is_an_answer_even_if_it_spells_a_choice() {
    for text in ["main", "deny", "two\nlines", "!x /y", "  ", "\u{1b}[31mred"] {
        let bus = Bus::start();
        let server = Server::start(&bus, with_reply());
        let args = ["--choices", "allow,deny", "--reply", "Branch?"];
        let program = Program::wait(&bus).args(args).spawn();
        let note = server.wait_notify(1);
        server.reply(note.id, "");
        server.emit(note.id, &Emit::Replied(text.to_owned()));
        if text.trim().is_empty() {
            server.press(note.id, "deny");
            program.end().is("deny\n", "", 1);
        } else {
            program.end().is(&format!("{text}\n"), "", 0);
        }
    }
}

#[test]
fn a_reply_that_was_not_offered_is_none() {
    let (_bus, server, program, note) = asked(Script::default(), &["Deploy?"]);
    server.emit(note.id, &Emit::Replied("allow".to_owned()));
    server.press(note.id, "Deny");
    program.end().is("deny\n", "", 1);
}

#[test]
fn a_reply_of_64_kib_arrives_whole() {
    let (_bus, server, program, note) = asked(with_reply(), &["--reply", "Text?"]);
    let text = "é".repeat(32 * 1024);
    server.reply(note.id, &text);
    let ended = program.end();
    assert_eq!((ended.stdout.trim_end(), ended.code), (text.as_str(), Some(0)));
}

#[test]
fn keys_that_were_not_sent_are_noise() {
    let (_bus, server, program, note) = asked(Script::default(), &["Deploy?"]);
    for key in ["default", "", "allow", "ALLOW", "allow ", "0", "inline-reply", &note.key("Deny")[1..]] {
        server.emit(note.id, &Emit::Action(Key::raw(key)));
    }
    server.emit(note.id, &Emit::Token);
    server.emit(note.id, &Emit::Signal("ActionInvoked".to_owned(), vec![]));
    server.press(note.id, "Allow once");
    program.end().is("allow\n", "", 0);
}

#[test]
fn awkward_keys_come_back_as_they_were_given() {
    let args = ["--choices", "0,1,timeout,@CLOSED,a[b]", "--choice", "x=One, two", "--choice=-n", "Q?"];
    for (label, key) in
        [("0", "0"), ("1", "1"), ("timeout", "timeout"), ("@CLOSED", "@CLOSED"), ("a[b]", "a[b]")]
            .into_iter()
            .chain([("One, two", "x"), ("-n", "-n")])
    {
        let (_bus, server, program, note) = asked(Script::load("plasma"), &args);
        server.press(note.id, label);
        program.end().is(&format!("{key}\n"), "", 0);
    }
}

#[test]
fn ids_above_2_31_are_ids() {
    let script = Script { first_id: 3_000_000_000, after_action_close: Vec::new(), ..Script::default() };
    let (_bus, server, program, note) = asked(script, &["Deploy?"]);
    assert_eq!(note.id, 3_000_000_000);
    server.press(note.id, "Deny");
    program.end().is("deny\n", "", 1);
    server.wait_closed(3_000_000_000);
}

#[test]
fn a_deadline_fails_closed_or_takes_the_default() {
    let (_bus, server, program, note) = asked(Script::default(), &["--timeout", "300ms", "Deploy?"]);
    program.end().is("", "no answer in 300ms\n", 124).took_between(300, 900);
    server.wait_closed(note.id);
    for (default, code) in [("deny", 1), ("allow", 0)] {
        let args = ["--timeout", "0.3", "--default", default, "Deploy?"];
        let (_bus, server, program, note) = asked(Script::default(), &args);
        program.end().is(&format!("{default}\n"), &format!("no answer in 300ms = {default}\n"), code);
        server.wait_closed(note.id);
    }
}

#[test]
fn a_deadline_that_passed_while_it_was_stopped_still_withdraws() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let ask = |n: usize| Program::wait(&bus).args(["--timeout", "500ms", &format!("{n}?")]).spawn();
    let programs: Vec<_> = (0..10).map(ask).collect();
    server.wait_notify(10);
    for program in &programs {
        program.signal(Signal::STOP);
    }
    // Longer than the deadline and all that a prompt waits for after it.
    let left = server.wait_clear(Duration::from_secs(3));
    assert!(!left.is_empty(), "all of them were too quick to be stopped");
    for program in &programs {
        program.signal(Signal::CONT);
    }
    for program in programs {
        program.end().is("", "no answer in 500ms\n", 124);
    }
    server.wait_none_open();
}

#[test]
fn signals_withdraw_and_are_died_of() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        let (_bus, server, program, note) = asked(Script::default(), &["Deploy?"]);
        program.signal(signal);
        program.end().died_of(signal);
        server.wait_closed(note.id);
    }
}

#[test]
fn what_a_server_would_forget_and_leave_on_the_screen_is_made_to_expire() {
    let (_bus, server, program, note) = asked(Script::load("flashback"), &["Deploy?"]);
    program.signal(Signal::TERM);
    program.end().died_of(Signal::TERM);
    server.wait_closed(note.id);
    server.wait_none_open();
    let last = server.wait_notify(2);
    assert_eq!((last.replaces_id, last.expire_timeout), (note.id, 1));
    assert_eq!(last.hints["transient"], Value::Bool(true), "or it counts for ever as one of its twenty");
    assert_eq!((last.actions, server.notifications().len()), (Vec::new(), 2));
}

#[test]
fn signals_leave_one_json_object() {
    let (_bus, server, program, note) = asked(Script::default(), &["--json", "Deploy?"]);
    program.signal(Signal::TERM);
    let ended = program.end();
    assert!(ended.stdout.starts_with(r#"{"outcome":"interrupted","answer":null,"#), "{}", ended.stdout);
    assert_eq!(ended.signal, Some(Signal::TERM.as_raw()));
    server.wait_closed(note.id);
}

#[test]
fn an_answer_that_cannot_be_written_is_74() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let program = Program::wait(&bus).args(["Deploy?"]).stdout_to("/dev/full").spawn();
    let note = server.wait_notify(1);
    server.press(note.id, "Allow once");
    let error =
        "plyn-notify: the answer could not be written to stdout: No space left on device (os error 28)\n";
    program.end().is("", error, 74);
    server.wait_none_open();
}

#[test]
fn json_says_who_answered_and_how() {
    let script = Script { after_action_close: Vec::new(), ..Script::load("plasma") }.property(
        "/org/freedesktop/Notifications",
        "org.freedesktop.Notifications",
        "Inhibited",
        crate::support::Value::Bool(true),
    );
    let (bus, server, program, note) = asked(script, &["--json", "Deploy?"]);
    server.wait_call("Get", 1);
    // Once the server has answered this it has answered that too.
    bus.client().call(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "GetCapabilities", &[]).unwrap();
    server.press(note.id, "Deny");
    let ended = program.end();
    let (head, tail) = ended.stdout.split_once("\"waited_ms\":").unwrap();
    assert_eq!(
        head,
        r#"{"outcome":"answered","answer":"deny","label":"Deny","verdict":"refuse","source":"desktop","announced":["desktop"],"held":"do-not-disturb","closed_reason":null,"#
    );
    let failures = r#","failures":[{"channel":"terminal","error":"there is no terminal"}]}"#;
    assert!(tail.ends_with(&format!("{failures}\n")), "{tail}");
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(1)));
}

#[test]
fn the_answer_waits_for_nobody() {
    // The server answers neither CloseNotification nor anything after the press.
    let script = Script { close_reply: Reply::Never, closed_after_close: Vec::new(), ..Script::default() };
    let (_bus, server, program, note) = asked(script, &["Deploy?"]);
    let start = Instant::now();
    server.press(note.id, "Allow once");
    program.end().is("allow\n", "", 0);
    assert!(start.elapsed() < Duration::from_millis(300), "{:?}", start.elapsed());
}
