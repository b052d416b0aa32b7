//! Writing a configuration file so that it is never half there, and never two at once.
//!
//! The folder of the file is locked, not the file: a rename puts another file in its place, and a file that is not there
//! yet cannot be locked. The lock is only tried for, a bounded number of times. Where the file system has none, what
//! another program wrote meanwhile is still seen, and then nothing is written.

use std::{
    ffi::OsString,
    fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions, TryLockError},
    io::{self, ErrorKind, Write as _},
    os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _, fchown},
    path::{Path, PathBuf},
    time::Duration,
};

use tempfile::Builder;

use super::{
    load::{Unreadable, read},
    origin::one_line,
};

/// How often the lock is tried for, 5 s in all: others hold it for as long as a disk takes to store a small file.
const TRIES: u32 = 1000;
/// How long between two tries.
const PAUSE: Duration = Duration::from_millis(5);
/// As many symbolic links as Linux follows (`path_resolution(7)`).
const MOST_LINKS: usize = 40;
/// A new file is for everybody to read, as far as the umask lets it: nothing in it is secret.
const NEW_FILE: u32 = 0o666;
/// Another new file may be for its owner alone.
const PRIVATE_FILE: u32 = 0o600;
/// New folders are for their owner, as the XDG base directory specification has it.
const NEW_FOLDER: u32 = 0o700;

/// Why a file could not be written. The old one is intact, and nothing is left beside it.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Another process holds the lock.
    #[error("{}: another program is changing it", one_line(&.path.to_string_lossy()))]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// It is not what it was when it was read.
    #[error("{}: it was changed by another program meanwhile", one_line(&.path.to_string_lossy()))]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// It is nothing that could be replaced, such as a folder.
    #[error("{}: cannot be read: {why}", one_line(&.path.to_string_lossy()))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The system does not let us.
    #[error("{}: cannot be written: {}", one_line(&.path.to_string_lossy()), cause(.source))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// What the system says, without its number and without our temporary file's name.
fn cause(error: &io::Error) -> String {
    match error.kind().to_string().as_str() {
        "uncategorized error" | "other error" => error.to_string(),
        kind => kind.to_owned(),
    }
}

/// What becomes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// It stays as it is.
    Keep,
    /// It holds this.
    Bytes(Vec<u8>),
    /// It goes; a symbolic link to it stays.
    Remove,
}

/// Changes a file all at once: `change` gets what it holds, or nothing if it is not there. A new one is for its owner alone.
/// Whether anything was changed.
///
/// # Errors
///
/// When it can be neither read nor written.
pub fn rewrite(path: &Path, change: impl FnOnce(Option<&[u8]>) -> Rewrite) -> Result<bool, WriteError> {
    let held = Held::take(path)?.for_owner_alone();
    match change(held.before.as_deref()) {
        Rewrite::Bytes(bytes) if held.before.as_ref() != Some(&bytes) => held.replace(&bytes).map(|()| true),
        Rewrite::Remove if held.before.is_some() => held.remove().map(|()| true),
        Rewrite::Keep | Rewrite::Bytes(_) | Rewrite::Remove => Ok(false),
    }
}

/// A file that nobody else of us can change while this lives.
#[derive(Debug)]
pub(in crate::engine) struct Held {
    /// The file as it was named.
    path: PathBuf,
    /// The file that its symbolic links lead to; it need not be there.
    real: PathBuf,
    folder: PathBuf,
    /// What it holds, if it is there.
    pub(in crate::engine) before: Option<Vec<u8>>,
    /// Its owner and mode, if it is there.
    metadata: Option<Metadata>,
    /// The mode of a new one.
    new_file: u32,
    _lock: Option<File>,
}

impl Held {
    /// Locks a file and reads it. Its folder is made if there is none.
    ///
    /// # Errors
    ///
    /// When it can be neither read nor made, and when another process holds it for long.
    pub(in crate::engine) fn take(path: &Path) -> Result<Self, WriteError> {
        let failed = |source| WriteError::Io { path: path.to_owned(), source };
        let real = follow(path).map_err(failed)?;
        let folder = match real.parent() {
            Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
            Some(folder) => folder.to_owned(),
            None => return Err(failed(ErrorKind::IsADirectory.into())),
        };
        DirBuilder::new().recursive(true).mode(NEW_FOLDER).create(&folder).map_err(failed)?;
        let lock = match lock(&folder, TRIES) {
            Lock::Had(file) => Some(file),
            Lock::None => None,
            Lock::Busy => return Err(WriteError::Busy { path: path.to_owned() }),
        };
        let before = contents(path)?;
        let metadata = match before {
            // Opened for writing, since renaming would get around a file's own write protection.
            Some(_) => {
                let file = OpenOptions::new().write(true).open(&real).map_err(failed)?;
                Some(file.metadata().map_err(failed)?)
            }
            None => None,
        };
        Ok(Self { path: path.to_owned(), real, folder, before, metadata, new_file: NEW_FILE, _lock: lock })
    }

