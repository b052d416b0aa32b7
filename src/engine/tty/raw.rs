//! The terminal's modes while a prompt is up, and their return.
//!
//! The terminal is borrowed: what it was is kept, and comes back when the prompt ends, when the process is stopped,
//! when it dies of a signal and when it panics. It is never touched from the background.

use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};

use rustix::{
    io::Errno,
    termios::{
        InputModes, LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush,
        tcgetattr, tcsetattr,
    },
};

use super::open::Tty;

/// What else is switched on with the modes of [`Input::Keys`], and off again: bracketed paste, so that a pasted
/// newline is no Enter.
const PASTE_ON: &[u8] = b"\x1b[?2004h";
const PASTE_OFF: &[u8] = b"\x1b[?2004l\x1b[?25h";

/// The same for [`Input::Screen`]: the other screen (1049), no cursor (25), and mouse buttons (1000) with coordinates of
/// any size (1006), as xterm's control sequences have them.
const FULL_ON: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1000h\x1b[?1006h";
/// A frame that was cut off in the middle may have left synchronised output (2026) on.
const FULL_OFF: &[u8] = b"\x1b[?2026l\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?1049l\x1b[?25h";

/// Leaves the other screen, shows the cursor, plain text.
const SCREEN_OFF: &[u8] = b"\x1b[?1049l\x1b[?25h\x1b[0m";

/// How the terminal hands us what is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Key by key, not echoed.
    Keys,
    /// Line by line, edited and echoed by the terminal itself.
    Lines,
    /// Line by line, not echoed.
    SecretLines,
    /// As [`Input::Keys`], on a screen of its own, with the mouse.
    Screen,
}

/// The terminal in use, for the panic hook alone, which may take no lock.
static BORROWED: OnceLock<(Tty, Termios)> = OnceLock::new();
static IN_USE: AtomicBool = AtomicBool::new(false);
/// Whether it is in use with a screen of its own.
static FULL: AtomicBool = AtomicBool::new(false);

/// The terminal's modes as they were, to be restored when this is dropped.
#[derive(Debug)]
pub struct RawMode {
    tty: Tty,
    before: Termios,
    set: Termios,
    input: Input,
    active: bool,
}

impl RawMode {
    /// Takes the terminal as `input` wants it. Nothing that was typed before is lost.
    ///
    /// # Errors
    ///
    /// When the terminal is gone.
    pub fn enter(tty: &Tty, input: Input) -> Result<Self, Errno> {
        let before = tcgetattr(tty.fd())?;
        let set = before.clone();
        let mut mode = Self { tty: tty.clone(), before, set, input, active: false };
        mode.resume()?;
        Ok(mode)
    }

    /// Takes the terminal again, with whatever modes it has by now as those to restore.
    fn resume(&mut self) -> Result<(), Errno> {
        let _ = BORROWED.set((self.tty.clone(), self.before.clone()));
        let mut termios = self.before.clone();
        match self.input {
            Input::Keys | Input::Screen => {
                // ISIG stays: Ctrl-C, Ctrl-\ and Ctrl-Z are the whole job's business.
                termios.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ECHONL);
                termios.local_modes.remove(LocalModes::IEXTEN);
                termios.special_codes[SpecialCodeIndex::VMIN] = 1;
                termios.special_codes[SpecialCodeIndex::VTIME] = 0;
                if self.input == Input::Screen {
                    // Ctrl-S is a key here.
                    termios.input_modes.remove(InputModes::IXON);
                }
            }
            Input::Lines => {}
            Input::SecretLines => termios.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL),
        }
        tcsetattr(self.tty.fd(), OptionalActions::Now, &termios)?;
        self.set = termios;
        self.active = true;
        FULL.store(self.input == Input::Screen, Ordering::SeqCst);
        IN_USE.store(true, Ordering::SeqCst);
        match self.input {
            Input::Keys => write_all_that_fits(&self.tty, PASTE_ON),
            Input::Screen => write_all_that_fits(&self.tty, FULL_ON),
            Input::Lines | Input::SecretLines => {}
        }
        Ok(())
    }

    /// Whether the terminal still is as we set it: nobody else has had it.
    pub fn is_as_set(&self) -> bool {
        let ours = self.set.local_modes;
        self.active && tcgetattr(self.tty.fd()).is_ok_and(|now| now.local_modes == ours)
    }

    /// Somebody else has set the terminal as they want it: it is not ours to restore.
    pub fn forget(&mut self) {
        self.active = false;
        IN_USE.store(false, Ordering::SeqCst);
    }

    /// Gives the terminal back as it was. `drop_input` throws away what was typed and not read.
    pub fn restore(&mut self, drop_input: bool) {
        if !std::mem::take(&mut self.active) {
            return;
        }
        IN_USE.store(false, Ordering::SeqCst);
        give_back(&self.tty, &self.before, self.input, drop_input);
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        self.restore(false);
    }
}

fn give_back(tty: &Tty, before: &Termios, input: Input, drop_input: bool) {
    if !tty.in_foreground() {
        // The terminal belongs to another job now, and its shell has set it as it wants it.
        return;
    }
    match input {
        Input::Keys => write_all_that_fits(tty, PASTE_OFF),
        Input::Screen => write_all_that_fits(tty, FULL_OFF),
        Input::Lines | Input::SecretLines => {}
    }
    if drop_input {
        let _ = tcflush(tty.fd(), QueueSelector::IFlush);
    }
    if let Err(error) = tcsetattr(tty.fd(), OptionalActions::Now, before) {
        tracing::warn!(%error, "cannot restore the terminal's modes");
    }
}

/// The terminal's modes, to be set again after a program that may leave others.
pub fn modes(tty: &Tty) -> Option<Termios> {
    tcgetattr(tty.fd()).ok()
}

/// Sets the modes that were before a program had the terminal; one that was killed left its screen up, too.
pub fn set_modes(tty: &Tty, modes: Option<&Termios>, was_killed: bool) {
    if !tty.in_foreground() {
        return;
    }
    if was_killed {
        write_all_that_fits(tty, SCREEN_OFF);
    }
    if let Some(modes) = modes
        && let Err(error) = tcsetattr(tty.fd(), OptionalActions::Now, modes)
    {
        tracing::warn!(%error, "cannot restore the terminal's modes");
    }
}

/// Throws away what was typed and not read.
pub fn drop_input(tty: &Tty) {
    let _ = tcflush(tty.fd(), QueueSelector::IFlush);
}

/// Restores the terminal if a prompt has it: for the panic hook, which runs on whatever thread broke.
pub fn restore_after_panic() {
    if let Some((tty, _)) = BORROWED.get()
        && restore_now(tty)
    {
        write_all_that_fits(tty, b"\r\n");
    }
}

/// Restores the terminal if a prompt has it, from any thread; whether it had.
pub fn restore_now(tty: &Tty) -> bool {
    let borrowed = BORROWED.get().filter(|_| IN_USE.swap(false, Ordering::SeqCst));
    if let Some((_, before)) = borrowed {
        let input = if FULL.load(Ordering::SeqCst) { Input::Screen } else { Input::Keys };
        give_back(tty, before, input, false);
    }
    borrowed.is_some()
}

/// Writes without waiting: a terminal that is held with Ctrl-S takes nothing, and must not hold us.
fn write_all_that_fits(tty: &Tty, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        match rustix::io::write(tty.fd(), bytes) {
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            Err(_) => return,
        }
    }
}
