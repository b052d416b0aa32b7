//! The model on a screen: pure, and the same for the same model.
//!
//! What is drawn also says what a click there means, so that the two cannot come apart.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
    text::{Line, Span},
};

use super::{
    items::Name,
    keys::Action,
    model::{Model, Overlay, Screen},
    screens,
    theme::Theme,
    widgets::{dialog, footer, header},
};
use crate::engine::channel::prompt::columns;

/// What a click means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Target {
    Screen(Screen),
    Item(Name),
    Test(usize),
    Field(usize),
    Channel(usize),
    Hint(Action),
    Log,
}

/// Where it is drawn, and what came of that.
pub(in crate::tui) struct Canvas<'a> {
    pub(in crate::tui) buffer: &'a mut Buffer,
    pub(in crate::tui) theme: &'a Theme,
    pub(in crate::tui) hits: Vec<(Rect, Target)>,
    pub(in crate::tui) cursor: Option<Position>,
    /// How far what lies over the screen, or else what is selected, can be scrolled.
    pub(in crate::tui) most_scroll: u16,
}

impl Canvas<'_> {
    /// How far something with so many lines is scrolled where there is room for `height`, if that is `scroll` at most.
    pub(in crate::tui) fn scrolled(&mut self, lines: usize, height: u16, scroll: u16) -> u16 {
        let most = u16::try_from(lines).unwrap_or(u16::MAX).saturating_sub(height);
        self.most_scroll = self.most_scroll.max(most);
        scroll.min(most)
    }

    /// Writes a line, cut to the width; how many columns it took.
    pub(in crate::tui) fn line(&mut self, x: u16, y: u16, width: u16, line: &Line<'_>) -> u16 {
        if !self.buffer.area.contains(Position { x, y }) {
            return 0;
        }
        let mut used = 0;
        for span in &line.spans {
            let room = usize::from(width.saturating_sub(used));
            let content = self.theme.signs.shown(&span.content);
            let text = columns::fit(&content, room, self.theme.signs.ellipsis);
            let is_cut = text.len() < content.len();
            let style = line.style.patch(span.style);
            let (end, _) = self.buffer.set_stringn(x + used, y, &text, room, style);
            used = end.saturating_sub(x);
            if is_cut || used >= width {
                break;
            }
        }
        used
    }

    /// Writes a text in one style.
    pub(in crate::tui) fn text(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
        self.line(x, y, width, &Line::from(Span::styled(text, style)))
    }

    /// Writes a line that ends at the right edge of `area`'s first row; how many columns it took.
    pub(in crate::tui) fn right(&mut self, area: Rect, line: &Line<'_>) -> u16 {
        let wide = line_width(line).min(area.width);
        self.line(area.right() - wide, area.y, wide, line)
    }

    /// The same sign all along.
    pub(in crate::tui) fn rule(&mut self, area: Rect, sign: &str, style: Style) {
        for x in area.left()..area.right() {
            self.buffer.set_stringn(x, area.y, sign, 1, style);
        }
    }

    /// Gives an area a style, what is written there keeps its own.
    pub(in crate::tui) fn fill(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area.intersection(self.buffer.area), style);
    }

    /// Takes away what was drawn there.
    pub(in crate::tui) fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    cell.reset();
                }
            }
        }
    }

    /// A click there means this.
    pub(in crate::tui) fn hit(&mut self, area: Rect, target: Target) {
        self.hits.push((area, target));
    }
}

/// How many columns a line takes.
pub(in crate::tui) fn line_width(line: &Line<'_>) -> u16 {
    let wide: usize = line.spans.iter().map(|span| columns::width(&span.content)).sum();
    u16::try_from(wide).unwrap_or(u16::MAX)
}

/// What drawing comes to, apart from what is to be seen.
#[derive(Debug, Default)]
pub(in crate::tui) struct Drawn {
    pub(in crate::tui) hits: Vec<(Rect, Target)>,
    pub(in crate::tui) cursor: Option<Position>,
    pub(in crate::tui) most_scroll: u16,
}

/// Lower than this the rule below the tabs is left out.
const RULE_FROM: u16 = 16;

/// Draws the model.
pub(in crate::tui) fn draw(model: &Model, buffer: &mut Buffer) -> Drawn {
    let area = buffer.area;
    let mut canvas = Canvas { buffer, theme: &model.theme, hits: Vec::new(), cursor: None, most_scroll: 0 };
    if area.width < 20 || area.height < 5 {
        canvas.text(0, 0, area.width, "too small", model.theme.warning);
        return Drawn::default();
    }
    let head = if area.height < RULE_FROM { 1 } else { 2 };
    header::draw(&mut canvas, model, Rect { height: head, ..area });
    let body =
        Rect { x: area.x + 1, y: area.y + head, width: area.width - 2, height: area.height - head - 1 };
    match model.screen {
        Screen::Tests => screens::trials::draw(&mut canvas, model, body),
        Screen::Config => screens::config::draw(&mut canvas, model, body),
        _ => screens::found::draw(&mut canvas, model, body),
    }
    let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
    if let Some(overlay) = &model.overlay {
        canvas.hits.clear();
        canvas.cursor = None;
        canvas.fill(Rect { height: area.height - 1, ..area }, dimmed(model));
        match overlay {
            Overlay::Help { scroll } => dialog::help(&mut canvas, model, body, *scroll),
            Overlay::Change { preview, scroll } => dialog::change(&mut canvas, model, body, preview, *scroll),
            Overlay::Leave => dialog::leave(&mut canvas, model, body),
            Overlay::Conflict => dialog::conflict(&mut canvas, model, body),
        }
    }
    footer::draw(&mut canvas, model, foot);
    Drawn { hits: canvas.hits, cursor: canvas.cursor, most_scroll: canvas.most_scroll }
}

/// What lies below a dialog steps back.
fn dimmed(model: &Model) -> Style {
    Style { bg: None, ..model.theme.dim }.remove_modifier(ratatui::style::Modifier::BOLD)
}

/// Draws to nowhere, to know what is where.
pub(in crate::tui) fn drawn(model: &Model) -> Drawn {
    let (width, height) = model.size;
    draw(model, &mut Buffer::empty(Rect { x: 0, y: 0, width, height }))
}

/// What a click there means; what is drawn last lies above.
pub(in crate::tui) fn target(model: &Model, column: u16, row: u16) -> Option<Target> {
    let at = Position { x: column, y: row };
    drawn(model).hits.into_iter().rev().find(|(area, _)| area.contains(at)).map(|(_, target)| target)
}

/// How far what lies over the screen, or else what is selected there, can be scrolled.
pub(in crate::tui) fn most_scroll(model: &Model) -> u16 {
    drawn(model).most_scroll
}
