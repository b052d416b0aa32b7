//! What happens to the screen.

use std::time::Duration;

use super::{diagnosis::Diagnosis, diff, mouse::Mouse, theme::Ground};
use crate::engine::{
    config::Survey,
    doctor::{Trial, TrialEvent},
    tty::key::Key,
};

/// What happens.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::tui) enum Message {
    /// A key was pressed, or something pasted.
    Key(Key),
    /// The mouse did something.
    Mouse(Mouse),
    /// The terminal has this many columns and rows.
    Resize(u16, u16),
    /// It is this long since the start; sent before anything else, and while something runs.
    Time(Duration),
    /// Something was found.
    Diagnosed(Box<Diagnosis>),
    /// A trial has something to say.
    Trial(Trial, TrialEvent),
    /// A test at the terminal is over.
    Rehearsed(Rehearsal, Outcome),
    /// The configuration file was read, for the form.
    Surveyed(Opened),
    /// What a change would come to.
    Previewed(Preview),
    /// A change was made, in the file of this name; or why it was not.
    Saved(Result<String, Refused>),
    /// The text was sent to the clipboard.
    Copied(String),
    /// What ground the terminal has.
    Ground(Ground),
}

/// A configuration file that was read, or why it was not.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::tui) struct Opened {
    /// The number of the file among the candidates.
    pub(in crate::tui) file: usize,
    /// The command that opens it in an editor.
    pub(in crate::tui) edit: String,
    /// Whose it is.
    pub(in crate::tui) owner: &'static str,
    /// Its name.
    pub(in crate::tui) path: String,
    /// How many candidates there are.
    pub(in crate::tui) files: usize,
    /// The file, or why there is none.
    pub(in crate::tui) survey: Result<Box<Survey>, String>,
    /// What of the form is to be kept.
    pub(in crate::tui) keep: Keep,
}

/// What of a form is kept when its file is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Keep {
    /// Nothing: it is another file.
    Nothing,
    /// What the human has changed and the steps to it, on top of what others have written into the file.
    Changes,
    /// All that it says: it was written into the file just now.
    Everything,
}

/// What a change would come to.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::tui) struct Preview {
    /// The file.
    pub(in crate::tui) path: String,
    /// Whether it is made for it.
    pub(in crate::tui) is_new: bool,
    /// The lines that differ, or why it cannot be made.
    pub(in crate::tui) lines: Result<Vec<diff::Line>, Refused>,
}

/// Why a change was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Refused {
    /// The file is another than what was read.
    Conflict,
    /// Something else; a sentence says what.
    Because(String),
}

/// A test that runs `plyn-notify wait` at the terminal, as a script would.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::tui) enum Rehearsal {
    /// As it is configured.
    Wait,
    /// A typed answer.
    Ask,
    /// On the terminal's own notification, by this protocol.
    Protocol(crate::engine::config::Protocol),
}

/// What a script would have seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) struct Outcome {
    /// The command, as it is typed.
    pub(in crate::tui) command: String,
    /// What it printed.
    pub(in crate::tui) stdout: String,
    /// What it said.
    pub(in crate::tui) stderr: String,
    /// Its exit status; 128 and more is a signal, as a shell has it. Or why it did not start.
    pub(in crate::tui) status: Result<i32, String>,
    /// How long it took.
    pub(in crate::tui) took: Duration,
}