    /// A new file is to be for its owner alone.
    pub(in crate::engine) fn for_owner_alone(self) -> Self {
        Self { new_file: PRIVATE_FILE, ..self }
    }

    /// The folder that the file is in.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes the file away. Of a symbolic link, the file that it leads to.
    ///
    /// # Errors
    ///
    /// When it cannot be, and when another program that knows no locks has changed it since.
    pub(in crate::engine) fn remove(self) -> Result<(), WriteError> {
        if contents(&self.path)? != self.before {
            return Err(WriteError::Changed { path: self.path });
        }
        fs::remove_file(&self.real).map_err(|source| WriteError::Io { path: self.path.clone(), source })
    }

    /// Puts another content in the place of what was read, all at once. A symbolic link stays one; mode and owner stay
    /// as far as we may give a file away.
    ///
    /// # Errors
    ///
    /// When it cannot be written, and when another program that knows no locks has changed it since.
    pub(in crate::engine) fn replace(self, bytes: &[u8]) -> Result<(), WriteError> {
        let failed = |source| WriteError::Io { path: self.path.clone(), source };
        let mut prefix = OsString::from(".");
        prefix.push(self.real.file_name().unwrap_or_default());
        prefix.push(".");
        let mode = Permissions::from_mode(if self.metadata.is_some() { 0o600 } else { self.new_file });
        let mut new =
            Builder::new().prefix(&prefix).permissions(mode).tempfile_in(&self.folder).map_err(failed)?;
        new.write_all(bytes).map_err(failed)?;
        if let Some(old) = &self.metadata {
            keep(old, new.as_file()).map_err(failed)?;
        }
        new.as_file().sync_all().map_err(failed)?;
        if contents(&self.path)? != self.before {
            return Err(WriteError::Changed { path: self.path });
        }
        new.persist(&self.real).map_err(|error| failed(error.error))?;
        // It is in place. A folder that cannot be synced only means that a power cut may bring the old one back.
        let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// What a file holds; nothing if it is not there.
///
/// # Errors
///
/// When it is there and cannot be read, or is no file.
pub fn contents(path: &Path) -> Result<Option<Vec<u8>>, WriteError> {
    match read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(Unreadable::Missing) => Ok(None),
        Err(Unreadable::Because(why)) => Err(WriteError::Unreadable { path: path.to_owned(), why }),
    }
}

/// Where symbolic links lead to, even if nothing is there.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match path.read_link() {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            // Not a link, or not there.
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::NotFound) => {
                return Ok(path);
            }
            Err(error) => return Err(error),
        }
    }
    Err(rustix::io::Errno::LOOP.into())
}

enum Lock {
    Had(File),
    /// There are no locks here.
    None,
    Busy,
}

fn lock(folder: &Path, tries: u32) -> Lock {
    let Ok(file) = File::open(folder) else { return Lock::None };
    for _ in 0..tries {
        match file.try_lock() {
            Ok(()) => return Lock::Had(file),
            Err(TryLockError::Error(_)) => return Lock::None,
            Err(TryLockError::WouldBlock) => {
                #[expect(clippy::disallowed_methods, reason = "a lock that is only tried for has no event")]
                std::thread::sleep(PAUSE);
            }
        }
    }
    Lock::Busy
}

