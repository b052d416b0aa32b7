//! What setting up has changed on this host, so that it can be undone to the byte.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::engine::config::{Rewrite, WriteError, contents, rewrite};

/// The file. Unknown keys are ignored and missing ones are empty, so that versions can meet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// The keys that were made.
    pub keys: Vec<PathBuf>,
    /// The files of host keys that were made beside a key that was there.
    pub known_hosts: Vec<PathBuf>,
    /// The hosts whose `authorized_keys` got its line.
    pub authorized_on: Vec<Authorized>,
    /// The configuration files that were changed.
    pub configurations: Vec<Configuration>,
    /// Folders that were not there, the outermost first.
    pub folders: Vec<PathBuf>,
}

/// A host whose `authorized_keys` got the key's line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Authorized {
    /// The host, as ssh takes it.
    pub host: String,
    /// What plyn-notify is called there.
    pub program: String,
    /// The public key that the line is for: the files of the key may be gone before the line is.
    pub key: String,
}

/// A configuration file before the first change of ours and after the last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Configuration {
    /// Which.
    pub path: PathBuf,
    /// What it held; nothing if it was not there.
    pub before: Option<String>,
    /// What it held after the last.
    pub after: String,
    /// Whether somebody else has changed it between two of ours, so that it is not to become what it was.
    pub is_mixed: bool,
    /// The keys that were set.
    pub keys: Vec<String>,
}

impl Record {
    /// What was recorded in this file.
    ///
    /// # Errors
    ///
    /// When it is there and cannot be read.
    pub fn read(path: &Path) -> Result<Self, WriteError> {
        let bytes = contents(path)?.unwrap_or_default();
        // What is no record of ours records nothing.
        Ok(serde_json::from_slice(&bytes).unwrap_or_default())
    }

    /// Writes it down; with nothing to record there is no file.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        // Strings and lists always have a JSON form.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        let is_empty = *self == Self::default();
        rewrite(path, |_| if is_empty { Rewrite::Remove } else { Rewrite::Bytes(text.into()) }).map(drop)
    }

    /// Records a change of a configuration file: what it held before and holds now, and the keys that were set.
    pub fn note_configuration(&mut self, path: &Path, before: Option<String>, after: String, keys: &[&str]) {
        let Some(known) = self.configurations.iter_mut().find(|known| known.path == path) else {
            let keys = keys.iter().map(|key| (*key).to_owned()).collect();
            let path = path.to_owned();
            self.configurations.push(Configuration { path, before, after, is_mixed: false, keys });
            return;
        };
        known.is_mixed |= before.as_ref() != Some(&known.after);
        known.after = after;
        for key in keys {
            if !known.keys.iter().any(|known| known == key) {
                known.keys.push((*key).to_owned());
            }
        }
    }

    /// Records the folders on the way to a file that are not there yet.
    pub fn note_folders(&mut self, path: &Path) {
        let mut missing: Vec<PathBuf> =
            path.ancestors().skip(1).take_while(|folder| !folder.exists()).map(Path::to_owned).collect();
        missing.reverse();
        for folder in missing {
            if !folder.as_os_str().is_empty() && !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
    }

    /// Takes away the folders that were made, as far as nothing is in them.
    pub fn remove_folders(&mut self) {
        // The innermost first.
        self.folders.reverse();
        self.folders.retain(|folder| fs::remove_dir(folder).is_err() && folder.exists());
        self.folders.reverse();
    }
}
