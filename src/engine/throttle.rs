//! What one prompt leaves for the caller's next: when it was announced, whether it was answered on a notification,
//! and which notifications are up.
//!
//! One small file a caller ([`SharedState`]). Whatever cannot be read or written is as if it had never been: a prompt is
//! then announced.

use std::{path::Path, time::Duration};

use serde::{Deserialize, Serialize};

use crate::engine::{
    channel::desktop::Trace,
    state::{SharedState, Trouble, age, now_ms, pid_namespace, start_time},
    wait::Slot,
};

/// How long an exchange stays on the notifications after an answer was given there (spec §3 rule 4).
const HANDOFF: Duration = Duration::from_mins(1);
/// How many notifications of killed processes are remembered.
const MOST_POPUPS: usize = 64;
/// How often a lock is tried for, with a millisecond between, where losing it would lose something.
const TRIES: u32 = 20;

impl PopupRecord {
    fn is(&self, trace: &Trace) -> bool {
        self.bus == trace.bus && self.owner == trace.owner && self.id == trace.id
    }
}

/// The state of one caller.
#[derive(Clone, Debug)]
pub struct Throttle {
    file: SharedState<State>,
}

/// The file. Unknown keys are ignored and missing ones are empty, so that versions can meet.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct State {
    /// When the last prompt was announced, in milliseconds since 1970.
    announced_ms: Option<u64>,
    /// When the last answer was given on a notification.
    handoff_ms: Option<u64>,
    popups: Vec<PopupRecord>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PopupRecord {
    bus: String,
    owner: String,
    id: u32,
    pid: u32,
    /// Where that number means that process, as `pid_namespace` tells.
    #[serde(default)]
    namespace: String,
    /// When that process started, in the kernel's ticks: process ids are used again.
    started: u64,
}

impl Throttle {
    /// The state of `caller` in `dir`; without a folder nothing is kept.
    pub fn new(dir: Option<&Path>, caller: &str) -> Self {
        Self { file: SharedState::new(dir, caller) }
    }

    /// Whether the caller's last prompt was answered on a notification, not long ago.
    pub fn handoff(&self) -> bool {
        let state = self.file.peek();
        state.handoff_ms.is_some_and(|at| age(at).is_some_and(|age| age <= HANDOFF))
    }

    /// How long ago the caller's last prompt was announced.
    pub fn announced(&self) -> Option<Duration> {
        self.file.peek().announced_ms.and_then(age)
    }

    /// Takes the slot for an announcement, if the last one is at least `interval` ago or with `force`.
    pub fn take(&self, interval: Duration, force: bool) -> Slot {
        let taken = self.file.change(1, |state| {
            let rest = state.announced_ms.and_then(age).and_then(|age| interval.checked_sub(age));
            if let Some(rest) = rest.filter(|rest| !force && !rest.is_zero()) {
                return Slot::Held(rest);
            }
            state.announced_ms = Some(now_ms());
            Slot::Granted
        });
        match taken {
            Ok(slot) => slot,
            Err(Trouble::Locked) => Slot::Busy,
            Err(Trouble::Io(error)) => {
                tracing::warn!(%error, path = ?self.file.path(), "cannot keep the time of the announcement");
                Slot::Granted
            }
        }
    }

    /// Records the end of a prompt: whether its answer was given on a notification, if it was answered, and which of
    /// its notifications are down. The process ends after this, so it is one change.
    pub fn end(&self, handoff: Option<bool>, down: &[Trace]) {
        let forgets = handoff == Some(false) && self.file.peek().handoff_ms.is_some();
        if handoff != Some(true) && !forgets && down.is_empty() {
            return;
        }
        self.change_or_warn(|state| {
            if let Some(handoff) = handoff {
                state.handoff_ms = handoff.then(now_ms);
            }
            state.popups.retain(|record| !down.iter().any(|trace| record.is(trace)));
        });
    }

    /// Records that a notification of this process is up.
    pub fn up(&self, trace: &Trace) {
        let pid = std::process::id();
        let Some(started) = start_time(pid) else { return };
        let Trace { bus, owner, id } = trace.clone();
        let namespace = pid_namespace();
        self.change_or_warn(|state| {
            state.popups.push(PopupRecord { bus, owner, id, pid, namespace, started });
            let excess = state.popups.len().saturating_sub(MOST_POPUPS);
            state.popups.drain(..excess);
        });
    }

    /// The notifications that killed processes of this caller left behind; whoever gets them has to close them.
    pub fn leftovers(&self) -> Vec<Trace> {
        let popups = self.file.peek().popups;
        if popups.is_empty() {
            return Vec::new();
        }
        let here = pid_namespace();
        let dead =
            |record: &PopupRecord| record.namespace == here && start_time(record.pid) != Some(record.started);
        if !popups.iter().any(dead) {
            return Vec::new();
        }
        let mut found = Vec::new();
        self.change_or_warn(|state| {
            for PopupRecord { bus, owner, id, .. } in state.popups.extract_if(.., |record| dead(record)) {
                found.push(Trace { bus, owner, id });
            }
        });
        found
    }

    fn change_or_warn(&self, change: impl FnOnce(&mut State)) {
        if let Err(error) = self.file.change(TRIES, change) {
            tracing::warn!(?error, path = ?self.file.path(), "cannot keep the state of the prompt");
        }
    }
}

#[cfg(test)]
mod tests;
