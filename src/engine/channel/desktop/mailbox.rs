//! A queue that a plain thread fills and an asynchronous loop empties.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

/// Commands on their way to a channel's loop.
#[derive(Debug)]
pub(super) struct Mailbox<T>(Mutex<Inner<T>>);

#[derive(Debug)]
struct Inner<T> {
    queue: VecDeque<T>,
    reader: Option<Waker>,
}

impl<T> Default for Mailbox<T> {
    fn default() -> Self {
        Self(Mutex::new(Inner { queue: VecDeque::new(), reader: None }))
    }
}

impl<T> Mailbox<T> {
    /// Adds a command and wakes the loop.
    pub(super) fn post(&self, command: T) {
        let reader = {
            let mut inner = self.lock();
            inner.queue.push_back(command);
            inner.reader.take()
        };
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// The next command; if there is none, the loop is woken for it later.
    pub(super) fn poll(&self, context: &mut Context<'_>) -> Poll<T> {
        let mut inner = self.lock();
        if let Some(command) = inner.queue.pop_front() {
            return Poll::Ready(command);
        }
        inner.reader = Some(context.waker().clone());
        Poll::Pending
    }

    /// A thread that died while it held the lock left the queue whole: each step under it is complete in itself.
    fn lock(&self) -> MutexGuard<'_, Inner<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
