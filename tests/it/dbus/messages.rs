//! How many messages it takes: what the server hears, in which order, and nothing more.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::{io::Read as _, os::unix::net::UnixListener, time::Duration};

use super::asked;
use crate::support::{Bus, NOTIFICATIONS, Program, Running, Script, Server};

fn notify(bus: &Bus, args: &[&str]) -> Running {
    let program = Program::new().args(["notify"]).args(args);
    program.env("DBUS_SESSION_BUS_ADDRESS", bus.address()).spawn()
}

/// The calls of one `notify` that ends by itself.
#[track_caller]
fn calls(args: &[&str]) -> Vec<String> {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    notify(&bus, args).end().is("", "", 0);
    server.calls()
}

#[test]
fn a_plain_notice_is_one_call() {
    assert_eq!(calls(&["Built", "All tests pass."]), ["Notify"]);
    assert_eq!(calls(&["-u", "critical", "-t", "1000", "-i", "x", "-c", "y", "-e", "Built"]), ["Notify"]);
}

#[test]
fn what_depends_on_the_server_asks_first_and_all_at_once() {
    let questions = ["GetServerInformation", "GetCapabilities", "Notify"];
    assert_eq!(calls(&["Built", "<b>All</b> tests pass."]), questions);
    assert_eq!(calls(&["Built", "a & b"]), questions);
}

/// Everything that a program says before it has heard a word, on a bus that says none, up to the call of `last`.
#[track_caller]
fn said_unheard(args: &[&str], last: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bus");
    let door = UnixListener::bind(&path).unwrap();
    let program = Program::new()
        .args(args)
        .env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}", path.display()))
        .spawn();
    let (mut bus, _) = door.accept().unwrap();
    bus.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let (mut said, mut piece) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&said).contains(last) {
        let count = bus.read(&mut piece).expect("it goes on without an answer");
        assert_ne!(count, 0, "it goes on without an answer");
        said.extend_from_slice(&piece[..count]);
    }
    // The bus is gone, and with it all that could be shown.
    drop((bus, door));
    let ended = program.end();
    let unreachable = if args[0] == "wait" { 69 } else { 0 };
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(unreachable)), "{}", ended.stderr);
    assert!(ended.stderr.contains("desktop: no session bus"), "{}", ended.stderr);
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn nothing_is_waited_for_that_need_not_be() {
    let order = |said: &str, words: &[&str]| {
        let places: Vec<_> = words.iter().map(|word| said.find(word)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{words:?} in {said:?}");
    };
    let plain = said_unheard(&["notify", "Built"], "Notify");
    order(&plain, &["AUTH EXTERNAL", "BEGIN", "Hello", "Notify"]);
    let markup = said_unheard(&["notify", "Built", "a & b"], "GetCapabilities");
    order(&markup, &["BEGIN", "Hello", "GetServerInformation", "GetCapabilities"]);
    let actions = said_unheard(&["notify", "-A", "Yes", "Go?"], "GetCapabilities");
    order(&actions, &["BEGIN", "Hello", "AddMatch", "GetServerInformation", "GetCapabilities"]);
    let prompt = said_unheard(&["wait", "--no-terminal", "Go?"], "GetNameOwner");
    order(&prompt, &["BEGIN", "Hello", "AddMatch", "GetNameOwner"]);
}

#[test]
fn a_notice_with_actions_is_closed_only_where_the_server_does_not() {
    for (after_action_close, closes) in [(vec![2], 0), (Vec::new(), 1)] {
        let bus = Bus::start();
        let server = Server::start(&bus, Script { after_action_close, ..Script::default() });
        let program = notify(&bus, &["-A", "yes=Yes", "Go?"]);
        let note = server.wait_notify(1);
        server.press(note.id, "Yes");
        program.end().is("yes\n", "", 0);
        server.wait_none_open();
        assert_eq!(server.calls()[..3], ["GetServerInformation", "GetCapabilities", "Notify"]);
        // A close of the server's that is still on its way when ours is sent is not waited for.
        assert!(server.closes().len() <= 1 && server.closes().len() >= closes, "{:?}", server.closes());
    }
}

#[test]
fn a_prompt_asks_who_it_talks_to_and_then_shows() {
    let script = Script { after_action_close: Vec::new(), ..Script::default() };
    let (_bus, server, program, note) = asked(script, &["Deploy?"]);
    server.press(note.id, "Deny");
    program.end().is("deny\n", "", 1);
    server.wait_closed(note.id);
    let expected = ["GetServerInformation", "GetCapabilities", "Notify", "CloseNotification"];
    assert_eq!(server.calls(), expected);
    let foreign = server.call_log().into_iter().find(|call| call.interface != NOTIFICATIONS);
    assert_eq!(foreign, None);
}
