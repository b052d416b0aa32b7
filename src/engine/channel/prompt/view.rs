//! The prompt → the lines of a frame, for a screen of some size.
//!
//! Pure drawing: it changes nothing, it writes nothing, and it fits any size from 1 × 1 up. Nothing depends on colour
//! alone: a selected choice has brackets or a mark, a notice begins with `!`.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::engine::{
    channel::prompt::{
        columns::{fit, grapheme_width, width, wrap},
        list::Item,
        matching::has_positions,
        model::{Prompt, Take},
        words,
    },
    request::{Deadline, Question},
    text::clean,
};

/// What the prompt is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Columns; 0 counts as 1.
    pub width: u16,
    /// Rows; 0 counts as 1.
    pub height: u16,
    /// Whether SGR sequences may be used.
    pub color: bool,
    /// Whether our own signs may go beyond ASCII. Text from outside is shown as it is.
    pub unicode: bool,
}

impl Screen {
    /// The columns that are drawn in: all but the last, since terminals disagree about what happens after a
    /// character in it. A screen too narrow for that care uses all it has.
    pub(super) fn columns(&self) -> usize {
        let width = usize::from(self.width.max(1));
        if width > 3 { width - 1 } else { width }
    }

    fn rows(&self) -> usize {
        usize::from(self.height.max(1))
    }

    pub(super) fn signs(&self) -> &'static Signs {
        if self.unicode { &UNICODE } else { &ASCII }
    }
}

/// What is on the screen at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The lines from the top, styled with SGR sequences that end within the line; at least one.
    pub lines: Vec<String>,
    /// How many columns each line takes, never more than the screen has.
    pub widths: Vec<usize>,
    /// Row and column of the cursor, counted from 0, within the lines.
    pub cursor: (usize, usize),
}

/// Our own signs.
pub(super) struct Signs {
    pub(super) ellipsis: &'static str,
    pub(super) separator: &'static str,
    entry: &'static str,
    arrow: &'static str,
    pub(super) pointer: &'static str,
    pub(super) more_above: &'static str,
    pub(super) more_below: &'static str,
    sideways: &'static str,
    up_and_down: &'static str,
}

const UNICODE: Signs = Signs {
    ellipsis: "…",
    separator: " · ",
    entry: "›",
    arrow: "→",
    pointer: "❯",
    more_above: "↑",
    more_below: "↓",
    sideways: "←→",
    up_and_down: "↑↓",
};

const ASCII: Signs = Signs {
    ellipsis: "...",
    separator: " - ",
    entry: ">",
    arrow: "->",
    pointer: ">",
    more_above: "^",
    more_below: "v",
    sideways: "arrows",
    up_and_down: "arrows",
};

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Bold,
    Dim,
    Reverse,
    Yellow,
}

/// One line being put together.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    text: String,
    width: usize,
}

impl Row {
    /// Adds a piece in a style, which ends with it.
    pub(super) fn put(&mut self, screen: &Screen, style: Style, text: &str) {
        self.width += width(text);
        let code = match style {
            _ if !screen.color || text.trim().is_empty() => None,
            Style::Plain => None,
            Style::Bold => Some(1),
            Style::Dim => Some(2),
            Style::Reverse => Some(7),
            Style::Yellow => Some(33),
        };
        match code {
            Some(code) => self.text.push_str(&format!("\x1b[{code}m{text}\x1b[0m")),
            None => self.text.push_str(text),
        }
    }
}

/// Draws the prompt. What does not fit the height goes in this order: the hint, the source, the title, the reason,
/// the objects, the deadline, all but one line of the question and of the choices, the rest of the question, the
/// notice, the choices; the line that is typed in stays.
pub fn frame(prompt: &Prompt, screen: &Screen) -> Frame {
    let parts = Parts::new(prompt, *screen);
    let entry_row;
    let mut rows = Vec::new();
    rows.extend(parts.title);
    rows.extend(parts.headline);
    rows.extend(parts.reason);
    rows.extend(parts.objects);
    rows.extend(parts.deadline);
    rows.extend(parts.source);
    rows.extend(parts.choices.rows);
    entry_row = rows.len();
    rows.push(parts.entry.row);
    rows.extend(parts.notice);
    rows.extend(parts.hint);
    Frame {
        cursor: (entry_row, parts.entry.cursor),
        widths: rows.iter().map(|row| row.width).collect(),
        lines: rows.into_iter().map(|row| row.text).collect(),
    }
}

