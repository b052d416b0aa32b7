//! A piece of TOML of ours at the end of somebody else's file, between two lines that say so.
//!
//! Pure: no clock, no environment, no input or output.

use std::fmt::Write as _;

use super::{
    document::{Document, Layout},
    hooks::Entry,
    json::Obstacle,
};
use crate::engine::config;

const BEGIN: &str = "# >>> plyn-notify: written by plyn-notify integrate";
const END: &str = "# <<< plyn-notify";

/// The piece, without the two lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block(String);

impl Block {
    /// Hooks as tables.
    pub(super) fn of_hooks(entries: &[Entry]) -> Self {
        let mut text = String::new();
        for Entry { event, handler, .. } in entries {
            let _ = write!(text, "[[hooks.{event}]]\n[[hooks.{event}.hooks]]\n");
            if let Document::Object(entries) = handler {
                for (key, value) in entries {
                    // What JSON quotes is quoted in TOML too: our texts hold no control characters.
                    let _ = writeln!(text, "{key} = {}", value.compact());
                }
            }
        }
        Self(text)
    }

    /// The text with it at its end, or where it was.
    pub(super) fn add(&self, before: Option<&str>) -> Result<String, Obstacle> {
        let before = before.unwrap_or_default();
        let newline = Layout::of(before).newline;
        let piece = format!("{BEGIN}\n{}{END}\n", self.0).replace('\n', newline);
        let gap = match before {
            "" => "",
            before if before.ends_with('\n') => newline,
            _ => &newline.repeat(2),
        };
        let mut after = before.to_owned();
        if let Some(range) = place(before)? {
            after.replace_range(range, &piece);
        } else {
            after.extend([gap, &piece]);
        }
        if config::is_toml(before) && config::is_toml(&after) {
            Ok(after)
        } else if config::is_toml(before) {
            Err(Obstacle::Entangled)
        } else {
            Err(Obstacle::Unparsable("it is no TOML".to_owned()))
        }
    }

    /// The text without it.
    pub(super) fn remove(before: &str) -> Result<String, Obstacle> {
        let Some(range) = place(before)? else { return Ok(before.to_owned()) };
        let start = before.get(..range.start).unwrap_or_default();
        // The empty line before it came with it.
        let start = start.strip_suffix("\r\n").or_else(|| start.strip_suffix('\n')).unwrap_or(start);
        let rest = before.get(range.end..).unwrap_or_default();
        let after = format!("{start}{rest}");
        if config::is_toml(&after) { Ok(after) } else { Err(Obstacle::Entangled) }
    }

    /// Whether it is there as it should be.
    pub(super) fn is_in(&self, text: &str) -> bool {
        self.add(Some(text)).is_ok_and(|after| after == text)
    }

    /// Whether there is one at all.
    pub(super) fn is_any_in(text: &str) -> bool {
        text.contains(BEGIN)
    }
}

/// From the first line to the end of the last. Where that one is gone, nobody knows what is ours.
fn place(text: &str) -> Result<Option<std::ops::Range<usize>>, Obstacle> {
    let Some((before, ours)) = text.split_once(BEGIN) else { return Ok(None) };
    let (ours, rest) = ours.split_once(END).ok_or(Obstacle::Entangled)?;
    let end = before.len() + BEGIN.len() + ours.len() + END.len();
    let newline = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
    Ok(Some(before.len()..end + newline))
}
