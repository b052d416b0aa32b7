//! Starts a program with our environment and the signals as we found them: in our process group with our streams, or in
//! one of its own at the end of three pipes.
//!
//! The standard library's `Command` would hand down the signals that we hold; this does not.

use std::{
    ffi::{CString, OsStr, OsString},
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::ffi::{OsStrExt as _, OsStringExt as _},
    },
};

use nix::{
    errno::Errno,
    spawn::{PosixSpawnAttr, PosixSpawnFileActions, PosixSpawnFlags, posix_spawnp},
    sys::signal::{SigSet, Signal},
};
use rustix::{
    pipe::{PipeFlags, pipe_with},
    process::Pid,
};

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
    let streams = PosixSpawnFileActions::init()?;
    let attributes = attributes(mask, PosixSpawnFlags::empty())?;
    match spawn(words.iter().map(OsString::as_os_str), &streams, &attributes) {
        // A script without a first line that says what interprets it: execvp(3) and every shell hand it to sh.
        Err(Errno::ENOEXEC) => {
            let shell = ["/bin/sh", "-c", r#"exec "$0" "$@""#].map(OsStr::new);
            spawn(shell.into_iter().chain(words.iter().map(OsString::as_os_str)), &streams, &attributes)
        }
        started => started,
    }
    .map_err(StartError::from)
}

/// A program at the end of three pipes. Whoever drops this has to have waited for it.
#[derive(Debug)]
pub struct Piped {
    /// Its process.
    pub pid: Pid,
    /// What it reads.
    pub stdin: OwnedFd,
    /// What it writes.
    pub stdout: OwnedFd,
    /// What it complains of.
    pub stderr: OwnedFd,
}

/// Starts the program that the first word names in a process group of its own: no key of the terminal reaches it.
///
/// # Errors
///
/// When it cannot be found or executed, or there are no file descriptors left.
pub fn piped(words: &[OsString]) -> Result<Piped, StartError> {
    let pipe = || pipe_with(PipeFlags::CLOEXEC).map_err(|error| Errno::from_raw(error.raw_os_error()));
    let (theirs_in, stdin) = pipe()?;
    let (stdout, theirs_out) = pipe()?;
    let (stderr, theirs_err) = pipe()?;
    let mut streams = PosixSpawnFileActions::init()?;
    // None of ours has such a number: the runtime opens what it finds closed.
    for (number, end) in (0..).zip([&theirs_in, &theirs_out, &theirs_err]) {
        streams.add_dup2(end.as_raw_fd(), number)?;
    }
    let mut attributes = attributes(&SigSet::thread_get_mask()?, PosixSpawnFlags::POSIX_SPAWN_SETPGROUP)?;
    attributes.set_pgroup(nix::unistd::Pid::from_raw(0))?;
    let pid = spawn(words.iter().map(OsString::as_os_str), &streams, &attributes)?;
    Ok(Piped { pid, stdin, stdout, stderr })
}

fn attributes(mask: &SigSet, more: PosixSpawnFlags) -> Result<PosixSpawnAttr, Errno> {
    let mut attributes = PosixSpawnAttr::init()?;
    attributes
        .set_flags(PosixSpawnFlags::POSIX_SPAWN_SETSIGMASK | PosixSpawnFlags::POSIX_SPAWN_SETSIGDEF | more)?;
    attributes.set_sigmask(mask)?;
    // Ignored by the Rust runtime, not by whoever started us, as far as anybody can know.
    attributes.set_sigdefault(&SigSet::from(Signal::SIGPIPE))?;
    Ok(attributes)
}

fn spawn<'a>(
    words: impl Iterator<Item = &'a OsStr>,
    streams: &PosixSpawnFileActions,
    attributes: &PosixSpawnAttr,
) -> Result<Pid, Errno> {
    let words = words
        .map(|word| CString::new(word.as_bytes()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|_| Errno::EINVAL)?;
    let name = words.first().ok_or(Errno::ENOENT)?;
    #[expect(clippy::disallowed_methods, reason = "one of the places that start a program")]
    let pid = posix_spawnp(name, streams, attributes, &words, &environment())?;
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
