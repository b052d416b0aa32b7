//! The real `notify-send` beside ours: for the same command line the same `Notify`.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::program::{self, Output};
use crate::support::{Bus, Notification, Script, Server, Value};

/// Run `program`, and then what the `n`-th notification was.
fn sent(bus: &Bus, server: &Server, n: usize, program: &[&str], args: &[&str]) -> Notification {
    let address = format!("DBUS_SESSION_BUS_ADDRESS={}", bus.address());
    let words = ["env", &address, "NO_AT_BRIDGE=1"].into_iter();
    let words = words.chain(program.iter().copied()).chain(args.iter().copied());
    let (Output { stderr, code, .. }, _) = program::run(Duration::from_secs(20), words);
    assert_eq!((stderr.as_str(), code), ("", Some(0)), "{program:?} {args:?}");
    server.wait_notify(n)
}

/// What can be compared: not who says it, which differs unless it is given, and not libnotify's own process id.
fn said(mut note: Notification, args: &[&str]) -> impl std::fmt::Debug + PartialEq {
    note.hints.remove("sender-pid");
    if !args.contains(&"-a") {
        note.app_name = String::new();
    }
    let hints: BTreeMap<String, Value> = note.hints;
    let text = (note.app_name, note.icon, note.summary, note.body);
    (text, note.replaces_id, note.actions, note.odd_action, hints, note.expire_timeout)
}

#[track_caller]
fn same(script: Script, rows: &[&[&str]]) {
    let bus = Bus::start();
    let server = Server::start(&bus, script);
    let ours = program::plyn_notify().display().to_string();
    for (row, args) in rows.iter().enumerate() {
        let theirs = said(sent(&bus, &server, 2 * row + 1, &["notify-send"], args), args);
        let ours = said(sent(&bus, &server, 2 * row + 2, &[&ours, "notify"], args), args);
        assert_eq!(ours, theirs, "{args:?}");
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn every_option_is_notify_send_s() {
    let rows: &[&[&str]] = &[
        &["Title"],
        &["Title", "Body"],
        &["Title", ""],
        &["--", "-Title", "-Body"],
        &["T", "<b>bold</b> &amp; <i>italic</i> <a href=\"x\">link</a>"],
        &["<T> & \"t\"", "line\nline"],
        &["-u", "low", "T"],
        &["-u", "Normal", "T"],
        &["--urgency=critical", "T"],
        &["-t", "1", "T"],
        &["-t", "0", "T"],
        &["-t", "-1", "T"],
        &["--expire-time", "2147483647", "T"],
        &["-a", "Application", "T"],
        &["-i", "dialog-information", "T"],
        &["--icon=/usr/share/none.png", "T"],
        &["-c", "im.received", "T"],
        &["--category=a,b,c", "T"],
        &["-e", "T"],
        &["--transient", "T"],
        &["-r", "7", "T"],
        &["--replace-id=123456", "T"],
        &["-h", "int:x:1", "T"],
        &["-h", "byte:x:255", "T"],
        &["-h", "double:x:1.5", "T"],
        &["-h", "string:x:a:b:c", "T"],
        &["-h", "boolean:x:true", "-h", "boolean:y:false", "-h", "boolean:z:1", "T"],
        &["-h", "variant:x:'text'", "T"],
        &["-h", "variant:x:[1, 2, 3]", "T"],
        &["-h", "variant:x:{'a': <1>, 'b': <'c'>}", "T"],
        &["-h", "variant:image-data:(1, 1, 3, false, 8, 3, [byte 1, 2, 3])", "T"],
        &["-h", "byte:urgency:2", "-u", "low", "T"],
        &["-u", "critical", "-t", "10", "-a", "app", "-i", "i", "-c", "c", "-e", "-h", "int:y:2", "T", "B"],
    ];
    let script = Script::default().capable_of("actions body body-markup");
    same(script, rows);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn actions_are_notify_send_s() {
    let press = |label: &str| {
        Script::default().later(50, crate::support::Emit::Press(crate::support::Key::label(label)))
    };
    same(press("One"), &[&["-A", "One", "T"], &["-A", "a=One", "-A", "Two", "-A", " c = Three=3 ", "T"]]);
    same(press("x"), &[&["-A", "default=x", "T"], &["-w", "-A", "x", "T"]]);
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn ids_are_printed_as_notify_send_does() {
    let bus = Bus::start();
    let _server = Server::start(&bus, Script { first_id: 41, ..Script::default() });
    let ours = program::plyn_notify().display().to_string();
    let address = format!("DBUS_SESSION_BUS_ADDRESS={}", bus.address());
    for (program, id) in [(&["notify-send"][..], "41\n"), (&[&ours, "notify"], "42\n")] {
        let words = ["env", &address].into_iter().chain(program.iter().copied()).chain(["-p", "T"]);
        let (output, _) = program::run(Duration::from_secs(20), words);
        assert_eq!(output, Output::new(id, "", 0));
    }
}
