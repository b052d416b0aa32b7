//! The tests, and the log of all that was heard.

use ratatui::{
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use crate::{
    engine::{
        channel::prompt::columns,
        doctor::{Signal, TrialEvent},
        text::{clean, clean_lines},
    },
    tui::{
        model::Model,
        theme::Theme,
        trials::{Line as Entry, Test, Verdict},
        view::{Canvas, Target},
        widgets::rows::{self, Row},
    },
};

/// From this width on the log is beside the list.
const WIDE: u16 = 110;
/// From this width on a signal is a row of columns.
const COLUMNS: usize = 96;

/// Draws the screen.
pub(in crate::tui) fn draw(canvas: &mut Canvas<'_>, model: &Model, area: Rect) {
    let theme = &model.theme;
    let is_airy = area.height >= 30;
    if area.width + 2 >= WIDE {
        let list = Rect { width: 46.min(area.width * 2 / 5), ..area };
        let rows = list_rows(model, list, true);
        rows::draw(canvas, list, &rows, 0);
        for y in area.top()..area.bottom() {
            canvas.text(list.right() + 2, y, 1, theme.signs.vertical, theme.line);
        }
        let x = list.right() + 4;
        log(canvas, model, Rect { x, width: area.right().saturating_sub(x + 1), ..area });
    } else {
        let rows = list_rows(model, area, is_airy);
        let most = if area.height < 14 { area.height / 2 } else { area.height * 11 / 20 };
        let height = most.min(u16::try_from(rows.len()).unwrap_or(u16::MAX));
        rows::draw(canvas, Rect { height, ..area }, &rows, 0);
        let rule = Rect { y: area.y + height, height: 1, ..area };
        canvas.rule(rule, theme.signs.rule, theme.line);
        canvas.text(rule.x + 1, rule.y, 20, " What was heard ", theme.dim);
        log(canvas, model, Rect { y: rule.y + 1, height: area.height - height - 1, ..area });
    }
}

fn list_rows(model: &Model, area: Rect, is_airy: bool) -> Vec<Row> {
    let (theme, width) = (&model.theme, usize::from(area.width.saturating_sub(1)));
    let mut list: Vec<Row> = Vec::new();
    let mut group = "";
    let all = Test::all();
    let widest = all.iter().map(|test| columns::width(test.title())).max().unwrap_or(0);
    for (at, test) in all.into_iter().enumerate() {
        if test.group() != group {
            group = test.group();
            if is_airy {
                list.push(Row::default());
            }
            list.push(Row::new(Span::styled(group, theme.title)));
        }
        let is_selected = model.tests.selected == at;
        let fill = " ".repeat(widest + 2 - columns::width(test.title()));
        let mut before = vec![Span::raw("  "), Span::raw(format!("{}{fill}", test.title()))];
        let mut outcome = outcome(model, test);
        let words = outcome.pop().unwrap_or_default();
        before.extend(outcome);
        for line in rows::hanging(before, &words.content, words.style, width) {
            list.push(Row { line, target: Some(Target::Test(at)), is_selected, ..Row::default() });
        }
        if is_selected {
            let mut more = |text: &str, style: Style| {
                for text in columns::wrap(text, width.saturating_sub(4)) {
                    let line = Line::from(vec![Span::raw("    "), Span::styled(text, style)]);
                    list.push(Row {
                        line,
                        target: Some(Target::Test(at)),
                        is_selected: true,
                        ..Row::default()
                    });
                }
            };
            more(test.task(), theme.dim);
            if let Some(command) = test.command(&model.invocation) {
                more(&format!("$ {command}"), theme.accent);
            }
        }
    }
    list
}

/// What came of a test, or that it runs.
fn outcome(model: &Model, test: Test) -> Vec<Span<'static>> {
    let theme = &model.theme;
    if let (Some((running, since)), Test::Trial(trial)) = (model.tests.running, test)
        && running == trial
    {
        let running = format!("{} {} s", theme.spinner(model.now), model.now.saturating_sub(since).as_secs());
        return vec![Span::styled(running, theme.accent)];
    }
    match model.tests.result(test) {
        Some(Verdict::Yes(how)) => {
            vec![Span::styled(format!("{} ", theme.signs.good), theme.good), Span::raw(how.clone())]
        }
        Some(Verdict::No(how)) => {
            vec![Span::styled(format!("{} ", theme.signs.problem), theme.problem), Span::raw(how.clone())]
        }
        Some(Verdict::Over(how)) => {
            vec![
                Span::styled(format!("{} ", theme.signs.off), theme.dim),
                Span::styled(how.clone(), theme.dim),
            ]
        }
        None => Vec::new(),
    }
}

fn log(canvas: &mut Canvas<'_>, model: &Model, area: Rect) {
    if area.height == 0 || area.width == 0 {
        return;
    }
    canvas.hit(area, Target::Log);
    let (theme, width) = (&model.theme, usize::from(area.width));
    let mut lines: Vec<Line<'static>> = Vec::new();
    let is_wide = width >= COLUMNS;
    if is_wide && !model.tests.log().is_empty() {
        let head = columns_of(["time", "signal", "from", "id", "says", "after", "means"]);
        lines.push(Line::from(Span::styled(head, theme.dim)));
    }
    let head = lines.len();
    for entry in model.tests.log() {
        lines.extend(entry_lines(model, entry, width));
    }
    if model.tests.log().is_empty() {
        let text = "Run a test, and every signal that the bus carries about it stands here: when it came, who sent it, what \
                    it says and what it means to a prompt.";
        lines.extend(
            columns::wrap(text, width).into_iter().map(|text| Line::from(Span::styled(text, theme.dim))),
        );
    }
    let height = usize::from(area.height).saturating_sub(head);
    let body = lines.len() - head;
    let back = model.tests.back.min(body.saturating_sub(height));
    let first = body.saturating_sub(height + back);
    let shown = lines.iter().take(head).chain(lines.iter().skip(head + first));
    for (line, y) in shown.zip(area.top()..area.bottom()) {
        canvas.line(area.x, y, area.width, line);
    }
    rows::bar(canvas, Rect { height: u16::try_from(height).unwrap_or(0), ..area }, body, first);
}

