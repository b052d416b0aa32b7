//! Outside text, made to fit into one field of a sequence.
//!
//! Pure. What comes in is clean already; here it loses what means something to the sequence, and what does not fit.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use unicode_segmentation::UnicodeSegmentation as _;

use super::Lost;
use crate::engine::text::cut;

/// A text on its way into a field, and whether anything of it was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) text: String,
    pub(super) is_cut: bool,
    pub(super) is_altered: bool,
}

impl Field {
    /// The text, clean.
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_cut: false, is_altered: false }
    }

    /// Without the character that separates fields. There is no way to escape it (facts/terminals.md §1.3).
    pub(super) fn without_semicolons(mut self) -> Self {
        self.is_altered |= self.text.contains(';');
        self.text = self.text.replace(';', ",");
        self
    }

    /// In ASCII, with a question mark for what is not.
    pub(super) fn ascii(mut self) -> Self {
        if !self.text.is_ascii() {
            self.is_altered = true;
            self.text = self.text.graphemes(true).map(plain).collect();
        }
        self
    }

    /// Without what means something to a shell, even between quotes.
    pub(super) fn harmless_in_a_shell(mut self) -> Self {
        let means_something = |c: char| "'\"`$\\&|<>(){}*?[]!~#".contains(c);
        self.is_altered |= self.text.contains(means_something);
        self.text.retain(|c| !means_something(c));
        self.text = self.text.trim().to_owned();
        self
    }

    /// At most so many bytes.
    pub(super) fn bytes(mut self, most: usize) -> Self {
        if self.text.len() > most {
            self.is_cut = true;
            let mark = if self.text.is_ascii() { "..." } else { "…" };
            let budget = most.saturating_sub(mark.len());
            let end = self.text.grapheme_indices(true).map(|(at, grapheme)| at + grapheme.len());
            let end = end.take_while(|end| *end <= budget).last().unwrap_or(0);
            self.text.truncate(end);
            self.text.truncate(self.text.trim_end_matches(' ').len());
            if mark.len() <= most {
                self.text.push_str(mark);
            }
        }
        self
    }

    /// At most so many characters.
    pub(super) fn chars(mut self, most: usize) -> Self {
        let kept = cut(&self.text, most);
        self.is_cut |= kept != self.text;
        self.text = kept;
        self
    }

    /// What was lost of it.
    pub(super) fn losses(&self, what: Lost) -> impl Iterator<Item = Lost> {
        let cut = self.is_cut.then_some(what);
        cut.into_iter().chain(self.is_altered.then_some(Lost::Characters))
    }
}

/// Base64, which holds no byte that means anything to a terminal.
pub(super) fn base64(text: &str) -> String {
    BASE64_STANDARD.encode(text)
}

/// One grapheme in ASCII: its base if that is ASCII, a few marks as they are typed, else a question mark.
fn plain(grapheme: &str) -> String {
    let mark = match grapheme.chars().next() {
        Some('…') => "...",
        Some('‐' | '‑' | '–' | '—' | '·' | '•') => "-",
        Some('‘' | '’') => "'",
        Some('“' | '”' | '«' | '»') => "\"",
        Some('→') => "->",
        Some(base) if base.is_ascii() => return base.to_string(),
        _ => "?",
    };
    mark.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii() {
        let plain = |text| Field::new(text).ascii().text;
        assert_eq!(plain("Übung: “naïve” — 5 → 6…"), "?bung: \"na?ve\" - 5 -> 6...");
        assert_eq!(plain("e\u{301}t 日本 👩\u{200d}💻"), "et ?? ?");
        assert!(!Field::new("plain").ascii().is_altered);
    }

    #[test]
    fn bytes_are_cut_between_graphemes() {
        for (text, most, kept) in [
            ("abcdef", 6, "abcdef"),
            ("abcdefg", 6, "abc..."),
            ("abc defg", 7, "abc..."),
            ("яяяя", 8, "яяяя"),
            ("яяяяя", 8, "яя…"),
            ("яяяяя", 9, "яяя…"),
            ("ae\u{301}xyz→", 7, "ae\u{301}…"),
            ("ae\u{301}xyz→", 6, "a…"),
            ("👩\u{200d}💻👩\u{200d}💻", 14, "👩\u{200d}💻…"),
            ("👩\u{200d}💻👩\u{200d}💻", 13, "…"),
            ("яя", 2, ""),
            ("ab", 1, ""),
        ] {
            let field = Field::new(text).bytes(most);
            assert_eq!((field.text.as_str(), field.is_cut), (kept, text != kept), "{text:?} in {most}");
        }
    }

    #[test]
    fn what_a_shell_would_read_is_gone() {
        let field = Field::new("'; rm -rf ~ $(id) `id` \"x\" \\").harmless_in_a_shell();
        assert_eq!((field.text.as_str(), field.is_altered), ("; rm -rf  id id x", true));
    }
}
