//! What can happen to a prompt, and what it can ask for.

use std::time::Duration;

use crate::engine::answer::{Answer, ChannelKind, CloseReason, Signal};

/// One showing of a notification; never used twice in a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SurfaceId(pub usize);

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// At the terminal prompt.
    Terminal(TerminalEvent),
    /// To a channel as a whole.
    Channel(ChannelKind, ChannelEvent),
    /// To one notification.
    Surface(SurfaceId, SurfaceEvent),
    /// The answer to [`Effect::TakeSlot`].
    Slot(Slot),
    /// A signal that ends the process.
    Signal(Signal),
}

/// What can happen at the terminal prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminalEvent {
    /// An answer was entered.
    Answered(Answer),
    /// Esc or Ctrl-D.
    Dismissed,
    /// The terminal can be answered at, again.
    Found,
    /// It cannot be answered at any more: gone, or another program's.
    Lost,
}

/// What can happen to a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelEvent {
    /// It set out on a stage that has its own time limit.
    Progress(Stage),
    /// It can show a notification.
    Ready,
    /// It is there, but cannot be used yet; to be asked again in a moment.
    NotYet,
    /// It cannot; a lowercase fragment says why.
    Failed(String),
    /// The server that had our notification is gone; the channel looks out for a new one.
    ServerLost,
    /// Do-not-disturb is on there.
    Held,
}

/// A stage on the way to a notification, each with a time limit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Connecting and the handshake.
    Connect,
    /// The server is being started.
    Activate,
    /// A call is unanswered.
    Call,
    /// Another host is being reached, and its desktop asked.
    Reach,
}

impl Stage {
    /// How long it may take.
    pub fn limit(self) -> Duration {
        match self {
            Self::Connect | Self::Call => Duration::from_secs(2),
            Self::Activate => Duration::from_secs(5),
            // Connecting has a limit of its own, and the other end has those above.
            Self::Reach => Duration::from_secs(20),
        }
    }

    /// What is said when it took longer on this channel.
    pub fn complaint(self, channel: ChannelKind) -> &'static str {
        match (channel, self) {
            (ChannelKind::Terminal, Self::Call) => "the terminal took nothing within 2s",
            (ChannelKind::Terminal, _) => "what is known of the terminal was not there within 2s",
            (_, Self::Connect) => "the session bus did not answer within 2s",
            (_, Self::Activate) => "the notification server did not start within 5s",
            (_, Self::Call) => "the notification server did not answer within 2s",
            (_, Self::Reach) => "the other host showed nothing within 20s",
        }
    }
}

/// What can happen to one notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SurfaceEvent {
    /// The server took it.
    Shown,
    /// The server refused it; a lowercase fragment says why.
    NotShown(String),
    /// One of its answers was given.
    Answered(Answer),
    /// *Go to terminal*, or a click on the body.
    GoToTerminal,
    /// The server says that it closed.
    Closed(CloseReason),
    /// It is still to be taken down, and the bus that has to hear of that is heard of: it is slow, and not dead.
    Withdrawing,
    /// It is down, or it never was up: nothing of it is left.
    Gone,
}

/// Whether the prompt may be announced now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Yes, and the slot is ours.
    Granted,
    /// Not for this long: another prompt of the same caller was announced.
    Held(Duration),
    /// Another process is at it just now.
    Busy,
}

/// Something to do in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Get a channel ready to show a notification.
    Prepare(ChannelKind),
    /// Give up on getting it ready: what comes of it later is of no interest.
    Abandon(ChannelKind),
    /// Ask whether the prompt may be announced now; with `force` it may, and only the time is recorded.
    TakeSlot {
        /// Whether the prompt may be announced in any case.
        force: bool,
    },
    /// Show a notification.
    Show(SurfaceId, ChannelKind),
    /// Take it down; if it is not up yet, as soon as it is.
    Close(SurfaceId),
    /// Ring the terminal's bell.
    Ring,
    /// Record whether the answer came from a notification, for the caller's next prompt.
    Handoff(bool),
}
