//! The bus itself: who is there, who goes, who lies, and how much it carries.

use std::{collections::BTreeSet, os::unix::net::UnixStream, thread};

use super::{ACTIONS, pair, subscribe};
use crate::support::{
    Activation, Bus, Claim, DBUS, Emit, Key, NOTIFICATIONS, NOTIFICATIONS_PATH, Script, Server, Value,
};

#[test]
fn a_killed_server_is_noticed_and_a_restarted_one_begins_anew() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let client = bus.client();
    client.add_match(&format!(
        "type='signal',sender='{DBUS}',member='NameOwnerChanged',arg0='{NOTIFICATIONS}'"
    ));
    let first = server.unique_name();
    client.notify("q", ACTIONS).unwrap();
    server.kill();
    let gone = [Value::str(NOTIFICATIONS), Value::str(&first), Value::str("")];
    assert_eq!(client.wait_signal("NameOwnerChanged", 1), (DBUS.to_owned(), gone.to_vec()));
    client.sync();
    assert_eq!(client.signals("NameOwnerChanged").len(), 1, "arg0 keeps the unique names out");
    assert!(server.open().is_empty());

    server.restart(Script::default());
    let back = [Value::str(NOTIFICATIONS), Value::str(""), Value::str(&server.unique_name())];
    assert_eq!(client.wait_signal("NameOwnerChanged", 2).1, back);
    assert_ne!(server.unique_name(), first);
    assert_eq!(client.notify("q", ACTIONS).unwrap(), 1);
    assert_eq!(server.wait_notify(2).server, server.unique_name());
}

#[test]
fn a_server_takes_the_name_over() {
    let bus = Bus::start();
    let old = Server::start(&bus, Script { claim: Claim::Lend, ..Script::default() });
    let client = bus.client();
    client.add_match(&format!("type='signal',member='NameOwnerChanged',arg0='{NOTIFICATIONS}'"));
    client.notify("old", ACTIONS).unwrap();
    let new = Server::start(&bus, Script { claim: Claim::TakeOver, first_id: 7, ..Script::default() });
    let change = [NOTIFICATIONS, &old.unique_name(), &new.unique_name()].map(Value::str);
    assert_eq!(client.wait_signal("NameOwnerChanged", 1).1, change);
    assert_eq!(client.notify("new", ACTIONS).unwrap(), 7);
    assert_eq!((old.notifications().len(), new.notifications().len()), (1, 1));
    // The old one lives on without the name, and can still speak.
    subscribe(&client);
    old.press(1, "Allow");
    assert_eq!(client.wait_signal("ActionInvoked", 1).0, old.unique_name());
}

#[test]
fn an_attacker_can_forge_signals_both_ways() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let (client, attacker) = (bus.client(), bus.client());
    subscribe(&client);
    let id = client.notify("q", ACTIONS).unwrap();
    attacker.signal(None, "ActionInvoked", &pair(id, "a-1"));
    attacker.signal(Some(&client.unique_name()), "ActionInvoked", &pair(id, "a-1"));
    for n in [1, 2] {
        assert_eq!(client.wait_signal("ActionInvoked", n), (attacker.unique_name(), pair(id, "a-1")));
    }
    assert_ne!(attacker.unique_name(), server.unique_name());
    // The name is taken, the well-known sender does not match the attacker.
    assert!(!attacker.request_name(NOTIFICATIONS, false, true));
    let strict = bus.client();
    strict.add_match(&format!("type='signal',sender='{NOTIFICATIONS}',member='ActionInvoked'"));
    attacker.signal(None, "ActionInvoked", &pair(id, "a-1"));
    server.emit(id, &Emit::Action(Key::Index(0)));
    assert_eq!(strict.wait_signal("ActionInvoked", 1).0, server.unique_name());
}

#[test]
fn a_stopped_bus_is_gone_for_everybody() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let client = bus.client();
    let id = client.notify("q", ACTIONS).unwrap();
    server.wait_notify(1);
    bus.stop();
    client.wait_disconnected();
    assert!(UnixStream::connect(bus.socket_path()).is_err());
    assert!(client.call_without_waiting(DBUS, "/", DBUS, "GetId", &[]).is_err());
    server.press(id, "Allow");
}

#[test]
fn many_clients_each_get_ids_of_their_own() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let ids: Vec<u32> = thread::scope(|scope| {
        let clients: Vec<_> = (0..50)
            .map(|_| {
                scope.spawn(|| {
                    let client = bus.client();
                    (0..10).map(|_| client.notify("q", ACTIONS).unwrap()).collect::<Vec<_>>()
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    });
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 500);
    server.wait_notify(500);
    assert_eq!(server.open().len(), 500);
    let senders: BTreeSet<_> = server.notifications().into_iter().map(|note| note.sender).collect();
    assert_eq!(senders.len(), 50);
}

#[test]
fn a_bus_without_a_server_says_so() {
    let bus = Bus::start();
    let client = bus.client();
    let error = client.notify("q", ACTIONS).unwrap_err().to_string();
    assert!(error.contains("ServiceUnknown"), "{error}");
    let start = [Value::str(NOTIFICATIONS), Value::U32(0)];
    assert!(
        client.call_bus("StartServiceByName", &start).unwrap_err().to_string().contains("ServiceUnknown")
    );
    let other = bus.client();
    let gone = other.unique_name();
    other.kill();
    client.wait_no_owner(&gone);
    let ping = client.call(&gone, "/", "org.freedesktop.DBus.Peer", "Ping", &[]);
    assert!(ping.unwrap_err().to_string().contains("ServiceUnknown"));
}

#[test]
fn a_service_can_fail_to_start_or_come_late() {
    let bus = Bus::start();
    let client = bus.client();
    let failure = "org.freedesktop.DBus.Error.Spawn.ChildExited";
    bus.activation(NOTIFICATIONS, Activation::Fails(20, failure.to_owned()));
    assert!(client.notify("q", ACTIONS).unwrap_err().to_string().contains("ChildExited"));

    bus.activation(NOTIFICATIONS, Activation::Waits);
    let arguments = crate::support::notify("waiting", ACTIONS);
    let serial = client
        .call_without_waiting(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "Notify", &arguments)
        .unwrap();
    client.sync();
    let server = Server::start(&bus, Script::default());
    assert_eq!(server.wait_notify(1).summary, "waiting");
    client.wait_message("the reply of the late service", |message| {
        message.header().reply_serial().is_some_and(|of| of.get() == serial)
    });
}

#[test]
fn the_bus_knows_the_process_behind_a_name() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let name = [Value::str(&server.unique_name())];
    let pid = bus.client().call_bus("GetConnectionUnixProcessID", &name).unwrap();
    assert_eq!(pid, [Value::U32(std::process::id())]);
}

#[test]
fn a_flood_arrives_whole() {
    let bus = Bus::start();
    let (client, attacker) = (bus.client(), bus.client());
    for n in 0..10_000 {
        attacker.signal(Some(&client.unique_name()), "ActionInvoked", &pair(n, "a-1"));
    }
    assert_eq!(client.wait_signal("ActionInvoked", 10_000).1, pair(9_999, "a-1"));
}
