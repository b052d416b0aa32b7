//! What is on its way to the terminal, which takes it when it wants to.

use std::time::Duration;

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, write},
};

use crate::engine::tty::open::{CANCEL, Tty};

/// Output that is written without ever waiting for the terminal.
pub(super) struct Outlet {
    tty: Tty,
    /// What it did not take yet.
    left: Vec<u8>,
    /// Whether that begins in the middle of a control string.
    is_torn: bool,
}

impl Outlet {
    pub(super) fn new(tty: Tty) -> Self {
        Self { tty, left: Vec::new(), is_torn: false }
    }

    /// Whether everything is on the screen.
    pub(super) fn is_clear(&self) -> bool {
        self.left.is_empty()
    }

    pub(super) fn write(&mut self, bytes: &[u8]) {
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
                self.left.extend_from_slice(bytes.get(count..).unwrap_or_default());
                self.is_torn = !self.is_clear();
                true
            }
            Err(_) => false,
        }
    }

    /// Forgets what is not written. A control string that is not whole is ended, or the terminal would take what is
    /// written next for a part of it.
    pub(super) fn drop_all(&mut self) {
        self.left.clear();
        if std::mem::take(&mut self.is_torn) {
            let _ = write(self.tty.fd(), CANCEL);
        }
    }

    /// Writes what the terminal takes now.
    pub(super) fn flush(&mut self) {
        while !self.left.is_empty() {
            match write(self.tty.fd(), &self.left) {
                Ok(count) => {
                    self.left.drain(..count);
                    self.is_torn &= !self.left.is_empty();
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
