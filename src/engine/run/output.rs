//! What another program prints, within a time limit: it is killed where it takes longer.
#![expect(
    clippy::disallowed_types,
    reason = "a program is run for what it prints, and never without a limit"
)]

use std::{
    io::{self, ErrorKind, Read as _},
    process::{Child, Command, Stdio},
    time::Instant,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, ioctl_fionbio},
};

use crate::engine::clock::now;

/// Most of what is read; more is a flood.
const MOST: u64 = 1 << 20;

/// What it printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// On stdout.
    pub text: String,
    /// On stderr.
    pub complaint: String,
    /// Whether its exit status was 0.
    pub success: bool,
}

/// Runs it, without input.
///
/// # Errors
///
/// When it cannot be started, or has not ended by then.
pub fn output(mut command: Command, until: Instant) -> io::Result<Printed> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Started(command.spawn()?);
    let mut streams = (child.0.stdout.take(), child.0.stderr.take());
    let (Some(output), Some(errors)) = (&mut streams.0, &mut streams.1) else {
        return Err(io::Error::other("it has no output"));
    };
    let text = read_to_end(output, until)?;
    let complaint = read_to_end(errors, until)?;
    let success = child.0.wait()?.success();
    Ok(Printed { text, complaint, success })
}

/// A program that is killed where it is not awaited.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Everything up to the end of the stream.
fn read_to_end<S: io::Read + std::os::fd::AsFd>(stream: &mut S, until: Instant) -> io::Result<String> {
    ioctl_fionbio(&*stream, true)?;
    let mut bytes = Vec::new();
    loop {
        match stream.by_ref().take(MOST).read_to_end(&mut bytes) {
            Ok(_) => return Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
        let left = until.saturating_duration_since(now());
        let left = Timespec::try_from(left).map_err(|_| ErrorKind::InvalidInput)?;
        match poll(&mut [PollFd::new(&*stream, PollFlags::IN)], Some(&left)) {
            Ok(0) => return Err(ErrorKind::TimedOut.into()),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
