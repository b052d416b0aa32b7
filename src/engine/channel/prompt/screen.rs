//! What the prompt is drawn on, and the smallest things it is drawn with: signs, styles, rows, frames.
//!
//! Pure, and without meaning: what stands where is decided elsewhere.

use std::fmt::Write as _;

use crate::engine::{channel::prompt::columns::width, detail::LineKind};

/// A terminal as far as drawing is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Columns; 0 counts as 1.
    pub width: u16,
    /// Rows; 0 counts as 1.
    pub height: u16,
    /// Whether SGR sequences may be used.
    pub color: bool,
    /// Whether our own signs may go beyond ASCII. Text from outside is shown as it is.
    pub unicode: bool,
}

impl Screen {
    /// The columns that are drawn in: all but the last, since terminals disagree about what happens after a
    /// character in it. A screen too narrow for that care uses all it has.
    pub(super) fn columns(self) -> usize {
        let width = usize::from(self.width.max(1));
        if width > 3 { width - 1 } else { width }
    }

    /// The rows there are.
    pub(super) fn rows(self) -> usize {
        usize::from(self.height.max(1))
    }

    /// Our own signs on it.
    pub(super) fn signs(self) -> &'static Signs {
        if self.unicode { &UNICODE } else { &ASCII }
    }
}

/// What is on the screen at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The lines from the top, styled with SGR sequences that end within the line; at least one.
    pub lines: Vec<String>,
    /// How many columns each line takes, never more than the screen has.
    pub widths: Vec<usize>,
    /// Row and column of the cursor, counted from 0, within the lines.
    pub cursor: (usize, usize),
}

/// Our own signs.
pub(super) struct Signs {
    /// Something was cut off here.
    pub(super) ellipsis: &'static str,
    /// Between things on one line.
    pub(super) separator: &'static str,
    /// Before the line that is typed in.
    pub(super) entry: &'static str,
    /// Before what Enter takes.
    pub(super) arrow: &'static str,
    /// Before the selected choice of a list.
    pub(super) pointer: &'static str,
    /// The list goes on above.
    pub(super) above: &'static str,
    /// The list goes on below.
    pub(super) below: &'static str,
    /// The keys that move along a row.
    pub(super) sideways: &'static str,
    /// The keys that move along a list.
    pub(super) up_and_down: &'static str,
}

const UNICODE: Signs = Signs {
    ellipsis: "…",
    separator: " · ",
    entry: "›",
    arrow: "→",
    pointer: "❯",
    above: "↑",
    below: "↓",
    sideways: "←→",
    up_and_down: "↑↓",
};

const ASCII: Signs = Signs {
    ellipsis: "...",
    separator: " - ",
    entry: ">",
    arrow: "->",
    pointer: ">",
    above: "^",
    below: "v",
    sideways: "arrows",
    up_and_down: "arrows",
};

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Bold,
    Dim,
    Reverse,
    Yellow,
    /// A line of a detail.
    Detail(LineKind),
}

impl Style {
    /// The number that turns it on (ECMA-48, SGR).
    fn code(self) -> Option<u8> {
        match self {
            Self::Plain => None,
            Self::Bold => Some(1),
            Self::Dim => Some(2),
            Self::Reverse => Some(7),
            Self::Yellow => Some(33),
            Self::Detail(kind) => kind.code(),
        }
    }
}

/// One line being put together.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// The line with its styles.
    pub(super) text: String,
    /// The columns it takes.
    pub(super) width: usize,
}

impl Row {
    /// Adds a piece in a style, which ends with it.
    pub(super) fn put(&mut self, screen: Screen, style: Style, text: &str) {
        self.width += width(text);
        match style.code().filter(|_| screen.color && !text.trim().is_empty()) {
            // Writing to a string cannot fail.
            Some(code) => drop(write!(self.text, "\x1b[{code}m{text}\x1b[0m")),
            None => self.text.push_str(text),
        }
    }
}
