//! The end of a terminal that is typed at, by the test and by whoever plays the terminal.

use std::io::Write;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

type Writer = Box<dyn Write + Send>;

/// Where keys and replies go in. All clones are the same keyboard.
#[derive(Clone)]
pub(crate) struct Keyboard {
    writer: Arc<Mutex<Writer>>,
    slave: Arc<OwnedFd>,
}

impl Keyboard {
    pub(super) fn new(writer: Writer, slave: Arc<OwnedFd>) -> Self {
        Self { writer: Arc::new(Mutex::new(writer)), slave }
    }

    /// Send these bytes, in one piece.
    pub(crate) fn send(&self, bytes: impl AsRef<[u8]>) {
        let mut writer = self.lock();
        writer.write_all(bytes.as_ref()).and_then(|()| writer.flush()).expect("the pty takes input");
    }

    /// Send these bytes `size` at a time: the next ones follow when the program has taken the last ones, or does not
    /// seem to read at all.
    pub(crate) fn send_split(&self, bytes: impl AsRef<[u8]>, size: usize) {
        for part in bytes.as_ref().chunks(size) {
            self.send(part);
            for _ in 0..10_000 {
                thread::yield_now();
                if rustix::io::ioctl_fionread(&self.slave).is_ok_and(|unread| unread == 0) {
                    break;
                }
            }
        }
    }

    /// Nothing that is sent arrives any more.
    pub(super) fn unplug(&self) {
        *self.lock() = Box::new(std::io::sink());
    }

    fn lock(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
