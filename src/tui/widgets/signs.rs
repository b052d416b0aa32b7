//! What is known in signs and words: the same sign, colour and words for the same thing on every screen.

use ratatui::style::{Modifier, Style};

use crate::{
    engine::doctor::{Answer, Known, Level, State},
    tui::theme::Theme,
};

/// A level's sign and its style.
pub(in crate::tui) fn level(theme: &Theme, level: Level) -> (&'static str, Style) {
    match level {
        Level::Ok => (theme.signs.good, theme.good),
        Level::Note => (theme.signs.note, theme.note),
        Level::Warning => (theme.signs.warning, theme.warning),
        Level::Problem => (theme.signs.problem, theme.problem),
    }
}

/// What a level means.
pub(in crate::tui) fn level_means(level: Level) -> &'static str {
    match level {
        Level::Ok => "as it should be",
        Level::Note => "good to know",
        Level::Warning => "something is lost; prompts are still asked and answered",
        Level::Problem => "prompts are not announced, or cannot be answered, as configured",
    }
}

/// An answer's sign and its style.
pub(in crate::tui) fn answer(theme: &Theme, answer: Answer) -> (&'static str, Style) {
    match answer {
        Answer::Yes => (theme.signs.good, theme.good),
        Answer::No => (theme.signs.problem, theme.problem.remove_modifier(Modifier::BOLD)),
        Answer::Unproven => (theme.signs.unknown, theme.warning),
    }
}

/// How something is known, in a few words.
pub(in crate::tui) fn known_means(known: Known) -> &'static str {
    match known {
        Known::Seen => "read or asked just now",
        Known::Said => "it says so itself, which proves little",
        Known::Listed => "known of this program, from its sources or from trying it",
        Known::Tried => "tried here, with a test",
        Known::Assumed => "taken for granted",
    }
}

/// The sign of a step of a prompt's way, and its style.
pub(in crate::tui) fn state(theme: &Theme, state: State) -> (&'static str, Style) {
    match state {
        State::Unknown => (theme.signs.unknown, theme.dim),
        State::Works => (theme.signs.good, theme.good),
        State::Limited => (theme.signs.warning, theme.warning),
        State::Fails => (theme.signs.problem, theme.problem),
        State::Spare | State::Off => (theme.signs.off, theme.dim),
    }
}

/// What a state means.
pub(in crate::tui) fn state_means(state: State) -> &'static str {
    match state {
        State::Unknown => "not known yet",
        State::Works => "works",
        State::Limited => "works, with losses",
        State::Fails => "fails",
        State::Spare => "if that fails",
        State::Off => "off",
    }
}
