//! What a human types at the terminal, key by key, and what has to be seen of it.

use std::collections::BTreeSet;

use unicode_width::UnicodeWidthStr as _;

use super::kind::{FIELDS, Kind, Manner, values};

const KILL_LINE: &str = "\x15";
const KILL_FIELD: &str = "\x01\x0b";
const HOME: &str = "\x1b[H";
const DOWN: &str = "\x1b[B";
const BACK: &str = "\x1b[Z";

/// Keys that are typed at once, and what is on the screen when all of them have been taken. The first ones at a prompt may
/// be typed again, and come to the same then.
#[derive(Debug, Clone)]
pub(super) struct Stroke {
    pub(super) keys: String,
    pub(super) seen: Vec<String>,
}

fn stroke<const COUNT: usize>(keys: impl Into<String>, seen: [String; COUNT]) -> Stroke {
    Stroke { keys: keys.into(), seen: seen.into() }
}

/// A hand at a prompt. It knows what is marked in a list, since that outlasts what is typed.
#[derive(Debug, Clone)]
pub(super) struct Hand {
    kind: Kind,
    marked: BTreeSet<usize>,
}

impl Hand {
    /// At a prompt of this kind that offers the `default`-th answer.
    pub(super) fn new(kind: Kind, default: Option<usize>) -> Self {
        let is_marked = kind.manner == Manner::Marks;
        let marked = default.filter(|_| is_marked).map(|n| kind.marks(n)).unwrap_or_default();
        Self { kind, marked }
    }

    /// All but the last Enter of the `n`-th answer.
    pub(super) fn answer(&mut self, n: usize) -> Vec<Stroke> {
        match self.kind.manner {
            Manner::Word => vec![word(&self.kind.answer(n))],
            Manner::Secret => vec![stroke(format!("{KILL_LINE}{}", self.kind.answer(n)), [])],
            Manner::List { .. } => vec![self.choose(n)],
            Manner::Marks => {
                let wanted = self.kind.marks(n);
                let others: Vec<usize> = self.marked.symmetric_difference(&wanted).copied().collect();
                let way = n / self.kind.choices.len();
                let mut strokes: Vec<_> =
                    others.into_iter().flat_map(|index| self.toggle(index, way)).collect();
                // Enter at the name of one that is not marked would mark it.
                strokes.push(stroke(KILL_LINE, [format!("{} marked", wanted.len())]));
                strokes
            }
            Manner::Form => fill(&values(n), n / 4),
        }
    }

    /// What is no answer: the `n`-th way to do half of it, or something wrong.
    pub(super) fn half(&mut self, n: usize) -> Vec<Stroke> {
        let begun = |text: &str| word(&text[..1]);
        let refused =
            |typed: &str, said: &str| vec![stroke(format!("{KILL_LINE}{typed}\r"), [said.to_owned()])];
        let pasted = || vec![stroke(format!("{KILL_LINE}\x1b[200~2\r\x1b[201~"), ["\u{203a} 2".to_owned()])];
        let narrows = self.kind.choices.len() > 9;
        match (self.kind.manner, n % 4) {
            (Manner::Secret, _) => Vec::new(),
            (Manner::Word, _) => vec![begun(&self.kind.answer(n))],
            (Manner::List { .. }, 0) => vec![begun(self.kind.choices[n / 4 % self.kind.choices.len()].key)],
            (Manner::List { .. }, 1) if narrows => refused("new", "That could be more than one"),
            (Manner::List { other: false }, 2) if narrows && (n / 4).is_multiple_of(2) => {
                refused("ork", "That could be more than one")
            }
            (Manner::List { other: false }, 2) => refused("zzz", "Please answer"),
            (Manner::List { .. }, _) => pasted(),
            (Manner::Marks, 0) if self.marked.is_empty() => refused("", "Please mark at least one"),
            (Manner::Marks, 1) => vec![stroke(format!("{KILL_LINE}new y"), ["Enter marks it".to_owned()])],
            (Manner::Marks, _) => self.toggle(n / 4 % self.kind.choices.len(), n / 64),
            (Manner::Form, 0) => vec![stroke(first("7\r"), [row(1, "")])],
            (Manner::Form, 1) => vec![stroke(first("x\r"), ["Version has to match [0-9.]+".to_owned()])],
            (Manner::Form, 2) => vec![stroke(first("\x1b[200~1\r\n2\r\r\r\r\x1b[201~"), [row(0, "1 2")])],
            (Manner::Form, _) => vec![stroke(first("7\t\t\t"), [row(3, "")])],
        }
    }

