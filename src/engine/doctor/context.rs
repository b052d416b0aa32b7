//! What the probes are given: what was read of the surroundings, and what the caller was told.

use crate::engine::{config, facts::Facts};

/// Where the probes look.
#[derive(Clone, Debug)]
pub struct Context {
    /// The surroundings of this process.
    pub facts: Facts,
    /// Where the configuration is.
    pub sources: config::Sources,
}
