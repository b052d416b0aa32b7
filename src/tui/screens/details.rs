//! What is known about one thing, in lines: below its row, or beside the list.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use crate::{
    engine::{
        channel::prompt::columns,
        doctor::{Check, Fact, Fix},
        text::clean,
    },
    tui::{
        items::{Item, cell},
        theme::Theme,
        widgets::signs,
    },
};

/// As wide as the longest label and a space.
const LABEL: usize = 5;

/// The lines about an item, at most so wide.
pub(in crate::tui) fn lines(theme: &Theme, item: &Item<'_>, width: usize) -> Vec<Line<'static>> {
    match item {
        Item::Check(check) => of_check(theme, check, width),
        Item::Fact(_, fact) => of_fact(theme, fact, width),
        Item::Ability(row, channel) => {
            let cell = cell(row, *channel);
            let (_, style) = signs::answer(theme, cell.answer);
            let mut lines = vec![Line::from(Span::styled(cell.answer.name(), style))];
            lines.extend(labelled(theme, "how", &cell.how, Style::new(), width));
            lines.extend(labelled(theme, "from", signs::known_means(cell.known), theme.dim, width));
            lines
        }
        Item::Heading(_) | Item::Words(_) => Vec::new(),
    }
}

fn of_check(theme: &Theme, check: &Check, width: usize) -> Vec<Line<'static>> {
    let mut lines = labelled(theme, "seen", &check.seen, Style::new(), width);
    lines.extend(labelled(theme, "why", &check.why, Style::new(), width));
    match &check.fix {
        Some(Fix::Command(command)) => {
            lines.extend(labelled(theme, "fix", &format!("$ {}", clean(command)), theme.accent, width));
        }
        Some(Fix::Config { key, value, .. }) => {
            let text = format!("{key} = {}", if value.is_empty() { "\"\"" } else { value });
            lines.extend(labelled(theme, "fix", &clean(&text), theme.accent, width));
        }
        Some(Fix::Text(text)) => lines.extend(labelled(theme, "fix", text, theme.title, width)),
        None => {}
    }
    lines
}

fn of_fact(theme: &Theme, fact: &Fact, width: usize) -> Vec<Line<'static>> {
    let mut lines = labelled(theme, "is", &fact.value, Style::new(), width);
    lines.extend(labelled(theme, "from", signs::known_means(fact.known), theme.dim, width));
    lines
}

/// A text with a label before its first line, and nothing where there is no text.
fn labelled(
    theme: &Theme,
    label: &'static str,
    text: &str,
    style: Style,
    width: usize,
) -> Vec<Line<'static>> {
    if text.is_empty() {
        return Vec::new();
    }
    let wrapped = columns::wrap(text, width.saturating_sub(LABEL));
    let line = |(at, text)| {
        let label = if at == 0 { label } else { "" };
        Line::from(vec![Span::styled(format!("{label:<LABEL$}"), theme.dim), Span::styled(text, style)])
    };
    wrapped.into_iter().enumerate().map(line).collect()
}