/// The columns of the log where there is room for them.
fn columns_of(cells: [&str; 7]) -> String {
    let [time, signal, from, id, says, after, means] = cells;
    format!("{time:>8}  {signal:<20} {from:<8} {id:>6}  {says:<24} {after:>8}  {means}")
}

fn entry_lines(model: &Model, entry: &Entry, width: usize) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let styled = |text: String, style: Style| {
        let lines = columns::wrap(&text, width);
        lines.into_iter().map(|text| Line::from(Span::styled(text, style))).collect::<Vec<_>>()
    };
    match entry {
        Entry::Began(test, _) => {
            let mut lines =
                vec![Line::from(Span::styled(format!("{}: {}", test.group(), test.title()), theme.title))];
            if let Some(command) = test.command(&model.invocation) {
                lines.extend(styled(format!("$ {command}"), theme.accent));
            }
            lines
        }
        Entry::Event(_, TrialEvent::Shown { id, server, delay }) => {
            let text =
                format!("{:>8}  shown as #{id} by {} after {} ms", "", clean(server), delay.as_millis());
            vec![Line::from(Span::styled(text, theme.good))]
        }
        Entry::Event(_, TrialEvent::Heard(signal)) => heard(theme, signal, width),
        Entry::Event(_, TrialEvent::Proven(proof)) => styled(
            format!(
                "{} proven: {}: {}, {}",
                theme.signs.good,
                proof.capability.title(),
                proof.answer.name(),
                clean(&proof.how)
            ),
            theme.good,
        ),
        Entry::Event(_, TrialEvent::Failed(why)) => {
            styled(format!("{} {}", theme.signs.problem, clean(why)), theme.problem)
        }
        Entry::Event(_, TrialEvent::Ended) => vec![Line::from(Span::styled("over", theme.dim))],
        Entry::Outcome(outcome) => {
            let mut lines = Vec::new();
            let mut stream = |name: &str, text: &str, style: Style| {
                for (at, text) in clean_lines(text).lines().enumerate() {
                    let name = if at == 0 { name } else { "" };
                    let text = columns::fit(&clean(text), width.saturating_sub(8), theme.signs.ellipsis);
                    lines.push(Line::from(vec![
                        Span::styled(format!("{name:<8}"), theme.dim),
                        Span::styled(text, style),
                    ]));
                }
            };
            stream(
                "stdout",
                if outcome.stdout.is_empty() { "(nothing)" } else { &outcome.stdout },
                theme.title,
            );
            stream("stderr", &outcome.stderr, Style::new());
            let (text, style) = match &outcome.status {
                Ok(status) => (
                    format!("{status}  {}", means(*status)),
                    if *status == 0 { theme.good } else { theme.warning },
                ),
                Err(why) => (clean(why), theme.problem),
            };
            stream("status", &text, style);
            stream("took", &format!("{:.1} s", outcome.took.as_secs_f64()), theme.dim);
            lines
        }
    }
}

/// What the exit status of `wait` means.
fn means(status: i32) -> &'static str {
    match status {
        0 => "answered",
        1 => "answered: a refusal",
        2 => "wrong usage",
        3 => "dismissed",
        69 => "nobody can be asked",
        74 => "the answer could not be written",
        124 => "the deadline passed",
        129.. => "ended by a signal",
        _ => "",
    }
}

fn heard(theme: &Theme, signal: &Signal, width: usize) -> Vec<Line<'static>> {
    let time = format!("{:.3}", signal.at.as_secs_f64());
    let id = signal.heard.id.map(|id| format!("#{id}")).unwrap_or_default();
    let after = format!("{} ms", signal.delay.as_millis());
    let (name, sender, says, means) = (
        clean(&signal.heard.name),
        clean(&signal.heard.sender),
        clean(&signal.heard.says),
        clean(&signal.means),
    );
    // What is not about ours, or from nobody who may answer, steps back.
    let style = if signal.heard.ours && signal.heard.genuine { Style::new() } else { theme.dim };
    let fits = [(&name, 20), (&sender, 8), (&id, 6), (&says, 24)]
        .into_iter()
        .all(|(text, wide)| columns::width(text) <= wide);
    let row = columns_of([&time, &name, &sender, &id, &says, &after, &means]);
    // What does not go into the columns is told in words.
    if width >= COLUMNS && fits && columns::width(&row) <= width {
        return vec![Line::from(Span::styled(row, style))];
    }
    let first =
        rows::hanging(vec![Span::raw(format!("{time:>8}  "))], &format!("{name} {id} {says}"), style, width);
    let origin = if signal.heard.genuine { sender } else { format!("{sender}, not the server") };
    let second = format!("{:>8}  {means}, {after} after it was up, from {origin}", "");
    let rest = columns::wrap(second.trim_start(), width.saturating_sub(10));
    let mut lines: Vec<Line<'static>> = first.into_iter().map(|line| line.style(style)).collect();
    lines.extend(
        rest.into_iter().map(|text| Line::from(Span::styled(format!("{:>10}{text}", ""), theme.dim))),
    );
    lines
}
