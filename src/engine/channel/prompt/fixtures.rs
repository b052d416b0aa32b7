//! Requests for the tests of this directory.

use std::time::Duration;

use crate::engine::{
    answer::Answer,
    channel::prompt::{Prompt, PromptOptions, Screen},
    field::{Field, Pattern},
    request::{Choice, Deadline, Object, Question, Request},
    tty::parse::{Key, Parser},
};

/// A list that is long enough to be narrowed down by typing.
pub(super) const CITIES: &str = "ny=New York,nd=New Delhi,york=York,ber=Berlin,rome=Roma,oslo=Oslo,lyon=Lyon,bonn=Bonn,bern=Bern,\
     basel=Basel,wien=Wien,graz=Graz";

/// `allow=Allow once,deny=Deny` as choices.
pub(super) fn choices(spec: &str) -> Vec<Choice> {
    let choice = |part: &str| {
        let (key, label) = part.split_once('=').unwrap_or((part, part));
        Choice::new(key, label)
    };
    spec.split(',').map(choice).collect()
}

/// A bare request: `Deploy?` and nothing else.
pub(super) fn request(answers: Question) -> Request {
    Request { answers, ..Request::confirm("Deploy?", "") }
}

pub(in crate::engine::channel) fn choice(spec: &str) -> Request {
    request(Question::Choice { choices: choices(spec), reply: false })
}

pub(super) fn choice_or_text(spec: &str) -> Request {
    request(Question::Choice { choices: choices(spec), reply: true })
}

/// A list to choose from, at the terminal alone.
pub(super) fn list(spec: &str) -> Request {
    request(Question::List { choices: choices(spec), other: false, multi: false })
}

/// A list of which several may be taken.
pub(super) fn several(spec: &str) -> Request {
    request(Question::List { choices: choices(spec), other: false, multi: true })
}

/// A list beside which a text is an answer too.
pub(super) fn list_or_text(spec: &str) -> Request {
    request(Question::List { choices: choices(spec), other: true, multi: false })
}

/// `version=Version:1.2/[0-9.]+` as fields: a name, a label, a preset, a pattern.
pub(super) fn fields(spec: &str) -> Vec<Field> {
    let field = |part: &str| {
        let (part, pattern) = part.split_once('/').map_or((part, None), |(part, rest)| (part, Some(rest)));
        let (part, preset) = part.split_once(':').map_or((part, None), |(part, rest)| (part, Some(rest)));
        let (name, label) = part.split_once('=').unwrap_or((part, part));
        Field {
            name: name.to_owned(),
            label: label.to_owned(),
            preset: preset.map(str::to_owned),
            pattern: pattern.map(|pattern| Pattern::new(pattern).unwrap()),
        }
    };
    spec.split(',').map(field).collect()
}

pub(super) fn form(spec: &str) -> Request {
    request(Question::Form(fields(spec)))
}

/// The same request with a deadline of 30 s and what is taken then: a choice's key or a text.
pub(super) fn with_default(mut request: Request, default: Option<&str>) -> Request {
    let otherwise = default.map(|default| {
        let chosen = request.answers.choices().iter().find(|choice| choice.key == default);
        chosen.cloned().map_or_else(|| Answer::Text(default.to_owned()), Answer::Choice)
    });
    request.default.clone_from(&otherwise);
    request.deadline = Some(Deadline { after: Duration::from_secs(30), otherwise });
    request
}

/// A request with everything there is.
pub(super) fn full() -> Request {
    let mut request = with_default(choice("allow=Allow once,deny=Deny"), Some("deny"));
    request.title = "Release".to_owned();
    request.question = "Deploy to production?".to_owned();
    request.reason = Some("The tests passed and the change was reviewed.".to_owned());
    request.objects = [("program", "rm"), ("target", "todo.md")]
        .map(|(kind, value)| Object { kind: kind.to_owned(), value: value.to_owned() })
        .to_vec();
    request.source = "shop@build".to_owned();
    request
}

pub(super) fn prompt(request: &Request) -> Prompt {
    Prompt::new(request, PromptOptions::default())
}

/// The keys behind what a terminal sends.
pub(super) fn keys(bytes: &str) -> Vec<Key> {
    let mut parser = Parser::new();
    let mut keys: Vec<Key> = bytes.bytes().filter_map(|byte| parser.push(byte)?.key()).collect();
    keys.extend(parser.flush());
    keys
}

/// A screen without colour.
pub(super) fn screen(width: u16, height: u16) -> Screen {
    Screen { width, height, color: false, unicode: true }
}
