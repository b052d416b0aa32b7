//! What a program writes to a terminal, as sequences. Strict: what a real terminal would forgive is a fault here.
//!
//! It is nobody else's parser on purpose: a mistake that the program and its tests share would not be seen.

use std::mem::take;

/// How a string ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// BEL.
    Bell,
    /// `ESC \`.
    St,
}

/// One thing that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sequence {
    /// A printable character.
    Text(char),
    /// A control byte.
    Control(u8),
    /// ESC and what follows it: intermediate bytes and a final one.
    Escape(Vec<u8>),
    /// A control sequence: everything between `ESC [` and its final byte, and that.
    Csi(Vec<u8>, u8),
    /// An operating system command.
    Osc(Vec<u8>, End),
    /// A device control string, with tmux's doubled ESC taken apart.
    Dcs(Vec<u8>),
}

impl Sequence {
    /// As it was written.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Text(c) => c.to_string().into_bytes(),
            Self::Control(byte) => vec![*byte],
            Self::Escape(rest) => [b"\x1b", &rest[..]].concat(),
            Self::Csi(parameters, last) => [b"\x1b[", &parameters[..], &[*last]].concat(),
            Self::Osc(body, End::Bell) => [b"\x1b]", &body[..], b"\x07"].concat(),
            Self::Osc(body, End::St) => [b"\x1b]", &body[..], b"\x1b\\"].concat(),
            Self::Dcs(body) => [b"\x1bP", &body[..], b"\x1b\\"].concat(),
        }
    }
}

/// The parser. Faults are kept as text: what was wrong, and in what.
#[derive(Debug, Default)]
pub(crate) struct Vt {
    state: State,
    /// The bytes of what has begun.
    bytes: Vec<u8>,
    pub(crate) faults: Vec<String>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    Escape,
    Csi,
    Osc,
    Dcs,
    /// ESC inside of one of the last two.
    Ending(bool),
}

impl Vt {
    /// Takes the next byte; what it completes.
    pub(crate) fn push(&mut self, byte: u8) -> Option<Sequence> {
        match self.state {
            State::Ground => self.ground(byte),
            State::Escape => self.escape(byte),
            State::Csi => self.csi(byte),
            State::Osc => self.osc(byte),
            State::Dcs if byte == 0x1b => self.go(State::Ending(false)),
            State::Dcs => {
                self.bytes.push(byte);
                None
            }
            State::Ending(is_osc) => self.ending(byte, is_osc),
        }
    }

    /// Whether nothing has begun that is not ended: a terminal would wait for the rest and show nothing.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.state == State::Ground && self.bytes.is_empty()
    }

    fn ground(&mut self, byte: u8) -> Option<Sequence> {
        match byte {
            0x1b => {
                self.whole_character();
                return self.go(State::Escape);
            }
            0x00..=0x1f | 0x7f => {
                self.whole_character();
                return Some(Sequence::Control(byte));
            }
            _ => self.bytes.push(byte),
        }
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => {
                let c = text.chars().next();
                self.bytes.clear();
                if c.is_some_and(char::is_control) {
                    self.fault("a C1 control");
                }
                c.map(Sequence::Text)
            }
            Err(error) if error.error_len().is_none() => None,
            Err(_) => {
                self.fault("invalid UTF-8");
                None
            }
        }
    }

    /// What was begun of a character is a fault if something else follows.
    fn whole_character(&mut self) {
        if !self.bytes.is_empty() {
            self.fault("half a character");
        }
    }

    fn escape(&mut self, byte: u8) -> Option<Sequence> {
        match byte {
            b'[' if self.bytes.is_empty() => self.go(State::Csi),
            b']' if self.bytes.is_empty() => self.go(State::Osc),
            b'P' if self.bytes.is_empty() => self.go(State::Dcs),
            0x20..=0x2f => {
                self.bytes.push(byte);
                None
            }
            0x30..=0x7e if !matches!(byte, b'X' | b'^' | b'_') => {
                self.bytes.push(byte);
                self.state = State::Ground;
                Some(Sequence::Escape(take(&mut self.bytes)))
            }
            _ => {
                self.bytes.push(byte);
                self.fault("an escape that nothing needs");
                None
            }
        }
    }

    fn csi(&mut self, byte: u8) -> Option<Sequence> {
        match byte {
            0x20..=0x3f => self.bytes.push(byte),
            0x40..=0x7e => {
                self.state = State::Ground;
                return Some(Sequence::Csi(take(&mut self.bytes), byte));
            }
            _ => {
                self.bytes.push(byte);
                self.fault("a byte that is no part of a control sequence");
            }
        }
        None
    }

    fn osc(&mut self, byte: u8) -> Option<Sequence> {
        match byte {
            0x07 => return Some(self.end_osc(End::Bell)),
            0x1b => return self.go(State::Ending(true)),
            0x00..=0x1f | 0x7f => {
                self.bytes.push(byte);
                self.fault("a control byte in an operating system command");
            }
            _ => self.bytes.push(byte),
        }
        None
    }

    fn end_osc(&mut self, end: End) -> Sequence {
        let body = take(&mut self.bytes);
        self.state = State::Ground;
        match std::str::from_utf8(&body) {
            Ok(text) if !text.chars().any(char::is_control) => {}
            _ => self.faults.push(format!("a C1 control or invalid UTF-8 in {}", body.escape_ascii())),
        }
        Sequence::Osc(body, end)
    }

    fn ending(&mut self, byte: u8, is_osc: bool) -> Option<Sequence> {
        match byte {
            b'\\' if is_osc => return Some(self.end_osc(End::St)),
            b'\\' => {
                self.state = State::Ground;
                return Some(Sequence::Dcs(take(&mut self.bytes)));
            }
            // tmux's passthrough.
            0x1b if !is_osc && self.bytes.starts_with(b"tmux;") => {
                self.bytes.push(byte);
                self.state = State::Dcs;
            }
            _ => {
                self.bytes.extend([0x1b, byte]);
                self.fault("a string that another sequence cuts off");
            }
        }
        None
    }

    fn go(&mut self, state: State) -> Option<Sequence> {
        self.state = state;
        None
    }

    fn fault(&mut self, what: &str) {
        let bytes = take(&mut self.bytes);
        self.state = State::Ground;
        self.faults.push(format!("{what}: {}", bytes.escape_ascii()));
    }
}
