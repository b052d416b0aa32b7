//! A notification that is shown to see what becomes of it.

use std::time::Duration;

use super::{context::Context, table::Proof};

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trial {
    /// A title and a line.
    Plain,
    /// A question with its answers.
    Buttons,
    /// A question with a field for a text.
    Reply,
    /// As much text as is ever sent.
    LongText,
    /// Signs that a server may read as markup.
    Markup,
    /// Other scripts and emoji.
    Unicode,
}

impl Trial {
    /// All of them, in the order of the list.
    pub const ALL: [Self; 6] =
        [Self::Plain, Self::Buttons, Self::Reply, Self::LongText, Self::Markup, Self::Unicode];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Plain => "Plain",
            Self::Buttons => "Buttons",
            Self::Reply => "Reply field",
            Self::LongText => "Long text",
            Self::Markup => "Markup",
            Self::Unicode => "Unicode",
        }
    }

    /// What the human is to look at or to do.
    pub fn task(self) -> &'static str {
        match self {
            Self::Plain => "Look whether it appears, then close it.",
            Self::Buttons => "Press one of its buttons.",
            Self::Reply => "Type something into its field and send it.",
            Self::LongText => "Look whether its last word is END.",
            Self::Markup => "Look whether it says <b>bold</b> & *stars*, with every sign.",
            Self::Unicode => "Look whether all of its characters are there.",
        }
    }
}

/// Something that was heard on the bus about a notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// When, since the trial began.
    pub at: Duration,
    /// How long after it was up.
    pub delay: Duration,
    /// The unique name on the bus that it came from.
    pub sender: String,
    /// Whether that is the server that shows the notification; what others send is never an answer.
    pub genuine: bool,
    /// Its name: `ActionInvoked`.
    pub name: String,
    /// The notification that it is about.
    pub id: Option<u32>,
    /// Whether that is ours.
    pub ours: bool,
    /// What it says: the key of an action, the text of a reply, the reason of a close.
    pub says: String,
    /// What that means to a prompt: `the answer "Deny"`, `nothing`.
    pub means: String,
}

/// What becomes of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialEvent {
    /// It is up.
    Shown {
        /// Under this id.
        id: u32,
        /// On the server of this unique name.
        server: String,
        /// How long after it was sent.
        delay: Duration,
    },
    /// Something was heard, about ours or about another.
    Heard(Signal),
    /// Something is proven, for [`super::Report::prove`].
    Proven(Proof),
    /// It could not be shown, or the server was lost; a lowercase fragment says why.
    Failed(String),
    /// It is over: it was answered, closed, withdrawn, or it failed. Nothing comes after.
    Ended,
}

/// A trial that runs. Dropping it withdraws the notification, as [`TrialHandle::stop`] does.
#[derive(Debug)]
pub struct TrialHandle {}

impl TrialHandle {
    /// Withdraws the notification; [`TrialEvent::Ended`] comes when it is down.
    pub fn stop(&self) {}
}

impl Trial {
    /// Shows it, on a thread of its own, and says what is heard until it is closed or stopped.
    pub fn start(self, _context: &Context, _post: impl Fn(TrialEvent) + Send + 'static) -> TrialHandle {
        TrialHandle {}
    }
}
