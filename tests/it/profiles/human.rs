//! What a human does, at random and the same again for the same seed.

use proptest::{collection::vec, prelude::*};

use crate::chance::drawn;

/// One thing that a human does. Numbers count what there is to choose from, around and around.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing, for so many milliseconds.
    Look(u64),
    /// A press of a button of the notification.
    Press(usize),
    /// A click on its body.
    Click,
    /// Its close button.
    Dismiss,
    /// It is left alone until its time is over.
    Expire,
    /// Something typed into its reply field; nothing if there is none.
    Reply(&'static str),
    /// Half an answer at the terminal, without Enter.
    Half(usize),
    /// An answer at the terminal.
    Answer(usize),
    /// An answer at the terminal, and in the same moment a button: Enter goes first or last.
    Race { answer: usize, press: usize, enter_first: bool },
    /// Esc at the terminal.
    Escape,
    /// SIGSTOP, and so many milliseconds later SIGCONT.
    Stop(u64),
    /// SIGINT, SIGTERM or SIGHUP.
    Signal(usize),
}

/// A human's way through one prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Way {
    /// Milliseconds that the terminal has for itself.
    pub(super) grace: u64,
    /// Milliseconds until the prompt ends unanswered, if it does so soon.
    pub(super) deadline: Option<u64>,
    /// The answer that is taken then, if any.
    pub(super) default: Option<usize>,
    /// Whether the answer is wanted as an object.
    pub(super) json: bool,
    pub(super) steps: Vec<Step>,
    /// The answer at the terminal that ends it at last.
    pub(super) last: usize,
}

impl Way {
    /// The way that belongs to this seed. Without a terminal it ends soon by itself.
    pub(super) fn of(seed: u64, terminal: bool) -> Self {
        drawn(way(terminal), seed)
    }
}

fn way(terminal: bool) -> impl Strategy<Value = Way> {
    let soon = (120_u64..1000).prop_map(Some);
    let deadline = if terminal { prop_oneof![5 => Just(None), 1 => soon].boxed() } else { soon.boxed() };
    let default = prop::option::weighted(0.2, any::<usize>());
    let grace = prop_oneof![3 => Just(0_u64), 1 => 0_u64..60];
    let json = prop::bool::weighted(0.2);
    // A close that counts as a human's comes late, and seldom by chance.
    let late = Just(vec![Step::Look(450), Step::Dismiss]);
    let steps = prop_oneof![9 => vec(step(terminal), 0..5), 1 => late];
    (grace, deadline, default, json, steps, any::<usize>()).prop_map(
        |(grace, deadline, default, json, steps, last)| Way { grace, deadline, default, json, steps, last },
    )
}

fn step(terminal: bool) -> impl Strategy<Value = Step> {
    let anywhere = prop_oneof![
        3 => (0_u64..60).prop_map(Step::Look),
        // Long enough for a close to count as a human's, and for what expired to be put up again.
        2 => (400_u64..500).prop_map(Step::Look),
        1 => (1000_u64..1300).prop_map(Step::Look),
        8 => any::<usize>().prop_map(Step::Press),
        2 => Just(Step::Click),
        2 => Just(Step::Dismiss),
        1 => Just(Step::Expire),
        2 => prop::sample::select(vec!["main", "deny", "", "  ", "two\nlines"]).prop_map(Step::Reply),
        1 => (0_usize..3).prop_map(Step::Signal),
        1 => prop_oneof![0_u64..100, 700_u64..1000].prop_map(Step::Stop),
    ];
    if !terminal {
        return anywhere.boxed();
    }
    let race = (any::<usize>(), any::<usize>(), any::<bool>())
        .prop_map(|(answer, press, enter_first)| Step::Race { answer, press, enter_first });
    prop_oneof![
        16 => anywhere,
        3 => any::<usize>().prop_map(Step::Half),
        2 => any::<usize>().prop_map(Step::Answer),
        4 => race,
        1 => Just(Step::Escape),
    ]
    .boxed()
}
