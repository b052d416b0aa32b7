//! The prompt as a machine: keys in, reactions out.
//!
//! Pure: no terminal, no clock, no threads. It never answers by anything but Enter, and it does not draw.
//!
//! Where spec §4 leaves room:
//! - With a typed answer beside the choices, text that names a choice is that choice, text that names none is
//!   the answer itself, and text that could be several is asked again: `n` must not become a text that reads as yes.
//! - Enter that can take nothing empties the line, so that the next answer is not typed onto a wrong one; Ctrl-Y
//!   brings it back. In a long list it stays where several are left of it: it is what narrowed them down.
//! - Where `--default` names a choice it is preselected whenever nothing is typed; where it is a text, Enter on an
//!   empty line takes it.
//! - Of a long list, what is typed leaves the choices that hold it; if that leaves one, and no text is an answer, that
//!   one is selected.
//! - Where several can be taken, Space marks the selected one and is a character only while nothing is selected: `new y`
//!   can be typed, since `new` is several. Enter at the typed name of one that is not marked marks it; else it takes
//!   what is marked, wherever the pointer is.

mod take;

use zeroize::Zeroize as _;

pub use take::Take;

use crate::engine::{
    answer::Answer,
    channel::prompt::{
        completion::Completion,
        form::{Form, Step},
        line::Line,
        selection::{Selection, step_in_list, step_in_row},
        words,
    },
    detail::Detail,
    request::{Choice, Question, Request},
    tty::parse::{Key, Parser},
};

/// What the caller may set about how the prompt looks and what helps to type.
#[derive(Clone, Debug, Default)]
pub struct PromptOptions {
    /// Shown dim where text is typed while there is none; never an answer.
    pub placeholder: String,
    /// Leave out the line that says which keys do what.
    pub no_hint: bool,
    /// What Tab completes a typed answer to, beside the choices: clean lines.
    pub completions: Vec<String>,
    /// A longer text, whose head is shown and which Ctrl-O opens.
    pub detail: Option<Detail>,
}

/// What a key did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// Nothing that can be seen.
    None,
    /// The prompt looks different now.
    Redraw,
    /// The longer text is to be opened in a pager.
    Page,
    /// This is the answer; the prompt takes no more keys.
    Answered(Answer),
    /// The human will not answer; the prompt takes no more keys.
    Dismissed,
}

/// One prompt at the terminal.
#[derive(Debug)]
pub struct Prompt {
    request: Request,
    options: PromptOptions,
    line: Line,
    selection: Selection,
    completion: Completion,
    /// The form, if that is what is asked; the line is its own then.
    form: Option<Form>,
    notice: Option<String>,
    /// Whether the last key was Ctrl-D, which is for deleting until another one comes, as in readline: who holds it down
    /// does not mean to go.
    deleting: bool,
    over: bool,
}

impl Prompt {
    /// A prompt that nobody has touched.
    pub fn new(request: &Request, options: PromptOptions) -> Self {
        let answers = &request.answers;
        let form = Some(answers.fields()).filter(|fields| !fields.is_empty()).map(Form::new);
        Self {
            line: Line::new(*answers == Question::Secret),
            selection: Selection::of(request),
            completion: Completion::new(answers, &options.completions),
            form,
            request: request.clone(),
            options,
            notice: None,
            deleting: false,
            over: false,
        }
    }

    /// Takes one key.
    pub fn key(&mut self, key: Key) -> Reaction {
        if self.over {
            return Reaction::None;
        }
        let had_notice = self.notice.take().is_some();
        let was_deleting = std::mem::replace(&mut self.deleting, key == Key::Ctrl('d'));
        let is_seen = match key {
            // Ctrl-C is a signal; as a key it comes only from a keyboard protocol that someone left on.
            Key::Esc | Key::Ctrl('c') => return self.dismiss(),
            Key::Ctrl('d') if self.line().is_empty() && !was_deleting => return self.dismiss(),
            Key::Ctrl('l') => true,
            Key::Ctrl('o') if self.options.detail.is_some() => return Reaction::Page,
            key if self.form.is_some() => match self.fill(&key) {
                Reaction::None => false,
                reaction => return reaction,
            },
            Key::Enter => return self.enter(),
            key => self.edit(key) && !self.is_secret(),
        };
        if is_seen || had_notice { Reaction::Redraw } else { Reaction::None }
    }

    /// Text that was typed before the prompt was on the screen: a text prompt, and a form in its first field, keep it as
    /// editable text without its Enters; a choice drops it, so that it cannot answer, and so does a secret, where
    /// nobody could see it.
    pub fn type_ahead(&mut self, typed: &str) -> Reaction {
        let line = match (&self.request.answers, &mut self.form) {
            _ if self.over => return Reaction::None,
            (Question::Reply, _) => &mut self.line,
            (Question::Form(_), Some(form)) => form.line_mut(),
            _ => return Reaction::None,
        };
        let mut parser = Parser::new();
        let mut pending_space = false;
        let mut changed = false;
        for key in typed.bytes().filter_map(|byte| parser.push(byte)?.key()) {
            match key {
                Key::Enter => pending_space = !line.is_empty(),
                key => {
                    if std::mem::take(&mut pending_space) {
                        line.key(&Key::Char(' '));
                    }
                    changed |= line.key(&key);
                }
            }
        }
        if changed { Reaction::Redraw } else { Reaction::None }
    }

    /// Says something below the prompt, until the next key.
    pub fn say(&mut self, notice: String) {
        self.notice = Some(notice);
    }

