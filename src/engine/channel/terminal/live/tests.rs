use super::*;
use crate::engine::{
    channel::terminal::tmux::{Client, Passthrough},
    request::{Choice, Question},
};

const SURFACE: SurfaceId = SurfaceId(0);
/// A random number whose digits are all the same.
const NUMBER: u64 = 0;
const ID: &str = "pnaaaaaaaaaaaaa";

fn request(choices: Vec<Choice>) -> Request {
    Request {
        title: "Deploy".into(),
        answers: Question::Choice { choices, reply: false },
        ..Request::confirm("Deploy to production?", "api")
    }
}

fn settings(variables: &[(&str, &str)]) -> Settings {
    Settings {
        environment: variables.iter().copied().collect(),
        pinned: None,
        request: request(vec![Choice::new("allow", "Allow once"), Choice::new("deny", "Deny")]),
        actions: true,
        bell: true,
    }
}

fn channel(variables: &[(&str, &str)]) -> Channel {
    Channel::new(settings(variables))
}

fn named(text: &str) -> Option<Identity> {
    Identity::from_xtversion(format!(">|{text}").as_bytes())
}

fn takes(payloads: &str) -> Capabilities {
    Capabilities {
        payloads: payloads.split(',').map(str::to_owned).collect(),
        actions: vec!["focus".into(), "report".into()],
        ..Capabilities::default()
    }
}

/// kitty, which has answered everything.
fn kitty() -> Channel {
    let mut channel = channel(&[("TERM", "xterm-kitty")]);
    assert_eq!(channel.next(), Step::AskTerminal);
    channel.on_findings(named("kitty(0.41.1)"), Some(takes("title,body,?,close,icon,alive,buttons")));
    assert_eq!(channel.next(), Step::Ready);
    channel
}

/// What is written, as the terminal has it: the metadata's keys of interest and the payloads, decoded.
fn payloads(shown: &Shown) -> Vec<(String, String)> {
    use base64::{Engine as _, prelude::BASE64_STANDARD};
    let text = String::from_utf8(shown.bytes.clone()).unwrap();
    text.split("\x1b\\")
        .filter_map(|sequence| sequence.strip_prefix("\x1b]99;"))
        .map(|sequence| {
            let (metadata, payload) = sequence.split_once(';').unwrap();
            let kind = metadata.split(':').find_map(|pair| pair.strip_prefix("p=")).unwrap_or("title");
            let payload = String::from_utf8(BASE64_STANDARD.decode(payload).unwrap()).unwrap();
            (kind.to_owned(), payload)
        })
        .collect()
}

fn answered(key: &str, label: &str) -> (SurfaceId, SurfaceEvent) {
    (SURFACE, SurfaceEvent::Answered(Answer::Choice(Choice::new(key, label))))
}

#[test]
fn kitty_is_asked_and_shows_the_choices() {
    let mut channel = kitty();
    let shown = channel.show(SURFACE, NUMBER).unwrap();
    let pair = |kind: &str, text: &str| (kind.to_owned(), text.to_owned());
    assert_eq!(
        payloads(&shown),
        [
            pair("title", "Deploy"),
            pair("body", "Deploy to production? · api"),
            pair("buttons", "Allow once\u{2028}Deny\u{2028}Go to terminal"),
        ]
    );
    assert!(shown.answers);
    assert_eq!(shown.close.as_deref(), Some(&b"\x1b]99;i=pnaaaaaaaaaaaaa:p=close;\x1b\\"[..]));
}

