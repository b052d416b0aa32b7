//! Qwen Code: Claude Code's payloads and words, but nothing is on the screen while its hook runs, and only what the
//! human sees there is asked (facts/agents.md §4).
//!
//! Pure: no clock, no environment, no input or output.

use super::{
    claude_code::{self, Flavour},
    event::{What, Which},
    payload::Payload,
};
use crate::engine::plan::Elsewhere;

const QWEN: Flavour = Flavour { main: Elsewhere::Afterwards, bypass: &["yolo"] };

/// What the event comes to, and which questions it ends. A prompt without a text is the agent's own.
pub(super) fn parse(event: &str, payload: Payload<'_>) -> (What, Option<Which>) {
    if event == "UserPromptSubmit" && payload.text(&["prompt"]).is_none() {
        return (What::Nothing("it talks to itself"), None);
    }
    claude_code::parse(event, payload, QWEN)
}
