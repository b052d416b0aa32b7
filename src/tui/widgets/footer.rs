//! The last row: a filter that is typed, a word about what was done (which may need more rows than that one), the keys that do something now, and what runs.

use ratatui::{
    layout::{Position, Rect},
    style::Style,
    text::{Line, Span},
};

use crate::{
    engine::channel::prompt::columns,
    tui::{
        keys::{self, Binding},
        model::{Model, Screen},
        theme::Theme,
        view::{Canvas, Target, line_width},
    },
};

/// Draws the row.
pub(in crate::tui) fn draw(canvas: &mut Canvas<'_>, model: &Model, area: Rect) {
    let theme = &model.theme;
    let status = status(model);
    let taken = canvas.right(Rect { width: area.width.saturating_sub(1), ..area }, &status);
    let mut room = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2 + taken + u16::from(taken > 0) * 2),
        ..area
    };
    if let Some(toast) = model.toast.as_ref() {
        let style = if toast.is_bad { theme.problem } else { theme.accent };
        if columns::width(&toast.text) <= usize::from(room.width) {
            canvas.text(room.x, room.y, room.width, &toast.text, style);
        } else {
            above(canvas, area, &toast.text, style);
        }
        return;
    }
    if model.is_filtering || !model.filter.text().is_empty() {
        let used = filter(canvas, model, room);
        room.x += used;
        room.width = room.width.saturating_sub(used);
    }
    hints(canvas, model, room);
}

/// A text that is longer than the row takes as many above it as it needs: the reason of a failure is nothing to cut.
fn above(canvas: &mut Canvas<'_>, area: Rect, text: &str, style: Style) {
    let lines = columns::wrap(text, usize::from(area.width.saturating_sub(2)));
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.y);
    let over = Rect { y: area.bottom() - height, height, ..area };
    canvas.clear(over);
    canvas.hits.retain(|(hit, _)| !hit.intersects(over));
    for (line, y) in lines.iter().zip(over.top()..over.bottom()) {
        canvas.text(area.x + 1, y, area.width.saturating_sub(2), line, style);
    }
}

fn filter(canvas: &mut Canvas<'_>, model: &Model, area: Rect) -> u16 {
    let theme = &model.theme;
    let width = (area.width / 2).max(12).min(area.width);
    canvas.text(area.x, area.y, 2, "/", theme.accent);
    // The end of a long one is what is being typed.
    let mut text = model.filter.text();
    while columns::width(text) + 3 > usize::from(width) {
        text = text.get(text.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
    }
    let used = canvas.text(area.x + 1, area.y, width - 1, text, theme.title) + 1;
    if model.is_filtering {
        let hidden = model.filter.text().len() - text.len();
        let before = model.filter.before().get(hidden..).unwrap_or_default();
        let x = area.x + 1 + u16::try_from(columns::width(before)).unwrap_or(0);
        canvas.cursor = Some(Position { x, y: area.y });
    }
    used + 3
}

/// What runs, or how much is not saved.
fn status(model: &Model) -> Line<'static> {
    let theme = &model.theme;
    let dirty = model.dirty();
    if model.diagnosis.is_running() {
        let text = format!("{} looking", theme.spinner(model.now));
        return Line::from(Span::styled(text, theme.dim));
    }
    if dirty > 0 && model.screen == Screen::Config {
        return Line::from(Span::styled(
            format!("{} {dirty} not saved", theme.signs.modified),
            theme.warning,
        ));
    }
    Line::default()
}

/// The keys that do something now and are worth showing.
pub(in crate::tui) fn shown(model: &Model) -> Vec<&'static Binding> {
    let of = |scope: &keys::Scope| {
        let scope = *scope;
        keys::BINDINGS.iter().filter(move |binding| binding.scope == scope)
    };
    let scopes = model.scopes();
    let is_news = |binding: &&Binding| !binding.hint.is_empty() && model.allows(binding.action);
    scopes.iter().flat_map(of).filter(is_news).collect()
}

/// A hint.
fn hint(theme: &Theme, binding: &Binding) -> Line<'static> {
    let is_ascii = theme.signs.rule.is_ascii();
    let key = if is_ascii { binding.ascii } else { binding.shown };
    Line::from(vec![Span::styled(key, theme.key), Span::styled(format!(" {}", binding.hint), theme.dim)])
}

/// How to get help and to get out is worth more than what else there is no room for.
fn hints(canvas: &mut Canvas<'_>, model: &Model, area: Rect) {
    let all = shown(model);
    let width = |binding: &&Binding| usize::from(line_width(&hint(&model.theme, binding))) + 2;
    let needed = |binding: &&&Binding| matches!(binding.action, keys::Action::Help | keys::Action::Quit);
    let reserved: usize = all.iter().filter(needed).map(width).sum();
    let mut room = (usize::from(area.width) + 2).saturating_sub(reserved);
    let mut x = area.x;
    for binding in &all {
        let wide = width(binding);
        if !needed(&binding) {
            if wide > room {
                continue;
            }
            room -= wide;
        }
        let line = hint(&model.theme, binding);
        let left = area.right().saturating_sub(x);
        let used = canvas.line(x, area.y, left, &line);
        canvas.hit(Rect { x, y: area.y, width: used, height: 1 }, Target::Hint(binding.action));
        x += used + 2;
        if x >= area.right() {
            break;
        }
    }
}
