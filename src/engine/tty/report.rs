//! Reports: what a terminal sends that nobody typed, as whole sequences.
//!
//! Pure. A control string is collected here byte by byte, and its memory is bounded whatever comes. What a report means
//! is for others to say; that it is none of the human's typing is known here.

use zeroize::Zeroizing;

/// Most bytes of one report that are kept; a longer one is swallowed to its end and is no report.
pub const REPORT_LIMIT: usize = 8 * 1024;

/// What a terminal says by itself or when it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// An operating system command: what stands between `ESC ]` and its end.
    Osc(Vec<u8>),
    /// A device control string: what stands between `ESC P` and its end.
    Dcs(Vec<u8>),
    /// A control sequence with a private prefix.
    Csi {
        /// The prefix: one of `<`, `=`, `>`, `?`.
        private: u8,
        /// The parameter and intermediate bytes behind it.
        parameters: Vec<u8>,
        /// The final byte.
        last: u8,
    },
}

impl Report {
    /// A control sequence that is no key; none if it has no private prefix, since it may be a key that we do not know.
    pub(super) fn control(parameters: &[u8], last: u8) -> Option<Self> {
        let (&private, parameters) = parameters.split_first()?;
        is_private(private).then(|| Self::Csi { private, parameters: parameters.to_vec(), last })
    }

    /// Whether this is the reply to DA1 (`CSI c`), which every terminal gives, and in order (VT220; facts/terminals.md §3.1).
    pub fn is_primary_attributes(&self) -> bool {
        matches!(self, Self::Csi { private: b'?', parameters, last: b'c' } if are_numbers(parameters))
    }
}

/// Whether a control sequence that begins with this is nobody's key.
pub(super) fn is_private(byte: u8) -> bool {
    matches!(byte, b'<'..=b'?')
}

fn are_numbers(parameters: &[u8]) -> bool {
    parameters.iter().all(|byte| matches!(byte, b'0'..=b'9' | b';'))
}

/// Which strings there are, by what follows their ESC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Osc,
    Dcs,
    /// APC, PM, SOS: nothing that is asked for.
    Other,
}

/// A control string that has begun.
#[derive(Debug)]
pub(super) struct ControlString {
    kind: Kind,
    /// Somebody may type into it without knowing, a secret even.
    bytes: Zeroizing<Vec<u8>>,
    /// Whether there was more than is kept.
    overflown: bool,
    /// Continuation bytes that are due: among them 0x9c is no end.
    due: u8,
    /// Whether the last byte was ESC.
    escape: bool,
}

/// What a byte did to a control string.
#[derive(Debug)]
pub(super) enum Step {
    /// It goes on.
    More(ControlString),
    /// It has ended, and was a report, or none.
    End(Option<Report>),
    /// It was cut off: this byte stands behind an ESC that begins another sequence.
    Cut,
}

impl ControlString {
    /// The string that ESC and this byte begin.
    pub(super) fn begin(introducer: u8) -> Option<Self> {
        let kind = match introducer {
            b']' => Kind::Osc,
            b'P' => Kind::Dcs,
            b'_' | b'^' | b'X' => Kind::Other,
            _ => return None,
        };
        // Room for all of it at once: growing would leave copies behind.
        let room = if kind == Kind::Other { 0 } else { REPORT_LIMIT };
        let bytes = Zeroizing::new(Vec::with_capacity(room));
        Some(Self { kind, bytes, overflown: false, due: 0, escape: false })
    }

    pub(super) fn push(mut self, byte: u8) -> Step {
        match byte {
            b'\\' if self.escape => Step::End(self.report()),
            _ if self.escape && byte != 0x07 => Step::Cut,
            0x07 => Step::End(self.report()),
            0x1b => Step::More(Self { escape: true, ..self }),
            // ST in one byte, which may as well be a part of a character.
            0x9c if self.due == 0 => Step::End(self.report()),
            // No report holds a control byte; a human who ran into this state by Alt-] gets out by Enter.
            0x00..=0x1f => Step::End(None),
            _ => {
                self.due = match byte {
                    0xc2..=0xdf => 1,
                    0xe0..=0xef => 2,
                    0xf0..=0xf4 => 3,
                    0x80..=0xbf => self.due.saturating_sub(1),
                    _ => 0,
                };
                if self.kind != Kind::Other && self.bytes.len() < REPORT_LIMIT {
                    self.bytes.push(byte);
                } else {
                    self.overflown = true;
                }
                Step::More(self)
            }
        }
    }

    fn report(mut self) -> Option<Report> {
        let report = match self.kind {
            Kind::Osc if !self.overflown => Report::Osc,
            Kind::Dcs if !self.overflown => Report::Dcs,
            _ => return None,
        };
        Some(report(std::mem::take(&mut *self.bytes)))
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.bytes.capacity()
    }
}
