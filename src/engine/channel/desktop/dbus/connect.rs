//! Connecting to the session bus: the first candidate that answers.
//!
//! It waits as long as the other side lets it; the caller gives up on the whole thread if that is too long.

use std::os::unix::{fs::MetadataExt, net::UnixStream};

use zbus::{Connection, connection::Builder};

use crate::engine::channel::desktop::address::{BusEnvironment, Candidate, Target, candidates};

/// The first bus that answers.
pub(super) async fn connect(environment: &BusEnvironment) -> Result<Connection, String> {
    let mut tried = Vec::new();
    for candidate in candidates(environment)? {
        match connect_to(&candidate).await {
            Ok(connection) => return Ok(connection),
            Err(error) => tried.push(format!("{}: {error}", candidate.target)),
        }
    }
    Err(if tried.is_empty() {
        "no session bus to try".to_owned()
    } else {
        format!("no session bus ({})", tried.join("; "))
    })
}

async fn connect_to(candidate: &Candidate) -> Result<Connection, String> {
    let builder = match &candidate.target {
        Target::Other(address) => Builder::address(address.as_str()),
        Target::Path(path) => {
            if let Some(owner) = candidate.owner {
                let socket = path.symlink_metadata().map_err(|error| said(&error))?;
                if socket.uid() != owner {
                    return Err(format!("it belongs to user {}, not {owner}", socket.uid()));
                }
            }
            let stream = as_user(candidate.user, || UnixStream::connect(path))?;
            Builder::unix_stream(stream)
        }
        Target::Abstract(name) => {
            use std::os::linux::net::SocketAddrExt as _;
            let address = std::os::unix::net::SocketAddr::from_abstract_name(name);
            let stream = address.and_then(|address| UnixStream::connect_addr(&address));
            Builder::unix_stream(stream.map_err(|error| said(&error))?)
        }
    };
    let builder = match candidate.user {
        Some(user) => builder.user_id(user),
        None => builder,
    };
    builder.build().await.map_err(|error| error.to_string())
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
