//! Which key does what: one table (`keys/table.rs`) for what is done, for the hints below the screen and for the help.
//!
//! Pure.

mod table;

pub(in crate::tui) use table::BINDINGS;

use crate::engine::tty::key::Key;

/// What a key is pressed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::tui) enum Action {
    Quit,
    Back,
    Help,
    NextScreen,
    PreviousScreen,
    Screen(u8),
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    Open,
    Filter,
    TakeFilter,
    Fix,
    Copy,
    Again,
    Theme,
    Redraw,
    Edit,
    Less,
    More,
    Unset,
    Undo,
    Redo,
    Save,
    OtherFile,
    Run,
    Stop,
    Write,
    Discard,
    Reread,
    Seen,
    Unseen,
    TakeTyped,
    TakeOrder,
    Toggle,
    MoveUp,
    MoveDown,
    Scroll,
}

/// Where a key means something. The order is the one of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::tui) enum Scope {
    /// On every screen.
    Everywhere,
    /// On the screens that are lists of what was found.
    Found,
    /// On the screen of tests.
    Tests,
    /// In the form.
    Config,
    /// While a value is typed.
    Typing,
    /// While channels are put in order.
    Order,
    /// While a filter is typed.
    Filter,
    /// While a change is shown.
    Change,
    /// While it is asked what becomes of changes that are not saved.
    Leave,
    /// While it is said that the file is another by now.
    Conflict,
    /// While the help is shown.
    Help,
}

impl Scope {
    /// All of them, as the help lists them.
    pub(in crate::tui) const ALL: [Self; 11] = [
        Self::Everywhere,
        Self::Found,
        Self::Tests,
        Self::Config,
        Self::Typing,
        Self::Order,
        Self::Filter,
        Self::Change,
        Self::Leave,
        Self::Conflict,
        Self::Help,
    ];

    /// Its title in the help.
    pub(in crate::tui) fn title(self) -> &'static str {
        match self {
            Self::Everywhere => "Everywhere",
            Self::Found => "What was found",
            Self::Tests => "Tests",
            Self::Config => "Config",
            Self::Typing => "While a value is typed",
            Self::Order => "While channels are put in order",
            Self::Filter => "While a filter is typed",
            Self::Change => "While a change is shown",
            Self::Leave => "While changes are not saved",
            Self::Conflict => "When the file was changed elsewhere",
            Self::Help => "In this help",
        }
    }
}

/// One line of the table.
#[derive(Debug)]
pub(in crate::tui) struct Binding {
    pub(in crate::tui) scope: Scope,
    pub(in crate::tui) keys: &'static [Key],
    /// The keys as they are shown; empty for what is not shown at all.
    pub(in crate::tui) shown: &'static str,
    /// The same without Unicode.
    pub(in crate::tui) ascii: &'static str,
    /// What it does, in a word or two below the screen; empty for what is only in the help.
    pub(in crate::tui) hint: &'static str,
    /// What it does, in the help.
    pub(in crate::tui) help: &'static str,
    pub(in crate::tui) action: Action,
}

/// What this key does where these scopes count, the first before the others.
pub(in crate::tui) fn action(scopes: &[Scope], key: &Key) -> Option<Action> {
    scopes.iter().find_map(|scope| {
        let bound = |binding: &&Binding| binding.scope == *scope && binding.keys.contains(key);
        BINDINGS.iter().find(bound).map(|binding| binding.action)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_in_one_place() {
        for (at, one) in BINDINGS.iter().enumerate() {
            for other in &BINDINGS[at + 1..] {
                let shared = one.keys.iter().find(|key| other.keys.contains(key));
                assert!(one.scope != other.scope || shared.is_none(), "{shared:?} in {:?}", one.scope);
            }
        }
    }

    #[test]
    fn what_is_shown_is_explained() {
        for binding in BINDINGS {
            assert!(binding.shown.is_empty() == binding.help.is_empty(), "{:?}", binding.action);
            assert!(binding.hint.is_empty() || !binding.shown.is_empty(), "{:?}", binding.action);
            assert!(binding.ascii.is_ascii(), "{}", binding.ascii);
        }
    }
}
