//! Another host's desktop, as far as it can be looked at without connecting.

use crate::engine::doctor::{
    check::{Check, Level, id},
    evidence::Evidence,
    found::Remote,
};

pub(super) fn checks(evidence: &Evidence) -> Vec<Check> {
    let (Some(remote), Some(config)) = (&evidence.remote, &evidence.config) else { return Vec::new() };
    let settings = &config.settings().remote;
    let host = settings.host.as_deref();
    let mut checks = vec![ssh(evidence, remote, host.is_some())];
    checks.push(match host {
        Some(host) => {
            let user = settings.user.as_deref().map_or_else(String::new, |user| format!("{user}@"));
            let port = settings.port.map_or_else(String::new, |port| format!(", port {port}"));
            Check::new(
                id::REMOTE_TARGET,
                Level::Ok,
                "another host's desktop can be asked",
                format!("{user}{host}{port}"),
            )
        }
        None => Check::new(
            id::REMOTE_TARGET,
            Level::Ok,
            "no other host's desktop is asked",
            "remote.host is not set",
        )
        .why("It is for work over ssh: the notification then shows where you sit."),
    });
    checks.extend(key(evidence, remote));
    checks
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
            .command("plyn-notify tunnel setup"),
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
