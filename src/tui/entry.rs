//! A line that is typed and edited: a filter, or a value.
//!
//! Pure.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::engine::{text::is_forbidden, tty::key::Key};

/// A longer one is nobody's intention.
const LONGEST: usize = 200;

/// The text, and the cursor as a byte offset between two graphemes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) struct Entry {
    text: String,
    cursor: usize,
}

impl Entry {
    /// With this text, and the cursor behind it.
    pub(in crate::tui) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), cursor: text.len() }
    }

    pub(in crate::tui) fn text(&self) -> &str {
        &self.text
    }

    /// What stands before the cursor.
    pub(in crate::tui) fn before(&self) -> &str {
        self.text.get(..self.cursor).unwrap_or_default()
    }

    /// Takes a key; whether it was one that edits.
    pub(in crate::tui) fn take(&mut self, key: &Key) -> bool {
        match key {
            Key::Char(c) => self.insert(&c.to_string()),
            Key::Paste(text) => {
                let line = text.trim_end_matches(['\n', '\r']).replace(['\n', '\r', '\t'], " ");
                self.insert(&line);
            }
            Key::Backspace => self.delete(self.previous(), self.cursor),
            Key::Delete => self.delete(self.cursor, self.next()),
            Key::Ctrl('u') => self.delete(0, self.cursor),
            Key::Ctrl('k') => self.delete(self.cursor, self.text.len()),
            Key::Ctrl('w') | Key::Alt('\u{7f}') => {
                let start = self.before().trim_end().rfind(' ').map_or(0, |space| space + 1);
                self.delete(start, self.cursor);
            }
            Key::Left => self.cursor = self.previous(),
            Key::Right => self.cursor = self.next(),
            Key::Home | Key::Ctrl('a') => self.cursor = 0,
            Key::End | Key::Ctrl('e') => self.cursor = self.text.len(),
            _ => return false,
        }
        true
    }

    fn insert(&mut self, typed: &str) {
        let typed: String = typed.chars().filter(|&c| !is_forbidden(c)).collect();
        if self.text.len() + typed.len() <= LONGEST {
            self.text.insert_str(self.cursor, &typed);
            self.cursor += typed.len();
        }
    }

    fn delete(&mut self, start: usize, end: usize) {
        if start < end {
            self.text.replace_range(start..end, "");
            self.cursor = start;
        }
        // What was apart may be one grapheme now.
        while !self.text.grapheme_indices(true).any(|(at, _)| at == self.cursor)
            && self.cursor < self.text.len()
        {
            self.cursor += 1;
        }
    }

    fn previous(&self) -> usize {
        self.before().grapheme_indices(true).next_back().map_or(0, |(at, _)| at)
    }

    fn next(&self) -> usize {
        let rest = self.text.get(self.cursor..).unwrap_or_default();
        self.cursor + rest.graphemes(true).next().map_or(0, str::len)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn edits_by_graphemes() {
        let mut entry = Entry::new("ab");
        for key in [Key::Char('é'), Key::Left, Key::Char('日'), Key::Backspace, Key::End, Key::Char('x')] {
            assert!(entry.take(&key));
        }
        assert_eq!((entry.text(), entry.before()), ("abéx", "abéx"));
        entry.take(&Key::Paste(" one two\r\n".to_owned()));
        entry.take(&Key::Ctrl('w'));
        assert_eq!(entry.text(), "abéx one ");
        entry.take(&Key::Ctrl('u'));
        assert_eq!(entry.text(), "");
        assert!(!entry.take(&Key::Enter) && !entry.take(&Key::Up));
    }

    proptest! {
        #[test]
        fn no_keys_break_it(keys in proptest::collection::vec(0_u8..12, 0..60)) {
            let all = [
                Key::Char('a'), Key::Char('日'), Key::Char('\u{301}'), Key::Char('👩'), Key::Char('\u{200d}'),
                Key::Backspace, Key::Delete, Key::Left, Key::Right, Key::Home, Key::Ctrl('w'), Key::Char(' '),
            ];
            let mut entry = Entry::default();
            for key in keys {
                entry.take(&all[usize::from(key)]);
                prop_assert!(entry.text().is_char_boundary(entry.cursor));
            }
        }
    }
}
