//! The key of the hop: made by `ssh-keygen`, and nothing's else.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, DirBuilder},
    os::unix::fs::{DirBuilderExt as _, MetadataExt as _},
    path::{Path, PathBuf},
    sync::mpsc::channel,
};

use super::authorized::PublicKey;
use crate::engine::{
    files,
    run::StartError,
    ssh::session::{End, Heard, Manner, Session, beside, known_hosts},
    text::clean,
};

/// Why there is no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// ssh-keygen cannot be run.
    #[error("cannot run `ssh-keygen`: {0}")]
    Start(StartError),
    /// It says why not.
    #[error("ssh-keygen made no key: {0}")]
    Failed(String),
    /// Its folder cannot be made.
    #[error("{path}: cannot be made: {why}", path = .0.display(), why = .1)]
    Folder(PathBuf, String),
    /// There is no public half, and none can be had of the private one.
    #[error("{path}: its public half cannot be read: {why}", path = .0.display(), why = .1)]
    Public(PathBuf, String),
}

/// The files of a key: the private one, the public one, and the host keys that were accepted with it.
pub fn files(key: &Path) -> [PathBuf; 3] {
    [key.to_owned(), beside(key, ".pub"), known_hosts(key)]
}

/// Whether anybody but its owner can read it: ssh does not use it then.
pub fn is_open(key: &Path) -> bool {
    key.metadata().is_ok_and(|metadata| metadata.mode() & 0o077 != 0)
}

/// Makes an ed25519 key without a passphrase, that its owner alone can read.
///
/// # Errors
///
/// When it cannot be made.
pub fn make(key: &Path, comment: &str) -> Result<(), KeyError> {
    if let Some(folder) = key.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .map_err(|error| KeyError::Folder(folder.to_owned(), error.to_string()))?;
    }
    keygen(&["-q", "-t", "ed25519", "-N", "", "-C", comment, "-f"], key).map(drop)
}

/// The public half.
///
/// # Errors
///
/// When it can be neither read nor had of the private one, which may have a passphrase.
pub fn public(key: &Path) -> Result<PublicKey, KeyError> {
    if let Some(line) = files::text(&beside(key, ".pub"))
        && let Ok(public) = PublicKey::parse(&line)
    {
        return Ok(public);
    }
    let failed = |why: String| KeyError::Public(key.to_owned(), why);
    let line = keygen(&["-y", "-P", "", "-f"], key).map_err(|error| failed(error.to_string()))?;
    PublicKey::parse(&line).map_err(|error| failed(error.to_string()))
}

/// Takes its files away, as far as they are there.
///
/// # Errors
///
/// When one stays; its name and why.
pub fn remove(key: &Path) -> Result<(), (PathBuf, std::io::Error)> {
    for file in files(key) {
        remove_file(&file).map_err(|error| (file, error))?;
    }
    Ok(())
}

/// Takes a file away, if it is there.
///
/// # Errors
///
/// When it stays.
pub fn remove_file(file: &Path) -> std::io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// What it prints.
fn keygen(arguments: &[&str], key: &Path) -> Result<String, KeyError> {
    let (sender, heard) = channel();
    let words = [OsStr::new("ssh-keygen")].into_iter().chain(arguments.iter().map(OsStr::new));
    let words: Vec<OsString> = words.chain([key.as_os_str()]).map(OsStr::to_owned).collect();
    let post = move |it| drop(sender.send(it));
    let session = Session::start(&words, Manner::default(), post).map_err(KeyError::Start)?;
    // It asks whether it may write over a file that has come meanwhile, and gets no answer.
    session.hang_up();
    let mut printed = String::new();
    for heard in heard {
        match heard {
            Heard::Line(line) => printed.extend([&line, "\n"]),
            Heard::Waited => {}
            Heard::Ended(End { status: Some(0), .. }) => return Ok(printed),
            Heard::Ended(End { complaint, .. }) => {
                let said = format!("{printed}{complaint}");
                let last = said.lines().map(clean).rfind(|line| !line.is_empty());
                return Err(KeyError::Failed(last.unwrap_or_else(|| "it does not say why".to_owned())));
            }
        }
    }
    Err(KeyError::Failed("it was lost".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_its_public_half_is_there_twice() {
        let folder = tempfile::tempdir().unwrap();
        let key = folder.path().join("made for it/key");
        make(&key, "me@here").unwrap();
        assert!(!is_open(&key));
        let public_key = public(&key).unwrap();
        assert!(public_key.text().starts_with("ssh-ed25519 ") && public_key.text().ends_with(" me@here"));
        let before = fs::read(&key).unwrap();
        assert!(matches!(make(&key, "again"), Err(KeyError::Failed(_))));
        assert_eq!(fs::read(&key).unwrap(), before, "what is there is not written over");
        fs::remove_file(beside(&key, ".pub")).unwrap();
        assert_eq!(public(&key).unwrap(), public_key);
        remove(&key).unwrap();
        remove(&key).unwrap();
        assert!(matches!(public(&key), Err(KeyError::Public(..))));
    }
}
