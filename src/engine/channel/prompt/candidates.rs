//! What Tab may complete to, in columns below the line.
//!
//! Pure, and stateless: a page of candidates, the one in the line among them.

use crate::engine::channel::prompt::{
    columns::{fit, width},
    screen::{Row, Screen, Style},
};

/// At most `height` (at least 1) rows, the candidate at `at` among them. Where not all fit, the last row says how many more
/// there are.
pub(super) fn rows(
    words: &[String],
    at: Option<usize>,
    height: usize,
    screen: Screen,
    margin: usize,
) -> Vec<Row> {
    let signs = screen.signs();
    // A column on either side for brackets or space, as in a row of choices.
    let start = margin.saturating_sub(1);
    let room = screen.columns() - start;
    let widest = words.iter().map(|word| width(word)).max().unwrap_or(0).min(room.saturating_sub(2)).max(1);
    let columns = ((room + 1) / (widest + 3)).max(1);
    let needed = words.len().div_ceil(columns);
    let height = height.max(1);
    let page = if needed <= height { needed } else { (height - 1).max(1) } * columns;
    let first = at.map_or(0, |at| at / page * page);
    let mut rows = Vec::new();
    let shown: Vec<(usize, &String)> = words.iter().enumerate().skip(first).take(page).collect();
    for line in shown.chunks(columns) {
        let mut row = Row::default();
        row.put(screen, Style::Plain, &" ".repeat(start));
        for (index, word) in line {
            let word = fit(word, widest, signs.ellipsis);
            let space = " ".repeat(widest - width(&word) + 1);
            if at == Some(*index) {
                row.put(screen, Style::Reverse, &format!("[{word}]"));
                row.put(screen, Style::Plain, &space);
            } else {
                row.put(screen, Style::Plain, &format!(" {word} {space}"));
            }
        }
        rows.push(trimmed(row, screen));
    }
    let more = words.len() - shown.len();
    if more > 0 && rows.len() < height {
        let mut row = Row::default();
        row.put(screen, Style::Plain, &" ".repeat(margin));
        let text = format!("{} {more} more", signs.ellipsis);
        row.put(screen, Style::Dim, &fit(&text, screen.columns() - margin, signs.ellipsis));
        rows.push(row);
    }
    rows
}

/// The row without the space at its end, which may be one column too many.
fn trimmed(mut row: Row, screen: Screen) -> Row {
    let kept = row.text.trim_end_matches(' ').len();
    row.width -= row.text.len() - kept;
    row.text.truncate(kept);
    if row.width > screen.columns() {
        return Row::default();
    }
    row
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::channel::prompt::fixtures::screen;

    proptest! {
        #[test]
        fn the_one_in_the_line_is_seen_in_any_room(
            words in prop::collection::vec("[a-c日👍]{1,12}", 1..40),
            at in prop::option::of(any::<prop::sample::Index>()),
            height in 1_usize..9,
            width in 12_u16..60,
        ) {
            let at = at.map(|at| at.index(words.len()));
            let screen = screen(width, 24);
            let rows = rows(&words, at, height, screen, 2);
            prop_assert!((1..=height).contains(&rows.len()));
            prop_assert!(rows.iter().all(|row| row.width <= screen.columns()));
            let brackets = rows.iter().filter(|row| row.text.contains('[')).count();
            prop_assert_eq!(brackets, usize::from(at.is_some()));
        }
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let words: Vec<String> = (1..=9).map(|number| number.to_string()).collect();
        let shown = |at, height| {
            let rows = rows(&words, at, height, screen(12, 24), 2);
            rows.into_iter().map(|row| row.text).collect::<Vec<_>>()
        };
        assert_eq!(shown(None, 9), ["  1   2", "  3   4", "  5   6", "  7   8", "  9"]);
        assert_eq!(shown(None, 3), ["  1   2", "  3   4", "  … 5 more"]);
        assert_eq!(shown(Some(4), 3), [" [5]  6", "  7   8", "  … 5 more"]);
        assert_eq!(shown(Some(8), 2), [" [9]", "  … 8 more"]);
        assert_eq!(shown(Some(2), 1), [" [3]  4"]);
    }
}
