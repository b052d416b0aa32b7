//! How a server answers, shows and takes down: one word each.

use serde::Deserialize;

use crate::support::value::Value;

/// How a server asks for its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Claim {
    /// It takes the free name and keeps it.
    Hold,
    /// It takes the free name; another server may have it.
    Lend,
    /// It takes the name from a server that lends it, and lends it too.
    TakeOver,
    /// It takes no name.
    Nothing,
}

/// How a method is answered.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reply {
    /// As the specification says; for a method it does not know, an empty reply.
    Normal,
    /// Exactly these arguments, whatever signature they make.
    Body(Vec<Value>),
    /// With this id, whatever id was given to the notification.
    Id(u32),
    /// With an error of this name.
    Error(String),
    /// Not at all.
    Never,
    /// Like that, but so many milliseconds later.
    Delay(u64, Box<Reply>),
}

impl Reply {
    /// A normal reply, late.
    pub(crate) fn late(milliseconds: u64) -> Self {
        Self::Delay(milliseconds, Box::new(Self::Normal))
    }

    /// An error reply.
    pub(crate) fn error(name: &str) -> Self {
        Self::Error(name.to_owned())
    }
}

/// Which id a notification gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum IdPolicy {
    /// The next one; replacing an open notification keeps its id.
    Increment,
    /// The next one, also when an open notification is replaced.
    ReplaceIsNew,
    /// The next one; any id that is to be replaced is taken as it is, as dunst does.
    ReplaceVerbatim,
    /// Always the same.
    Fixed(u32),
    /// Always 0, which no server may return.
    Zero,
}

/// Who gets a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Dest {
    /// The caller of `Notify` alone.
    Unicast,
    /// Everybody with a match rule.
    Broadcast,
    /// The caller, and everybody once more.
    Both,
    /// Everybody, but from a connection that does not own the name.
    Foreign,
    /// The caller from the owner of the name, then everybody from the other connection: GNOME.
    Gnome,
}

/// Which calls a misbehaviour applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum When {
    /// None.
    Never,
    /// All.
    Always,
    /// The `n`-th, counted from 1.
    Nth(usize),
    /// The first `n`.
    First(usize),
    /// Those with actions.
    HasActions,
    /// Those with an odd list of actions.
    OddActions,
    /// Those that shall never expire.
    TimeoutZero,
    /// Those whose text equals that of a notification that is open.
    Duplicate,
    /// Those that come while so many are open.
    Open(usize),
}

/// What a click on the body does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BodyClick {
    /// Presses `default` where it was sent, otherwise dismisses.
    Default,
    /// Emits `default` whether it was sent or not: MATE, awesome.
    DefaultAlways,
    /// Presses `default` where it was sent, otherwise the first action: COSMIC.
    First,
    /// Dismisses: xfce.
    Dismiss,
    /// Nothing.
    Nothing,
}

/// What a server does when it is told to close a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OnClose {
    /// It takes it down.
    Obey,
    /// It leaves it up: quickshell themes, dunst with `ignore_dbusclose`.
    Ignore,
    /// It takes it down and everything that came after it: hyprnotify.
    AllNewer,
    /// It says so and leaves it up, unless its time is over: notification-daemon.
    Forget,
}
