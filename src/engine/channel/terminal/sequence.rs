//! From the text of a sequence to the bytes that are written, and the last look at them.
//!
//! Pure. Only here and in `mux.rs` is an escape character put anywhere: the codecs say what stands between the
//! introducer and the terminator. Nothing leaves that a strict reader would not read as exactly these sequences.

use super::mux::{self, Mux};

/// `ESC ]`, which begins an operating system command.
const INTRODUCER: &[u8] = b"\x1b]";

/// What ends a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Terminator {
    /// `ESC \`, the string terminator.
    St,
    /// The bell, inside GNU screen alone: the string terminator would end its own.
    Bell,
}

impl Terminator {
    fn bytes(self) -> &'static [u8] {
        match self {
            Self::St => b"\x1b\\",
            Self::Bell => b"\x07",
        }
    }
}

/// Why nothing is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// Nothing that is written there is read as an escape sequence.
    #[error("the terminal takes no escape sequences")]
    NoTerminal,
    /// The bytes are not what they have to be. It is our own mistake, and nothing is written.
    #[error("a notification for the terminal was not safe to write")]
    Unsafe,
    /// It cannot be passed through GNU screen in one piece.
    #[error("it is too long for GNU screen")]
    TooLong,
}

/// The bytes of these sequences for a terminal behind this chain, the innermost first.
pub(super) fn bytes(texts: &[String], chain: &[Mux]) -> Result<Vec<u8>, EncodeError> {
    let terminator = if chain.contains(&Mux::Screen) { Terminator::Bell } else { Terminator::St };
    let mut bytes = Vec::new();
    for text in texts {
        bytes.extend_from_slice(INTRODUCER);
        bytes.extend_from_slice(text.as_bytes());
        bytes.extend_from_slice(terminator.bytes());
    }
    let bytes = mux::wrap(&bytes, chain)?;
    let seen = mux::unwrap(&bytes, chain).and_then(|inner| count(&inner, terminator));
    if seen == Some(texts.len()) { Ok(bytes) } else { Err(EncodeError::Unsafe) }
}

/// How many sequences these bytes are; none if they are anything else.
fn count(mut bytes: &[u8], terminator: Terminator) -> Option<usize> {
    let mut count = 0;
    while !bytes.is_empty() {
        let text = bytes.strip_prefix(INTRODUCER)?;
        let length = text.iter().position(|byte| is_control(*byte))?;
        let (text, rest) = text.split_at(length);
        if !is_clean(text) {
            return None;
        }
        bytes = rest.strip_prefix(terminator.bytes())?;
        count += 1;
    }
    Some(count)
}

fn is_control(byte: u8) -> bool {
    byte < 0x20 || byte == 0x7f
}

/// UTF-8, and none of it a control character of two bytes (U+0080 to U+009F).
fn is_clean(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| !text.chars().any(char::is_control))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written() {
        let texts = ["9;a".to_owned(), "9;b".to_owned()];
        assert_eq!(bytes(&texts, &[]).unwrap(), b"\x1b]9;a\x1b\\\x1b]9;b\x1b\\");
        assert_eq!(bytes(&texts, &[Mux::Screen]).unwrap(), b"\x1bP\x1b]9;a\x07\x1b]9;b\x07\x1b\\");
        let in_tmux = b"\x1bPtmux;\x1b\x1b]9;a\x1b\x1b\\\x1b\x1b]9;b\x1b\x1b\\\x1b\\";
        assert_eq!(bytes(&texts, &[Mux::Tmux]).unwrap(), in_tmux);
    }

    #[test]
    fn nothing_unsafe_leaves() {
        for text in [
            "9;a\x07",
            "9;\x1b\\",
            "9;\x1b]0;x",
            "9;a\nb",
            "9;a\x7fb",
            "9;\u{9c}",
            "9;\u{80}",
            "9;\x18",
            "\x00",
        ] {
            for chain in [&[][..], &[Mux::Tmux], &[Mux::Tmux, Mux::Tmux], &[Mux::Screen], &[Mux::Zellij]] {
                assert_eq!(bytes(&[text.to_owned()], chain), Err(EncodeError::Unsafe), "{text:?}");
            }
        }
    }

    #[test]
    fn only_whole_sequences_are_counted() {
        for (bytes, counted) in [
            (&b""[..], Some(0)),
            (b"\x1b]9;x\x1b\\", Some(1)),
            (b"\x1b]9;x\x07", None),
            (b"\x1b]9;x", None),
            (b"\x1b]9;x\x1b", None),
            (b"\x1b]9;x\x1b\\y", None),
            (b"y\x1b]9;x\x1b\\", None),
            (b"\x1b]9;\xc2\x9c\x1b\\", None),
            (b"\x1b]9;\x9c\x1b\\", None),
            (b"\x1b]9;\xc3\x9c\x1b\\", Some(1)),
        ] {
            assert_eq!(count(bytes, Terminator::St), counted, "{bytes:?}");
        }
    }
}
