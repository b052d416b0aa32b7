//! The form over `[notify]`.

use ratatui::{
    layout::{Position, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
};

use crate::{
    engine::{
        channel::prompt::columns,
        config::{Effective, Origin, Row as Key, Shape},
        text::clean,
    },
    tui::{
        form::{Editing, Form},
        model::{Configuration, Model},
        theme::Theme,
        view::{Canvas, Target, line_width},
        widgets::rows::{self, Row},
    },
};

/// From this width on the help is beside the form.
const WIDE: u16 = 110;
/// From this width on it is said where a value comes from.
const NARROW: usize = 50;
/// The widest value that is shown whole.
const VALUE: usize = 24;

/// How many fields are to be seen at least, however long what is said of one is.
const FIELDS: u16 = 2;

/// Draws the screen.
pub(in crate::tui) fn draw(canvas: &mut Canvas<'_>, model: &Model, area: Rect) {
    let form = match &model.config {
        Configuration::Form(form) => form,
        Configuration::Reading => {
            canvas.text(area.x, area.y + 1, area.width, "Reading the configuration.", model.theme.dim);
            return;
        }
        Configuration::Unreadable(why, edit) => return unreadable(canvas, model, area, [why, edit]),
    };
    let is_airy = area.height >= 16;
    let top = u16::from(is_airy);
    title(canvas, model, form, Rect { y: area.y + top, height: 1, ..area });
    let body = Rect { y: area.y + 1 + 2 * top, height: area.height.saturating_sub(1 + 2 * top), ..area };
    let is_wide = area.width + 2 >= WIDE;
    let (list, help) = if is_wide {
        let list = Rect { width: body.width * 11 / 20, ..body };
        let x = list.right() + 4;
        (list, Rect { x, width: body.right().saturating_sub(x), ..body })
    } else {
        let below = help_lines(model, form, usize::from(body.width)).len();
        let below = u16::try_from(below).unwrap_or(u16::MAX).min(body.height.saturating_sub(1 + FIELDS));
        let list = Rect { height: body.height.saturating_sub(below + 1), ..body };
        (list, Rect { y: list.bottom() + 1, height: below, ..body })
    };
    let (rows, cursor) = field_rows(model, form, usize::from(list.width.saturating_sub(1)));
    rows::draw(canvas, list, &rows, 0);
    if let Some((row, column)) = cursor {
        let first = rows.iter().position(|row| row.is_selected).unwrap_or(0);
        let count = rows.iter().filter(|row| row.is_selected).count();
        let offset = rows::offset(rows.len(), usize::from(list.height), Some(first..first + count));
        let y = u16::try_from(row.saturating_sub(offset)).unwrap_or(0);
        let x = u16::try_from(column).unwrap_or(0);
        if y < list.height && x < list.width && model.overlay.is_none() {
            canvas.cursor = Some(Position { x: list.x + x, y: list.y + y });
        }
    }
    if is_wide {
        for y in body.top()..body.bottom() {
            canvas.text(list.right() + 2, y, 1, model.theme.signs.vertical, model.theme.line);
        }
    } else {
        canvas.rule(Rect { y: list.bottom(), height: 1, ..body }, model.theme.signs.rule, model.theme.line);
    }
    for (line, y) in help_lines(model, form, usize::from(help.width)).iter().zip(help.top()..help.bottom()) {
        canvas.line(help.x, y, help.width, line);
    }
}

fn unreadable(canvas: &mut Canvas<'_>, model: &Model, area: Rect, [why, edit]: [&str; 2]) {
    let theme = &model.theme;
    let mut y = area.y + 1;
    let mut say = |canvas: &mut Canvas<'_>, text: &str, style: Style| {
        for text in columns::wrap(text, usize::from(area.width)) {
            if y < area.bottom() {
                canvas.text(area.x, y, area.width, &text, style);
            }
            y += 1;
        }
    };
    say(canvas, &clean(why), theme.problem);
    let advice = format!("Nothing can be changed here until that is mended. By hand: {}", clean(edit));
    say(canvas, &advice, theme.dim);
}

/// Which file this is.
fn title(canvas: &mut Canvas<'_>, model: &Model, form: &Form, area: Rect) {
    let theme = &model.theme;
    let mut owner = form.owner.to_owned();
    if form.survey.is_new {
        owner.push_str(", not made yet");
    }
    let right = Line::from(Span::styled(owner, theme.dim));
    let used = canvas.right(area, &right);
    let room = usize::from(area.width.saturating_sub(used + 2));
    let path = tail(&clean(&model.file.1), room, theme.signs.ellipsis);
    canvas.text(area.x, area.y, area.width, &path, theme.title);
}

