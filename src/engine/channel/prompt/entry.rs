//! The line that is typed in, and the words for what Enter would take.
//!
//! Pure drawing. Of a secret it draws nothing, not even its length.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::engine::{
    channel::prompt::{
        columns::{fit, grapheme_width, width},
        model::{Prompt, Take},
        screen::{Row, Screen, Style},
        words,
    },
    request::Question,
    text::clean,
};

/// Fewest columns that are worth beginning to say what Enter takes.
const TAIL_LEAST: usize = 8;

/// The line with its mark (if `marked`), and the cursor's column. `names_selection`: the choices cannot be seen, so the
/// selected one is named here.
pub(super) fn entry(prompt: &Prompt, screen: Screen, marked: bool, names_selection: bool) -> (Row, usize) {
    let signs = screen.signs();
    let mut row = Row::default();
    if marked {
        row.put(screen, Style::Bold, signs.entry);
        row.put(screen, Style::Plain, " ");
    }
    let start = row.width;
    // One column is the cursor's own.
    let room = screen.columns() - start - 1;
    let line = prompt.line();
    let is_secret = prompt.request().answers == Question::Secret;
    if is_secret || line.is_empty() {
        let selected =
            taken(prompt).filter(|_| names_selection).map(|taken| format!("{} {taken}", signs.arrow));
        let shown = selected.unwrap_or_else(|| standing_in(prompt, is_secret, screen.color));
        row.put(screen, Style::Dim, &fit(&shown, room, signs.ellipsis));
        return (row, start);
    }
    let (shown, at) = window(line.text(), line.cursor(), room, signs.ellipsis);
    row.put(screen, Style::Plain, &shown);
    let left = room.saturating_sub(row.width - start);
    if let Some(taken) = taken(prompt).filter(|_| left >= TAIL_LEAST) {
        let tail = fit(&format!("  {} {taken}", signs.arrow), left, signs.ellipsis);
        row.put(screen, Style::Dim, &tail);
    }
    (row, start + at)
}

/// What stands where text would be while there is none; in parentheses where no colour tells it from typed text.
fn standing_in(prompt: &Prompt, is_secret: bool, color: bool) -> String {
    if is_secret {
        return "(not shown)".to_owned();
    }
    let shown = match prompt.default_text() {
        Some(text) if prompt.take() == Take::Default => clean(text),
        _ => clean(&prompt.options().placeholder),
    };
    if color || shown.is_empty() { shown } else { format!("({shown})") }
}

/// What Enter takes, in words; nothing for plain text prompts, where there is no doubt.
fn taken(prompt: &Prompt) -> Option<String> {
    let choices = prompt.request().answers.choices();
    if choices.is_empty() {
        return None;
    }
    Some(match prompt.take() {
        Take::Choice(index) => words::label(choices.get(index)?),
        Take::Mark(index) => format!("mark {}", words::label(choices.get(index)?)),
        Take::Marked => format!("the {} marked", prompt.marked()),
        Take::Text => "as your own text".to_owned(),
        Take::Ambiguous => "more than one".to_owned(),
        Take::Nothing if prompt.line().text().trim().is_empty() => return None,
        Take::Nothing | Take::Default => "no such answer".to_owned(),
    })
}

/// As much of a line as fits around its cursor, and the column of the cursor in it. Where something is cut off there
/// is an ellipsis, if that leaves room for text.
pub(super) fn window(text: &str, cursor: usize, room: usize, ellipsis: &str) -> (String, usize) {
    let (left, right) = text.split_at(cursor);
    let (left_width, right_width) = (width(left), width(right));
    if left_width + right_width <= room {
        return (text.to_owned(), left_width);
    }
    let sign = if room >= 6 * width(ellipsis) { ellipsis } else { "" };
    // A third ahead of the cursor if there is that much, the rest behind it, and what that leaves ahead again.
    let behind = left_width.min(room - right_width.min(room / 3));
    let ahead = right_width.min(room - behind);
    let mut shown = String::new();
    let mut at = left_width;
    if left_width > behind {
        let (bytes, used) = leading(left.graphemes(true).rev(), behind - width(sign));
        shown.push_str(sign);
        shown.push_str(&left[left.len() - bytes..]);
        at = width(sign) + used;
    } else {
        shown.push_str(left);
    }
    if right_width > ahead {
        let (bytes, _) = leading(right.graphemes(true), ahead.saturating_sub(width(sign)));
        shown.push_str(&right[..bytes]);
        shown.push_str(if ahead >= width(sign) { sign } else { "" });
    } else {
        shown.push_str(right);
    }
    (shown, at)
}

/// How many bytes of these graphemes fit into `room` columns, and how many columns they take.
fn leading<'a>(graphemes: impl Iterator<Item = &'a str>, room: usize) -> (usize, usize) {
    let (mut bytes, mut used) = (0, 0);
    for grapheme in graphemes {
        let wide = grapheme_width(grapheme);
        if used + wide > room {
            break;
        }
        used += wide;
        bytes += grapheme.len();
    }
    (bytes, used)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shows_what_is_around_the_cursor() {
        for (text, cursor, room, shown, at) in [
            ("abc", 3, 10, "abc", 3),
            ("abcdefghijklmnop", 16, 10, "…hijklmnop", 10),
            ("abcdefghijklmnop", 0, 10, "abcdefghi…", 0),
            ("abcdefghijklmnop", 8, 10, "…cdefghij…", 7),
            ("abcdefghij", 10, 3, "hij", 3),
            ("日本語テスト", 18, 7, "…テスト", 7),
            ("日本語", 9, 1, "", 0),
            ("abc", 3, 0, "", 0),
        ] {
            let (window, column) = window(text, cursor, room, "…");
            assert_eq!((window.as_str(), column), (shown, at), "{text:?} at {cursor} in {room}");
        }
    }

    proptest! {
        #[test]
        fn a_window_fits(text in "[a-c 日👍é\u{301}]{0,40}", at in any::<prop::sample::Index>(), room in 0_usize..30) {
            let mut places: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
            places.push(text.len());
            let (shown, column) = window(&text, places[at.index(places.len())], room, "…");
            prop_assert!(width(&shown) <= room);
            prop_assert!(column <= width(&shown));
        }
    }
}
