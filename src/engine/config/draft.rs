//! A copy of the file for a human to edit, and what becomes of it.

use std::path::{Path, PathBuf};
use std::{ffi::OsString, fs::Permissions, io::Write as _, os::unix::fs::PermissionsExt as _};

use tempfile::{Builder, TempPath};

use super::{
    change::{ChangeError, Target, plyngent_keys},
    fault::Fault,
    load::{Sources, layer},
    origin::Origin,
    schema::NOTIFY,
    write::{Held, WriteError, contents},
};

/// A copy of the file that changes go to, in the same folder. It goes away with this value, unless it is kept.
#[derive(Debug)]
pub struct Draft<'a> {
    target: Target<'a>,
    copy: TempPath,
    /// What the file was when it was copied.
    before: Option<Vec<u8>>,
    start: Vec<u8>,
}

impl<'a> Draft<'a> {
    /// Copies the file, whatever is in it; a file that is not there yet starts with comments.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or the copy not be written.
    pub fn new(sources: &'a Sources) -> Result<Self, ChangeError> {
        let target = Target::of(sources)?;
        let held = Held::take(target.path)?;
        let start = held.before.clone().unwrap_or_else(|| target.start().as_bytes().to_vec());
        let failed = |source| WriteError::Io { path: target.path.to_owned(), source };
        let mut prefix = OsString::from(target.path.file_stem().unwrap_or_default());
        prefix.push(".edit-");
        let mut copy = Builder::new()
            .prefix(&prefix)
            .suffix(".toml")
            .permissions(Permissions::from_mode(0o600))
            .tempfile_in(held.folder())
            .map_err(failed)?;
        copy.write_all(&start).map_err(failed)?;
        Ok(Self { target, copy: copy.into_temp_path(), before: held.before, start })
    }

    /// The file that is edited.
    pub fn original(&self) -> &Path {
        self.target.path
    }

    /// The copy.
    pub fn path(&self) -> &Path {
        &self.copy
    }

    /// Whether the copy is another than it started as. One that is gone is a change of mind, and none of the file.
    pub fn is_changed(&self) -> bool {
        match contents(&self.copy) {
            Ok(now) => now.is_some_and(|now| now != self.start),
            Err(_) => true,
        }
    }

    /// What is wrong with the copy.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn faults(&self) -> Result<Vec<Fault>, WriteError> {
        let mut faults = Vec::new();
        match layer(&self.copy, self.read()?) {
            Err(fault) => faults.push(fault),
            Ok(mut layer) => {
                if self.target.is_foreign(&layer) {
                    layer.keep_notify();
                    faults.extend(
                        layer.entries.iter().filter_map(|entry| self.stranger(&entry.path, &entry.origin)),
                    );
                }
                layer.checked(&mut faults);
            }
        }
        Ok(faults)
    }

    /// A key of ours that is new in plyngent's file, where it would cost all the others.
    fn stranger(&self, path: &[String], origin: &Origin) -> Option<Fault> {
        let [_, key] = path else { return None };
        let ours = super::schema::NOTIFY_KEYS.iter().any(|(name, _)| name == key);
        let was_there = || {
            let before = layer(&self.copy, self.start.clone()).unwrap_or_default();
            before.entries.iter().any(|entry| entry.path == path)
        };
        if !ours || plyngent_keys().any(|known| known == key) || was_there() {
            return None;
        }
        Some(Fault {
            origin: origin.clone(),
            key: Some(format!("{NOTIFY}.{key}")),
            problem:
                "another program reads this file, does not know this key and may ignore the table for it"
                    .to_owned(),
        })
    }

    /// Puts the copy in the file's place.
    ///
    /// # Errors
    ///
    /// When the file was changed since it was copied, or cannot be written. The copy is still there then.
    pub fn accept(&self) -> Result<(), WriteError> {
        let bytes = self.read()?;
        let held = Held::take(self.target.path)?;
        if held.before != self.before {
            return Err(WriteError::Changed { path: self.target.path.to_owned() });
        }
        held.replace(&bytes)
    }

    /// Keeps the copy, and says where it is.
    pub fn keep(self) -> PathBuf {
        let path = self.copy.to_path_buf();
        // On this system nothing is done but to forget it.
        let _ = self.copy.keep();
        path
    }

    fn read(&self) -> Result<Vec<u8>, WriteError> {
        let why = || WriteError::Unreadable { path: self.copy.to_path_buf(), why: "it is gone".to_owned() };
        contents(&self.copy)?.ok_or_else(why)
    }
}
