//! `plyn-notify doctor`: what it says of every server, terminal and machine that the harness can play.

mod check;
mod documented;
mod profiles;
mod trials;

use crate::support::{Bus, Ended, Program, Script, Server};

/// `plyn-notify doctor` on this bus, in an environment of its own; the tests may run at a terminal, which `setsid` takes.
fn doctor(bus: &Bus, args: &[&str]) -> Program {
    Program::new()
        .under(["setsid", "--wait"])
        .args(["doctor"])
        .args(args)
        .env("DBUS_SESSION_BUS_ADDRESS", bus.address())
        .env("XDG_DATA_HOME", "/nonexistent")
        .env("XDG_DATA_DIRS", "/nonexistent")
}

/// The same, with a server on the bus.
fn with(script: Script, args: &[&str]) -> Ended {
    let bus = Bus::start();
    let _server = Server::start(&bus, script);
    doctor(&bus, args).run()
}

/// What `--json` prints.
#[track_caller]
fn json(ended: &Ended) -> serde_json::Value {
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {}", ended.stdout))
}

/// The level of a check; empty if it is not there.
fn level(document: &serde_json::Value, id: &str) -> String {
    let checks = document["checks"].as_array().map(Vec::as_slice).unwrap_or_default();
    let check = checks.iter().find(|check| check["id"] == id);
    check.and_then(|check| check["level"].as_str()).unwrap_or_default().to_owned()
}
