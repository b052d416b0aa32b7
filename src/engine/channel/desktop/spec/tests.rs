//! What is sent for a rendering, and what comes back, by the specification and facts/servers.md §3e, §5 and §11.

use proptest::prelude::*;

use super::*;
use crate::engine::{
    channel::desktop::quirks::{QUIRKS, UNKNOWN, find},
    plan::Button,
};

const NONCE: &str = "0123456789abcdef";

fn server(capabilities: &str) -> Server {
    Server {
        name: "n".into(),
        vendor: "v".into(),
        capabilities: capabilities.split_whitespace().map(str::to_owned).collect(),
    }
}

/// A rendering with these buttons and whatever can stand beside them.
fn rendering(labels: &[&str], body_click: bool, reply: bool) -> Rendering {
    let button =
        |(at, label): (usize, &&str)| Button { press: Press::Choice(at), label: (*label).to_owned() };
    Rendering {
        summary: "Title <1> & 2".into(),
        lines: vec!["a < b && c > \"d\"".into(), "it's".into()],
        buttons: labels.iter().enumerate().map(button).collect(),
        body_click,
        reply,
        lost: Vec::new(),
    }
}

fn sent(rendering: &Rendering, capabilities: &str, quirk: &Quirk) -> (Notify, Keys) {
    notice(rendering, &server(capabilities), quirk, NONCE)
}

fn actions(notice: &Notify) -> Vec<(&str, &str)> {
    notice.actions.iter().map(|(key, label)| (key.as_str(), label.as_str())).collect()
}

#[test]
fn what_a_server_can_is_what_it_says_corrected_by_what_is_known() {
    let dunst = find("dunst", "knopwob");
    let cosmic = find("cosmic-notifications", "System76");
    let xfce = find("Xfce Notify Daemon", "Xfce");
    let three = Buttons::Shown(3);
    for (capabilities, quirk, buttons, reply, body_click, unique_text) in [
        ("actions body", UNKNOWN, three, false, true, false),
        ("actions inline-reply", UNKNOWN, three, true, true, false),
        ("body inline-reply", UNKNOWN, Buttons::Never, false, false, false),
        ("", UNKNOWN, Buttons::Never, false, false, false),
        ("action-icons Actions x-actions", UNKNOWN, Buttons::Never, false, false, false),
        ("actions", dunst, Buttons::Menu, false, true, true),
        ("body", dunst, Buttons::Never, false, false, true),
        ("actions", cosmic, Buttons::Never, false, true, false),
        ("actions", xfce, Buttons::Shown(usize::MAX), false, false, true),
    ] {
        let expected = Capability { buttons, reply, body_click, unique_text, text: TextLimits::DESKTOP };
        assert_eq!(server(capabilities).capability(&quirk), expected, "{capabilities} {}", quirk.name);
    }
}

#[test]
fn the_click_comes_first_then_the_reply_then_the_buttons() {
    let (notice, keys) = sent(&rendering(&["Yes", "No"], true, true), "", &UNKNOWN);
    assert_eq!(
        actions(&notice),
        [
            ("default", "Go to terminal"),
            ("inline-reply", "Reply"),
            ("0123456789abcdef-0", "Yes"),
            ("0123456789abcdef-1", "No")
        ]
    );
    assert_eq!(keys.press("default"), Some(Press::GoToTerminal));
    assert_eq!(keys.press("inline-reply"), None, "an empty reply field is no answer");
    assert_eq!(keys.press("0123456789abcdef-0"), Some(Press::Choice(0)));
    assert_eq!(keys.press("0123456789abcdef-1"), Some(Press::Choice(1)));
}

#[test]
fn only_what_is_offered_is_sent() {
    let (notice, _) = sent(&rendering(&["Yes"], false, false), "", &UNKNOWN);
    assert_eq!(actions(&notice), [("0123456789abcdef-0", "Yes")]);
    let (notice, keys) = sent(&rendering(&[], false, false), "actions inline-reply", &UNKNOWN);
    assert_eq!(actions(&notice), []);
    assert_eq!(keys, Keys::default());
    let (notice, _) = sent(&rendering(&[], false, true), "", &UNKNOWN);
    assert_eq!(actions(&notice), [("inline-reply", "Reply")]);
}

#[test]
fn a_key_that_was_not_sent_is_noise() {
    let (_, keys) = sent(&rendering(&["Yes", "default"], false, false), "", &UNKNOWN);
    for key in [
        "",
        "0",
        "default",
        "Yes",
        "0123456789abcdef",
        "0123456789abcdef-",
        "0123456789abcdef-2",
        "0123456789abcdef-00",
        "0123456789ABCDEF-0",
        " 0123456789abcdef-0",
        "0123456789abcdef-0 ",
        "fedcba9876543210-0",
    ] {
        assert_eq!(keys.press(key), None, "{key:?}");
    }
}

