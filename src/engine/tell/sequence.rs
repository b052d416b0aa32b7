//! A notice as an escape sequence, for somebody who reads nothing that comes back.

use std::time::Duration;

use crate::engine::{
    channel::terminal::{
        Access, Detection, EncodeError, Encoded, Environment, Id, Notification, Sources, detect, encode, tmux,
    },
    config::Protocol,
    notice::Notice,
    random,
};

/// What was found out about the terminal, and what it is to be sent.
#[derive(Debug)]
pub struct Sequence {
    /// Which protocol, and why.
    pub detection: Detection,
    /// The bytes, to be written all at once.
    pub encoded: Result<Encoded, NoSequence>,
}

/// Why there are no bytes.
#[derive(Debug, thiserror::Error)]
pub enum NoSequence {
    /// Nothing there reads them, or they are not safe to write.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// No id can be had that nobody guesses.
    #[error("the system has no random numbers ({0})")]
    Random(#[from] rustix::io::Errno),
}

impl Sequence {
    /// The notice for the terminal that these variables speak of, by the protocol that is set if one is. The tmux around
    /// us is asked for so long at most.
    pub fn of(
        notice: &Notice,
        environment: &Environment,
        pinned: Option<Protocol>,
        bell: bool,
        most: Duration,
    ) -> Self {
        let tmux = tmux::ask(environment, most);
        let sources =
            Sources { pinned, tmux: tmux.as_ref(), access: Access::Write, ..Sources::of(environment) };
        let detection = detect(&sources);
        Self::by(detection, notice, bell)
    }

    /// The notice for a program that writes it to the terminal itself, past whatever multiplexers there are. Such a program
    /// takes no sequence of iTerm2's own.
    pub fn unwrapped(notice: &Notice, environment: &Environment, pinned: Option<Protocol>) -> Self {
        let sources = Sources { pinned, access: Access::Write, ..Sources::of(environment) };
        let mut detection = detect(&sources);
        detection.chain.clear();
        if detection.protocol == Some(Protocol::Iterm2) {
            detection.protocol = Some(Protocol::Osc9);
        }
        Self::by(detection, notice, false)
    }

    fn by(detection: Detection, notice: &Notice, bell: bool) -> Self {
        tracing::debug!(?detection, "terminal");
        let encoded = random::number().map_err(NoSequence::from).and_then(|number| {
            Ok(encode(&detection, &Notification::of_notice(Id::new(number), notice, bell))?)
        });
        Self { detection, encoded }
    }
}
