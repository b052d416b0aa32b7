//! `plyn-notify wait` without a terminal, on a real bus: every test reads what it prints, and how it ends.

#![expect(clippy::disallowed_methods, reason = "how long things take is part of the contract")]

mod answers;
mod failures;
mod many;
mod messages;
mod notices;
mod others;
mod quiet;
mod rendering;
mod spoofing;

use crate::support::{Bus, Notification, Program, Running, Script, Server};

/// A server, and a prompt that it shows.
fn asked(script: Script, args: &[&str]) -> (Bus, Server, Running, Notification) {
    let bus = Bus::start();
    let server = Server::start(&bus, script);
    let program = Program::wait(&bus).args(args).spawn();
    let note = server.wait_notify(1);
    (bus, server, program, note)
}
