//! Connecting to the session bus: the first candidate that answers.
//!
//! It waits as long as the other side lets it, without keeping the thread: the caller says how long it may take.

use std::{
    os::unix::{fs::MetadataExt, net::UnixStream},
    time::Duration,
};

use rustix::{
    io::Errno,
    net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType},
};
use zbus::{Connection, Message, MessageStream, connection::Builder};
use zruntime::SharedRuntime;

use super::socket::Socket;
use crate::engine::channel::desktop::address::{BusEnvironment, Candidate, Target, candidates};

/// How soon a bus is tried again whose queue of clients is full. Where hundreds come at once it takes a few milliseconds
/// to make room, and the kernel has no event for it.
const FULL: Duration = Duration::from_millis(2);

/// The first bus that answers, with what was sent first on its way.
pub(super) async fn connect(
    environment: &BusEnvironment,
    first: &[Message],
) -> Result<(Connection, MessageStream), String> {
    let (_, connection, messages) = connect_somewhere(environment, first).await?;
    Ok((connection, messages))
}

/// The same, and where that is.
pub(super) async fn connect_somewhere(
    environment: &BusEnvironment,
    first: &[Message],
) -> Result<(Candidate, Connection, MessageStream), String> {
    let mut tried = Vec::new();
    for candidate in candidates(environment)? {
        match connect_to(&candidate, first).await {
            Ok(messages) => return Ok((candidate, Connection::from(&messages), messages)),
            Err(error) => tried.push(format!("{}: {error}", candidate.target)),
        }
    }
    Err(if tried.is_empty() {
        "no session bus to try".to_owned()
    } else {
        format!("no session bus ({})", tried.join("; "))
    })
}

async fn connect_to(candidate: &Candidate, first: &[Message]) -> Result<MessageStream, String> {
    let (address, owner) = match &candidate.target {
        Target::Other(address) => {
            let messages = build(candidate, Builder::address(address.as_str())).await?;
            Connection::from(&messages).send_all(first).await.map_err(|error| error.to_string())?;
            return Ok(messages);
        }
        Target::Path(path) => (SocketAddrUnix::new(path), candidate.owner.map(|owner| (path, owner))),
        Target::Abstract(name) => (SocketAddrUnix::new_abstract_name(name), None),
    };
    let address = address.map_err(|error| said(&error.into()))?;
    if let Some((path, owner)) = owner {
        let socket = path.symlink_metadata().map_err(|error| said(&error))?;
        if socket.uid() != owner {
            return Err(format!("it belongs to user {}, not {owner}", socket.uid()));
        }
    }
    let runtime = SharedRuntime::current().map_err(|error| said(&error))?;
    let stream = loop {
        match as_user(candidate.user, || dial(&address))? {
            Some(stream) => break stream,
            None => runtime.sleep(FULL).await,
        }
    };
    let socket = Socket::new(&runtime, stream, first).map_err(|error| said(&error))?;
    build(candidate, Builder::socket(socket)).await
}

async fn build(candidate: &Candidate, builder: Builder<'_>) -> Result<MessageStream, String> {
    let builder = match candidate.user {
        Some(user) => builder.user_id(user),
        None => builder,
    };
    builder.build_message_stream().await.map_err(|error| error.to_string())
}

/// A connection that does not block; none if the bus's queue of clients is full, which for one that is stopped is so for
/// ever.
fn dial(address: &SocketAddrUnix) -> std::io::Result<Option<UnixStream>> {
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
    match rustix::io::retry_on_intr(|| rustix::net::connect(&socket, address)) {
        Ok(()) => Ok(Some(socket.into())),
        Err(Errno::AGAIN) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Connects as another user: the bus asks the kernel who the connecting thread is, and takes its own user only. Linux
/// keeps that per thread, and this thread does nothing else meanwhile.
fn as_user<T>(user: Option<u32>, connect: impl FnOnce() -> std::io::Result<T>) -> Result<T, String> {
    let Some(user) = user else { return connect().map_err(|error| said(&error)) };
    let become_user = |uid: u32| {
        rustix::thread::set_thread_res_uid(None, rustix::process::Uid::from_raw(uid), None)
            .map_err(|error| format!("cannot act as user {uid} ({error})"))
    };
    let ourselves = rustix::process::geteuid().as_raw();
    become_user(user)?;
    let result = connect().map_err(|error| said(&error));
    become_user(ourselves)?;
    result
}

fn said(error: &std::io::Error) -> String {
    error.kind().to_string()
}
