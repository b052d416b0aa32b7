//! The terminal channel: a notification that the terminal itself raises, told by an escape sequence.
//!
//! Everything here but [`tmux`] is pure. [`detect()`] says which protocol this terminal speaks and why; [`encode()`]
//! gives the bytes for it, wrapped for whatever multiplexers are between; [`close()`] the bytes that take it down again.
//! Whoever writes them does so in one write, to the terminal and nowhere else.
//!
//! ```
//! # use plyn_notify::engine::channel::terminal::*;
//! let environment = [("TERM", "xterm-ghostty")].into_iter().collect();
//! let detection = detect(&Sources::of(&environment));
//! let notification = Notification::new(Id::new(7), "Build", "done; 3 warnings");
//! let encoded = encode(&detection, &notification)?;
//! assert_eq!(encoded.bytes, b"\x1b]777;notify;Build;done, 3 warnings\x1b\\");
//! # Ok::<(), EncodeError>(())
//! ```

mod bell;
mod detect;
mod environment;
mod field;
pub mod identity;
mod iterm2;
pub mod live;
mod mux;
mod osc777;
mod osc9;
pub mod osc99;
pub mod quirks;
mod sequence;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
pub mod tmux;
mod version;

use std::fmt;

use crate::engine::{
    config::Protocol,
    notice::{Expiry, Sound, Urgency},
    text,
};
pub use detect::{Access, Ask, Detection, Loser, Rule, Sources, TwoWay, detect};
pub use environment::{Environment, VARIABLES};
pub use identity::Identity;
pub use mux::Mux;
pub use sequence::EncodeError;
pub use version::Version;

/// What a notification is known by at the terminal: at most 15 characters, letters and digits.
///
/// foot's buffers take 31, and a report that comes too late is typed into the shell, so the fewer the better.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Id(String);

impl Id {
    /// The id of this number, which has to be a random one: a report counts only if nobody could have guessed its id.
    pub fn new(random: u64) -> Self {
        const DIGITS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
        let digit = |shift: u32| char::from(DIGITS[(random >> shift & 31) as usize]);
        Self("pn".chars().chain((0..13).map(|at| digit(at * 5))).collect())
    }

    /// The text of it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is to be shown. Any text is safe here; what a protocol or a terminal cannot carry is left out and named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// What it is known by.
    pub id: Id,
    /// The title.
    pub title: String,
    /// The body, which becomes one line.
    pub body: String,
    /// The labels of its buttons, in order; the terminal reports a press by its number, from 1. They are sent all or not
    /// at all, and only where answers come back ([`Detection::two_way`]).
    pub buttons: Vec<String>,
    /// How much it matters.
    pub urgency: Urgency,
    /// When it goes by itself.
    pub expires: Expiry,
    /// The sound it comes with.
    pub sound: Option<Sound>,
    /// The name of its icon; a file is not carried.
    pub icon: Option<String>,
    /// Who says it.
    pub application: Option<String>,
    /// Whether the bell may ring besides, which marks the window of a multiplexer. Where the bell is all there is, it
    /// rings whatever this says.
    pub bell: bool,
}

impl Notification {
    /// A notification of a title and a body, and nothing else.
    pub fn new(id: Id, title: impl Into<String>, body: impl Into<String>) -> Self {
        Self {
            id,
            title: title.into(),
            body: body.into(),
            buttons: Vec::new(),
            urgency: Urgency::Normal,
            expires: Expiry::Server,
            sound: None,
            icon: None,
            application: None,
            bell: false,
        }
    }

    /// The same with clean text: what was cleaned for its meaning before is cleaned once more, since a codec trusts
    /// nobody.
    fn cleaned(&self) -> Self {
        let some = |text: &Option<String>| text.as_deref().map(text::clean).filter(|text| !text.is_empty());
        Self {
            title: text::clean(&self.title),
            body: text::clean(&self.body),
            buttons: self.buttons.iter().map(|label| text::clean_label(label)).collect(),
            icon: some(&self.icon),
            application: some(&self.application),
            ..self.clone()
        }
    }

    /// Two texts, neither of them empty: where there is only one, it is said by the program.
    fn title_and_body(&self) -> (&str, &str) {
        let who = self.application.as_deref().unwrap_or("plyn-notify");
        match (self.title.as_str(), self.body.as_str()) {
            ("", "") => (who, "-"),
            ("", text) | (text, "") => (who, text),
            both => both,
        }
    }

    /// Both texts as one, which is not empty.
    fn line(&self) -> String {
        match (self.title.as_str(), self.body.as_str()) {
            ("", "") => "-".to_owned(),
            ("", text) | (text, "") => text.to_owned(),
            (title, body) => format!("{title}: {body}"),
        }
    }

