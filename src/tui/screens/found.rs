//! The screens that are lists of what was found: checks, tables of facts, what a channel can do. The overview begins
//! with what would happen to a prompt.

use ratatui::{
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::details;
use crate::{
    engine::{
        channel::prompt::columns,
        doctor::{Known, Level, State},
    },
    tui::{
        items::{self, Item, cell},
        model::{Model, Screen},
        theme::Theme,
        view::{Canvas, Target, line_width},
        widgets::{
            path,
            rows::{self, Row, hanging},
            signs,
        },
    },
};

/// From this width on what is selected is explained beside the list, and not within it.
const WIDE: u16 = 110;
/// Lower than this no row is spent on air.
const AIRY: u16 = 14;
/// Narrower than this no room is spent on where something belongs, or how it is known.
const ROOMY: usize = 60;
/// How wide a sign and an answer are.
const ANSWER: usize = 11;
/// How far a row's text is from the left edge.
const INDENT: usize = 2;

/// From this height on the overview's beginning stays where it is and has the whole width.
const HIGH: u16 = 22;

/// Draws the screen.
pub(in crate::tui) fn draw(canvas: &mut Canvas<'_>, model: &Model, area: Rect) {
    let is_wide = area.width + 2 >= WIDE;
    let mut area = area;
    let mut top = beginning(model, usize::from(area.width.saturating_sub(1)), area.height >= AIRY);
    if is_wide && area.height >= HIGH {
        for (line, y) in top.iter().zip(area.top()..area.bottom()) {
            canvas.line(area.x, y, area.width, line);
        }
        let used = u16::try_from(top.len()).unwrap_or(0).min(area.height);
        area = Rect { y: area.y + used, height: area.height - used, ..area };
        top.clear();
    }
    let list = if is_wide { Rect { width: area.width * 11 / 20, ..area } } else { area };
    let found = items::items(model);
    let mut rows: Vec<Row> = top.into_iter().map(Row::new).collect();
    rows.extend(list_rows(model, &found, list, !is_wide));
    rows::draw(canvas, list, &rows, model.scroll);
    if is_wide {
        let line = Rect { x: list.right() + 2, width: 1, ..area };
        // The bar beside a list that is scrolled is line enough.
        let is_scrolled = rows.len() > usize::from(list.height);
        for y in (area.top() + 1..area.bottom()).filter(|_| !is_scrolled) {
            canvas.text(line.x, y, 1, model.theme.signs.vertical, model.theme.line);
        }
        let beside = Rect { x: line.x + 2, width: area.right().saturating_sub(line.x + 2), ..area };
        aside(canvas, model, &found, Rect { y: beside.y + 1, height: beside.height - 1, ..beside });
    }
}

/// What the overview begins with: what would happen to a prompt, and its way.
fn beginning(model: &Model, width: usize, is_airy: bool) -> Vec<Line<'static>> {
    if model.screen != Screen::Overview || !model.filter.text().is_empty() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let air = |lines: &mut Vec<Line<'static>>| {
        if is_airy {
            lines.push(Line::default());
        }
    };
    air(&mut lines);
    lines.extend(verdict(model, width));
    air(&mut lines);
    lines.extend(path::lines(&model.theme, &model.diagnosis.verdict.path, width));
    lines
}

