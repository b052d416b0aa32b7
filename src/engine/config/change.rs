//! Setting and unsetting one key in the file that changes go to.

use std::path::{Path, PathBuf};

use super::{
    edit::{self, Obstacle},
    fault::{Fault, Problem, any_of},
    key::{self, Key},
    known::TEMPLATE,
    layer::Layer,
    load::{Sources, layer},
    origin::{Origin, one_line},
    schema::{self, NOTIFY, NOTIFY_KEYS, PLYNGENT_KEYS, Shape},
    write::{self, Held, WriteError},
};

/// A change that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The file, as it was named or found.
    pub path: PathBuf,
    /// The key's full name.
    pub key: String,
    /// Whether the file was made for it.
    pub made: bool,
}

/// Why a change was not made. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// There is no such key.
    #[error("{key}: {problem}")]
    Key {
        /// What was asked for.
        key: String,
        /// Why it is none, and the nearest that is.
        problem: Problem,
    },
    /// The key cannot have that value.
    #[error("{key}: {problem}")]
    Value {
        /// The key.
        key: String,
        /// Why not, and the nearest that it can have.
        problem: Problem,
    },
    /// There is no home to keep a file in.
    #[error("there is no home folder for a configuration file")]
    NoHome,
    /// The file does not parse.
    #[error("{0}")]
    Unparsable(Fault),
    /// The file is another program's, which does not know that key.
    #[error("{}: this file is another program's, and only {} may be written to it, not {key}",
        one_line(&.path.to_string_lossy()), plyngents())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
    },
    /// Something else is where the key would be.
    #[error("{at}: {key} cannot be changed: {obstacle}")]
    InTheWay {
        /// Where.
        at: Origin,
        /// The key.
        key: String,
        /// What it is.
        obstacle: Obstacle,
    },
    /// There is nothing to unset.
    #[error("{}: {key} is not set there", one_line(&.path.to_string_lossy()))]
    NotSet {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
    },
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The keys of `[notify]` that plyngent knows too.
pub(super) fn plyngent_keys() -> impl Iterator<Item = &'static str> {
    NOTIFY_KEYS.iter().take(PLYNGENT_KEYS).map(|(key, _)| *key)
}

fn plyngents() -> String {
    any_of(&plyngent_keys().collect::<Vec<_>>())
}

/// Sets a key, by its dotted name, to a value as a human types it. A file that is not there is made.
///
/// # Errors
///
/// When the key does not exist or cannot have the value, when the file does not parse or is another program's that does not
/// know the key, and when it cannot be written.
pub fn set(sources: &Sources, key: &str, typed: &str) -> Result<Changed, ChangeError> {
    let known = Key::named(key).map_err(|problem| ChangeError::Key { key: key.to_owned(), problem })?;
    let name = key::dotted(&known.path);
    let value = known.written(typed).map_err(|problem| ChangeError::Value { key: name.clone(), problem })?;
    let target = Target::of(sources)?;
    let held = Held::take(target.path)?;
    let made = held.before.is_none();
    let text = match &held.before {
        Some(bytes) => bytes.clone(),
        None => target.start().as_bytes().to_vec(),
    };
    let text = target.text(text)?;
    let value = target.word(&known.path, value, &text)?;
    let changed =
        edit::set(&text, &known.path, &value).map_err(|obstacle| target.in_the_way(&name, obstacle))?;
    if made || changed != text {
        held.replace(changed.as_bytes())?;
    }
    Ok(Changed { path: target.path.to_owned(), key: name, made })
}

/// Unsets a key, by its dotted name: the layer below counts again. A key that does not exist but is in the file is
/// taken out as well.
///
/// # Errors
///
/// As for [`set`], and when it is not set.
pub fn unset(sources: &Sources, key: &str) -> Result<Changed, ChangeError> {
    let wrong = |problem| ChangeError::Key { key: key.to_owned(), problem };
    let known = Key::named(key).map_err(wrong);
    let names = key::names(key).map_err(wrong)?;
    let name = key::dotted(&names);
    // A table is no key either, but it may be in the file all the same.
    let is_table = schema::shape(&names, |path| path.join(".")) == Ok(Shape::Table);
    let known = if is_table { Ok(known?) } else { known };
    let target = Target::of(sources)?;
    let not_set = |known: Result<Key, ChangeError>| match known {
        Ok(_) => ChangeError::NotSet { path: target.path.to_owned(), key: name.clone() },
        Err(unknown) => unknown,
    };
    if write::contents(target.path)?.is_none() {
        return Err(not_set(known));
    }
    let held = Held::take(target.path)?;
    let text = target.text(held.before.clone().unwrap_or_default())?;
    let changed = edit::unset(&text, &names).map_err(|obstacle| target.in_the_way(&name, obstacle))?;
    let Some(changed) = changed else { return Err(not_set(known)) };
    target.check(&names, &text)?;
    held.replace(changed.as_bytes())?;
    Ok(Changed { path: target.path.to_owned(), key: name, made: false })
}

