//! What is to be shown at a terminal, before anything is known about the terminal. Pure.

use std::fmt;

use crate::engine::{
    channel::desktop::spec::APP_NAME,
    notice::{Expiry, Notice, Sound, Urgency},
    text,
};

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
    /// at all, and only where answers come back ([`super::Detection::two_way`]).
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

    /// A notice as a notification. What can be chosen on it is left out: nobody waits for that here.
    pub fn of_notice(id: Id, notice: &Notice, bell: bool) -> Self {
        Self {
            urgency: notice.urgency,
            expires: notice.expiry,
            sound: notice.sound,
            icon: notice.icon.clone().or_else(|| notice.image.clone()),
            application: notice.application.clone(),
            bell,
            ..Self::new(id, notice.title.as_str(), notice.body.as_str())
        }
    }

    /// The same with clean text: what was cleaned for its meaning before is cleaned once more, since a codec trusts
    /// nobody.
    pub(super) fn cleaned(&self) -> Self {
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
    pub(super) fn title_and_body(&self) -> (&str, &str) {
        let who = self.who();
        match (self.title.as_str(), self.body.as_str()) {
            ("", "") => (who, "-"),
            ("", text) | (text, "") => (who, text),
            both => both,
        }
    }

    /// Who says it.
    pub(super) fn who(&self) -> &str {
        self.application.as_deref().unwrap_or(APP_NAME)
    }

    /// Both texts as one, which is not empty.
    pub(super) fn line(&self) -> String {
        match (self.title.as_str(), self.body.as_str()) {
            ("", "") => "-".to_owned(),
            ("", text) | (text, "") => text.to_owned(),
            (title, body) => format!("{title}: {body}"),
        }
    }

    /// The icon, if it is a name.
    pub(super) fn icon_name(&self) -> Option<&str> {
        self.icon.as_deref().filter(|icon| !icon.is_empty() && !icon.contains(['/', '.']))
    }

    /// What there is besides text and buttons.
    pub(super) fn extras(&self) -> Vec<Lost> {
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

impl Lost {
    /// What it is, for humans.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "the text",
            Self::Title => "the end of the title",
            Self::Body => "the end of the text",
            Self::Characters => "single characters",
            Self::Buttons => "the buttons",
            Self::Urgency => "the urgency",
            Self::Expiry => "the expiry",
            Self::Sound => "the sound",
            Self::Icon => "the icon",
            Self::Application => "the application's name",
        }
    }
}
