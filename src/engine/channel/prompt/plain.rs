//! The same questions for a terminal that knows no escape sequences (`TERM=dumb`), a line at a time.
//!
//! Pure. Nothing here holds an escape or a control character but line breaks; the terminal's own line editing does the
//! rest, and whoever reads the line turns echo off for a secret.

use std::fmt::Write as _;

use zeroize::Zeroizing;

use crate::engine::{
    answer::Answer,
    channel::prompt::{
        model::{Prompt, PromptOptions, Reaction},
        view::Screen,
        words,
    },
    request::{Deadline, Question, Request},
    text::clean,
    tty::parse::Key,
};

/// What a typed line comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// This is the answer.
    Answered(Answer),
    /// The human will not answer: Esc alone on the line.
    Dismissed,
    /// Not an answer: write this text and read another line. It ends with the prompt itself, without a line break.
    Reask(String),
}

/// All that is written before the first line is read: what the question is about, line by line, then the prompt
/// itself, such as `Deploy? [allow/deny] `, without a line break.
pub fn intro(request: &Request, screen: &Screen) -> String {
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
    out + &ask(request)
}

/// Judges a line, with or without its line break. The rules are those of the drawn prompt.
pub fn judge(request: &Request, line: &str) -> Judgement {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line == "\x1b" {
        return Judgement::Dismissed;
    }
    let mut prompt = Prompt::new(request, PromptOptions::default());
    let line = Zeroizing::new(line.to_owned());
    for c in line.chars() {
        prompt.key(Key::Char(c));
    }
    match prompt.key(Key::Enter) {
        Reaction::Answered(answer) => Judgement::Answered(answer),
        Reaction::Dismissed => Judgement::Dismissed,
        Reaction::None | Reaction::Redraw => {
            Judgement::Reask(format!("{}\n{}", prompt.notice().unwrap_or_default(), ask(request)))
        }
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
        Question::Reply => String::new(),
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
