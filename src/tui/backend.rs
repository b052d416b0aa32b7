//! Cells to bytes: a frame as one piece of escape sequences, for `run.rs` to write when the terminal takes it.
//!
//! It is ratatui's backend and touches nothing. What is sent are crossterm's commands, which every terminal since the
//! VT220 knows, and synchronised output (mode 2026), which a terminal that does not know it ignores. Colours alone are
//! written here: crossterm sends the sixteen as colours of 256, and heeds `NO_COLOR` where `--color always` overrules it.
//! Its reader of keys is not used, since it takes a terminal's replies for keys.

use std::convert::Infallible;

use crossterm::{
    Command,
    cursor::{Hide, MoveTo, Show},
    style::{Attribute, SetAttribute},
    terminal::{BeginSynchronizedUpdate, Clear, ClearType as What, EndSynchronizedUpdate},
};
use ratatui::{
    backend::{Backend, ClearType, WindowSize},
    buffer::Cell,
    layout::{Position, Size},
    style::{Color, Modifier},
};

/// What was drawn and not yet taken.
#[derive(Debug)]
pub(in crate::tui) struct Bytes {
    size: Size,
    out: String,
    cursor: Position,
    /// Whether the cursor is shown, as far as that is known.
    is_shown: Option<bool>,
}

impl Bytes {
    /// For a screen of this size.
    pub(in crate::tui) fn new((width, height): (u16, u16)) -> Self {
        Self { size: Size { width, height }, out: String::new(), cursor: Position::default(), is_shown: None }
    }

    /// The screen has another size.
    pub(in crate::tui) fn resize(&mut self, (width, height): (u16, u16)) {
        self.size = Size { width, height };
    }

    /// What was drawn, in one piece that is shown at once.
    pub(in crate::tui) fn take(&mut self) -> Vec<u8> {
        let drawn = std::mem::take(&mut self.out);
        if drawn.is_empty() {
            return Vec::new();
        }
        let mut frame = String::new();
        send(&mut frame, BeginSynchronizedUpdate);
        frame.push_str(&drawn);
        send(&mut frame, EndSynchronizedUpdate);
        frame.into_bytes()
    }

    fn send(&mut self, command: impl Command) {
        send(&mut self.out, command);
    }
}

/// A text takes all that is written to it.
fn send(out: &mut String, command: impl Command) {
    let _ = command.write_ansi(out);
}

/// The parameters of SGR for a style.
fn style(cell: &Cell) -> String {
    let mut parameters: Vec<u16> = vec![0];
    for (modifier, code) in [
        (Modifier::BOLD, 1),
        (Modifier::DIM, 2),
        (Modifier::ITALIC, 3),
        (Modifier::UNDERLINED, 4),
        (Modifier::REVERSED, 7),
    ] {
        if cell.modifier.contains(modifier) {
            parameters.push(code);
        }
    }
    for (color, base) in [(cell.fg, 30_u16), (cell.bg, 40)] {
        if let Some(code) = sixteen(color) {
            // The bright eight are 60 above.
            let bright = if code < 8 { 0 } else { 52 };
            parameters.push(base + code + bright);
        } else if let Color::Indexed(index) = color {
            parameters.extend([base + 8, 5, index.into()]);
        } else if let Color::Rgb(red, green, blue) = color {
            parameters.extend([base + 8, 2, red.into(), green.into(), blue.into()]);
        }
    }
    let parameters: Vec<String> = parameters.iter().map(u16::to_string).collect();
    format!("\x1b[{}m", parameters.join(";"))
}

/// The number of one of the sixteen colours.
fn sixteen(color: Color) -> Option<u16> {
    Some(match color {
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
        Color::Reset | Color::Rgb(..) | Color::Indexed(_) => return None,
    })
}

impl Backend for Bytes {
    type Error = Infallible;

    fn draw<'a, I>(&mut self, content: I) -> Result<(), Infallible>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let (mut next, mut current) = (None, String::new());
        for (x, y, cell) in content {
            // A wide character leaves the cursor further than one column; whoever comes after says where it stands.
            if next != Some((x, y)) {
                self.send(MoveTo(x, y));
            }
            let wanted = style(cell);
            if wanted != current {
                self.out.push_str(&wanted);
                current = wanted;
            }
            self.out.push_str(cell.symbol());
            let is_one = cell.symbol().len() == 1;
            next = is_one.then_some((x + 1, y));
        }
        if !current.is_empty() {
            self.send(SetAttribute(Attribute::Reset));
        }
        Ok(())
    }

    fn hide_cursor(&mut self) -> Result<(), Infallible> {
        if self.is_shown.replace(false) != Some(false) {
            self.send(Hide);
        }
        Ok(())
    }

    fn show_cursor(&mut self) -> Result<(), Infallible> {
        if self.is_shown.replace(true) != Some(true) {
            self.send(Show);
        }
        Ok(())
    }

    fn get_cursor_position(&mut self) -> Result<Position, Infallible> {
        Ok(self.cursor)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> Result<(), Infallible> {
        self.cursor = position.into();
        self.send(MoveTo(self.cursor.x, self.cursor.y));
        Ok(())
    }

    fn clear(&mut self) -> Result<(), Infallible> {
        self.is_shown = None;
        self.send(SetAttribute(Attribute::Reset));
        self.send(Clear(What::All));
        Ok(())
    }

    fn clear_region(&mut self, _: ClearType) -> Result<(), Infallible> {
        self.clear()
    }

    fn size(&self) -> Result<Size, Infallible> {
        Ok(self.size)
    }

    fn window_size(&mut self) -> Result<WindowSize, Infallible> {
        Ok(WindowSize { columns_rows: self.size, pixels: Size::default() })
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use ratatui::{Terminal, style::Style};

    use super::*;

    #[test]
    fn what_is_drawn_is_what_a_terminal_shows() {
        let mut terminal = Terminal::new(Bytes::new((12, 2))).unwrap();
        let mut screen = vt100::Parser::new(2.try_into().unwrap(), 12.try_into().unwrap(), 0);
        for (text, color) in
            [("plain", Color::Reset), ("日本 👍x", Color::Indexed(80)), ("a\u{301}bc", Color::LightRed)]
        {
            terminal
                .draw(|frame| {
                    let style = Style::new().fg(color).add_modifier(Modifier::BOLD);
                    frame.buffer_mut().set_string(1, 1, text, style);
                })
                .unwrap();
            screen.process(&terminal.backend_mut().take());
            assert_eq!(screen.screen().contents().trim_start_matches('\n').trim_end(), format!(" {text}"));
            assert!(screen.screen().cell(1, 1).unwrap().bold());
        }
        assert_eq!(screen.screen().cell(1, 1).unwrap().fgcolor(), vt100::Color::Idx(9));
        assert_eq!(terminal.backend_mut().take(), b"");
    }
}
