//! The controlling terminal: opening it, and whether a prompt may use it now.

use std::{
    io,
    os::fd::{AsFd, OwnedFd},
    sync::Arc,
};

use nix::sys::signal::{SigSet, SigmaskHow, Signal};
use rustix::{
    fs::{Mode, OFlags, open},
    io::{Errno, read, write},
    termios::{LocalModes, Winsize, tcgetattr, tcgetwinsize},
};

/// Ends a control string that was written in part: CAN does in most terminals, and ST in the others (ECMA-48 5.6).
pub const CANCEL: &[u8] = b"\x18\x1b\\";

/// The controlling terminal, opened for ourselves alone: its flags are not shared with the shell's.
#[derive(Clone, Debug)]
pub struct Tty(Arc<OwnedFd>);

impl Tty {
    /// Opens `/dev/tty`. Only opening tells: it can look writable where there is none (facts/terminals.md §0.10).
    ///
    /// # Errors
    ///
    /// When there is no controlling terminal; a lowercase fragment says so.
    pub fn open() -> Result<Self, String> {
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        match open("/dev/tty", flags, Mode::empty()) {
            Ok(fd) => Ok(Self(Arc::new(fd))),
            Err(Errno::NXIO | Errno::NOENT) => Err("there is no terminal".to_owned()),
            Err(error) => Err(format!("the terminal cannot be opened ({})", io::Error::from(error).kind())),
        }
    }

    /// The file descriptor; non-blocking.
    pub fn fd(&self) -> &OwnedFd {
        &self.0
    }

    /// Whether a prompt can be answered here now (spec §4).
    ///
    /// # Errors
    ///
    /// When we are in the background, or another program has taken the terminal for itself.
    pub fn usable(&self) -> Result<(), String> {
        let gone = |error: Errno| format!("the terminal is gone ({})", io::Error::from(error).kind());
        if !self.in_foreground() {
            return Err("the terminal belongs to another job: this one is in the background".to_owned());
        }
        let termios = tcgetattr(&self.0).map_err(gone)?;
        if termios.local_modes.contains(LocalModes::ICANON) {
            Ok(())
        } else {
            Err("another program has the terminal for itself".to_owned())
        }
    }

    /// Whether this process may read the terminal and set its modes without being stopped for it.
    ///
    /// Comparing the process groups cannot tell in a PID namespace, where all groups of the outside are 0. The kernel
    /// can: reading nothing takes nothing, and in the background fails with EIO while SIGTTIN is blocked (tty(4),
    /// `job_control` of `n_tty`).
    pub fn in_foreground(&self) -> bool {
        let stop_on_read = SigSet::from(Signal::SIGTTIN);
        let Ok(mask) = stop_on_read.thread_swap_mask(SigmaskHow::SIG_BLOCK) else { return false };
        let probed = read(&self.0, &mut [0_u8; 0]);
        if let Err(error) = mask.thread_set_mask() {
            tracing::error!(%error, "cannot unblock SIGTTIN");
        }
        // Another process may be in the middle of a read.
        matches!(probed, Ok(_) | Err(Errno::AGAIN | Errno::INTR))
    }

    /// Whether writing to it would not stop us: in the background it may (tty(4), TOSTOP).
    pub fn takes_output(&self) -> bool {
        let stops = tcgetattr(&self.0).is_ok_and(|termios| termios.local_modes.contains(LocalModes::TOSTOP));
        !stops || self.in_foreground()
    }

    /// Writes something in one write, without waiting for a terminal that is held, and without being stopped for it in the
    /// background.
    ///
    /// # Errors
    ///
    /// When the terminal does not take it whole; a lowercase fragment says why.
    pub fn send(&self, bytes: &[u8]) -> Result<(), String> {
        if !self.takes_output() {
            return Err("the terminal takes nothing from the background".to_owned());
        }
        match write(&self.0, bytes) {
            Ok(count) if count == bytes.len() => Ok(()),
            Ok(_) => {
                // What is torn would swallow what is written next.
                let _ = write(&self.0, CANCEL);
                Err("the terminal takes only a part of it".to_owned())
            }
            Err(error) => Err(format!("the terminal takes nothing ({})", io::Error::from(error).kind())),
        }
    }

    /// Columns and rows; 80 by 24 where the terminal does not know.
    pub fn size(&self) -> (u16, u16) {
        match tcgetwinsize(&self.0) {
            Ok(Winsize { ws_col, ws_row, .. }) if ws_col > 0 && ws_row > 0 => (ws_col, ws_row),
            _ => (80, 24),
        }
    }
}

/// How many columns the terminal has that a stream is; none where it is none, or does not know.
pub fn columns(stream: impl AsFd) -> Option<usize> {
    tcgetwinsize(stream).ok().map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0)
}
