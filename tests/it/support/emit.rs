//! What a server says by itself: signals, presses and clicks, each as the script says.

use std::sync::Arc;

use zbus::{Connection, Message};

use super::{
    DBUS, DBUS_PATH, NOTIFICATIONS, NOTIFICATIONS_PATH,
    client::{self, Client},
    record::Notification,
    script::{BodyClick, Claim, Dest, Emit, Forgery, Key, Script},
    server::Core,
    sync::{pause, start_thread},
    value::Value,
};

/// The connections of a living server.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) connection: Connection,
    /// Owns no name; for signals from a wrong sender.
    pub(super) foreign: Client,
    pub(super) unique_name: String,
}

impl Link {
    /// Take the names: the one that all servers share as the script says, those of its own before it.
    pub(super) fn own_names(&self, claim: Claim, others: &[String]) {
        for name in others {
            client::request_name(&self.connection, name, false, false);
        }
        let (lend, take) = match claim {
            Claim::Nothing => return,
            Claim::Hold => (false, false),
            Claim::Lend => (true, false),
            Claim::TakeOver => (true, true),
        };
        let owned = client::request_name(&self.connection, NOTIFICATIONS, lend, take);
        assert!(owned, "another server holds the name and does not allow its replacement");
    }

    /// Drop the connections.
    pub(super) fn close(&self) {
        client::close(&self.connection);
        self.foreign.kill();
    }

    /// What cannot be sent any more is lost, as it is with a real server.
    pub(super) fn send(&self, message: &Message) {
        drop(zbus::block_on(self.connection.send(message)));
    }

    pub(super) fn signal(&self, dest: Dest, to: &str, member: &str, arguments: &[Value]) {
        let signal = |to| client::signal(NOTIFICATIONS_PATH, NOTIFICATIONS, to, member, arguments);
        if matches!(dest, Dest::Unicast | Dest::Both | Dest::Gnome) {
            self.send(&signal(Some(to)));
        }
        if matches!(dest, Dest::Broadcast | Dest::Both) {
            self.send(&signal(None));
        }
        if matches!(dest, Dest::Foreign | Dest::Gnome) {
            drop(self.foreign.send(&signal(None)));
        }
    }
}

/// Say something about a notification; `pressed` is the key in hand while a press is played.
pub(super) fn emit(
    core: &Arc<Core>,
    link: &Arc<Link>,
    note: &Notification,
    step: &Emit,
    pressed: Option<&str>,
) {
    let script = core.script();
    let signal = |dest: Dest, member: &str, arguments: &[Value]| {
        link.signal(dest, &note.sender, member, arguments);
    };
    let is_first = core.state.read(|state| state.lives == 1);
    let say = |steps: &[Emit]| steps.iter().for_each(|step| emit(core, link, note, step, None));
    let find = |key: &Key| key.find(&note.actions, pressed);
    match step {
        Emit::Action(key) => {
            if let Some(key) = find(key) {
                signal(script.signals, "ActionInvoked", &[Value::U32(note.id), Value::Str(key)]);
            }
        }
        Emit::Press(key) => {
            if let Some(key) = find(key) {
                press(core, link, note, &script, &key);
            }
        }
        Emit::Click => click(core, link, note, &script),
        Emit::Closed(reason) => {
            core.state.change(|state| state.open.remove(&note.id));
            signal(script.signals, "NotificationClosed", &closed(&script, note.id, *reason));
        }
        Emit::ClosedSignature(signature) => {
            core.state.change(|state| state.open.remove(&note.id));
            signal(script.signals, "NotificationClosed", &of_signature(signature, note.id, 2));
        }
        Emit::Vanish => {
            core.state.change(|state| state.open.remove(&note.id));
        }
        Emit::Dismissed => say(&script.on_dismiss),
        Emit::Expired => say(&script.on_expiry),
        Emit::Typed(text) => {
            emit(core, link, note, &Emit::Replied(text.clone()), None);
            script.after_action_close.iter().for_each(|reason| say(&[Emit::Closed(*reason)]));
        }
        Emit::Crash => core.disconnect(),
        Emit::Restart(milliseconds) if is_first => core.restart(*milliseconds),
        Emit::TakenOver if is_first => core.be_taken_over(),
        Emit::Restart(_) | Emit::TakenOver => (),
        Emit::Forge(forgery) => forge(link, note, *forgery),
        Emit::Replied(text) => {
            let dest = script.replied.unwrap_or(script.signals);
            signal(dest, "NotificationReplied", &[Value::U32(note.id), Value::str(text)]);
        }
        Emit::Token => {
            signal(script.signals, "ActivationToken", &[Value::U32(note.id), Value::str("token")]);
        }
        Emit::Signal(member, arguments) => {
            let arguments: Vec<_> = arguments
                .iter()
                .map(|argument| match argument {
                    Value::Id => Value::U32(note.id),
                    other => other.clone(),
                })
                .collect();
            signal(script.signals, member, &arguments);
        }
    }
}

