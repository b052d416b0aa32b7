//! What a server says about a notification, and what happens to the server itself.

use serde::Deserialize;

use crate::support::value::Value;

/// Something a server says about a notification.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Emit {
    /// `ActionInvoked` with this key, and no more.
    Action(Key),
    /// All that this server does when the button with this key is pressed.
    Press(Key),
    /// All that this server does when the body is clicked.
    Click,
    /// `NotificationClosed` with this reason.
    Closed(u32),
    /// `NotificationClosed` with this signature: `ui`, `u`, `us`, `s`, …
    ClosedSignature(String),
    /// It is open no more, and nobody is told.
    Vanish,
    /// What this server does when a human closes the notification.
    Dismissed,
    /// What this server does when its time is over.
    Expired,
    /// What this server does when a human sends this text from its reply field.
    Typed(String),
    /// `NotificationReplied` with this text, and no more.
    Replied(String),
    /// `ActivationToken`.
    Token,
    /// Any signal of the interface; [`Value::Id`] stands for the id.
    Signal(String, Vec<Value>),
    /// The server dies.
    Crash,
    /// The server dies and is back so many milliseconds later, with the same first id. It does so once.
    Restart(u64),
    /// Another server of the same kind takes the name over; the first one must lend it. That happens once.
    TakenOver,
    /// A connection that owns nothing sends everything that could be taken for an answer.
    Forge(Forgery),
}

/// Who a forger pretends to be, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Forgery {
    /// The server, to everybody.
    Broadcast,
    /// The server, to the caller of `Notify`.
    Unicast,
    /// The bus, that says that the name is the forger's now; then the server.
    OwnerChange,
    /// So many signals about other notifications.
    Flood(u32),
}

/// Which action of a notification.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Key {
    /// The `n`-th action as sent, from 0.
    Index(usize),
    /// The `n`-th action that is not `default`, from 0.
    Button(usize),
    /// The last action that is not `default`.
    Last,
    /// The action with this label.
    Label(String),
    /// The action labelled *Go to terminal*.
    GoTo,
    /// The key `default`, when it was sent.
    Default,
    /// This key, sent or not.
    Raw(String),
    /// In [`super::Script::on_press`]: the key that was pressed.
    Pressed,
    /// In [`super::Script::on_press`]: the key before the one that was pressed.
    Previous,
    /// In [`super::Script::on_press`]: what `LXQt`'s list takes for the key that was pressed. With four actions and more it
    /// leaves a `default` without a label out, and counts it all the same.
    Combo,
}

impl Key {
    /// The action with this label.
    pub(crate) fn label(label: &str) -> Self {
        Self::Label(label.to_owned())
    }

    /// This key, sent or not.
    pub(crate) fn raw(key: &str) -> Self {
        Self::Raw(key.to_owned())
    }

    /// The key among `actions`; `None` where no such action was sent.
    pub(crate) fn find(&self, actions: &[(String, String)], pressed: Option<&str>) -> Option<String> {
        let buttons = || actions.iter().filter(|(key, _)| key != "default");
        let labelled = |wanted: &str| actions.iter().find(|(_, label)| label == wanted);
        let found = match self {
            Self::Raw(key) => return Some(key.clone()),
            Self::Pressed => return pressed.map(str::to_owned),
            Self::Previous => {
                let at = actions.iter().position(|(key, _)| Some(key.as_str()) == pressed)?;
                actions.get(at.checked_sub(1)?)
            }
            Self::Combo => {
                let skips = actions.len() > 3
                    && actions.iter().any(|(key, label)| key == "default" && label.is_empty());
                return if skips { &Self::Previous } else { &Self::Pressed }.find(actions, pressed);
            }
            Self::Index(n) => actions.get(*n),
            Self::Button(n) => buttons().nth(*n),
            Self::Last => buttons().next_back(),
            Self::Label(label) => labelled(label),
            Self::GoTo => labelled("Go to terminal"),
            Self::Default => actions.iter().find(|(key, _)| key == "default"),
        };
        found.map(|(key, _)| key.clone())
    }
}
