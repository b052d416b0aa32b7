//! The harness proves itself to a plain D-Bus client.

use std::collections::BTreeSet;

use crate::support::{
    Bus, Client, Dest, Emit, IdPolicy, Key, NOTIFICATIONS, NOTIFICATIONS_PATH, Reply, Script, Server, Value,
    When,
};

mod bus;
mod manners;
mod terminal;

const ACTIONS: &[(&str, &str)] = &[("a-1", "Allow"), ("d-1", "Deny")];
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";

fn subscribe(client: &Client) {
    client.add_match(&format!("type='signal',interface='{NOTIFICATIONS}',path='{NOTIFICATIONS_PATH}'"));
}

fn call(client: &Client, method: &str, arguments: &[Value]) -> zbus::Result<Vec<Value>> {
    client.call(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, method, arguments)
}

fn pair(id: u32, text: &str) -> Vec<Value> {
    vec![Value::U32(id), Value::str(text)]
}

fn reasons(client: &Client) -> Vec<Vec<Value>> {
    client.signals("NotificationClosed").into_iter().map(|(_, arguments)| arguments).collect()
}

#[test]
fn a_press_and_its_close_come_one_right_behind_the_other() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let client = bus.client();
    subscribe(&client);
    let id = client.notify("Deploy?", ACTIONS).unwrap();
    server.press_and_close(id, "Deny");
    assert_eq!(client.wait_signal("ActionInvoked", 1).1, pair(id, "d-1"));
    client.wait_signal("NotificationClosed", 1);
    assert_eq!(reasons(&client), [[Value::U32(id), Value::U32(2)]]);
    assert_eq!(server.open(), [0; 0]);
}

#[test]
fn a_default_server_introduces_itself() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let client = bus.client();
    assert_eq!(client.owner(NOTIFICATIONS), Some(server.unique_name()));
    let information = ["scripted", "plyn", "1.0", "1.2"].map(Value::str);
    assert_eq!(call(&client, "GetServerInformation", &[]).unwrap(), information);
    let capabilities = ["actions", "body"].map(str::to_owned).to_vec();
    assert_eq!(call(&client, "GetCapabilities", &[]).unwrap(), [Value::Strs(capabilities)]);
    assert_eq!(server.calls(), ["GetServerInformation", "GetCapabilities"]);
}

#[test]
fn notify_is_recorded_and_a_press_is_an_action_and_a_close() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let client = bus.client();
    subscribe(&client);
    let id = client.notify("Question", ACTIONS).unwrap();
    let note = server.wait_notify(1);
    assert_eq!((note.id, note.summary.as_str(), note.body.as_str()), (id, "Question", "body"));
    assert_eq!(note.labels(), ["Allow", "Deny"]);
    assert_eq!((note.sender, note.server), (client.unique_name(), server.unique_name()));
    assert_eq!(server.open(), [id]);

    server.press(id, "Deny");
    assert_eq!(client.wait_signal("ActionInvoked", 1), (server.unique_name(), pair(id, "d-1")));
    assert_eq!(client.wait_signal("NotificationClosed", 1).1, [Value::U32(id), Value::U32(2)]);
    assert!(server.open().is_empty());
}

#[test]
fn hints_arrive_as_values() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let client = bus.client();
    let mut arguments = crate::support::notify("q", ACTIONS);
    arguments[6] = Value::Dict(vec![
        ("urgency".to_owned(), Value::U8(1)),
        ("transient".to_owned(), Value::Bool(true)),
        ("desktop-entry".to_owned(), Value::str("plyn-notify")),
    ]);
    call(&client, "Notify", &arguments).unwrap();
    let note = server.wait_notify(1);
    assert_eq!(note.hints["urgency"], Value::U8(1));
    assert_eq!(note.hints["transient"], Value::Bool(true));
    assert_eq!(note.hints["desktop-entry"], Value::str("plyn-notify"));
    assert_eq!(note.expire_timeout, -1);
}

#[test]
fn unicast_reaches_the_caller_without_a_match_rule_and_nobody_else() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script { signals: Dest::Unicast, ..Script::default() });
    let (caller, witness) = (bus.client(), bus.client());
    subscribe(&witness);
    let id = caller.notify("q", ACTIONS).unwrap();
    server.wait_notify(1);
    server.press(id, "Allow");
    caller.wait_signal("NotificationClosed", 1);
    witness.sync();
    assert!(witness.signals("ActionInvoked").is_empty());
}

#[test]
fn broadcast_reaches_those_who_asked_and_nobody_else() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let (caller, witness) = (bus.client(), bus.client());
    subscribe(&witness);
    let id = caller.notify("q", ACTIONS).unwrap();
    server.wait_notify(1);
    server.press(id, "Allow");
    witness.wait_signal("NotificationClosed", 1);
    caller.sync();
    assert!(caller.signals("ActionInvoked").is_empty());
}

