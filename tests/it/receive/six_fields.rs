//! A sender that knows six fields and no more, as lacode's does.

use super::received;
use crate::support::{Bus, Program, Script, Server, Value};

/// What lacode sends for a permission.
const ASK: &str = "opencode — Fix the login\nMay I run *?\ncritical\ndialog-warning\npermission\nper_123";

#[test]
fn the_bare_name_of_what_was_chosen_comes_back() {
    for (label, answer) in [("Allow once", "once\n"), ("Always allow", "always\n"), ("Deny", "reject\n")] {
        let (_bus, server, program, note) = received(Script::default(), ASK);
        assert_eq!((note.summary.as_str(), note.expire_timeout), ("opencode — Fix the login", 0));
        assert_eq!(note.body, "May I run *?\n(over ssh)");
        assert_eq!(note.labels(), ["Allow once", "Always allow", "Deny"]);
        assert_eq!(note.icon, "dialog-warning");
        assert_eq!(note.hints["urgency"], Value::U8(2));
        assert_eq!(note.hints["sound-name"], Value::str("dialog-warning"));
        assert!(!format!("{note:?}").contains("per_123"), "{note:?}");
        server.press(note.id, label);
        program.end().is(answer, "", 0);
        server.wait_none_open();
    }
}

#[test]
fn nothing_comes_back_where_nothing_was_chosen() {
    let (_bus, server, program, note) = received(Script::default(), ASK);
    server.dismiss(note.id);
    program.end().is("", "", 0);
}

#[test]
fn without_an_id_it_is_a_plain_notice_and_nobody_waits() {
    for payload in
        ["T\nM\nlow\nsystem-run\nnone\n", "T\nM\nlow\nsystem-run\nnone", "T\nM\nlow\nsystem-run", "T\nM"]
    {
        let (_bus, server, program, note) = received(Script::default(), payload);
        program.end().is("", "", 0);
        assert_eq!((note.summary.as_str(), note.body.as_str()), ("T", "M\n(over ssh)"));
        assert_eq!(note.actions, [], "{payload:?}");
        assert_eq!(server.open(), [note.id]);
    }
}

#[test]
fn whose_address_ssh_knows_is_named_by_it() {
    for (connection, origin) in [
        ("10.0.0.5 51000 10.0.0.2 22", "(ssh from 10.0.0.5)"),
        ("2001:db8::5 51000 2001:db8::2 22", "(ssh from 2001:db8::5)"),
        ("127.0.0.1 51000 127.0.0.1 22", "(over ssh)"),
        ("::1 51000 ::1 22", "(over ssh)"),
        ("<b>evil</b> 1 2 3", "(over ssh)"),
    ] {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        Program::receive(&bus, "T").env("SSH_CONNECTION", connection).run().is("", "", 0);
        assert_eq!(server.wait_notify(1).body, origin);
    }
}

#[test]
fn an_id_is_never_shown_logged_or_run() {
    let lengthy = "x".repeat(200);
    for id in
        ["; touch ran", "'\"'; touch ran", "$(touch ran)", "`touch ran`", "a\ntouch ran", lengthy.as_str()]
    {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        let payload = format!("T\nM\nnormal\nutilities-terminal\npermission\n{id}");
        let script = "\"$PLYN\" -vvvv receive 2>log; echo \"status $?\"; [ ! -e ran ] || echo ran; cat log";
        let program = Program::shell(&bus, script)
            .env("PLYN_NOTIFY_LOG", "trace")
            .env("SSH_ORIGINAL_COMMAND", &payload)
            .spawn();
        let note = server.wait_notify(1);
        assert_eq!(note.labels().len(), 3, "{id:?}");
        server.press(note.id, "Deny");
        let ended = program.end();
        let log = ended.stdout.strip_prefix("reject\nstatus 0\n").unwrap_or_else(|| panic!("{ended:?}"));
        assert!(!log.starts_with("ran"), "{ended:?}");
        assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)), "{ended:?}");
        for told in [format!("{note:?}"), log.to_owned()] {
            assert!(!told.contains("touch") && !told.contains("xxxx"), "{id:?}: {told}");
        }
    }
}

#[test]
fn a_server_without_buttons_shows_it_and_nobody_waits() {
    let (_bus, _server, program, note) = received(Script::default().capable_of("body"), ASK);
    program.end().is("", "", 0);
    assert_eq!(note.actions, []);
}

#[test]
fn where_nothing_can_be_shown_it_is_said() {
    let bus = Bus::start();
    let error = "plyn-notify: not shown: desktop: no notification server is running\n";
    for payload in [ASK, "T\nM"] {
        Program::receive(&bus, payload).run().is("", error, 1);
    }
    let server = Server::start(&bus, Script::default());
    let error = "plyn-notify: notifications are switched off there (enabled = false)\n";
    Program::receive(&bus, ASK).env("PLYN_NOTIFY_ENABLED", "false").run().is("", error, 1);
    assert_eq!(server.calls(), [""; 0]);
}
