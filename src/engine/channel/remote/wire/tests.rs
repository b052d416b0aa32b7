//! What is asked: what we send arrives, and what stays at home does not.

mod answers;
mod fuzz;
mod six_fields;

use std::time::Duration;

use proptest::prelude::*;

use super::{
    Dialect, Given, Header, Unfit, What, bare, decode, encode_notice, encode_probe, encode_prompt, origin,
};
use crate::engine::{
    answer::Answer,
    field::Field,
    notice::{Action, Expiry, Notice, Sound, Urgency},
    request::{Choice, Deadline, Kind, Object, Question, Request, Verdict},
};

const HEADER: Header<'static> =
    Header { nonce: "0123-ab", host: "build", alive: Some(Duration::from_secs(15)) };

fn choice(key: &str, label: &str) -> Choice {
    Choice { key: key.into(), label: label.into(), verdict: Verdict::of_key(key) }
}

fn request() -> Request {
    Request {
        kind: Kind::Confirm,
        title: "Confirmation needed".into(),
        question: "Deploy 1.2 to production?".into(),
        reason: Some("the tests are green".into()),
        include_reason: false,
        objects: vec![Object { kind: "program".into(), value: "/usr/bin/rm -rf /tmp/secret".into() }],
        answers: Question::Choice {
            choices: vec![choice("allow", "Allow once"), choice("deny", "Deny")],
            reply: false,
        },
        deadline: None,
        default: None,
        source: "project on build".into(),
    }
}

fn prompt(payload: &str) -> (Request, Option<Duration>, bool) {
    match decode(payload).unwrap().what {
        What::Prompt { request, left, terminal } => (request, left, terminal),
        other => panic!("{other:?}"),
    }
}