#[test]
fn signals_can_come_twice_and_from_a_foreign_connection() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script { signals: Dest::Both, ..Script::default() });
    let client = bus.client();
    subscribe(&client);
    let id = client.notify("q", ACTIONS).unwrap();
    server.wait_notify(1);
    server.emit(id, &Emit::Action(Key::Index(0)));
    assert_eq!(client.wait_signal("ActionInvoked", 2).0, server.unique_name());

    server.change(|script| script.signals = Dest::Gnome);
    server.emit(id, &Emit::Action(Key::Index(0)));
    let senders: BTreeSet<_> = [3, 4].map(|n| client.wait_signal("ActionInvoked", n).0).into();
    assert!(senders.contains(&server.unique_name()) && senders.len() == 2, "{senders:?}");
}

#[test]
fn wrong_signatures_are_really_sent() {
    let bus = Bus::start();
    let wrong = Reply::Body(vec![Value::I32(7)]);
    let script = Script {
        info_reply: Reply::Body(vec![Value::str("only a name")]),
        caps_reply: Reply::error("org.freedesktop.DBus.Error.UnknownMethod"),
        notify_reply: wrong,
        ..Script::default()
    };
    let server = Server::start(&bus, script);
    let client = bus.client();
    subscribe(&client);
    assert_eq!(call(&client, "GetServerInformation", &[]).unwrap(), [Value::str("only a name")]);
    assert!(call(&client, "GetCapabilities", &[]).unwrap_err().to_string().contains("UnknownMethod"));
    assert!(client.notify("q", ACTIONS).unwrap_err().to_string().contains("I32(7)"));
    server.change(|script| script.notify_reply = Reply::Body(Vec::new()));
    assert!(client.notify("q", ACTIONS).unwrap_err().to_string().contains("[]"));
    server.change(|script| script.notify_reply = Reply::Normal);
    let id = client.notify("q", ACTIONS).unwrap();
    server.wait_notify(3);
    for (n, signature) in ["ui", "u", "us"].into_iter().enumerate() {
        server.emit(id, &Emit::ClosedSignature(signature.to_owned()));
        let closed = client.wait_signal("NotificationClosed", n + 1).1;
        let expected = [
            vec![Value::U32(id), Value::I32(2)],
            vec![Value::U32(id)],
            vec![Value::U32(id), Value::str("2")],
        ];
        assert_eq!(closed, expected[n]);
    }
}

#[test]
fn ids_follow_the_policy() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script { first_id: 40, ..Script::default() });
    let client = bus.client();
    let replace = |id: u32| {
        let mut arguments = crate::support::notify("q", ACTIONS);
        arguments[1] = Value::U32(id);
        call(&client, "Notify", &arguments).unwrap()
    };
    assert_eq!(client.notify("q", ACTIONS).unwrap(), 40);
    assert_eq!(replace(40), [Value::U32(40)]);
    assert_eq!(replace(7), [Value::U32(41)]);
    server.change(|script| script.id_policy = IdPolicy::ReplaceVerbatim);
    assert_eq!(replace(7), [Value::U32(7)]);
    server.change(|script| script.id_policy = IdPolicy::ReplaceIsNew);
    assert_eq!(replace(40), [Value::U32(42)]);
    server.change(|script| script.id_policy = IdPolicy::Zero);
    assert_eq!(client.notify("q", ACTIONS).unwrap(), 0);
    server.change(|script| script.id_policy = IdPolicy::Fixed(5));
    assert_eq!((client.notify("q", ACTIONS).unwrap(), client.notify("q", ACTIONS).unwrap()), (5, 5));
}

#[test]
fn closing_signals_the_scripted_reason_and_is_recorded() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let client = bus.client();
    subscribe(&client);
    let id = client.notify("q", ACTIONS).unwrap();
    call(&client, "CloseNotification", &[Value::U32(99)]).unwrap();
    call(&client, "CloseNotification", &[Value::U32(id)]).unwrap();
    assert_eq!(server.wait_closed(id).sender, client.unique_name());
    client.wait_signal("NotificationClosed", 1);
    assert_eq!(reasons(&client), [[Value::U32(id), Value::U32(3)]]);
    assert_eq!(server.closes().len(), 2);
    server.wait_none_open();
}

#[test]
fn what_comes_before_the_reply_comes_before_the_reply() {
    let bus = Bus::start();
    let script =
        Script { before_reply: vec![Emit::Action(Key::label("Deny")), Emit::Closed(2)], ..Script::default() };
    let _server = Server::start(&bus, script);
    let client = bus.client();
    subscribe(&client);
    let id = client.notify("q", ACTIONS).unwrap();
    let order: Vec<_> = client.messages().iter().rev().take(3).map(zbus::Message::message_type).collect();
    let (signal, reply) = (zbus::message::Type::Signal, zbus::message::Type::MethodReturn);
    assert_eq!(order, [reply, signal, signal]);
    assert_eq!(client.signals("ActionInvoked")[0].1, pair(id, "d-1"));
}

