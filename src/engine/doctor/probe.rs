//! The probes: what is looked at, each on a thread of its own.

mod desktop;
mod identity;
mod local;
mod system;

use std::{
    sync::mpsc::{self, RecvTimeoutError, Sender},
    time::{Duration, Instant},
};

use super::{check::Area, context::Context, found::Found};
use crate::engine::{aside::aside, clock::now};
pub use identity::{Asked, ask_terminal};

/// How long a probe may take (spec §9). One that takes longer is given up, and that is said.
pub const BOUND: Duration = Duration::from_secs(2);
/// How long before that a probe gives up by itself, to say what it has found by then.
const MARGIN: Duration = Duration::from_millis(100);

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
    /// All that [`start`] runs.
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

/// Runs these probes, all at once. Each posts that it has started before this returns, and once more when it is over:
/// within [`BOUND`], whatever it meets. [`Probe::Identity`] is not run.
pub fn start(context: &Context, probes: &[Probe], post: impl Fn(Finding) + Send + 'static) {
    let until = now() + BOUND;
    let (sender, receiver) = mpsc::channel();
    let mut running = Vec::new();
    for probe in probes.iter().copied().filter(|probe| *probe != Probe::Identity) {
        post(Finding::Started(probe));
        running.push(probe);
        run(probe, context.clone(), sender.clone(), until.checked_sub(MARGIN).unwrap_or(until));
    }
    drop(sender);
    // Without it nothing would ever be over: then the probes do not count as begun.
    aside("doctor", move || {
        while !running.is_empty() {
            match receiver.recv_timeout(until.saturating_duration_since(now())) {
                Ok((probe, found)) => {
                    running.retain(|running| *running != probe);
                    post(Finding::Finished(probe, Box::new(found)));
                }
                // Disconnected: whoever is left has died.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        for probe in running {
            post(Finding::GivenUp(probe));
        }
    });
}

fn run(probe: Probe, context: Context, sender: Sender<(Probe, Found)>, until: Instant) {
    aside("probe", move || {
        let found = match probe {
            Probe::Desktop => Found::Desktop(Box::new(desktop::look(&context, until))),
            Probe::Services => Found::Services(desktop::services(&context)),
            Probe::Terminal => Found::Terminal(system::terminal(&context, until)),
            Probe::Config => Found::Config(Box::new(local::config(&context))),
            Probe::State => Found::State(local::state(&context)),
            Probe::System => Found::System(system::system()),
            Probe::Programs => Found::Programs(local::programs(&context)),
            Probe::Remote => Found::Remote(local::remote(&context)),
            Probe::Agents => Found::Agents(local::agents(&context)),
            Probe::Identity => return,
        };
        // Whoever gave this up is not there any more.
        let _ = sender.send((probe, found));
    });
}
