//! The D-Bus messages that we send, and what we make of those that come: shapes only, no decisions.
//!
//! Every body is read with its signature checked; what has another shape than it should is `None`.

use std::collections::HashMap;

use zbus::{
    Message, Variant,
    message::{Flags, Type},
};

use crate::engine::channel::desktop::{
    quirks::Quiet,
    spec::{Notify, ServerSignal},
};

pub(super) const NAME: &str = "org.freedesktop.Notifications";
pub(super) const PATH: &str = "/org/freedesktop/Notifications";
pub(super) const BUS: &str = "org.freedesktop.DBus";
pub(super) const BUS_PATH: &str = "/org/freedesktop/DBus";
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";

/// A call to the bus itself.
pub(super) fn bus_call<B>(method: &'static str, body: &B) -> zbus::Result<Message>
where
    B: serde::Serialize + zbus::DynamicType,
{
    Message::method_call(BUS_PATH, method).destination(BUS).interface(BUS).build(body)
}

/// The match rule for signals of the server with this unique or well-known name.
pub(super) fn signal_rule(owner: &str) -> String {
    format!("type='signal',sender='{owner}',interface='{NAME}',path='{PATH}'")
}

/// The match rule for changes of the server.
pub(super) fn owner_rule() -> String {
    format!("type='signal',sender='{BUS}',interface='{BUS}',member='NameOwnerChanged',arg0='{NAME}'")
}

/// `AddMatch` or `RemoveMatch`, without asking for a reply: messages of one connection keep their order.
pub(super) fn match_call(method: &'static str, rule: &str) -> zbus::Result<Message> {
    Message::method_call(BUS_PATH, method)
        .destination(BUS)
        .interface(BUS)
        .with_flags(Flags::NO_REPLY_EXPECTED)
        .build(&rule)
}

/// A call without arguments to a server by its unique or its well-known name.
pub(super) fn server_call(owner: &str, method: &'static str) -> zbus::Result<Message> {
    Message::method_call(PATH, method).destination(owner).interface(NAME).build(&())
}

/// `Notify`, to a server by its unique or its well-known name.
pub(super) fn notify(owner: &str, notify: &Notify) -> zbus::Result<Message> {
    let actions: Vec<&str> =
        notify.actions.iter().flat_map(|(key, label)| [key.as_str(), label.as_str()]).collect();
    let hints = notify
        .hints
        .iter()
        .map(|(name, value)| Ok((name.as_str(), Variant::try_from(value)?)))
        .collect::<zbus::Result<HashMap<&str, Variant<'_>>>>()?;
    Message::method_call(PATH, "Notify").destination(owner).interface(NAME).build(&(
        notify.app_name.as_str(),
        notify.replaces,
        notify.icon.as_str(),
        notify.summary.as_str(),
        notify.body.as_str(),
        actions,
        hints,
        notify.expire_timeout,
    ))
}

/// `CloseNotification`, without asking for a reply: whatever a server says to it changes nothing.
pub(super) fn close(owner: &str, id: u32) -> zbus::Result<Message> {
    Message::method_call(PATH, "CloseNotification")
        .destination(owner)
        .interface(NAME)
        .with_flags(Flags::NO_REPLY_EXPECTED)
        .build(&id)
}

/// Reads one property; it starts no service.
pub(super) fn get_property(
    owner: &str,
    path: &str,
    interface: &str,
    property: &str,
) -> zbus::Result<Message> {
    Message::method_call(path, "Get")
        .destination(owner)
        .interface(PROPERTIES)
        .with_flags(Flags::NO_AUTO_START)
        .build(&(interface, property))
}

/// The call that tells whether do-not-disturb is on; none where nothing tells.
pub(super) fn ask_quiet(owner: &str, quiet: Quiet) -> zbus::Result<Option<Message>> {
    Ok(Some(match quiet {
        Quiet::Unknown => return Ok(None),
        Quiet::Property { path, interface, property } | Quiet::Modes { path, interface, property, .. } => {
            get_property(owner, path, interface, property)?
        }
        Quiet::Method { name, path, interface, method } => plain_call(name, path, interface, method)?,
    }))
}

/// What the reply to that call says.
pub(super) fn quiet(quiet: Quiet, message: &Message) -> Option<bool> {
    match quiet {
        Quiet::Unknown => None,
        Quiet::Property { .. } | Quiet::Method { .. } => boolean(message),
        Quiet::Modes { mode, .. } => lists(message, mode),
    }
}

/// A call without arguments to any object; it starts no service.
pub(super) fn plain_call(name: &str, path: &str, interface: &str, method: &str) -> zbus::Result<Message> {
    Message::method_call(path, method)
        .destination(name)
        .interface(interface)
        .with_flags(Flags::NO_AUTO_START)
        .build(&())
}

/// A change of the owner of the notification service: its new unique name, empty if there is none.
pub(super) fn owner_change(message: &Message) -> Option<String> {
    let header = message.header();
    let from_bus = header.sender().map(zbus::names::UniqueName::as_str) == Some(BUS);
    if !from_bus
        || message.message_type() != Type::Signal
        || header.interface().map(zbus::names::InterfaceName::as_str) != Some(BUS)
        || header.member().map(zbus::names::MemberName::as_str) != Some("NameOwnerChanged")
    {
        return None;
    }
    let body = message.body();
    let (name, _old, new): (&str, &str, &str) = body.deserialize().ok()?;
    (name == NAME).then(|| new.to_owned())
}

/// What a message from `owner` says about a notification; none if it is from anybody else, or of another shape.
pub(super) fn server_signal(message: &Message, owner: &str) -> Option<ServerSignal> {
    let header = message.header();
    if message.message_type() != Type::Signal
        || header.sender().map(zbus::names::UniqueName::as_str) != Some(owner)
        || header.path().map(zbus::ObjectPath::as_str) != Some(PATH)
        || header.interface().map(zbus::names::InterfaceName::as_str) != Some(NAME)
    {
        return None;
    }
    let body = message.body();
    match header.member()?.as_str() {
        "ActionInvoked" => {
            let (id, key): (u32, String) = body.deserialize().ok()?;
            Some(ServerSignal::Invoked { id, key })
        }
        "NotificationReplied" => {
            let (id, text): (u32, String) = body.deserialize().ok()?;
            Some(ServerSignal::Replied { id, text })
        }
        "NotificationClosed" => {
            let (id, reason) = body.deserialize::<(u32, u32)>().ok().or_else(|| {
                // Budgie up to 10.6.1 sends the reason signed (budgie-desktop #118).
                let (id, reason) = body.deserialize::<(u32, i32)>().ok()?;
                Some((id, u32::try_from(reason).unwrap_or(4)))
            })?;
            Some(ServerSignal::Closed { id, reason })
        }
        _ => None,
    }
}

/// The match rule for signals of any notification server, and of whoever plays one.
pub(super) fn any_signal_rule() -> String {
    format!("type='signal',interface='{NAME}'")
}

/// Who sent a signal of the notification interface, which one it is, and what it says in words.
pub(super) fn overheard(message: &Message) -> Option<(String, String, String)> {
    let header = message.header();
    if message.message_type() != Type::Signal
        || header.interface().map(zbus::names::InterfaceName::as_str) != Some(NAME)
    {
        return None;
    }
    let body = message.body();
    let says = match body.deserialize::<(u32, String)>() {
        Ok((_, text)) => text,
        Err(_) => body.deserialize::<(u32, u32)>().map_or_else(
            |_| format!("a body of the form {}", body.signature()),
            |(_, number)| number.to_string(),
        ),
    };
    Some((header.sender()?.to_string(), header.member()?.to_string(), says))
}

/// The id that a signal of the notification interface begins with.
pub(super) fn first_id(message: &Message) -> Option<u32> {
    let body = message.body();
    let by_text = body.deserialize::<(u32, String)>().map(|(id, _)| id);
    by_text.or_else(|_| body.deserialize::<(u32, u32)>().map(|(id, _)| id)).ok()
}

/// A reply to one of our calls: its serial, and the body or the name and text of the error.
pub(super) struct Reply<'m> {
    pub(super) to: u32,
    pub(super) result: Result<&'m Message, ReplyError>,
}

