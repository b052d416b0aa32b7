//! The wire, both ways, and what a hostile one is worth.

mod fuzz;

use std::time::Duration;

use proptest::prelude::*;

use super::{
    Ask, Bad, Desk, Dialect, Event, Given, Header, Unfit, What, bare, decode, decode_event, encode_event,
    encode_notice, encode_probe, encode_prompt, origin,
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
            "Deploy 1.2 to production? · program: rm · answer at the terminal · no answer in 30s = deny · \
             project on build",
            "normal",
            "dialog-information",
            "none",
            "",
            r#"{"v":1,"what":"prompt","nonce":"0123-ab","host":"build","alive_ms":15000,"title":"Confirmation needed","question":"Deploy 1.2 to production?","kind":"confirm","source":"project on build","terminal":true,"objects":[["program","rm"]],"answers":"choice","choices":[{"key":"allow","label":"Allow once","verdict":"affirm"},{"key":"deny","label":"Deny","verdict":"refuse"}],"after_ms":30000,"left_ms":24500,"otherwise":"deny"}"#,
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
        payload.starts_with("(build) Built\nall of it & in 3s\ncritical\ndialog-error\ndone\n\n{"),
        "{payload}"
    );
    assert!(!payload.contains("secret"), "{payload}");
    let body = "all of it &amp;\nin 3s".to_owned();
    assert_eq!(notice(&payload), Notice { body, icon: None, category: None, replaces: 0, ..sent });
}

#[test]
fn a_six_field_sender_is_shown_what_it_says() {
    let Ask { dialect, host, alive, what } =
        decode("opencode — Fix <it>\nMay I run *?\ncritical\ndialog-warning\npermission\nper_1; $(reboot)")
            .unwrap();
    assert_eq!((dialect, host.as_str(), alive), (Dialect::SixFields, "", None));
    let expected = Notice {
        title: "opencode — Fix <it>".into(),
        body: "May I run *?".into(),
        urgency: Urgency::Critical,
        expiry: Expiry::Never,
        image: Some("dialog-warning".into()),
        sound: Some(Sound::Permission),
        actions: Action::permission(),
        ..Notice::default()
    };
    assert_eq!(what, What::Notice(expected));
}

#[test]
fn fewer_fields_will_do_and_what_is_not_known_is_the_default() {
    let plain = |title: &str, body: &str| Notice {
        title: title.into(),
        body: body.into(),
        expiry: Expiry::Never,
        image: Some("utilities-terminal".into()),
        ..Notice::default()
    };
    for (payload, expected) in [
        ("T", plain("T", "")),
        ("T\nM", plain("T", "M")),
        ("T\nM\n\n\n\n", plain("T", "M")),
        ("\nM", plain("Notification", "M")),
        ("T\nM\nurgent; rm -rf /\n../../etc/passwd\nloud\n", plain("T", "M")),
        ("T\nM\nnormal\nutilities-terminal\n\n  \n", plain("T", "M")),
        ("ls -la", plain("ls -la", "")),
        ("T\n<a href=x>a & b</a>", plain("T", "&lt;a href=x&gt;a &amp; b&lt;/a&gt;")),
        ("\u{1b}[31mT\u{202e}\r\nM\u{7}", plain("[31mT", "M")),
    ] {
        assert_eq!(notice(payload), expected, "{payload:?}");
    }
}

#[test]
fn an_id_asks_whatever_it_is() {
    let long = "x".repeat(200);
    for id in ["per_1", "; rm -rf /", "'", "\"", "$(touch x)", "`x`", "a\tb", long.as_str()] {
        let notice = notice(&format!("T\nM\nnormal\nutilities-terminal\npermission\n{id}"));
        assert_eq!(notice.actions, Action::permission(), "{id:?}");
        assert!(!format!("{notice:?}").contains(id) || id.len() == 1, "{id:?}");
    }
    // A line break in it makes a seventh line that is none.
    assert_eq!(notice("T\nM\n\n\n\nid\nmore").actions, Action::permission());
}

