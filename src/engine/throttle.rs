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
        self.change_or_warn(|state| {
            state.popups.push(PopupRecord { bus, owner, id, pid, started });
            let excess = state.popups.len().saturating_sub(MOST_POPUPS);
            state.popups.drain(..excess);
        });
    }

    /// The notifications that killed processes of this caller left behind; whoever gets them has to close them.
    pub fn leftovers(&self) -> Vec<Trace> {
        let dead = |record: &PopupRecord| start_time(record.pid) != Some(record.started);
        if !self.peek().popups.iter().any(dead) {
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
fn open(path: &Path) -> io::Result<File> {
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

/// When a process started, in ticks since the system did: field 22 of its `stat`, counted after the name, which may
/// hold anything.
fn start_time(pid: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Duration = Duration::from_secs(10);

    fn trace(id: u32) -> Trace {
        Trace { bus: "b".into(), owner: ":1.7".into(), id }
    }

    #[test]
    fn a_slot_is_given_once_in_an_interval() {
        let dir = tempfile::tempdir().unwrap();
        let throttle = Throttle::new(Some(dir.path()), "session 1");
        assert_eq!(throttle.take(TEN, false), Slot::Granted);
        let Slot::Held(rest) = throttle.take(TEN, false) else { panic!("granted twice") };
        assert!(rest <= TEN && rest > Duration::from_secs(9), "{rest:?}");
        assert_eq!(Throttle::new(Some(dir.path()), "session 2").take(TEN, false), Slot::Granted);
        assert_eq!(throttle.take(TEN, true), Slot::Granted);
    }

    #[test]
    fn a_slot_is_free_again_after_the_interval_and_when_the_clock_was_set_back() {
        let dir = tempfile::tempdir().unwrap();
        let throttle = Throttle::new(Some(dir.path()), "s");
        for announced_ms in [now_ms() - 10_001, now_ms() + 3_600_000] {
            throttle.change(1, |state| state.announced_ms = Some(announced_ms)).unwrap();
            assert_eq!(throttle.take(TEN, false), Slot::Granted);
        }
    }

    #[test]
    fn a_lock_that_is_held_is_not_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let throttle = Throttle::new(Some(dir.path()), "s");
        let file = open(throttle.path.as_deref().unwrap()).unwrap();
        file.lock().unwrap();
        assert_eq!(throttle.take(TEN, false), Slot::Busy);
        drop(file);
        assert_eq!(throttle.take(TEN, false), Slot::Granted);
    }

    #[test]
    fn without_a_place_everything_is_granted_and_nothing_is_known() {
        let throttle = Throttle::new(None, "s");
        assert_eq!(throttle.take(TEN, false), Slot::Granted);
        assert_eq!(throttle.take(TEN, false), Slot::Granted);
        throttle.end(Some(true), &[]);
        assert!(!throttle.handoff());
    }

    #[test]
    fn a_file_of_garbage_is_as_none() {
        let dir = tempfile::tempdir().unwrap();
        let throttle = Throttle::new(Some(dir.path()), "s");
        let path = throttle.path.clone().unwrap();
        for garbage in ["", "{", "[1]", "\u{0}\u{1}", "{\"announced_ms\": \"x\"}"] {
            std::fs::write(&path, garbage).unwrap();
            assert!(!throttle.handoff());
            assert_eq!(throttle.take(TEN, false), Slot::Granted, "{garbage:?}");
        }
    }

    #[test]
    fn a_symbolic_link_in_its_place_is_not_followed() {
        let dir = tempfile::tempdir().unwrap();
        let throttle = Throttle::new(Some(&dir.path().join("state")), "s");
        throttle.end(Some(true), &[]);
        let path = throttle.path.clone().unwrap();
        let target = dir.path().join("precious");
        std::fs::write(&target, "precious").unwrap();
        std::fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink(&target, &path).unwrap();
        assert_eq!(throttle.take(TEN, false), Slot::Granted);
        assert_eq!(std::fs::read_to_string(target).unwrap(), "precious");
    }

    #[test]
    fn a_folder_that_others_may_write_to_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
        let throttle = Throttle::new(Some(dir.path()), "s");
        assert_eq!(throttle.take(TEN, false), Slot::Granted);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn an_exchange_stays_on_the_notifications_for_a_minute() {
        let dir = tempfile::tempdir().unwrap();
        let throttle = Throttle::new(Some(dir.path()), "s");
        throttle.end(Some(true), &[]);
        assert!(throttle.handoff());
        throttle.end(Some(false), &[]);
        assert!(!throttle.handoff());
        throttle.change(1, |state| state.handoff_ms = Some(now_ms() - 60_500)).unwrap();
        assert!(!throttle.handoff());
    }

    #[test]
    fn only_notifications_of_dead_processes_are_left_over_and_only_once() {
        let dir = tempfile::tempdir().unwrap();
        let throttle = Throttle::new(Some(dir.path()), "s");
        throttle.up(&trace(1));
        throttle.up(&trace(2));
        assert_eq!(throttle.leftovers(), []);
        throttle.change(1, |state| state.popups.iter_mut().for_each(|popup| popup.started += 1)).unwrap();
        throttle.up(&trace(3));
        assert_eq!(throttle.leftovers(), [trace(1), trace(2)]);
        assert_eq!(throttle.leftovers(), []);
        throttle.end(None, &[trace(3)]);
        assert_eq!(throttle.peek().popups, []);
    }

    #[test]
    fn the_name_of_a_caller_cannot_leave_the_folder() {
        assert!(!file_name("../../etc/passwd").contains('/'));
        assert_ne!(file_name("a/b"), file_name("a-b"));
        assert!(file_name(&"x".repeat(5000)).len() < 100);
    }
}
