//! Aider: it runs a command whenever it waits for its user, says nothing about it and takes no decision
//! (facts/agents.md §8).
//!
//! Pure: no clock, no environment, no input or output.

use super::event::{News, Tell, What};

/// What its call comes to.
pub(super) fn parse() -> What {
    What::Tell(Tell { news: News::Idle, text: None })
}
