//! The form over `[notify]`: what is set in the file, what the human has changed, and what of it is saved.
//!
//! Pure: files are read and written elsewhere. A value is kept as it counts; what is being typed is an [`Entry`] until it
//! is taken.

use std::time::Duration;

use super::entry::Entry;
use crate::engine::{
    config::{self, Change, ChannelName, Effective, Protocol, Shape, Survey},
    tty::key::Key,
};

/// A value as the file is to have it; none leaves the key to the layers below.
pub(in crate::tui) type Value = Option<Effective>;

/// How a field is being edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Editing {
    /// Text is typed. What was there before is fresh until something is done to it: what is typed takes its place.
    Typing { entry: Entry, is_fresh: bool },
    /// Channels are put in order: all of them, those that are taken first, and which is pointed at.
    Order { channels: Vec<(ChannelName, bool)>, at: usize },
}

/// The form.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::tui) struct Form {
    /// The file as it was read.
    pub(in crate::tui) survey: Survey,
    /// Whose file it is.
    pub(in crate::tui) owner: &'static str,
    /// The field that keys go to.
    pub(in crate::tui) selected: usize,
    /// How it is being edited, if it is.
    pub(in crate::tui) editing: Option<Editing>,
    values: Vec<Value>,
    undo: Vec<Vec<Value>>,
    redo: Vec<Vec<Value>>,
}

/// As many steps back as anybody takes.
const MOST_STEPS: usize = 500;

impl Form {
    /// The form over a file.
    pub(in crate::tui) fn new(survey: Survey, owner: &'static str) -> Self {
        let values = survey.rows.iter().map(|row| row.own.clone()).collect();
        Self { survey, owner, selected: 0, editing: None, values, undo: Vec::new(), redo: Vec::new() }
    }

    /// The form on the file as it is now, with all its steps. What the human had not changed is what others may have
    /// written meanwhile, in each of them; unless it `is_ours`, which the form has written itself.
    #[must_use]
    pub(in crate::tui) fn on(&self, survey: Survey, is_ours: bool) -> Self {
        let mut form = Self::new(survey, self.owner);
        form.selected = self.selected;
        form.editing.clone_from(&self.editing);
        let moved = |values: &Vec<Value>| -> Vec<Value> {
            let value = |new: &config::Row| {
                let at = self.survey.rows.iter().position(|row| row.name == new.name)?;
                let (value, old) = (values.get(at)?, &self.survey.rows.get(at)?.own);
                (is_ours || value != old).then(|| value.clone())
            };
            form.survey.rows.iter().map(|new| value(new).unwrap_or_else(|| new.own.clone())).collect()
        };
        let values = moved(&self.values);
        // Steps that make no difference any more are none.
        let steps = |steps: &[Vec<Value>]| {
            let mut steps: Vec<Vec<Value>> = steps.iter().map(moved).collect();
            steps.push(values.clone());
            steps.dedup();
            steps.pop();
            steps
        };
        let (undo, redo) = (steps(&self.undo), steps(&self.redo));
        Self { values, undo, redo, ..form }
    }

    /// How many fields there are.
    pub(in crate::tui) fn len(&self) -> usize {
        self.survey.rows.len()
    }

    /// The field that keys go to.
    pub(in crate::tui) fn row(&self) -> Option<&config::Row> {
        self.survey.rows.get(self.selected)
    }

    /// What the form has for a field; none if it is left to the layers below.
    pub(in crate::tui) fn own(&self, at: usize) -> Option<&Effective> {
        self.values.get(at).and_then(Option::as_ref)
    }

    /// What a field comes to, as far as this file is concerned.
    pub(in crate::tui) fn value(&self, at: usize) -> Option<&Effective> {
        self.own(at).or_else(|| self.survey.rows.get(at).map(|row| &row.below))
    }

