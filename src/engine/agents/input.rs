//! Reading what an agent sends, without ever hanging on it.

use std::{
    os::fd::AsFd,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, read},
};

use crate::engine::clock::now;

/// The longest payload: more than any tool's input.
pub(super) const LONGEST: usize = 10 * 1024 * 1024;
/// How long an agent may take to send it.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is there until it ends, or 2 s have passed: an agent may forget to close its end. Nothing if it is too long.
pub(super) fn whole(input: impl AsFd) -> Option<Vec<u8>> {
    let until = now() + PATIENCE;
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 64 * 1024];
    while is_ready(&input, until) {
        match read(&input, &mut chunk) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(chunk.get(..count)?),
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => break,
        }
        if bytes.len() > LONGEST {
            return None;
        }
    }
    Some(bytes)
}

/// So many bytes, or nothing if they do not come.
pub(super) fn exactly(input: impl AsFd, count: usize) -> Option<Vec<u8>> {
    let until = now() + PATIENCE;
    let mut bytes = vec![0; count];
    let mut filled = 0;
    while filled < count {
        if !is_ready(&input, until) {
            return None;
        }
        match read(&input, bytes.get_mut(filled..)?) {
            Ok(0) => return None,
            Ok(more) => filled += more,
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => return None,
        }
    }
    Some(bytes)
}

/// Whether there is something to read before then.
fn is_ready(input: &impl AsFd, until: Instant) -> bool {
    loop {
        let left = until.saturating_duration_since(now());
        let most = Timespec {
            tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: left.subsec_nanos().into(),
        };
        match poll(&mut [PollFd::new(input, PollFlags::IN)], Some(&most)) {
            Ok(ready) => return ready > 0,
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Write as _, os::unix::net::UnixStream, thread};

    use super::*;

    #[test]
    fn it_is_read_to_its_end_and_never_more_than_10_mib() {
        for (length, is_read) in [(0, true), (70_000, true), (LONGEST, true), (LONGEST + 1, false)] {
            let (here, mut there) = UnixStream::pair().unwrap();
            let send = move || there.write_all(&vec![b'x'; length]);
            let sender = thread::Builder::new().spawn(send).unwrap();
            assert_eq!(whole(here).map(|bytes| bytes.len()), is_read.then_some(length));
            let _ = sender.join();
        }
    }

    #[test]
    fn less_than_was_promised_is_nothing() {
        let (here, mut there) = UnixStream::pair().unwrap();
        there.write_all(b"abcde").unwrap();
        assert_eq!(exactly(&here, 3).as_deref(), Some(&b"abc"[..]));
        drop(there);
        assert_eq!(exactly(&here, 3), None);
    }
}
