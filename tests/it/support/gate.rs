//! The front door of the bus: what busd leaves out, answered before busd sees it.
//!
//! busd drops a call to a name that nobody owns and never replies, and it starts no services. A real
//! bus replies `ServiceUnknown`, or holds the call while it starts the service. The gate reads what
//! each client sends and does that; everything else passes untouched.

use std::{
    collections::BTreeMap,
    io::{self, Read as _, Write as _},
    net::Shutdown,
    os::{
        fd::{BorrowedFd, OwnedFd},
        unix::net::{UnixListener, UnixStream},
    },
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use busd::peers::Peers;
use zbus::{
    Message,
    connection::{
        self, AuthMechanism,
        socket::{ReadHalf, Socket, Split, WriteHalf},
    },
    export::async_trait::async_trait,
    fdo::ConnectionCredentials,
    message::{Flags, Type},
    names::{BusName, OwnedUniqueName},
};
use zruntime::{AsyncIo, Event, Shared, SharedRuntime};

use super::{
    DBUS,
    bus::PATIENCE,
    sync::{pause, start_thread},
    value::{self, Value},
};

/// What the bus does when a name is called that nobody owns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Activation {
    /// No service file names it: `ServiceUnknown` at once.
    Unknown,
    /// The service is started and never ready: the call waits until a server takes the name.
    Waits,
    /// The service does not come up: this error, so many milliseconds later.
    Fails(u64, String),
}

/// What the gates of all clients share.
#[derive(Debug)]
pub(super) struct Desk {
    peers: Arc<Peers>,
    activation: Mutex<BTreeMap<String, Activation>>,
    held: Mutex<Vec<Held>>,
}

/// A call that waits for its service.
#[derive(Debug)]
struct Held {
    name: String,
    caller: usize,
    call: Message,
}

impl Desk {
    pub(super) fn new(peers: Arc<Peers>) -> Self {
        Self { peers, activation: Mutex::default(), held: Mutex::default() }
    }

