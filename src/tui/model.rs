//! All that the screen is made of.
//!
//! Pure.

use std::time::Duration;

use super::{
    diagnosis::Diagnosis,
    entry::Entry,
    form::{Editing, Form},
    items::{self, Item, Name},
    keys::{Action, Scope},
    message::Preview,
    theme::Theme,
    trials::Tests,
};
use crate::engine::{
    config::Shape,
    doctor::{Area, Fix, Invocation},
};

/// A screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::tui) enum Screen {
    Overview,
    Desktop,
    Terminal,
    Tests,
    Config,
    Remote,
    Agents,
}

impl Screen {
    /// All of them, in the order of the tabs.
    pub(in crate::tui) const ALL: [Self; 7] = [
        Self::Overview,
        Self::Desktop,
        Self::Terminal,
        Self::Tests,
        Self::Config,
        Self::Remote,
        Self::Agents,
    ];

    /// Its name on its tab.
    pub(in crate::tui) fn title(self) -> &'static str {
        match self {
            Self::Overview => "Overview",
            Self::Desktop => "Desktop",
            Self::Terminal => "Terminal",
            Self::Tests => "Tests",
            Self::Config => "Config",
            Self::Remote => "Remote",
            Self::Agents => "Agents",
        }
    }

    /// What it is about.
    pub(in crate::tui) fn areas(self) -> &'static [Area] {
        match self {
            Self::Overview => &Area::ALL,
            Self::Desktop => &[Area::Desktop],
            Self::Terminal => &[Area::Terminal],
            Self::Tests => &[],
            Self::Config => &[Area::Config],
            Self::Remote => &[Area::Remote],
            Self::Agents => &[Area::Agents],
        }
    }

    /// The screen that says more about an area.
    pub(in crate::tui) fn about(area: Area) -> Self {
        match area {
            Area::System => Self::Overview,
            Area::Desktop => Self::Desktop,
            Area::Terminal => Self::Terminal,
            Area::Config => Self::Config,
            Area::Remote => Self::Remote,
            Area::Agents => Self::Agents,
        }
    }

    /// Its number.
    pub(in crate::tui) fn index(self) -> usize {
        Self::ALL.iter().position(|screen| *screen == self).unwrap_or(0)
    }

    /// Whether it is a list of what was found.
    pub(in crate::tui) fn is_found(self) -> bool {
        !matches!(self, Self::Tests | Self::Config)
    }
}

/// What lies over a screen.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::tui) enum Overlay {
    /// All keys.
    Help { scroll: u16 },
    /// What a change comes to, before it is made.
    Change { preview: Preview, scroll: u16 },
    /// Something is not saved.
    Leave,
    /// The file is another than what was read.
    Conflict,
}

/// The configuration's form, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::tui) enum Configuration {
    /// It is being read.
    Reading,
    /// It is there.
    Form(Box<Form>),
    /// It cannot be read: why, and the command that opens it in an editor.
    Unreadable(String, String),
}

/// A word about what was just done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) struct Toast {
    pub(in crate::tui) text: String,
    pub(in crate::tui) is_bad: bool,
}

/// What was asked to be previewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Purpose {
    /// The form is to be saved.
    Save,
    /// The same, and then the end.
    SaveAndQuit,
    /// One key is to be set, as a check advises.
    Fix,
}

/// All of it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::tui) struct Model {
    pub(in crate::tui) size: (u16, u16),
    pub(in crate::tui) theme: Theme,
    pub(in crate::tui) screen: Screen,
    /// The time since the start.
    pub(in crate::tui) now: Duration,
    pub(in crate::tui) diagnosis: Diagnosis,
    /// What is selected on each screen; none is the top.
    pub(in crate::tui) selected: [Option<Name>; 7],
    /// How far what is selected is scrolled, where it is longer than the screen is high.
    pub(in crate::tui) scroll: u16,
    pub(in crate::tui) filter: Entry,
    pub(in crate::tui) is_filtering: bool,
    pub(in crate::tui) config: Configuration,
    /// The file that the form is on: its number, its name, and how many there are.
    pub(in crate::tui) file: (usize, String, usize),
    pub(in crate::tui) tests: Tests,
    pub(in crate::tui) overlay: Option<Overlay>,
    pub(in crate::tui) toast: Option<Toast>,
    pub(in crate::tui) purpose: Purpose,
    /// How this program is called, in what is suggested.
    pub(in crate::tui) invocation: Invocation,
}

impl Model {
    /// Before anything is known.
    pub(in crate::tui) fn new(size: (u16, u16), theme: &Theme, diagnosis: Diagnosis) -> Self {
        Self {
            size,
            theme: *theme,
            screen: Screen::Overview,
            now: Duration::ZERO,
            diagnosis,
            selected: Default::default(),
            scroll: 0,
            filter: Entry::default(),
            is_filtering: false,
            config: Configuration::Reading,
            file: (0, String::new(), 1),
            tests: Tests::default(),
            overlay: None,
            toast: None,
            purpose: Purpose::Save,
            invocation: Invocation::default(),
        }
    }

