//! The prompt as a machine: keys in, reactions out.
//!
//! Pure: no terminal, no clock, no threads. It never answers by anything but Enter, and it does not draw.
//!
//! Where spec §4 leaves room:
//! - With a typed answer beside the choices, text that names a choice is that choice, text that names none is
//!   the answer itself, and text that could be several is asked again: `n` must not become a text that reads as yes.
//! - Enter that can take nothing empties the line, so that the next answer is not typed onto a wrong one; Ctrl-Y
//!   brings it back.
//! - Where `--default` names a choice it is preselected whenever nothing is typed; where it is a text, Enter on an
//!   empty line takes it.

use zeroize::Zeroize as _;

use crate::engine::{
    answer::Answer,
    channel::prompt::{
        line::Line,
        matching::{self, Match},
        words,
    },
    request::{Choice, Question, Request},
    tty::parse::{Key, Parser},
};

/// What the caller may set about how the prompt looks.
#[derive(Clone, Debug, Default)]
pub struct PromptOptions {
    /// Shown dim where text is typed while there is none; never an answer.
    pub placeholder: String,
    /// Leave out the line that says which keys do what.
    pub no_hint: bool,
}

/// What a key did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// Nothing that can be seen.
    None,
    /// The prompt looks different now.
    Redraw,
    /// This is the answer; the prompt takes no more keys.
    Answered(Answer),
    /// The human will not answer; the prompt takes no more keys.
    Dismissed,
}

/// What Enter would take now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// The choice at this index.
    Choice(usize),
    /// The typed text.
    Text,
    /// The default text, since nothing is typed.
    Default,
    /// Nothing: what is typed could be several choices.
    Ambiguous,
    /// Nothing: nothing is typed or selected, or it names no choice.
    Nothing,
}

/// One prompt at the terminal.
#[derive(Debug)]
pub struct Prompt {
    request: Request,
    options: PromptOptions,
    line: Line,
    /// The choice selected by arrows or by default; counts only while nothing is typed.
    pointed: Option<usize>,
    notice: Option<String>,
    over: bool,
}

impl Prompt {
    /// A prompt that nobody has touched.
    pub fn new(request: &Request, options: PromptOptions) -> Self {
        let line = Line::new(request.answers == Question::Secret);
        let mut prompt =
            Self { request: request.clone(), options, line, pointed: None, notice: None, over: false };
        prompt.pointed = prompt.preselected();
        prompt
    }

    /// Takes one key.
    pub fn key(&mut self, key: Key) -> Reaction {
        if self.over {
            return Reaction::None;
        }
        let had_notice = self.notice.take().is_some();
        match key {
            // Ctrl-C is a signal; as a key it comes only from a keyboard protocol that someone left on.
            Key::Esc | Key::Ctrl('c') => self.dismiss(),
            Key::Ctrl('d') if self.line.is_empty() => self.dismiss(),
            Key::Enter => self.enter(),
            Key::Ctrl('l') => Reaction::Redraw,
            key => {
                let is_seen = self.edit(key) && !self.is_secret();
                if is_seen || had_notice { Reaction::Redraw } else { Reaction::None }
            }
        }
    }

    /// Text that was typed before the prompt was on the screen: a text prompt keeps it as editable text without its
    /// Enters; a choice drops it, so that it cannot answer, and so does a secret, where nobody could see it.
    pub fn type_ahead(&mut self, typed: &str) -> Reaction {
        if self.over || self.request.answers != Question::Reply {
            return Reaction::None;
        }
        let mut parser = Parser::new();
        let mut pending_space = false;
        let mut changed = false;
        for key in typed.bytes().filter_map(|byte| parser.push(byte)) {
            match key {
                Key::Enter => pending_space = !self.line.is_empty(),
                key => {
                    if std::mem::take(&mut pending_space) {
                        self.line.key(&Key::Char(' '));
                    }
                    changed |= self.line.key(&key);
                }
            }
        }
        if changed { Reaction::Redraw } else { Reaction::None }
    }

    /// What is asked.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// How it is to look.
    pub fn options(&self) -> &PromptOptions {
        &self.options
    }

    /// What is typed; not for the screen if it is a secret.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// What the last Enter could not take, in words: gone with the next key.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// The index of the choice that is shown as selected.
    pub fn selected(&self) -> Option<usize> {
        match self.take() {
            Take::Choice(index) => Some(index),
            _ => None,
        }
    }

