//! What is known, as rows of tables.
//!
//! Pure: plain data.

/// How something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It was read or asked just now.
    Seen,
    /// It says so itself, which proves little.
    Said,
    /// It is known of this program, from its sources or from trying it out.
    Listed,
    /// It was tried here.
    Tried,
    /// It is taken for granted.
    Assumed,
}

impl Known {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Said => "said",
            Self::Listed => "listed",
            Self::Tried => "tried",
            Self::Assumed => "assumed",
        }
    }
}

/// A row of a table of facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about: `address of the bus`.
    pub name: String,
    /// What it is.
    pub value: String,
    /// How that is known.
    pub known: Known,
}

/// A way to announce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// The desktop's notifications.
    Desktop,
    /// The terminal's own.
    Terminal,
}

/// Something that a channel may be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capability {
    /// It shows a notification at all.
    Shown,
    /// Answers can be pressed.
    Buttons,
    /// A text can be typed on it.
    Reply,
    /// A click on the text itself leads to the terminal.
    BodyClick,
    /// A long text is shown whole.
    LongText,
    /// `<`, `&` and `*` are shown as they are.
    Markup,
    /// Other scripts and emoji are shown.
    Unicode,
    /// It stays until it is answered.
    Stays,
    /// It is taken down once it is answered elsewhere.
    Withdrawn,
    /// `notify` can play a sound on it.
    Sound,
}

impl Capability {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 10] = [
        Self::Shown,
        Self::Buttons,
        Self::Reply,
        Self::BodyClick,
        Self::LongText,
        Self::Markup,
        Self::Unicode,
        Self::Stays,
        Self::Withdrawn,
        Self::Sound,
    ];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Buttons => "buttons",
            Self::Reply => "reply",
            Self::BodyClick => "body-click",
            Self::LongText => "long-text",
            Self::Markup => "markup",
            Self::Unicode => "unicode",
            Self::Stays => "stays",
            Self::Withdrawn => "withdrawn",
            Self::Sound => "sound",
        }
    }

    /// What it means, on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::Shown => "shows a notification",
            Self::Buttons => "answers can be pressed",
            Self::Reply => "an answer can be typed",
            Self::BodyClick => "a click leads to the terminal",
            Self::LongText => "a long text is whole",
            Self::Markup => "<, & and * stay as they are",
            Self::Unicode => "all scripts are shown",
            Self::Stays => "stays until answered",
            Self::Withdrawn => "taken down once answered",
            Self::Sound => "plays a sound",
        }
    }
}

/// Whether a channel can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It can.
    Yes,
    /// It cannot.
    No,
    /// Nobody has seen it.
    Unproven,
}

impl Answer {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unproven => "unproven",
        }
    }
}

/// What is known about one capability of one channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Whether it can.
    pub answer: Answer,
    /// How that is known.
    pub known: Known,
    /// In words: `3 buttons`, `by a menu`, `pressed Deny, 41 ms`; may be empty.
    pub how: String,
}

/// A row of the matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is about.
    pub capability: Capability,
    /// On the desktop.
    pub desktop: Cell,
    /// On the terminal's own notification.
    pub terminal: Cell,
}

/// What a trial has shown, for the matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What.
    pub capability: Capability,
    /// Where.
    pub channel: Channel,
    /// Whether it can.
    pub answer: Answer,
    /// In words: `pressed Deny, 41 ms`.
    pub how: String,
}
