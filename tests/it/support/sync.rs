//! Waiting for a condition, with a bound: the harness never sleeps to let something happen.

use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::Duration,
};

/// How long anything in the harness waits before it fails the test.
pub(crate) const BOUND: Duration = Duration::from_secs(10);

/// A value that one thread changes and another waits on.
#[derive(Debug, Default)]
pub(crate) struct Watched<T> {
    value: Mutex<T>,
    changed: Condvar,
}

impl<T> Watched<T> {
    /// Watch `value`.
    pub(crate) fn new(value: T) -> Self {
        Self { value: Mutex::new(value), changed: Condvar::new() }
    }

    /// Look at the value, without waking anybody.
    pub(crate) fn read<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.lock())
    }

    /// Change the value and wake those who wait on it.
    pub(crate) fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    /// Wait until `find` finds something, or until `bound` has passed.
    pub(crate) fn wait_for<R>(
        &self,
        bound: Duration,
        mut find: impl FnMut(&mut T) -> Option<R>,
    ) -> Option<R> {
        let mut found = None;
        let look = |value: &mut T| {
            found = find(value);
            found.is_none()
        };
        drop(
            self.changed.wait_timeout_while(self.lock(), bound, look).unwrap_or_else(PoisonError::into_inner),
        );
        found
    }

    /// Wait until `find` finds something; fail the test when that takes longer than [`BOUND`].
    #[track_caller]
    pub(crate) fn wait<R>(&self, what: &str, find: impl FnMut(&mut T) -> Option<R>) -> R {
        self.wait_for(BOUND, find).unwrap_or_else(|| panic!("waited {BOUND:?} for {what}"))
    }

    /// A test that failed while it held the value must not hide its message behind a poisoned lock.
    fn lock(&self) -> MutexGuard<'_, T> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Start a named thread.
pub(crate) fn start_thread(name: &str, run: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    std::thread::Builder::new().name(name.to_owned()).spawn(run).expect("a thread can be started")
}

/// Wait `milliseconds` on a timer thread, for what a script wants to happen later.
#[expect(
    clippy::disallowed_methods,
    reason = "a script's delay is real time, and only timer threads wait for it"
)]
pub(crate) fn pause(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}
