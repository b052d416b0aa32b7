//! The line being typed: text, a cursor, and readline's keys.
//!
//! Pure. It moves by graphemes and never by bytes, it knows nothing of columns, and it does not know what Enter, Esc
//! or Up mean. In secret mode the text is in no `Debug` output and is wiped wherever it leaves the buffer.

use std::fmt;

use unicode_segmentation::UnicodeSegmentation as _;
use zeroize::{Zeroize as _, Zeroizing};

use crate::engine::{text, tty::parse::Key};

/// Most bytes a line holds; what goes beyond is refused.
pub const LINE_LIMIT: usize = 64 * 1024;

/// An editable line.
pub struct Line {
    text: Zeroizing<String>,
    /// A byte index, always between graphemes.
    cursor: usize,
    /// What was killed last, for Ctrl-Y; empty for a secret.
    killed: String,
    secret: bool,
}

impl Line {
    /// An empty line.
    pub fn new(secret: bool) -> Self {
        // A secret's buffer has room for the longest line at once: growing would leave copies behind, unwiped.
        let room = if secret { LINE_LIMIT } else { 0 };
        Self { text: Zeroizing::new(String::with_capacity(room)), cursor: 0, killed: String::new(), secret }
    }

    /// What is in it; not for the screen if it is a secret.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the cursor is: a byte index between graphemes.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Takes the text out and leaves an empty line.
    pub fn take(&mut self) -> Zeroizing<String> {
        self.cursor = 0;
        std::mem::take(&mut self.text)
    }

    /// Empties the line; Ctrl-Y brings the text back, unless it is a secret.
    pub fn clear(&mut self) {
        self.kill(0, self.text.len());
    }

    /// Inserts at the cursor: line breaks inside become spaces, those at the end are dropped, and so is every
    /// character that must not be shown; a secret, which is not shown, loses controls only. Whether anything changed.
    pub fn insert(&mut self, more: &str) -> bool {
        let before = self.cursor;
        let mut rest = more.trim_end_matches(['\r', '\n']).chars().peekable();
        while let Some(c) = rest.next() {
            if c == '\r' && rest.peek() == Some(&'\n') {
                continue;
            }
            let c =
                if matches!(c, '\r' | '\n' | '\t' | '\u{2028}' | '\u{2029}' | '\u{85}') { ' ' } else { c };
            let is_dropped = if self.secret { c.is_control() } else { text::is_forbidden(c) };
            if !is_dropped && self.text.len() + c.len_utf8() <= LINE_LIMIT {
                self.text.insert(self.cursor, c);
                self.cursor += c.len_utf8();
            }
        }
        let changed = self.cursor != before;
        self.snap();
        changed
    }

    /// Takes an editing key. Whether the line or its cursor changed; keys that do not edit change nothing.
    pub fn key(&mut self, key: &Key) -> bool {
        let (cursor, length) = (self.cursor, self.text.len());
        match key {
            Key::Char(c) => return self.insert(c.encode_utf8(&mut [0; 4])),
            Key::Paste(pasted) => return self.insert(pasted),
            Key::Left | Key::Ctrl('b') => self.cursor = self.left(),
            Key::Right | Key::Ctrl('f') => self.cursor = self.right(),
            Key::Home | Key::Ctrl('a') => self.cursor = 0,
            Key::End | Key::Ctrl('e') => self.cursor = length,
            Key::WordLeft => self.cursor = self.word_left(),
            Key::WordRight => self.cursor = self.word_right(),
            Key::Backspace => self.remove(self.left(), cursor),
            Key::Delete | Key::Ctrl('d') => self.remove(cursor, self.right()),
            Key::Ctrl('u') => self.kill(0, cursor),
            Key::Ctrl('k') => self.kill(cursor, length),
            Key::Ctrl('w') => self.kill(self.blank_left(), cursor),
            Key::Alt('\u{7f}') => self.kill(self.word_left(), cursor),
            Key::Alt('d') => self.kill(cursor, self.word_right()),
            Key::Ctrl('y') => {
                let killed = std::mem::take(&mut self.killed);
                let changed = self.insert(&killed);
                self.killed = killed;
                return changed;
            }
            Key::Ctrl('t') => return self.transpose(),
            _ => return false,
        }
        (self.cursor, self.text.len()) != (cursor, length)
    }

    fn remove(&mut self, from: usize, to: usize) {
        // `drain` shifts in place: no copy is made, and the buffer is wiped whole when it is dropped.
        self.text.drain(from..to);
        self.cursor = from;
        self.snap();
    }

    fn kill(&mut self, from: usize, to: usize) {
        if from == to {
            return;
        }
        if !self.secret {
            self.killed = self.text[from..to].to_owned();
        }
        self.remove(from, to);
    }

