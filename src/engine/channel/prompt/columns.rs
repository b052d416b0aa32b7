//! Text in columns: how wide it is on a terminal, where it wraps, where it is cut.
//!
//! Pure. All text that comes here is clean already ([`crate::engine::text`]): one line, nothing that moves the cursor.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// How many columns the text takes at most. Terminals disagree about sequences (a family of emoji is 2 columns on
/// one and 6 on another), so each grapheme counts as the wider of both readings: a line may then end early, but never
/// runs over the edge.
pub fn width(text: &str) -> usize {
    text.graphemes(true).map(grapheme_width).sum()
}

/// As [`width()`], of one grapheme.
pub fn grapheme_width(grapheme: &str) -> usize {
    let apart = grapheme.chars().map(|c| c.width().unwrap_or(0)).sum();
    grapheme.width().max(apart)
}

/// The text in lines of at most `columns` (at least 1): between words where that is possible, within a word where it
/// is longer than a line. At least one line, none with space at an end. A character that is wider than a whole
/// line becomes `?`.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let wide = width(word);
        if used > 0 && used + 1 + wide > columns {
            lines.push(std::mem::take(&mut line));
            used = 0;
        } else if used > 0 {
            line.push(' ');
            used += 1;
        }
        for grapheme in word.graphemes(true) {
            let (grapheme, wide) = narrowed(grapheme, columns);
            if used + wide > columns {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push_str(grapheme);
            used += wide;
        }
    }
    lines.push(line);
    lines
}

/// The text in at most `columns`, with `ellipsis` inside them where something was cut off.
pub fn fit(text: &str, columns: usize, ellipsis: &str) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let budget = columns.saturating_sub(width(ellipsis));
    let (mut kept, mut used) = (String::new(), 0);
    for grapheme in text.graphemes(true) {
        used += grapheme_width(grapheme);
        if used > budget {
            break;
        }
        kept.push_str(grapheme);
    }
    kept.truncate(kept.trim_end_matches(' ').len());
    if width(ellipsis) <= columns {
        kept.push_str(ellipsis);
    }
    kept
}

fn narrowed(grapheme: &str, columns: usize) -> (&str, usize) {
    match grapheme_width(grapheme) {
        wide if wide > columns => ("?", 1),
        wide => (grapheme, wide),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn measures() {
        for (text, columns) in [
            ("", 0),
            ("abc", 3),
            ("日本", 4),
            ("e\u{301}", 1),
            ("👍", 2),
            ("❤\u{fe0f}", 2),
            ("👩\u{200d}💻", 4),
        ] {
            assert_eq!(width(text), columns, "{text:?}");
        }
    }

    #[test]
    fn wraps() {
        for (text, columns, lines) in [
            ("", 5, vec![""]),
            ("a b c", 5, vec!["a b c"]),
            ("one two three", 7, vec!["one two", "three"]),
            ("one two three", 5, vec!["one", "two", "three"]),
            ("abcdefgh ij", 3, vec!["abc", "def", "gh", "ij"]),
            ("ab abcdef", 4, vec!["ab", "abcd", "ef"]),
            ("日本語", 5, vec!["日本", "語"]),
            ("日本語", 1, vec!["?", "?", "?"]),
            ("ae\u{301}b", 1, vec!["a", "e\u{301}", "b"]),
            ("ab", 0, vec!["a", "b"]),
        ] {
            assert_eq!(wrap(text, columns), lines, "{text:?} in {columns}");
        }
    }

    #[test]
    fn fits() {
        for (text, columns, shown) in [
            ("abc", 3, "abc"),
            ("abcd", 3, "ab…"),
            ("ab cd", 4, "ab…"),
            ("日本語", 5, "日本…"),
            ("日本語", 4, "日…"),
            ("abc", 1, "…"),
            ("abc", 0, ""),
        ] {
            assert_eq!(fit(text, columns, "…"), shown, "{text:?} in {columns}");
        }
        assert_eq!(fit("abcdef", 5, "..."), "ab...");
        assert_eq!(fit("abcdef", 2, "..."), "");
    }

    proptest! {
        #[test]
        fn nothing_is_too_wide_and_nothing_is_lost(text in "[a-c 日👍é\u{301}]{0,40}", columns in 2_usize..20) {
            let lines = wrap(&text, columns);
            for line in &lines {
                prop_assert!(width(line) <= columns, "{:?}", line);
            }
            let letters = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
            prop_assert!(width(&fit(&text, columns, "…")) <= columns);
        }
    }
}
