//! What a channel can carry.
//!
//! Pure: plain data, filled in by the channels.

/// How the answers can be pressed on a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buttons {
    /// Not at all.
    Never,
    /// As buttons, at most so many.
    Shown(usize),
    /// All of them, through a menu that has to be opened first.
    Menu,
}

impl Buttons {
    /// How many can be offered.
    pub fn limit(self) -> usize {
        match self {
            Self::Never => 0,
            Self::Shown(limit) => limit,
            Self::Menu => usize::MAX,
        }
    }
}

/// What one channel, as it is reached now, can show and bring back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capability {
    /// How answers can be pressed.
    pub buttons: Buttons,
    /// Whether it has a field for typed text.
    pub reply: bool,
    /// Whether a click on the body can be told from all others.
    pub body_click: bool,
    /// Whether two prompts with the same text need a mark that tells them apart, because the server would swallow
    /// the second.
    pub unique_text: bool,
    /// How much text it takes.
    pub text: TextLimits,
}

/// The most text that a channel is given, in characters (spec §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLimits {
    /// The title.
    pub title: usize,
    /// One line of the body.
    pub line: usize,
    /// The whole body.
    pub body: usize,
}

impl TextLimits {
    /// A desktop notification (spec §4).
    pub const DESKTOP: Self = Self { title: 80, line: 240, body: 500 };
    /// A terminal's notification (spec §4).
    pub const TERMINAL: Self = Self { title: 80, line: 100, body: 200 };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_no_buttons_is_offered_none_and_a_menu_all() {
        assert_eq!(Buttons::Never.limit(), 0);
        assert_eq!(Buttons::Shown(0).limit(), 0);
        assert_eq!(Buttons::Shown(7).limit(), 7);
        assert_eq!(Buttons::Menu.limit(), usize::MAX);
    }

    #[test]
    fn the_limits_of_text_are_the_contract_s() {
        assert_eq!(TextLimits::DESKTOP, TextLimits { title: 80, line: 240, body: 500 });
        assert_eq!(TextLimits::TERMINAL, TextLimits { title: 80, line: 100, body: 200 });
    }
}