#[test]
fn a_reply_is_an_answer_if_a_field_was_offered_and_it_is_not_empty() {
    let (_, offered) = sent(&rendering(&["Yes"], true, true), "", &UNKNOWN);
    let (_, not_offered) = sent(&rendering(&["Yes"], true, false), "", &UNKNOWN);
    for (text, takes) in [("yes", true), (" x ", true), ("0", true), ("", false), (" \t\n", false)] {
        assert_eq!(offered.takes_reply(text), takes, "{text:?}");
        assert!(!not_offered.takes_reply(text), "{text:?}");
    }
}

#[test]
fn markup_is_escaped_where_it_is_read_and_nowhere_else() {
    let plain = "a < b && c > \"d\"\nit's";
    let escaped = "a &lt; b &amp;&amp; c &gt; \"d\"\nit's";
    let dunst = find("dunst", "knopwob");
    for (capabilities, quirk, body) in [
        ("body-markup", UNKNOWN, escaped),
        ("body", UNKNOWN, plain),
        ("body-hyperlinks Body-Markup", UNKNOWN, plain),
        ("body", dunst, escaped),
        ("body-markup", dunst, escaped),
    ] {
        let (notice, _) = sent(&rendering(&[], false, false), capabilities, &quirk);
        assert_eq!(notice.body, body, "{capabilities} {}", quirk.name);
        assert_eq!(notice.summary, "Title <1> & 2", "a summary is plain text everywhere");
    }
}

#[test]
fn hints_are_few_and_of_the_right_type() {
    let text = |text: &str| Value::Text(text.into());
    let always = [("suppress-sound", Value::Bool(true)), ("urgency", Value::Byte(1))];
    let entry = [("desktop-entry", text("plyn-notify"))];
    let reply = [
        ("x-kde-reply-placeholder-text", text("Type the answer")),
        ("x-kde-reply-submit-button-text", text("Answer")),
    ];
    let plasma = find("Plasma", "KDE");
    for (quirk, with_reply, expected) in [
        (UNKNOWN, false, [&always[..], &[], &[]]),
        (UNKNOWN, true, [&always[..], &reply[..], &[]]),
        (plasma, false, [&always[..], &[], &entry[..]]),
        (plasma, true, [&always[..], &reply[..], &entry[..]]),
    ] {
        let (notice, _) = sent(&rendering(&["Yes"], true, with_reply), "inline-reply", &quirk);
        let named = |(name, hint): (&str, Value)| (name.to_owned(), hint);
        let expected: BTreeMap<String, Value> = expected.concat().into_iter().map(named).collect();
        assert_eq!(notice.hints, expected, "{} {with_reply}", quirk.name);
    }
}

#[test]
fn it_never_expires_in_the_server_s_own_words() {
    for (name, never) in [("hyprnotify", -1), ("dunst", 0), ("brand new", 0)] {
        let (notice, _) = sent(&rendering(&["Yes"], true, false), "", &find(name, ""));
        assert_eq!((notice.expire_timeout, notice.icon.as_str()), (never, "dialog-question"), "{name}");
    }
}

#[test]
fn a_long_label_is_cut() {
    for (count, cut) in [(80, false), (81, true), (5000, true)] {
        let (notice, _) = sent(&rendering(&[&"x".repeat(count)], false, false), "", &UNKNOWN);
        let label = &notice.actions[0].1;
        assert_eq!((label.chars().count(), label.ends_with('…')), (80, cut), "{count}");
    }
}

#[test]
fn a_signal_knows_its_notification() {
    let signals = [
        ServerSignal::Invoked { id: 7, key: "k".into() },
        ServerSignal::Replied { id: 7, text: "t".into() },
        ServerSignal::Closed { id: 7, reason: 1 },
    ];
    assert!(signals.iter().all(|signal| signal.id() == 7));
}

proptest! {
    #[test]
    fn whatever_is_offered_keys_are_plain_and_labels_say_something(
        labels in prop::collection::vec("[a-zA-Z<&é日👩]{1,100}", 0..13),
        body_click: bool,
        reply: bool,
        row in 0..QUIRKS.len(),
    ) {
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let (notice, keys) = sent(&rendering(&labels, body_click, reply), "actions", &QUIRKS[row]);
        let expected = labels.len() + usize::from(body_click) + usize::from(reply);
        prop_assert_eq!(notice.actions.len(), expected);
        for (at, (key, label)) in notice.actions.iter().enumerate() {
            prop_assert!(!key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'));
            prop_assert!(!label.trim().is_empty());
            prop_assert!(notice.actions.iter().skip(at + 1).all(|(other, _)| other != key));
            prop_assert_eq!(keys.press(key).is_none(), key == INLINE_REPLY);
        }
        if body_click {
            let harmless = notice.actions.first().and_then(|(key, _)| keys.press(key));
            prop_assert_eq!(harmless, Some(Press::GoToTerminal));
        }
        let pressed: Vec<Option<Press>> =
            (0..labels.len()).map(|at| keys.press(&format!("{NONCE}-{at}"))).collect();
        let choices: Vec<Option<Press>> = (0..labels.len()).map(|at| Some(Press::Choice(at))).collect();
        prop_assert_eq!(pressed, choices);
    }
}
