//! Frames → escape sequences that put one in the place of the last.
//!
//! Pure: it returns what is to be written, in one piece per paint. The prompt lives in the normal screen, below what
//! was there before: there is no alternate screen, and nothing above the block is touched.

use std::fmt::Write as _;

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthChar as _;

use crate::engine::channel::prompt::{columns::grapheme_width, screen::Frame};

/// Asks the terminal to mark pastes (DEC private mode 2004); written before the first paint.
pub const BEGIN: &str = "\x1b[?2004h";

/// Takes back what [`BEGIN`] and a paint that was cut short may have left: paste marks off, cursor shown, plain text.
pub const END: &str = "\x1b[?2004l\x1b[?25h\x1b[0m";

/// Remembers what is on the screen. Whatever else writes there makes it wrong: after a stop (Ctrl-Z) and a return,
/// begin anew with another one.
#[derive(Debug)]
pub struct Painter {
    width: usize,
    reflows: bool,
    /// The last frame, if it is still there.
    shown: Option<Shown>,
    /// Whether anything was ever painted.
    has_begun: bool,
}

#[derive(Debug)]
struct Shown {
    lines: Vec<Vec<Cell>>,
    cursor: (usize, usize),
}

/// A character as the terminal may move it.
#[derive(Debug)]
struct Cell {
    /// The columns it takes for a terminal that knows no sequences: where such a terminal rewraps, it does so
    /// between any two characters.
    wide: usize,
    /// The columns by which the frame's own reckoning goes on with it.
    drawn: usize,
}

impl Painter {
    /// A painter for a terminal of this width, with the cursor wherever it is.
    pub fn new(width: u16) -> Self {
        Self { width: usize::from(width.max(1)), reflows: false, shown: None, has_begun: false }
    }

    /// Erases the last frame and draws this one in its place. The first frame begins on a line of its own, even where
    /// a program left the cursor behind a text without a line break.
    pub fn paint(&mut self, frame: &Frame) -> String {
        let mut out = String::from("\x1b[?25l");
        if self.has_begun {
            out.push_str(&self.up_to_top());
        } else {
            // As many spaces as there are columns: from the first column they stay on the line, from any other they
            // end on the next one. zsh finds a fresh line the same way (PROMPT_SP).
            let _ = write!(out, "{}\r", " ".repeat(self.width));
        }
        out.push_str("\x1b[J");
        out.push_str(&frame.lines.join("\r\n"));
        let (row, column) = frame.cursor;
        let below = frame.lines.len().saturating_sub(row + 1);
        if below > 0 {
            let _ = write!(out, "\x1b[{below}A");
        }
        out.push('\r');
        out.push_str(&forward(frame.lines.get(row).map_or("", String::as_str), column));
        out.push_str("\x1b[?25h");
        self.has_begun = true;
        self.shown =
            Some(Shown { lines: frame.lines.iter().map(|line| cells(line)).collect(), cursor: frame.cursor });
        out
    }

    /// The terminal has another width now. One that reflows has rewrapped the lines that no longer fit; others cut
    /// them off. The next [`paint`](Self::paint) or [`erase`](Self::erase) reckons with it.
    pub fn resized(&mut self, new_width: u16, reflows: bool) {
        self.width = usize::from(new_width.max(1));
        self.reflows = reflows;
    }

    /// Takes the last frame off the screen and leaves the cursor where it began.
    pub fn erase(&mut self) -> String {
        if self.shown.is_none() {
            return String::new();
        }
        let out = format!("{}\x1b[J", self.up_to_top());
        self.shown = None;
        out
    }

    /// From the cursor to the start of the block.
    fn up_to_top(&self) -> String {
        match self.rows_above() {
            0 => "\r".to_owned(),
            rows => format!("\r\x1b[{rows}A"),
        }
    }

    /// How many rows of the screen are between the top of the block and the cursor.
    fn rows_above(&self) -> usize {
        let Some(Shown { lines, cursor: (row, column) }) = &self.shown else { return 0 };
        if !self.reflows {
            return *row;
        }
        let above: usize = lines.iter().take(*row).map(|line| self.row_of(line, usize::MAX) + 1).sum();
        above + lines.get(*row).map_or(0, |line| self.row_of(line, *column))
    }

    /// The row, within a line rewrapped to the present width, of what was drawn at a column. A cursor behind the
    /// last character stays in its row even if that is full: terminals differ there, and one row too few leaves a
    /// remnant of ours where one too many would erase what is not ours.
    fn row_of(&self, line: &[Cell], target: usize) -> usize {
        let (mut row, mut column, mut drawn) = (0, 0, 0);
        for cell in line {
            if column > 0 && column + cell.wide > self.width {
                row += 1;
                column = 0;
            }
            if drawn >= target {
                break;
            }
            drawn += cell.drawn;
            column += cell.wide;
        }
        row
    }
}

/// From the first column to this one. ASCII takes a column each; past anything else the line is written again, so
/// that the cursor stands right however wide the terminal draws it.
fn forward(line: &str, column: usize) -> String {
    if column == 0 {
        return String::new();
    }
    if line.is_ascii() {
        return format!("\x1b[{column}C");
    }
    let mut used = 0;
    let mut end = 0;
    for (index, (grapheme, width)) in graphemes_at(line) {
        if used >= column {
            break;
        }
        used += width;
        end = index + grapheme.len();
    }
    let mut out = line[..end].to_owned();
    if out.contains('\x1b') {
        out.push_str("\x1b[0m");
    }
    if used < column {
        let _ = write!(out, "\x1b[{}C", column - used);
    }
    out
}

fn cells(line: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (_, (grapheme, width)) in graphemes_at(line) {
        cells.extend(grapheme.chars().map(|c| Cell { wide: c.width().unwrap_or(0), drawn: 0 }));
        // All of it with the last character: until then the grapheme is not over.
        if let Some(last) = cells.last_mut() {
            last.drawn = width;
        }
    }
    cells
}

/// The graphemes of a styled line, with their byte index and width; SGR sequences are left out.
fn graphemes_at(line: &str) -> impl Iterator<Item = (usize, (&str, usize))> {
    let mut is_escape = false;
    line.grapheme_indices(true).filter_map(move |(index, grapheme)| {
        // Escape sequences are ASCII, a grapheme a byte, and end with the `m`.
        if grapheme == "\x1b" {
            is_escape = true;
        }
        if is_escape {
            is_escape = grapheme != "m";
            return None;
        }
        Some((index, (grapheme, grapheme_width(grapheme))))
    })
}

#[cfg(test)]
mod tests;