    /// Whether it is another than in the file.
    pub(in crate::tui) fn is_dirty(&self, at: usize) -> bool {
        self.survey.rows.get(at).is_some_and(|row| self.values.get(at) != Some(&row.own))
    }

    /// How many are.
    pub(in crate::tui) fn dirty(&self) -> usize {
        (0..self.len()).filter(|&at| self.is_dirty(at)).count()
    }

    /// What is to be changed in the file.
    pub(in crate::tui) fn changes(&self) -> Vec<Change> {
        let change = |(at, row): (usize, &config::Row)| {
            self.is_dirty(at).then(|| (format!("notify.{}", row.name), self.own(at).map(Effective::bare)))
        };
        self.survey.rows.iter().enumerate().filter_map(change).collect()
    }

    /// What is wrong with what is typed, as long as it is.
    pub(in crate::tui) fn problem(&self) -> Option<String> {
        let Some(Editing::Typing { entry, .. }) = &self.editing else { return None };
        config::read(self.row()?.name, entry.text()).err().map(|problem| problem.to_string())
    }

    /// Whether there is something to undo, and to redo.
    pub(in crate::tui) fn steps(&self) -> (bool, bool) {
        (!self.undo.is_empty(), !self.redo.is_empty())
    }

    /// Takes the last change back; whether there was one.
    pub(in crate::tui) fn undo(&mut self) -> bool {
        Self::step(&mut self.values, &mut self.undo, &mut self.redo)
    }

    /// Makes the last change that was taken back again; whether there was one.
    pub(in crate::tui) fn redo(&mut self) -> bool {
        Self::step(&mut self.values, &mut self.redo, &mut self.undo)
    }

    fn step(values: &mut Vec<Value>, from: &mut Vec<Vec<Value>>, to: &mut Vec<Vec<Value>>) -> bool {
        let Some(last) = from.pop() else { return false };
        to.push(std::mem::replace(values, last));
        true
    }

    /// Sets the field, or leaves it to the layers below.
    pub(in crate::tui) fn set(&mut self, value: Value) {
        let may_set = self.row().is_some_and(|row| row.may_set);
        let Some(slot) = self.values.get(self.selected).filter(|slot| may_set && **slot != value) else {
            return;
        };
        debug_assert!(*slot != value);
        if self.undo.len() == MOST_STEPS {
            self.undo.remove(0);
        }
        self.undo.push(self.values.clone());
        self.redo.clear();
        if let Some(slot) = self.values.get_mut(self.selected) {
            *slot = value;
        }
    }

    /// Turns a switch over, or begins to edit anything else.
    pub(in crate::tui) fn open(&mut self) {
        let Some(row) = self.row().filter(|row| row.may_set) else { return };
        match (row.shape, self.value(self.selected)) {
            (Shape::Switch, Some(Effective::Switch(on))) => {
                let on = !on;
                self.set(Some(Effective::Switch(on)));
            }
            (Shape::Protocol, _) => self.turn(1),
            (Shape::Channels, Some(Effective::List(names))) => {
                let taken: Vec<ChannelName> = names.iter().filter_map(|name| name.parse().ok()).collect();
                let rest = ChannelName::ALL.into_iter().filter(|channel| !taken.contains(channel));
                let channels =
                    taken.iter().map(|&channel| (channel, true)).chain(rest.map(|channel| (channel, false)));
                self.editing = Some(Editing::Order { channels: channels.collect(), at: 0 });
            }
            (_, value) => {
                let entry = Entry::new(&value.map(Effective::bare).unwrap_or_default());
                self.editing = Some(Editing::Typing { entry, is_fresh: true });
            }
        }
    }

