//! What is on its way to the terminal, which takes it when it wants to.

use std::time::Duration;

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, write},
};

use crate::engine::tty::open::{CANCEL, Tty};

/// Output that is written without ever waiting for the terminal.
pub(in crate::engine::tty) struct Outlet {
    tty: Tty,
    /// What it did not take yet.
    left: Vec<u8>,
    /// Whether what it took ends within a sequence.
    is_torn: bool,
}

impl Outlet {
    pub(in crate::engine::tty) fn new(tty: Tty) -> Self {
        Self { tty, left: Vec::new(), is_torn: false }
    }

    /// Whether everything is on the screen.
    pub(in crate::engine::tty) fn is_clear(&self) -> bool {
        self.left.is_empty()
    }

    /// Whether everything is on the screen, and the terminal would take more.
    pub(super) fn is_ready(&self) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let mut fds = [PollFd::new(self.tty.fd(), PollFlags::OUT)];
        self.is_clear() && poll(&mut fds, Some(&now)).is_ok_and(|ready| ready > 0)
    }

    pub(in crate::engine::tty) fn write(&mut self, bytes: &[u8]) {
        self.left.extend_from_slice(bytes);
        self.flush();
    }

    /// Writes a control string in one write, or nothing of it yet; whether it did. Should the terminal take a part of it,
    /// the rest goes before anything else.
    pub(super) fn write_whole(&mut self, bytes: &[u8]) -> bool {
        self.flush();
        if !self.is_clear() {
            return false;
        }
        match write(self.tty.fd(), bytes) {
            Ok(count) => {
                let (taken, left) = bytes.split_at(count);
                self.left.extend_from_slice(left);
                self.is_torn = !self.is_clear() && ends_within(taken, false);
                true
            }
            Err(_) => false,
        }
    }

    /// Forgets what is not written. A sequence that is not whole is ended, or the terminal would take what is written next
    /// for a part of it.
    pub(in crate::engine::tty) fn drop_all(&mut self) {
        self.left.clear();
        if std::mem::take(&mut self.is_torn) {
            let _ = write(self.tty.fd(), CANCEL);
        }
    }

    /// Writes what the terminal takes now.
    pub(in crate::engine::tty) fn flush(&mut self) {
        while !self.left.is_empty() {
            match write(self.tty.fd(), &self.left) {
                Ok(count) => {
                    let taken: Vec<u8> = self.left.drain(..count).collect();
                    self.is_torn = !self.left.is_empty() && ends_within(&taken, self.is_torn);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.left.clear(),
            }
        }
    }

    /// Writes what the terminal takes within this time.
    pub(super) fn flush_for(&mut self, time: Duration) {
        self.flush();
        let Ok(timeout) = Timespec::try_from(time) else { return };
        let mut fds = [PollFd::new(self.tty.fd(), PollFlags::OUT)];
        if !self.left.is_empty() && poll(&mut fds, Some(&timeout)).is_ok_and(|ready| ready > 0) {
            self.flush();
        }
    }
}

/// Whether a sequence has begun in these bytes and not ended; `was_within` says so of what went before.
fn ends_within(bytes: &[u8], mut was_within: bool) -> bool {
    let mut rest = bytes;
    // Only the last ESC matters: it ends whatever was before.
    if let Some(at) = bytes.iter().rposition(|&byte| byte == 0x1b) {
        was_within = true;
        rest = bytes.get(at + 1..).unwrap_or_default();
        match rest.split_first() {
            None => return true,
            Some((b']' | b'P', text)) => rest = text,
            Some((b'[', parameters)) => return !parameters.iter().any(|byte| (0x40..=0x7e).contains(byte)),
            Some(_) => return false,
        }
    }
    // BEL ends a string, and ST was an ESC.
    was_within && !rest.contains(&0x07)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_sequence_is_torn() {
        for taken in [
            "a\x1b",
            "\x1b]",
            "\x1b]99;i=1",
            "\x1bPx",
            "\x1b]9;x\x1b",
            "\x1b[",
            "\x1b[?20",
            "\x1b]9;x\x07\x1b[",
        ] {
            assert!(ends_within(taken.as_bytes(), false), "{taken:?}");
        }
        for taken in
            ["", "a", "\x1b]9;x\x07", "\x1b]9;x\x1b\\", "\x1b[>q", "\x1b7", "\x1b[1ma\r\n", "\x1b]9;x\x1b\\a"]
        {
            assert!(!ends_within(taken.as_bytes(), false), "{taken:?}");
        }
        for (taken, still) in [("xyz", true), ("x\x07", false), ("x\x1b\\", false), ("x\x1b", true)] {
            assert_eq!(ends_within(taken.as_bytes(), true), still, "{taken:?}");
        }
    }
}
