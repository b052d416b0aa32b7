//! The prompt → the lines of a frame, for a screen of some size.
//!
//! Pure drawing: it changes nothing, it writes nothing, and it fits any size from 1 × 1 up. Nothing depends on colour
//! alone: a selected choice has brackets or a mark, a notice begins with `!`.

use crate::engine::{
    channel::prompt::{
        candidates,
        columns::{fit, width, wrap},
        entry::entry,
        fields,
        hint::hint,
        list::{self, Item},
        matching::has_positions,
        model::Prompt,
        screen::{Frame, Row, Screen, Style},
        words,
    },
    request::Deadline,
    text::clean,
};

/// Fewest columns with which the first two are kept for marks.
const MARGIN_LEAST: usize = 10;

/// Most rows that candidates of a completion take, as a part of the screen.
const CANDIDATES_PART: usize = 3;

/// Most rows that the head of a longer text takes, as a part of the screen.
const DETAIL_PART: usize = 2;

/// How many lines of a longer text are shown where nothing has to give way.
pub(super) fn head(screen: Screen) -> usize {
    screen.rows() / DETAIL_PART
}

/// Draws the prompt. What does not fit the height goes, the least important first; the line that is typed in stays.
pub fn frame(prompt: &Prompt, screen: &Screen) -> Frame {
    let pen = Pen { screen: *screen, prompt };
    let mut parts = pen.parts();
    shrink(&mut parts, &pen);
    let rows_above =
        |parts: &Parts, part: Part| parts.iter().take(part as usize).map(Vec::len).sum::<usize>();
    let choices = &mut parts[Part::Choices as usize];
    let cursor = if let Some(form) = prompt.form() {
        let (rows, (row, column)) = fields::rows(form, choices.len(), *screen, pen.margin());
        *choices = rows;
        (rows_above(&parts, Part::Choices) + row, column)
    } else {
        let (row, column) = entry(prompt, *screen, pen.margin() > 0, choices.is_empty());
        parts[Part::Entry as usize] = vec![row];
        (rows_above(&parts, Part::Entry), column)
    };
    let rows = || parts.iter().flatten();
    Frame {
        lines: rows().map(|row| row.text.clone()).collect(),
        widths: rows().map(|row| row.width).collect(),
        cursor,
    }
}

/// What a frame consists of, from the top.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Title,
    Headline,
    Reason,
    Objects,
    /// The head of a longer text.
    Detail,
    Deadline,
    Source,
    /// The choices, or the fields of a form.
    Choices,
    /// How many are not shown, and how many are marked.
    Count,
    /// The line that is typed in; a form has its own.
    Entry,
    Candidates,
    Notice,
    Hint,
}

impl Part {
    const COUNT: usize = 13;

    /// What gives way after the hint, one after the other, and how many of its rows it keeps.
    const LESS: [(Self, usize); 15] = [
        (Self::Source, 0),
        (Self::Title, 0),
        (Self::Detail, 4),
        (Self::Reason, 0),
        (Self::Objects, 0),
        (Self::Candidates, 0),
        (Self::Detail, 0),
        (Self::Deadline, 0),
        (Self::Count, 0),
        (Self::Notice, 1),
        (Self::Headline, 1),
        (Self::Choices, 1),
        (Self::Headline, 0),
        (Self::Notice, 0),
        (Self::Choices, 0),
    ];
}

/// The rows of every part, by its number.
type Parts = [Vec<Row>; Part::COUNT];

/// Takes away the least important until the rest fits.
fn shrink(parts: &mut Parts, pen: &Pen<'_>) {
    let rows = pen.screen.rows();
    let over = |parts: &Parts| (parts.iter().map(Vec::len).sum::<usize>()).saturating_sub(rows);
    for (part, least) in pen.first_less(rows).into_iter().chain(Part::LESS) {
        let over = over(parts);
        let have = parts[part as usize].len();
        if over == 0 || have <= least {
            continue;
        }
        let keep = have.saturating_sub(over).max(least);
        match part {
            Part::Choices if keep > 0 => parts[part as usize] = pen.choices(keep),
            Part::Detail => parts[part as usize] = pen.detail(keep),
            Part::Candidates if keep > 0 => parts[part as usize] = pen.candidates(keep),
            _ => pen.shorten(&mut parts[part as usize], keep),
        }
    }
}

