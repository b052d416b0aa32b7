//! The choices as a list: one below the other, with numbers, scrolled to the selected one.
//!
//! Pure, and stateless: which part is seen follows from the selection and the height alone.

use crate::engine::channel::prompt::{
    columns::{fit, width, wrap},
    screen::{Row, Screen, Style},
};

/// One choice of a list.
pub(super) struct Item {
    /// What it can be named by beside its label: its position, or its key.
    pub(super) name: Option<String>,
    /// Its label.
    pub(super) label: String,
}

/// At most `height` rows of the list, the selected item (or the first) among them. The first column holds the
/// pointer, and arrows where the list goes on.
pub(super) fn rows(items: &[Item], selected: Option<usize>, height: usize, screen: Screen) -> Vec<Row> {
    let names = items.iter().filter_map(|item| item.name.as_deref()).map(width).max().unwrap_or(0);
    let blocks: Vec<Vec<String>> = items.iter().map(|item| block(item, names, screen.columns())).collect();
    let heights: Vec<usize> = blocks.iter().map(Vec::len).collect();
    let seen = seen(&heights, selected.unwrap_or(0), height.max(1));
    let signs = screen.signs();
    let mut rows = Vec::new();
    for (index, block) in blocks.iter().enumerate().take(seen.end).skip(seen.start) {
        for (line_index, line) in block.iter().enumerate() {
            let is_selected = selected == Some(index);
            let mark = match line_index {
                0 if is_selected => signs.pointer,
                0 if index == seen.start && index > 0 => signs.above,
                0 if index + 1 == seen.end && seen.end < blocks.len() => signs.below,
                _ => " ",
            };
            let style = if is_selected { Style::Bold } else { Style::Plain };
            let mut row = Row::default();
            if screen.columns() >= 2 {
                row.put(screen, style, mark);
            }
            row.put(screen, style, line);
            rows.push(row);
        }
    }
    rows.truncate(height.max(1));
    rows
}

/// One item's lines without the first column: its name, then its label, wrapped beside it.
fn block(item: &Item, names: usize, columns: usize) -> Vec<String> {
    let columns = if columns >= 2 { columns - 1 } else { columns };
    // A name takes its width, a point and spaces; never more than half of the line.
    let indent = if names > 0 { names + 3 } else { 1 };
    if columns < 9 || indent > columns / 2 {
        let text = match &item.name {
            Some(name) => format!("{name}. {}", item.label),
            None => item.label.clone(),
        };
        return wrap(&text, columns);
    }
    let lead = match &item.name {
        Some(name) => format!(" {}{name}. ", " ".repeat(names - width(name))),
        None => " ".repeat(indent),
    };
    let lead = fit(&lead, indent, "");
    let beside = |(index, line): (usize, String)| {
        if index == 0 {
            format!("{lead}{}{line}", " ".repeat(indent - width(&lead)))
        } else {
            " ".repeat(indent) + &line
        }
    };
    wrap(&item.label, columns - indent).into_iter().enumerate().map(beside).collect()
}

/// The range of items of these heights that are seen: as many as fit around the selected one.
pub(super) fn seen(heights: &[usize], selected: usize, height: usize) -> std::ops::Range<usize> {
    let (mut start, mut end) = (selected, selected + 1);
    let mut used = heights.get(selected).copied().unwrap_or(0);
    loop {
        let below = heights.get(end).filter(|&&more| used + more <= height);
        let before = used;
        if let Some(more) = below {
            used += more;
            end += 1;
        }
        let above = start.checked_sub(1).and_then(|index| heights.get(index));
        if let Some(more) = above.filter(|&&more| used + more <= height) {
            used += more;
            start -= 1;
        }
        if used == before {
            return start..end;
        }
    }
}
