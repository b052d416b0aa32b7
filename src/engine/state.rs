//! A small file that processes share: what one leaves for the next.
//!
//! It is locked only by trying, never by waiting for the lock: a stopped process that holds it must not freeze another.
//! Whatever cannot be read is as if it had never been. The calendar clock is read here and nowhere else, since nothing
//! else is shared between processes.

use std::{
    cell::OnceCell,
    fs::{DirBuilder, File, OpenOptions, TryLockError},
    hash::{DefaultHasher, Hash, Hasher},
    io,
    marker::PhantomData,
    os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde::{Serialize, de::DeserializeOwned};

/// A state file is a few hundred bytes; more is not ours.
const LONGEST_FILE: u64 = 64 * 1024;

/// A file of this state; without a path nothing is kept.
#[derive(Debug)]
pub(super) struct SharedState<T> {
    path: Option<PathBuf>,
    /// The file from the first change on: the last one is between an answer and the end of the process. It is one thread's
    /// alone, since its lock keeps out nobody who has it in the same process.
    file: OnceCell<File>,
    state: PhantomData<fn() -> T>,
}

impl<T> Clone for SharedState<T> {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), file: OnceCell::new(), state: PhantomData }
    }
}

/// A file's lock, while it is held. A program that was started meanwhile has the file too, for a moment: to close ours
/// would not give the lock back then.
struct Locked<'a>(&'a File);

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "cannot give a lock back");
        }
    }
}

/// Why a state could not be changed.
#[derive(Debug)]
pub(super) enum Trouble {
    /// Another process has the lock.
    Locked,
    /// The system does not let us.
    Io(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl<T: Default + Serialize + DeserializeOwned> SharedState<T> {
    /// The state of `owner` in `dir`.
    pub(super) fn new(dir: Option<&Path>, owner: &str) -> Self {
        Self { path: dir.map(|dir| dir.join(file_name(owner))), file: OnceCell::new(), state: PhantomData }
    }

    /// Where it is.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What is there, without the lock: a half-written file reads as nothing.
    pub(super) fn peek(&self) -> T {
        self.path
            .as_deref()
            .and_then(|path| OpenOptions::new().read(true).custom_flags(no_follow()).open(path).ok())
            .and_then(|file| read(&file, file.metadata().ok()?.len()).ok())
            .unwrap_or_default()
    }

    /// Changes it under its lock, which is tried for so often, with a millisecond between.
    ///
    /// # Errors
    ///
    /// When there is no lock to be had, or the file cannot be written.
    pub(super) fn change<R>(&self, tries: u32, change: impl FnOnce(&mut T) -> R) -> Result<R, Trouble> {
        let Some(path) = self.path.as_deref() else { return Ok(change(&mut T::default())) };
        if let Some(file) = self.file.get() {
            let locked = lock(file, tries)?;
            let metadata = file.metadata()?;
            if metadata.nlink() > 0 {
                return Ok(rewrite(&locked, metadata.len(), change)?);
            }
            // Somebody has cleared the folder up.
        }
        let file = open(path)?;
        let result = {
            let locked = lock(&file, tries)?;
            rewrite(&locked, file.metadata()?.len(), change)?
        };
        // One that is there already was removed.
        let _ = self.file.set(file);
        Ok(result)
    }
}

/// A name that no caller can choose freely: readable, and different for different callers.
pub(super) fn file_name(caller: &str) -> String {
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

fn lock(file: &File, tries: u32) -> Result<Locked<'_>, Trouble> {
    for left in (0..tries).rev() {
        match file.try_lock() {
            Ok(()) => return Ok(Locked(file)),
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

fn rewrite<T: Default + Serialize + DeserializeOwned, R>(
    Locked(file): &Locked<'_>,
    length: u64,
    change: impl FnOnce(&mut T) -> R,
) -> io::Result<R> {
    let mut state = read(file, length).unwrap_or_default();
    let result = change(&mut state);
    let text = serde_json::to_vec(&state)?;
    file.write_all_at(&text, 0)?;
    if (text.len() as u64) < length {
        file.set_len(text.len() as u64)?;
    }
    Ok(result)
}

fn read<T: DeserializeOwned>(file: &File, length: u64) -> io::Result<T> {
    let length = usize::try_from(length.min(LONGEST_FILE)).unwrap_or_default();
    let mut text = vec![0; length];
    file.read_exact_at(&mut text, 0)?;
    Ok(serde_json::from_slice(&text)?)
}

pub(super) fn now_ms() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "the one clock that processes share")]
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// How long ago that was; none if the clock was set back since.
pub(super) fn age(at: u64) -> Option<Duration> {
    now_ms().checked_sub(at).map(Duration::from_millis)
}

/// What process ids mean here: `pid:[4026531836]`, or nothing where the system does not say (`namespaces(7)`).
pub(super) fn pid_namespace() -> String {
    std::fs::read_link("/proc/self/ns/pid")
        .map(|link| link.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// When a process started, in ticks since the system did.
pub(super) fn start_time(pid: u32) -> Option<u64> {
    start_of(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// Field 22 of a `stat`, counted after the name, which may hold anything.
pub(super) fn start_of(stat: &str) -> Option<u64> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(19)?.parse().ok()
}
