//! A plain D-Bus client: the independent witness of the tests, and their attacker.

use std::sync::{Arc, mpsc};

use futures_util::StreamExt as _;
use zbus::{Connection, Message, MessageStream, connection, message};

use super::{
    DBUS, DBUS_PATH, NOTIFICATIONS, NOTIFICATIONS_PATH,
    sync::{BOUND, Watched, start_thread},
    value::{self, Value},
};

/// What a queue of incoming messages holds before the connection stops reading.
const QUEUE: usize = 1 << 14;

/// One connection to the bus, and everything that came in on it.
#[derive(Debug)]
pub(crate) struct Client {
    connection: Connection,
    inbox: Arc<Watched<Inbox>>,
}

/// What a client has received.
#[derive(Debug, Default)]
struct Inbox {
    messages: Vec<Message>,
    closed: bool,
}

impl Client {
    /// Connect to the bus at `address`.
    pub(crate) fn connect(address: &str) -> Self {
        let inbox = Arc::new(Watched::new(Inbox::default()));
        let messages = Arc::clone(&inbox);
        let connection = pump(address, move |message| {
            messages.change(|inbox| match message {
                Some(message) => inbox.messages.push(message),
                None => inbox.closed = true,
            });
        });
        Self { connection, inbox }
    }

    /// The name that the bus gave this connection.
    pub(crate) fn unique_name(&self) -> String {
        unique_name(&self.connection)
    }

    /// Call a method and wait for its reply.
    pub(crate) fn call(
        &self,
        destination: &str,
        path: &str,
        interface: &str,
        method: &str,
        arguments: &[Value],
    ) -> zbus::Result<Vec<Value>> {
        let serial = self.call_without_waiting(destination, path, interface, method, arguments)?;
        let reply = self.wait_message(&format!("the reply to {method}"), |message| {
            message.header().reply_serial().is_some_and(|of| of.get() == serial)
        });
        match reply.message_type() {
            message::Type::Error => Err(zbus::Error::from(reply)),
            _ => Ok(value::arguments(&reply)),
        }
    }

    /// Call a method of the bus itself.
    pub(crate) fn call_bus(&self, method: &str, arguments: &[Value]) -> zbus::Result<Vec<Value>> {
        self.call(DBUS, DBUS_PATH, DBUS, method, arguments)
    }

    /// Send a method call; its serial tells the reply among [`Client::messages`].
    pub(crate) fn call_without_waiting(
        &self,
        destination: &str,
        path: &str,
        interface: &str,
        method: &str,
        arguments: &[Value],
    ) -> zbus::Result<u32> {
        let builder = Message::method_call(path, method).destination(destination).interface(interface);
        let message = value::build(builder, arguments, 0)?;
        self.send(&message)?;
        Ok(message.primary_header().serial_num().get())
    }

    /// Call `Notify` with these actions and no hints, and return the id.
    pub(crate) fn notify(&self, summary: &str, actions: &[(&str, &str)]) -> zbus::Result<u32> {
        let reply =
            self.call(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "Notify", &notify(summary, actions))?;
        match reply[..] {
            [Value::U32(id)] => Ok(id),
            _ => Err(zbus::Error::SignatureMismatch(zbus::Signature::U32, format!("{reply:?}"))),
        }
    }

    /// Send a signal of the notification interface: to `destination`, or to everybody.
    pub(crate) fn signal(&self, destination: Option<&str>, member: &str, arguments: &[Value]) {
        let signal = signal(NOTIFICATIONS_PATH, NOTIFICATIONS, destination, member, arguments);
        self.send(&signal).expect("the bus takes a signal");
    }

    /// Send any message as it is.
    pub(crate) fn send(&self, message: &Message) -> zbus::Result<()> {
        zbus::block_on(self.connection.send(message))
    }

    /// Ask the bus for the broadcast signals that match `rule`.
    pub(crate) fn add_match(&self, rule: &str) {
        self.call_bus("AddMatch", &[Value::str(rule)]).expect("the bus takes a match rule");
    }

    /// Ask for a name; true when it is ours now.
    pub(crate) fn request_name(&self, name: &str, allow_replacement: bool, replace_existing: bool) -> bool {
        request_name(&self.connection, name, allow_replacement, replace_existing)
    }

    /// Give a name back.
    pub(crate) fn release_name(&self, name: &str) {
        self.call_bus("ReleaseName", &[Value::str(name)]).expect("the bus takes a name back");
    }

    /// The unique name that owns `name` now.
    pub(crate) fn owner(&self, name: &str) -> Option<String> {
        match self.call_bus("GetNameOwner", &[Value::str(name)]).as_deref() {
            Ok([Value::Str(owner)]) => Some(owner.clone()),
            _ => None,
        }
    }

    /// Wait until somebody owns `name`, and say who.
    pub(crate) fn wait_owner(&self, name: &str) -> String {
        self.wait_owner_that(name, |owner| !owner.is_empty())
    }

    /// Wait until nobody owns `name`.
    pub(crate) fn wait_no_owner(&self, name: &str) {
        self.wait_owner_that(name, str::is_empty);
    }

    /// Everything received so far, in order.
    pub(crate) fn messages(&self) -> Vec<Message> {
        self.inbox.read(|inbox| inbox.messages.clone())
    }

    /// The signals named `member` received so far: sender and arguments.
    pub(crate) fn signals(&self, member: &str) -> Vec<(String, Vec<Value>)> {
        self.messages()
            .iter()
            .filter(|message| is_signal(message, member))
            .map(|message| (sender(message), value::arguments(message)))
            .collect()
    }

