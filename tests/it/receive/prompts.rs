//! A sender that knows the seventh line: every prompt, with all its rules.

use std::time::Duration;

use plyn_notify::engine::{
    answer::Answer,
    channel::remote::wire::{self, Event, Given},
    notice::{Action, Notice},
    request::{Choice, Deadline, Object, Question, Request, Verdict},
};

use super::{NONCE, events, header, payload, received, request, says};
use crate::support::{Bus, Emit, Key, Program, Script, Server};

fn key(key: &str) -> Event {
    Event::Answered(Given::Key(key.into()))
}

#[test]
fn a_press_comes_back_as_a_line_with_the_asker_s_nonce() {
    let (_bus, server, program, note) = received(Script::default(), &payload(&request(), true));
    assert_eq!(note.summary, "Confirmation needed");
    assert_eq!(note.body, "Deploy?\nproject on build (over ssh)");
    assert_eq!(note.labels(), ["Go to terminal", "Allow once", "Deny", "Go to terminal"]);
    assert_eq!(note.expire_timeout, 0);
    server.press(note.id, "Deny");
    let ended = program.end();
    assert_eq!(events(&ended.stdout), [Event::Shown, key("deny")]);
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    let last = ended.stdout.lines().last().unwrap();
    assert!(
        last.starts_with(&format!(r#"{{"v":1,"nonce":"{NONCE}","event":"answered","key":"deny","desk":""#))
    );
    server.wait_none_open();
}

#[test]
fn the_way_to_a_terminal_is_offered_where_the_asker_has_one() {
    let (_bus, server, program, note) = received(Script::default(), &payload(&request(), true));
    server.press_key(note.id, &note.actions.last().unwrap().0);
    says(program, &[Event::Shown, Event::ToTerminal], 0);
    server.wait_none_open();

    let (_bus, server, program, note) = received(Script::default(), &payload(&request(), true));
    server.click_body(note.id);
    says(program, &[Event::Shown, Event::ToTerminal], 0);
    server.wait_none_open();

    let (_bus, server, program, note) = received(Script::default(), &payload(&request(), false));
    assert_eq!(note.labels(), ["Allow once", "Deny"]);
    server.press(note.id, "Allow once");
    says(program, &[Event::Shown, key("allow")], 0);
}

#[test]
fn what_a_human_closes_is_dismissed() {
    for terminal in [true, false] {
        // Later than 300 ms after it was shown, so that the close is a human's.
        let script = Script::default().later(400, Emit::Closed(2));
        let (_bus, _server, program, _note) = received(script, &payload(&request(), terminal));
        says(program, &[Event::Shown, Event::Dismissed], 0);
    }
}

#[test]
fn a_typed_text_comes_back_as_it_is() {
    let script = Script::default().capable_of("actions body inline-reply");
    let asked = Request { answers: Question::Reply, ..request() };
    let (_bus, server, program, note) = received(script, &payload(&asked, false));
    server.reply(note.id, "allow \"me\"\n\u{1b}]0;x\u{7}");
    let typed = Event::Answered(Given::Text("allow \"me\"\n\u{1b}]0;x\u{7}".into()));
    says(program, &[Event::Shown, typed], 0);
}

#[test]
fn a_list_is_shown_and_answered_at_the_terminal() {
    let choice = |label: &str| Choice { key: label.into(), label: label.into(), verdict: Verdict::None };
    let choices = vec![choice("unit"), choice("docs")];
    let list = Request { answers: Question::List { choices, other: false, multi: true }, ..request() };
    let (_bus, server, mut program, note) = received(Script::default(), &payload(&list, true));
    assert_eq!(note.body, "Deploy?\nunit · docs\nanswer at the terminal\nproject on build (over ssh)");
    assert_eq!(note.actions, []);
    program.hang_up();
    server.wait_none_open();
    program.end().is("", "", 1);
}

#[test]
fn what_travels_is_shown_by_its_rules() {
    let deadline = Deadline { after: Duration::from_secs(90), otherwise: Some(Answer::Text("deny".into())) };
    let asked = Request {
        question: "a <b> & c".into(),
        reason: Some("because".into()),
        include_reason: true,
        objects: vec![Object { kind: "target".into(), value: "/srv/www/todo.md".into() }],
        deadline: Some(deadline),
        ..request()
    };
    let script = Script::default().capable_of("actions body body-markup");
    let (_bus, server, program, note) = received(script, &payload(&asked, true));
    let lines: Vec<&str> = note.body.lines().collect();
    assert_eq!(
        lines,
        [
            "a &lt;b&gt; &amp; c",
            "because",
            "target: todo.md",
            "no answer in 1m30s = deny",
            "project on build (over ssh)"
        ]
    );
    server.press(note.id, "Allow once");
    says(program, &[Event::Shown, key("allow")], 0);
}

#[test]
fn the_asker_s_deadline_is_kept() {
    let left = Some(Duration::from_millis(400));
    let sent = wire::encode_prompt(&header(), &request(), left, true).unwrap();
    let (_bus, server, program, _note) = received(Script::default(), &sent);
    let ended = program.end();
    assert_eq!(events(&ended.stdout), [Event::Shown, Event::TimedOut]);
    ended.took_between(400, 3000);
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    server.wait_none_open();
}

#[test]
fn what_expires_by_itself_is_put_up_again() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default().later(400, Emit::Closed(1)));
    let program = Program::receive(&bus, payload(&request(), false))
        .env("PLYN_NOTIFY_MIN_INTERVAL_SECONDS", "0")
        .spawn();
    let again = server.wait_notify(2);
    server.press(again.id, "Allow once");
    says(program, &[Event::Shown, Event::Shown, key("allow")], 0);
}