#[test]
fn timed_emissions_come_by_themselves_in_order() {
    let bus = Bus::start();
    let script = Script::default()
        .later(0, Emit::Token)
        .later(40, Emit::Closed(1))
        .later(20, Emit::Action(Key::Button(1)));
    let _server = Server::start(&bus, script);
    let client = bus.client();
    subscribe(&client);
    let id = client.notify("q", ACTIONS).unwrap();
    client.wait_signal("NotificationClosed", 1);
    let members = ["ActivationToken", "ActionInvoked", "NotificationClosed"];
    let seen: Vec<_> = client
        .messages()
        .iter()
        .filter_map(|message| message.header().member().map(ToString::to_string))
        .filter(|member| members.contains(&member.as_str()))
        .collect();
    assert_eq!(seen, members);
    assert_eq!(client.signals("ActionInvoked")[0].1, pair(id, "d-1"));
}

#[test]
fn a_press_plays_the_script() {
    let bus = Bus::start();
    // LXQt's wrong key, awesome's close before the action.
    let steps =
        vec![(0, Emit::Closed(2)), (10, Emit::Action(Key::Previous)), (20, Emit::Action(Key::Pressed))];
    let server = Server::start(&bus, Script { on_press: Some(steps), ..Script::default() });
    let client = bus.client();
    subscribe(&client);
    let id = client.notify("q", ACTIONS).unwrap();
    server.wait_notify(1);
    server.press(id, "Deny");
    assert_eq!(client.wait_signal("ActionInvoked", 1).1, pair(id, "a-1"));
    assert_eq!(client.wait_signal("ActionInvoked", 2).1, pair(id, "d-1"));
}

#[test]
fn replies_come_late_or_never_and_a_frozen_server_thaws() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script { notify_reply: Reply::late(30), ..Script::default() });
    let client = bus.client();
    assert_eq!(client.notify("late", ACTIONS).unwrap(), 1);

    let notify = |summary: &str| {
        let arguments = crate::support::notify(summary, ACTIONS);
        client
            .call_without_waiting(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "Notify", &arguments)
            .unwrap()
    };
    let answered = |serial: u32| {
        client.messages().iter().any(|m| m.header().reply_serial().is_some_and(|of| of.get() == serial))
    };
    server.change(|script| script.notify_reply = Reply::Never);
    let unanswered = notify("never");
    server.wait_notify(2);
    client.sync();
    assert!(!answered(unanswered));

    server.change(|script| script.notify_reply = Reply::Normal);
    server.freeze();
    let frozen = notify("frozen");
    client.sync();
    assert!(!answered(frozen));
    assert_eq!(server.notifications().len(), 2);
    server.thaw();
    client.wait_message("the reply of the thawed server", |message| {
        message.header().reply_serial().is_some_and(|of| of.get() == frozen)
    });
}

#[test]
fn notify_can_be_refused_or_end_the_server() {
    let bus = Bus::start();
    let refused = (When::HasActions, "org.example.NoActions".to_owned());
    let server = Server::start(&bus, Script { error_on_notify: Some(refused), ..Script::default() });
    let client = bus.client();
    assert!(client.notify("q", ACTIONS).unwrap_err().to_string().contains("org.example.NoActions"));
    assert_eq!(client.notify("q", &[]).unwrap(), 1);

    server.change(|script| script.crash_on_notify = When::Always);
    assert!(client.notify("q", &[]).unwrap_err().to_string().contains("NoReply"));
    client.wait_no_owner(NOTIFICATIONS);
    assert_eq!(server.unique_name(), "");
}

#[test]
fn properties_and_other_methods_answer() {
    let bus = Bus::start();
    let script = Script::default()
        .property(NOTIFICATIONS_PATH, "org.dunstproject.cmd0", "paused", Value::Bool(true))
        .method("GetDnd", Reply::Body(vec![Value::Bool(true)]));
    let _server = Server::start(&bus, script);
    let client = bus.client();
    let get = |name: &str| {
        let arguments = ["org.dunstproject.cmd0", name].map(Value::str);
        client.call(NOTIFICATIONS, NOTIFICATIONS_PATH, PROPERTIES, "Get", &arguments)
    };
    assert_eq!(get("paused").unwrap(), [Value::Variant(Box::new(Value::Bool(true)))]);
    assert!(get("missing").is_err());
    let dnd =
        client.call(NOTIFICATIONS, "/org/erikreider/swaync/cc", "org.erikreider.swaync.cc", "GetDnd", &[]);
    assert_eq!(dnd.unwrap(), [Value::Bool(true)]);
}

#[test]
fn every_profile_says_what_it_is_and_takes_a_question() {
    for (name, script) in Script::all() {
        assert!(!script.about.is_empty(), "{name}");
        let answers = [&script.info_reply, &script.notify_reply] == [&Reply::Normal; 2];
        if !answers || script.error_on_notify.as_ref().is_some_and(|(when, _)| *when == When::Always) {
            continue;
        }
        let (expected, zero) = (Value::str(&script.name), script.id_policy == IdPolicy::Zero);
        let bus = Bus::start();
        let client = bus.client();
        let server =
            Server::start(&bus, Script { crash_on_notify: When::Never, error_on_notify: None, ..script });
        assert_eq!(call(&client, "GetServerInformation", &[]).unwrap()[0], expected, "{name}");
        assert_eq!(client.notify(&name, ACTIONS).unwrap() == 0, zero, "{name}");
        server.wait_notify(1);
    }
}