    /// Goes a step down (-1) or up (1): of seconds, a switch, or a choice.
    pub(in crate::tui) fn turn(&mut self, by: i8) {
        let Some(row) = self.row() else { return };
        let next = match (row.shape, self.value(self.selected)) {
            (Shape::Switch, Some(_)) => Effective::Switch(by > 0),
            (Shape::Seconds, Some(Effective::Seconds(now))) => Effective::Seconds(stepped(*now, by)),
            (Shape::Protocol, Some(Effective::Text(now))) => {
                let names: Vec<&str> = [""].into_iter().chain(Protocol::ALL.map(Protocol::name)).collect();
                let at = names.iter().position(|name| name == now).unwrap_or(0);
                let to = if by > 0 { at + 1 } else { at + names.len() - 1 };
                Effective::Text(names.get(to % names.len()).copied().unwrap_or_default().to_owned())
            }
            _ => return,
        };
        self.set(Some(next));
    }

    /// Takes a key while the field is being edited; whether it was one for that.
    pub(in crate::tui) fn edit(&mut self, key: &Key) -> bool {
        match (&mut self.editing, key) {
            (None, _) => return false,
            (_, Key::Esc) => self.editing = None,
            (Some(Editing::Typing { entry, .. }), Key::Enter) => {
                let typed = entry.text().to_owned();
                let Some(row) = self.row() else { return true };
                // What is wrong stays there, with what is wrong about it.
                if let Ok(value) = config::read(row.name, &typed) {
                    self.editing = None;
                    self.set(Some(value));
                }
            }
            (Some(Editing::Typing { entry, is_fresh }), key) => {
                let is_typed = matches!(key, Key::Char(_) | Key::Paste(_) | Key::Backspace);
                if std::mem::take(is_fresh) && is_typed {
                    *entry = Entry::default();
                }
                let step = match key {
                    Key::Up => 1,
                    Key::Down => -1,
                    _ => return entry.take(key),
                };
                let name = self.survey.rows.get(self.selected).map(|row| row.name).unwrap_or_default();
                if let Ok(Effective::Seconds(now)) = config::read(name, entry.text()) {
                    *entry = Entry::new(&Effective::Seconds(stepped(now, step)).bare());
                }
            }
            (Some(Editing::Order { channels, .. }), Key::Enter) => {
                let taken = channels.iter().filter(|(_, taken)| *taken);
                let names: Vec<String> = taken.map(|(channel, _)| channel.name().to_owned()).collect();
                // An empty list is nothing that can be set; the view says so.
                if !names.is_empty() {
                    self.editing = None;
                    self.set(Some(Effective::List(names)));
                }
            }
            (Some(Editing::Order { channels, at }), key) => return order(channels, at, key),
        }
        true
    }
}

/// Takes a key while channels are put in order; whether it was one for that.
fn order(channels: &mut [(ChannelName, bool)], at: &mut usize, key: &Key) -> bool {
    let last = channels.len().saturating_sub(1);
    match key {
        Key::Up | Key::Char('k') => *at = at.saturating_sub(1),
        Key::Down | Key::Char('j') => *at = (*at + 1).min(last),
        Key::Char(' ') => {
            if let Some((_, taken)) = channels.get_mut(*at) {
                *taken = !*taken;
            }
        }
        Key::Left | Key::Char('K' | '-') if *at > 0 => {
            channels.swap(*at, *at - 1);
            *at -= 1;
        }
        Key::Right | Key::Char('J' | '+') if *at < last => {
            channels.swap(*at, *at + 1);
            *at += 1;
        }
        _ => return false,
    }
    true
}

/// The next length of time in steps that grow with it; within what a file may have.
fn stepped(now: Duration, by: i8) -> Duration {
    let step = match now.as_secs() {
        0..10 => Duration::from_millis(500),
        10..60 => Duration::from_secs(5),
        _ => Duration::from_mins(1),
    };
    // At a boundary the way down is the way back.
    let step = if by < 0 && now == Duration::from_secs(10) { Duration::from_millis(500) } else { step };
    let step = if by < 0 && now == Duration::from_mins(1) { Duration::from_secs(5) } else { step };
    let day = Duration::from_hours(24);
    if by < 0 { now.saturating_sub(step) } else { (now + step).min(day) }
}
