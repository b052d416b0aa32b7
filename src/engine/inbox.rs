//! What a loop sleeps on: what its threads post, and the signals of the process.
//!
//! A signal wakes it as a post does, through one socket, so that signals need no thread: a thread more costs a prompt
//! its start and, above all, its end. No time is kept here, the caller says how long it may sleep.

use std::{
    cell::Cell,
    collections::VecDeque,
    io,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::net::UnixStream,
    },
    rc::Rc,
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    net::{SendFlags, send},
};

use crate::engine::signal::{Caught, Signals};

/// What a loop's turn ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It sleeps until something comes, or for so long at most.
    Sleep(Option<Duration>),
    /// There are no more turns.
    End,
}

/// The loop's end.
#[derive(Debug)]
pub struct Inbox<T> {
    posted: Receiver<T>,
    signals: Signals,
    outbox: Outbox<T>,
    /// Whether something was posted on the loop's own thread that no turn has looked for.
    came: Rc<Cell<bool>>,
    /// What has come and was not taken yet.
    queue: VecDeque<T>,
}

/// A thread's end.
#[derive(Debug)]
pub struct Outbox<T> {
    posts: Sender<T>,
    bell: Arc<UnixStream>,
}

impl<T> Clone for Outbox<T> {
    fn clone(&self) -> Self {
        Self { posts: self.posts.clone(), bell: Arc::clone(&self.bell) }
    }
}

impl<T> Outbox<T> {
    /// Posts it and wakes the loop; what comes after the loop's end is lost.
    pub fn post(&self, item: T) {
        if self.posts.send(item).is_err() {
            return;
        }
        match send(&self.bell, &[0], SendFlags::DONTWAIT | SendFlags::NOSIGNAL) {
            // Full of such calls: it will wake up.
            Ok(_) | Err(rustix::io::Errno::AGAIN) => {}
            Err(error) => tracing::warn!(%error, "cannot wake the loop"),
        }
    }
}

/// An end on the loop's own thread, for what goes on between its turns: whoever runs that can see that something was posted
/// ([`Bell::into_parts`]), and need not be woken.
#[derive(Debug)]
pub struct LocalOutbox<T> {
    posts: Sender<T>,
    came: Rc<Cell<bool>>,
}

impl<T> LocalOutbox<T> {
    /// Posts it; what comes after the loop's end is lost.
    pub fn post(&self, item: T) {
        if self.posts.send(item).is_ok() {
            self.came.set(true);
        }
    }
}

/// What calls for a turn, for a loop that sleeps elsewhere. It can be read from while a thread has posted something or a
/// signal has come.
#[derive(Debug)]
pub struct Bell {
    listener: OwnedFd,
    came: Rc<Cell<bool>>,
}

impl Bell {
    /// What can be read from, and whether something was posted on this thread, which is for its reader to take back.
    pub fn into_parts(self) -> (OwnedFd, Rc<Cell<bool>>) {
        (self.listener, self.came)
    }
}

impl AsFd for Bell {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.listener.as_fd()
    }
}

impl<T: From<Caught>> Inbox<T> {
    /// Catches the signals from now on.
    ///
    /// # Errors
    ///
    /// When the process has no file descriptors or no signals to spare.
    pub fn open() -> io::Result<Self> {
        let (listener, bell) = UnixStream::pair()?;
        let signals = Signals::catch(listener, bell.try_clone()?)?;
        let (posts, posted) = mpsc::channel();
        let outbox = Outbox { posts, bell: Arc::new(bell) };
        Ok(Self { posted, signals, outbox, came: Rc::default(), queue: VecDeque::new() })
    }

    /// An end for a thread.
    pub fn outbox(&self) -> Outbox<T> {
        self.outbox.clone()
    }

    /// An end for what runs on this thread between the turns.
    pub fn local_outbox(&self) -> LocalOutbox<T> {
        LocalOutbox { posts: self.outbox.posts.clone(), came: Rc::clone(&self.came) }
    }

    /// What calls for the turns of a loop that sleeps elsewhere.
    ///
    /// # Errors
    ///
    /// When the process has no file descriptors to spare.
    pub fn bell(&self) -> io::Result<Bell> {
        Ok(Bell { listener: self.signals.as_fd().try_clone_to_owned()?, came: Rc::clone(&self.came) })
    }

    /// The signals, for who answers them.
    pub fn signals(&self) -> &Signals {
        &self.signals
    }

    /// Sleeps until there is something to take, or for so long at most; without a limit it sleeps until then.
    pub fn sleep(&mut self, most: Option<Duration>) {
        if self.look() {
            return;
        }
        let most = most.map(|most| Timespec {
            tv_sec: most.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: most.subsec_nanos().into(),
        });
        let slept = poll(&mut [PollFd::new(&self.signals, PollFlags::IN)], most.as_ref());
        if let Err(error) = slept
            && error != rustix::io::Errno::INTR
        {
            tracing::warn!(%error, "cannot sleep");
        }
    }

    /// All that has come by now; what comes meanwhile is not among it.
    pub fn take_all(&mut self) -> VecDeque<T> {
        self.look();
        std::mem::take(&mut self.queue)
    }

    /// The next thing that has come.
    pub fn take(&mut self) -> Option<T> {
        self.look();
        self.queue.pop_front()
    }

    /// Whether there is something to take. What wakes the loop is used up before it is looked for, so that nothing is
    /// missed.
    fn look(&mut self) -> bool {
        if self.queue.is_empty() {
            self.queue.extend(self.signals.take().map(T::from));
            self.queue.extend(self.posted.try_iter());
        }
        !self.queue.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn can_be_read(bell: &Bell) -> bool {
        let mut fds = [PollFd::new(bell, PollFlags::IN)];
        poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).unwrap() > 0
    }

    #[derive(Debug, PartialEq)]
    struct Item(u32);

    impl From<Caught> for Item {
        fn from(caught: Caught) -> Self {
            panic!("{caught:?}")
        }
    }

    #[test]
    fn what_is_posted_from_anywhere_rings_and_what_is_posted_here_leaves_a_note() {
        let mut inbox = Inbox::<Item>::open().unwrap();
        let (outbox, local) = (inbox.outbox(), inbox.local_outbox());
        let bell = inbox.bell().unwrap();
        assert!(!can_be_read(&bell) && !bell.came.get());

        local.post(Item(1));
        local.post(Item(2));
        assert!(!can_be_read(&bell) && bell.came.take());
        assert_eq!(inbox.take_all(), [Item(1), Item(2)]);
        assert!(!bell.came.get());

        outbox.post(Item(3));
        assert!(can_be_read(&bell) && !bell.came.get());
        assert_eq!(inbox.take(), Some(Item(3)));
        assert!(!can_be_read(&bell));
        assert_eq!(inbox.take(), None);
    }
}
