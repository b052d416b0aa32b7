//! What lies over a screen: the keys, a change before it is made, and questions.

use ratatui::{
    layout::Rect,
    style::Style,
    text::{Line, Span},
};
use unicode_segmentation::UnicodeSegmentation as _;

use super::{footer, rows};
use crate::{
    engine::channel::prompt::columns,
    tui::{
        diff,
        keys::{Action, BINDINGS, Scope},
        message::Preview,
        model::{Model, Purpose, Screen},
        screens::config::tail,
        view::{Canvas, line_width},
    },
};

/// A frame in the middle, as large as these lines need; they are scrolled where there is no room for all.
fn draw(canvas: &mut Canvas<'_>, area: Rect, title: &str, lines: &[Line<'static>], scroll: u16) {
    let (theme, sign) = (canvas.theme, canvas.theme.signs);
    let widest = lines.iter().map(line_width).max().unwrap_or(0);
    let title_width = u16::try_from(columns::width(title)).unwrap_or(u16::MAX);
    let width = widest.max(title_width.saturating_add(2)).saturating_add(4).min(area.width);
    let count = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let height = count.saturating_add(2).min(area.height);
    let frame =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    // With a little air, so that nothing of what lies below looks like a part of it.
    canvas.clear(Rect { x: frame.x.saturating_sub(1), width: frame.width + 2, ..frame });
    let [top_left, top_right, bottom_left, bottom_right] = sign.corners;
    let (left, right, bottom) = (frame.x, frame.right() - 1, frame.bottom() - 1);
    for y in [frame.y, bottom] {
        canvas.rule(Rect { x: left, y, width, height: 1 }, sign.rule, theme.line);
    }
    for y in frame.y + 1..bottom {
        canvas.text(left, y, 1, sign.vertical, theme.line);
        canvas.text(right, y, 1, sign.vertical, theme.line);
    }
    for (x, y, corner) in [
        (left, frame.y, top_left),
        (right, frame.y, top_right),
        (left, bottom, bottom_left),
        (right, bottom, bottom_right),
    ] {
        canvas.text(x, y, 1, corner, theme.line);
    }
    let title = tail(title, usize::from(width.saturating_sub(6)), sign.ellipsis);
    canvas.text(left + 2, frame.y, width.saturating_sub(4), &format!(" {title} "), theme.accent);
    let inner = Rect { x: left + 2, y: frame.y + 1, width: width.saturating_sub(4), height: height - 2 };
    canvas.most_scroll = count.saturating_sub(inner.height);
    let first = scroll.min(canvas.most_scroll);
    for (line, y) in lines.iter().skip(usize::from(first)).zip(inner.top()..inner.bottom()) {
        canvas.line(inner.x, y, inner.width, line);
    }
    rows::bar(canvas, Rect { width: inner.width + 1, ..inner }, lines.len(), usize::from(first));
}

/// All keys, those of this screen first.
pub(in crate::tui) fn help(canvas: &mut Canvas<'_>, model: &Model, area: Rect, scroll: u16) {
    let theme = &model.theme;
    let here = match model.screen {
        Screen::Tests => Scope::Tests,
        Screen::Config => Scope::Config,
        _ => Scope::Found,
    };
    let is_ascii = theme.signs.rule.is_ascii();
    let scopes = [here].into_iter().chain(Scope::ALL.into_iter().filter(|scope| *scope != here));
    let keys = |binding: &crate::tui::keys::Binding| if is_ascii { binding.ascii } else { binding.shown };
    let widest = BINDINGS.iter().map(|binding| columns::width(keys(binding))).max().unwrap_or(0);
    let room = usize::from(area.width).saturating_sub(widest + 7);
    let mut lines: Vec<Line<'static>> = Vec::new();
    for scope in scopes {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::from(Span::styled(scope.title(), theme.accent)));
        for binding in BINDINGS.iter().filter(|binding| binding.scope == scope && !binding.shown.is_empty()) {
            let key = keys(binding);
            let fill = " ".repeat(widest + 2 - columns::width(key));
            for (at, text) in columns::wrap(binding.help, room).into_iter().enumerate() {
                lines.push(Line::from(if at == 0 {
                    vec![Span::styled(key, theme.key), Span::raw(fill.clone()), Span::raw(text)]
                } else {
                    vec![Span::raw(format!("{}{text}", " ".repeat(widest + 2)))]
                }));
            }
        }
    }
    draw(canvas, area, "Keys", &lines, scroll);
}

