//! Bytes from a terminal → keys and reports: a push parser that may be fed any piece at any time.
//!
//! Pure: no file descriptor, no clock; whoever reads the terminal decides when time has passed. It may not turn a
//! byte of a terminal's report (CSI, OSC, DCS, APC, PM, SOS) into a typed character, and its memory is bounded
//! whatever comes. Keys and pastes may be a secret: they are never logged.
//!
//! Sequences follow ECMA-48; which of them are keys is `key`'s to say.

use zeroize::{Zeroize as _, Zeroizing};

pub use crate::engine::tty::{key::Key, report::Report};
use crate::engine::tty::{
    key::{alt, sequence, ss3},
    report::{ControlString, Step, is_private},
};

/// Most bytes of one paste that are kept; the rest is swallowed.
pub const PASTE_LIMIT: usize = 64 * 1024;

/// Most bytes of one control sequence's parameters that are kept; no key needs more than a dozen, and the longest reply to
/// DA1 about a hundred.
const PARAMETER_LIMIT: usize = 256;

/// What ends a bracketed paste (xterm, "Bracketed Paste Mode").
const PASTE_END: &[u8] = b"\x1b[201~";

/// What a byte completes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Typed or pasted by the human.
    Key(Key),
    /// Sent by the terminal itself.
    Report(Report),
}

impl Input {
    /// The key, if it is one: for whoever asks the terminal nothing.
    pub fn key(self) -> Option<Key> {
        match self {
            Self::Key(key) => Some(key),
            Self::Report(_) => None,
        }
    }
}

/// The parser: feed it bytes, take keys and reports.
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
    /// ESC and nothing after it; another one may stand before it.
    Escape { twice: bool },
    /// ESC [ and these parameter and intermediate bytes; another ESC may stand before it.
    Csi { parameters: Vec<u8>, twice: bool },
    /// ESC O.
    Ss3,
    /// Bytes that belong to a key or report we do not know: this many are swallowed.
    Skip(u8),
    /// Inside a report with a string.
    String(ControlString),
    /// Inside a paste: the bytes, and how much of [`PASTE_END`] has been seen.
    Paste { bytes: Zeroizing<Vec<u8>>, ending: usize },
}

impl Parser {
    /// A parser at rest.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next byte; a key or a report, if it completes one.
    pub fn push(&mut self, byte: u8) -> Option<Input> {
        let key = match std::mem::take(&mut self.state) {
            State::Ground => self.ground(byte, false),
            State::Utf8 { bits, due, least, alt } => self.utf8(byte, bits, due, least, alt),
            State::Escape { twice } => self.escape(byte, twice),
            State::Csi { parameters, twice } => return self.csi(byte, parameters, twice),
            State::Ss3 => ss3(byte).or_else(|| self.restart(byte)),
            State::Skip(left) => {
                if byte == 0x1b {
                    return self.restart(byte).map(Input::Key);
                }
                if left > 1 {
                    self.state = State::Skip(left - 1);
                }
                None
            }
            State::String(string) => match string.push(byte) {
                Step::More(string) => {
                    self.state = State::String(string);
                    None
                }
                Step::End(report) => return report.map(Input::Report),
                // The first of two belongs to what was cut off.
                Step::Cut if byte == 0x1b => self.restart(byte),
                Step::Cut => self.escape(byte, false),
            },
            State::Paste { bytes, ending } => self.paste(byte, bytes, ending),
        };
        key.map(Input::Key)
    }

    /// Whether a lone ESC is all that is known: it is either the Escape key or the start of a sequence, and only
    /// time tells. Wait a moment (`escape.rs` says how long), then [`flush`](Self::flush).
    pub fn pending_escape(&self) -> bool {
        matches!(self.state, State::Escape { .. })
    }

    /// Time has passed: a lone ESC is the Escape key, an unfinished character or key sequence is dropped. A report or
    /// a paste that has begun is still awaited, since its rest would look like typing.
    pub fn flush(&mut self) -> Option<Key> {
        match self.state {
            State::String(_) | State::Paste { .. } => None,
            State::Escape { .. } => {
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

    fn escape(&mut self, byte: u8, twice: bool) -> Option<Key> {
        if let Some(string) = ControlString::begin(byte) {
            self.state = State::String(string);
            // No key begins like this: the Escape key was pressed just before the terminal spoke.
            return twice.then_some(Key::Esc);
        }
        match byte {
            b'[' => self.state = State::Csi { parameters: Vec::new(), twice },
            b'O' => self.state = State::Ss3,
            // Pressed twice, or Alt with a key that is a sequence itself (rxvt).
            0x1b => self.state = State::Escape { twice: true },
            0x80.. => return self.ground(byte, true),
            0x08 | 0x7f => return Some(Key::Alt('\u{7f}')),
            0x20..=0x7e => return Some(alt(char::from(byte))),
            // Alt with a control key has no meaning here, and Alt-Enter must not answer.
            _ => {}
        }
        None
    }

    fn csi(&mut self, byte: u8, mut parameters: Vec<u8>, twice: bool) -> Option<Input> {
        match byte {
            // The Linux console's function keys: ESC [ [ and one letter.
            b'[' if parameters.is_empty() => self.state = State::Skip(1),
            0x20..=0x3f => {
                let is_report = parameters.is_empty() && is_private(byte);
                if parameters.len() < PARAMETER_LIMIT {
                    parameters.push(byte);
                }
                self.state = State::Csi { parameters, twice };
                // As in `escape`: the Escape key, and a report.
                return (twice && is_report).then_some(Input::Key(Key::Esc));
            }
            // A mouse report in the oldest encoding, from a mode someone left on: three bytes follow.
            b'M' if parameters.is_empty() => self.state = State::Skip(3),
            b'~' if parameters == b"200" => {
                // Room for all of it at once: growing would leave copies of a pasted secret behind.
                let bytes = Zeroizing::new(Vec::with_capacity(PASTE_LIMIT));
                self.state = State::Paste { bytes, ending: 0 };
            }
            0x40..=0x7e => {
                let key = sequence(&parameters, byte).map(Input::Key);
                return key.or_else(|| Report::control(&parameters, byte).map(Input::Report));
            }
            _ => return self.restart(byte).map(Input::Key),
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
            self.state = State::Escape { twice: false };
        }
        None
    }
}

fn ascii(byte: u8, state: &mut State) -> Option<Key> {
    Some(match byte {
        0x1b => {
            *state = State::Escape { twice: false };
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

#[cfg(test)]
mod tests;
