//! Which key does what: one table for what is done, for the hints below the screen and for the help.
//!
//! Pure.

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

const fn bind(
    scope: Scope,
    keys: &'static [Key],
    shown: (&'static str, &'static str),
    hint: &'static str,
    help: &'static str,
    action: Action,
) -> Binding {
    Binding { scope, keys, shown: shown.0, ascii: shown.1, hint, help, action }
}

const fn same(shown: &'static str) -> (&'static str, &'static str) {
    (shown, shown)
}

use Scope::{Change, Config, Conflict, Everywhere, Filter, Found, Help, Leave, Order, Tests, Typing};

/// The table. Within a scope the more important comes first: hints that do not fit are left out from the end.
pub(in crate::tui) static BINDINGS: &[Binding] = &[
    bind(
        Found,
        &[Key::Char('f')],
        same("f"),
        "fix",
        "Show the change of the configuration that mends it",
        Action::Fix,
    ),
    bind(
        Found,
        &[Key::Char('c'), Key::Char('y')],
        same("c"),
        "copy",
        "Copy the command that mends it",
        Action::Copy,
    ),
    bind(
        Found,
        &[Key::Enter],
        ("↵", "Enter"),
        "go there",
        "Go to the screen that says more about it",
        Action::Open,
    ),
    bind(Found, &[Key::Char('r')], same("r"), "look again", "Look at everything again", Action::Again),
    bind(Tests, &[Key::Enter, Key::Char(' ')], ("↵", "Enter"), "run", "Run the selected test", Action::Run),
    bind(
        Tests,
        &[Key::Char('x')],
        same("x"),
        "stop",
        "Stop the test that runs and take its notification down",
        Action::Stop,
    ),
    bind(
        Tests,
        &[Key::Char('c'), Key::Char('y')],
        same("c"),
        "copy",
        "Copy the command that the test runs",
        Action::Copy,
    ),
    bind(
        Config,
        &[Key::Enter, Key::Char(' '), Key::Char('e')],
        ("↵", "Enter"),
        "change",
        "Change the value: turn it over, type it, or put it in order",
        Action::Edit,
    ),
    bind(
        Config,
        &[Key::Left, Key::Char('h'), Key::Char('-')],
        ("←→", "Left/Right"),
        "step",
        "A step less, or off",
        Action::Less,
    ),
    bind(
        Config,
        &[Key::Right, Key::Char('l'), Key::Char('+')],
        ("→", "Right"),
        "",
        "A step more, or on",
        Action::More,
    ),
    bind(
        Config,
        &[Key::Char('s'), Key::Char('w'), Key::Ctrl('s')],
        same("s"),
        "save",
        "Show what changes in the file, and save it",
        Action::Save,
    ),
    bind(Config, &[Key::Char('u')], same("u"), "undo", "Undo", Action::Undo),
    bind(Config, &[Key::Char('U'), Key::Ctrl('r')], same("U"), "redo", "Redo", Action::Redo),
    bind(
        Config,
        &[Key::Char('d'), Key::Delete, Key::Backspace],
        same("d"),
        "unset",
        "Leave it to the default: take it out of the file",
        Action::Unset,
    ),
    bind(
        Config,
        &[Key::Char('o')],
        same("o"),
        "other file",
        "Open another configuration file",
        Action::OtherFile,
    ),
    bind(
        Config,
        &[Key::Char('r')],
        same("r"),
        "read again",
        "Read the file again; your changes stay in the form",
        Action::Again,
    ),
    bind(Typing, &[Key::Enter], ("↵", "Enter"), "take", "Take the value", Action::TakeTyped),
    bind(Typing, &[Key::Up], ("↑↓", "Up/Down"), "step", "A step more or less", Action::More),
    bind(Typing, &[Key::Esc], same("Esc"), "cancel", "Leave it as it was", Action::Back),
    bind(
        Order,
        &[Key::Char(' ')],
        same("Space"),
        "on/off",
        "Take the channel, or leave it out",
        Action::Toggle,
    ),
    bind(
        Order,
        &[Key::Left, Key::Char('K'), Key::Char('-')],
        ("←→", "Left/Right"),
        "move",
        "Move it up",
        Action::MoveUp,
    ),
    bind(
        Order,
        &[Key::Right, Key::Char('J'), Key::Char('+')],
        ("→", "Right"),
        "",
        "Move it down",
        Action::MoveDown,
    ),
    bind(Order, &[Key::Enter], ("↵", "Enter"), "take", "Take the order", Action::TakeOrder),
    bind(Order, &[Key::Esc], same("Esc"), "cancel", "Leave it as it was", Action::Back),
    bind(Filter, &[Key::Enter], ("↵", "Enter"), "keep", "Keep the filter", Action::TakeFilter),
    bind(Filter, &[Key::Esc], same("Esc"), "clear", "Show everything again", Action::Back),
    bind(
        Change,
        &[Key::Enter, Key::Char('y'), Key::Char('w')],
        ("↵", "Enter"),
        "write it",
        "Write the change to the file",
        Action::Write,
    ),
    bind(
        Change,
        &[Key::Esc, Key::Char('q'), Key::Char('n')],
        same("Esc"),
        "not now",
        "Write nothing",
        Action::Back,
    ),
    bind(
        Leave,
        &[Key::Char('s')],
        same("s"),
        "save",
        "Show what changes in the file, save it, and end",
        Action::Save,
    ),
    bind(
        Leave,
        &[Key::Char('d'), Key::Char('y')],
        same("d"),
        "discard and quit",
        "End; what is not saved is lost",
        Action::Discard,
    ),
    bind(Leave, &[Key::Esc, Key::Char('n'), Key::Char('q')], same("Esc"), "stay", "Go on", Action::Back),
    bind(
        Conflict,
        &[Key::Char('r'), Key::Enter],
        same("r"),
        "read it again",
        "Read the file again; your changes stay in the form",
        Action::Reread,
    ),
    bind(
        Conflict,
        &[Key::Esc, Key::Char('q'), Key::Char('n')],
        same("Esc"),
        "not now",
        "Write nothing",
        Action::Back,
    ),
    bind(
        Change,
        &[Key::Down, Key::Char('j')],
        ("↑↓", "Up/Down"),
        "scroll",
        "Scroll what does not fit",
        Action::Scroll,
    ),
    bind(
        Help,
        &[Key::Down, Key::Char('j')],
        ("↑↓", "Up/Down"),
        "scroll",
        "Scroll what does not fit",
        Action::Scroll,
    ),
    bind(
        Help,
        &[Key::Esc, Key::Char('q'), Key::Char('?'), Key::Enter],
        same("Esc"),
        "close",
        "Close it",
        Action::Back,
    ),
    bind(Everywhere, &[Key::Char('/')], same("/"), "filter", "Show only what holds a text", Action::Filter),
    bind(Everywhere, &[Key::Char('?')], same("?"), "keys", "All keys", Action::Help),
    bind(Everywhere, &[Key::Char('q')], same("q"), "quit", "End", Action::Quit),
    bind(
        Everywhere,
        &[Key::Tab, Key::Char(']')],
        ("⇥", "Tab"),
        "next",
        "The next screen",
        Action::NextScreen,
    ),
    bind(
        Everywhere,
        &[Key::BackTab, Key::Char('[')],
        ("⇧⇥", "Shift-Tab"),
        "",
        "The screen before",
        Action::PreviousScreen,
    ),
    bind(Everywhere, &[Key::Char('1')], ("1…7", "1-7"), "", "A screen by its number", Action::Screen(0)),
    bind(Everywhere, &[Key::Char('2')], same(""), "", "", Action::Screen(1)),
    bind(Everywhere, &[Key::Char('3')], same(""), "", "", Action::Screen(2)),
    bind(Everywhere, &[Key::Char('4')], same(""), "", "", Action::Screen(3)),
    bind(Everywhere, &[Key::Char('5')], same(""), "", "", Action::Screen(4)),
    bind(Everywhere, &[Key::Char('6')], same(""), "", "", Action::Screen(5)),
    bind(Everywhere, &[Key::Char('7')], same(""), "", "", Action::Screen(6)),
    bind(
        Everywhere,
        &[Key::Right, Key::Char('l')],
        ("→ l", "Right l"),
        "",
        "The next screen, where it does not change a value",
        Action::NextScreen,
    ),
    bind(
        Everywhere,
        &[Key::Left, Key::Char('h')],
        ("← h", "Left h"),
        "",
        "The screen before",
        Action::PreviousScreen,
    ),
    bind(Everywhere, &[Key::Down, Key::Char('j')], ("↓ j", "Down j"), "", "Down", Action::Down),
    bind(Everywhere, &[Key::Up, Key::Char('k')], ("↑ k", "Up k"), "", "Up", Action::Up),
    bind(Everywhere, &[Key::PageDown, Key::Ctrl('d')], same("PgDn"), "", "A page down", Action::PageDown),
    bind(Everywhere, &[Key::PageUp, Key::Ctrl('u')], same("PgUp"), "", "A page up", Action::PageUp),
    bind(Everywhere, &[Key::Home, Key::Char('g')], same("g Home"), "", "To the top", Action::First),
    bind(Everywhere, &[Key::End, Key::Char('G')], same("G End"), "", "To the end", Action::Last),
    bind(
        Everywhere,
        &[Key::Char('t')],
        same("t"),
        "",
        "Colours for a dark or a light ground, or the terminal's own",
        Action::Theme,
    ),
    bind(Everywhere, &[Key::Ctrl('l')], same("Ctrl-L"), "", "Draw everything anew", Action::Redraw),
    bind(Everywhere, &[Key::Esc], same("Esc"), "", "Back: close, clear the filter, end", Action::Back),
];

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
