//! Whether a prompt would be shown on the other host, and how long it takes to hear that.

use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

use crate::engine::{
    channel::remote::{
        Way,
        wire::{self, Desk, Event},
    },
    clock::now,
    ssh::{
        failure::{self, is_unknown_host},
        session::Heard,
        target::Target,
    },
};

/// How long the other host may take: connecting has a limit of its own, and its desktop one of five seconds.
const LIMIT: Duration = Duration::from_secs(20);

/// The other host answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Who.
    pub desk: Desk,
    /// After how long.
    pub took: Duration,
}

/// Why no prompt would be shown there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// Nobody has accepted the key of that host yet.
    #[error("{0}")]
    UnknownHost(String),
    /// Something else; a lowercase fragment.
    #[error("{0}")]
    Failed(String),
}

/// Asks it. With `accept` its host key is accepted, if it has none yet, and kept beside our key.
///
/// # Errors
///
/// When it cannot be asked, or says that it shows nothing.
pub fn probe(way: &Way, accept: bool) -> Result<Reached, ProbeError> {
    let failed = |error: String| ProbeError::Failed(error);
    let target = way.target().map_err(failed)?;
    let (sender, heard) = channel();
    let start = now();
    let post = move |it| drop(sender.send(it));
    let (_session, nonce) = way.send_probe(accept, post).map_err(failed)?;
    let desk = answer(&heard, &nonce, target, start + LIMIT)?;
    Ok(Reached { desk, took: now().duration_since(start) })
}

/// Waits for the answer until then, however much else is said.
fn answer(heard: &Receiver<Heard>, nonce: &str, target: &Target, until: Instant) -> Result<Desk, ProbeError> {
    loop {
        let left = until.saturating_duration_since(now());
        if left.is_zero() {
            return Err(ProbeError::Failed(format!("{} did not answer in time", target.name())));
        }
        match heard.recv_timeout(left) {
            Ok(Heard::Line(line)) => match wire::decode_event(&line, nonce) {
                Some((Event::Ready, desk)) => return Ok(desk),
                Some((Event::Failed(error), desk)) => {
                    let name = if desk.host.is_empty() { target.name() } else { desk.host };
                    return Err(ProbeError::Failed(format!("{name}: {error}")));
                }
                _ => {}
            },
            Ok(Heard::Ended(end)) if end.status == Some(0) => {
                return Err(ProbeError::Failed(format!(
                    "what runs at {} does not know plyn-notify's questions; it shows notices alone",
                    target.name()
                )));
            }
            Ok(Heard::Ended(end)) => {
                let words = failure::words(&end, target);
                return Err(if is_unknown_host(&end) {
                    ProbeError::UnknownHost(words)
                } else {
                    ProbeError::Failed(words)
                });
            }
            Ok(Heard::Waited) | Err(RecvTimeoutError::Timeout) => {}
            // Its end is always said.
            Err(RecvTimeoutError::Disconnected) => {
                return Err(ProbeError::Failed(format!("ssh to {} was lost", target.name())));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::config::RemoteSettings;

    #[test]
    fn what_is_said_all_the_time_is_not_listened_to_for_ever() {
        let settings = RemoteSettings { host: Some("laptop".to_owned()), ..RemoteSettings::default() };
        let target = Target::of(&settings).unwrap();
        let (sender, heard) = channel();
        let ready = wire::encode_event("n", &Desk::default(), &Event::Ready);
        let say = || {
            for line in ["Welcome", &ready] {
                sender.send(Heard::Line(line.to_owned())).unwrap();
            }
        };
        say();
        assert_eq!(answer(&heard, "n", &target, now() + LIMIT), Ok(Desk::default()));
        say();
        let late = ProbeError::Failed("laptop did not answer in time".to_owned());
        assert_eq!(answer(&heard, "n", &target, now()), Err(late));
    }
}
