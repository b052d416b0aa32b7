//! Whether a prompt would be shown on the other host, and how long it takes to hear that.

use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    time::Duration,
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
    loop {
        let left = LIMIT.saturating_sub(now().duration_since(start));
        match heard.recv_timeout(left) {
            Ok(Heard::Line(line)) => match wire::decode_event(&line, &nonce) {
                Some((Event::Ready, desk)) => {
                    return Ok(Reached { desk, took: now().duration_since(start) });
                }
                Some((Event::Failed(error), desk)) => {
                    let name = if desk.host.is_empty() { target.name() } else { desk.host };
                    return Err(ProbeError::Failed(format!("{name}: {error}")));
                }
                _ => {}
            },
            Ok(Heard::Silence) => {}
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
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return Err(ProbeError::Failed(format!("{} did not answer in time", target.name())));
            }
        }
    }
}