/// What a change comes to.
pub(in crate::tui) fn change(
    canvas: &mut Canvas<'_>,
    model: &Model,
    area: Rect,
    preview: &Preview,
    scroll: u16,
) {
    let theme = &model.theme;
    let Ok(changes) = &preview.lines else { return };
    let highest = changes.iter().map(|line| match line {
        diff::Line::Same(number, _) | diff::Line::Old(number, _) | diff::Line::New(number, _) => *number,
        diff::Line::Gap => 0,
    });
    let digits = highest.max().unwrap_or(0).to_string().len();
    let room = usize::from(area.width.saturating_sub(4));
    let numbered = |number: &usize, sign: &str, text: &str, style: Style| {
        let text = text.replace('\t', "    ").chars().filter(|c| !c.is_control()).collect::<String>();
        let wrapped = pieces(&text, room.saturating_sub(digits + 3));
        let line = |(at, text): (usize, String)| {
            let before = if at == 0 { format!("{number:>digits$} ") } else { " ".repeat(digits + 1) };
            let sign = if at == 0 { sign } else { " " };
            Line::from(vec![Span::styled(before, theme.dim), Span::styled(format!("{sign} {text}"), style)])
        };
        wrapped.into_iter().enumerate().map(line).collect::<Vec<_>>()
    };
    let mut lines: Vec<Line<'static>> = Vec::new();
    if preview.is_new {
        lines.push(Line::from(Span::styled("This makes the file.", theme.note)));
        lines.push(Line::default());
    }
    lines.extend(changes.iter().flat_map(|line| match line {
        diff::Line::Same(number, text) => numbered(number, " ", text, theme.dim),
        diff::Line::Old(number, text) => numbered(number, "-", text, theme.problem),
        diff::Line::New(number, text) => numbered(number, "+", text, theme.good),
        diff::Line::Gap => vec![Line::from(Span::styled(theme.signs.ellipsis, theme.dim))],
    }));
    lines.push(Line::default());
    let after = if model.purpose == Purpose::SaveAndQuit { " Then this program ends." } else { "" };
    let rest = if preview.is_new {
        "The rest of it is every key, commented out."
    } else {
        "Nothing else in the file changes."
    };
    lines.extend(columns::wrap(&format!("{rest}{after}"), room).into_iter().map(Line::from));
    lines.extend(keys(model, room));
    draw(canvas, area, &preview.path, &lines, scroll);
}

/// A line of a file in pieces that fit, blanks and all: at least one.
fn pieces(text: &str, room: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for grapheme in text.graphemes(true) {
        if let Some(last) =
            pieces.last_mut().filter(|last| columns::width(last) + columns::width(grapheme) <= room)
        {
            last.push_str(grapheme);
        } else {
            pieces.push(grapheme.to_owned());
        }
    }
    pieces
}

/// Something is not saved.
pub(in crate::tui) fn leave(canvas: &mut Canvas<'_>, model: &Model, area: Rect) {
    let count = model.dirty();
    let what = if count == 1 { "One change is".to_owned() } else { format!("{count} changes are") };
    question(canvas, model, area, "Quit", &format!("{what} not saved."));
}

/// The file is another by now.
pub(in crate::tui) fn conflict(canvas: &mut Canvas<'_>, model: &Model, area: Rect) {
    let text = "Another program has changed this file since it was read. Nothing was written. Read it again to see \
                what it says now; what you have changed stays in the form.";
    question(canvas, model, area, "Changed elsewhere", text);
}

fn question(canvas: &mut Canvas<'_>, model: &Model, area: Rect, title: &str, text: &str) {
    let width = usize::from(area.width.saturating_sub(4)).min(60);
    let mut lines: Vec<Line<'static>> = columns::wrap(text, width).into_iter().map(Line::from).collect();
    lines.push(Line::default());
    lines.extend(keys(model, width));
    draw(canvas, area, title, &lines, 0);
}

/// What can be done now, in as many lines as that needs.
fn keys(model: &Model, room: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for binding in footer::shown(model).into_iter().filter(|binding| binding.action != Action::Scroll) {
        let key = if model.theme.signs.rule.is_ascii() { binding.ascii } else { binding.shown };
        let words = vec![Span::styled(key, model.theme.accent), Span::raw(format!(" {}", binding.hint))];
        let needed = usize::from(line_width(&Line::from(words.clone())));
        match lines.last_mut() {
            Some(line) if line.spans.is_empty() => line.extend(words),
            Some(line) if usize::from(line_width(line)) + 3 + needed <= room => {
                line.push_span(Span::raw("   "));
                line.extend(words);
            }
            _ => lines.push(Line::from(words)),
        }
    }
    lines
}
