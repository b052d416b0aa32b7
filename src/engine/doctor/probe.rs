//! The probes: what is looked at, each on a thread of its own.

use std::time::Duration;

use super::context::Context;
use crate::engine::tty::open::Tty;

/// How long a probe may take (spec §9). One that takes longer is given up, and that is said.
pub const BOUND: Duration = Duration::from_secs(2);

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Probe {
    /// The bus, the notification server on it and what it can do.
    Desktop,
    /// The files that say which program is started for the server.
    Services,
    /// The terminal, by its environment, its modes and the multiplexers.
    Terminal,
    /// What the terminal answers; only [`ask_terminal`] looks at that.
    Identity,
    /// The configuration and its faults.
    Config,
    /// The folder for what one prompt leaves for the next.
    State,
    /// The machine: containers, WSL, sandboxes, how this process was started.
    System,
    /// The programs that are called `plyn-notify`, and others that are needed.
    Programs,
    /// ssh, its key and its target.
    Remote,
}

impl Probe {
    /// All that [`start`] runs.
    pub const ALL: [Self; 8] = [
        Self::Desktop,
        Self::Services,
        Self::Terminal,
        Self::Config,
        Self::State,
        Self::System,
        Self::Programs,
        Self::Remote,
    ];
}

/// What a probe has found; only a [`super::Report`] can read it.
#[derive(Clone, Debug)]
pub struct Found {}

/// What a probe has to say.
#[derive(Clone, Debug)]
pub enum Finding {
    /// It runs.
    Started(Probe),
    /// It is over, and this is what it found.
    Finished(Probe, Box<Found>),
    /// It took longer than [`BOUND`], and nobody waits for it any more.
    GivenUp(Probe),
}

impl Finding {
    /// Which probe.
    pub fn probe(&self) -> Probe {
        match self {
            Self::Started(probe) | Self::Finished(probe, _) | Self::GivenUp(probe) => *probe,
        }
    }
}

/// Runs these probes, all at once. Each posts that it has started before this returns, and later that it is over.
pub fn start(_context: &Context, probes: &[Probe], post: impl Fn(Finding) + Send + Clone + 'static) {
    for probe in probes {
        post(Finding::Started(*probe));
    }
}

/// Asks the terminal who it is and what it takes, for 200 ms at most. The terminal must be ours alone: before the full
/// screen is entered or after it is left, since its answers are read as keys otherwise. Nothing that could harm is asked.
pub fn ask_terminal(_context: &Context, _tty: &Tty) -> Finding {
    Finding::Finished(Probe::Identity, Box::new(Found {}))
}
