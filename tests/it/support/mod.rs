//! What the tests talk to: a real bus in this process, a scripted notification server on it, and a real terminal.
//!
//! Nothing here stands in for our own code. The bus is `busd`, the messages are D-Bus messages, and
//! the server is told by data ([`Script`]) how to behave and how to misbehave.
#![allow(dead_code, unused_imports, reason = "each test uses a part of the harness")]
#![expect(clippy::expect_used, reason = "a harness that cannot do its work fails the test")]

mod bus;
mod client;
mod emit;
mod gate;
mod program;
pub(crate) mod pty;
mod record;
mod script;
mod serve;
mod server;
mod sync;
pub(crate) mod terminal;
mod value;

pub(crate) use self::{
    bus::Bus,
    client::{Client, notify},
    gate::Activation,
    program::{Ended, Program, Running},
    record::{Call, Close, Notification},
    script::{BodyClick, Claim, Dest, Emit, Forgery, IdPolicy, Key, OnClose, Property, Reply, Script, When},
    server::Server,
    sync::{Watched, start_thread},
    value::Value,
};

/// The name, path and interface of the notification specification.
pub(crate) const NOTIFICATIONS: &str = "org.freedesktop.Notifications";
/// The object that a notification server serves.
pub(crate) const NOTIFICATIONS_PATH: &str = "/org/freedesktop/Notifications";
/// The name and interface of the bus itself.
pub(crate) const DBUS: &str = "org.freedesktop.DBus";
/// The object that the bus serves.
pub(crate) const DBUS_PATH: &str = "/org/freedesktop/DBus";