fn press(core: &Arc<Core>, link: &Arc<Link>, note: &Notification, script: &Script, key: &str) {
    if let Some(steps) = &script.on_press {
        return play(core, link, note, steps, Some(key));
    }
    if script.token {
        emit(core, link, note, &Emit::Token, None);
    }
    emit(core, link, note, &Emit::Action(Key::raw(key)), None);
    for reason in &script.after_action_close {
        emit(core, link, note, &Emit::Closed(*reason), None);
    }
}

fn click(core: &Arc<Core>, link: &Arc<Link>, note: &Notification, script: &Script) {
    let default = Key::Default.find(&note.actions, None);
    let key = match script.body_click {
        BodyClick::Nothing => return,
        BodyClick::Dismiss => None,
        BodyClick::Default => default,
        BodyClick::DefaultAlways => Some("default".to_owned()),
        BodyClick::First => default.or_else(|| Key::Index(0).find(&note.actions, None)),
    };
    match key {
        Some(key) => press(core, link, note, script, &key),
        None => emit(core, link, note, &Emit::Dismissed, None),
    }
}

/// Emit what is due at once here, and the rest from a timer thread.
pub(super) fn play(
    core: &Arc<Core>,
    link: &Arc<Link>,
    note: &Notification,
    steps: &[(u64, Emit)],
    pressed: Option<&str>,
) {
    let (now, mut later): (Vec<_>, Vec<_>) = steps.iter().cloned().partition(|(after, _)| *after == 0);
    for (_, step) in &now {
        emit(core, link, note, step, pressed);
    }
    if later.is_empty() {
        return;
    }
    later.sort_by_key(|(after, _)| *after);
    let (core, link, note, pressed) =
        (Arc::clone(core), Arc::clone(link), note.clone(), pressed.map(str::to_owned));
    start_thread("script timer", move || {
        let mut passed = 0;
        for (after, step) in later {
            pause(after - passed);
            passed = after;
            emit(&core, &link, &note, &step, pressed.as_deref());
        }
    });
}

/// Send what could be taken for the server's or the bus's, from a connection that is neither.
fn forge(link: &Link, note: &Notification, forgery: Forgery) {
    let send = |to: Option<&str>| {
        let id = Value::U32(note.id);
        let say = |member: &str, argument: Value| {
            let signal = [id.clone(), argument];
            drop(link.foreign.send(&client::signal(NOTIFICATIONS_PATH, NOTIFICATIONS, to, member, &signal)));
        };
        for (key, _) in &note.actions {
            say("ActionInvoked", Value::str(key));
        }
        say("NotificationReplied", Value::str("forged"));
        say("NotificationClosed", Value::U32(2));
    };
    match forgery {
        Forgery::Broadcast => send(None),
        Forgery::Unicast => send(Some(&note.sender)),
        Forgery::OwnerChange => {
            let change = [NOTIFICATIONS, &link.unique_name, &link.foreign.unique_name()].map(Value::str);
            for to in [None, Some(note.sender.as_str())] {
                drop(link.foreign.send(&client::signal(DBUS_PATH, DBUS, to, "NameOwnerChanged", &change)));
            }
            send(Some(&note.sender));
        }
        Forgery::Flood(count) => {
            for other in 1..=count {
                let noise = [Value::U32(note.id.wrapping_add(other)), Value::str("allow")];
                let to = Some(note.sender.as_str());
                drop(link.foreign.send(&client::signal(
                    NOTIFICATIONS_PATH,
                    NOTIFICATIONS,
                    to,
                    "ActionInvoked",
                    &noise,
                )));
            }
        }
    }
}

/// The arguments of this server's `NotificationClosed`.
pub(super) fn closed(script: &Script, id: u32, reason: u32) -> Vec<Value> {
    of_signature(&script.closed_signature, id, reason)
}

/// Arguments of a signature that begin with the id where they can, and end with the reason.
fn of_signature(signature: &str, id: u32, reason: u32) -> Vec<Value> {
    signature
        .chars()
        .enumerate()
        .map(|(at, kind)| match kind {
            'u' if at == 0 => Value::U32(id),
            'u' => Value::U32(reason),
            'i' => Value::I32(reason.cast_signed()),
            'x' => Value::I64(reason.into()),
            'b' => Value::Bool(true),
            _ => Value::Str(reason.to_string()),
        })
        .collect()
}
