//! What is to be done to the world; `run.rs` does it.

use super::message::{Keep, Rehearsal};
use crate::engine::{
    config::Change,
    doctor::{Proof, Trial},
};

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Command {
    /// End.
    Quit,
    /// Look at everything again.
    Probe,
    /// Read this one of the candidates for the form; what is to be kept of that.
    Survey { file: usize, keep: Keep },
    /// Say what these changes would come to: in the form's file as it was read, or in the file that counts as it is now.
    Preview { changes: Vec<Change>, of_form: bool },
    /// Make the change that was shown last.
    Save,
    /// Send this to the clipboard.
    Copy(String),
    /// Show a notification.
    Try(Trial),
    /// Take it down.
    StopTrial,
    /// Take this into the report.
    Prove(Proof),
    /// Leave the screen, run this, and come back.
    Rehearse(Rehearsal),
    /// Draw everything anew.
    Redraw,
}