    /// Wait for the `n`-th signal (from 1) named `member`, and return its sender and arguments.
    pub(crate) fn wait_signal(&self, member: &str, n: usize) -> (String, Vec<Value>) {
        let message = self.inbox.wait(&format!("signal {n} {member}"), |inbox| {
            inbox.messages.iter().filter(|message| is_signal(message, member)).nth(n - 1).cloned()
        });
        (sender(&message), value::arguments(&message))
    }

    /// Wait for a message that `wanted` accepts.
    pub(crate) fn wait_message(&self, what: &str, wanted: impl Fn(&Message) -> bool) -> Message {
        self.inbox.wait(what, |inbox| {
            let found = inbox.messages.iter().find(|message| wanted(message)).cloned();
            assert!(found.is_some() || !inbox.closed, "the bus is gone, waited for {what}");
            found
        })
    }

    /// A round trip to the bus: what it forwarded to this client before has arrived.
    pub(crate) fn sync(&self) {
        self.call_bus("GetId", &[]).expect("the bus answers");
    }

    /// Wait until the bus has dropped this connection.
    pub(crate) fn wait_disconnected(&self) {
        self.inbox.wait("the bus to be gone", |inbox| inbox.closed.then_some(()));
    }

    /// Drop the connection as a killed process does.
    pub(crate) fn kill(&self) {
        close(&self.connection);
    }

    /// Wait on `NameOwnerChanged`, so that nobody has to ask again and again.
    fn wait_owner_that(&self, name: &str, wanted: impl Fn(&str) -> bool) -> String {
        let rule = format!("type='signal',sender='{DBUS}',member='NameOwnerChanged',arg0='{name}'");
        self.add_match(&rule);
        let seen = self.signals("NameOwnerChanged").len();
        let owner = self.owner(name).unwrap_or_default();
        if wanted(&owner) {
            return owner;
        }
        self.inbox.wait(&format!("another owner of {name}"), |inbox| {
            let changes = inbox.messages.iter().filter(|message| is_signal(message, "NameOwnerChanged"));
            changes.skip(seen).find_map(|message| match &value::arguments(message)[..] {
                [Value::Str(of), _, Value::Str(owner)] if of == name && wanted(owner) => Some(owner.clone()),
                _ => None,
            })
        })
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Connect, and hand every message to `on_message` on a thread of its own; `None` is the end.
pub(super) fn pump(
    address: &str,
    mut on_message: impl FnMut(Option<Message>) + Send + 'static,
) -> Connection {
    let address = address.to_owned();
    let (ready, connected) = mpsc::channel();
    start_thread("bus client", move || {
        zbus::block_on(async {
            let mut messages = match connect(&address).await {
                Ok(messages) => messages,
                Err(error) => return drop(ready.send(Err(error))),
            };
            drop(ready.send(Ok(Connection::from(&messages))));
            while let Some(message) = messages.next().await {
                if let Ok(message) = message {
                    on_message(Some(message));
                }
            }
            on_message(None);
        });
    });
    connected.recv_timeout(BOUND).expect("the bus lets a client in").expect("the bus lets a client in")
}

async fn connect(address: &str) -> zbus::Result<MessageStream> {
    let queue = QUEUE.try_into().expect("not zero");
    connection::Builder::address(address).method_timeout(BOUND).max_queued(queue).build_message_stream().await
}

/// Close the connection, whatever still refers to it.
pub(super) fn close(connection: &Connection) {
    drop(zbus::block_on(connection.clone().close()));
}

/// Ask the bus for a name; true when it is ours now.
pub(super) fn request_name(
    connection: &Connection,
    name: &str,
    allow_replacement: bool,
    replace_existing: bool,
) -> bool {
    const DO_NOT_QUEUE: u32 = 4;
    let flags = u32::from(allow_replacement) | u32::from(replace_existing) << 1 | DO_NOT_QUEUE;
    let arguments = (name, flags);
    let call = connection.call_method(Some(DBUS), DBUS_PATH, Some(DBUS), "RequestName", &arguments);
    let reply = zbus::block_on(call).expect("the bus answers");
    let answer: u32 = reply.body().deserialize().expect("RequestName answers with a number");
    matches!(answer, 1 | 4)
}

/// The name that the bus gave a connection.
pub(super) fn unique_name(connection: &Connection) -> String {
    connection.unique_name().map(ToString::to_string).unwrap_or_default()
}

/// A signal to `destination`, or to everybody.
pub(super) fn signal(
    path: &str,
    interface: &str,
    destination: Option<&str>,
    member: &str,
    arguments: &[Value],
) -> Message {
    let mut builder = Message::signal(path, interface, member);
    if let Some(destination) = destination {
        builder = builder.destination(destination);
    }
    value::build(builder, arguments, 0).expect("a signal can be built")
}

/// The arguments of `Notify` for a question with these actions.
pub(crate) fn notify(summary: &str, actions: &[(&str, &str)]) -> Vec<Value> {
    let actions = actions.iter().flat_map(|(key, label)| [(*key).to_owned(), (*label).to_owned()]).collect();
    vec![
        Value::str("selftest"),
        Value::U32(0),
        Value::str(""),
        Value::str(summary),
        Value::str("body"),
        Value::Strs(actions),
        Value::Dict(Vec::new()),
        Value::I32(-1),
    ]
}

fn is_signal(message: &Message, member: &str) -> bool {
    message.message_type() == message::Type::Signal
        && message.header().member().is_some_and(|name| name.as_str() == member)
}

fn sender(message: &Message) -> String {
    message.header().sender().map(ToString::to_string).unwrap_or_default()
}