#[test]
fn another_version_is_a_plain_notice() {
    for seventh in [
        r#"{"v":2,"what":"prompt","nonce":"n","answers":"choice"}"#,
        r#"{"v":"1"}"#,
        r#"{"v":1.5}"#,
        r#"{"v":null}"#,
        r#"{"v":1,"what":"dance","nonce":"n"}"#,
        r#"{"v":1}"#,
    ] {
        let payload = format!("T\nM\nnormal\ndialog-information\nnone\nid\n{seventh}");
        assert_eq!(notice(&payload).actions, [], "{seventh}");
        assert_eq!(decode(&payload).unwrap().dialect, Dialect::SixFields, "{seventh}");
    }
    for seventh in ["{}", "[1]", "{\"v\":1", "id", "{v:1}"] {
        let payload = format!("T\nM\n\n\n\nid\n{seventh}");
        assert_eq!(notice(&payload).actions, Action::permission(), "{seventh}");
    }
}

#[test]
fn what_is_added_later_is_ignored() {
    let payload = encode_prompt(&HEADER, &request(), None, true).unwrap();
    let more = payload.replacen("{\"v\":1,", "{\"v\":1,\"colour\":{\"deep\":[1,{}]},", 1);
    assert_eq!(prompt(&more), prompt(&payload));
    assert_eq!(prompt(&format!("{payload}\nan eighth line")), prompt(&payload));
}

#[test]
fn a_bad_payload_says_what_is_wrong_and_repeats_nothing() {
    let seventh = |json: &str| format!("T\nM\n\n\n\n\n{json}");
    let prompt = |rest: &str| seventh(&format!(r#"{{"v":1,"what":"prompt","nonce":"n",{rest}}}"#));
    for (payload, error) in [
        (String::new(), "nothing was sent"),
        (" \n\t\n".into(), "nothing was sent"),
        ("x".repeat(65 * 1024), "what was sent is longer than 64 KiB"),
        ("\u{1b}\n\u{200b}\nnormal".into(), "what was sent has neither a title nor a message"),
        (prompt(r#""answers":7"#), "what was sent cannot be read: a value is of the wrong kind"),
        (prompt(r#""answers":"sing""#), "what was sent cannot be read: it does not say how it is answered"),
        (prompt(r#""answers":"choice""#), "what was sent cannot be read: there is nothing to choose from"),
        (
            prompt(r#""answers":"choice","choices":[{"key":"a\u0007","label":"A"}]"#),
            "what was sent cannot be read: a key is empty, too long or holds a control character",
        ),
        (
            prompt(r#""answers":"choice","choices":[{"key":"a","label":"A"},{"key":"b","label":"A\u200b"}]"#),
            "what was sent cannot be read: a label is empty, or a key or a label is there twice",
        ),
        (
            prompt(r#""answers":"reply","kind":"secret""#),
            "what was sent cannot be read: a secret does not travel",
        ),
        (seventh(r#"{"v":1,"what":"probe"}"#), "what was sent cannot be read: its nonce is none"),
        (
            seventh(r#"{"v":1,"what":"probe","nonce":"a b"}"#),
            "what was sent cannot be read: its nonce is none",
        ),
        (
            seventh(r#"{"v":1,"what":"notice","nonce":"n"}"#),
            "what was sent has neither a title nor a message",
        ),
    ] {
        assert_eq!(decode(&payload).unwrap_err().to_string(), error);
    }
    assert_eq!(decode("").unwrap_err(), Bad::Nothing);
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
    assert!(encode(&loud).unwrap().len() < 4096);
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
}

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
        let line = super::shell::headline(&host, &title);
        let (host, word) = line.strip_prefix('(').unwrap().split_once(") ").unwrap();
        prop_assert!(!host.is_empty());
        prop_assert!(host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')));
        prop_assert!(word.starts_with(char::is_alphabetic), "{}", line);
    }

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
