//! A form as it is drawn: a row a field, labels and values aligned, scrolled to the field that is edited.
//!
//! Pure, and stateless: which part is seen follows from the field and the height alone.

use crate::engine::channel::prompt::{
    columns::{fit, width, wrap},
    entry::window,
    form::Form,
    list::seen,
    screen::{Row, Screen, Style},
};

/// Fewest columns for a value beside its label. With less, the edited field has its label on a row of its own.
const VALUE_LEAST: usize = 12;

/// Columns between a label and its value.
const GAP: usize = 2;

/// At most `height` (at least 1) rows of the form, with the edited field's among them, and where the cursor is in them.
pub(super) fn rows(form: &Form, height: usize, screen: Screen, margin: usize) -> (Vec<Row>, (usize, usize)) {
    let pen =
        Pen { screen, margin, labels: form.rows().map(|(field, _)| width(&field.label)).max().unwrap_or(0) };
    let height = height.max(1);
    // The label above goes before the field does.
    let is_stacked = pen.is_stacked() && height > 1;
    let above = form.rows().nth(form.at()).filter(|_| is_stacked);
    let above = above.map_or_else(Vec::new, |(field, _)| pen.whole(&field.label, height - 1));
    let heights: Vec<usize> =
        (0..form.rows().len()).map(|index| if index == form.at() { above.len() + 1 } else { 1 }).collect();
    let seen = seen(&heights, form.at(), height);
    let signs = screen.signs();
    let mut rows = Vec::new();
    let mut cursor = (0, 0);
    for (index, (field, line)) in form.rows().enumerate().take(seen.end).skip(seen.start) {
        let mark = if index == form.at() {
            signs.entry
        } else if index == seen.start && index > 0 {
            signs.above
        } else if index + 1 == seen.end && seen.end < heights.len() {
            signs.below
        } else {
            " "
        };
        if index != form.at() {
            rows.push(pen.resting(mark, &field.label, line.text()));
            continue;
        }
        rows.extend_from_slice(&above);
        let (row, column) = pen.edited(mark, &field.label, line.text(), line.cursor());
        cursor = (rows.len(), column);
        rows.push(row);
    }
    (rows, cursor)
}

struct Pen {
    screen: Screen,
    margin: usize,
    /// The columns of the widest label.
    labels: usize,
}

impl Pen {
    /// Whether labels leave too little room for values beside them.
    fn is_stacked(&self) -> bool {
        self.margin + self.labels + GAP + VALUE_LEAST > self.screen.columns()
    }

    fn start(&self, mark: &str, style: Style) -> Row {
        let mut row = Row::default();
        if self.margin > 0 {
            row.put(self.screen, style, mark);
            row.put(self.screen, Style::Plain, " ");
        }
        row
    }

    /// The label of the edited field, all of it if it fits into `height` rows.
    fn whole(&self, label: &str, height: usize) -> Vec<Row> {
        let room = self.screen.columns() - self.start(" ", Style::Plain).width;
        let mut lines = wrap(label, room);
        if lines.len() > height {
            let rest = lines.split_off(height - 1).join(" ");
            lines.push(fit(&rest, room, self.screen.signs().ellipsis));
        }
        let draw = |line: &String| {
            let mut row = self.start(" ", Style::Plain);
            row.put(self.screen, Style::Bold, line);
            row
        };
        lines.iter().map(draw).collect()
    }

    /// A field that is not edited. Where label and value do not fit side by side, neither takes more than half of the row
    /// from the other.
    fn resting(&self, mark: &str, label: &str, value: &str) -> Row {
        let mut row = self.start(mark, Style::Plain);
        let ellipsis = self.screen.signs().ellipsis;
        let room = self.screen.columns() - row.width;
        if self.is_stacked() {
            // With a colon and a space.
            let kept = if value.is_empty() { 0 } else { width(value).min(room / 2) + 2 };
            let label = fit(label, room.saturating_sub(kept), ellipsis);
            let colon = if value.is_empty() || !label.ends_with(char::is_alphanumeric) { "" } else { ":" };
            let text = format!("{label}{colon} {value}");
            row.put(self.screen, Style::Plain, &fit(text.trim_end_matches(' '), room, ellipsis));
        } else {
            row.put(self.screen, Style::Plain, label);
            if !value.is_empty() {
                row.put(self.screen, Style::Plain, &" ".repeat(self.labels - width(label) + GAP));
                row.put(self.screen, Style::Plain, &fit(value, room - self.labels - GAP, ellipsis));
            }
        }
        row
    }

    /// The row that is typed in, and the cursor's column.
    fn edited(&self, mark: &str, label: &str, value: &str, cursor: usize) -> (Row, usize) {
        let mut row = self.start(mark, Style::Bold);
        if !self.is_stacked() {
            row.put(self.screen, Style::Bold, label);
            row.put(self.screen, Style::Plain, &" ".repeat(self.labels - width(label) + GAP));
        }
        // One column is the cursor's own.
        let start = row.width;
        let room = self.screen.columns() - start - 1;
        let (shown, at) = window(value, cursor, room, self.screen.signs().ellipsis);
        row.put(self.screen, Style::Plain, &shown);
        (row, start + at)
    }
}
