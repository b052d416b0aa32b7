//! The prompt → the lines of a frame, for a screen of some size.
//!
//! Pure drawing: it changes nothing, it writes nothing, and it fits any size from 1 × 1 up. Nothing depends on colour
//! alone: a selected choice has brackets or a mark, a notice begins with `!`.

use crate::engine::{
    channel::prompt::{
        columns::{width, wrap},
        entry::entry,
        list::{self, Item},
        matching::has_positions,
        model::{Prompt, Take},
        screen::{Frame, Row, Screen, Style},
        words,
    },
    request::{Deadline, Question},
    text::clean,
};

/// Fewest columns with which the first two are kept for marks.
const MARGIN_LEAST: usize = 10;

/// Draws the prompt. What does not fit the height goes, the least important first; the line that is typed in stays.
pub fn frame(prompt: &Prompt, screen: &Screen) -> Frame {
    let pen = Pen { screen: *screen, prompt };
    let mut parts = pen.parts();
    shrink(&mut parts, &pen);
    let (row, column) = entry(prompt, *screen, pen.margin() > 0, parts[Part::Choices as usize].is_empty());
    let above = parts.iter().take(Part::Entry as usize).map(Vec::len).sum();
    parts[Part::Entry as usize] = vec![row];
    let rows = || parts.iter().flatten();
    Frame {
        lines: rows().map(|row| row.text.clone()).collect(),
        widths: rows().map(|row| row.width).collect(),
        cursor: (above, column),
    }
}

/// What a frame consists of, from the top.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Title,
    Headline,
    Reason,
    Objects,
    Deadline,
    Source,
    Choices,
    Entry,
    Notice,
    Hint,
}

impl Part {
    const COUNT: usize = 10;

    /// What gives way after the hint, one after the other, and how many of its rows it keeps.
    const LESS: [(Self, usize); 11] = [
        (Self::Source, 0),
        (Self::Title, 0),
        (Self::Reason, 0),
        (Self::Objects, 0),
        (Self::Deadline, 0),
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
    // A long list scrolls in half the screen before it pushes out what it is about.
    let first = [(Part::Hint, 0), (Part::Choices, (rows / 2).max(3))];
    for (part, least) in first.into_iter().chain(Part::LESS) {
        let over = over(parts);
        let have = parts[part as usize].len();
        if over == 0 || have <= least {
            continue;
        }
        let keep = have.saturating_sub(over).max(least);
        if part == Part::Choices && keep > 0 {
            parts[part as usize] = pen.choices(keep);
        } else {
            pen.shorten(&mut parts[part as usize], keep);
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
            dim(deadline),
            dim(source),
            self.choices(usize::MAX),
            vec![Row::default()],
            self.paragraph(self.prompt.notice().map(str::to_owned), "!", Style::Yellow),
            dim(self.hint()),
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

    /// The choices in one row if they fit, else a list of at most `height` rows around the selected one.
    fn choices(&self, height: usize) -> Vec<Row> {
        let choices = self.prompt.request().answers.choices();
        let labels: Vec<String> = choices.iter().map(words::label).collect();
        if labels.is_empty() {
            return Vec::new();
        }
        if self.fits_a_row(&labels) {
            return vec![self.row(&labels)];
        }
        let has_positions = has_positions(choices);
        let item = |(index, label): (usize, String)| {
            let name = if has_positions { (index + 1).to_string() } else { clean(&choices[index].key) };
            Item { name: Some(name).filter(|name| *name != label), label }
        };
        let items: Vec<Item> = labels.into_iter().enumerate().map(item).collect();
        list::rows(&items, self.prompt.selected(), height, self.screen)
    }

    /// Whether the labels fit in one row: each has a column on either side, for brackets or space, so that nothing
    /// moves when the selection does, and one more to the next.
    fn fits_a_row(&self, labels: &[String]) -> bool {
        let all: usize = labels.iter().map(|label| width(label) + 3).sum();
        self.margin() > 0 && all <= self.screen.columns()
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

    /// Which keys do what, as much of it as fits one line.
    fn hint(&self) -> Option<String> {
        if self.prompt.options().no_hint {
            return None;
        }
        let signs = self.screen.signs();
        let labels: Vec<String> = self.prompt.request().answers.choices().iter().map(words::label).collect();
        let arrows = if self.fits_a_row(&labels) { signs.sideways } else { signs.up_and_down };
        let mut parts = match &self.prompt.request().answers {
            Question::Choice { reply: false, .. } => {
                vec![format!("type or {arrows} to choose"), "Enter takes it".to_owned()]
            }
            Question::Choice { reply: true, .. } => {
                vec![format!("{arrows} to choose, or type a text"), "Enter takes it".to_owned()]
            }
            Question::Reply if self.prompt.take() == Take::Default => {
                vec!["Enter takes the text shown".to_owned()]
            }
            Question::Reply | Question::Secret => vec!["Enter sends it".to_owned()],
        };
        parts.push("Esc dismisses".to_owned());
        while width(&parts.join(signs.separator)) > self.room() {
            parts.pop();
        }
        Some(parts.join(signs.separator)).filter(|hint| !hint.is_empty())
    }
}

#[cfg(test)]
mod tests;
