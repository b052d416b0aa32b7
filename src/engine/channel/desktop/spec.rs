//! The desktop notification specification, as far as it is ours: what goes into `Notify`, what comes back.
//!
//! Pure: it builds and reads values. [`super::dbus`] puts them on the wire.

use std::collections::BTreeMap;

use crate::engine::{
    capability::{Buttons, Capability, TextLimits},
    channel::desktop::{
        markup,
        quirks::{Markup, Quirk},
        value::Value,
    },
    plan::{GO_TO_TERMINAL, Press, Rendering},
};

/// The name under which we appear. Not the name of any desktop file, for GNOME would then take all our waiting
/// processes for one and close their notifications together (facts/servers.md §4, GNOME).
pub const APP_NAME: &str = "Plyn Notify";
/// The base name of our desktop file, for the one server that it helps with.
const DESKTOP_ENTRY: &str = "plyn-notify";
/// The icon: a name from the freedesktop icon naming specification that every theme has.
const ICON: &str = "dialog-question";
/// The action key of a click on the body.
const DEFAULT: &str = "default";
/// KDE's action key of a reply field, which other servers took over.
pub(super) const INLINE_REPLY: &str = "inline-reply";
/// The longest label that is sent; servers cut or break longer ones (facts/servers.md §3e).
const LABEL_LIMIT: usize = 80;

/// Who the server is and what it says it can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Server {
    /// Its name.
    pub name: String,
    /// Its vendor.
    pub vendor: String,
    /// What it advertises.
    pub capabilities: Vec<String>,
}

impl Server {
    pub(super) fn can(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|known| known == capability)
    }

    /// Whether it reads markup in a body.
    pub(super) fn reads_markup(&self, quirk: &Quirk) -> bool {
        quirk.markup == Markup::Always || self.can("body-markup")
    }

    /// What can be shown on it: what it advertises, corrected by what is known of it.
    pub fn capability(&self, quirk: &Quirk) -> Capability {
        let actions = self.can("actions");
        Capability {
            buttons: if actions { quirk.buttons } else { Buttons::Never },
            reply: actions && self.can(INLINE_REPLY),
            body_click: actions && quirk.body_click,
            unique_text: quirk.unique_text,
            text: TextLimits::DESKTOP,
        }
    }
}

/// The arguments of `Notify`.
#[derive(Clone, Debug, PartialEq)]
pub struct Notify {
    /// Who says it.
    pub app_name: String,
    /// The id that it replaces, or 0.
    pub replaces: u32,
    /// Icon name or file.
    pub icon: String,
    /// The title.
    pub summary: String,
    /// Escaped where the server reads markup.
    pub body: String,
    /// Key and label of each action, in order.
    pub actions: Vec<(String, String)>,
    /// By name.
    pub hints: BTreeMap<String, Value>,
    /// Milliseconds, or the value that means never.
    pub expire_timeout: i32,
}

/// What the keys of a notice mean; whatever else comes back is noise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    presses: Vec<(String, Press)>,
    reply: bool,
}

impl Keys {
    /// What an `ActionInvoked` with this key means, if we sent that key.
    pub fn press(&self, key: &str) -> Option<Press> {
        self.presses.iter().find(|(known, _)| known == key).map(|(_, press)| *press)
    }

    /// Whether a `NotificationReplied` with this text is an answer: a field was offered, and something is in it.
    pub fn takes_reply(&self, text: &str) -> bool {
        self.reply && !text.trim().is_empty()
    }
}

/// A signal of a notification server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerSignal {
    /// An action was invoked.
    Invoked {
        /// The notification.
        id: u32,
        /// The action's key.
        key: String,
    },
    /// A reply field was sent.
    Replied {
        /// The notification.
        id: u32,
        /// What was typed.
        text: String,
    },
    /// It closed.
    Closed {
        /// The notification.
        id: u32,
        /// The number on the wire.
        reason: u32,
    },
}

