//! What is on its way to the terminal, which takes it when it wants to.

use std::time::Duration;

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, write},
};

use crate::engine::tty::open::Tty;

/// Output that is written without ever waiting for the terminal.
pub(super) struct Outlet {
    tty: Tty,
    /// What it did not take yet.
    left: Vec<u8>,
}

impl Outlet {
    pub(super) fn new(tty: Tty) -> Self {
        Self { tty, left: Vec::new() }
    }

    /// Whether everything is on the screen.
    pub(super) fn is_clear(&self) -> bool {
        self.left.is_empty()
    }

    pub(super) fn write(&mut self, text: &str) {
        self.left.extend_from_slice(text.as_bytes());
        self.flush();
    }

    /// Forgets what is not written.
    pub(super) fn drop_all(&mut self) {
        self.left.clear();
    }

    /// Writes what the terminal takes now.
    pub(super) fn flush(&mut self) {
        while !self.left.is_empty() {
            match write(self.tty.fd(), &self.left) {
                Ok(count) => drop(self.left.drain(..count)),
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
