//! What a human does, at random and the same again for the same seed.

use proptest::{collection::vec, prelude::*};

use crate::chance::drawn;

/// One thing that a human or the terminal does. Numbers count what there is to choose from, around and around.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing, for so many milliseconds.
    Look(u64),
    /// This on the line of the prompt.
    Type(&'static str),
    /// A press of a button.
    Press(usize),
    /// A press of a button, with this typed just before the terminal says so.
    PressTyping(usize, &'static str),
    /// A click on the notification.
    Click,
    /// Its close button.
    Dismiss,
    /// A report that no press brings about.
    Forge(usize),
    /// A report with this number, as a text that is pasted.
    Paste(u16),
    /// Ctrl-Z, which stops nothing here: the group is orphaned.
    Stop,
    /// Ctrl-C.
    Interrupt,
    /// An answer at the prompt, and with it what the shell is to read.
    Answer(usize, bool),
    /// An answer at the prompt, whose Enter comes right behind the report of a press.
    Race(usize, usize),
}

/// A human's way through one prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Way {
    /// Whether the human begins before the notification is there.
    pub(super) is_early: bool,
    /// How many bytes of a report come at a time.
    pub(super) split: Option<usize>,
    pub(super) steps: Vec<Step>,
    /// The answer at the prompt that ends it at last.
    pub(super) last: usize,
}

impl Way {
    /// The way that belongs to this seed.
    pub(super) fn of(seed: u64) -> Self {
        drawn(way(), seed)
    }
}

fn way() -> impl Strategy<Value = Way> {
    let split = prop::option::weighted(0.4, 1_usize..9);
    (prop::bool::weighted(0.2), split, vec(step(), 0..6), any::<usize>())
        .prop_map(|(is_early, split, steps, last)| Way { is_early, split, steps, last })
}

fn step() -> impl Strategy<Value = Step> {
    let text = || prop::sample::select(vec!["a", "den", "zz", "\u{e9}\u{4e16}", "later"]);
    prop_oneof![
        1 => (0_u64..40).prop_map(Step::Look),
        4 => text().prop_map(Step::Type),
        3 => any::<usize>().prop_map(Step::Press),
        2 => (any::<usize>(), text()).prop_map(|(n, text)| Step::PressTyping(n, text)),
        1 => Just(Step::Click),
        1 => Just(Step::Dismiss),
        3 => any::<usize>().prop_map(Step::Forge),
        1 => any::<u16>().prop_map(Step::Paste),
        1 => Just(Step::Stop),
        1 => Just(Step::Interrupt),
        2 => (any::<usize>(), any::<bool>()).prop_map(|(n, behind)| Step::Answer(n, behind)),
        2 => (any::<usize>(), any::<usize>()).prop_map(|(n, press)| Step::Race(n, press)),
    ]
}