fn list_rows(model: &Model, found: &[Item<'_>], area: Rect, unfolds: bool) -> Vec<Row> {
    let (theme, width) = (&model.theme, usize::from(area.width.saturating_sub(1)));
    let is_airy = area.height >= AIRY;
    let mut list: Vec<Row> = Vec::new();
    let air = |list: &mut Vec<Row>| {
        if is_airy {
            list.push(Row::default());
        }
    };
    let names = name_width(found, width);
    for item in found {
        if matches!(item, Item::Heading(_) | Item::Words(_)) {
            air(&mut list);
        }
        if let Item::Words(text) = item {
            let wrapped = columns::wrap(text, width).into_iter();
            list.extend(wrapped.map(|text| Row::new(Span::styled(text, theme.dim))));
            continue;
        }
        let name = item.name();
        let is_selected = name.is_some() && model.selected() == name.as_ref();
        let (lines, right) = item_lines(model, item, names, width);
        let row = |line| Row { line, target: name.clone().map(Target::Item), is_selected, ..Row::default() };
        let first = list.len();
        list.extend(lines.into_iter().map(row));
        if let Some(first) = list.get_mut(first) {
            first.right = right;
        }
        if is_selected && unfolds {
            let indent = INDENT + 2;
            let lines = details::lines(theme, item, width.saturating_sub(indent));
            list.extend(lines.into_iter().map(|line| Row {
                line: indented(line, indent),
                target: name.clone().map(Target::Item),
                is_selected: true,
                ..Row::default()
            }));
        }
    }
    list
}

/// What would happen to a prompt, in large letters as far as a terminal has any.
fn verdict(model: &Model, width: usize) -> Vec<Line<'static>> {
    let (theme, verdict) = (&model.theme, &model.diagnosis.verdict);
    let is_limited = verdict.path.iter().any(|hop| hop.state == State::Limited);
    let (sign, style) = match (verdict.settled, verdict.is_well()) {
        (false, _) => (theme.spinner(model.now), theme.dim),
        (true, true) if is_limited => signs::level(theme, Level::Warning),
        (true, true) => signs::level(theme, Level::Ok),
        (true, false) => signs::level(theme, Level::Problem),
    };
    let text = if verdict.would.is_empty() { "Looking at this machine." } else { &verdict.would };
    let wrapped = columns::wrap(text, width.saturating_sub(INDENT));
    let line = |(at, text)| {
        let sign = if at == 0 { sign } else { " " };
        Line::from(vec![Span::styled(format!("{sign} "), style), Span::styled(text, theme.title)])
    };
    wrapped.into_iter().enumerate().map(line).collect()
}

/// How wide the names of facts and abilities are, so that what is said of them is in one column.
fn name_width(found: &[Item<'_>], width: usize) -> usize {
    let name = |item: &Item<'_>| match item {
        Item::Fact(_, fact) => columns::width(&fact.name),
        Item::Ability(row, _) => columns::width(row.capability.title()),
        _ => 0,
    };
    // Where there is little room, what an ability is called says more than how it comes.
    let most = if width < ROOMY && found.iter().any(|item| matches!(item, Item::Ability(..))) {
        width.saturating_sub(INDENT + 2 + ANSWER)
    } else {
        width * 9 / 20
    };
    found.iter().map(name).max().unwrap_or(0).min(most)
}

/// The lines of an item, none of them longer than there is room, and what stands at the right end of the first.
fn item_lines(
    model: &Model,
    item: &Item<'_>,
    names: usize,
    width: usize,
) -> (Vec<Line<'static>>, Line<'static>) {
    let theme = &model.theme;
    let right = match item {
        Item::Check(check) if model.screen == Screen::Overview => {
            Line::from(Span::styled(check.area.title(), theme.dim))
        }
        Item::Fact(_, fact) => known(theme, fact.known),
        Item::Ability(row, channel) => known(theme, cell(row, *channel).known),
        _ => Line::default(),
    };
    let right = if width < ROOMY { Line::default() } else { right };
    let taken = usize::from(line_width(&right));
    let room = width.saturating_sub(if taken == 0 { 0 } else { taken + 2 });
    let indent = Span::raw(" ".repeat(INDENT));
    let lines = match item {
        Item::Heading(text) | Item::Words(text) => vec![Line::from(Span::styled(text.clone(), theme.title))],
        Item::Check(check) => {
            let (sign, style) = signs::level(theme, check.level);
            let title = if check.level >= Level::Warning { theme.title } else { Style::new() };
            let before = vec![indent, Span::styled(format!("{sign} "), style)];
            hanging(before, &check.title, title, room)
        }
        Item::Fact(_, fact) => column(vec![indent], (&fact.name, theme.dim), names, room, |before| {
            hanging(before, &fact.value, Style::new(), room)
        }),
        Item::Ability(row, channel) => {
            let cell = cell(row, *channel);
            let (sign, style) = signs::answer(theme, cell.answer);
            column(vec![indent], (row.capability.title(), Style::new()), names, room, |mut before| {
                before.push(Span::styled(format!("{sign} {:<9}", cell.answer.name()), style));
                hanging(before, &cell.how, theme.dim, room)
            })
        }
    };
    (lines, right)
}

