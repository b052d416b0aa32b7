//! Another host's desktop, as far as it can be looked at without connecting.

use super::capitalised;
use crate::engine::{
    channel::remote::wire::Desk,
    doctor::{
        check::{Check, Level, id},
        evidence::Evidence,
        found::Remote,
        way,
    },
};

/// Ours.
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) fn checks(evidence: &Evidence) -> Vec<Check> {
    let Some(remote) = &evidence.remote else { return Vec::new() };
    let mut checks = vec![ssh(evidence, remote, remote.target.is_some()), target(evidence, remote)];
    checks.extend(key(evidence, remote));
    checks
}

fn target(evidence: &Evidence, remote: &Remote) -> Check {
    let Some(name) = remote.target.as_deref() else {
        return Check::new(
            id::REMOTE_TARGET,
            Level::Ok,
            "no other host's desktop is asked",
            "None is configured",
        )
        .why("It is for work over ssh: the notification then shows where you sit.");
    };
    match &remote.reached {
        Some(Ok((desk, took))) => {
            let server = desk.server.as_ref().map(|server| format!(" with {server}")).unwrap_or_default();
            let Desk { host, version, .. } = desk;
            let took = took.as_millis();
            let seen = format!("{name} says it is {host}{server}, plyn-notify {version}, after {took} ms");
            if version == VERSION {
                return Check::new(id::REMOTE_TARGET, Level::Ok, "the other host's desktop answers", seen);
            }
            Check::new(id::REMOTE_TARGET, Level::Note, "the other host has another version", seen)
                .why("What one of them does not know is left out.")
                .text(format!("Have {VERSION} on both."))
        }
        Some(Err(error)) => {
            let level = if way::verdict(evidence).is_well() { Level::Warning } else { Level::Problem };
            Check::new(
                id::REMOTE_TARGET,
                level,
                "the other host's desktop cannot be asked",
                capitalised(error),
            )
            .why("A prompt tries it first, and goes on to the next channel.")
            .command(evidence.ours(&["tunnel", "status"]))
        }
        None => Check::new(id::REMOTE_TARGET, Level::Ok, "another host's desktop is configured", name)
            .why("It is asked where a session has come by ssh."),
    }
}

fn ssh(evidence: &Evidence, remote: &Remote, is_needed: bool) -> Check {
    match &remote.client {
        Some(client) => {
            Check::new(id::REMOTE_SSH, Level::Ok, "ssh is there", evidence.context.surroundings.shown(client))
        }
        None if is_needed => {
            Check::new(id::REMOTE_SSH, Level::Warning, "there is no ssh", "No folder of PATH has it")
                .why("Without it the other host cannot be asked.")
                .text("Install OpenSSH's client.")
        }
        None => Check::new(
            id::REMOTE_SSH,
            Level::Ok,
            "there is no ssh, and none is needed",
            "No folder of PATH has it",
        ),
    }
}

fn key(evidence: &Evidence, remote: &Remote) -> Option<Check> {
    let key = remote.key.as_ref()?;
    let path = evidence.context.surroundings.shown(&key.path);
    Some(match key.mode {
        None => Check::new(id::REMOTE_KEY, Level::Warning, "the key is not there", path)
            .why("ssh then asks for a password, which nobody can type.")
            .command(evidence.ours(&["tunnel", "setup"])),
        Some(mode) if mode & 0o077 != 0 => Check::new(
            id::REMOTE_KEY,
            Level::Warning,
            "others may read the key",
            format!("{path} has mode {mode:o}"),
        )
        .why("ssh does not use a key that others may read.")
        .command(format!("chmod 600 {path}")),
        Some(mode) => {
            Check::new(id::REMOTE_KEY, Level::Ok, "the key is there", format!("{path}, mode {mode:o}"))
        }
    })
}
