//! `plyn-notify hook`, as coding agents call it: what it prints, what it shows, and what it leaves behind.

#![expect(clippy::disallowed_methods, reason = "how long things take is part of the contract")]
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

mod alerts;
mod answers;
mod asker;
mod integrate;
mod nowhere;
mod withdrawal;

use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Bus, Notification, Program, Running, Script, Server};

/// What an agent was seen to send, or to take for an answer.
#[track_caller]
fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents").join(format!("{name}.json"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A fixture with some of it changed.
fn changed(name: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value = serde_json::from_str(&fixture(name)).unwrap();
    change(&mut value);
    value.to_string()
}

/// A desktop, and a place for what hooks leave for each other.
struct Desk {
    bus: Bus,
    server: Server,
    folder: TempDir,
}

impl Desk {
    fn new(script: Script) -> Self {
        let bus = Bus::start();
        let server = Server::start(&bus, script);
        Self { bus, server, folder: tempfile::tempdir().unwrap() }
    }

    /// The agent's hook, called with this payload; announced without delay.
    fn hook(&self, agent: &str, payload: impl Into<Vec<u8>>) -> Program {
        Program::new()
            .args(["hook", agent])
            .stdin(payload)
            .env("DBUS_SESSION_BUS_ADDRESS", self.bus.address())
            .env("PLYN_NOTIFY_GRACE_SECONDS", "0")
            .env("PLYN_NOTIFY_MIN_INTERVAL_SECONDS", "0")
            .state(self.folder.path())
    }

    /// A hook that asks, and what it shows.
    fn asked(&self, agent: &str, name: &str) -> (Running, Notification) {
        let running = self.hook(agent, fixture(name)).spawn();
        let note = self.server.wait_notify(1);
        (running, note)
    }
}

/// One JSON object on a line.
#[track_caller]
fn object(stdout: &str) -> Value {
    assert_eq!(stdout.matches('\n').count(), 1, "{stdout:?}");
    let value: Value = serde_json::from_str(stdout).unwrap_or_else(|error| panic!("{stdout:?}: {error}"));
    assert!(value.is_object(), "{stdout:?}");
    value
}

/// Waits until something is so.
#[track_caller]
fn wait_until(mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(10), "it never comes to that");
        thread::yield_now();
    }
}

/// Whether a notice's id has been left for the next hook of its session.
fn is_recorded(folder: &Path, id: u32) -> bool {
    let recorded = format!("\"id\":{id},");
    let files = fs::read_dir(folder.join("plyn-notify")).into_iter().flatten().flatten();
    files.filter_map(|file| fs::read_to_string(file.path()).ok()).any(|text| text.contains(&recorded))
}