    /// Swaps the graphemes around the cursor, as readline does: at the end of the line the last two.
    fn transpose(&mut self) -> bool {
        let end = if self.cursor == self.text.len() { self.cursor } else { self.right() };
        let middle = before(&self.text, end);
        let start = before(&self.text, middle);
        if self.cursor == 0 || start == middle {
            return false;
        }
        let mut swapped = String::with_capacity(end - start);
        swapped.push_str(&self.text[middle..end]);
        swapped.push_str(&self.text[start..middle]);
        self.text.replace_range(start..end, &swapped);
        swapped.zeroize();
        self.cursor = end;
        self.snap();
        true
    }

    fn left(&self) -> usize {
        before(&self.text, self.cursor)
    }

    fn right(&self) -> usize {
        self.cursor + self.text[self.cursor..].graphemes(true).next().map_or(0, str::len)
    }

    /// The start of the word of letters and digits before the cursor.
    fn word_left(&self) -> usize {
        let kept = self.text[..self.cursor].trim_end_matches(|c: char| !c.is_alphanumeric());
        self.boundary(kept.trim_end_matches(char::is_alphanumeric).len())
    }

    /// The end of the word of letters and digits after the cursor.
    fn word_right(&self) -> usize {
        let rest = self.text[self.cursor..].trim_start_matches(|c: char| !c.is_alphanumeric());
        self.boundary(self.text.len() - rest.trim_start_matches(char::is_alphanumeric).len())
    }

    /// The start of what stands before the cursor without a space.
    fn blank_left(&self) -> usize {
        let kept = self.text[..self.cursor].trim_end();
        self.boundary(kept.trim_end_matches(|c: char| !c.is_whitespace()).len())
    }

    /// The first place between graphemes that is not before this one: an edit can join its neighbours to one.
    fn boundary(&self, index: usize) -> usize {
        self.text.grapheme_indices(true).map(|(at, _)| at).find(|&at| at >= index).unwrap_or(self.text.len())
    }

    fn snap(&mut self) {
        self.cursor = self.boundary(self.cursor);
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.secret {
            return f.write_str("Line(secret)");
        }
        f.debug_struct("Line")
            .field("text", &*self.text)
            .field("cursor", &self.cursor)
            .finish_non_exhaustive()
    }
}

