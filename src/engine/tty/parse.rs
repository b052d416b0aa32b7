//! Bytes from a terminal → keys: a push parser that may be fed any piece at any time.
//!
//! Pure: no file descriptor, no clock; whoever reads the terminal decides when time has passed. It may not turn a
//! byte of a terminal's reply (CSI, OSC, DCS, APC, PM, SOS) into a typed character, and its memory is bounded
//! whatever comes. Keys and pastes may be a secret: they are never logged.
//!
//! Sequences follow ECMA-48 and what xterm, rxvt, the Linux console and kitty's keyboard protocol make of it.

use zeroize::{Zeroize as _, Zeroizing};

/// Most bytes of one paste that are kept; the rest is swallowed.
pub const PASTE_LIMIT: usize = 64 * 1024;

/// Most bytes of one control sequence's parameters that are kept; no key needs more than a dozen.
const PARAMETER_LIMIT: usize = 64;

/// Most bytes of a reply that are swallowed before it is taken for noise that will never end.
const REPLY_LIMIT: usize = 64 * 1024;

/// What ends a bracketed paste (xterm, "Bracketed Paste Mode").
const PASTE_END: &[u8] = b"\x1b[201~";

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
    /// What was pasted, as it came: at most [`PASTE_LIMIT`] bytes, invalid UTF-8 left out, nothing else cleaned.
    Paste(String),
}

/// The parser: feed it bytes, take keys.
#[derive(Default)]
pub struct Parser {
    state: State,
}

#[derive(Default)]
enum State {
    #[default]
    Ground,
    /// Inside a character: its bits so far, continuation bytes still due, its least value, whether Alt was held.
    Utf8 { bits: u32, due: u8, least: u32, alt: bool },
    /// ESC and nothing after it.
    Escape,
    /// ESC [ and these parameter and intermediate bytes.
    Csi(Vec<u8>),
    /// ESC O.
    Ss3,
    /// Bytes that belong to a key or report we do not know: this many are swallowed.
    Skip(u8),
    /// Inside a reply with a string: bytes swallowed, and whether the last one was ESC.
    Reply { seen: usize, escape: bool },
    /// Inside a paste: the bytes, and how much of [`PASTE_END`] has been seen.
    Paste { bytes: Zeroizing<Vec<u8>>, ending: usize },
}

impl Parser {
    /// A parser at rest.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next byte; a key, if it completes one.
    pub fn push(&mut self, byte: u8) -> Option<Key> {
        match std::mem::take(&mut self.state) {
            State::Ground => self.ground(byte, false),
            State::Utf8 { bits, due, least, alt } => self.utf8(byte, bits, due, least, alt),
            State::Escape => self.escape(byte),
            State::Csi(parameters) => self.csi(byte, parameters),
            State::Ss3 => ss3(byte).or_else(|| self.restart(byte)),
            State::Skip(left) => {
                if byte == 0x1b {
                    return self.restart(byte);
                }
                if left > 1 {
                    self.state = State::Skip(left - 1);
                }
                None
            }
            State::Reply { seen, escape } => self.reply(byte, seen, escape),
            State::Paste { bytes, ending } => self.paste(byte, bytes, ending),
        }
    }

    /// Whether a lone ESC is all that is known: it is either the Escape key or the start of a sequence, and only
    /// time tells. Wait a moment (25 ms is what others use), then [`flush`](Self::flush).
    pub fn pending_escape(&self) -> bool {
        matches!(self.state, State::Escape)
    }

    /// Time has passed: a lone ESC is the Escape key, an unfinished character or key sequence is dropped. A reply or
    /// a paste that has begun is still awaited, since its rest would look like typing.
    pub fn flush(&mut self) -> Option<Key> {
        match self.state {
            State::Reply { .. } | State::Paste { .. } => None,
            State::Escape => {
                self.state = State::Ground;
                Some(Key::Esc)
            }
            _ => {
                self.state = State::Ground;
                None
            }
        }
    }

    fn ground(&mut self, byte: u8, alt: bool) -> Option<Key> {
        let lead = |bits: u8, due, least| State::Utf8 { bits: u32::from(bits), due, least, alt };
        match byte {
            0x00..=0x7f => return ascii(byte, &mut self.state),
            0xc2..=0xdf => self.state = lead(byte & 0x1f, 1, 0x80),
            0xe0..=0xef => self.state = lead(byte & 0x0f, 2, 0x800),
            0xf0..=0xf4 => self.state = lead(byte & 0x07, 3, 0x1_0000),
            _ => {}
        }
        None
    }

