//! Which choice the arrows point at, and which are marked.
//!
//! Pure: it counts choices, and knows them only to find those that are offered.

use crate::engine::{
    answer::Answer,
    request::{Choice, Request},
    tty::parse::Key,
};

/// How far a page goes in a list.
const PAGE: usize = 10;

/// The selection among the choices of a prompt.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// The choice pointed at by arrows or by default.
    pub(super) pointed: Option<usize>,
    /// Where the pointer is while nothing is typed.
    pub(super) resting: Option<usize>,
    /// Whether each choice is marked; empty where one alone can be taken.
    marks: Vec<bool>,
}

impl Selection {
    /// What is selected before anybody touches it: what `--default` names.
    pub(super) fn of(request: &Request) -> Self {
        let choices = request.answers.choices();
        let index = |wanted: &Choice| choices.iter().position(|choice| choice.key == wanted.key);
        let named: Vec<usize> = match &request.default {
            Some(Answer::Choice(choice)) => index(choice).into_iter().collect(),
            Some(Answer::Choices(several)) => several.iter().filter_map(index).collect(),
            Some(Answer::Text(_) | Answer::Form(_) | Answer::Secret(_)) | None => Vec::new(),
        };
        if request.answers.takes_several() {
            Self::several(choices.len(), &named)
        } else {
            Self::one(named.first().copied())
        }
    }

    /// Where one can be taken: `default` is offered.
    fn one(default: Option<usize>) -> Self {
        Self { pointed: default, resting: default, marks: Vec::new() }
    }

    /// Where several of `count` can be taken: `marked` are marked, and the first of them is pointed at. To point takes
    /// nothing there, so something always is.
    fn several(count: usize, marked: &[usize]) -> Self {
        let first = marked.iter().min().copied().or((count > 0).then_some(0));
        let marks = (0..count).map(|index| marked.contains(&index)).collect();
        Self { pointed: first, resting: first, marks }
    }

    /// Whether a choice is marked; none where one alone can be taken.
    pub(super) fn is_marked(&self, index: usize) -> Option<bool> {
        self.marks.get(index).copied()
    }

    /// The marked choices, in their order.
    pub(super) fn marked(&self) -> impl Iterator<Item = usize> {
        self.marks.iter().enumerate().filter(|(_, is_marked)| **is_marked).map(|(index, _)| index)
    }

    /// Marks a choice, or takes its mark away.
    pub(super) fn toggle(&mut self, index: usize) {
        if let Some(mark) = self.marks.get_mut(index) {
            *mark = !*mark;
            self.resting = Some(index);
        }
    }

    /// Points at a choice.
    pub(super) fn point(&mut self, index: usize) {
        self.pointed = Some(index);
        if !self.marks.is_empty() {
            self.resting = Some(index);
        }
    }

    /// What is typed has changed: what was pointed at counts no more, and once nothing is typed, what was there before.
    pub(super) fn typed(&mut self, is_empty: bool) {
        self.pointed = if is_empty { self.resting } else { None };
    }
}

/// Where a key moves within `count` choices that stand in a row, from `at`. Around the ends, and from nothing to the
/// nearer end.
pub(super) fn step_in_row(
    key: &Key,
    at: Option<usize>,
    count: usize,
    is_typed: bool,
    is_writing: bool,
) -> Option<usize> {
    let last = count.checked_sub(1)?;
    match key {
        // While a text is being written beside the choices, these belong to the text.
        Key::Left if !is_writing => Some(back(at, last)),
        Key::Right if !is_writing => Some(forward(at, last)),
        Key::PageUp => Some(0),
        Key::PageDown => Some(last),
        key => step(key, at, last, is_typed),
    }
}

/// The same in a list, where Left and Right belong to what is typed, and a page is ten.
pub(super) fn step_in_list(key: &Key, at: Option<usize>, count: usize, is_typed: bool) -> Option<usize> {
    let last = count.checked_sub(1)?;
    match key {
        Key::PageUp => Some(at.unwrap_or(0).saturating_sub(PAGE)),
        Key::PageDown => Some((at.unwrap_or(0) + PAGE).min(last)),
        key => step(key, at, last, is_typed),
    }
}

fn step(key: &Key, at: Option<usize>, last: usize, is_typed: bool) -> Option<usize> {
    match key {
        Key::Up | Key::BackTab | Key::Ctrl('p') => Some(back(at, last)),
        Key::Down | Key::Tab | Key::Ctrl('n') => Some(forward(at, last)),
        Key::Home if !is_typed => Some(0),
        Key::End if !is_typed => Some(last),
        _ => None,
    }
}

fn back(at: Option<usize>, last: usize) -> usize {
    at.map_or(last, |at| at.checked_sub(1).unwrap_or(last))
}

fn forward(at: Option<usize>, last: usize) -> usize {
    at.map_or(0, |at| if at >= last { 0 } else { at + 1 })
}
