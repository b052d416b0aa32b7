//! What a run of ssh writes: in lines, or the end of it, and never more than is of use.

use std::os::fd::{AsFd as _, OwnedFd};

use rustix::io::{Errno, ioctl_fionbio, read};

/// The longest line that is kept; what is longer is dropped whole.
const LONGEST_LINE: usize = 1024 * 1024;
/// The most that is listened to of one run, in bytes and for each line some more: several answers of the longest kind.
pub(super) const MOST: usize = 4 * LONGEST_LINE;
/// What a line costs besides what is in it, in bytes.
pub(super) const LINE: usize = 64;
/// How much of what ssh and the far end complain of is kept: its end.
pub(super) const COMPLAINT: usize = 8 * 1024;

/// One of its outputs.
#[derive(Debug)]
pub(super) struct Stream {
    pub(super) end: OwnedFd,
    bytes: Vec<u8>,
    /// Whether the line that is being read is too long.
    is_dropped: bool,
    /// Whether nothing more comes, or is wanted.
    pub(super) is_over: bool,
}

impl Stream {
    /// Of our end of a pipe.
    pub(super) fn new(end: OwnedFd) -> Self {
        let _ = ioctl_fionbio(&end, true);
        Self { end, bytes: Vec::new(), is_dropped: false, is_over: false }
    }

    /// The lines that have come, for which so much may be `left`. What is not ended by a newline is a line when there is nothing more.
    pub(super) fn read(&mut self, left: &mut usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut buffer = [0; 4096];
        while let Some(count) = self.fill(&mut buffer, left) {
            for &byte in buffer.get(..count).unwrap_or_default() {
                if byte == b'\n' {
                    *left = left.saturating_sub(LINE);
                    lines.extend(self.line());
                } else if self.bytes.len() < LONGEST_LINE {
                    self.bytes.push(byte);
                } else {
                    self.is_dropped = true;
                }
            }
        }
        if self.is_over && !self.bytes.is_empty() {
            lines.extend(self.line());
        }
        lines
    }

    fn line(&mut self) -> Option<String> {
        let line = String::from_utf8_lossy(&std::mem::take(&mut self.bytes)).into_owned();
        (!std::mem::take(&mut self.is_dropped)).then_some(line)
    }

    /// Keeps the end of what has come, likewise.
    pub(super) fn read_tail(&mut self, left: &mut usize) {
        let mut buffer = [0; 4096];
        while let Some(count) = self.fill(&mut buffer, left) {
            self.bytes.extend_from_slice(buffer.get(..count).unwrap_or_default());
            let excess = self.bytes.len().saturating_sub(COMPLAINT);
            self.bytes.drain(..excess);
        }
    }

    /// What was kept of it.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Reads once, of what may still be `left`; nothing if there is nothing now.
    fn fill(&mut self, buffer: &mut [u8], left: &mut usize) -> Option<usize> {
        if self.is_over || *left == 0 {
            return None;
        }
        match read(self.end.as_fd(), buffer) {
            Ok(0) => {
                self.is_over = true;
                None
            }
            Ok(count) => {
                *left = left.saturating_sub(count);
                Some(count)
            }
            Err(Errno::AGAIN | Errno::INTR) => None,
            Err(_) => {
                self.is_over = true;
                None
            }
        }
    }
}