    fn utf8(&mut self, byte: u8, bits: u32, due: u8, least: u32, alt: bool) -> Option<Key> {
        if byte & 0xc0 != 0x80 {
            // The character was cut short; this byte begins something of its own.
            return self.ground(byte, false);
        }
        let bits = bits << 6 | u32::from(byte & 0x3f);
        if due > 1 {
            self.state = State::Utf8 { bits, due: due - 1, least, alt };
            return None;
        }
        let c = char::from_u32(bits).filter(|c| bits >= least && !c.is_control())?;
        Some(if alt { Key::Alt(c) } else { Key::Char(c) })
    }

    fn escape(&mut self, byte: u8) -> Option<Key> {
        match byte {
            b'[' => self.state = State::Csi(Vec::new()),
            b'O' => self.state = State::Ss3,
            // OSC, DCS, APC, PM, SOS.
            b']' | b'P' | b'_' | b'^' | b'X' => self.state = State::Reply { seen: 0, escape: false },
            // Pressed twice, or Alt with a key that is a sequence itself (rxvt).
            0x1b => self.state = State::Escape,
            0x80.. => return self.ground(byte, true),
            0x08 | 0x7f => return Some(Key::Alt('\u{7f}')),
            0x20..=0x7e => return Some(alt(char::from(byte))),
            // Alt with a control key has no meaning here, and Alt-Enter must not answer.
            _ => {}
        }
        None
    }

    fn csi(&mut self, byte: u8, mut parameters: Vec<u8>) -> Option<Key> {
        match byte {
            // The Linux console's function keys: ESC [ [ and one letter.
            b'[' if parameters.is_empty() => self.state = State::Skip(1),
            0x20..=0x3f => {
                if parameters.len() < PARAMETER_LIMIT {
                    parameters.push(byte);
                }
                self.state = State::Csi(parameters);
            }
            // A mouse report in the oldest encoding, from a mode someone left on: three bytes follow.
            b'M' if parameters.is_empty() => self.state = State::Skip(3),
            b'~' if parameters == b"200" => {
                // Room for all of it at once: growing would leave copies of a pasted secret behind.
                let bytes = Zeroizing::new(Vec::with_capacity(PASTE_LIMIT));
                self.state = State::Paste { bytes, ending: 0 };
            }
            0x40..=0x7e => return sequence(&parameters, byte),
            _ => return self.restart(byte),
        }
        None
    }

    fn reply(&mut self, byte: u8, seen: usize, escape: bool) -> Option<Key> {
        match byte {
            // BEL, or the end of ESC \.
            0x07 => {}
            b'\\' if escape => {}
            0x1b if !escape => self.state = State::Reply { seen: seen + 1, escape: true },
            // ESC and something else: the reply was cut off and this begins another sequence.
            _ if escape => return self.escape(byte),
            // No reply holds a control byte; a human who ran into this state by Alt-] gets out by Enter.
            0x00..=0x1f => {}
            _ if seen < REPLY_LIMIT => self.state = State::Reply { seen: seen + 1, escape: false },
            _ => {}
        }
        None
    }

    fn paste(&mut self, byte: u8, mut bytes: Zeroizing<Vec<u8>>, mut ending: usize) -> Option<Key> {
        if byte == PASTE_END[ending] {
            ending += 1;
            if ending == PASTE_END.len() {
                let mut text = String::with_capacity(bytes.len());
                bytes.utf8_chunks().for_each(|chunk| text.push_str(chunk.valid()));
                bytes.zeroize();
                return Some(Key::Paste(text));
            }
        } else {
            // ESC stands only at the start of the marker, so a mismatch can begin it again with this byte alone.
            let keep = |bytes: &mut Vec<u8>, more: &[u8]| {
                let room = PASTE_LIMIT - bytes.len();
                bytes.extend_from_slice(&more[..more.len().min(room)]);
            };
            keep(&mut bytes, &PASTE_END[..ending]);
            ending = usize::from(byte == 0x1b);
            if ending == 0 {
                keep(&mut bytes, &[byte]);
            }
        }
        self.state = State::Paste { bytes, ending };
        None
    }

    /// A byte that does not belong into the sequence it came in: the sequence is dropped, and so is the byte, unless
    /// it begins the next one.
    fn restart(&mut self, byte: u8) -> Option<Key> {
        if byte == 0x1b {
            self.state = State::Escape;
        }
        None
    }
}

fn ascii(byte: u8, state: &mut State) -> Option<Key> {
    Some(match byte {
        0x1b => {
            *state = State::Escape;
            return None;
        }
        b'\r' | b'\n' => Key::Enter,
        b'\t' => Key::Tab,
        0x08 | 0x7f => Key::Backspace,
        0x00 => Key::Ctrl('@'),
        0x01..=0x1a => Key::Ctrl(char::from(byte | 0x60)),
        0x1c..=0x1f => Key::Ctrl(char::from(byte | 0x40)),
        _ => Key::Char(char::from(byte)),
    })
}