    /// Say what happens when `name` is called and nobody owns it.
    pub(super) fn set(&self, name: &str, activation: Activation) {
        self.activation.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), activation);
    }

    /// Pass on the calls that waited for the owner of `name`.
    pub(super) fn deliver(&self, name: &str) {
        zbus::block_on(self.pass_on(name));
    }

    async fn pass_on(&self, name: &str) {
        let Some(owner) = self.owner(&BusName::try_from(name).expect("a bus name")).await else { return };
        let due: Vec<_> = self.held().extract_if(.., |held| held.name == name).collect();
        for held in due {
            if held.call.header().destination().is_some_and(|destination| *destination == DBUS) {
                self.reply(&held.call, 1).await;
                continue;
            }
            if let Some(peer) = self.peers.peers().await.get(&owner) {
                let serial = held.call.primary_header().serial_num();
                peer.pending_calls().add(held.caller, &unique(held.caller), serial);
            }
            self.send(&owner, held.call).await;
        }
    }

    async fn send(&self, to: &OwnedUniqueName, message: Message) {
        let recipient = self.peers.peers().await.get(to).map(|peer| peer.recipient().clone());
        if let Some(recipient) = recipient {
            recipient.send(&[message]).await;
        }
    }

    fn held(&self) -> MutexGuard<'_, Vec<Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Deal with a message that busd would lose; true when it must not see it any more.
    async fn takes(self: &Arc<Self>, client: usize, message: &Message) -> bool {
        let header = message.header();
        let (Type::MethodCall, Some(destination)) = (message.message_type(), header.destination()) else {
            return false;
        };
        let starts = *destination == DBUS
            && header.member().is_some_and(|member| member.as_str() == "StartServiceByName");
        let name = match (starts, value::arguments(message).first()) {
            (true, Some(Value::Str(name))) => BusName::try_from(name.clone()).ok(),
            (true, _) => None,
            (false, _) => (*destination != DBUS).then(|| destination.to_owned()),
        };
        let Some(name) = name else { return false };
        let has_owner = self.owner(&name).await.is_some();
        if has_owner && !starts {
            return false;
        }
        if has_owner {
            // busd does not know the call at all.
            self.reply(&message.with_sender(&unique(client)).expect("a call can have a sender"), 2).await;
            return true;
        }
        let activation =
            self.activation.lock().unwrap_or_else(PoisonError::into_inner).get(name.as_str()).cloned();
        let call = message.with_sender(&unique(client)).expect("a call can have a sender");
        let no_start = message.primary_header().flags().contains(Flags::NO_AUTO_START);
        match activation.filter(|_| !no_start).unwrap_or(Activation::Unknown) {
            Activation::Unknown => {
                self.refuse(&call, "org.freedesktop.DBus.Error.ServiceUnknown", &name).await;
            }
            Activation::Waits => {
                let waiting = name.to_string();
                self.held().push(Held { name: waiting.clone(), caller: client, call });
                // The service may have come up since the look at its owner.
                self.pass_on(&waiting).await;
            }
            Activation::Fails(milliseconds, error) => {
                let (desk, name) = (Arc::clone(self), name.to_owned());
                start_thread("service start", move || {
                    pause(milliseconds);
                    zbus::block_on(desk.refuse(&call, &error, &name));
                });
            }
        }
        true
    }

    async fn owner(&self, name: &BusName<'_>) -> Option<OwnedUniqueName> {
        match name {
            BusName::WellKnown(name) => self.peers.name_registry().await.lookup(name.clone()),
            BusName::Unique(name) => {
                let owner = OwnedUniqueName::from(name.to_owned());
                self.peers.peers().await.contains_key(&owner).then_some(owner)
            }
        }
    }

    /// Answer `StartServiceByName`: 1 is started, 2 was there already.
    async fn reply(&self, call: &Message, result: u32) {
        let header = call.header();
        let reply = Message::method_return(&header).sender(DBUS).build(&result);
        let caller = header.sender().expect("the gate sets it").to_owned();
        self.send(&caller.into(), reply.expect("a reply can be built")).await;
    }

    /// Answer a call with an error, as the bus.
    async fn refuse(&self, call: &Message, error: &str, name: &BusName<'_>) {
        if call.primary_header().flags().contains(Flags::NO_REPLY_EXPECTED) {
            return;
        }
        let header = call.header();
        let text = format!("The name {name} was not provided by any .service files");
        let reply = Message::error(&header, error).sender(DBUS).build(&text).expect("an error can be built");
        let caller = header.sender().expect("set above").to_owned();
        self.send(&caller.into(), reply).await;
    }
}

/// The name that busd gives its `n`-th client.
fn unique(n: usize) -> OwnedUniqueName {
    OwnedUniqueName::try_from(format!(":busd.{n}")).expect("a unique name")
}

/// Let clients in until this is dropped.
pub(super) async fn accept(listener: UnixListener, bus: &busd::bus::Bus, desk: &Arc<Desk>) -> io::Result<()> {
    let runtime = SharedRuntime::current()?;
    let listener = AsyncIo::new(&runtime, listener)?;
    let mut handshakes = Vec::new();
    for client in 1.. {
        let (stream, _) = listener.read_with(UnixListener::accept).await?;
        let door = Door { stream: Arc::new(AsyncIo::new(&runtime, stream)?), client, desk: Arc::clone(desk) };
        let (peers, guid) = (Arc::clone(bus.peers()), bus.guid().clone());
        handshakes.push(zruntime::spawn(async move {
            let builder = connection::Builder::socket(door);
            // A client that breaks off its handshake is the client's affair.
            drop(peers.add(&guid, client, builder, AuthMechanism::External, PATIENCE).await);
        }));
    }
    Ok(())
}

/// The bus's end of one client's socket.
#[derive(Debug)]
struct Door {
    stream: Arc<AsyncIo<UnixStream, Shared>>,
    client: usize,
    desk: Arc<Desk>,
}

impl Socket for Door {
    type ReadHalf = Gate;
    type WriteHalf = Exit;