impl ServerSignal {
    /// Which notification it is about.
    pub fn id(&self) -> u32 {
        match self {
            Self::Invoked { id, .. } | Self::Replied { id, .. } | Self::Closed { id, .. } => *id,
        }
    }
}

/// The reasons of the specification that a server may mix up.
const EXPIRED: u32 = 1;
const DISMISSED: u32 = 2;

/// The signal as it is meant, from a server that mixes reasons up.
pub(super) fn honest(signal: ServerSignal, quirk: &Quirk) -> ServerSignal {
    match signal {
        ServerSignal::Closed { id, reason: EXPIRED } if quirk.says_expired => {
            ServerSignal::Closed { id, reason: DISMISSED }
        }
        signal => signal,
    }
}

/// What is sent for a rendering, and what its keys will mean. `nonce` makes the keys this prompt's own: letters,
/// digits and `-` only, since dunst loses clicks on others (facts/servers.md §4, dunst).
pub fn notice(rendering: &Rendering, server: &Server, quirk: &Quirk, nonce: &str) -> (Notify, Keys) {
    let mut keys = Keys { presses: Vec::new(), reply: rendering.reply };
    let mut actions = Vec::new();
    let mut offer = |key: String, label: &str, press: Option<Press>| {
        let label = crate::engine::text::cut(label, LABEL_LIMIT);
        actions.push((key.clone(), markup::label(&label, quirk.labels).into_owned()));
        keys.presses.extend(press.map(|press| (key, press)));
    };
    // First, and never with an empty label: where a click on the body is the first action it has to be harmless
    // (COSMIC, qtile), and LXQt counts wrong beside an empty label.
    if rendering.body_click {
        offer(DEFAULT.to_owned(), GO_TO_TERMINAL, Some(Press::GoToTerminal));
    }
    if rendering.reply {
        offer(INLINE_REPLY.to_owned(), "Reply", None);
    }
    for (at, button) in rendering.buttons.iter().enumerate() {
        offer(format!("{nonce}-{at}"), &button.label, Some(button.press));
    }
    let body = rendering.lines.join("\n");
    let notice = Notify {
        app_name: APP_NAME.to_owned(),
        replaces: 0,
        summary: rendering.summary.clone(),
        body: if server.reads_markup(quirk) { markup::escape(&body) } else { body },
        icon: ICON.to_owned(),
        hints: hints(rendering, quirk),
        actions,
        expire_timeout: quirk.never,
    };
    (notice, keys)
}

/// What makes the notification with this id expire at once, and all that is known of it with it (`transient`): if it was
/// closed meanwhile this is a new one, which must not stay either.
pub(super) fn expiry(id: u32) -> Notify {
    Notify {
        app_name: APP_NAME.to_owned(),
        replaces: id,
        icon: String::new(),
        summary: APP_NAME.to_owned(),
        body: String::new(),
        actions: Vec::new(),
        hints: BTreeMap::from([("transient".to_owned(), Value::Bool(true))]),
        expire_timeout: 1,
    }
}

/// Only hints that help somewhere and hurt nowhere (facts/servers.md §5): urgency normal, as a byte; no sound of the
/// server's own.
fn hints(rendering: &Rendering, quirk: &Quirk) -> BTreeMap<String, Value> {
    let mut hints = BTreeMap::from([
        ("urgency".to_owned(), Value::Byte(1)),
        ("suppress-sound".to_owned(), Value::Bool(true)),
    ]);
    if quirk.desktop_entry {
        hints.insert("desktop-entry".to_owned(), Value::Text(DESKTOP_ENTRY.to_owned()));
    }
    if rendering.reply {
        let text = |text: &str| Value::Text(text.to_owned());
        hints.insert("x-kde-reply-placeholder-text".to_owned(), text("Type the answer"));
        hints.insert("x-kde-reply-submit-button-text".to_owned(), text("Answer"));
    }
    hints
}

#[cfg(test)]
mod tests;