/// ESC O and a letter: keys in application mode.
fn ss3(byte: u8) -> Option<Key> {
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
fn sequence(parameters: &[u8], last: u8) -> Option<Key> {
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

fn alt(c: char) -> Key {
    match c {
        'b' => Key::WordLeft,
        'f' => Key::WordRight,
        _ => Key::Alt(c),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keys(bytes: &[u8]) -> Vec<Key> {
        let mut parser = Parser::new();
        bytes.iter().filter_map(|&byte| parser.push(byte)).collect()
    }

    #[test]
    fn knows_the_keys() {
        let table: &[(&[u8], Key)] = &[
            (b"a", Key::Char('a')),
            ("é".as_bytes(), Key::Char('é')),
            ("👍".as_bytes(), Key::Char('👍')),
            (b"\r", Key::Enter),
            (b"\n", Key::Enter),
            (b"\x1bOM", Key::Enter),
            (b"\x1b[13u", Key::Enter),
            (b"\t", Key::Tab),
            (b"\x1b[Z", Key::BackTab),
            (b"\x1b[9;2u", Key::BackTab),
            (b"\x7f", Key::Backspace),
            (b"\x08", Key::Backspace),
            (b"\x1b[3~", Key::Delete),
            (b"\x1b[D", Key::Left),
            (b"\x1bOC", Key::Right),
            (b"\x1b[A", Key::Up),
            (b"\x1b[1;2B", Key::Down),
            (b"\x1b[H", Key::Home),
            (b"\x1b[7~", Key::Home),
            (b"\x1bOF", Key::End),
            (b"\x1b[4~", Key::End),
            (b"\x1b[5~", Key::PageUp),
            (b"\x1b[6~", Key::PageDown),
            (b"\x1b[1;5D", Key::WordLeft),
            (b"\x1b[1;3D", Key::WordLeft),
            (b"\x1b\x1b[D", Key::Left),
            (b"\x1bOd", Key::WordLeft),
            (b"\x1bb", Key::WordLeft),
            (b"\x1b[1;5C", Key::WordRight),
            (b"\x1b[102;3u", Key::WordRight),
            (b"\x01", Key::Ctrl('a')),
            (b"\x04", Key::Ctrl('d')),
            (b"\x1f", Key::Ctrl('_')),
            (b"\0", Key::Ctrl('@')),
            (b"\x1b[100;5u", Key::Ctrl('d')),
            (b"\x1b[27;5;100~", Key::Ctrl('d')),
            (b"\x1bd", Key::Alt('d')),
            (b"\x1b\x7f", Key::Alt('\u{7f}')),
            ("\x1bé".as_bytes(), Key::Alt('é')),
            (b"\x1b[27u", Key::Esc),
            (b"\x1b[97u", Key::Char('a')),
            (b"\x1b[97:65;2u", Key::Char('A')),
            (b"\x1b[200~a\r\x1b[2b\x1b[201~", Key::Paste("a\r\x1b[2b".to_owned())),
            (b"\x1b[200~\x1b\x1b[201~", Key::Paste("\x1b".to_owned())),
            (b"\x1b[200~a\xff\x1b[201~", Key::Paste("a".to_owned())),
        ];
        for (bytes, key) in table {
            assert_eq!(keys(bytes), std::slice::from_ref(key), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn swallows_what_nobody_typed() {
        for bytes in [
            &b"\x1b[?62;4c"[..],
            b"\x1b[>1;4000;0c",
            b"\x1b[12;40R",
            b"\x1b[?2004;1$y",
            b"\x1b[I",
            b"\x1b[O",
            b"\x1b[<0;10;20M",
            b"\x1b[M !!",
            b"\x1b[[A",
            b"\x1b[15~",
            b"\x1b[97;1:3u",
            b"\x1b[57358u",
            b"\x1b]11;rgb:0000/0000/0000\x1b\\",
            b"\x1b]99;i=1:p=?;p=title\x07",
            b"\x1bP>|foot(1.21.0)\x1b\\",
            b"\x1b_Gi=1;OK\x1b\\",
            b"\x1b[1;2\x1b]0;x\x07",
            b"\x1b\r",
            b"\xc2\x9b",
            b"\xff\xfe\x80\xc0\x80\xed\xa0\x80",
            b"\x1b[13;5u",
        ] {
            assert_eq!(keys(bytes), [], "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn time_tells_what_an_escape_was() {
        let mut parser = Parser::new();
        assert_eq!(parser.push(0x1b), None);
        assert!(parser.pending_escape());
        assert_eq!(parser.flush(), Some(Key::Esc));
        assert!(!parser.pending_escape());
        assert_eq!(parser.flush(), None);

        for &byte in b"\x1b[1;" {
            parser.push(byte);
        }
        assert!(!parser.pending_escape());
        assert_eq!(parser.flush(), None);
        assert_eq!(parser.push(b'x'), Some(Key::Char('x')));

        for &byte in b"\x1b]11;rgb" {
            parser.push(byte);
        }
        assert_eq!(parser.flush(), None, "the rest of a late reply is still a reply");
        assert_eq!(keys_of(&mut parser, b":00\x1b\\y"), [Key::Char('y')]);
    }

    fn keys_of(parser: &mut Parser, bytes: &[u8]) -> Vec<Key> {
        bytes.iter().filter_map(|&byte| parser.push(byte)).collect()
    }

    #[test]
    fn enter_leaves_a_reply_that_never_ends() {
        assert_eq!(keys(b"\x1b]what\rok\r"), [Key::Char('o'), Key::Char('k'), Key::Enter]);
    }

    #[test]
    fn a_paste_is_bounded() {
        let mut bytes = b"\x1b[200~".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', PASTE_LIMIT + 10));
        bytes.extend(PASTE_END);
        bytes.push(b'y');
        assert_eq!(keys(&bytes), [Key::Paste("x".repeat(PASTE_LIMIT)), Key::Char('y')]);
    }

    fn size(parser: &Parser) -> usize {
        match &parser.state {
            State::Csi(parameters) => parameters.len(),
            State::Paste { bytes, .. } => bytes.len() - bytes.len().min(PASTE_LIMIT),
            _ => 0,
        }
    }

    proptest! {
        #[test]
        fn anything_goes_and_nothing_grows(bytes in noise(), pauses in prop::collection::vec(any::<bool>(), 64)) {
            let mut parser = Parser::new();
            for (index, byte) in bytes.into_iter().enumerate() {
                if let Some(Key::Char(c) | Key::Ctrl(c)) = parser.push(byte) {
                    prop_assert!(!c.is_control());
                }
                prop_assert!(size(&parser) <= PARAMETER_LIMIT);
                if pauses[index % pauses.len()] {
                    parser.flush();
                    prop_assert!(!parser.pending_escape());
                }
            }
        }

        #[test]
        fn text_comes_out_as_it_went_in(text in "\\PC*") {
            let typed: String = keys(text.as_bytes())
                .into_iter()
                .map(|key| match key {
                    Key::Char(c) => c,
                    other => panic!("{other:?}"),
                })
                .collect();
            prop_assert_eq!(typed, text.chars().filter(|c| !c.is_control()).collect::<String>());
        }

        #[test]
        fn a_reply_is_never_typing(
            lead in prop::sample::select(vec![&b"\x1b]"[..], b"\x1bP", b"\x1b_", b"\x1b^", b"\x1bX"]),
            body in prop::collection::vec(0x20_u8..=0xff, 0..200),
            end in prop::sample::select(vec![&b"\x07"[..], b"\x1b\\"]),
            pause in 0_usize..200,
        ) {
            let mut parser = Parser::new();
            for (index, &byte) in [lead, &body, end].concat().iter().enumerate() {
                prop_assert_eq!(parser.push(byte), None);
                if index >= lead.len() && index % 200 == pause {
                    prop_assert_eq!(parser.flush(), None);
                }
            }
            prop_assert_eq!(parser.push(b'z'), Some(Key::Char('z')));
        }

        #[test]
        fn a_csi_report_is_never_typing(body in "[?>=<][0-9;:]{0,100}[ -/]{0,2}[@-~]") {
            prop_assert_eq!(keys(format!("\x1b[{body}z").as_bytes()), [Key::Char('z')]);
        }

        #[test]
        fn a_paste_holds_everything(text in "[^\u{1b}]*") {
            prop_assert_eq!(keys(format!("\x1b[200~{text}\x1b[201~").as_bytes()), [Key::Paste(text)]);
        }
    }

    /// Bytes with more structure than chance would give.
    fn noise() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop::sample::select(vec![
            &b"\x1b"[..],
            b"\x1b[",
            b"\x1b[200~",
            b"\x1b[201~",
            b"\x1b]",
            b"\x1bP",
            b"\x1b\\",
            b"\x07",
            b"\x1bO",
            b"~",
            b"u",
            b"1;5",
            b"\xe2\x82",
            b"\xf0\x9f",
        ]);
        let piece = prop_oneof![piece.prop_map(<[u8]>::to_vec), prop::collection::vec(any::<u8>(), 0..6)];
        prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
    }
}