fn notice(payload: &str) -> Notice {
    match decode(payload).unwrap().what {
        What::Notice(notice) => notice,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_prompt_is_six_lines_that_any_receiver_shows_and_a_seventh() {
    let left = Some(Duration::from_millis(24_500));
    let deadline = Deadline { after: Duration::from_secs(30), otherwise: Some(Answer::Text("deny".into())) };
    let request = Request { deadline: Some(deadline), ..request() };
    let payload = encode_prompt(&HEADER, &request, left, true).unwrap();
    let lines: Vec<&str> = payload.split('\n').collect();
    assert_eq!(
        lines,
        [
            "(build) Confirmation needed",
            "(project on build) Deploy 1.2 to production? · program: rm · answer at the terminal · \
             no answer in 30s = deny",
            "normal",
            "dialog-information",
            "none",
            "",
            r#"{"v":1,"what":"prompt","nonce":"0123-ab","host":"build","alive_ms":15000,"title":"Confirmation needed","question":"Deploy 1.2 to production\u003f","kind":"confirm","source":"project on build","terminal":true,"objects":[["program","rm"]],"answers":"choice","choices":[{"key":"allow","label":"Allow once","verdict":"affirm"},{"key":"deny","label":"Deny","verdict":"refuse"}],"after_ms":30000,"left_ms":24500,"otherwise":"deny"}"#,
        ]
    );
}

#[test]
fn a_prompt_arrives_as_it_was_but_for_what_stays() {
    let deadline = Deadline { after: Duration::from_secs(30), otherwise: Some(Answer::Text("deny".into())) };
    let sent = Request { deadline: Some(deadline), ..request() };
    let payload = encode_prompt(&HEADER, &sent, Some(Duration::from_secs(24)), true).unwrap();
    let ask = decode(&payload).unwrap();
    assert_eq!(ask.dialect, Dialect::Lines { nonce: "0123-ab".into() });
    assert_eq!((ask.host.as_str(), ask.alive), ("build", HEADER.alive));
    let (arrived, left, terminal) = prompt(&payload);
    assert_eq!((left, terminal), (Some(Duration::from_secs(24)), true));
    let rm = Object { kind: "program".into(), value: "rm".into() };
    assert_eq!(arrived, Request { reason: None, objects: vec![rm], ..sent });
}

#[test]
fn a_reason_travels_by_consent_and_what_is_secret_never() {
    let consented = Request { include_reason: true, ..request() };
    let payload = encode_prompt(&HEADER, &consented, None, false).unwrap();
    assert_eq!(prompt(&payload).0.reason.as_deref(), Some("the tests are green"));
    let payload = encode_prompt(&HEADER, &request(), None, false).unwrap();
    for kept in ["tests are green", "-rf", "/tmp", "/usr"] {
        assert!(!payload.contains(kept), "{payload}");
    }
    let secret = Request { answers: Question::Secret, ..request() };
    assert_eq!(encode_prompt(&HEADER, &secret, None, true), Err(Unfit::Secret));
}

#[test]
fn a_list_and_a_form_can_be_seen_and_not_answered() {
    let choices = vec![choice("a", "Unit"), choice("b", "Docs")];
    let list = Question::List { choices, other: true, multi: true };
    let field = |name: &str, label: &str| Field {
        name: name.into(),
        label: label.into(),
        preset: Some("hidden".into()),
        pattern: None,
    };
    let form = Question::Form(vec![field("v", "Unit"), field("b", "Docs")]);
    for answers in [list, form] {
        let payload = encode_prompt(&HEADER, &Request { answers, ..request() }, None, true).unwrap();
        assert!(!payload.contains("hidden"), "{payload}");
        let Question::List { choices, other: false, multi: false } = prompt(&payload).0.answers else {
            panic!("{payload}");
        };
        let labels: Vec<&str> = choices.iter().map(|choice| choice.label.as_str()).collect();
        assert_eq!(labels, ["Unit", "Docs"]);
    }
}

#[test]
fn a_permission_can_be_given_at_a_six_field_receiver_too() {
    let permission = |labels: [&str; 3]| {
        let keys = ["once", "always", "reject"].into_iter().zip(labels);
        let choices = keys.map(|(key, label)| choice(key, label)).collect();
        let answers = Question::Choice { choices, reply: false };
        let payload = encode_prompt(&HEADER, &Request { answers, ..request() }, None, true).unwrap();
        payload.split('\n').nth(5).unwrap().to_owned()
    };
    assert_eq!(permission(["Allow once", "Always allow", "Deny"]), "0123-ab");
    assert_eq!(permission(["Allow once", "Only today", "Deny"]), "", "it would say another thing");
    for (line, given) in
        [("once", true), ("always\r\n", true), (" reject", true), ("allow", false), ("", false)]
    {
        assert_eq!(bare(line), given.then(|| Given::Key(line.trim().into())), "{line:?}");
    }
}

#[test]
fn a_notice_arrives_as_text() {
    let sent = Notice {
        title: "Built".into(),
        body: "<b>all</b> of it &amp;\nin 3s".into(),
        urgency: Urgency::Critical,
        expiry: Expiry::After(3000),
        image: Some("dialog-error".into()),
        icon: Some("/home/me/secret.png".into()),
        sound: Some(Sound::Done),
        actions: vec![Action { name: "open".into(), label: "Open".into() }],
        category: Some("x".into()),
        replaces: 7,
        ..Notice::default()
    };
    let payload = encode_notice(&HEADER, &sent).unwrap();
    assert!(
        payload.starts_with("(build) Built\n(over ssh) all of it & in 3s\ncritical\ndialog-error\ndone\n\n{"),
        "{payload}"
    );
    assert!(!payload.contains("secret"), "{payload}");
    let body = "all of it &amp;\nin 3s".to_owned();
    assert_eq!(notice(&payload), Notice { body, icon: None, category: None, replaces: 0, ..sent });
}

#[test]
fn what_is_added_later_is_ignored() {
    let payload = encode_prompt(&HEADER, &request(), None, true).unwrap();
    let more = payload.replacen("{\"v\":1,", "{\"v\":1,\"colour\":{\"deep\":[1,{}]},", 1);
    assert_eq!(prompt(&more), prompt(&payload));
    assert_eq!(prompt(&format!("{payload}\nan eighth line")), prompt(&payload));
}

#[test]
fn what_is_too_much_stays_at_home() {
    let choices = |count: usize, key: &str| {
        let choices = (0..count).map(|at| choice(&format!("{key}{at}"), &format!("L{at}"))).collect();
        Request { answers: Question::Choice { choices, reply: false }, ..request() }
    };
    let encode = |request: &Request| encode_prompt(&HEADER, request, None, true);
    assert!(encode(&choices(64, "k")).is_ok());
    assert_eq!(encode(&choices(65, "k")), Err(Unfit::Many));
    assert_eq!(encode(&choices(1, &"k".repeat(128))), Err(Unfit::LongName));
    assert_eq!(
        encode(&choices(60, &"\u{10ffff}".repeat(126))).map(|payload| payload.len() < 64 * 1024),
        Ok(true)
    );
    let loud = Request { title: "\"".repeat(10_000), question: "\\".repeat(100_000), ..request() };
    assert!(encode(&loud).unwrap().len() < 8192);
}

#[test]
fn a_probe_is_a_probe() {
    let payload = encode_probe(&HEADER);
    assert_eq!(decode(&payload).unwrap().what, What::Probe);
    assert!(payload.starts_with("(build) The way to this desktop is being tried\n\nlow\n"), "{payload}");
}

#[test]
fn where_it_comes_from() {
    for (source, host, address, shown) in [
        ("project", "build", Some("10.0.0.5"), "project on build (ssh from 10.0.0.5)"),
        ("project on build", "build", None, "project on build (over ssh)"),
        ("", "build", None, "on build (over ssh)"),
        ("", "", Some("::1"), "(ssh from ::1)"),
        ("a\nb", "", None, "a b (over ssh)"),
    ] {
        assert_eq!(origin(source, host, address), shown);
    }
    let longest = "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255";
    let shown = origin(&"s".repeat(500), &"h".repeat(500), Some(longest));
    assert!(shown.ends_with(&format!("… (ssh from {longest})")) && shown.chars().count() < 230, "{shown}");
}

/// A text of anything, short enough to arrive whole.
fn words(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(any::<char>(), 0..most).prop_map(|chars| chars.into_iter().collect())
}

proptest! {
    #[test]
    fn a_prompt_of_anything_arrives(
        title in words(130),
        question in words(420),
        labels in prop::collection::hash_set("[a-zé説]{1,20}", 1..6),
        reply: bool,
        host in words(80),
        terminal: bool,
        left in prop::option::of(0_u64..100_000_000),
    ) {
        let choices = labels.iter().enumerate().map(|(at, label)| choice(&format!("k {at}\"\\"), label)).collect();
        let answers = Question::Choice { choices, reply };
        let sent = Request { title, question, answers, ..request() };
        let header = Header { host: &host, ..HEADER };
        let left = left.map(Duration::from_millis);
        let payload = encode_prompt(&header, &sent, left, terminal).unwrap();
        prop_assert_eq!(payload.matches('\n').count(), 6);
        prop_assert!(!payload.chars().any(|c| c != '\n' && c.is_control()));
        let (arrived, arrived_left, arrived_terminal) = prompt(&payload);
        prop_assert_eq!((&arrived.answers, arrived_left, arrived_terminal), (&sent.answers, left, terminal));
        // What was cleaned once stays as it is.
        let again = encode_prompt(&header, &arrived, left, terminal).unwrap();
        prop_assert_eq!(prompt(&again), (arrived, left, terminal));
    }

    #[test]
    fn a_first_line_is_no_program(host in words(20), title in words(40)) {
        let line = super::shell::line(&host, &title, 400);
        let (host, word) = line.strip_prefix('(').unwrap().split_once(") ").unwrap();
        prop_assert!(!host.is_empty());
        prop_assert!(host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ' ')));
        prop_assert!(word.starts_with(char::is_alphabetic), "{}", line);
    }
}
