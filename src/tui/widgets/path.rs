//! The way of a prompt: from step to step in a line where there is room, else one below the other.

use ratatui::text::{Line, Span};

use super::signs;
use crate::{
    engine::{
        channel::prompt::columns,
        doctor::{Hop, State},
    },
    tui::theme::Theme,
};

/// The way in lines of at most this width.
pub(in crate::tui) fn lines(theme: &Theme, path: &[Hop], width: usize) -> Vec<Line<'static>> {
    if path.is_empty() {
        return Vec::new();
    }
    let arrow = format!(" {0}{0}{1} ", theme.signs.rule, theme.signs.arrow);
    let wide = |hop: &Hop| 2 + columns::width(&hop.name).max(columns::width(&below(hop)));
    let total: usize = path.iter().map(wide).sum::<usize>() + (path.len() - 1) * columns::width(&arrow);
    if total <= width { across(theme, path, &arrow, wide) } else { down(theme, path, width) }
}

/// What is said of a step.
fn below(hop: &Hop) -> String {
    match hop.state {
        State::Spare | State::Off | State::Fails | State::Unknown if hop.detail.is_empty() => {
            signs::state_means(hop.state).to_owned()
        }
        State::Spare => format!("{}, {}", hop.detail, signs::state_means(hop.state)),
        _ => hop.detail.clone(),
    }
}

fn name(theme: &Theme, hop: &Hop) -> [Span<'static>; 2] {
    let (sign, style) = signs::state(theme, hop.state);
    let text = match hop.state {
        State::Spare | State::Off | State::Unknown => theme.dim,
        _ => theme.title,
    };
    [Span::styled(format!("{sign} "), style), Span::styled(hop.name.clone(), text)]
}

fn across(theme: &Theme, path: &[Hop], arrow: &str, wide: impl Fn(&Hop) -> usize) -> Vec<Line<'static>> {
    let (mut upper, mut lower) = (Line::default(), Line::default());
    for (at, hop) in path.iter().enumerate() {
        if at > 0 {
            upper.push_span(Span::styled(arrow.to_owned(), theme.line));
            lower.push_span(Span::raw(" ".repeat(columns::width(arrow))));
        }
        let fill = |used: usize| Span::raw(" ".repeat(wide(hop).saturating_sub(used)));
        upper.extend(name(theme, hop));
        upper.push_span(fill(2 + columns::width(&hop.name)));
        let text = below(hop);
        lower.push_span(Span::styled(format!("  {text}"), theme.dim));
        lower.push_span(fill(2 + columns::width(&text)));
    }
    vec![upper, lower]
}

fn down(theme: &Theme, path: &[Hop], width: usize) -> Vec<Line<'static>> {
    let widest = path.iter().map(|hop| columns::width(&hop.name)).max().unwrap_or(0);
    let mut lines = Vec::new();
    for hop in path {
        let mut line = Line::default();
        line.extend(name(theme, hop));
        let fill = widest.saturating_sub(columns::width(&hop.name)) + 2;
        line.push_span(Span::raw(" ".repeat(fill)));
        let room = width.saturating_sub(widest + 4);
        let mut wrapped = columns::wrap(&below(hop), room).into_iter();
        line.push_span(Span::styled(wrapped.next().unwrap_or_default(), theme.dim));
        lines.push(line);
        let more = |text| Line::from(vec![Span::raw(" ".repeat(widest + 4)), Span::styled(text, theme.dim)]);
        lines.extend(wrapped.map(more));
    }
    lines
}