#[test]
fn a_press_is_an_answer_and_nothing_else_is() {
    let mut channel = kitty();
    assert_eq!(channel.on_osc(format!("99;i={ID};1").as_bytes()), None, "nothing is up yet");
    channel.show(SURFACE, NUMBER).unwrap();
    let go = Some((SURFACE, SurfaceEvent::GoToTerminal));
    let closed = Some((SURFACE, SurfaceEvent::Closed(CloseReason::Dismissed)));
    for (report, meaning) in [
        ("1", Some(answered("allow", "Allow once"))),
        ("2", Some(answered("deny", "Deny"))),
        ("3", go.clone()),
        ("", go),
        ("4", None),
        ("0", None),
        ("01", None),
        ("-1", None),
        ("1;", None),
        ("allow", None),
    ] {
        assert_eq!(channel.on_osc(format!("99;i={ID};{report}").as_bytes()), meaning, "{report:?}");
    }
    assert_eq!(channel.on_osc(format!("99;i={ID}:p=close;").as_bytes()), closed);
    for foreign in
        ["99;i=0;1", "99;i=pnaaaaaaaaaaaab;1", "99;;1", "9;1", "99;i=pnaaaaaaaaaaaaa:p=close;untracked"]
    {
        assert_eq!(channel.on_osc(foreign.as_bytes()), None, "{foreign}");
    }
}

#[test]
fn only_what_the_terminal_lists_is_sent() {
    for (list, kinds, closes) in [
        ("title,body,close,buttons", vec!["title", "body", "buttons"], true),
        ("title,body,buttons", vec!["title", "body", "buttons"], false),
        ("title,body", vec!["title", "body"], false),
    ] {
        let mut channel = channel(&[("TERM", "xterm-kitty")]);
        channel.on_findings(named("kitty(0.41.1)"), Some(takes(list)));
        let shown = channel.show(SURFACE, NUMBER).unwrap();
        let seen: Vec<String> = payloads(&shown).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(seen, kinds, "{list}");
        assert_eq!(shown.close.is_some(), closes, "{list}");
    }
}

#[test]
fn one_that_does_not_answer_gets_a_notification_that_says_where_to() {
    let no_report = Capabilities { actions: Vec::new(), ..takes("title,body,buttons") };
    for (identity, takes) in
        [(None, None), (named("kitty(0.41.1)"), None), (named("kitty(0.41.1)"), Some(no_report))]
    {
        let mut channel = channel(&[("TERM", "xterm-kitty")]);
        channel.on_findings(identity, takes);
        assert_eq!(channel.next(), Step::Ready);
        let shown = channel.show(SURFACE, NUMBER).unwrap();
        assert!(!shown.answers);
        assert!(shown.close.is_some(), "no popup is left behind");
        let (_, body) = payloads(&shown).remove(1);
        assert_eq!(body, "Deploy to production? · answer at the terminal · api");
        assert_eq!(channel.on_osc(format!("99;i={ID};1").as_bytes()), None);
    }
}

#[test]
fn konsole_is_given_nothing_to_press_where_nobody_listens() {
    let mut channel = channel(&[("TERM", "xterm-256color"), ("KONSOLE_VERSION", "250400")]);
    assert_eq!(channel.next(), Step::AskTerminal);
    channel.on_findings(named("Konsole 25.04.0"), None);
    let shown = channel.show(SURFACE, NUMBER).unwrap();
    assert!(shown.bytes.starts_with(b"\x1b]777;notify;Deploy;"), "{:?}", shown.bytes);
    assert!(!shown.answers);
}

#[test]
fn foot_is_sent_labels_that_it_cannot_split_or_none() {
    for (labels, expected) in [
        (["Allow", "Deny"], vec!["title", "body", "buttons"]),
        // Both would be `?`.
        (["日", "本"], vec!["title", "body"]),
    ] {
        let mut settings = settings(&[("TERM", "foot")]);
        settings.request = request(vec![Choice::new("allow", labels[0]), Choice::new("deny", labels[1])]);
        let mut channel = Channel::new(settings);
        assert_eq!(channel.next(), Step::AskTerminal);
        channel.on_findings(named("foot(1.21.0)"), None);
        assert_eq!(channel.next(), Step::Ready);
        let shown = channel.show(SURFACE, NUMBER).unwrap();
        let seen: Vec<String> = payloads(&shown).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(seen, expected, "{labels:?}");
        let says_where = payloads(&shown)[1].1.contains("at the terminal");
        assert_eq!(says_where, expected.len() == 2, "{labels:?}");
    }
}