/// The start of the grapheme that ends at `index`.
fn before(text: &str, index: usize) -> usize {
    index - text[..index].graphemes(true).next_back().map_or(0, str::len)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The line with `|` for the cursor after these keys.
    fn after(text: &str, keys: &[Key]) -> String {
        let mut line = Line::new(false);
        line.insert(text);
        for key in keys {
            line.key(key);
        }
        let (left, right) = line.text().split_at(line.cursor());
        format!("{left}|{right}")
    }

    #[test]
    fn edits_like_readline() {
        use Key::{Alt, Backspace, Char, Ctrl, Delete, Home, Left, Paste, Right, WordLeft, WordRight};
        let rub = || Alt('\u{7f}');
        for (text, keys, shown) in [
            ("ab", vec![Left, Char('x')], "ax|b"),
            ("ab", vec![Home, Delete], "|b"),
            ("ab", vec![Ctrl('a'), Ctrl('f'), Ctrl('d')], "a|"),
            ("ab", vec![Ctrl('a'), Ctrl('e'), Ctrl('b'), Backspace], "|b"),
            ("ab", vec![Right, Right], "ab|"),
            ("one two", vec![Ctrl('w')], "one |"),
            ("a/b c/d  ", vec![Ctrl('w')], "a/b |"),
            ("a/b c/d", vec![rub()], "a/b c/|"),
            ("one two", vec![WordLeft, WordLeft, WordRight], "one| two"),
            ("one two", vec![Home, Alt('d')], "| two"),
            ("one two", vec![WordLeft, Ctrl('k')], "one |"),
            ("one two", vec![WordLeft, Ctrl('u')], "|two"),
            ("one two", vec![Ctrl('w'), Home, Ctrl('y')], "two|one "),
            ("one", vec![Ctrl('u'), Ctrl('y'), Ctrl('y')], "oneone|"),
            ("abc", vec![Ctrl('t')], "acb|"),
            ("abc", vec![Left, Ctrl('t')], "acb|"),
            ("abc", vec![Home, Ctrl('t')], "|abc"),
            ("a", vec![Ctrl('t')], "a|"),
            ("e\u{301}x", vec![Left, Left], "|e\u{301}x"),
            ("e\u{301}x", vec![Left, Backspace], "|x"),
            ("日本", vec![Backspace], "日|"),
            ("👩\u{200d}💻!", vec![Left, Backspace], "|!"),
            ("🇫🇷🇩🇪", vec![Left, Backspace], "|🇩🇪"),
            ("", vec![Paste("a\r\nb\nc\td\r\n\r\n".to_owned())], "a b c d|"),
            ("", vec![Paste("x\u{1b}[31m\u{202e}y".to_owned())], "x[31my|"),
            ("ab", vec![Key::Tab, Key::Esc, Key::Enter, Ctrl('l'), Alt('x')], "ab|"),
        ] {
            assert_eq!(after(text, &keys), shown, "{text:?} {keys:?}");
        }
    }

    #[test]
    fn is_bounded() {
        let mut line = Line::new(false);
        assert!(line.insert(&"é".repeat(LINE_LIMIT)));
        assert_eq!(line.text().len(), LINE_LIMIT);
        assert!(!line.insert("x"));
        assert!(!line.key(&Key::Char('x')));
    }

    #[test]
    fn a_secret_stays_in_one_place_and_out_of_sight() {
        let mut line = Line::new(true);
        let place = line.text.as_ptr();
        line.insert("hunter2");
        line.key(&Key::Ctrl('u'));
        assert!(!line.key(&Key::Ctrl('y')), "a killed secret is gone");
        line.insert(&"x".repeat(LINE_LIMIT * 2));
        assert_eq!(line.text.as_ptr(), place);
        assert_eq!(format!("{line:?}"), "Line(secret)");
        assert_eq!(line.take().len(), LINE_LIMIT);
        assert!(line.is_empty());
    }

    /// The same keys on a list of single characters, where graphemes need no thought.
    fn model(keys: &[Key]) -> (String, usize) {
        let (mut text, mut at, mut killed) = (Vec::<char>::new(), 0_usize, Vec::new());
        let word = |c: &char| c.is_alphanumeric();
        let left = |text: &[char], at: usize, inside: &dyn Fn(&char) -> bool| {
            let mut at = at;
            while at > 0 && !inside(&text[at - 1]) {
                at -= 1;
            }
            while at > 0 && inside(&text[at - 1]) {
                at -= 1;
            }
            at
        };
        let right = |text: &[char], at: usize| {
            let mut at = at;
            while at < text.len() && !word(&text[at]) {
                at += 1;
            }
            while at < text.len() && word(&text[at]) {
                at += 1;
            }
            at
        };
        for key in keys {
            let cut = match key {
                Key::Char(c) => {
                    text.insert(at, *c);
                    at += 1;
                    continue;
                }
                Key::Left => {
                    at = at.saturating_sub(1);
                    continue;
                }
                Key::Right => {
                    at = (at + 1).min(text.len());
                    continue;
                }
                Key::Home => {
                    at = 0;
                    continue;
                }
                Key::End => {
                    at = text.len();
                    continue;
                }
                Key::WordLeft => {
                    at = left(&text, at, &word);
                    continue;
                }
                Key::WordRight => {
                    at = right(&text, at);
                    continue;
                }
                Key::Ctrl('y') => {
                    text.splice(at..at, killed.iter().copied());
                    at += killed.len();
                    continue;
                }
                Key::Backspace => {
                    if at > 0 {
                        at -= 1;
                        text.remove(at);
                    }
                    continue;
                }
                Key::Delete => {
                    if at < text.len() {
                        text.remove(at);
                    }
                    continue;
                }
                Key::Ctrl('u') => 0..at,
                Key::Ctrl('k') => at..text.len(),
                Key::Ctrl('w') => left(&text, at, &|c| *c != ' ')..at,
                Key::Alt('d') => at..right(&text, at),
                _ => left(&text, at, &word)..at,
            };
            if !cut.is_empty() {
                at = cut.start;
                killed = text.drain(cut).collect();
            }
        }
        (text.into_iter().collect(), at)
    }

    proptest! {
        #[test]
        fn agrees_with_the_model(keys in prop::collection::vec(key(), 0..60)) {
            let mut line = Line::new(false);
            for key in &keys {
                line.key(key);
            }
            let (text, at) = model(&keys);
            prop_assert_eq!(line.text(), text);
            prop_assert_eq!(line.text()[..line.cursor()].chars().count(), at);
        }

        #[test]
        fn the_cursor_stays_between_graphemes(keys in prop::collection::vec(key(), 0..60), secret: bool) {
            let mut line = Line::new(secret);
            for (index, key) in keys.iter().enumerate() {
                line.key(key);
                line.insert(["e", "\u{301}", "👩", "\u{200d}", "🇫", "日", "क्", "\u{fe0f}"][index % 8]);
                prop_assert_eq!(line.boundary(line.cursor()), line.cursor());
            }
        }
    }

    fn key() -> impl Strategy<Value = Key> {
        prop_oneof![
            5 => prop::sample::select(vec!['a', 'b', '7', ' ', '-', 'é', '日']).prop_map(Key::Char),
            5 => prop::sample::select(vec![
                Key::Left, Key::Right, Key::Home, Key::End, Key::WordLeft, Key::WordRight, Key::Backspace,
                Key::Delete, Key::Ctrl('u'), Key::Ctrl('k'), Key::Ctrl('w'), Key::Ctrl('y'), Key::Alt('d'),
                Key::Alt('\u{7f}'),
            ]),
        ]
    }
}
