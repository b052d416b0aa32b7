//! What Enter would take, from what is typed, pointed at and marked.

use super::Prompt;
use crate::engine::{
    answer::Answer,
    channel::prompt::{
        filter::{self, UNFILTERED},
        matching::{self, Match},
    },
    request::Question,
};

/// What Enter would take now. A form's is its own affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// The choice at this index.
    Choice(usize),
    /// Nothing yet: it would mark the choice at this index.
    Mark(usize),
    /// The marked choices.
    Marked,
    /// The typed text.
    Text,
    /// The default text, since nothing is typed.
    Default,
    /// Nothing: what is typed could be several choices.
    Ambiguous,
    /// Nothing: nothing is typed or selected, or it names no choice.
    Nothing,
}

impl Prompt {
    /// The index of the choice that is shown as selected.
    pub fn selected(&self) -> Option<usize> {
        match self.named() {
            Take::Choice(index) => Some(index),
            _ => None,
        }
    }

    /// The choices that what is typed leaves, by index and in their order.
    pub fn left(&self) -> Vec<usize> {
        if self.filters() {
            filter::left(self.choices(), self.line.text())
        } else {
            (0..self.choices().len()).collect()
        }
    }

    /// Whether the list is so long that what is typed narrows it down.
    pub fn filters(&self) -> bool {
        self.request.answers.is_list() && self.choices().len() > UNFILTERED
    }

    /// What Enter would take now.
    pub fn take(&self) -> Take {
        let typed = self.line.text();
        let is_blank = typed.trim().is_empty();
        let has_marks = self.selection.marked().next().is_some();
        match &self.request.answers {
            Question::Choice { .. } | Question::List { multi: false, .. } => self.named(),
            // To point takes nothing, wherever it is.
            Question::List { .. } if is_blank || self.selection.pointed.is_some() => {
                if has_marks {
                    Take::Marked
                } else {
                    Take::Nothing
                }
            }
            Question::List { .. } => match self.named() {
                Take::Choice(index) if self.is_marked(index) == Some(true) => Take::Marked,
                Take::Choice(index) => Take::Mark(index),
                other => other,
            },
            Question::Reply if is_blank && self.default_text().is_some() => Take::Default,
            Question::Reply if is_blank => Take::Nothing,
            Question::Secret if typed.is_empty() => Take::Nothing,
            Question::Reply | Question::Secret => Take::Text,
            Question::Form(_) => Take::Nothing,
        }
    }

    /// The text that the deadline, or Enter on an empty line, takes.
    pub fn default_text(&self) -> Option<&str> {
        match self.request.default.as_ref()? {
            Answer::Text(text) => Some(text),
            Answer::Choice(_) | Answer::Choices(_) | Answer::Form(_) | Answer::Secret(_) => None,
        }
    }

    /// What is selected among the choices, by arrows or by what is typed.
    fn named(&self) -> Take {
        let typed = self.line.text();
        if let Some(pointed) = self.selection.pointed {
            return Take::Choice(pointed);
        }
        if typed.trim().is_empty() {
            return Take::Nothing;
        }
        match matching::find(self.choices(), typed) {
            Match::One(index) => Take::Choice(index),
            Match::Ambiguous => Take::Ambiguous,
            Match::Nothing if self.request.answers.takes_text() => Take::Text,
            Match::Nothing if self.filters() => match self.left().as_slice() {
                [] => Take::Nothing,
                [only] => Take::Choice(*only),
                _ => Take::Ambiguous,
            },
            Match::Nothing => Take::Nothing,
        }
    }
}
