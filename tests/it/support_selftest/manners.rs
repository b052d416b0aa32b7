//! What profiles are made of does what it says.

use super::{ACTIONS, call, pair, reasons, subscribe};
use crate::support::{Bus, Claim, Emit, Forgery, Key, OnClose, Script, Server, Value};

#[test]
fn a_combo_counts_a_default_that_it_does_not_show() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::load("lxqt-combo"));
    let client = bus.client();
    subscribe(&client);
    for (n, default, pressed) in [(1, "", "a-1"), (2, "Open", "d-1")] {
        let actions = [("default", default), ACTIONS[0], ACTIONS[1], ("l-1", "Later")];
        let id = client.notify(default, &actions).unwrap();
        server.wait_notify(n);
        server.press(id, "Deny");
        assert_eq!(client.wait_signal("ActionInvoked", n).1, pair(id, pressed));
    }
}

#[test]
fn a_close_is_ignored_or_takes_what_is_newer_too() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script { on_close: OnClose::Ignore, ..Script::default() });
    let client = bus.client();
    subscribe(&client);
    for n in 1..=3 {
        client.notify(&n.to_string(), &[]).unwrap();
    }
    call(&client, "CloseNotification", &[Value::U32(2)]).unwrap();
    client.sync();
    assert_eq!((server.open(), reasons(&client).len()), (vec![1, 2, 3], 0));
    server.change(|script| script.on_close = OnClose::AllNewer);
    call(&client, "CloseNotification", &[Value::U32(2)]).unwrap();
    client.wait_signal("NotificationClosed", 2);
    assert_eq!(server.open(), [1]);
}

#[test]
fn a_server_comes_back_by_itself_once() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default().later(0, Emit::Restart(1)));
    let client = bus.client();
    let first = server.unique_name();
    assert_eq!(client.notify("q", ACTIONS).unwrap(), 1);
    client.wait_owner(crate::support::NOTIFICATIONS);
    // It may still be the old one that is asked; the new one counts anew, and stays.
    while client.notify("again", ACTIONS).is_err() || server.unique_name() == first {}
    let note = server.notifications().pop().unwrap();
    assert_eq!((note.server, server.open().first()), (server.unique_name(), Some(&1)));
}

#[test]
fn a_server_is_taken_over_without_a_gap() {
    let bus = Bus::start();
    let script = Script { claim: Claim::Lend, ..Script::default() }.later(0, Emit::TakenOver);
    let server = Server::start(&bus, script);
    let client = bus.client();
    let first = server.unique_name();
    client.notify("q", ACTIONS).unwrap();
    server.wait_notify(1);
    assert_ne!(server.unique_name(), first);
    assert_eq!(client.owner(crate::support::NOTIFICATIONS), Some(server.unique_name()));
    assert_eq!((server.open(), client.notify("q", ACTIONS).unwrap()), (vec![], 1));
}

#[test]
fn a_forger_is_somebody_else_and_says_everything() {
    for (forgery, count) in [(Forgery::Broadcast, 1), (Forgery::Unicast, 1), (Forgery::OwnerChange, 1)] {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        let client = bus.client();
        subscribe(&client);
        let id = client.notify("q", ACTIONS).unwrap();
        server.wait_notify(1);
        server.emit(id, &Emit::Forge(forgery));
        client.wait_signal("NotificationClosed", count);
        for member in ["ActionInvoked", "NotificationReplied", "NotificationClosed"] {
            let (sender, arguments) = client.wait_signal(member, count);
            assert_ne!(sender, server.unique_name());
            assert_eq!(arguments[0], Value::U32(id));
        }
        assert_eq!(client.signals("ActionInvoked").len(), ACTIONS.len());
        let changes = client.signals("NameOwnerChanged").len();
        assert_eq!(changes, usize::from(forgery == Forgery::OwnerChange), "one of them is to it alone");
        assert_eq!(server.open(), [id]);
        server.emit(id, &Emit::Action(Key::Index(0)));
        assert_eq!(client.wait_signal("ActionInvoked", ACTIONS.len() + 1).0, server.unique_name());
    }
}

#[test]
fn what_nobody_sees_is_not_on_the_screen() {
    for (name, seen) in [("plasma-dnd", 0), ("dunst-paused", 0), ("lxqt", 1), ("plasma", 1)] {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::load(name));
        let client = bus.client();
        client.notify("q", ACTIONS).unwrap();
        // Of two equal ones LXQt shows the first, and Plasma takes no second.
        assert_eq!(client.notify("q", ACTIONS).is_ok(), name != "plasma");
        server.wait_notify(2);
        assert_eq!(server.screen().len(), seen, "{name}");
    }
}
