//! The same questions for a terminal that knows no escape sequences (`TERM=dumb`), a line at a time.
//!
//! Pure. Nothing here holds an escape or a control character but line breaks; the terminal's own line editing does the
//! rest, and whoever reads the line turns echo off for a secret.

use std::fmt::Write as _;

use zeroize::Zeroizing;

use crate::engine::{
    answer::Answer,
    channel::prompt::{
        columns::width,
        line::Line,
        matching::{Match, find, has_positions},
        model::{Prompt, PromptOptions, Reaction},
        screen::Screen,
        words,
    },
    detail::Detail,
    field::Field,
    request::{Choice, Deadline, Question, Request},
    text::clean,
    tty::parse::{Key, Parser},
};

/// What a typed line comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// This is the answer.
    Answered(Answer),
    /// The human will not answer: Esc alone on the line.
    Dismissed,
    /// Not an answer yet: write this text and read another line. It ends with the prompt itself, without a line break.
    Reask(String),
}

/// A question that is asked a line at a time.
#[derive(Debug)]
pub struct Plain {
    request: Request,
    /// The values of a form that were entered.
    filled: Vec<(String, String)>,
}

impl Plain {
    /// A question that nobody has answered.
    pub fn new(request: &Request) -> Self {
        Self { request: request.clone(), filled: Vec::new() }
    }

    /// All that is written before a line is read: what the question is about, line by line, then the prompt
    /// itself, such as `Deploy? [allow/deny] `, without a line break. A form goes on where it was.
    pub fn intro(&self, detail: Option<&Detail>, screen: &Screen) -> String {
        let request = &self.request;
        let lines = [
            words::title(request),
            words::reason(request),
            words::objects(request, screen.signs().separator),
            request.deadline.as_ref().map(Deadline::line),
            words::source(request),
        ];
        let mut out = String::new();
        for line in lines.into_iter().flatten() {
            let _ = writeln!(out, "{line}");
        }
        if let Some(detail) = detail {
            self::detail(&mut out, detail, *screen);
        }
        if request.answers.is_list() {
            let _ = writeln!(out, "{}", words::headline(request));
            list(&mut out, request.answers.choices());
        }
        match self.field() {
            Some(field) => {
                let _ = writeln!(out, "{}", words::headline(request));
                out + &ask_field(field)
            }
            None => out + &ask(request),
        }
    }

    /// Judges a line, with or without its line break. The rules are those of the drawn prompt.
    pub fn judge(&mut self, line: &str) -> Judgement {
        let Some(mut typed) = typed(line) else { return Judgement::Dismissed };
        if let Some(field) = self.field() {
            let judged = fill(field, &typed);
            return self.take_value(judged);
        }
        let request = &self.request;
        if request.answers.takes_several() {
            return several(request, &typed);
        }
        let mut prompt = Prompt::new(request, PromptOptions::default());
        prompt.key(Key::Paste(std::mem::take(&mut *typed)));
        match prompt.key(Key::Enter) {
            Reaction::Answered(answer) => Judgement::Answered(answer),
            Reaction::Dismissed => Judgement::Dismissed,
            Reaction::None | Reaction::Redraw | Reaction::Page => {
                again(prompt.notice().unwrap_or_default(), &ask(request))
            }
        }
    }

    /// The field of a form that is asked for now.
    fn field(&self) -> Option<&Field> {
        self.request.answers.fields().get(self.filled.len())
    }

    /// Goes on to the next field of a form, if this one has its value.
    fn take_value(&mut self, judged: Result<(String, String), String>) -> Judgement {
        match judged {
            Ok(value) => self.filled.push(value),
            Err(fault) => return again(&fault, &self.field().map(ask_field).unwrap_or_default()),
        }
        match self.field() {
            Some(field) => Judgement::Reask(ask_field(field)),
            None => Judgement::Answered(Answer::Form(std::mem::take(&mut self.filled))),
        }
    }
}

/// The text of a line; none if it is Esc alone.
fn typed(line: &str) -> Option<Zeroizing<String>> {
    let mut parser = Parser::new();
    let mut typed = Zeroizing::new(String::with_capacity(line.len()));
    for key in line.trim_end_matches(['\r', '\n']).bytes().filter_map(|byte| parser.push(byte)?.key()) {
        match key {
            Key::Char(c) => typed.push(c),
            Key::Tab => typed.push(' '),
            // Arrows and the like moved nothing that could be seen here, so they must not choose anything either.
            _ => {}
        }
    }
    (!parser.pending_escape() || !typed.is_empty()).then_some(typed)
}

