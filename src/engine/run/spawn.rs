//! Starts a program in our process group, with our streams, our environment and the signals as we found them.
//!
//! The standard library's `Command` would hand down the signals that we hold; this does not.

use std::{
    ffi::{CString, OsStr, OsString},
    os::unix::ffi::{OsStrExt as _, OsStringExt as _},
};

use nix::{
    errno::Errno,
    spawn::{PosixSpawnAttr, PosixSpawnFileActions, PosixSpawnFlags, posix_spawnp},
    sys::signal::{SigSet, Signal},
};
use rustix::process::Pid;

/// Why a program did not start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// There is none of this name, or what interprets it is not there.
    #[error("not found")]
    NotFound,
    /// It is there, and the system does not execute it.
    #[error("{}", .0.desc())]
    NotExecutable(Errno),
}

impl From<Errno> for StartError {
    fn from(error: Errno) -> Self {
        match error {
            Errno::ENOENT => Self::NotFound,
            error => Self::NotExecutable(error),
        }
    }
}

/// Starts the program that the first word names, found as a shell finds it.
///
/// # Errors
///
/// When it cannot be found or executed.
pub(super) fn start(words: &[OsString], mask: &SigSet) -> Result<Pid, StartError> {
    match spawn(words.iter().map(OsString::as_os_str), mask) {
        // A script without a first line that says what interprets it: execvp(3) and every shell hand it to sh.
        Err(Errno::ENOEXEC) => {
            let shell = ["/bin/sh", "-c", r#"exec "$0" "$@""#].map(OsStr::new);
            spawn(shell.into_iter().chain(words.iter().map(OsString::as_os_str)), mask)
        }
        started => started,
    }
    .map_err(StartError::from)
}

fn spawn<'a>(words: impl Iterator<Item = &'a OsStr>, mask: &SigSet) -> Result<Pid, Errno> {
    let words = words
        .map(|word| CString::new(word.as_bytes()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|_| Errno::EINVAL)?;
    let mut attributes = PosixSpawnAttr::init()?;
    attributes.set_flags(PosixSpawnFlags::POSIX_SPAWN_SETSIGMASK | PosixSpawnFlags::POSIX_SPAWN_SETSIGDEF)?;
    attributes.set_sigmask(mask)?;
    // Ignored by the Rust runtime, not by whoever started us, as far as anybody can know.
    attributes.set_sigdefault(&SigSet::from(Signal::SIGPIPE))?;
    let name = words.first().ok_or(Errno::ENOENT)?;
    #[expect(clippy::disallowed_methods, reason = "one of the places that start a program")]
    let pid = posix_spawnp(name, &PosixSpawnFileActions::init()?, &attributes, &words, &environment())?;
    Pid::from_raw(pid.as_raw()).ok_or(Errno::ESRCH)
}

/// Our environment, which is the command's.
fn environment() -> Vec<CString> {
    #[expect(clippy::disallowed_methods, reason = "handed down as it is, not read")]
    let variables = std::env::vars_os();
    variables
        .filter_map(|(name, value)| {
            let mut variable = name.into_vec();
            variable.push(b'=');
            variable.extend(value.as_bytes());
            CString::new(variable).ok()
        })
        .collect()
}
