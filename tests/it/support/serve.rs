//! The serving side: raw messages in, raw messages out, each as the script says.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, mpsc},
    time::Instant,
};

use zbus::{Message, OwnedVariant, message};

use super::{
    NOTIFICATIONS,
    client::{self, Client},
    emit::{self, Link, emit},
    record::{Call, Close, Notification},
    script::{IdPolicy, OnClose, Reply, Script, When},
    server::{Core, State},
    sync::{pause, start_thread},
    value::{self, Value},
};

/// Connect, and answer on a thread of its own.
pub(super) fn start(core: &Arc<Core>, address: &str, foreign: Client) -> Arc<Link> {
    let (incoming, messages) = mpsc::channel();
    let connection = client::pump(address, move |message| drop(incoming.send(message)));
    let unique_name = client::unique_name(&connection);
    let link = Arc::new(Link { connection, foreign, unique_name });
    let (core, serving) = (Arc::clone(core), Arc::clone(&link));
    start_thread("notification server", move || {
        while let Ok(Some(message)) = messages.recv() {
            core.wait_thawed();
            if message.message_type() == message::Type::MethodCall {
                answer(&core, &serving, &message);
            }
        }
    });
    link
}

fn answer(core: &Arc<Core>, link: &Arc<Link>, call: &Message) {
    let header = call.header();
    let entry = Call {
        path: header.path().map(ToString::to_string).unwrap_or_default(),
        interface: header.interface().map(ToString::to_string).unwrap_or_default(),
        member: header.member().map(ToString::to_string).unwrap_or_default(),
        arguments: value::arguments(call),
        sender: header.sender().map(ToString::to_string).unwrap_or_default(),
    };
    core.state.change(|state| state.calls.push(entry.clone()));
    let script = core.script();
    if let Some(reply) = script.methods.get(&entry.member) {
        return send_reply(link, call, reply, &[]);
    }
    match (entry.interface.as_str(), entry.member.as_str()) {
        (NOTIFICATIONS, "Notify") => {
            notify(core, link, call, &script, &entry.sender);
            core.state.change(|state| state.answered = state.notifications.len());
        }
        (NOTIFICATIONS, "CloseNotification") => close(core, link, call, &script, &entry),
        (NOTIFICATIONS, "GetCapabilities") => {
            send_reply(link, call, &script.caps_reply, &[Value::Strs(script.capabilities.clone())]);
        }
        (NOTIFICATIONS, "GetServerInformation") => {
            let information = [&script.name, &script.vendor, &script.version, &script.spec];
            send_reply(link, call, &script.info_reply, &information.map(|field| Value::str(field)));
        }
        ("org.freedesktop.DBus.Properties", _) => properties(link, call, &script, &entry),
        ("org.freedesktop.DBus.Peer", "Ping") => send_reply(link, call, &Reply::Normal, &[]),
        _ => send_reply(link, call, &Reply::error("org.freedesktop.DBus.Error.UnknownMethod"), &[]),
    }
}

fn notify(core: &Arc<Core>, link: &Arc<Link>, call: &Message, script: &Script, sender: &str) {
    let Some(mut note) = parse_notify(call, sender, &link.unique_name) else {
        return send_reply(link, call, &Reply::error("org.freedesktop.DBus.Error.InvalidArgs"), &[]);
    };
    if core.state.read(|state| applies(script.crash_on_notify, state, &note)) {
        core.state.change(|state| state.notifications.push(note));
        return core.disconnect();
    }
    if let Some((when, error)) = &script.error_on_notify
        && core.state.read(|state| applies(*when, state, &note))
    {
        core.state.change(|state| state.notifications.push(note));
        return send_reply(link, call, &Reply::error(error), &[]);
    }
    note.shown = !core.state.read(|state| applies(script.not_shown, state, &note));
    note.id = core.state.change(|state| give_id(state, script.id_policy, note.replaces_id));
    let shown = matches!(script.notify_reply, Reply::Normal | Reply::Delay(..) | Reply::Never);
    core.state.change(|state| {
        if shown && note.id != 0 {
            state.open.insert(note.id, state.notifications.len());
        }
        state.notifications.push(note.clone());
    });
    for step in &script.before_reply {
        emit(core, link, &note, step, None);
    }
    send_reply(link, call, &script.notify_reply, &[Value::U32(note.id)]);
    emit::play(core, link, &note, &script.on_notify, None);
    if script.on_close == OnClose::Forget && note.expire_timeout > 0 {
        expire_unsaid(core, link, script, &note);
    }
}

/// Its time is over at once; only one that is transient is done with then.
fn expire_unsaid(core: &Arc<Core>, link: &Arc<Link>, script: &Script, note: &Notification) {
    core.state.change(|state| state.open.remove(&note.id));
    if note.hints.get("transient") == Some(&Value::Bool(true)) {
        let arguments = emit::closed(script, note.id, 1);
        link.signal(script.signals, &note.sender, "NotificationClosed", &arguments);
    }
}