#[test]
fn vs_code_s_click_may_be_its_cross() {
    let mut channel = channel(&[
        ("TERM", "xterm-256color"),
        ("TERM_PROGRAM", "vscode"),
        ("TERM_PROGRAM_VERSION", "1.110.0"),
    ]);
    assert_eq!(channel.next(), Step::AskTerminal);
    channel.on_findings(named("xterm.js(6.1.0)"), Some(takes("title,body,buttons,close,alive,?")));
    channel.show(SURFACE, NUMBER).unwrap();
    assert_eq!(channel.on_osc(format!("99;i={ID};").as_bytes()), None);
    assert_eq!(channel.on_osc(format!("99;i={ID};2").as_bytes()), Some(answered("deny", "Deny")));
}

#[test]
fn without_actions_there_is_nothing_to_press() {
    let mut channel = kitty();
    channel.settings.actions = false;
    let shown = channel.show(SURFACE, NUMBER).unwrap();
    let kinds: Vec<String> = payloads(&shown).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["title", "body"]);
}

#[test]
fn a_terminal_that_speaks_one_way_is_asked_nothing() {
    let mut channel = channel(&[("TERM", "xterm-ghostty")]);
    assert_eq!(channel.next(), Step::Ready);
    let shown = channel.show(SURFACE, NUMBER).unwrap();
    assert_eq!(
        String::from_utf8(shown.bytes.clone()).unwrap(),
        "\x1b]777;notify;Deploy;Deploy to production? · answer at the terminal · api\x1b\\"
    );
    assert_eq!((shown.close, shown.answers), (None, false));
}

#[test]
fn unknown_is_the_bell_and_dumb_is_nothing() {
    let mut unknown = channel(&[("TERM", "xterm-256color")]);
    assert_eq!(unknown.next(), Step::Ready);
    assert_eq!(unknown.show(SURFACE, NUMBER).unwrap().bytes, b"\x07");
    let Step::Failed(error) = channel(&[("TERM", "dumb")]).next() else { panic!("it is ready") };
    assert!(error.starts_with("nothing can be shown there ("), "{error}");
}

#[test]
fn tmux_is_asked_and_gets_it_one_way_with_a_bell() {
    let variables = [("TERM", "tmux-256color"), ("TMUX", "/tmp/tmux,1,0"), ("TMUX_PANE", "%0")];
    let mut inside = channel(&variables);
    assert_eq!(inside.next(), Step::AskTmux);
    inside.on_tmux(Ok(Level {
        version: "3.5a".into(),
        is_ours: Some(true),
        passthrough: Passthrough::On,
        is_visible: true,
        clients: vec![Client { name: "xterm-kitty".into(), identity: "kitty(0.41.1)".into(), outer: None }],
    }));
    assert_eq!(inside.next(), Step::Ready, "no terminal is asked through it");
    let shown = inside.show(SURFACE, NUMBER).unwrap();
    assert!(!shown.answers);
    assert!(shown.bytes.starts_with(b"\x1bPtmux;\x1b\x1b]99;") && shown.bytes.ends_with(b"\x07"));

    let mut silent = channel(&variables);
    silent.on_tmux(Err(AskError::Silent("x".into())));
    assert_eq!(silent.next(), Step::Ready);
    assert_eq!(silent.show(SURFACE, NUMBER).unwrap().bytes, b"\x07");
}

#[test]
fn a_protocol_that_is_set_is_used() {
    let mut settings = settings(&[("TERM", "xterm-256color")]);
    settings.pinned = Some(Protocol::Osc9);
    let mut channel = Channel::new(settings);
    assert_eq!(channel.next(), Step::Ready);
    let shown = channel.show(SURFACE, NUMBER).unwrap();
    assert!(shown.bytes.starts_with(b"\x1b]9;Deploy: Deploy to production?"), "{:?}", shown.bytes);
}
