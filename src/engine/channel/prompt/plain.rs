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
        screen::Screen,
        words,
    },
    request::{Deadline, Question, Request},
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
    let mut parser = Parser::new();
    let mut typed = Zeroizing::new(String::with_capacity(line.len()));
    for key in line.trim_end_matches(['\r', '\n']).bytes().filter_map(|byte| parser.push(byte)) {
        match key {
            Key::Char(c) => typed.push(c),
            Key::Tab => typed.push(' '),
            // Arrows and the like moved nothing that could be seen here, so they must not choose anything either.
            _ => {}
        }
    }
    if parser.pending_escape() && typed.is_empty() {
        return Judgement::Dismissed;
    }
    let mut prompt = Prompt::new(request, PromptOptions::default());
    prompt.key(Key::Paste(std::mem::take(&mut *typed)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::channel::prompt::fixtures::{
        choice, choice_or_text, full, request, screen, with_default,
    };

    #[test]
    fn introduces_itself() {
        assert_eq!(
            intro(&full(), &Screen { unicode: false, ..screen(80, 24) }),
            "Release\nThe tests passed and the change was reviewed.\nprogram: rm - target: todo.md\n\
             no answer in 30s = deny\nshop@build\nDeploy to production? [allow/deny; Enter = deny] "
        );
        let bare = |request: Request| intro(&request, &screen(80, 24));
        assert_eq!(bare(choice("allow,deny")), "Deploy? [allow/deny] ");
        assert_eq!(bare(choice_or_text("allow,deny")), "Deploy? [allow/deny/your own text] ");
        assert_eq!(bare(request(Question::Reply)), "Deploy? ");
        assert_eq!(bare(request(Question::Secret)), "Deploy? [not shown] ");
        assert_eq!(
            bare(with_default(request(Question::Reply), Some("main"))),
            "no answer in 30s = main\nDeploy? [Enter = main] "
        );
    }

    #[test]
    fn holds_no_escape() {
        let mut request = full();
        request.question = "\u{1b}[1mx\u{9b}?".to_owned();
        assert!(!intro(&request, &screen(80, 24)).contains(|c: char| c.is_control() && c != '\n'));
    }

    #[test]
    fn judges_a_line() {
        let confirm = choice("allow=Allow once,deny=Deny");
        let judged = |request: &Request, line: &str| match judge(request, line) {
            Judgement::Answered(answer) => answer.text().to_owned(),
            Judgement::Dismissed => "(dismissed)".to_owned(),
            Judgement::Reask(text) => text,
        };
        let again = "Please answer allow or deny\nDeploy? [allow/deny] ";
        for (line, result) in [
            ("allow\n", "allow"),
            ("  Y \r\n", "allow"),
            ("2", "deny"),
            ("allow once\n", "allow"),
            ("\n", again),
            ("", again),
            ("what\n", again),
            ("\u{1b}[B\n", again),
            ("\u{1b}\n", "(dismissed)"),
        ] {
            assert_eq!(judged(&confirm, line), result, "{line:?}");
        }
        assert_eq!(judged(&with_default(confirm, Some("deny")), "\n"), "deny");
        assert_eq!(judged(&request(Question::Reply), " as typed \n"), " as typed ");
        assert_eq!(judged(&request(Question::Reply), "\n"), "Please type an answer\nDeploy? ");
        assert_eq!(
            judge(&request(Question::Secret), "hunter2\n"),
            Judgement::Answered(Answer::Secret(Zeroizing::new("hunter2".to_owned())))
        );
    }
}