/// Gives a key, by its dotted name, the value back that it has in the text `before`, or none, unless it has got another
/// one than in `after` meanwhile. Whether it did.
///
/// # Errors
///
/// When the key does not exist, when one of the texts does not parse, and when the file cannot be written.
pub fn put_back(sources: &Sources, key: &str, before: &str, after: &str) -> Result<bool, ChangeError> {
    let names = key::names(key).map_err(|problem| ChangeError::Key { key: key.to_owned(), problem })?;
    let target = Target::of(sources)?;
    if write::contents(target.path)?.is_none() {
        return Ok(false);
    }
    let held = Held::take(target.path)?;
    let text = target.text(held.before.clone().unwrap_or_default())?;
    let changed = edit::put_back(&text, &names, before, after)
        .map_err(|obstacle| target.in_the_way(&key::dotted(&names), obstacle))?;
    let Some(changed) = changed else { return Ok(false) };
    held.replace(changed.as_bytes())?;
    Ok(true)
}

/// The file that changes go to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    pub(super) path: &'a Path,
    explicit: bool,
}

impl<'a> Target<'a> {
    pub(super) fn of(sources: &'a Sources) -> Result<Self, ChangeError> {
        sources.target().map(|(path, explicit)| Self { path, explicit }).ok_or(ChangeError::NoHome)
    }

    /// What a new file starts as.
    pub(super) fn start(self) -> &'static str {
        if self.is_foreign(&Layer::default()) { "" } else { TEMPLATE }
    }

    /// Whether a file with these keys is another program's.
    pub(super) fn is_foreign(self, layer: &Layer) -> bool {
        self.explicit && layer.is_foreign(self.path)
    }

    /// The text of a file that parses.
    pub(super) fn text(self, bytes: Vec<u8>) -> Result<String, ChangeError> {
        let text = String::from_utf8(bytes.clone());
        layer(self.path, bytes).map_err(ChangeError::Unparsable)?;
        // What is not UTF-8 was such a fault.
        Ok(text.unwrap_or_default())
    }

    /// Whether the file is another program's; and if so, whether that knows the key.
    pub(super) fn check(self, key: &[String], text: &str) -> Result<bool, ChangeError> {
        let foreign = self.is_foreign_text(text)?;
        let known =
            matches!(key, [table, key] if table == NOTIFY && plyngent_keys().any(|known| known == key));
        if foreign && !known {
            return Err(ChangeError::Foreign { path: self.path.to_owned(), key: key::dotted(key) });
        }
        Ok(foreign)
    }

    /// As [`is_foreign`](Self::is_foreign), of a text.
    pub(super) fn is_foreign_text(self, text: &str) -> Result<bool, ChangeError> {
        let layer = layer(self.path, text.into()).map_err(ChangeError::Unparsable)?;
        Ok(self.is_foreign(&layer))
    }

    /// The value as the file's own program spells it.
    pub(super) fn word(self, key: &[String], value: String, text: &str) -> Result<String, ChangeError> {
        Ok(if self.check(key, text)? { plyngents_word(key, value) } else { value })
    }

    pub(super) fn in_the_way(self, key: &str, obstacle: Obstacle) -> ChangeError {
        let line = match obstacle {
            Obstacle::InTheWay { line, .. } => line,
            _ => None,
        };
        let at = Origin::File { path: self.path.to_owned(), line };
        ChangeError::InTheWay { at, key: key.to_owned(), obstacle }
    }
}

/// The bell by the name that plyngent has for it; we know both.
fn plyngents_word(key: &[String], value: String) -> String {
    let is_protocol = matches!(key, [_, key] if key == "protocol");
    if is_protocol && value == "\"bell\"" { "\"bel\"".to_owned() } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_home_there_is_nothing_to_change() {
        let nowhere = Sources::default();
        assert!(matches!(set(&nowhere, "bell", "true"), Err(ChangeError::NoHome)));
        assert!(matches!(unset(&nowhere, "bell"), Err(ChangeError::NoHome)));
        assert!(
            matches!(set(&nowhere, "bel", "true"), Err(ChangeError::Key { .. })),
            "what was typed comes first"
        );
    }

    #[test]
    fn plyngent_has_the_first_seven_keys() {
        let keys = "enabled grace_seconds min_interval_seconds channels actions include_reason protocol";
        assert_eq!(plyngent_keys().collect::<Vec<_>>(), keys.split(' ').collect::<Vec<_>>());
    }
}
