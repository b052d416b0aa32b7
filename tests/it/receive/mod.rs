//! `plyn-notify receive` on a real bus: what reaches the server of what came over ssh, and what goes back.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod connection;
mod hostile;
mod lacode;
mod prompts;
mod random;
mod six_fields;

use std::time::Duration;

use plyn_notify::engine::{
    channel::remote::wire::{self, Event, Header},
    request::Request,
};

use crate::support::{Bus, Notification, Program, Running, Script, Server};

const NONCE: &str = "0123456789abcdef";

/// A request of two choices from a host called `build`.
fn request() -> Request {
    Request::confirm("Deploy?", "project")
}

fn header() -> Header<'static> {
    Header { nonce: NONCE, host: "build", alive: None }
}

/// That request as one argument; `terminal` says whether it can be answered at one.
fn payload(request: &Request, terminal: bool) -> String {
    wire::encode_prompt(&header(), request, None, terminal).expect("it can travel")
}

/// A server, and what it shows of what was sent.
fn received(script: Script, payload: &str) -> (Bus, Server, Running, Notification) {
    let bus = Bus::start();
    let server = Server::start(&bus, script);
    let program = Program::receive(&bus, payload).connected().spawn();
    let note = server.wait_notify(1);
    (bus, server, program, note)
}

/// The events on stdout; each line has to be one.
fn events(stdout: &str) -> Vec<Event> {
    let read = |line: &str| wire::decode_event(line, NONCE).unwrap_or_else(|| panic!("{line}")).0;
    stdout.lines().map(read).collect()
}

/// Ends with these events, without a word on stderr.
#[track_caller]
fn says(program: Running, wanted: &[Event], code: i32) {
    let ended = program.end();
    assert_eq!(events(&ended.stdout), wanted);
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(code)), "{ended:?}");
}

/// How soon a popup is to be gone once nobody waits for its answer (issue 7).
const GONE: Duration = Duration::from_secs(1);