struct Parts {
    title: Vec<Row>,
    headline: Vec<Row>,
    reason: Vec<Row>,
    objects: Vec<Row>,
    deadline: Vec<Row>,
    source: Vec<Row>,
    choices: Choices,
    entry: Entry,
    notice: Vec<Row>,
    hint: Vec<Row>,
}

struct Choices {
    rows: Vec<Row>,
    is_list: bool,
}

struct Entry {
    row: Row,
    cursor: usize,
}

impl Parts {
    fn new(prompt: &Prompt, screen: Screen) -> Self {
        let request = prompt.request();
        let pen = Pen { screen, prompt };
        let dim = |text: Option<String>| pen.paragraph(text.as_deref(), " ", Style::Dim);
        let mut end = Vec::from_iter(request.deadline.as_ref().map(Deadline::line));
        end.extend(words::source(request));
        // Deadline and source share a line where they can.
        let joined = end.join(screen.signs().separator);
        let (deadline, source) = if width(&joined) + pen.indent() <= screen.columns() {
            (Some(joined).filter(|joined| !joined.is_empty()), None)
        } else {
            (request.deadline.as_ref().map(Deadline::line), words::source(request))
        };
        let mut parts = Self {
            title: dim(words::title(request)),
            headline: pen.paragraph(Some(&words::headline(request)), "?", Style::Bold),
            reason: dim(words::reason(request)),
            objects: dim(words::objects(request, screen.signs().separator)),
            deadline: dim(deadline),
            source: dim(source),
            choices: pen.choices(usize::MAX),
            entry: Entry { row: Row::default(), cursor: 0 },
            notice: pen.paragraph(prompt.notice(), "!", Style::Yellow),
            hint: Vec::new(),
        };
        parts.hint = pen.hint(parts.choices.is_list);
        parts.shrink(&pen);
        parts.entry = pen.entry(parts.choices.rows.is_empty());
        parts
    }

    /// Takes away the least important until the rest fits.
    fn shrink(&mut self, pen: &Pen<'_>) {
        let rows = pen.screen.rows();
        // A long list scrolls in half the screen before it pushes out what it is about.
        let over = self.count().saturating_sub(rows);
        let half = (rows / 2).max(3);
        if over > 0 && self.choices.rows.len() > half {
            self.choices = pen.choices(self.choices.rows.len().saturating_sub(over).max(half));
        }
        let steps: [(fn(&mut Self) -> &mut Vec<Row>, usize); 11] = [
            (|parts| &mut parts.hint, 0),
            (|parts| &mut parts.source, 0),
            (|parts| &mut parts.title, 0),
            (|parts| &mut parts.reason, 0),
            (|parts| &mut parts.objects, 0),
            (|parts| &mut parts.deadline, 0),
            (|parts| &mut parts.notice, 1),
            (|parts| &mut parts.headline, 1),
            (|parts| &mut parts.choices.rows, 1),
            (|parts| &mut parts.headline, 0),
            (|parts| &mut parts.notice, 0),
        ];
        for (index, (part, least)) in steps.into_iter().enumerate() {
            let over = self.count().saturating_sub(rows);
            let have = part(self).len();
            if over == 0 || have <= least {
                continue;
            }
            let keep = have.saturating_sub(over).max(least);
            if index == 8 {
                self.choices = pen.choices(keep);
                self.choices.rows.truncate(keep);
            } else {
                pen.shorten(part(self), keep);
            }
        }
        if self.count() > rows {
            self.choices.rows.clear();
        }
    }

    fn count(&self) -> usize {
        let parts = [
            &self.title,
            &self.headline,
            &self.reason,
            &self.objects,
            &self.deadline,
            &self.source,
            &self.notice,
        ];
        parts.iter().map(|rows| rows.len()).sum::<usize>() + self.choices.rows.len() + self.hint.len() + 1
    }
}