    /// The icon, if it is a name.
    fn icon_name(&self) -> Option<&str> {
        self.icon.as_deref().filter(|icon| !icon.is_empty() && !icon.contains(['/', '.']))
    }

    /// What there is besides text and buttons.
    fn extras(&self) -> Vec<Lost> {
        let extras = [
            (self.urgency != Urgency::Normal, Lost::Urgency),
            (self.expires != Expiry::Server, Lost::Expiry),
            (self.sound.is_some(), Lost::Sound),
            (self.icon.is_some(), Lost::Icon),
            (self.application.is_some(), Lost::Application),
        ];
        extras.into_iter().filter(|(is_there, _)| *is_there).map(|(_, lost)| lost).collect()
    }
}

/// Something that did not get into the sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lost {
    /// All of the text: it only rings.
    Text,
    /// The end of the title.
    Title,
    /// The end of the body.
    Body,
    /// Single characters, for others.
    Characters,
    /// The buttons.
    Buttons,
    /// The urgency.
    Urgency,
    /// The expiry.
    Expiry,
    /// The sound.
    Sound,
    /// The icon.
    Icon,
    /// Who says it.
    Application,
}

/// The bytes to write, and what they do not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// To be written all at once.
    pub bytes: Vec<u8>,
    /// What was left out, each once.
    pub lost: Vec<Lost>,
}

/// How much a terminal and what is before it take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of a title in plain text.
    pub title: usize,
    /// Most bytes of a body in plain text.
    pub body: usize,
    /// Most bytes of a title in `OSC 99`.
    pub title_osc99: usize,
    /// Most bytes of a body in `OSC 99`.
    pub body_osc99: usize,
    /// Whether plain text is ASCII alone.
    pub ascii: bool,
    /// Whether the text may end up in a shell.
    pub shell: bool,
    /// What is taken of `OSC 99`.
    pub osc99: quirks::Osc99,
}

/// What a codec says: what stands between introducer and terminator of each sequence, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Coded {
    texts: Vec<String>,
    lost: Vec<Lost>,
}

/// The notification as bytes for this terminal, wrapped for what is before it, and the bell after it where that is wanted
/// and marks a window. What is too long for GNU screen becomes a bell.
///
/// # Errors
///
/// When nothing may be written there, or what came out is not safe to write.
pub fn encode(detection: &Detection, notification: &Notification) -> Result<Encoded, EncodeError> {
    let protocol = detection.protocol.ok_or(EncodeError::NoTerminal)?;
    let notification = &notification.cleaned();
    let limits = &detection.limits;
    let answers = detection.two_way.is_some();
    let mut coded = match protocol {
        Protocol::Bell => return Ok(bell::encode(notification)),
        Protocol::Osc99 => osc99::encode(notification, limits, limits.osc99, answers),
        Protocol::Osc777 => osc777::encode(notification, limits),
        Protocol::Osc9 => osc9::encode(notification, limits),
        Protocol::Iterm2 => iterm2::encode(notification, limits),
    };
    let mut bytes = match sequence::bytes(&coded.texts, &detection.chain) {
        Err(EncodeError::TooLong) => return Ok(bell::encode(notification)),
        bytes => bytes?,
    };
    if notification.bell && !detection.chain.is_empty() {
        bytes.push(bell::BELL);
    }
    coded.lost.extend(uncarried(notification, protocol, limits.osc99, answers));
    let mut lost = Vec::new();
    for one in coded.lost {
        if !lost.contains(&one) {
            lost.push(one);
        }
    }
    Ok(Encoded { bytes, lost })
}

/// The bytes that take the notification down; none where that cannot be done, or would be drawn as another one.
pub fn close(detection: &Detection, id: &Id) -> Option<Vec<u8>> {
    let can = detection.protocol == Some(Protocol::Osc99) && detection.limits.osc99.close;
    let report = detection.two_way.is_some() && detection.chain.contains(&Mux::Zellij);
    can.then(|| sequence::bytes(&[osc99::close(id, report)], &detection.chain).ok()).flatten()
}

/// What this protocol, or this terminal in it, does not carry at all.
fn uncarried(
    notification: &Notification,
    protocol: Protocol,
    takes: quirks::Osc99,
    answers: bool,
) -> Vec<Lost> {
    let is_osc99 = protocol == Protocol::Osc99 && !takes.single;
    let mut lost = notification.extras();
    if is_osc99 {
        lost.retain(|one| match one {
            Lost::Urgency => false,
            Lost::Expiry => !takes.expiry,
            Lost::Sound => !takes.decoration,
            Lost::Icon => !takes.decoration || notification.icon_name().is_none(),
            Lost::Application => !takes.application,
            _ => true,
        });
    }
    if !notification.buttons.is_empty() && !(is_osc99 && answers) {
        lost.push(Lost::Buttons);
    }
    lost
}
