//! A longer text beside a question, such as a diff or a plan, for the terminal alone.
//!
//! Pure. It is no part of a [`crate::engine::request::Request`], so that no channel can come to show it.

use std::fmt::Write as _;

use crate::engine::text::is_forbidden;

/// Columns from one tab stop to the next.
const TAB: usize = 8;

/// The text, line by line, with nothing in it that a terminal obeys: at least one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    lines: Vec<String>,
    is_diff: bool,
}

/// What a line of a diff is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Nothing special, or no diff.
    Text,
    /// `+`: it comes in.
    Added,
    /// `-`: it goes.
    Removed,
    /// `@@`: where it is.
    Hunk,
    /// Which files it is about.
    File,
}

impl LineKind {
    /// The number of its colour or style (ECMA-48, SGR), as git has them.
    pub fn code(self) -> Option<u8> {
        match self {
            Self::Text => None,
            Self::Added => Some(32),
            Self::Removed => Some(31),
            Self::Hunk => Some(36),
            Self::File => Some(1),
        }
    }
}

impl Detail {
    /// The text as it may be shown; none if there is none. Escape sequences go, since a diff may come with colours, and
    /// so does what reorders or hides text.
    pub fn new(text: &str) -> Option<Self> {
        let is_kept = |c: &char| *c == '\t' || !is_forbidden(*c);
        let lines: Vec<String> =
            without_escapes(text).lines().map(|line| line.chars().filter(is_kept).collect()).collect();
        let first = lines.iter().position(|line| !line.trim().is_empty())?;
        let last = lines.iter().rposition(|line| !line.trim().is_empty())?;
        let lines = lines.get(first..=last)?.to_vec();
        let is_diff = lines.iter().any(|line| line.starts_with("@@ ") || line.starts_with("diff --"));
        Some(Self { lines, is_diff })
    }

    /// How many lines it has.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Never: there is at least one line.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines with their kinds, tabs as spaces.
    pub fn lines(&self) -> impl Iterator<Item = (LineKind, String)> {
        self.lines.iter().map(|line| (self.kind(line), untabbed(line)))
    }

    /// The whole text for a pager, coloured with SGR sequences if it is a diff and `color` is wanted.
    pub fn paged(&self, color: bool) -> String {
        let mut out = String::new();
        for line in &self.lines {
            // Writing to a string cannot fail.
            let _ = match self.kind(line).code().filter(|_| color) {
                Some(code) => writeln!(out, "\x1b[{code}m{line}\x1b[0m"),
                None => writeln!(out, "{line}"),
            };
        }
        out
    }

    fn kind(&self, line: &str) -> LineKind {
        let starts = |starts: &[&str]| starts.iter().any(|start| line.starts_with(start));
        if !self.is_diff {
            LineKind::Text
        } else if starts(&[
            "diff ",
            "index ",
            "--- ",
            "+++ ",
            "new file",
            "deleted file",
            "rename ",
            "similarity ",
        ]) {
            LineKind::File
        } else if line.starts_with("@@") {
            LineKind::Hunk
        } else if line.starts_with('+') {
            LineKind::Added
        } else if line.starts_with('-') {
            LineKind::Removed
        } else {
            LineKind::Text
        }
    }
}

fn untabbed(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        let count = if c == '\t' { TAB - column % TAB } else { 1 };
        out.extend(std::iter::repeat_n(if c == '\t' { ' ' } else { c }, count));
        column += count;
    }
    out
}

/// The text without escape sequences (ECMA-48): CSI to its final byte, OSC and its like to their end, all others with
/// the character that follows.
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let introducer = match c {
            '\u{1b}' => chars.next(),
            '\u{9b}' => Some('['),
            '\u{90}' | '\u{9d}' | '\u{98}' | '\u{9e}' | '\u{9f}' => Some(']'),
            c => {
                out.push(c);
                continue;
            }
        };
        match introducer {
            Some('[') => {
                // What is no part of a sequence ends it and is text: a line break above all.
                while chars.next_if(|c| matches!(c, ' '..='?')).is_some() {}
                chars.next_if(|c| matches!(c, '@'..='~'));
            }
            Some(']' | 'P' | 'X' | '^' | '_') => {
                while let Some(c) = chars.next_if(|c| !matches!(c, '\n' | '\u{7}' | '\u{9c}')) {
                    if c == '\u{1b}' {
                        chars.next_if_eq(&'\\');
                        break;
                    }
                }
                chars.next_if(|c| matches!(c, '\u{7}' | '\u{9c}'));
            }
            Some('\n') => out.push('\n'),
            Some(' '..='/') => drop(chars.next_if(|c| *c != '\n')),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DIFF: &str =
        "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ fn\n context\n-old\n+new\n";

    fn shown(text: &str) -> Vec<String> {
        Detail::new(text).map_or_else(Vec::new, |detail| detail.lines().map(|(_, line)| line).collect())
    }

    #[test]
    fn a_diff_is_known_and_its_lines_are_told_apart() {
        use LineKind::{Added, File, Hunk, Removed, Text};
        let kinds: Vec<LineKind> = Detail::new(DIFF).unwrap().lines().map(|(kind, _)| kind).collect();
        assert_eq!(kinds, [File, File, File, File, Hunk, Text, Removed, Added]);
        let plan = Detail::new("- remove this\n+ add that\n").unwrap();
        assert!(plan.lines().all(|(kind, _)| kind == Text), "a list is no diff");
    }

    #[test]
    fn a_diff_is_coloured_for_the_pager() {
        let detail = Detail::new("@@ -1 +1 @@\n-a\tb\n+c\n d").unwrap();
        let colored = "\x1b[36m@@ -1 +1 @@\x1b[0m\n\x1b[31m-a\tb\x1b[0m\n\x1b[32m+c\x1b[0m\n d\n";
        assert_eq!(detail.paged(true), colored);
        assert_eq!(detail.paged(false), "@@ -1 +1 @@\n-a\tb\n+c\n d\n");
    }

    #[test]
    fn what_a_terminal_would_obey_is_left_out() {
        for (text, lines) in [
            ("\x1b[31m-old\x1b[0m\x1b[K\n", &["-old"][..]),
            ("a\x1b]0;title\x07b\x1b]8;;x\x1b\\c", &["abc"]),
            ("a\x1b(Bb\x1bcd\x1b=e", &["abde"]),
            ("\u{9b}31mred\u{9d}0;x\u{9c}!", &["red!"]),
            ("cut \x1b[31\nnext \x1b]0;open\nlast\x1b", &["cut ", "next ", "last"]),
            ("a\rb\u{8}c\u{202e}d\u{200b}e", &["abcde"]),
            ("a\tb\n\tc\r\n", &["a       b", "        c"]),
            ("+end \n", &["+end "]),
            ("\n\n  x\n\ny\n\n", &["  x", "", "y"]),
            ("", &[]),
            (" \n\t\n", &[]),
        ] {
            assert_eq!(shown(text), lines, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn nothing_in_it_is_obeyed(text in "(\\PC|[\\x00-\\x1f\\x7f\\x{80}-\\x{9f}\n]|\x1b\\[|\x1b\\]){0,40}") {
            if let Some(detail) = Detail::new(&text) {
                prop_assert!(!detail.is_empty() && detail.len() == detail.lines().count());
                let pager = detail.paged(false);
                prop_assert!(!pager.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t')), "{pager:?}");
                prop_assert!(detail.lines().all(|(_, line)| !line.contains(char::is_control)));
            }
        }
    }
}
