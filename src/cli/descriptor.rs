//! File descriptors that the caller opened for us, by their numbers.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write as _},
    os::fd::AsRawFd as _,
};

use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};

/// One of them, open for writing.
#[derive(Debug)]
pub(super) struct Descriptor(File);

impl Descriptor {
    /// The descriptor with this number. To be called before anything else opens files, whose numbers would be free.
    ///
    /// # Errors
    ///
    /// When the caller has opened none.
    pub(super) fn inherited(number: u16) -> io::Result<Self> {
        let own = pidfd_open(getpid(), PidfdFlags::empty());
        match own {
            Ok(own) if own.as_raw_fd() == i32::from(number) => Err(rustix::io::Errno::BADF.into()),
            // Our own copy of it: whoever shares it shares its place in the file.
            Ok(own) => match pidfd_getfd(&own, number.into(), PidfdGetfdFlags::empty()) {
                Ok(descriptor) => Ok(Self(File::from(descriptor))),
                Err(rustix::io::Errno::BADF) => Err(rustix::io::Errno::BADF.into()),
                Err(_) => Self::reopened(number),
            },
            // Before Linux 5.6, and in sandboxes.
            Err(_) => Self::reopened(number),
        }
    }

    fn reopened(number: u16) -> io::Result<Self> {
        OpenOptions::new().append(true).open(format!("/proc/self/fd/{number}")).map(Self)
    }

    /// Writes a line.
    ///
    /// # Errors
    ///
    /// When it does not take it.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(format!("{text}\n").as_bytes())
    }
}
