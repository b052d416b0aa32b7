//! What the probes are given: what was read of the surroundings, and what the caller was told.

use super::invocation::Invocation;
use crate::engine::{
    answer::ChannelKind,
    config::{self, ChannelName},
    facts::{Facts, Surroundings},
};

/// Where the probes look.
#[derive(Clone, Debug)]
pub struct Context {
    /// The surroundings of this process.
    pub facts: Facts,
    /// And more of them.
    pub surroundings: Surroundings,
    /// Where the configuration is.
    pub sources: config::Sources,
    /// What [`Tty::usable`](crate::engine::tty::open::Tty::usable) said before this program took the terminal for a full
    /// screen; none where it has not. While it has it, nobody else could answer there.
    pub usable: Option<Result<(), String>>,
    /// What `wait` makes of the names of channels; with `true` where the human sits at another host that can be asked.
    pub channels: fn(&[ChannelName], bool) -> Vec<ChannelKind>,
}

impl Context {
    /// How this program is called here.
    pub fn invocation(&self) -> Invocation {
        Invocation::of(&self.sources)
    }
}