    /// One of a list: by its key, its number, the arrows, or a part of its label that no other one has.
    fn choose(&self, n: usize) -> Stroke {
        let taken = self.kind.taken(n);
        let Some(choice) = self.kind.choices.get(taken) else { return word(&self.kind.answer(n)) };
        let part = choice.label.to_lowercase()[1..].to_owned();
        let holds = |text: &str| text.to_lowercase().contains(&part);
        let is_alone = self.kind.choices.iter().filter(|one| holds(one.label) || holds(one.key)).count() == 1;
        let is_filter = self.kind.choices.len() > 9 && self.kind.manner == Manner::List { other: false };
        match n / (self.kind.choices.len() + 1) % 4 {
            0 => self.typed(choice.key, taken),
            1 => self.typed(&(taken + 1).to_string(), taken),
            2 if is_filter && is_alone => self.typed(&part, taken),
            _ => self.pointed(taken),
        }
    }

    /// Marks one of a list, or takes its mark away: by its key or by the arrows, and Space.
    fn toggle(&mut self, index: usize, way: usize) -> Vec<Stroke> {
        let is_typed = way.is_multiple_of(2);
        let found =
            if is_typed { self.typed(self.kind.choices[index].key, index) } else { self.pointed(index) };
        if !self.marked.remove(&index) {
            self.marked.insert(index);
        }
        vec![found, stroke(" ", [self.pointer(index)])]
    }

    fn typed(&self, text: &str, index: usize) -> Stroke {
        stroke(format!("{KILL_LINE}{text}"), [format!("\u{203a} {text}"), self.pointer(index)])
    }

    fn pointed(&self, index: usize) -> Stroke {
        stroke(format!("{KILL_LINE}{HOME}{}", DOWN.repeat(index)), [self.pointer(index)])
    }

    /// A selected choice as it is drawn.
    fn pointer(&self, index: usize) -> String {
        let digits = self.kind.choices.len().to_string().len();
        let mark = match (self.kind.manner, self.marked.contains(&index)) {
            (Manner::Marks, true) => "[x] ",
            (Manner::Marks, false) => "[ ] ",
            _ => "",
        };
        format!("\u{276f} {:>digits$}. {mark}{}", index + 1, self.kind.choices[index].label)
    }
}

/// A word on the line.
fn word(text: &str) -> Stroke {
    stroke(format!("{KILL_LINE}{text}"), [format!("\u{203a} {text}")])
}

/// A form with these values, to its last field: straight on, with a mistake, back and forth, or by pasting.
fn fill(values: &[&str], way: usize) -> Vec<Stroke> {
    let mut strokes = vec![stroke(first(values[0]), [row(0, values[0])])];
    if way % 4 == 1 {
        strokes[0] = stroke(first("1.x\r"), ["Version has to match [0-9.]+".to_owned()]);
        strokes.push(stroke(format!("{KILL_FIELD}{}", values[0]), [row(0, values[0])]));
    }
    for (at, value) in values.iter().enumerate().skip(1) {
        let on = ["\r", "\t", DOWN][(way + at) % 3];
        let typed = if way % 4 == 3 { format!("\x1b[200~{value}\r\x1b[201~") } else { (*value).to_owned() };
        strokes.push(stroke(format!("{on}{KILL_FIELD}{typed}"), [row(at, value)]));
    }
    let last = FIELDS.len() - 1;
    if way % 4 == 2 {
        strokes.push(stroke(BACK.repeat(last), [row(0, values[0])]));
        strokes.push(stroke("\t\r\x0e", [row(last, values[last])]));
    }
    strokes
}

/// The first field, wherever the form was, with this typed into it.
fn first(text: &str) -> String {
    format!("{}{KILL_FIELD}{text}", BACK.repeat(FIELDS.len()))
}

/// The field that is edited as it is drawn, or the beginning of that.
fn row(at: usize, value: &str) -> String {
    let label = FIELDS[at].label;
    let widest = FIELDS.iter().map(|field| field.label.width()).max().unwrap_or(0);
    let space = if value.is_empty() { 0 } else { widest + 2 - label.width() };
    format!("\u{203a} {label}{}{}", " ".repeat(space), value.trim_end())
}