    /// What Enter would take now.
    pub fn take(&self) -> Take {
        let typed = self.line.text();
        let is_blank = typed.trim().is_empty();
        match &self.request.answers {
            Question::Choice { .. } if is_blank => self.pointed.map_or(Take::Nothing, Take::Choice),
            Question::Choice { choices, reply } => match matching::find(choices, typed) {
                Match::One(index) => Take::Choice(index),
                Match::Ambiguous => Take::Ambiguous,
                Match::Nothing if *reply => Take::Text,
                Match::Nothing => Take::Nothing,
            },
            Question::Reply if is_blank && self.default_text().is_some() => Take::Default,
            Question::Reply if is_blank => Take::Nothing,
            Question::Secret if typed.is_empty() => Take::Nothing,
            Question::Reply | Question::Secret => Take::Text,
        }
    }

    /// The text that the deadline, or Enter on an empty line, takes.
    pub fn default_text(&self) -> Option<&str> {
        match self.request.default.as_ref()? {
            Answer::Text(text) => Some(text),
            Answer::Choice(_) | Answer::Secret(_) => None,
        }
    }

    fn enter(&mut self) -> Reaction {
        let answer = match self.take() {
            Take::Choice(index) => self.choices().get(index).cloned().map(Answer::Choice),
            Take::Default => self.default_text().map(|text| Answer::Text(text.to_owned())),
            Take::Text if self.is_secret() => Some(Answer::Secret(self.line.take())),
            Take::Text => Some(Answer::Text(std::mem::take(&mut *self.line.take()))),
            Take::Ambiguous | Take::Nothing => None,
        };
        if let Some(answer) = answer {
            self.over = true;
            return Reaction::Answered(answer);
        }
        let asked_again = if self.take() == Take::Ambiguous { words::which } else { words::please };
        self.notice = Some(asked_again(&self.request));
        self.line.clear();
        self.pointed = self.preselected();
        Reaction::Redraw
    }

    fn dismiss(&mut self) -> Reaction {
        self.over = true;
        Reaction::Dismissed
    }

    /// Moves the selection or edits the line. Whether anything changed.
    fn edit(&mut self, mut key: Key) -> bool {
        if let Some(index) = self.step(&key) {
            let changed = self.selected() != Some(index) || !self.line.is_empty();
            self.line.clear();
            self.pointed = Some(index);
            return changed;
        }
        // A space before any word would only take the selection away.
        if self.line.is_empty() && key == Key::Char(' ') && !self.request.answers.takes_text() {
            return false;
        }
        let changed = self.line.key(&key);
        if changed {
            self.pointed = if self.line.is_empty() { self.preselected() } else { None };
        }
        if let (true, Key::Paste(pasted)) = (self.is_secret(), &mut key) {
            pasted.zeroize();
        }
        changed
    }

    /// Where a key moves the selection, if it does. Around the ends, and from nothing to the nearer end. While a text
    /// is being written beside the choices, Left, Right, Home and End belong to the text.
    fn step(&self, key: &Key) -> Option<usize> {
        let count = self.choices().len();
        let last = count.checked_sub(1)?;
        let (is_typed, is_writing) =
            (!self.line.is_empty(), !self.line.is_empty() && self.request.answers.takes_text());
        let (back, forward) = (
            self.selected().map_or(last, |index| index.checked_sub(1).unwrap_or(last)),
            self.selected().map_or(0, |index| (index + 1) % count),
        );
        match key {
            Key::Left if !is_writing => Some(back),
            Key::Right if !is_writing => Some(forward),
            Key::Up | Key::BackTab | Key::Ctrl('p') => Some(back),
            Key::Down | Key::Tab | Key::Ctrl('n') => Some(forward),
            Key::Home if !is_typed => Some(0),
            Key::End if !is_typed => Some(last),
            Key::PageUp => Some(0),
            Key::PageDown => Some(last),
            _ => None,
        }
    }

    /// The choice that `--default` names.
    fn preselected(&self) -> Option<usize> {
        match self.request.default.as_ref()? {
            Answer::Choice(default) => self.choices().iter().position(|choice| choice.key == default.key),
            Answer::Text(_) | Answer::Secret(_) => None,
        }
    }

    fn choices(&self) -> &[Choice] {
        self.request.answers.choices()
    }

    fn is_secret(&self) -> bool {
        self.request.answers == Question::Secret
    }
}

#[cfg(test)]
mod tests;
