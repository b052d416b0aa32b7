//! The timers of a prompt, by name.

use std::time::Duration;

/// What a timer is for; of several that are due at once, the first in this order goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timer {
    /// The end of the instant in which the terminal may still beat a channel.
    Tie,
    /// The end of the prompt.
    Deadline,
    /// Whatever the announcement waits for.
    Phase,
    /// The end of the process.
    Linger,
}

const ALL: [Timer; 4] = [Timer::Tie, Timer::Deadline, Timer::Phase, Timer::Linger];

/// When each timer is due, counted from the start of the prompt.
#[derive(Debug, Default)]
pub(super) struct Timers([Option<Duration>; ALL.len()]);

impl Timers {
    pub(super) fn set(&mut self, timer: Timer, due: Duration) {
        self.0[timer as usize] = Some(due);
    }

    pub(super) fn stop(&mut self, timer: Timer) {
        self.0[timer as usize] = None;
    }

    pub(super) fn stop_all(&mut self) {
        self.0 = [None; ALL.len()];
    }

    pub(super) fn get(&self, timer: Timer) -> Option<Duration> {
        self.0[timer as usize]
    }

    /// When the next one is due.
    pub(super) fn next(&self) -> Option<Duration> {
        self.first().map(|(_, due)| due)
    }

    /// The next one and when it is due.
    pub(super) fn first(&self) -> Option<(Timer, Duration)> {
        ALL.into_iter().filter_map(|timer| Some((timer, self.get(timer)?))).min_by_key(|(_, due)| *due)
    }
}