/// What all drawing needs.
struct Pen<'a> {
    screen: Screen,
    prompt: &'a Prompt,
}

impl Pen<'_> {
    /// The columns before text, where marks stand; none where there is no room to spare.
    fn indent(&self) -> usize {
        if self.screen.columns() >= 10 { 2 } else { 0 }
    }

    /// Wrapped text with a mark before its first line.
    fn paragraph(&self, text: Option<&str>, mark: &str, style: Style) -> Vec<Row> {
        let Some(text) = text else { return Vec::new() };
        let indent = self.indent();
        let lines = wrap(text, self.screen.columns() - indent);
        let draw = |(index, line): (usize, &String)| {
            let mut row = Row::default();
            if indent > 0 {
                row.put(&self.screen, style, if index == 0 { mark } else { " " });
                row.put(&self.screen, Style::Plain, " ");
            }
            row.put(&self.screen, style, line);
            row
        };
        lines.iter().enumerate().map(draw).collect()
    }

    /// Keeps the first rows, and says that there was more where there is room for it.
    fn shorten(&self, rows: &mut Vec<Row>, keep: usize) {
        rows.truncate(keep);
        let sign = self.screen.signs().ellipsis;
        if let Some(last) = rows.last_mut().filter(|last| last.width + width(sign) <= self.screen.columns()) {
            last.put(&self.screen, Style::Plain, sign);
        }
    }

    /// The choices in one row if they fit, else a list of at most `height` rows around the selected one.
    fn choices(&self, height: usize) -> Choices {
        let choices = self.prompt.request().answers.choices();
        let labels: Vec<String> = choices.iter().map(words::label).collect();
        let selected = self.prompt.selected();
        // Each label has a column on either side, for brackets or space, so that nothing moves.
        let in_a_row = labels.iter().map(|label| width(label) + 3).sum::<usize>() + self.indent();
        if labels.is_empty() || (self.indent() > 0 && in_a_row <= self.screen.columns() + 1) {
            let rows = if labels.is_empty() { Vec::new() } else { vec![self.row(&labels, selected)] };
            return Choices { rows, is_list: false };
        }
        let has_positions = has_positions(choices);
        let items: Vec<Item> = choices
            .iter()
            .zip(labels)
            .enumerate()
            .map(|(index, (choice, label))| {
                let name = if has_positions { (index + 1).to_string() } else { clean(&choice.key) };
                Item { name: Some(name).filter(|name| *name != label), label }
            })
            .collect();
        Choices { rows: super::list::rows(&items, selected, height, &self.screen), is_list: true }
    }

    fn row(&self, labels: &[String], selected: Option<usize>) -> Row {
        let mut row = Row::default();
        row.put(&self.screen, Style::Plain, &" ".repeat(self.indent() - 1));
        for (index, label) in labels.iter().enumerate() {
            if index > 0 {
                row.put(&self.screen, Style::Plain, " ");
            }
            if selected == Some(index) {
                row.put(&self.screen, Style::Reverse, &format!("[{label}]"));
            } else {
                let after = if index + 1 < labels.len() { " " } else { "" };
                row.put(&self.screen, Style::Plain, &format!(" {label}{after}"));
            }
        }
        row
    }

    /// The line that is typed in. It names what Enter takes where the choices cannot show that.
    fn entry(&self, choices_are_hidden: bool) -> Entry {
        let columns = self.screen.columns();
        let signs = self.screen.signs();
        let mut row = Row::default();
        if self.indent() > 0 {
            row.put(&self.screen, Style::Bold, signs.entry);
            row.put(&self.screen, Style::Plain, " ");
        }
        let start = row.width;
        // One column is the cursor's own.
        let room = columns - start - 1;
        let line = self.prompt.line();
        let is_secret = self.prompt.request().answers == Question::Secret;
        if is_secret || line.is_empty() {
            let shown = fit(&self.standing_in(is_secret), room, signs.ellipsis);
            row.put(&self.screen, Style::Dim, &shown);
        }
        let mut cursor = start;
        if !is_secret {
            let (shown, at) = window(line.text(), line.cursor(), room, signs.ellipsis);
            row.put(&self.screen, Style::Plain, &shown);
            cursor += at;
        }
        if !is_secret && (!line.is_empty() || choices_are_hidden) {
            let taken = self.taken().unwrap_or_default();
            let tail = if cursor > start { format!("  {} {taken}", signs.arrow) } else { taken.clone() };
            let tail = if row.width == start || !line.is_empty() { tail } else { String::new() };
            if !taken.is_empty() && row.width + width(&tail) <= columns {
                row.put(&self.screen, Style::Dim, &tail);
            } else if cursor == start && !choices_are_hidden {
                // Nothing to say.
            } else if line.is_empty() && !taken.is_empty() {
                row.put(&self.screen, Style::Dim, &fit(&taken, room, signs.ellipsis));
            }
        }
        Entry { row, cursor }
    }

    /// What stands where text would be while there is none.
    fn standing_in(&self, is_secret: bool) -> String {
        if is_secret {
            return "(not shown)".to_owned();
        }
        match self.prompt.default_text() {
            Some(text) if self.prompt.take() == Take::Default => clean(text),
            _ => clean(&self.prompt.options().placeholder),
        }
    }

    /// What Enter takes, in words; nothing for plain text prompts, where there is no doubt.
    fn taken(&self) -> Option<String> {
        let Question::Choice { choices, .. } = &self.prompt.request().answers else { return None };
        Some(match self.prompt.take() {
            Take::Choice(index) => words::label(choices.get(index)?),
            Take::Text => "as your own text".to_owned(),
            Take::Ambiguous => "more than one".to_owned(),
            Take::Nothing if self.prompt.line().text().trim().is_empty() => return None,
            Take::Nothing | Take::Default => "no such answer".to_owned(),
        })
    }

    /// Which keys do what, as much of it as fits one line.
    fn hint(&self, is_list: bool) -> Vec<Row> {
        if self.prompt.options().no_hint {
            return Vec::new();
        }
        let signs = self.screen.signs();
        let arrows = if is_list { signs.up_and_down } else { signs.sideways };
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
        let room = self.screen.columns() - self.indent();
        while width(&parts.join(signs.separator)) > room {
            parts.pop();
        }
        let hint = Some(parts.join(signs.separator)).filter(|hint| !hint.is_empty());
        self.paragraph(hint.as_deref(), " ", Style::Dim)
    }
}

