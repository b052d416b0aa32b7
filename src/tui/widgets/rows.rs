//! Rows that are scrolled so that the selected ones are to be seen.

use std::ops::Range;

use ratatui::{
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use crate::{
    engine::channel::prompt::columns,
    tui::view::{Canvas, Target, line_width},
};

/// A row.
#[derive(Clone, Debug, Default)]
pub(in crate::tui) struct Row {
    pub(in crate::tui) line: Line<'static>,
    /// What stands at its right end, if there is room.
    pub(in crate::tui) right: Line<'static>,
    pub(in crate::tui) target: Option<Target>,
    /// Whether it belongs to what is selected.
    pub(in crate::tui) is_selected: bool,
}

impl Row {
    pub(in crate::tui) fn new(line: impl Into<Line<'static>>) -> Self {
        Self { line: line.into(), ..Self::default() }
    }
}

/// A narrower column than this has its text below what it stands behind, moved in by that.
const NARROWEST: usize = 10;
const BELOW: usize = 4;

/// A text behind something, wrapped to a column of its own.
pub(in crate::tui) fn hanging(
    before: Vec<Span<'static>>,
    text: &str,
    style: Style,
    room: usize,
) -> Vec<Line<'static>> {
    let mut line = Line::from(before);
    let indent = usize::from(line_width(&line));
    let below =
        |text, indent: usize| Line::from(vec![Span::raw(" ".repeat(indent)), Span::styled(text, style)]);
    // No column is that narrow.
    if !text.is_empty() && room < indent + NARROWEST && columns::width(text) + indent > room {
        let wrapped = columns::wrap(text, room.saturating_sub(BELOW).max(1));
        return std::iter::once(line).chain(wrapped.into_iter().map(|text| below(text, BELOW))).collect();
    }
    let mut wrapped = columns::wrap(text, room.saturating_sub(indent).max(1)).into_iter();
    line.push_span(Span::styled(wrapped.next().unwrap_or_default(), style));
    let more = wrapped.map(|text| below(text, indent));
    std::iter::once(line).chain(more).collect()
}

/// The first row that is to be seen of so many, so that the selected ones are.
pub(in crate::tui) fn offset(total: usize, height: usize, selected: Option<Range<usize>>) -> usize {
    let Some(selected) = selected.filter(|_| total > height) else { return 0 };
    if selected.end <= height {
        return 0;
    }
    let middle = selected.start.saturating_sub(height.saturating_sub(selected.len()) / 2);
    middle.min(total - height).min(selected.start)
}

/// Draws the rows, and how far they are scrolled in the column right of the area. Where the selected ones are more than
/// there is room for, `scroll` of them are passed by.
pub(in crate::tui) fn draw(canvas: &mut Canvas<'_>, area: Rect, rows: &[Row], scroll: u16) {
    let first = rows.iter().position(|row| row.is_selected);
    let selected = first.map(|first| {
        let count = rows.iter().skip(first).take_while(|row| row.is_selected).count();
        first..first + count
    });
    let height = usize::from(area.height);
    let scroll = canvas.scrolled(selected.as_ref().map_or(0, Range::len), area.height, scroll);
    let offset = offset(rows.len(), height, selected) + usize::from(scroll);
    // A little air before the bar, and the same where there is none, so that text is wrapped to one width.
    let width = area.width.saturating_sub(1);
    for (row, y) in rows.iter().skip(offset).zip(area.top()..area.bottom()) {
        let at = Rect { x: area.x, y, width, height: 1 };
        if row.is_selected {
            let wide = Rect { x: at.x.saturating_sub(1), width: area.width + 2, ..at };
            canvas.fill(wide.intersection(canvas.buffer.area), canvas.theme.selected);
            let (sign, style) = (canvas.theme.signs.bar, canvas.theme.accent);
            canvas.text(wide.x, y, 1, sign, style.patch(canvas.theme.selected));
        }
        let right = line_width(&row.right);
        let room = if right == 0 { at.width } else { at.width.saturating_sub(right + 2) };
        canvas.line(at.x, y, room, &row.line);
        canvas.right(at, &row.right);
        if let Some(target) = &row.target {
            canvas.hit(at, target.clone());
        }
    }
    bar(canvas, area, rows.len(), offset);
}

/// How far so many rows are scrolled; nothing where all of them are to be seen.
pub(in crate::tui) fn bar(canvas: &mut Canvas<'_>, area: Rect, total: usize, offset: usize) {
    let height = usize::from(area.height);
    if total <= height || height == 0 {
        return;
    }
    let size = (height * height / total).max(1);
    let start = (offset * (height - size) + (total - height) / 2) / (total - height);
    for (row, y) in (area.top()..area.bottom()).enumerate() {
        let is_thumb = (start..start + size).contains(&row);
        let (sign, style) = if is_thumb {
            (canvas.theme.signs.thumb, canvas.theme.dim)
        } else {
            (canvas.theme.signs.track, canvas.theme.line)
        };
        canvas.text(area.right(), y, 1, sign, style);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_has_a_column_or_is_below() {
        let shown = |text: &str, room| -> Vec<String> {
            let before = vec![Span::raw("  name  ")];
            hanging(before, text, Style::new(), room).iter().map(ToString::to_string).collect()
        };
        assert_eq!(shown("one two three", 20), ["  name  one two", "        three"]);
        assert_eq!(shown("one two three", 15), ["  name  ", "    one two", "    three"]);
        assert_eq!(shown("yes", 12), ["  name  yes"]);
        assert_eq!(shown("", 4), ["  name  "]);
    }

    proptest! {
        #[test]
        fn what_is_selected_is_seen(total in 0_usize..200, height in 1_usize..60, start in 0_usize..200, len in 1_usize..8) {
            let start = start.min(total.saturating_sub(1));
            let end = (start + len).min(total.max(1));
            let offset = offset(total, height, Some(start..end));
            prop_assert!(offset <= start && start < offset + height);
            prop_assert!(end <= offset + height || end - start > height);
            prop_assert!(offset == 0 || offset + height <= total);
        }
    }
}
