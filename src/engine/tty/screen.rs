//! The whole screen of the terminal, borrowed: another screen over the shell's, keys, mouse and replies from it, and
//! frames to it.
//!
//! It never waits: what the terminal does not take stays here until it does, and no other frame is due before. Who
//! sleeps does so on the descriptors of [`Screen::sleep`].

use std::{os::fd::BorrowedFd, time::Duration};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, read},
};

use super::{
    ask::outlet::Outlet,
    escape::Patience,
    open::Tty,
    parse::{Input, Parser},
    raw::{self, RawMode},
};
use crate::engine::clock::now;

/// The terminal's whole screen.
pub struct Screen {
    tty: Tty,
    raw: Option<RawMode>,
    parser: Parser,
    patience: Patience,
    /// Whether the terminal may say something by itself.
    may_speak: bool,
    outlet: Outlet,
}

/// Why a sleep is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// There may be something to read, or to write, or elsewhere; or the time is over.
    Ready,
    /// The terminal is gone.
    Gone,
}

impl Screen {
    /// Takes the terminal's screen.
    ///
    /// # Errors
    ///
    /// When the terminal is gone.
    pub fn take(tty: &Tty) -> Result<Self, Errno> {
        let raw = RawMode::enter(tty, raw::Input::Screen)?;
        let (parser, outlet) = (Parser::new(), Outlet::new(tty.clone()));
        let patience = Patience::default();
        Ok(Self { tty: tty.clone(), raw: Some(raw), parser, patience, may_speak: false, outlet })
    }

    /// Gives it back as it was found. What was typed and not read is dropped: it was meant for this screen.
    pub fn give_back(&mut self) {
        self.outlet.drop_all();
        if let Some(mut raw) = self.raw.take() {
            raw.restore(true);
        }
        self.parser = Parser::new();
    }

    /// Takes it again after [`Screen::give_back`]. All that was drawn is gone.
    ///
    /// # Errors
    ///
    /// When the terminal is gone.
    pub fn take_again(&mut self) -> Result<(), Errno> {
        if self.raw.is_none() {
            self.raw = Some(RawMode::enter(&self.tty, raw::Input::Screen)?);
        }
        Ok(())
    }

    /// Whether the terminal is still as it was set: nobody else has had it.
    pub fn is_as_set(&self) -> bool {
        self.raw.as_ref().is_some_and(RawMode::is_as_set)
    }

    /// Sleeps until something can be read here, or for so long at most.
    pub fn await_input(&self, most: Duration) {
        let most = Timespec::try_from(most).ok();
        // Whatever comes of it, somebody looks again.
        let _ = poll(&mut [PollFd::new(self.tty.fd(), PollFlags::IN)], most.as_ref());
    }

    /// Whether it is ours now.
    pub fn is_ours(&self) -> bool {
        self.raw.is_some()
    }

    /// Somebody else has set the terminal meanwhile, or the job was stopped by others: what it is now is what has to come
    /// back in the end.
    pub fn forget(&mut self) {
        if let Some(mut raw) = self.raw.take() {
            raw.forget();
        }
        self.outlet.drop_all();
    }

    /// Columns and rows.
    pub fn size(&self) -> (u16, u16) {
        self.tty.size()
    }

    /// Whether everything that was drawn has been taken.
    pub fn is_clear(&self) -> bool {
        self.outlet.is_clear()
    }

    /// Draws.
    pub fn write(&mut self, bytes: &[u8]) {
        self.outlet.write(bytes);
    }

    /// What has been typed, and what the terminal says. A lone ESC is the Escape key once nothing has followed it for a
    /// moment; whatever else wakes the caller meanwhile makes none of it.
    pub fn read(&mut self) -> Vec<Input> {
        let mut found = Vec::new();
        let mut bytes = [0; 1024];
        while let Ok(count @ 1..) = read(self.tty.fd(), &mut bytes) {
            self.patience.heard(now());
            found.extend(
                bytes.get(..count).unwrap_or_default().iter().filter_map(|&byte| self.parser.push(byte)),
            );
        }
        if self.lone_escape().is_some_and(|left| left.is_zero()) {
            found.extend(self.parser.flush().map(Input::Key));
        }
        found
    }

    /// How long a lone ESC is still waited behind, if there is one.
    fn lone_escape(&self) -> Option<Duration> {
        self.parser.pending_escape().then(|| self.patience.left(self.may_speak, now()))
    }

    /// Says whether the terminal was asked something, and may answer between the keys.
    pub fn expect_replies(&mut self, may_speak: bool) {
        self.may_speak = may_speak;
    }

    /// Sleeps until something can be read here or on `other`, the terminal takes more of what is drawn, or for so long at
    /// most. Behind a lone ESC it is a short sleep.
    pub fn sleep(&mut self, other: BorrowedFd<'_>, most: Option<Duration>) -> Woken {
        let most = [most, self.lone_escape()].into_iter().flatten().min();
        let most = most.and_then(|most| Timespec::try_from(most).ok());
        let mut wanted = PollFlags::IN;
        wanted.set(PollFlags::OUT, !self.outlet.is_clear());
        let elsewhere = PollFd::from_borrowed_fd(other, PollFlags::IN);
        let mut fds = [elsewhere, PollFd::new(self.tty.fd(), wanted)];
        let watched = if self.is_ours() { fds.as_mut_slice() } else { fds.split_at_mut(1).0 };
        let woken = match poll(watched, most.as_ref()) {
            Ok(_) | Err(Errno::INTR) => Woken::Ready,
            Err(error) => {
                tracing::warn!(%error, "cannot sleep");
                Woken::Gone
            }
        };
        let [_, terminal] = &fds;
        let events = terminal.revents();
        if events.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
            return Woken::Gone;
        }
        if events.contains(PollFlags::OUT) {
            self.outlet.flush();
        }
        woken
    }
}