/// As much of a line as fits around its cursor, and the column of the cursor in it. Where something is cut off there
/// is an ellipsis, if that leaves room for text.
fn window(text: &str, cursor: usize, room: usize, ellipsis: &str) -> (String, usize) {
    let (left, right) = text.split_at(cursor);
    if width(text) <= room {
        return (text.to_owned(), width(left));
    }
    let sign = if room >= 4 * width(ellipsis) { ellipsis } else { "" };
    // A third ahead of the cursor if there is that much, the rest behind it.
    let ahead = width(right).min(room / 3);
    let behind = width(left).min(room - ahead);
    let ahead = width(right).min(room - behind);
    let take = |graphemes: &mut dyn Iterator<Item = &'_ str>, room: usize| {
        let (mut bytes, mut used) = (0, 0);
        for grapheme in graphemes {
            if used + grapheme_width(grapheme) > room {
                break;
            }
            used += grapheme_width(grapheme);
            bytes += grapheme.len();
        }
        (bytes, used)
    };
    let mut shown = String::new();
    let mut at = width(left);
    if at > behind {
        let (bytes, used) = take(&mut left.graphemes(true).rev(), behind - width(sign));
        shown.push_str(sign);
        shown.push_str(&left[left.len() - bytes..]);
        at = width(sign) + used;
    } else {
        shown.push_str(left);
    }
    if width(right) > ahead {
        let (bytes, _) = take(&mut right.graphemes(true), ahead.saturating_sub(width(sign)));
        shown.push_str(&right[..bytes]);
        if ahead >= width(sign) {
            shown.push_str(sign);
        }
    } else {
        shown.push_str(right);
    }
    (shown, at)
}
