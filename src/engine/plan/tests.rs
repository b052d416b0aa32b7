//! What a prompt offers where, by spec §2 `--object`, §3 rules 4, 7 and 10, and §4.

mod body;
mod buttons;
mod plan;
mod properties;

use super::*;
use crate::engine::{
    answer::Answer,
    capability::{Buttons, Capability, Row, TextLimits},
    field::Field,
    request::{Choice, Kind, Object, Verdict},
    text,
};

const DESKTOP: ChannelKind = ChannelKind::Desktop;
const TERMINAL: ChannelKind = ChannelKind::Terminal;
const HOUR: Duration = Duration::from_hours(1);

/// A choice whose key carries its verdict, with the key in capitals as its label.
fn choice(key: &str) -> Choice {
    Choice { key: key.to_owned(), label: key.to_uppercase(), verdict: Verdict::of_key(key) }
}

fn question(keys: &str, reply: bool) -> Question {
    Question::Choice { choices: keys.split_whitespace().map(choice).collect(), reply }
}

fn list(keys: &str) -> Question {
    let choices = keys.split_whitespace().map(choice).collect();
    Question::List { choices, other: false, multi: false }
}

fn form(labels: &str) -> Question {
    let field = |label: &str| Field {
        name: label.to_lowercase(),
        label: label.to_owned(),
        preset: Some("secret value".into()),
        pattern: None,
    };
    Question::Form(labels.split_whitespace().map(field).collect())
}

fn request(answers: Question) -> Request {
    Request { title: "Title".into(), answers, ..Request::confirm("Question?", "here") }
}

fn choices(keys: &str) -> Request {
    request(question(keys, false))
}

/// A server with so many buttons and nothing else.
fn shown(limit: usize) -> Capability {
    can(Buttons::Shown(limit))
}

fn can(buttons: Buttons) -> Capability {
    Capability { buttons, reply: false, body_click: false, unique_text: false, text: TextLimits::DESKTOP }
}

const AT_TERMINAL: Scene<'_> = Scene { terminal: true, actions: true, mark: "" };
const ALONE: Scene<'_> = Scene { terminal: false, actions: true, mark: "" };

/// What the buttons say, with a bar between.
fn labels(rendering: &Rendering) -> String {
    rendering.buttons.iter().map(|button| button.label.as_str()).collect::<Vec<_>>().join("|")
}

/// Rendered where there is a terminal, which never fails.
fn at_terminal(request: &Request, capability: &Capability) -> Rendering {
    render(request, capability, AT_TERMINAL).unwrap()
}

fn body_of(request: &Request) -> Vec<String> {
    at_terminal(request, &shown(9)).lines
}

fn object(kind: &str, value: &str) -> Object {
    Object { kind: kind.into(), value: value.into() }
}