    /// The form, if there is one.
    pub(in crate::tui) fn form(&self) -> Option<&Form> {
        match &self.config {
            Configuration::Form(form) => Some(form),
            _ => None,
        }
    }

    /// As [`form`](Self::form).
    pub(in crate::tui) fn form_mut(&mut self) -> Option<&mut Form> {
        match &mut self.config {
            Configuration::Form(form) => Some(form),
            _ => None,
        }
    }

    /// How much of the form is not saved.
    pub(in crate::tui) fn dirty(&self) -> usize {
        self.form().map_or(0, Form::dirty)
    }

    /// What is selected on this screen.
    pub(in crate::tui) fn selected(&self) -> Option<&Name> {
        self.selected.get(self.screen.index()).and_then(Option::as_ref)
    }

    /// Selects something on this screen.
    pub(in crate::tui) fn select(&mut self, name: Option<Name>) {
        self.scroll = 0;
        if let Some(slot) = self.selected.get_mut(self.screen.index()) {
            *slot = name;
        }
    }

    /// The check that is selected.
    pub(in crate::tui) fn check(&self) -> Option<&crate::engine::doctor::Check> {
        let Some(Name::Check(id)) = self.selected() else { return None };
        // What the filter hides is not selected.
        items::items(self).into_iter().find_map(|item| match item {
            Item::Check(check) if check.id == *id => Some(check),
            _ => None,
        })
    }

    /// What keys mean now, the closest first.
    pub(in crate::tui) fn scopes(&self) -> &'static [Scope] {
        match &self.overlay {
            Some(Overlay::Help { .. }) => return &[Scope::Help],
            Some(Overlay::Change { .. }) => return &[Scope::Change],
            Some(Overlay::Leave) => return &[Scope::Leave],
            Some(Overlay::Conflict) => return &[Scope::Conflict],
            None => {}
        }
        if self.is_filtering {
            return &[Scope::Filter];
        }
        match self.screen {
            Screen::Config => match self.form().and_then(|form| form.editing.as_ref()) {
                Some(Editing::Typing { .. }) => &[Scope::Typing],
                Some(Editing::Order { .. }) => &[Scope::Order],
                None => &[Scope::Config, Scope::Everywhere],
            },
            Screen::Tests => &[Scope::Tests, Scope::Everywhere],
            _ => &[Scope::Found, Scope::Everywhere],
        }
    }

    /// Whether an action would do something now; hints show no others.
    pub(in crate::tui) fn allows(&self, action: Action) -> bool {
        let fix = || self.check().and_then(|check| check.fix.as_ref());
        let form = self.form();
        let field = form.and_then(Form::row);
        match action {
            Action::Fix => matches!(fix(), Some(Fix::Config { .. })),
            // Whoever is on a line knows how to get there.
            Action::Down if self.screen.is_found() => self.selected().is_none(),
            Action::Copy if self.screen == Screen::Tests => {
                self.tests.test().is_some_and(|test| test.arguments().is_some())
            }
            Action::Copy => fix().is_some_and(|fix| fix.command().is_some()),
            Action::Open => self.check().is_some_and(|check| Screen::about(check.area) != self.screen),
            Action::Seen | Action::Unseen => self.tests.judged(true).is_some(),
            Action::Stop => self.tests.running.is_some(),
            Action::Edit => field.is_some_and(|row| row.may_set),
            Action::Less => field.is_some_and(|row| {
                row.may_set && matches!(row.shape, Shape::Switch | Shape::Seconds | Shape::Protocol)
            }),
            Action::More => {
                self.scopes().contains(&Scope::Typing) && field.is_some_and(|row| row.shape == Shape::Seconds)
            }
            Action::Unset => form.is_some_and(|form| form.own(form.selected).is_some()),
            Action::Save => form.is_some_and(|form| form.dirty() > 0),
            Action::Undo => form.is_some_and(|form| form.steps().0),
            Action::Redo => form.is_some_and(|form| form.steps().1),
            Action::Scroll => match &self.overlay {
                Some(Overlay::Change { preview, .. }) => {
                    // Its frame, what is said below it, the tabs and the last row.
                    let room = usize::from(self.size.1).saturating_sub(9);
                    preview.lines.as_ref().is_ok_and(|lines| lines.len() > room)
                }
                _ => true,
            },
            Action::OtherFile => self.file.2 > 1,
            Action::Filter => self.screen.is_found(),
            _ => true,
        }
    }

    /// Whether something moves: only then time has to be told.
    pub(in crate::tui) fn is_moving(&self) -> bool {
        self.diagnosis.is_running() || self.tests.running.is_some()
    }
}
