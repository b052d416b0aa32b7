//! What a channel can carry.
//!
//! Pure: plain data, filled in by the channels.

use unicode_width::UnicodeWidthStr;

/// How the answers can be pressed on a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buttons {
    /// Not at all.
    Never,
    /// As buttons, at most so many.
    Shown(usize),
    /// As buttons, as many as go into a row.
    Row(Row),
    /// All of them, through a menu that has to be opened first.
    Menu,
}

impl Buttons {
    /// Whether buttons with these labels can all be seen at once; where there is no `terminal` to answer at, to be
    /// reached is enough.
    pub fn fit(self, labels: &[&str], terminal: bool) -> bool {
        match self {
            Self::Never => labels.is_empty(),
            Self::Shown(limit) => labels.len() <= limit,
            Self::Row(row) => labels.len() <= 1 || row.scrolls && !terminal || row.width(labels) <= row.room,
            Self::Menu => true,
        }
    }
}

/// Buttons side by side, where neither the row grows nor a label gives way. Widths are in characters of an average label,
/// since nobody knows the server's font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// How wide it is.
    pub room: usize,
    /// What a button takes besides its label.
    pub gap: usize,
    /// Whether each is as wide as the widest.
    pub equal: bool,
    /// Whether what is cut off can be scrolled to.
    pub scrolls: bool,
}

impl Row {
    fn width(self, labels: &[&str]) -> usize {
        let each = labels.iter().map(|label| label.width() + self.gap);
        if self.equal { labels.len() * each.max().unwrap_or_default() } else { each.sum() }
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

    const LABELS: [&str; 4] = ["Allow", "Review them", "Deny", "説明"];

    /// How many of the labels, from the first, fit beside a terminal, and without one.
    fn most(buttons: Buttons) -> (usize, usize) {
        let most = |terminal| (0..=4).rfind(|&count| buttons.fit(&LABELS[..count], terminal)).unwrap();
        (most(true), most(false))
    }

    #[test]
    fn what_shows_no_buttons_is_offered_none_and_a_menu_all() {
        assert_eq!(most(Buttons::Never), (0, 0));
        assert_eq!(most(Buttons::Shown(0)), (0, 0));
        assert_eq!(most(Buttons::Shown(3)), (3, 3));
        assert_eq!(most(Buttons::Menu), (4, 4));
    }

    #[test]
    fn a_row_has_room_for_so_many_labels() {
        let row = |room, equal, scrolls| Buttons::Row(Row { room, gap: 2, equal, scrolls });
        // 7, 7 + 13, 7 + 13 + 6, 7 + 13 + 6 + 6; each as wide as the widest: 7, 2 × 13, 3 × 13, 4 × 13.
        for (room, as_needed, equal) in
            [(0, 1, 1), (19, 1, 1), (20, 2, 1), (26, 3, 2), (31, 3, 2), (32, 4, 2), (39, 4, 3), (52, 4, 4)]
        {
            assert_eq!(most(row(room, false, false)), (as_needed, as_needed), "{room}");
            assert_eq!(most(row(room, true, true)), (equal, 4), "{room}");
        }
    }

    #[test]
    fn the_limits_of_text_are_the_contract_s() {
        assert_eq!(TextLimits::DESKTOP, TextLimits { title: 80, line: 240, body: 500 });
        assert_eq!(TextLimits::TERMINAL, TextLimits { title: 80, line: 100, body: 200 });
    }
}
