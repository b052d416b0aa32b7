//! The tabs, and the rule below them.

use ratatui::{
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::signs;
use crate::{
    engine::doctor::Level,
    tui::{
        model::{Model, Screen},
        view::{Canvas, Target, line_width},
    },
};

const NAME: &str = "plyn-notify doctor";

/// Draws the tabs in the first row, and the rule in the second, if there is one.
pub(in crate::tui) fn draw(canvas: &mut Canvas<'_>, model: &Model, area: Rect) {
    let tabs: Vec<(Screen, Line<'static>)> =
        Screen::ALL.into_iter().map(|screen| (screen, tab(model, screen))).collect();
    let total: u16 = tabs.iter().map(|(_, line)| line_width(line) + 2).sum();
    let active =
        if total <= area.width { row(canvas, model, area, tabs) } else { turning(canvas, model, area) };
    if area.height > 1 {
        let rule = Rect { y: area.y + 1, height: 1, ..area };
        canvas.rule(rule, model.theme.signs.rule, model.theme.line);
        canvas.rule(
            Rect { x: active.x, width: active.width, ..rule },
            model.theme.signs.rule_active,
            model.theme.accent,
        );
    }
}

/// All tabs; where the active one is.
fn row(canvas: &mut Canvas<'_>, model: &Model, area: Rect, tabs: Vec<(Screen, Line<'static>)>) -> Rect {
    let mut active = Rect::default();
    let mut x = area.x;
    for (screen, line) in tabs {
        let width = line_width(&line) + 2;
        let at = Rect { x, y: area.y, width, height: 1 };
        canvas.line(x + 1, area.y, width, &line);
        canvas.hit(at, Target::Screen(screen));
        if screen == model.screen {
            active = at;
        }
        x += width;
    }
    let room = area.right().saturating_sub(x + 1);
    if usize::from(room) > NAME.len() + 2 {
        canvas
            .right(Rect { width: area.width - 1, ..area }, &Line::from(Span::styled(NAME, model.theme.dim)));
    }
    active
}

/// One tab, with the way to the others.
fn turning(canvas: &mut Canvas<'_>, model: &Model, area: Rect) -> Rect {
    let (theme, last) = (&model.theme, Screen::ALL.len());
    let at = model.screen.index();
    let before = Screen::ALL.get((at + last - 1) % last).copied().unwrap_or(Screen::Overview);
    let after = Screen::ALL.get((at + 1) % last).copied().unwrap_or(Screen::Overview);
    canvas.text(area.x + 1, area.y, 1, theme.signs.left, theme.accent);
    let width = canvas.line(area.x + 3, area.y, area.width.saturating_sub(6), &tab(model, model.screen));
    canvas.text(area.x + 4 + width, area.y, 1, theme.signs.right, theme.accent);
    canvas.hit(Rect { x: area.x, y: area.y, width: 3, height: 1 }, Target::Screen(before));
    canvas.hit(Rect { x: area.x + 3 + width, y: area.y, width: 3, height: 1 }, Target::Screen(after));
    let place = Line::from(Span::styled(format!("{} of {last}", at + 1), theme.dim));
    canvas.right(Rect { width: area.width - 1, ..area }, &place);
    Rect { x: area.x + 2, y: area.y, width: width + 2, height: 1 }
}

/// A tab: its name, and how much is wrong there.
fn tab(model: &Model, screen: Screen) -> Line<'static> {
    let theme = &model.theme;
    let style = if screen == model.screen { theme.accent } else { Style::new() };
    let mut line = Line::from(Span::styled(screen.title(), style));
    let dirty = if screen == Screen::Config { model.dirty() } else { 0 };
    if dirty > 0 {
        line.push_span(Span::styled(format!(" {}", theme.signs.modified), theme.warning));
        return line;
    }
    let areas = screen.areas();
    let worst =
        [Level::Problem, Level::Warning].into_iter().find(|level| model.diagnosis.count(areas, *level) > 0);
    if let Some(worst) = worst.filter(|_| screen != Screen::Overview) {
        let (sign, style) = signs::level(theme, worst);
        line.push_span(Span::styled(format!(" {sign}{}", model.diagnosis.count(areas, worst)), style));
    }
    line
}
