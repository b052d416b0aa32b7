//! Keys, and the control sequences that are keys.
//!
//! Pure, and without state: it sees whole sequences only. What xterm, rxvt, the Linux console and kitty's keyboard
//! protocol send for a key is here; everything else is a reply, or a key nobody needs, and is no key.

/// One key press, or one paste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// A printable character, never a control.
    Char(char),
    /// Return, keypad Enter: CR or LF.
    Enter,
    /// Tab.
    Tab,
    /// Shift-Tab.
    BackTab,
    /// Rub out the character before the cursor: 0x7f or 0x08, since terminals disagree.
    Backspace,
    /// Rub out the character under the cursor.
    Delete,
    /// Cursor left.
    Left,
    /// Cursor right.
    Right,
    /// Cursor up.
    Up,
    /// Cursor down.
    Down,
    /// To the start.
    Home,
    /// To the end.
    End,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// A word left: Ctrl-Left, Alt-Left, Alt-B.
    WordLeft,
    /// A word right: Ctrl-Right, Alt-Right, Alt-F.
    WordRight,
    /// A control byte that has no name above, as the lower-case letter or the sign it is typed with.
    Ctrl(char),
    /// A character with Alt; Alt-Backspace is `Alt('\u{7f}')`.
    Alt(char),
    /// The Escape key alone.
    Esc,
    /// What was pasted, as it came: at most [`PASTE_LIMIT`](super::parse::PASTE_LIMIT) bytes, invalid UTF-8 left out, nothing else cleaned.
    Paste(String),
}

/// ESC O and a letter: keys in application mode.
pub(super) fn ss3(byte: u8) -> Option<Key> {
    Some(match byte {
        b'M' => Key::Enter,
        // rxvt's Ctrl-arrows.
        b'd' => Key::WordLeft,
        b'c' => Key::WordRight,
        _ => return cursor(byte, false),
    })
}

fn cursor(letter: u8, word: bool) -> Option<Key> {
    Some(match letter {
        b'A' => Key::Up,
        b'B' => Key::Down,
        b'C' if word => Key::WordRight,
        b'C' => Key::Right,
        b'D' if word => Key::WordLeft,
        b'D' => Key::Left,
        b'H' => Key::Home,
        b'F' => Key::End,
        _ => return None,
    })
}

/// A whole control sequence; all but the keys we know are replies or keys we have no use for.
pub(super) fn sequence(parameters: &[u8], last: u8) -> Option<Key> {
    // A private prefix or an intermediate byte marks a report.
    if !parameters.iter().all(|byte| matches!(byte, b'0'..=b'9' | b';' | b':')) {
        return None;
    }
    let field = |outer: usize, inner: usize| {
        let part = parameters.split(|&byte| byte == b';').nth(outer)?;
        let digits = part.split(|&byte| byte == b':').nth(inner)?;
        std::str::from_utf8(digits).ok()?.parse::<u32>().ok()
    };
    // 1 plus a bit each for Shift, Alt, Ctrl (and more that change no key here).
    let modifiers = field(1, 0).unwrap_or(1).saturating_sub(1);
    // kitty reports presses (1), repeats (2) and releases (3) where asked to.
    if field(1, 1) == Some(3) {
        return None;
    }
    match last {
        b'A'..=b'F' | b'H' => cursor(last, modifiers & 0b110 != 0),
        b'Z' => Some(Key::BackTab),
        b'u' => code(field(0, 1).filter(|_| modifiers & 1 != 0).or(field(0, 0))?, modifiers),
        b'~' => match field(0, 0)? {
            1 | 7 => Some(Key::Home),
            4 | 8 => Some(Key::End),
            3 => Some(Key::Delete),
            5 => Some(Key::PageUp),
            6 => Some(Key::PageDown),
            // xterm's modifyOtherKeys.
            27 => code(field(2, 0)?, modifiers),
            _ => None,
        },
        _ => None,
    }
}

/// A key that came as a number, with its modifiers.
fn code(number: u32, modifiers: u32) -> Option<Key> {
    // Super, Hyper and Meta belong to the desktop.
    if modifiers & 0b11_1000 != 0 {
        return None;
    }
    let (shift, with_alt, ctrl) = (modifiers & 1 != 0, modifiers & 2 != 0, modifiers & 4 != 0);
    Some(match number {
        // Only the bare key may answer.
        13 | 57_414 if !with_alt && !ctrl => Key::Enter,
        9 if shift => Key::BackTab,
        9 => Key::Tab,
        27 => Key::Esc,
        8 | 127 if with_alt || ctrl => Key::Alt('\u{7f}'),
        8 | 127 => Key::Backspace,
        // kitty's numbers for keys that are no characters.
        57_344..=63_743 => return None,
        _ => {
            let c = char::from_u32(number).filter(|c| !c.is_control())?;
            match (with_alt, ctrl) {
                (_, true) => Key::Ctrl(c.to_ascii_lowercase()),
                (true, false) => alt(c),
                (false, false) => Key::Char(c),
            }
        }
    })
}

/// A character with Alt.
pub(super) fn alt(c: char) -> Key {
    match c {
        'b' => Key::WordLeft,
        'f' => Key::WordRight,
        _ => Key::Alt(c),
    }
}