/// Gives a new file the old one's owner and mode. Only root gives files away; anyone else keeps what he may.
fn keep(old: &Metadata, new: &File) -> io::Result<()> {
    let fresh = new.metadata()?;
    if fresh.uid() != old.uid() {
        let _ = fchown(new, Some(old.uid()), None);
    }
    let mut mode = old.mode() & 0o7777;
    if fresh.gid() != old.gid() && fchown(new, None, Some(old.gid())).is_err() {
        // What the old group might do is not for the new one.
        mode &= !0o070;
    }
    new.set_permissions(Permissions::from_mode(mode))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use tempfile::TempDir;

    use super::*;

    fn folder() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        (folder, file)
    }

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn a_second_writer_waits_and_then_sees_the_first() {
        let (folder, file) = folder();
        let first = Held::take(&file).unwrap();
        assert!(matches!(lock(folder.path(), 2), Lock::Busy));
        first.replace(b"1").unwrap();
        let second = Held::take(&file).unwrap();
        assert_eq!(second.before.as_deref(), Some(&b"1"[..]));
    }

    #[test]
    fn what_another_program_wrote_is_not_overwritten() {
        let (folder, file) = folder();
        fs::write(&file, "old").unwrap();
        for other in [Some("other"), None] {
            let held = Held::take(&file).unwrap();
            match other {
                Some(other) => fs::write(&file, other).unwrap(),
                None => fs::remove_file(&file).unwrap(),
            }
            let error = held.replace(b"new").unwrap_err().to_string();
            assert!(error.ends_with("config.toml: it was changed by another program meanwhile"), "{error}");
            assert_eq!(fs::read_to_string(&file).ok().as_deref(), other);
        }
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn links_and_modes_stay() {
        let (folder, _) = folder();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("real")).unwrap();
        fs::write(at("real/file"), "old").unwrap();
        fs::set_permissions(at("real/file"), Permissions::from_mode(0o640)).unwrap();
        symlink("real/file", at("two")).unwrap();
        symlink(at("two"), at("one")).unwrap();
        Held::take(&at("one")).unwrap().replace(b"new").unwrap();
        assert_eq!(fs::read(at("real/file")).unwrap(), b"new");
        assert_eq!(at("real/file").metadata().unwrap().mode() & 0o7777, 0o640);
        assert!(at("one").is_symlink() && at("two").is_symlink());
        assert_eq!(names(folder.path()), ["one", "real", "two"]);
        assert_eq!(names(&at("real")), ["file"]);
    }

    #[test]
    fn a_link_to_nothing_is_a_file_to_make() {
        let (folder, file) = folder();
        symlink("deep/er/file", &file).unwrap();
        Held::take(&file).unwrap().replace(b"new").unwrap();
        assert!(file.is_symlink());
        assert_eq!(fs::read(folder.path().join("deep/er/file")).unwrap(), b"new");
        assert_eq!(folder.path().join("deep").metadata().unwrap().mode() & 0o7777, 0o700);

        symlink("loop", folder.path().join("loop")).unwrap();
        let error = Held::take(&folder.path().join("loop")).unwrap_err().to_string();
        assert!(error.contains("loop: cannot be written: "), "{error}");
    }

    #[test]
    fn what_is_rewritten_is_private_where_it_is_new_and_gone_where_it_was_not_there() {
        let (folder, file) = folder();
        let bytes = |text: &str| Rewrite::Bytes(text.into());
        assert!(rewrite(&file, |before| if before.is_none() { bytes("1") } else { Rewrite::Keep }).unwrap());
        assert_eq!(file.metadata().unwrap().mode() & 0o7777, 0o600);
        assert!(!rewrite(&file, |_| bytes("1")).unwrap() && !rewrite(&file, |_| Rewrite::Keep).unwrap());
        symlink("config.toml", folder.path().join("link")).unwrap();
        assert!(
            rewrite(&folder.path().join("link"), |before| {
                assert_eq!(before, Some(&b"1"[..]));
                Rewrite::Remove
            })
            .unwrap()
        );
        assert_eq!(names(folder.path()), ["link"]);
        assert!(!rewrite(&file, |_| Rewrite::Remove).unwrap());
    }

    #[test]
    fn what_is_no_file_is_left_alone() {
        let (folder, _) = folder();
        let error = |path: &Path| Held::take(path).unwrap_err().to_string();
        assert!(error(folder.path()).ends_with(": cannot be read: is a directory"));
        assert_eq!(error(Path::new("/dev/null")), "/dev/null: cannot be read: not a regular file");
        fs::write(folder.path().join("file"), "").unwrap();
        assert!(
            error(&folder.path().join("file/config.toml")).ends_with(": cannot be written: not a directory")
        );
        assert_eq!(error(Path::new("/")), "/: cannot be written: is a directory");
    }
}
