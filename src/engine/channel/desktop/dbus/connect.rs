//! Connecting to the session bus: the first candidate that answers.
//!
//! It waits as long as the other side lets it; the caller gives up on the whole thread if that is too long, or says how
//! long it may take.

use std::{
    io::ErrorKind,
    os::unix::{fs::MetadataExt, net::UnixStream},
    time::Duration,
};

use rustix::{
    io::Errno,
    net::{
        AddressFamily, SocketAddrUnix, SocketFlags, SocketType,
        sockopt::{Timeout, set_socket_timeout},
    },
};
use zbus::{Connection, Message, MessageStream, connection::Builder};

use super::socket::Socket;
use crate::engine::channel::desktop::address::{BusEnvironment, Candidate, Target, candidates};

/// How much time is left, for who has a limit.
pub(super) type Left<'a> = Option<&'a dyn Fn() -> Duration>;

/// The first bus that answers, with what was sent first on its way.
pub(super) async fn connect(
    environment: &BusEnvironment,
    first: &[Message],
    left: Left<'_>,
) -> Result<(Connection, MessageStream), String> {
    let mut tried = Vec::new();
    for candidate in candidates(environment)? {
        match connect_to(&candidate, first, left).await {
            Ok(messages) => return Ok((Connection::from(&messages), messages)),
            Err(error) => tried.push(format!("{}: {error}", candidate.target)),
        }
    }
    Err(if tried.is_empty() {
        "no session bus to try".to_owned()
    } else {
        format!("no session bus ({})", tried.join("; "))
    })
}

async fn connect_to(
    candidate: &Candidate,
    first: &[Message],
    left: Left<'_>,
) -> Result<MessageStream, String> {
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
    let stream = as_user(candidate.user, || dial(&address, left))?;
    let socket = Socket::new(stream, first).map_err(|error| said(&error))?;
    build(candidate, Builder::socket(socket)).await
}

async fn build(candidate: &Candidate, builder: Builder<'_>) -> Result<MessageStream, String> {
    let builder = match candidate.user {
        Some(user) => builder.user_id(user),
        None => builder,
    };
    builder.build_message_stream().await.map_err(|error| error.to_string())
}

/// A bus whose queue of clients is full makes a new one wait, and a bus that is stopped for ever.
fn dial(address: &SocketAddrUnix, left: Left<'_>) -> std::io::Result<UnixStream> {
    let socket =
        rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
    if let Some(left) = left {
        // None at all would mean no limit.
        set_socket_timeout(&socket, Timeout::Send, Some(left().max(Duration::from_millis(1))))?;
    }
    match rustix::io::retry_on_intr(|| rustix::net::connect(&socket, address)) {
        Err(Errno::AGAIN) => return Err(ErrorKind::TimedOut.into()),
        result => result?,
    }
    Ok(socket.into())
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