/// An error reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReplyError {
    /// The full name, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
    pub(super) name: String,
    /// What the sender says about it.
    pub(super) text: String,
}

impl ReplyError {
    /// The last part of the name.
    pub(super) fn short(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }

    /// Whether it says that there is no such object or method.
    pub(super) fn means_no_object(&self) -> bool {
        matches!(self.short(), "UnknownMethod" | "UnknownObject" | "UnknownInterface")
    }

    /// Whether it says that the one we called is no longer there.
    pub(super) fn means_gone(&self) -> bool {
        matches!(self.short(), "ServiceUnknown" | "NameHasNoOwner" | "NoReply" | "Disconnected")
    }
}

impl std::fmt::Display for ReplyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = crate::engine::text::cut(&crate::engine::text::clean(&self.text), 120);
        if text.is_empty() { f.write_str(self.short()) } else { write!(f, "{} ({text})", self.short()) }
    }
}

/// The message as a reply, if it is one.
pub(super) fn reply(message: &Message) -> Option<Reply<'_>> {
    let header = message.header();
    let to = header.reply_serial()?.get();
    let result = match message.message_type() {
        Type::MethodReturn => Ok(message),
        Type::Error => Err(ReplyError {
            name: header.error_name().map(ToString::to_string).unwrap_or_default(),
            text: message.body().deserialize::<String>().unwrap_or_default(),
        }),
        Type::MethodCall | Type::Signal => return None,
    };
    Some(Reply { to, result })
}

/// The name and the vendor in a reply to `GetServerInformation`.
pub(super) fn server_information(message: &Message) -> Option<(String, String)> {
    let (name, vendor, _version, _spec): (String, String, String, String) =
        message.body().deserialize().ok()?;
    Some((name, vendor))
}

/// Whether a boolean came back, from a method or inside the variant of a property.
fn boolean(message: &Message) -> Option<bool> {
    let body = message.body();
    if let Ok(value) = body.deserialize::<bool>() {
        return Some(value);
    }
    match body.deserialize::<Variant<'_>>().ok()? {
        Variant::Bool(value) => Some(value),
        _ => None,
    }
}

/// Whether the list of strings in the variant of a property holds `word`.
fn lists(message: &Message, word: &str) -> Option<bool> {
    Some(texts(message)?.iter().any(|known| known == word))
}

/// The list of strings in the variant of a property.
pub(super) fn texts(message: &Message) -> Option<Vec<String>> {
    let body = message.body();
    Vec::<String>::try_from(body.deserialize::<Variant<'_>>().ok()?).ok()
}

/// The number that came back, from a method or inside the variant of a property.
pub(super) fn number(message: &Message) -> Option<u32> {
    let body = message.body();
    if let Ok(value) = body.deserialize::<u32>() {
        return Some(value);
    }
    match body.deserialize::<Variant<'_>>().ok()? {
        Variant::U32(value) => Some(value),
        _ => None,
    }
}
