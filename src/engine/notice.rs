//! Something to tell: what `notify` says.
//!
//! Pure: no clock, no environment, no input or output. What of it a channel can carry is the channel's own business.

use crate::engine::channel::desktop::value::Value;

/// What is told. Only the text reaches every channel; the rest is for desktops, as `notify-send` has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notice {
    /// The title; may be empty where there is a body.
    pub title: String,
    /// The text, of any number of lines.
    pub body: String,
    /// How much it matters.
    pub urgency: Urgency,
    /// When it goes by itself.
    pub expiry: Expiry,
    /// Who says it, if not we.
    pub application: Option<String>,
    /// A picture: a file or an icon's name.
    pub image: Option<String>,
    /// The application's icon: a file or a name.
    pub icon: Option<String>,
    /// What it is about, in the specification's words, separated by commas.
    pub category: Option<String>,
    /// Whether it may be forgotten as soon as it was seen.
    pub transient: bool,
    /// The sound it comes with; none leaves that to the server.
    pub sound: Option<Sound>,
    /// Hints of the caller's own, in its order; they win over ours.
    pub hints: Vec<(String, Value)>,
    /// The id of the notification that it replaces, or 0.
    pub replaces: u32,
    /// What can be chosen.
    pub actions: Vec<Action>,
}

/// Something that can be chosen on a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What a script reads.
    pub name: String,
    /// What a human reads.
    pub label: String,
}

impl Action {
    /// The three answers to a coding agent's permission request (spec §2 notify).
    pub fn permission() -> Vec<Self> {
        [("once", "Allow once"), ("always", "Always allow"), ("reject", "Deny")]
            .map(|(name, label)| Self { name: name.to_owned(), label: label.to_owned() })
            .into()
    }
}

/// How much it matters, as the notification specification has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Urgency {
    /// 0
    Low,
    /// 1
    #[default]
    Normal,
    /// 2: most servers show it until it is dismissed.
    Critical,
}

impl Urgency {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Low, Self::Normal, Self::Critical];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Normal => "normal",
            Self::Critical => "critical",
        }
    }
}

/// When a notice goes by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expiry {
    /// When the server thinks fit.
    #[default]
    Server,
    /// Never.
    Never,
    /// After so many milliseconds, of which there is at least one.
    After(u32),
}

impl Expiry {
    /// What a number of milliseconds means on `notify-send`'s command line: 0 is never, less is the server's own.
    pub fn from_milliseconds(milliseconds: i32) -> Self {
        match u32::try_from(milliseconds) {
            Err(_) => Self::Server,
            Ok(0) => Self::Never,
            Ok(milliseconds) => Self::After(milliseconds),
        }
    }
}

/// A sound, by its occasion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// Silence.
    None,
    /// Something is done.
    Done,
    /// Somebody is asked something.
    Question,
    /// Somebody is asked for permission.
    Permission,
    /// Something failed.
    Error,
}

impl Sound {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::None, Self::Done, Self::Question, Self::Permission, Self::Error];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Done => "done",
            Self::Question => "question",
            Self::Permission => "permission",
            Self::Error => "error",
        }
    }

    /// The sound of this name; the words by which a variable is switched off are silence.
    pub fn find(name: &str) -> Option<Self> {
        const OFF: [&str; 4] = ["off", "no", "false", "0"];
        let is_off = OFF.iter().any(|off| off.eq_ignore_ascii_case(name));
        Self::ALL.into_iter().find(|sound| sound.name() == name || is_off && *sound == Self::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_mean_what_they_mean_to_notify_send() {
        for (milliseconds, expiry) in [
            (-1, Expiry::Server),
            (i32::MIN, Expiry::Server),
            (0, Expiry::Never),
            (1, Expiry::After(1)),
            (i32::MAX, Expiry::After(2_147_483_647)),
        ] {
            assert_eq!(Expiry::from_milliseconds(milliseconds), expiry);
        }
    }

    #[test]
    fn words_are_found_again() {
        for sound in Sound::ALL {
            assert_eq!(Sound::find(sound.name()), Some(sound));
        }
        for off in ["off", "OFF", "no", "false", "0"] {
            assert_eq!(Sound::find(off), Some(Sound::None), "{off}");
        }
        assert_eq!(Sound::find("ding"), None);
    }
}