    /// What is asked.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// How it is to look.
    pub fn options(&self) -> &PromptOptions {
        &self.options
    }

    /// What is typed; not for the screen if it is a secret. Of a form, what is in the field that is edited.
    pub fn line(&self) -> &Line {
        self.form.as_ref().map_or(&self.line, Form::line)
    }

    /// The form, if that is what is asked.
    pub fn form(&self) -> Option<&Form> {
        self.form.as_ref()
    }

    /// What the last key could not do, in words: gone with the next one.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// The candidates of a completion, while they are to be shown, and which of them is in the line.
    pub fn candidates(&self) -> Option<(&[String], Option<usize>)> {
        self.completion.shown()
    }

    /// Whether Tab completes what is typed to something of the caller's own.
    pub fn completes(&self) -> bool {
        !self.options.completions.is_empty() && !self.completion.is_empty()
    }

    /// Whether a choice is marked; none where one alone can be taken.
    pub fn is_marked(&self, index: usize) -> Option<bool> {
        self.selection.is_marked(index)
    }

    /// How many choices are marked.
    pub fn marked(&self) -> usize {
        self.selection.marked().count()
    }

    fn enter(&mut self) -> Reaction {
        let take = self.take();
        let chosen = |index: usize| self.choices().get(index).cloned();
        let answer = match take {
            Take::Choice(index) => chosen(index).map(Answer::Choice),
            Take::Marked => Some(Answer::Choices(self.selection.marked().filter_map(chosen).collect())),
            Take::Default => self.default_text().map(|text| Answer::Text(text.to_owned())),
            Take::Text if self.is_secret() => Some(Answer::Secret(self.line.take())),
            Take::Text => Some(Answer::Text(std::mem::take(&mut *self.line.take()))),
            Take::Mark(_) | Take::Ambiguous | Take::Nothing => None,
        };
        self.completion.reset();
        if let Some(answer) = answer {
            self.over = true;
            return Reaction::Answered(answer);
        }
        match take {
            Take::Mark(index) => self.selection.toggle(index),
            Take::Ambiguous => {
                self.notice = Some(words::which(&self.request));
                if self.filters() {
                    return Reaction::Redraw;
                }
            }
            // What is marked stays, and is no reason to ask for a mark.
            Take::Nothing if self.marked() > 0 => {
                self.notice = Some(words::unclear(self.line.text().trim(), false));
            }
            _ => self.notice = Some(words::please(&self.request)),
        }
        self.line.clear();
        self.selection.typed(true);
        Reaction::Redraw
    }

    /// Gives a key to the form.
    fn fill(&mut self, key: &Key) -> Reaction {
        match self.form.as_mut().map(|form| form.key(key)) {
            None | Some(Step::Nothing) => Reaction::None,
            Some(Step::Changed) => Reaction::Redraw,
            Some(Step::Faulty(fault)) => {
                self.notice = Some(fault);
                Reaction::Redraw
            }
            Some(Step::Filled(values)) => {
                self.over = true;
                Reaction::Answered(Answer::Form(values))
            }
        }
    }

    fn dismiss(&mut self) -> Reaction {
        self.over = true;
        Reaction::Dismissed
    }

    /// Moves the selection, marks, completes or edits the line. Whether anything changed.
    fn edit(&mut self, mut key: Key) -> bool {
        if let Some(changed) = self.complete(&key) {
            return changed;
        }
        let was_shown = self.completion.reset();
        if let (Key::Char(' '), true, Some(index)) =
            (&key, self.request.answers.takes_several(), self.selected())
        {
            self.selection.toggle(index);
            return true;
        }
        if let Some(index) = self.step(&key) {
            let changed = self.selected() != Some(index) || !self.line.is_empty();
            if !self.filters() {
                self.line.clear();
            }
            self.selection.point(index);
            return changed || was_shown;
        }
        // A space before any word would only take the selection away.
        if self.line.is_empty() && key == Key::Char(' ') && !self.request.answers.takes_text() {
            return was_shown;
        }
        let changed = self.line.key(&key);
        if changed {
            self.selection.typed(self.line.is_empty());
        }
        if let (true, Key::Paste(pasted)) = (self.is_secret(), &mut key) {
            pasted.zeroize();
        }
        changed || was_shown
    }

    /// Completes the line, if that is what the key is for here; whether anything changed. Where there are choices and
    /// nothing is typed, Tab moves among them.
    fn complete(&mut self, key: &Key) -> Option<bool> {
        let is_shown = self.completion.shown().is_some();
        let is_for_line = is_shown || !self.line.is_empty() || self.choices().is_empty();
        if self.completion.is_empty() || !is_for_line {
            return None;
        }
        let completed = match key {
            Key::Tab => self.completion.tab(self.line.text()),
            Key::BackTab if is_shown => self.completion.back_tab(),
            _ => return None,
        };
        let changed = completed.is_some() || is_shown != self.completion.shown().is_some();
        if let Some(text) = completed {
            self.line.take();
            self.line.insert(&text);
            self.selection.typed(self.line.is_empty());
        }
        Some(changed)
    }

    /// Where a key moves the selection, if it does.
    fn step(&self, key: &Key) -> Option<usize> {
        let left = self.left();
        let at = self.selected().and_then(|index| left.iter().position(|&one| one == index));
        let is_typed = !self.line.is_empty();
        let to = if self.request.answers.is_list() {
            step_in_list(key, at, left.len(), is_typed)
        } else {
            step_in_row(key, at, left.len(), is_typed, is_typed && self.request.answers.takes_text())
        };
        left.get(to?).copied()
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