/// Of a file's name the end says most.
pub(in crate::tui) fn tail(text: &str, room: usize, ellipsis: &str) -> String {
    if columns::width(text) <= room {
        return text.to_owned();
    }
    let mut rest = text;
    while columns::width(rest) + columns::width(ellipsis) > room && !rest.is_empty() {
        rest = rest.get(rest.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
    }
    // Whole folders, where there are any.
    let whole = rest.find('/').and_then(|at| rest.get(at..)).unwrap_or(rest);
    format!("{ellipsis}{whole}")
}

/// The fields; and the row and column of the cursor, while something is typed.
fn field_rows(model: &Model, form: &Form, width: usize) -> (Vec<Row>, Option<(usize, usize)>) {
    let theme = &model.theme;
    let mut list: Vec<Row> = Vec::new();
    let mut cursor = None;
    let widest = form.survey.rows.iter().map(|row| columns::width(row.name)).max().unwrap_or(0);
    for (at, key) in form.survey.rows.iter().enumerate() {
        let is_selected = form.selected == at;
        let editing = form.editing.as_ref().filter(|_| is_selected);
        let is_dirty = form.is_dirty(at);
        let mark = if is_dirty { format!("{} ", theme.signs.modified) } else { "  ".to_owned() };
        let is_set = form.own(at).is_some();
        let name = if !key.may_set {
            theme.dim
        } else if is_set || is_dirty {
            theme.title
        } else {
            Style::new()
        };
        let fill = " ".repeat(widest + 2 - columns::width(key.name));
        let mut line = Line::from(vec![
            Span::styled(mark, theme.warning),
            Span::styled(format!("{}{fill}", key.name), name),
        ]);
        if let Some(Editing::Typing { entry, is_fresh }) = editing {
            cursor = Some((list.len(), widest + 4 + columns::width(entry.before())));
            let style = if form.problem().is_some() { theme.problem } else { theme.accent };
            let style = if *is_fresh { style.add_modifier(Modifier::REVERSED) } else { style };
            line.push_span(Span::styled(entry.text().to_owned(), style));
        } else {
            let can_turn = is_selected && key.may_set && model.overlay.is_none();
            line.extend(widget(theme, key, form.value(at), is_set, can_turn));
        }
        // A list of channels may need more lines than one.
        let mut more: Vec<Line<'static>> = Vec::new();
        if !matches!(editing, Some(Editing::Typing { .. }))
            && matches!(form.value(at), Some(Effective::List(_)))
            && usize::from(line_width(&line)) > width
            && let Some(words) = line.spans.pop()
        {
            more = rows::hanging(line.spans, &words.content, words.style, width);
            line = more.remove(0);
        }
        let (text, style) = note(theme, form, at, key);
        // Where there is little room only what is wrong is marked.
        let text = match width >= NARROW {
            true => text,
            false if key.fault.is_some() && !is_dirty => theme.signs.problem.to_owned(),
            false if key.above.is_some() => theme.signs.warning.to_owned(),
            false => String::new(),
        };
        let right = Line::from(Span::styled(text, style));
        list.push(Row { line, right, target: Some(Target::Field(at)), is_selected });
        let more = more.into_iter();
        list.extend(more.map(|line| Row {
            line,
            target: Some(Target::Field(at)),
            is_selected,
            ..Row::default()
        }));
        match editing {
            Some(Editing::Order { channels, at: chosen }) => {
                let mut place = 0;
                for (index, (channel, taken)) in channels.iter().enumerate() {
                    place += usize::from(*taken);
                    let order = if *taken { format!("{place}.") } else { "  ".to_owned() };
                    let pointer = if index == *chosen { theme.signs.right } else { " " };
                    let style = if *taken { Style::new() } else { theme.dim };
                    let line = Line::from(vec![
                        Span::raw(" ".repeat(widest + 2)),
                        Span::styled(format!("{pointer} "), theme.accent),
                        Span::styled(format!("{order} {}", channel.name()), style),
                    ]);
                    list.push(Row {
                        line,
                        target: Some(Target::Channel(index)),
                        is_selected: true,
                        ..Row::default()
                    });
                }
            }
            Some(Editing::Typing { .. }) => {
                for text in
                    form.problem().iter().flat_map(|text| columns::wrap(text, width.saturating_sub(4)))
                {
                    let line = Line::from(vec![Span::raw("    "), Span::styled(text, theme.problem)]);
                    list.push(Row { line, is_selected: true, ..Row::default() });
                }
            }
            None => {}
        }
    }
    (list, cursor)
}

/// A value as it is set.
fn widget(
    theme: &Theme,
    key: &Key,
    value: Option<&Effective>,
    is_set: bool,
    can_turn: bool,
) -> Vec<Span<'static>> {
    let plain = if is_set { Style::new() } else { theme.dim };
    let text = shown(value, key.shape);
    let text =
        if key.shape == Shape::Channels { text } else { columns::fit(&text, VALUE, theme.signs.ellipsis) };
    match (key.shape, value) {
        (Shape::Switch, Some(Effective::Switch(on))) => {
            let (sign, style) =
                if *on { (theme.signs.on, theme.good) } else { (theme.signs.switched_off, theme.dim) };
            let style = if is_set { style } else { theme.dim };
            vec![Span::styled(format!("{sign} "), style), Span::styled(text, plain)]
        }
        (Shape::Seconds | Shape::Protocol, Some(_)) if can_turn => vec![
            Span::styled(format!("{} ", theme.signs.left), theme.accent),
            Span::styled(text, plain),
            Span::styled(format!(" {}", theme.signs.right), theme.accent),
        ],
        _ => vec![Span::styled(text, plain)],
    }
}

