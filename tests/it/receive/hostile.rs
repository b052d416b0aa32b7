//! What nobody may bring about by what is sent.

use super::{payload, request};
use crate::support::{Bus, Program, Script, Server};

/// Bad ones, and what is said of them; none of it is repeated.
#[test]
fn a_bad_payload_is_one_line_and_shows_nothing() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let nothing = "nothing was sent to be shown: this is the far end of a notification, and no login";
    let garbled = "what was sent cannot be read: a value is of the wrong kind";
    for (sent, error) in [
        (String::new(), nothing),
        (" \n ".into(), nothing),
        ("x".repeat(66_000), "what was sent is longer than 64 KiB"),
        ("\u{1b}\n\u{200b}".into(), "what was sent has neither a title nor a message"),
        (payload(&request(), true).replace("\"choices\":[", "\"choices\":[7,"), garbled),
    ] {
        Program::receive(&bus, sent).run().is("", &format!("plyn-notify: {error}\n"), 1);
    }
    Program::new().args(["receive"]).run().is("", &format!("plyn-notify: {nothing}\n"), 1);
    assert_eq!(server.calls(), [""; 0]);
}

#[test]
fn nothing_of_it_is_run_and_no_control_character_is_shown() {
    for title in
        ["$(touch ran)", "; touch ran", "-h", "--help", "T\u{1b}]0;x\u{7}\u{9b}31m\u{202e}", "<b>T</b>"]
    {
        for sent in [
            title.to_owned(),
            format!("{title}\n{title}\n{title}\n{title}\n{title}\n{title}"),
            format!(
                "{title}\n{title}\n\n\n\n\n{{\"v\":1,\"what\":\"notice\",\"nonce\":\"n\",\"title\":\"x\"}}"
            ),
        ] {
            let bus = Bus::start();
            let server = Server::start(&bus, Script::default().capable_of("actions body body-markup"));
            let script = "\"$PLYN\" receive; [ ! -e ran ] || echo ran";
            let program = Program::shell(&bus, script).env("SSH_ORIGINAL_COMMAND", &sent).spawn();
            let note = server.wait_notify(1);
            if !note.actions.is_empty() {
                server.press(note.id, "Deny");
            }
            let answer = if note.actions.is_empty() { "" } else { "reject\n" };
            let ended = program.end();
            if sent.contains("\"v\":1") {
                assert_eq!(ended.stdout.lines().count(), 1, "{ended:?}");
            } else {
                assert_eq!(ended.stdout, answer, "a file was made, or more was said");
            }
            assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
            let shown = format!("{}{}{:?}", note.summary, note.body, note.actions);
            assert!(!shown.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}'), "{shown:?}");
            assert!(!note.body.contains("<b>"), "{shown:?}");
        }
    }
}

#[test]
fn its_arguments_are_not_looked_at() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let script = "ln -s \"$PLYN\" oc-notify-receiver; ./oc-notify-receiver 'Other title' -x --help critical";
    let program = Program::shell(&bus, script).env("SSH_ORIGINAL_COMMAND", "T\nM").spawn();
    assert_eq!(server.wait_notify(1).summary, "T");
    program.end().is("", "", 0);
}

#[test]
fn what_is_no_text_is_shown_as_far_as_it_is() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    Program::receive(&bus, OsStr::from_bytes(b"a\xffb\nM")).run().is("", "", 0);
    assert_eq!(server.wait_notify(1).summary, "a\u{fffd}b");
}
