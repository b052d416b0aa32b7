//! What a sender is shown that knows six fields, or fewer, or a seventh that we do not.

use super::notice;
use crate::engine::{
    channel::remote::wire::{Ask, Bad, Dialect, What, decode},
    notice::{Action, Expiry, Notice, Sound, Urgency},
};

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
