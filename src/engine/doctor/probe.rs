//! The probes: what is looked at, each on a thread of its own.

mod desktop;
mod identity;
mod local;
mod lookout;
mod system;

use std::time::Duration;

use super::{check::Area, found::Found};
pub use identity::{Asked, ask_terminal};
pub use lookout::Lookout;

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
    /// The programs that are called `plyn-notify`.
    Programs,
    /// ssh and its key.
    Remote,
    /// The coding agents, and whether they call our hook.
    Agents,
}

impl Probe {
    /// All that a [`Lookout`] runs.
    pub const ALL: [Self; 9] = [
        Self::Desktop,
        Self::Services,
        Self::Terminal,
        Self::Config,
        Self::State,
        Self::System,
        Self::Programs,
        Self::Remote,
        Self::Agents,
    ];

    /// Where what it finds belongs.
    pub fn area(self) -> Area {
        match self {
            Self::Desktop | Self::Services => Area::Desktop,
            Self::Terminal | Self::Identity => Area::Terminal,
            Self::Config => Area::Config,
            Self::State | Self::System | Self::Programs => Area::System,
            Self::Remote => Area::Remote,
            Self::Agents => Area::Agents,
        }
    }

    /// What it looks at, in one or two words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Desktop => "the notification server",
            Self::Services => "the service files",
            Self::Terminal => "the terminal",
            Self::Identity => "the terminal's own word",
            Self::Config => "the configuration",
            Self::State => "the state",
            Self::System => "the machine",
            Self::Programs => "the programs",
            Self::Remote => "ssh",
            Self::Agents => "the coding agents",
        }
    }
}

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
