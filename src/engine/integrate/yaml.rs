//! Keys at the top of a YAML file, each on a line of its own. Only lines of that kind are read, written and taken out.
//!
//! Pure: no clock, no environment, no input or output.

use super::{document::Layout, json::Obstacle};

/// The keys, and their values as YAML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keys(pub(super) Vec<(&'static str, String)>);

/// What stands behind a line of ours.
const MARK: &str = " # plyn-notify";

impl Keys {
    /// The text with all of them. A key that somebody else has set is theirs.
    pub(super) fn add(&self, before: Option<&str>) -> Result<String, Obstacle> {
        let before = before.unwrap_or_default();
        let newline = Layout::of(before).newline;
        let kept = self.remove(before);
        for (key, value) in &self.0 {
            match line_of(&kept, key) {
                Some(line) if line.trim_end().ends_with(value.as_str()) => {}
                Some(_) => return Err(Obstacle::InTheWay((*key).to_owned(), "setting of ours")),
                None => {}
            }
        }
        if !is_mapping(&kept) {
            return Err(Obstacle::Entangled);
        }
        let missing = self.0.iter().filter(|(key, _)| line_of(&kept, key).is_none());
        let lines: Vec<String> =
            missing.map(|(key, value)| format!("{key}: {value}{MARK}{newline}")).collect();
        let lines = lines.concat();
        if lines.is_empty() || kept != before && self.is_complete(before) {
            return Ok(before.to_owned());
        }
        let gap = if kept.is_empty() || kept.ends_with('\n') { "" } else { newline };
        Ok(format!("{kept}{gap}{lines}"))
    }

    /// The text without those that we have set.
    pub(super) fn remove(&self, before: &str) -> String {
        let is_ours = |line: &str| {
            line.trim_end().ends_with(MARK) && self.0.iter().any(|(key, _)| line_of(line, key).is_some())
        };
        before.split_inclusive('\n').filter(|line| !is_ours(line)).collect()
    }

    fn is_complete(&self, text: &str) -> bool {
        self.0.iter().all(|(key, value)| {
            line_of(text, key).is_some_and(|line| {
                let line = line.trim_end();
                line.strip_suffix(MARK).unwrap_or(line).ends_with(value.as_str())
            })
        })
    }

    /// Whether any of them is there and ours.
    pub(super) fn is_any_in(&self, text: &str) -> bool {
        self.remove(text) != text
    }
}

/// The line that sets a key, if there is one.
fn line_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find(|line| name_of(line) == Some(key))
}

/// The key that a line begins with.
fn name_of(line: &str) -> Option<&str> {
    let (name, rest) = match line.chars().next()? {
        quote @ ('"' | '\'') => line.get(1..)?.split_once(quote)?,
        c if c.is_whitespace() || "?-{[&*!|>%@`#".contains(c) => return None,
        _ => line.split_at(line.find(": ").or_else(|| line.trim_end().strip_suffix(':').map(str::len))?),
    };
    let rest = rest.trim();
    (rest == ":" || rest.starts_with(": ")).then_some(name.trim_end())
}

/// Whether it is nothing but keys at the beginnings of their lines, and what belongs to them: then one more is one more.
fn is_mapping(text: &str) -> bool {
    let mut has_key = false;
    for line in text.lines().map(str::trim_end) {
        let is_nothing = line.is_empty() || line.trim_start().starts_with('#') || line == "---" && !has_key;
        let is_within = has_key && (line.starts_with([' ', '\t']) || line == "-" || line.starts_with("- "));
        has_key |= name_of(line).is_some();
        if !is_nothing && !is_within && name_of(line).is_none() {
            return false;
        }
    }
    true
}
