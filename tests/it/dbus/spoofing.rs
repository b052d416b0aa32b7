//! Who may answer: the server that was asked, about our notification, with our keys, and nobody else.

use std::sync::atomic::{AtomicBool, Ordering};

use super::asked;
use crate::support::{Claim, Dest, Emit, IdPolicy, Key, Program, Script, Server, Value};

/// Everything that an attacker with the id and the key can send.
fn forgeries(id: u32, key: &str) -> Vec<(&'static str, Vec<Value>)> {
    vec![
        ("ActionInvoked", vec![Value::U32(id), Value::str(key)]),
        ("NotificationReplied", vec![Value::U32(id), Value::str("allow")]),
        ("NotificationClosed", vec![Value::U32(id), Value::U32(2)]),
    ]
}

#[test]
fn a_third_program_s_signals_are_noise_in_every_form() {
    let script = Script::default().capable_of("actions body inline-reply");
    let (bus, server, program, note) = asked(script, &["--choices", "allow,deny", "--reply", "Deploy?"]);
    let attacker = bus.client();
    for (member, arguments) in forgeries(note.id, &note.key("allow")) {
        attacker.signal(None, member, &arguments);
        attacker.signal(Some(&note.sender), member, &arguments);
    }
    attacker.sync();
    server.press(note.id, "deny");
    program.end().is("deny\n", "", 1);
}

#[test]
fn a_forged_change_of_owner_hands_nothing_over() {
    let (bus, server, program, note) = asked(Script::default(), &["Deploy?"]);
    let attacker = bus.client();
    let change = [
        Value::str("org.freedesktop.Notifications"),
        Value::str(&server.unique_name()),
        Value::str(&attacker.unique_name()),
    ];
    let forged = |destination: Option<&str>| {
        let signal =
            zbus::Message::signal("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged");
        let signal = match destination {
            Some(destination) => signal.destination(destination.to_owned()),
            None => signal,
        };
        let [name, old, new] = change.clone().map(|value| match value {
            Value::Str(text) => text,
            other => panic!("{other:?}"),
        });
        attacker.send(&signal.build(&(name, old, new)).unwrap()).unwrap();
    };
    forged(None);
    forged(Some(&note.sender));
    for (member, arguments) in forgeries(note.id, &note.key("Allow once")) {
        attacker.signal(Some(&note.sender), member, &arguments);
    }
    attacker.sync();
    server.press(note.id, "Deny");
    program.end().is("deny\n", "", 1);
    assert_eq!(server.notifications().len(), 1, "nobody else was asked");
}

#[test]
fn a_server_that_takes_the_name_over_cannot_answer_the_old_notification() {
    let script = Script { claim: Claim::Lend, ..Script::default() };
    let (bus, old, program, note) = asked(script, &["Deploy?"]);
    let thief = Server::start(&bus, Script { claim: Claim::TakeOver, ..Script::default() });
    let again = thief.wait_notify(1);
    assert_eq!(again.id, note.id, "the ids collide");
    assert_ne!(again.key("Allow once"), note.key("Allow once"));
    old.emit(note.id, &Emit::Action(Key::raw(&note.key("Allow once"))));
    thief.emit(again.id, &Emit::Action(Key::raw(&note.key("Allow once"))));
    thief.press(again.id, "Deny");
    program.end().is("deny\n", "", 1);
}

#[test]
fn after_a_restart_another_program_s_click_on_the_same_id_is_not_ours() {
    let (bus, server, program, note) = asked(Script::default(), &["Deploy?"]);
    // The new server hands our old id to another program before we are back.
    server.kill();
    let new = Server::start(&bus, Script { id_policy: IdPolicy::Fixed(note.id), ..Script::default() });
    let other = bus.client();
    let id = other.notify("other", &[("allow", "Allow once")]).unwrap();
    assert_eq!(id, note.id);
    let ours = new.notifications().iter().position(|shown| shown.sender == note.sender);
    let ours = new.wait_notify(if ours == Some(0) { 1 } else { 2 });
    new.emit(id, &Emit::Action(Key::raw("allow")));
    new.emit(id, &Emit::Action(Key::raw(&note.key("Allow once"))));
    new.emit(id, &Emit::Action(Key::raw(&ours.key("Deny"))));
    program.end().is("deny\n", "", 1);
}

#[test]
fn a_late_press_for_an_earlier_prompt_does_not_answer_the_next() {
    let (bus, server, program, first) =
        asked(Script { id_policy: IdPolicy::Fixed(5), ..Script::default() }, &["1?"]);
    server.press(first.id, "Deny");
    program.end().is("deny\n", "", 1);
    let program = Program::wait(&bus).args(["2?"]).spawn();
    let second = server.wait_notify(2);
    server.emit(5, &Emit::Action(Key::raw(&first.key("Allow once"))));
    server.press(second.id, "Deny");
    program.end().is("deny\n", "", 1);
}

#[test]
fn a_server_whose_presses_come_from_another_connection_is_not_believed() {
    let script = Script { signals: Dest::Foreign, ..Script::default() };
    let (_bus, server, program, note) = asked(script, &["--timeout", "500ms", "Q?"]);
    server.press(note.id, "Allow once");
    program.end().is("", "no answer in 500ms\n", 124);
}

#[test]
fn a_flood_of_noise_delays_nothing() {
    let (bus, server, program, note) = asked(Script::default(), &["Deploy?"]);
    let attacker = bus.client();
    for round in 0..5000_u32 {
        attacker.signal(Some(&note.sender), "ActionInvoked", &[Value::U32(round), Value::str("allow")]);
    }
    attacker.sync();
    server.press(note.id, "Deny");
    program.end().is("deny\n", "", 1);
}

#[test]
fn a_flood_that_does_not_end_delays_no_deadline() {
    let (bus, _server, program, note) =
        asked(Script::default(), &["--timeout", "1s", "--default", "b", "--choices", "a,b", "Q?"]);
    let attacker = bus.client();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                attacker.signal(Some(&note.sender), "ActionInvoked", &[Value::U32(note.id), Value::str("a")]);
            }
        });
        let ended = program.end();
        is_over.store(true, Ordering::Relaxed);
        ended.is("b\n", "no answer in 1s = b\n", 0).took_between(1000, 2000);
    });
}
