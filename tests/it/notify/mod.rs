//! `plyn-notify notify` on a real bus: what reaches the server, what is printed, and how it ends.

mod choices;
mod failures;
mod run;
mod sequence;
mod text;

use crate::support::{Bus, Notification, Program, Running, Script, Server};

/// A server, and a notice that it shows.
fn told(script: Script, args: &[&str]) -> (Bus, Server, Running, Notification) {
    let bus = Bus::start();
    let server = Server::start(&bus, script);
    let program = Program::notify(&bus).args(args).spawn();
    let note = server.wait_notify(1);
    (bus, server, program, note)
}

/// What a notice of these arguments is on the server, told without a word.
#[track_caller]
fn shown(script: Script, args: &[&str]) -> Notification {
    let (_bus, _server, program, note) = told(script, args);
    program.end().is("", "", 0);
    note
}
