//! Kiro: its hooks' payloads. It takes no decision that a hook could print, so it is only told of (facts/agents.md §8).
//!
//! Pure: no clock, no environment, no input or output.

use super::event::{News, Tell, What, Which};

/// What the event comes to, and which questions it ends.
pub(super) fn parse(event: &str) -> (What, Option<Which>) {
    match event {
        "stop" | "Stop" => (What::Tell(Tell { news: News::Done, text: None }), Some(Which::All)),
        "userPromptSubmit" | "UserPromptSubmit" => (What::Nothing("it goes on"), Some(Which::All)),
        _ => (What::Nothing("no event of ours"), None),
    }
}
