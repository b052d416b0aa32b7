//! What would happen to a prompt right now.
//!
//! Pure: plain data.

/// How a step of the way is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Not known yet.
    Unknown,
    /// It does all that it is there for.
    Works,
    /// It works, and something is lost there.
    Limited,
    /// It fails, and the prompt goes on to the next.
    Fails,
    /// It is not reached, since one before it does the work.
    Spare,
    /// It is switched off.
    Off,
}

/// One step of the way that a prompt takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// What it is, in one or two words: `terminal`, `5s`, `desktop`.
    pub name: String,
    /// What is there, in a few words: `dunst, by a menu`; may be empty.
    pub detail: String,
    /// How it is.
    pub state: State,
    /// The check that says more.
    pub check: Option<&'static str>,
}

/// What would happen to a prompt right now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// One sentence, or two, in plain words.
    pub would: String,
    /// The way that it takes, in order.
    pub path: Vec<Hop>,
    /// Whether it would be announced, as configured.
    pub announced: bool,
    /// Whether it could be answered.
    pub answerable: bool,
    /// Whether everything that this depends on is known; while probes run it is not.
    pub settled: bool,
}

impl Verdict {
    /// Whether prompts do what they are configured to do.
    pub fn is_well(&self) -> bool {
        self.announced && self.answerable
    }
}
