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
mod notification;
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

use crate::engine::config::Protocol;
pub use detect::{Access, Ask, Detection, Loser, Rule, Sources, TwoWay, detect, signs};
pub use environment::{Environment, VARIABLES};
pub use identity::{Identity, Version};
pub use mux::Mux;
pub use notification::{Id, Lost, Notification};
pub use sequence::EncodeError;

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
    let are_sent = is_osc99 && answers;
    if !notification.buttons.is_empty() && !are_sent {
        lost.push(Lost::Buttons);
    }
    lost
}
