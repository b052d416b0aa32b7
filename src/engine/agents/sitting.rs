//! What the hooks of one session of an agent leave for each other: which questions are open and who has them, and what
//! was told.
//!
//! A hook that is told that a question is over ends the hook that asks it, as the agent itself would: by SIGTERM.

use std::{path::Path, time::Duration};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use serde::{Deserialize, Serialize};

use super::{
    Agent,
    event::{News, Which},
};
use crate::engine::state::{SharedState, age, now_ms, pid_namespace, start_time};

/// How often the lock is tried for, with a millisecond between. Others hold it for less than one, but on a busy machine they
/// may have to wait for a processor while they do.
const TRIES: u32 = 200;
/// How many open questions are remembered; more do not come from a human's agent.
const MOST: usize = 256;
/// How long an answered call may run before nobody waits for its end any more.
const LONGEST_CALL: Duration = Duration::from_hours(1);

/// One session's state.
#[derive(Clone, Debug)]
pub(super) struct Sitting(SharedState<State>);

/// The file. Unknown keys are ignored and missing ones are empty, so that versions can meet.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct State {
    asks: Vec<Open>,
    told: Option<Told>,
}

/// A question that is open, or was answered and whose call has not ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Open {
    key: u64,
    subagent: Option<String>,
    pid: u32,
    namespace: String,
    /// When that process started, in the kernel's ticks: process ids are used again.
    started: u64,
    since_ms: u64,
    /// Whether it is answered: its call's end is nobody else's.
    #[serde(default)]
    answered: bool,
}

impl Open {
    fn is_mine(&self) -> bool {
        self.pid == std::process::id() && self.namespace == pid_namespace()
    }

    /// Whether its hook is there still.
    fn is_alive(&self) -> bool {
        self.namespace == pid_namespace() && start_time(self.pid) == Some(self.started)
    }

    fn is_stale(&self) -> bool {
        if self.answered { age(self.since_ms).is_none_or(|age| age > LONGEST_CALL) } else { !self.is_alive() }
    }
}

/// The last notice of the session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Told {
    news: String,
    id: Option<u32>,
    at_ms: u64,
}

impl Sitting {
    /// The state of a session in `dir`; without a folder, or a session, nothing is kept.
    pub(super) fn new(dir: Option<&Path>, agent: Agent, session: &str) -> Self {
        let dir = dir.filter(|_| !session.is_empty());
        Self(SharedState::new(dir, &format!("agent {} {session}", agent.name())))
    }

    /// This process asks about that call.
    pub(super) fn begin(&self, key: u64, subagent: Option<&str>) {
        let pid = std::process::id();
        let Some(started) = start_time(pid) else { return };
        let subagent = subagent.map(str::to_owned);
        let open = Open {
            key,
            subagent,
            pid,
            namespace: pid_namespace(),
            started,
            since_ms: now_ms(),
            answered: false,
        };
        self.change(|state| {
            state.asks.retain(|ask| !ask.is_stale());
            state.asks.push(open);
            let excess = state.asks.len().saturating_sub(MOST);
            state.asks.drain(..excess);
        });
    }

    /// It asks no more. `runs` says that the call goes ahead, so that its end is still to be heard of.
    pub(super) fn end(&self, runs: bool) {
        self.change(|state| {
            if runs {
                state.asks.iter_mut().filter(|ask| ask.is_mine()).for_each(|ask| ask.answered = true);
            } else {
                state.asks.retain(|ask| !ask.is_mine());
            }
        });
    }

    /// Ends the hooks whose questions are over, of this subagent or of the main one; how many that were.
    pub(super) fn over(&self, which: Which, subagent: Option<&str>) -> usize {
        if self.0.peek().asks.is_empty() {
            return 0;
        }
        let mut ended = Vec::new();
        self.change(|state| {
            state.asks.retain(|ask| !ask.is_stale());
            match which {
                Which::All => {
                    ended.extend(state.asks.extract_if(.., |ask| ask.subagent.as_deref() == subagent));
                }
                // They are in the order in which they were asked.
                Which::Call(key) => {
                    let is_it = |ask: &Open| ask.key == key && ask.subagent.as_deref() == subagent;
                    if let Some(at) = state.asks.iter().position(is_it) {
                        ended.push(state.asks.remove(at));
                    }
                }
            }
        });
        ended.iter().filter(|ask| !ask.answered && end(ask)).count()
    }

    /// Whether there is something to tell that was not told yet, and the id of the notice in whose place it goes.
    pub(super) fn news(&self, news: News) -> Option<u32> {
        let told = self.0.peek().told;
        let idle = |told: &Told| news == News::Idle && told.news != News::Permission.words();
        match told {
            Some(told) if idle(&told) => None,
            told => Some(told.and_then(|told| told.id).unwrap_or(0)),
        }
    }

    /// It was told, under this id.
    pub(super) fn told(&self, news: News, id: Option<u32>) {
        let told = Told { news: news.words().to_owned(), id, at_ms: now_ms() };
        self.change(|state| state.told = Some(told));
    }

    /// The human is there: what was told is no news any more, and what is told next is.
    pub(super) fn is_attended(&self) {
        if self.0.peek().told.is_some() {
            self.change(|state| state.told = None);
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        if let Err(error) = self.0.change(TRIES, change) {
            tracing::warn!(?error, "cannot keep the state of the session");
        }
    }
}

/// Ends a hook, if it is still the one that was meant; whether it was.
fn end(ask: &Open) -> bool {
    let Some(pid) = i32::try_from(ask.pid).ok().and_then(Pid::from_raw) else { return false };
    // Whoever has the number once the descriptor is there keeps it.
    let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else { return false };
    ask.is_alive() && pidfd_send_signal(handle, Signal::TERM).is_ok()
}
