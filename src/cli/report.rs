//! What went wrong, for a human: what, and what to do next.

use crate::cli::exit::Exit;

/// An error at the edge of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Report {
    /// How the process ends because of it.
    pub exit: Exit,
    /// What happened, without a capital or a full stop.
    pub error: String,
    /// What to do about it, each a sentence.
    pub hints: Vec<String>,
}

impl Report {
    /// The caller asked for something that makes no sense.
    pub(super) fn usage(error: impl Into<String>) -> Self {
        Self { exit: Exit::USAGE, error: error.into(), hints: Vec::new() }
    }

    /// Something could not be read or written.
    pub(super) fn io(what: &str, error: &std::io::Error) -> Self {
        Self { exit: Exit::IO, error: format!("{what}: {error}"), hints: Vec::new() }
    }

    /// The same with one more hint.
    #[must_use]
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}
