//! What comes back, and what is taken for it.

use proptest::prelude::*;

use super::{choice, request, words};
use crate::engine::{
    answer::Answer,
    channel::remote::wire::{Desk, Event, Given, bare, decode_event, encode_event},
    request::{Question, Request},
};

fn desk() -> Desk {
    Desk { host: "laptop".into(), server: Some("dunst".into()), version: "0.1.0".into() }
}

#[test]
fn an_answer_is_one_line() {
    let line = encode_event("n-1", &desk(), &Event::Answered(Given::Key("allow".into())));
    assert_eq!(
        line,
        r#"{"v":1,"nonce":"n-1","event":"answered","key":"allow","desk":"laptop","server":"dunst","version":"0.1.0"}"#
    );
}

#[test]
fn every_event_comes_back() {
    for event in [
        Event::Ready,
        Event::Shown,
        Event::Held,
        Event::Answered(Given::Key("a \"b\"".into())),
        Event::Answered(Given::Text("two\nlines\u{7}".into())),
        Event::ToTerminal,
        Event::Dismissed,
        Event::TimedOut,
        Event::Failed("no server".into()),
    ] {
        let line = encode_event("n-1", &desk(), &event);
        assert!(!line.contains('\n'), "{line}");
        assert_eq!(decode_event(&line, "n-1"), Some((event, desk())), "{line}");
        assert_eq!(decode_event(&line, "n-2"), None);
        assert_eq!(decode_event(&line, ""), None);
    }
}

#[test]
fn what_others_print_is_no_answer() {
    for line in [
        "",
        "allow",
        "Welcome to laptop",
        "{}",
        r#"{"v":2,"nonce":"n","event":"dismissed"}"#,
        r#"{"v":1,"nonce":"n","event":"dances"}"#,
        r#"{"v":1,"nonce":"n","event":"answered"}"#,
        r#"{"v":1,"nonce":"n","event":"answered","key":"a","text":"b"}"#,
        r#"{"v":1,"nonce":"n","event":"answered","key":7}"#,
    ] {
        assert_eq!(decode_event(line, "n"), None, "{line}");
    }
    let failed = r#"{"v":1,"nonce":"n","event":"failed","error":"a\u001b]b\nc","extra":1}"#;
    assert_eq!(decode_event(failed, "n").unwrap().0, Event::Failed("a]b c".into()));
}

#[test]
fn an_answer_is_one_that_was_asked_for() {
    let key = |key: &str| Given::Key(key.into());
    let text = |text: &str| Given::Text(text.into());
    let choices = |reply| Request {
        answers: Question::Choice { choices: vec![choice("allow", "Allow")], reply },
        ..request()
    };
    let reply = Request { answers: Question::Reply, ..request() };
    let allow = Some(Answer::Choice(choice("allow", "Allow")));
    let typed = |text: &str| Some(Answer::Text(text.into()));
    assert_eq!(key("allow").answer(&choices(false)), allow);
    assert_eq!(key("Allow").answer(&choices(false)), None);
    assert_eq!(text("allow").answer(&choices(false)), None);
    assert_eq!(text("allow").answer(&choices(true)), typed("allow"));
    assert_eq!(text(" \n").answer(&choices(true)), None);
    assert_eq!(text("main").answer(&reply), typed("main"));
    assert_eq!(key("main").answer(&reply), None);
}

proptest! {
    #[test]
    fn any_text_given_comes_back(text in words(300), nonce in "[a-z0-9-]{1,40}") {
        let event = Event::Answered(Given::Text(text));
        let line = encode_event(&nonce, &desk(), &event);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(decode_event(&line, &nonce), Some((event, desk())));
    }

    #[test]
    fn any_line_is_read_or_not(line in words(300)) {
        let _ = decode_event(&line, "n");
        let _ = bare(&line);
    }
}
