//! What a prompt says about itself in words: shared by the drawn prompt, the plain one and the line that stays.
//!
//! Pure. Everything returned is one clean line without any escape sequence.

use crate::engine::{
    channel::prompt::{filter::UNFILTERED, matching::has_positions},
    field::Field,
    request::{Choice, Question, Request},
    text::{clean, clean_label, cut},
};

/// Most characters of a text from outside that are looked at: more than any screen shows, and little enough to draw
/// anew at each key.
const LOOK_LIMIT: usize = 8000;

/// Most characters of a typed text that is repeated in a line of ours.
const TEXT_LIMIT: usize = 60;

/// Most keys that are named one by one.
const KEY_LIMIT: usize = 8;

/// The question, or what asks in its place; never empty.
pub(super) fn headline(request: &Request) -> String {
    let headline = tidy(request.headline());
    if headline.is_empty() { request.kind.title().to_owned() } else { headline }
}

/// The caller's own title, where it says something that the headline does not.
pub(super) fn title(request: &Request) -> Option<String> {
    let title = tidy(&request.title);
    let is_own = !title.is_empty() && title != request.kind.title() && title != headline(request);
    is_own.then_some(title)
}

/// Why it is asked.
pub(super) fn reason(request: &Request) -> Option<String> {
    request.reason.as_deref().map(tidy).filter(|reason| !reason.is_empty())
}

/// What it is about: `program: rm · target: todo.md`.
pub(super) fn objects(request: &Request, separator: &str) -> Option<String> {
    let named: Vec<String> = request
        .objects
        .iter()
        .map(|object| format!("{}: {}", tidy(&object.kind), tidy(&object.value)))
        .collect();
    (!named.is_empty()).then(|| named.join(separator))
}

/// Who is waiting.
pub(super) fn source(request: &Request) -> Option<String> {
    Some(tidy(&request.source)).filter(|source| !source.is_empty())
}

/// A choice's label, or its key if cleaning leaves nothing of it.
pub(super) fn label(choice: &Choice) -> String {
    let label = clean_label(&choice.label);
    if label.is_empty() { clean(&choice.key) } else { label }
}

/// What is said when Enter could take nothing.
pub(super) fn please(request: &Request) -> String {
    match &request.answers {
        Question::List { multi: true, .. } => "Please mark at least one, with Space".to_owned(),
        Question::Choice { choices, reply: text } | Question::List { choices, other: text, .. } => {
            let text = if *text { ", or type a text" } else { "" };
            format!("Please answer {}{text}", accepted(choices))
        }
        Question::Reply => "Please type an answer".to_owned(),
        Question::Form(_) => "Please fill it in".to_owned(),
        Question::Secret => "Please type it; nothing was entered".to_owned(),
    }
}

/// What is said when Enter could take more than one thing.
pub(super) fn which(request: &Request) -> String {
    if request.answers.is_list() {
        let narrows = request.answers.choices().len() > UNFILTERED;
        let how =
            if narrows { "type more of it, or choose with the arrows" } else { "choose with the arrows" };
        return format!("That could be more than one: {how}");
    }
    format!("That could be more than one. {}", please(request))
}

/// What a list that is asked a line at a time can be answered with.
pub(super) fn names(choices: &[Choice], other: bool, multi: bool) -> String {
    let mut names = match (has_positions(choices), choices.len()) {
        (true, 1) => "1".to_owned(),
        (true, count) => format!("1-{count}"),
        (false, _) => "a key".to_owned(),
    };
    names.push_str(if multi { ", or several" } else { "" });
    names.push_str(if other { ", or your own text" } else { "" });
    names
}

/// What is said when nothing of a list is named.
pub(super) fn some_of(choices: &[Choice]) -> String {
    format!("Please answer {}, or several with commas between", accepted(choices))
}

/// What is said about a word that names no choice, or more than one.
pub(super) fn unclear(word: &str, is_ambiguous: bool) -> String {
    let word = cut(&clean(word), TEXT_LIMIT);
    if is_ambiguous {
        format!("{word}: that could be more than one")
    } else {
        format!("{word}: there is no such answer")
    }
}

/// What is wrong with a field's value.
pub(super) fn fault(field: &Field) -> String {
    let pattern = field.pattern.as_ref().map_or("", |pattern| pattern.source());
    format!("{} has to match {}", cut(&field.label, TEXT_LIMIT), tidy(pattern))
}

fn tidy(text: &str) -> String {
    clean(&cut(text, LOOK_LIMIT))
}

/// `allow or deny`; where there are many, the numbers they go by.
fn accepted(choices: &[Choice]) -> String {
    if choices.len() > KEY_LIMIT && has_positions(choices) {
        return format!("with a number from 1 to {}", choices.len());
    }
    let mut keys: Vec<String> =
        choices.iter().take(KEY_LIMIT).map(|choice| cut(&clean(&choice.key), TEXT_LIMIT)).collect();
    if choices.len() > KEY_LIMIT {
        return format!("one of {} and so on", keys.join(", "));
    }
    let last = keys.pop().unwrap_or_default();
    if keys.is_empty() { last } else { format!("{} or {last}", keys.join(", ")) }
}
