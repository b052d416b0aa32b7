//! What the probes are given: what was read of the surroundings, and what the caller was told.

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
    /// Whether the caller has the terminal for itself now, and has looked before whether a prompt may have it.
    pub holds_terminal: bool,
    /// What `wait` makes of the names of channels; whether the human sits at another host's desktop is the second.
    pub channels: fn(&[ChannelName], bool) -> Vec<ChannelKind>,
}