/// What all drawing needs.
struct Pen<'a> {
    screen: Screen,
    prompt: &'a Prompt,
}

impl Pen<'_> {
    fn parts(&self) -> Parts {
        let request = self.prompt.request();
        let separator = self.screen.signs().separator;
        let dim = |text: Option<String>| self.paragraph(text, " ", Style::Dim);
        let mut deadline = request.deadline.as_ref().map(Deadline::line);
        let mut source = words::source(request);
        // They share a line where they can.
        if let (Some(first), Some(second)) = (&deadline, &source) {
            let joined = format!("{first}{separator}{second}");
            if width(&joined) <= self.room() {
                (deadline, source) = (Some(joined), None);
            }
        }
        // In the order of `Part`.
        [
            dim(words::title(request)),
            self.paragraph(Some(words::headline(request)), "?", Style::Bold),
            dim(words::reason(request)),
            dim(words::objects(request, separator)),
            self.detail(head(self.screen)),
            dim(deadline),
            dim(source),
            self.choices(usize::MAX),
            dim(self.count()),
            if self.prompt.form().is_none() { vec![Row::default()] } else { Vec::new() },
            self.candidates((self.screen.rows() / CANDIDATES_PART).max(2)),
            self.paragraph(self.prompt.notice().map(str::to_owned), "!", Style::Yellow),
            dim(hint(self.prompt, self.screen, self.is_row(), self.room())),
        ]
    }

    /// The columns before text, where marks stand; none where there is no room to spare.
    fn margin(&self) -> usize {
        if self.screen.columns() >= MARGIN_LEAST { 2 } else { 0 }
    }

    /// The columns for text.
    fn room(&self) -> usize {
        self.screen.columns() - self.margin()
    }

    /// Wrapped text with a mark before its first line.
    fn paragraph(&self, text: Option<String>, mark: &str, style: Style) -> Vec<Row> {
        let lines = text.map(|text| wrap(&text, self.room())).unwrap_or_default();
        let draw = |(index, line): (usize, &String)| {
            let mut row = Row::default();
            if self.margin() > 0 {
                row.put(self.screen, style, if index == 0 { mark } else { " " });
                row.put(self.screen, Style::Plain, " ");
            }
            row.put(self.screen, style, line);
            row
        };
        lines.iter().enumerate().map(draw).collect()
    }

    /// Keeps the first rows, and says that there was more where there is room for it.
    fn shorten(&self, rows: &mut Vec<Row>, keep: usize) {
        rows.truncate(keep);
        let sign = self.screen.signs().ellipsis;
        if let Some(last) = rows.last_mut().filter(|last| last.width + width(sign) <= self.screen.columns()) {
            last.put(self.screen, Style::Plain, sign);
        }
    }

    /// What gives way before all else, and how many of its rows it keeps. A long list scrolls in half the screen before it
    /// pushes out what it is about; one that can be filtered before it pushes out how. A form is there to be filled in:
    /// as much of it as can be stays.
    fn first_less(&self, rows: usize) -> Vec<(Part, usize)> {
        let half = (Part::Choices, (rows / 2).max(3));
        let most = (Part::Choices, (rows * 2 / 3).max(3));
        let hint = (Part::Hint, 0);
        if self.prompt.form().is_some() {
            vec![(Part::Source, 0), (Part::Title, 0), hint, most]
        } else if self.prompt.request().answers.is_list() {
            vec![(Part::Candidates, 2), half, hint]
        } else {
            vec![hint, (Part::Candidates, 2), half]
        }
    }

    /// The choices in one row if they fit, else a list of at most `height` rows around the selected one; or the fields
    /// of a form.
    fn choices(&self, height: usize) -> Vec<Row> {
        if let Some(form) = self.prompt.form() {
            return fields::rows(form, height, self.screen, self.margin()).0;
        }
        if self.is_row() {
            return vec![self.row(&self.labels())];
        }
        let choices = self.prompt.request().answers.choices();
        let has_positions = has_positions(choices);
        let item = |&index: &usize| {
            let choice = &choices[index];
            let label = words::label(choice);
            // As wide as the last one, so that nothing moves when some are hidden.
            let number = || format!("{:>digits$}", index + 1, digits = choices.len().to_string().len());
            let name = if has_positions { number() } else { clean(&choice.key) };
            let name = Some(name).filter(|name| *name != label);
            let mark = match self.prompt.is_marked(index) {
                Some(true) => "[x] ",
                Some(false) => "[ ] ",
                None => "",
            };
            Item { name, label: format!("{mark}{label}") }
        };
        let left = self.prompt.left();
        if left.is_empty() {
            return Vec::new();
        }
        let items: Vec<Item> = left.iter().map(item).collect();
        let selected = self.prompt.selected().and_then(|index| left.iter().position(|&one| one == index));
        list::rows(&items, selected, height, self.screen)
    }

    /// What the list may not show: how many are marked, and how many are hidden by what is typed.
    fn count(&self) -> Option<String> {
        let all = self.prompt.request().answers.choices().len();
        let (hidden, marked) = (all - self.prompt.left().len(), self.prompt.marked());
        let mut parts = Vec::new();
        parts.extend((marked > 0).then(|| format!("{marked} marked")));
        parts.extend((hidden > 0).then(|| format!("{hidden} of {all} hidden")));
        (!parts.is_empty()).then(|| parts.join(self.screen.signs().separator))
    }

    /// The head of a longer text in at most `height` rows, the last of which says how much more there is.
    fn detail(&self, height: usize) -> Vec<Row> {
        let Some(detail) = &self.prompt.options().detail else { return Vec::new() };
        let shown = if detail.len() <= height { height } else { height.saturating_sub(1) };
        let mut rows = Vec::new();
        let mut put = |style, text: &str| {
            let mut row = Row::default();
            row.put(self.screen, Style::Plain, &" ".repeat(self.margin()));
            row.put(self.screen, style, &fit(text, self.room(), self.screen.signs().ellipsis));
            rows.push(row);
        };
        detail.lines().take(shown).for_each(|(kind, line)| put(Style::Detail(kind), &line));
        if height > 0 && detail.len() > shown {
            let more = match detail.len() - shown {
                1 => "1 more line".to_owned(),
                more => format!("{more} more lines"),
            };
            let more = format!("{} {more}", self.screen.signs().ellipsis);
            let with_key = format!("{more}{}Ctrl-O opens it", self.screen.signs().separator);
            put(Style::Dim, if width(&with_key) <= self.room() { &with_key } else { &more });
        }
        rows
    }

    /// What a completion may come to.
    fn candidates(&self, height: usize) -> Vec<Row> {
        self.prompt.candidates().map_or_else(Vec::new, |(words, at)| {
            candidates::rows(words, at, height, self.screen, self.margin())
        })
    }

    fn labels(&self) -> Vec<String> {
        self.prompt.request().answers.choices().iter().map(words::label).collect()
    }

    /// Whether the choices stand in one row: each has a column on either side, for brackets or space, so that nothing
    /// moves when the selection does, and one more to the next. A list never does.
    fn is_row(&self) -> bool {
        let labels = self.labels();
        let all: usize = labels.iter().map(|label| width(label) + 3).sum();
        let is_list = self.prompt.request().answers.is_list();
        !labels.is_empty() && !is_list && self.margin() > 0 && all <= self.screen.columns()
    }

    fn row(&self, labels: &[String]) -> Row {
        let mut row = Row::default();
        row.put(self.screen, Style::Plain, &" ".repeat(self.margin() - 1));
        for (index, label) in labels.iter().enumerate() {
            if index > 0 {
                row.put(self.screen, Style::Plain, " ");
            }
            if self.prompt.selected() == Some(index) {
                row.put(self.screen, Style::Reverse, &format!("[{label}]"));
            } else {
                let after = if index + 1 < labels.len() { " " } else { "" };
                row.put(self.screen, Style::Plain, &format!(" {label}{after}"));
            }
        }
        row
    }
}

#[cfg(test)]
mod tests;