fn close(core: &Arc<Core>, link: &Arc<Link>, call: &Message, script: &Script, entry: &Call) {
    let [Value::U32(id)] = entry.arguments[..] else {
        return send_reply(link, call, &Reply::error("org.freedesktop.DBus.Error.InvalidArgs"), &[]);
    };
    send_reply(link, call, &script.close_reply, &[]);
    let (at, sender) = (now(), entry.sender.clone());
    let (closed, note) = core.state.change(|state| {
        state.closes.push(Close { id, sender, at });
        let note = state.notifications.iter().rfind(|note| note.id == id).cloned();
        let meant = |open: &u32| match script.on_close {
            OnClose::Obey => *open == id,
            OnClose::Ignore | OnClose::Forget => false,
            OnClose::AllNewer => *open >= id,
        };
        let mut closed: Vec<u32> = state.open.keys().copied().filter(meant).collect();
        state.open.retain(|open, _| !closed.contains(open));
        if closed.is_empty() && (script.closes_unknown_ids || script.on_close == OnClose::Forget) {
            closed.push(id);
        }
        (closed, note)
    });
    let to = note.map_or(entry.sender.clone(), |note| note.sender);
    for id in closed {
        for reason in &script.closed_after_close {
            link.signal(script.signals, &to, "NotificationClosed", &emit::closed(script, id, *reason));
        }
    }
}

fn properties(link: &Arc<Link>, call: &Message, script: &Script, entry: &Call) {
    let text = |n: usize| match entry.arguments.get(n) {
        Some(Value::Str(text)) => text.clone(),
        _ => String::new(),
    };
    if entry.member == "GetAll" {
        let here =
            script.properties.iter().filter(|known| known.path == entry.path && known.interface == text(0));
        let all = here.map(|known| (known.name.clone(), known.value.clone())).collect();
        return send_reply(link, call, &Reply::Normal, &[Value::Dict(all)]);
    }
    let property = script
        .properties
        .iter()
        .find(|known| (&known.path, &known.interface, &known.name) == (&entry.path, &text(0), &text(1)));
    match (entry.member.as_str(), property) {
        ("Get", Some(property)) => {
            send_reply(link, call, &Reply::Normal, &[Value::Variant(Box::new(property.value.clone()))]);
        }
        _ => send_reply(link, call, &Reply::error("org.freedesktop.DBus.Error.UnknownProperty"), &[]),
    }
}

/// Reply to `call` as `reply` says, where `normal` is what a good server would say.
fn send_reply(link: &Arc<Link>, call: &Message, reply: &Reply, normal: &[Value]) {
    if call.primary_header().flags().contains(message::Flags::NO_REPLY_EXPECTED) {
        return;
    }
    let header = call.header();
    let returning = |values: &[Value]| value::build(Message::method_return(&header), values, 0);
    let message = match reply {
        Reply::Never => return,
        Reply::Delay(milliseconds, reply) => {
            let (link, call, normal, reply) =
                (Arc::clone(link), call.clone(), normal.to_vec(), reply.clone());
            let milliseconds = *milliseconds;
            start_thread("script timer", move || {
                pause(milliseconds);
                send_reply(&link, &call, &reply, &normal);
            });
            return;
        }
        Reply::Normal => returning(normal),
        Reply::Body(values) => returning(values),
        Reply::Id(id) => returning(&[Value::U32(*id)]),
        Reply::Error(name) => {
            value::build(Message::error(&header, name.as_str()), &[Value::str("scripted")], 0)
        }
    };
    link.send(&message.expect("a reply can be built"));
}

fn parse_notify(call: &Message, sender: &str, server: &str) -> Option<Notification> {
    type Body = (String, u32, String, String, String, Vec<String>, HashMap<String, OwnedVariant>, i32);
    let body = call.body();
    let (app_name, replaces_id, icon, summary, text, actions, hints, expire_timeout): Body =
        body.deserialize().ok()?;
    let (pairs, rest) = actions.as_chunks();
    Some(Notification {
        id: 0,
        app_name,
        replaces_id,
        icon,
        summary,
        body: text,
        actions: pairs.iter().map(|[key, label]| (key.clone(), label.clone())).collect(),
        odd_action: rest.first().cloned(),
        hints: hints
            .iter()
            .map(|(name, hint)| (name.clone(), Value::from_wire(hint)))
            .collect::<BTreeMap<_, _>>(),
        expire_timeout,
        sender: sender.to_owned(),
        server: server.to_owned(),
        at: now(),
        shown: true,
    })
}

fn give_id(state: &mut State, policy: IdPolicy, replaces: u32) -> u32 {
    match policy {
        IdPolicy::Fixed(id) => return id,
        IdPolicy::Zero => return 0,
        IdPolicy::Increment if state.open.contains_key(&replaces) => return replaces,
        IdPolicy::ReplaceVerbatim if replaces != 0 => return replaces,
        _ => (),
    }
    let id = state.next_id;
    state.next_id = id.wrapping_add(1).max(1);
    id
}

/// Whether a misbehaviour applies to the notification that comes in now.
fn applies(when: When, state: &State, note: &Notification) -> bool {
    let nth = state.notifications.len() + 1;
    match when {
        When::Never => false,
        When::Always => true,
        When::Nth(n) => nth == n,
        When::First(n) => nth <= n,
        When::HasActions => !note.actions.is_empty(),
        When::OddActions => note.odd_action.is_some(),
        When::TimeoutZero => note.expire_timeout == 0,
        When::Duplicate => state.open.values().any(|at| {
            let open = &state.notifications[*at];
            (&open.summary, &open.body) == (&note.summary, &note.body)
        }),
        When::Open(count) => state.open.len() >= count,
    }
}

#[expect(clippy::disallowed_methods, reason = "tests ask when something came")]
fn now() -> Instant {
    Instant::now()
}

impl Core {
    /// A frozen server takes messages and leaves them alone.
    fn wait_thawed(&self) {
        while self.state.wait_for(super::sync::BOUND, |state| (!state.frozen).then_some(())).is_none() {}
    }
}
