//! The line that says which keys do what.
//!
//! Pure: words only.

use crate::engine::{
    channel::prompt::{
        columns::width,
        model::{Prompt, Take},
        screen::Screen,
        view::head,
    },
    request::Question,
};

/// Which keys do what, as much of it as fits into `room`; `is_row` says that the choices stand in one row.
pub(super) fn hint(prompt: &Prompt, screen: Screen, is_row: bool, room: usize) -> Option<String> {
    if prompt.options().no_hint {
        return None;
    }
    let signs = screen.signs();
    let arrows = if is_row { signs.sideways } else { signs.up_and_down };
    let mut parts = match &prompt.request().answers {
        Question::Choice { reply: false, .. } => {
            vec![format!("type or {arrows} to choose"), "Enter takes it".to_owned()]
        }
        Question::Choice { reply: true, .. } => {
            vec![format!("{arrows} to choose, or type a text"), "Enter takes it".to_owned()]
        }
        Question::List { .. } => list(prompt, arrows),
        Question::Form(_) => form(prompt),
        Question::Reply if prompt.take() == Take::Default => {
            vec!["Enter takes the text shown".to_owned()]
        }
        Question::Reply | Question::Secret => vec!["Enter sends it".to_owned()],
    };
    if prompt.completes() {
        parts.push("Tab completes".to_owned());
    }
    // Where some of it is left out, that says so itself.
    if prompt.options().detail.as_ref().is_some_and(|detail| detail.len() <= head(screen)) {
        parts.push("Ctrl-O opens the text".to_owned());
    }
    parts.push("Esc dismisses".to_owned());
    while width(&parts.join(signs.separator)) > room {
        parts.pop();
    }
    Some(parts.join(signs.separator)).filter(|hint| !hint.is_empty())
}

fn list(prompt: &Prompt, arrows: &str) -> Vec<String> {
    let typing = if prompt.filters() { "type to filter" } else { "type a number" };
    if prompt.request().answers.takes_several() {
        let mut parts = vec![format!("{arrows}, Space marks")];
        match (prompt.take(), prompt.marked()) {
            (Take::Mark(_), _) => parts.push("Enter marks it".to_owned()),
            // What is typed stands in the way of what is marked.
            (Take::Ambiguous, _) | (Take::Nothing, 1..) => {}
            (_, 0) => parts.push("Enter takes them".to_owned()),
            (_, 1) => parts.push("Enter takes the one".to_owned()),
            (_, marked) => parts.push(format!("Enter takes all {marked}")),
        }
        parts.push(typing.to_owned());
        return parts;
    }
    let typing = if prompt.request().answers.takes_text() { "type a text" } else { typing };
    vec![format!("{typing}, {arrows} to choose"), "Enter takes it".to_owned()]
}

fn form(prompt: &Prompt) -> Vec<String> {
    let (at, count) = prompt.form().map_or((0, 1), |form| (form.at(), form.rows().len()));
    let mut parts = vec![if at + 1 < count { "Enter goes on" } else { "Enter sends the form" }.to_owned()];
    if at > 0 {
        parts.push("Shift-Tab goes back".to_owned());
    }
    parts
}
