//! A real message bus in this process.

use std::{
    os::unix::net::UnixListener,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Sender},
    },
    thread::JoinHandle,
    time::Duration,
};

use futures_util::future::{self, Either};
use tempfile::TempDir;
use zruntime::Event;

use super::{
    client::Client,
    gate::{self, Activation, Desk},
    sync::{BOUND, start_thread},
};

/// How long the bus lets a client not read before it drops it: longer than a loaded machine stalls.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// A running bus; dropping it takes it away from all its clients.
#[derive(Debug)]
pub(crate) struct Bus {
    socket: PathBuf,
    desk: Arc<Desk>,
    stop: Arc<Event>,
    thread: Mutex<Option<JoinHandle<()>>>,
    _directory: TempDir,
}

impl Bus {
    /// Start a bus on a socket in a fresh directory; it takes clients when this returns.
    pub(crate) fn start() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let socket = directory.path().join("bus");
        let stop = Arc::new(Event::new());
        let (ready, started) = mpsc::channel();
        // Clients come in through our own door; busd's own socket stays unused.
        let door = UnixListener::bind(&socket).expect("a socket in a fresh directory");
        let thread = start_thread("bus", {
            let (unused, stop) = (address_of(&directory.path().join("unused")), Arc::clone(&stop));
            move || zbus::block_on(serve(door, &unused, &stop, &ready))
        });
        let desk = started.recv_timeout(BOUND).expect("the bus starts");
        Self { socket, desk, stop, thread: Mutex::new(Some(thread)), _directory: directory }
    }

    /// Say what happens when `name` is called and nobody owns it; at first that is `ServiceUnknown`.
    pub(crate) fn activation(&self, name: &str, activation: Activation) {
        self.desk.set(name, activation);
    }

    /// What knows the calls that wait for a service.
    pub(super) fn desk(&self) -> Arc<Desk> {
        Arc::clone(&self.desk)
    }

    /// What belongs into `DBUS_SESSION_BUS_ADDRESS`.
    pub(crate) fn address(&self) -> String {
        address_of(&self.socket)
    }

    /// The socket that the bus listens on.
    pub(crate) fn socket_path(&self) -> &Path {
        &self.socket
    }

    /// Connect a client.
    pub(crate) fn client(&self) -> Client {
        Client::connect(&self.address())
    }

    /// End the bus: all clients lose their connections and nobody can connect any more.
    pub(crate) fn stop(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            self.stop.notify(usize::MAX);
            drop(thread.join());
        }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        self.stop();
    }
}

fn address_of(socket: &Path) -> String {
    format!("unix:path={}", socket.display())
}

async fn serve(door: UnixListener, unused: &str, stop: &Event, ready: &Sender<Arc<Desk>>) {
    let bus = busd::bus::Bus::for_address(Some(unused)).await.expect("a bus");
    let desk = Arc::new(Desk::new(Arc::clone(bus.peers())));
    let stopped = stop.listen();
    ready.send(Arc::clone(&desk)).expect("the starter waits");
    match future::select(stopped, Box::pin(gate::accept(door, &bus, &desk))).await {
        Either::Left(_) => (),
        Either::Right((result, _)) => result.expect("the bus lets clients in until it is stopped"),
    }
    // The tasks that serve the clients outlive the bus, so each client is sent away by hand.
    let peers = Arc::clone(bus.peers());
    let connections: Vec<_> = peers.peers().await.values().map(|peer| peer.conn().clone()).collect();
    for connection in connections {
        drop(connection.close().await);
    }
    peers.peers_mut().await.clear();
    drop(bus.cleanup().await);
}