/// A name in its column and what is said of it behind; below it, where the name is longer than the column.
fn column(
    mut before: Vec<Span<'static>>,
    (name, style): (&str, Style),
    names: usize,
    room: usize,
    rest: impl FnOnce(Vec<Span<'static>>) -> Vec<Line<'static>>,
) -> Vec<Line<'static>> {
    let wide = columns::width(name);
    if wide <= names {
        let fill = " ".repeat(names - wide + 2);
        before.push(Span::styled(format!("{name}{fill}"), style));
        return rest(before);
    }
    let mut lines = hanging(before, name, style, room);
    lines.extend(rest(vec![Span::raw(" ".repeat(INDENT + 2))]));
    lines
}

fn known(theme: &Theme, known: Known) -> Line<'static> {
    Line::from(Span::styled(known.name(), theme.dim))
}

fn indented(line: Line<'static>, by: usize) -> Line<'static> {
    let mut spans = vec![Span::raw(" ".repeat(by))];
    spans.extend(line.spans);
    Line::from(spans)
}

/// What is selected, explained; or what the signs and words mean.
fn aside(canvas: &mut Canvas<'_>, model: &Model, found: &[Item<'_>], area: Rect) {
    let (theme, width) = (&model.theme, usize::from(area.width));
    let selected =
        found.iter().find(|item| item.name().is_some() && item.name().as_ref() == model.selected());
    let mut lines: Vec<Line<'static>> = Vec::new();
    match selected {
        Some(item) => {
            let title = match item {
                Item::Check(check) => check.title.as_str(),
                Item::Fact(_, fact) => fact.name.as_str(),
                Item::Ability(row, _) => row.capability.title(),
                Item::Heading(text) | Item::Words(text) => text.as_str(),
            };
            let wrapped = columns::wrap(title, width);
            lines.extend(wrapped.into_iter().map(|text| Line::from(Span::styled(text, theme.title))));
            if let Item::Check(check) = item {
                let (sign, style) = signs::level(theme, check.level);
                lines.push(Line::from(vec![
                    Span::styled(format!("{sign} {}", check.level.name()), style),
                    Span::styled(format!(" {} {}", theme.signs.dot, check.id), theme.dim),
                ]));
            }
            lines.push(Line::default());
            for line in details::lines(theme, item, width) {
                // Air between what is seen, why, and the fix.
                let begins = line.spans.first().is_some_and(|label| !label.content.trim().is_empty());
                if begins && lines.last().is_some_and(|last| !last.spans.is_empty()) {
                    lines.push(Line::default());
                }
                lines.push(line);
            }
        }
        None => lines = legend(model, width),
    }
    let scroll = canvas.scrolled(lines.len(), area.height, model.scroll);
    for (line, y) in lines.iter().skip(usize::from(scroll)).zip(area.top()..area.bottom()) {
        canvas.line(area.x, y, area.width, line);
    }
    rows::bar(canvas, area, lines.len(), usize::from(scroll));
}

/// What the signs and words mean.
fn legend(model: &Model, width: usize) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let mut lines = vec![
        Line::from(Span::styled(
            "Select a line to see what was found, why it matters and what to do.",
            theme.dim,
        )),
        Line::default(),
    ];
    let mut row = |sign: &str, style: Style, text: &str| {
        let fill = " ".repeat(9_usize.saturating_sub(columns::width(sign)));
        for (at, text) in columns::wrap(text, width.saturating_sub(9)).into_iter().enumerate() {
            let sign = if at == 0 { format!("{sign}{fill}") } else { " ".repeat(9) };
            lines.push(Line::from(vec![Span::styled(sign, style), Span::styled(text, theme.dim)]));
        }
    };
    if model.screen == Screen::Overview {
        for level in [Level::Problem, Level::Warning, Level::Note, Level::Ok] {
            let (sign, style) = signs::level(theme, level);
            row(sign, style, signs::level_means(level));
        }
    } else {
        for known in [Known::Seen, Known::Said, Known::Listed, Known::Tried, Known::Assumed] {
            row(known.name(), Style::new(), signs::known_means(known));
        }
    }
    lines
}