    fn split(self) -> Split<Gate, Exit> {
        let greeted = Arc::new(Greeted::default());
        let exit = Exit { plain: Plain(Arc::clone(&self.stream)), greeted: Arc::clone(&greeted) };
        Split::new(
            Gate {
                plain: Plain(self.stream),
                client: self.client,
                desk: self.desk,
                greeted,
                is_greeting: true,
            },
            exit,
        )
    }
}

/// Whether a client's `Hello` is answered: as on any bus, nothing else is before that.
#[derive(Debug, Default)]
struct Greeted {
    done: AtomicBool,
    event: Event,
}

impl Greeted {
    async fn wait(&self) {
        loop {
            let event = self.event.listen();
            if self.done.load(Ordering::SeqCst) {
                return;
            }
            event.await;
        }
    }
}

/// The half that goes to a client; what is sent first is the answer to its `Hello`.
#[derive(Debug)]
struct Exit {
    plain: Plain,
    greeted: Arc<Greeted>,
}

#[async_trait]
impl WriteHalf for Exit {
    async fn send_messages(&mut self, messages: &[Message]) -> zbus::Result<()> {
        self.plain.send_messages(messages).await?;
        self.greeted.done.store(true, Ordering::SeqCst);
        self.greeted.event.notify(usize::MAX);
        Ok(())
    }

    async fn sendmsg(&mut self, buffer: &[u8], fds: &[BorrowedFd<'_>]) -> io::Result<usize> {
        self.plain.sendmsg(buffer, fds).await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.plain.close().await
    }

    async fn peer_credentials(&mut self) -> io::Result<ConnectionCredentials> {
        WriteHalf::peer_credentials(&mut self.plain).await
    }
}

/// The half that a client's messages come through.
#[derive(Debug)]
struct Gate {
    plain: Plain,
    client: usize,
    desk: Arc<Desk>,
    greeted: Arc<Greeted>,
    /// Whether the next message is the first.
    is_greeting: bool,
}

#[async_trait]
impl ReadHalf for Gate {
    async fn receive_message(
        &mut self,
        seq: u64,
        bytes: &mut Vec<u8>,
        fds: &mut Vec<OwnedFd>,
    ) -> zbus::Result<Message> {
        loop {
            let message = self.plain.receive_message(seq, bytes, fds).await?;
            // A real bus answers in order; busd would tell of a change before it has answered the `Hello`.
            if std::mem::replace(&mut self.is_greeting, false) {
                return Ok(message);
            }
            self.greeted.wait().await;
            if !self.desk.takes(self.client, &message).await {
                return Ok(message);
            }
        }
    }

    async fn recvmsg(&mut self, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
        self.plain.recvmsg(buffer).await
    }

    async fn peer_credentials(&mut self) -> io::Result<ConnectionCredentials> {
        ReadHalf::peer_credentials(&mut self.plain).await
    }
}

/// A Unix socket that passes no file descriptors: notifications need none.
#[derive(Debug)]
struct Plain(Arc<AsyncIo<UnixStream, Shared>>);

impl Plain {
    fn credentials(&self) -> io::Result<ConnectionCredentials> {
        let peer = rustix::net::sockopt::socket_peercred(self.0.get_ref())?;
        let pid = u32::try_from(peer.pid.as_raw_nonzero().get()).expect("a process id is positive");
        Ok(ConnectionCredentials::default().set_unix_user_id(peer.uid.as_raw()).set_process_id(pid))
    }
}

#[async_trait]
impl ReadHalf for Plain {
    async fn recvmsg(&mut self, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
        let read = self.0.read_with(|mut stream| stream.read(buffer)).await?;
        Ok((read, Vec::new()))
    }

    async fn peer_credentials(&mut self) -> io::Result<ConnectionCredentials> {
        self.credentials()
    }
}

#[async_trait]
impl WriteHalf for Plain {
    async fn sendmsg(&mut self, buffer: &[u8], _: &[BorrowedFd<'_>]) -> io::Result<usize> {
        self.0.write_with(|mut stream| stream.write(buffer)).await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.0.get_ref().shutdown(Shutdown::Both)
    }

    async fn peer_credentials(&mut self) -> io::Result<ConnectionCredentials> {
        self.credentials()
    }
}
