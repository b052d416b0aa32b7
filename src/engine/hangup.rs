//! Notices when the program at the other end of a pipe or socket is gone, however it went.

use std::{io, os::fd::OwnedFd, thread};

use rustix::{
    event::{PollFd, PollFlags, poll},
    io::Errno,
};

/// Does something once, on a thread of its own, as soon as the other end hangs up. Nothing is read, and what never hangs
/// up, such as a file, is watched in vain.
///
/// # Errors
///
/// When there is no thread to be had.
pub fn watch(end: OwnedFd, then: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let watch = move || {
        if wait(&end) {
            then();
        }
    };
    thread::Builder::new().name("hangup".to_owned()).spawn(watch).map(drop)
}

/// Sleeps until the other end hangs up; whether it did.
fn wait(end: &OwnedFd) -> bool {
    // Asked for nothing, the kernel reports what cannot be left out: POLLHUP and POLLERR.
    let mut asked = [PollFd::new(end, PollFlags::empty())];
    loop {
        match poll(&mut asked, None) {
            Ok(_) => return true,
            Err(Errno::INTR) => {}
            Err(error) => {
                tracing::warn!(%error, "cannot see whether the caller is there");
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Write as _, os::unix::net::UnixStream, sync::mpsc, time::Duration};

    use super::*;

    #[test]
    fn an_end_that_closes_is_noticed_and_one_that_writes_is_not() {
        let (here, mut there) = UnixStream::pair().unwrap();
        let (gone, was_gone) = mpsc::channel();
        watch(here.into(), move || gone.send(()).unwrap()).unwrap();
        there.write_all(b"still here").unwrap();
        was_gone.recv_timeout(Duration::from_millis(20)).unwrap_err();
        drop(there);
        was_gone.recv_timeout(Duration::from_secs(10)).unwrap();
    }

    #[test]
    fn a_reader_that_closes_a_pipe_is_noticed() {
        let (reader, writer) = io::pipe().unwrap();
        let (gone, was_gone) = mpsc::channel();
        watch(writer.into(), move || gone.send(()).unwrap()).unwrap();
        drop(reader);
        was_gone.recv_timeout(Duration::from_secs(10)).unwrap();
    }
}
