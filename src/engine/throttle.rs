//! What one prompt leaves for the caller's next: when it was announced, whether it was answered on a notification,
//! and which notifications are up.
//!
//! One small file a caller. It is locked only by trying, never by waiting for the lock: a stopped process that holds
//! it must not freeze another. Whatever cannot be read or written is as if it had never been: a prompt is then
//! announced. This file alone reads the calendar clock, since nothing else is shared between processes.

use std::{
    fs::{DirBuilder, File, OpenOptions, TryLockError},
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Read, Seek, SeekFrom, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};

use crate::engine::{channel::desktop::Trace, wait::Slot};

/// How long an exchange stays on the notifications after an answer was given there (spec §3 rule 4).
const HANDOFF: Duration = Duration::from_mins(1);
/// A state file is a few hundred bytes; more is not ours.
const LONGEST_FILE: u64 = 64 * 1024;
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
    path: Option<PathBuf>,
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
        Self { path: dir.map(|dir| dir.join(file_name(caller))) }
    }

    /// Whether the caller's last prompt was answered on a notification, not long ago.
    pub fn handoff(&self) -> bool {
        let state = self.peek();
        state.handoff_ms.is_some_and(|at| age(at).is_some_and(|age| age <= HANDOFF))
    }

    /// How long ago the caller's last prompt was announced.
    pub fn announced(&self) -> Option<Duration> {
        self.peek().announced_ms.and_then(age)
    }

    /// Takes the slot for an announcement, if the last one is at least `interval` ago or with `force`.
    pub fn take(&self, interval: Duration, force: bool) -> Slot {
        let taken = self.change(1, |state| {
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
                tracing::warn!(%error, path = ?self.path, "cannot keep the time of the announcement");
                Slot::Granted
            }
        }
    }

    /// Records the end of a prompt: whether its answer was given on a notification, if it was answered, and which of
    /// its notifications are down. The process ends after this, so it is one change.
    pub fn end(&self, handoff: Option<bool>, down: &[Trace]) {
        let forgets = handoff == Some(false) && self.peek().handoff_ms.is_some();
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
        let popups = self.peek().popups;
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

    /// What is there, without the lock: a half-written file reads as nothing.
    fn peek(&self) -> State {
        self.path
            .as_deref()
            .and_then(|path| OpenOptions::new().read(true).custom_flags(no_follow()).open(path).ok())
            .and_then(|mut file| read(&mut file).ok())
            .unwrap_or_default()
    }

    fn change_or_warn(&self, change: impl FnOnce(&mut State)) {
        if let Err(error) = self.change(TRIES, change) {
            tracing::warn!(?error, path = ?self.path, "cannot keep the state of the prompt");
        }
    }

    /// Changes the file under its lock.
    fn change<T>(&self, tries: u32, change: impl FnOnce(&mut State) -> T) -> Result<T, Trouble> {
        let mut state = State::default();
        let Some(path) = self.path.as_deref() else { return Ok(change(&mut state)) };
        let mut file = open(path)?;
        lock(&file, tries)?;
        state = read(&mut file).unwrap_or_default();
        let result = change(&mut state);
        write(&mut file, &state)?;
        Ok(result)
    }
}

#[derive(Debug)]
enum Trouble {
    Locked,
    Io(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A name that no caller can choose freely: readable, and different for different callers.
fn file_name(caller: &str) -> String {
    let readable: String =
        caller.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
    let mut hasher = DefaultHasher::new();
    caller.hash(&mut hasher);
    format!("{readable}-{:016x}.json", hasher.finish())
}

fn no_follow() -> i32 {
    i32::try_from((rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK).bits()).unwrap_or_default()
}

/// Opens the file, in a folder that nobody else may touch.
pub(super) fn open(path: &Path) -> io::Result<File> {
    if let Some(dir) = path.parent() {
        let metadata = match dir.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
                dir.symlink_metadata()?
            }
            metadata => metadata?,
        };
        let ours = metadata.is_dir() && metadata.uid() == rustix::process::geteuid().as_raw();
        if !ours || metadata.mode() & 0o022 != 0 {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "others may write to the folder"));
        }
    }
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .custom_flags(no_follow())
        .open(path)
}

fn lock(file: &File, tries: u32) -> Result<(), Trouble> {
    for left in (0..tries).rev() {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(error.into()),
            Err(TryLockError::WouldBlock) if left > 0 => {
                #[expect(clippy::disallowed_methods, reason = "a lock that is only tried for has no event")]
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(TryLockError::WouldBlock) => {}
        }
    }
    Err(Trouble::Locked)
}

fn read(file: &mut File) -> io::Result<State> {
    let mut text = String::with_capacity(1024);
    file.take(LONGEST_FILE).read_to_string(&mut text)?;
    Ok(serde_json::from_str(&text)?)
}

fn write(file: &mut File, state: &State) -> io::Result<()> {
    let text = serde_json::to_string(state)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(text.as_bytes())?;
    file.set_len(text.len() as u64)
}

fn now_ms() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "the one clock that processes share")]
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// How long ago that was; none if the clock was set back since.
fn age(at: u64) -> Option<Duration> {
    now_ms().checked_sub(at).map(Duration::from_millis)
}

/// What process ids mean here: `pid:[4026531836]`, or nothing where the system does not say (`namespaces(7)`).
pub(super) fn pid_namespace() -> String {
    std::fs::read_link("/proc/self/ns/pid")
        .map(|link| link.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// When a process started, in ticks since the system did.
fn start_time(pid: u32) -> Option<u64> {
    start_of(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// Field 22 of a `stat`, counted after the name, which may hold anything.
fn start_of(stat: &str) -> Option<u64> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests;