#[test]
fn why_it_cannot_be_shown_is_said_both_ways() {
    let failed = |error: &str| Event::Failed(error.into());
    let ends = |program: Program, error: &str| {
        let ended = program.run();
        assert_eq!(events(&ended.stdout), [failed(error)]);
        assert_eq!((ended.stderr, ended.code), (format!("plyn-notify: {error}\n"), Some(1)));
    };
    let bus = Bus::start();
    ends(
        Program::receive(&bus, payload(&request(), true)),
        "not shown: desktop: no notification server is running",
    );
    let _server = Server::start(&bus, Script::default().capable_of("body"));
    ends(
        Program::receive(&bus, payload(&request(), false)),
        "not shown: desktop: it shows no buttons, and there is no terminal to answer at",
    );
    ends(
        Program::receive(&bus, payload(&request(), false)).env("PLYN_NOTIFY_ENABLED", "no"),
        "notifications are switched off there (enabled = false)",
    );
}

#[test]
fn do_not_disturb_is_said() {
    let script = Script::load("dunst-paused").later(300, Emit::Press(Key::label("Allow once")));
    let (_bus, _server, program, _note) = received(script, &payload(&request(), true));
    says(program, &[Event::Shown, Event::Held, key("allow")], 0);
}

#[test]
fn a_notice_is_told_and_what_is_chosen_on_it_comes_back() {
    let notice = Notice {
        title: "Built".into(),
        body: "in 3s".into(),
        actions: vec![Action { name: "open".into(), label: "Open".into() }],
        ..Notice::default()
    };
    let sent = wire::encode_notice(&header(), &notice).unwrap();
    let (_bus, server, program, note) = received(Script::default(), &sent);
    assert_eq!((note.summary.as_str(), note.body.as_str()), ("Built", "in 3s\non build (over ssh)"));
    assert_eq!(note.expire_timeout, -1);
    server.press(note.id, "Open");
    says(program, &[Event::Shown, key("open")], 0);

    let plain = Notice { actions: Vec::new(), ..notice };
    let sent = wire::encode_notice(&header(), &plain).unwrap();
    let (_bus, _server, program, _note) = received(Script::default(), &sent);
    says(program, &[Event::Shown], 0);
}

#[test]
fn a_probe_shows_nothing_and_says_who_would() {
    let bus = Bus::start();
    let probe = || Program::receive(&bus, wire::encode_probe(&header()));
    let ended = probe().run();
    let error = "desktop: no notification server is running";
    assert_eq!(events(&ended.stdout), [Event::Failed(error.into())]);
    assert_eq!((ended.stderr, ended.code), (format!("plyn-notify: {error}\n"), Some(1)));
    let server = Server::start(&bus, Script::default().named("dunst", "knopwob"));
    let ended = probe().run();
    let (event, desk) = wire::decode_event(&ended.stdout, NONCE).unwrap();
    assert_eq!((event, desk.server.as_deref()), (Event::Ready, Some("dunst")));
    assert_eq!(desk.version, env!("CARGO_PKG_VERSION"));
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    assert_eq!(server.notifications().len(), 0);
}

#[test]
fn another_version_is_a_plain_notice() {
    let sent = payload(&request(), true).replace("{\"v\":1,", "{\"v\":2,");
    let (_bus, _server, program, note) = received(Script::default(), &sent);
    assert_eq!(note.summary, "(build) Confirmation needed");
    assert_eq!(note.body, "(project) Deploy? · answer at the terminal\n(over ssh)");
    assert_eq!(note.actions, []);
    program.end().is("", "", 0);
}