/// A value in words.
fn shown(value: Option<&Effective>, shape: Shape) -> String {
    match value {
        Some(Effective::Switch(on)) => if *on { "on" } else { "off" }.to_owned(),
        Some(Effective::Seconds(_)) => format!("{} s", value.map(Effective::bare).unwrap_or_default()),
        Some(Effective::List(names)) => names.join(", "),
        Some(Effective::Text(text)) if text.is_empty() && shape == Shape::Protocol => "automatic".to_owned(),
        Some(value) => value.bare(),
        None => String::new(),
    }
}

/// Where a value comes from, in a word or two.
fn note(theme: &Theme, form: &Form, at: usize, key: &Key) -> (String, Style) {
    let plain = |text: &str| (text.to_owned(), theme.dim);
    let is_dirty = form.is_dirty(at);
    if !key.may_set {
        return plain("not in this file");
    }
    if key.fault.is_some() && !is_dirty {
        return ("wrong in the file".to_owned(), theme.problem);
    }
    if key.above.is_some() {
        return ("overridden".to_owned(), theme.warning);
    }
    match (is_dirty, form.own(at), &key.below_origin) {
        (true, ..) => {
            let old = key.own.as_ref().map(|old| format!("was {}", shown(Some(old), key.shape)));
            (old.unwrap_or_else(|| "was not set".to_owned()), theme.warning)
        }
        (false, Some(_), _) => plain("set here"),
        (false, None, Origin::Default) => plain("default"),
        (false, None, _) => plain("system's file"),
    }
}

/// What the selected key means, and where its value comes from.
fn help_lines(model: &Model, form: &Form, width: usize) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let Some(key) = form.row() else { return Vec::new() };
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut say = |text: &str, style: Style| {
        let wrapped = columns::wrap(text, width);
        lines.extend(wrapped.into_iter().map(|text| Line::from(Span::styled(text, style))));
    };
    if let Some(fault) = key.fault.as_ref().filter(|_| !form.is_dirty(form.selected)) {
        say(&clean(fault), theme.problem);
    }
    if let Some((origin, value)) = &key.above {
        let value = shown(Some(value), key.shape);
        say(&clean(&format!("The variable {origin} is set and wins: {value}")), theme.warning);
    }
    if !key.may_set {
        say("The program that this file belongs to does not know this key.", theme.warning);
    }
    match &form.editing {
        Some(Editing::Order { channels, .. }) if channels.iter().all(|(_, taken)| !taken) => {
            say("At least one; enabled turns announcements off.", theme.problem);
        }
        Some(Editing::Order { .. }) => say("The first that works is used.", Style::new()),
        _ => say(&key.help, Style::new()),
    }
    let mut origin = format!("Default: {}", shown(Some(&key.default), key.shape));
    if key.below != key.default {
        let below = shown(Some(&key.below), key.shape);
        origin =
            format!("{origin}. Without this file: {below}, from {}", clean(&key.below_origin.to_string()));
    }
    say(&format!("{origin}."), theme.dim);
    lines
}