fn again(fault: &str, ask: &str) -> Judgement {
    Judgement::Reask(format!("{fault}\n{ask}"))
}

/// A field's name and the value that was typed; on an empty line its preset.
fn fill(field: &Field, typed: &str) -> Result<(String, String), String> {
    let mut line = Line::new(false);
    line.insert(if typed.is_empty() { field.preset.as_deref().unwrap_or_default() } else { typed });
    let value = line.text().to_owned();
    if field.accepts(&value) { Ok((field.name.clone(), value)) } else { Err(words::fault(field)) }
}

/// The choices that a line names, separated by commas or, where that names none, by spaces; on an empty line those that
/// are offered.
fn several(request: &Request, typed: &str) -> Judgement {
    let choices = request.answers.choices();
    if typed.trim().is_empty() {
        return match &request.default {
            Some(default) => Judgement::Answered(default.clone()),
            None => again(&words::some_of(choices), &ask(request)),
        };
    }
    let mut named = vec![false; choices.len()];
    for part in typed.split(',').filter(|part| !part.trim().is_empty()) {
        let words = match find(choices, part) {
            Match::Nothing => part.split_whitespace().collect(),
            _ => vec![part],
        };
        for word in words {
            match find(choices, word) {
                Match::One(index) => named[index] = true,
                Match::Ambiguous => return again(&words::unclear(word, true), &ask(request)),
                Match::Nothing => return again(&words::unclear(word, false), &ask(request)),
            }
        }
    }
    let taken = choices.iter().zip(named).filter(|(_, is_named)| *is_named);
    let taken: Vec<Choice> = taken.map(|(choice, _)| choice.clone()).collect();
    if taken.is_empty() {
        return again(&words::some_of(choices), &ask(request));
    }
    Judgement::Answered(Answer::Choices(taken))
}

/// The choices of a list, a line each, with what they can be named by.
fn list(out: &mut String, choices: &[Choice]) {
    let has_positions = has_positions(choices);
    let name = |index: usize, choice: &Choice| {
        if has_positions { (index + 1).to_string() } else { clean(&choice.key) }
    };
    let widest = choices.iter().enumerate().map(|(index, choice)| width(&name(index, choice))).max();
    for (index, choice) in choices.iter().enumerate() {
        let (name, label) = (name(index, choice), words::label(choice));
        let space = " ".repeat(widest.unwrap_or(0).saturating_sub(width(&name)));
        let _ = writeln!(out, "{space}{name}. {label}");
    }
}

/// The prompt itself.
fn ask(request: &Request) -> String {
    let headline = words::headline(request);
    let default = request.default.as_ref();
    let mut inside = match &request.answers {
        Question::Choice { choices, reply } => {
            let mut keys: Vec<String> = choices.iter().map(|choice| clean(&choice.key)).collect();
            if *reply {
                keys.push("your own text".to_owned());
            }
            keys.join("/")
        }
        Question::List { choices, other, multi } => words::names(choices, *other, *multi),
        Question::Reply | Question::Form(_) => String::new(),
        Question::Secret => "not shown".to_owned(),
    };
    if let Some(default) = default.filter(|answer| !matches!(answer, Answer::Secret(_))) {
        if !inside.is_empty() {
            inside.push_str("; ");
        }
        let _ = write!(inside, "Enter = {}", default.shown());
    }
    if inside.is_empty() { format!("{headline} ") } else { format!("{headline} [{inside}] ") }
}

/// The prompt of one field: `Version [1.2.3]: `, without the colon where its label has a sign of its own.
fn ask_field(field: &Field) -> String {
    let colon = if field.label.ends_with([':', '?', '.', '!']) { "" } else { ":" };
    match field.preset.as_ref().filter(|preset| !preset.is_empty()) {
        Some(preset) => format!("{} [{preset}]{colon} ", field.label),
        None => format!("{}{colon} ", field.label),
    }
}

/// The head of a longer text, as much of it as a screen holds beside the question.
fn detail(out: &mut String, detail: &Detail, screen: Screen) {
    let shown = detail.len().min(screen.rows() / 2);
    for (_, line) in detail.lines().take(shown) {
        let _ = writeln!(out, "  {line}");
    }
    if shown < detail.len() {
        let _ = writeln!(out, "  ... {} more lines", detail.len() - shown);
    }
}

#[cfg(test)]
mod tests;
