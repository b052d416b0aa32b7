//! The file that changes go to as a form shows it: each key's own value and what counts without it; and several changes
//! at once, made to the file as it was shown.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use super::{
    change::{ChangeError, Target},
    edit,
    fault::Problem,
    key::{self, Key},
    known::TEMPLATE,
    listing::Effective,
    load::{Sources, load},
    origin::Origin,
    schema::{NOTIFY, NOTIFY_KEYS, PLYNGENT_KEYS, Shape},
    write::{Held, WriteError, contents},
};

/// A file that can be surveyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Whose it is, in a word or two.
    pub name: &'static str,
    /// The layers with this file as the one that changes go to.
    pub sources: Sources,
}

/// The files that a form may be opened on, the one that counts now first.
pub fn candidates(sources: &Sources) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut add = |name, sources: Sources| {
        let path = sources.target().map(|(path, _)| path.to_owned());
        let is_new = |other: &Candidate| other.sources.target().map(|(path, _)| path) != path.as_deref();
        if path.is_some() && found.iter().all(is_new) {
            found.push(Candidate { name, sources });
        }
    };
    if sources.explicit.is_some() {
        add("the named file", sources.clone());
    }
    add("your own", Sources { explicit: None, ..sources.clone() });
    let plyngent = ProjectDirs::from("", "", "plyngent").map(|dirs| dirs.config_dir().join("plyngent.toml"));
    if let Some(path) = plyngent.filter(|path| path.exists()) {
        add("plyngent's", Sources { explicit: Some(path), ..sources.clone() });
    }
    found
}

/// One key of `[notify]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// What it may hold.
    pub shape: Shape,
    /// What it means: the comment of the default configuration.
    pub help: String,
    /// The default.
    pub default: Effective,
    /// Its value in this file, if it is set there and right.
    pub own: Option<Effective>,
    /// What counts where this file does not set it.
    pub below: Effective,
    /// Where that comes from.
    pub below_origin: Origin,
    /// A layer above this file that sets it, and its value there.
    pub above: Option<(Origin, Effective)>,
    /// What is wrong with it in this file.
    pub fault: Option<String>,
    /// Whether it may be set in this file.
    pub may_set: bool,
}

/// A file and its `[notify]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// The file as it was named or found.
    pub path: PathBuf,
    /// Whether it is another program's.
    pub is_foreign: bool,
    /// Whether it has yet to be made.
    pub is_new: bool,
    /// Its text; what a new one starts with.
    pub text: String,
    /// The keys.
    pub rows: Vec<Row>,
    before: Option<Vec<u8>>,
    sources: Sources,
}

/// One change: the dotted name of a key, and its value as it is typed, or none to unset it.
pub type Change = (String, Option<String>);

impl Survey {
    /// Reads the file that changes go to.
    ///
    /// # Errors
    ///
    /// When there is none, when it cannot be read, and when it does not parse.
    pub fn of(sources: &Sources) -> Result<Self, ChangeError> {
        let target = Target::of(sources)?;
        let before = contents(target.path)?;
        let text = match &before {
            Some(bytes) => target.text(bytes.clone())?,
            None => target.start().to_owned(),
        };
        let is_foreign = target.is_foreign_text(&text)?;
        Ok(Self {
            path: target.path.to_owned(),
            is_foreign,
            is_new: before.is_none(),
            rows: rows(sources, target.path, is_foreign),
            text,
            before,
            sources: sources.clone(),
        })
    }

    /// The text with these changes.
    ///
    /// # Errors
    ///
    /// As [`set`](super::set) has them.
    pub fn changed(&self, changes: &[Change]) -> Result<String, ChangeError> {
        let target = Target::of(&self.sources)?;
        let mut text = self.text.clone();
        for (name, value) in changes {
            let known =
                Key::named(name).map_err(|problem| ChangeError::Key { key: name.clone(), problem })?;
            let full = key::dotted(&known.path);
            let in_the_way = |obstacle| target.in_the_way(&full, obstacle);
            if let Some(typed) = value {
                let wrong = |problem| ChangeError::Value { key: full.clone(), problem };
                let value = target.word(&known.path, known.written(typed).map_err(wrong)?, &text)?;
                text = edit::set(&text, &known.path, &value).map_err(in_the_way)?;
            } else {
                target.check(&known.path, &text)?;
                text = edit::unset(&text, &known.path).map_err(in_the_way)?.unwrap_or(text);
            }
        }
        Ok(text)
    }

    /// Whether the file is still what was read.
    pub fn is_current(&self) -> bool {
        contents(&self.path).is_ok_and(|now| now == self.before)
    }

    /// Makes these changes.
    ///
    /// # Errors
    ///
    /// As [`changed`](Self::changed), when the file is another than what was read, and when it cannot be written.
    pub fn save(&self, changes: &[Change]) -> Result<(), ChangeError> {
        let text = self.changed(changes)?;
        let held = Held::take(&self.path)?;
        if held.before != self.before {
            return Err(WriteError::Changed { path: self.path.clone() }.into());
        }
        Ok(held.replace(text.as_bytes())?)
    }
}

/// What a typed value of a key of `[notify]` comes to.
///
/// # Errors
///
/// What loading would say of it.
pub fn read(name: &str, typed: &str) -> Result<Effective, Problem> {
    Key::named(&format!("{NOTIFY}.{name}"))?.effective(typed)
}

fn rows(sources: &Sources, path: &Path, is_foreign: bool) -> Vec<Row> {
    let alone = Sources { system: Vec::new(), environment: Vec::new(), ..sources.clone() };
    let below = Sources { user: None, explicit: None, environment: Vec::new(), ..sources.clone() };
    let (alone, below, all) = (load(&alone), load(&below), load(sources));
    let default = load(&Sources::default());
    let rows = NOTIFY_KEYS.iter().enumerate().filter_map(|(index, (name, shape))| {
        let key = format!("{NOTIFY}.{name}");
        let listed = |loaded: &super::Loaded| loaded.get(&key).ok();
        let value = |loaded| listed(loaded).and_then(|listed| listed.value);
        let is_set = |origin: &Origin| matches!(origin, Origin::File { .. });
        let above = listed(&all).filter(|listed| matches!(listed.origin, Origin::Environment { .. }));
        let fault = alone.faults.iter().find(|fault| fault.key.as_deref() == Some(key.as_str()));
        Some(Row {
            name,
            shape: *shape,
            help: help(name),
            default: value(&default)?,
            own: listed(&alone).filter(|listed| is_set(&listed.origin)).and_then(|listed| listed.value),
            below: value(&below)?,
            below_origin: listed(&below)?.origin,
            above: above.and_then(|listed| Some((listed.origin, listed.value?))),
            fault: fault.map(|fault| {
                let line = match &fault.origin {
                    Origin::File { path: at, line: Some(line) } if at == path => format!("line {line}: "),
                    _ => String::new(),
                };
                format!("{line}{}", fault.problem)
            }),
            may_set: !is_foreign || index < PLYNGENT_KEYS,
        })
    });
    rows.collect()
}

/// What the default configuration says above a key of `[notify]`.
fn help(name: &str) -> String {
    let mut comment: Vec<&str> = Vec::new();
    for line in TEMPLATE.lines() {
        match line.strip_prefix("# ") {
            Some(text) => comment.push(text),
            None if line.strip_prefix('#').is_some_and(|key| key.split(' ').next() == Some(name)) => {
                return comment.join(" ");
            }
            None => comment.clear(),
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn survey(text: Option<&str>) -> (tempfile::TempDir, Survey) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        if let Some(text) = text {
            fs::write(&path, text).unwrap();
        }
        let survey = Survey::of(&Sources { user: Some(path), ..Sources::default() }).unwrap();
        (folder, survey)
    }

    #[test]
    fn every_key_has_its_help_and_its_default() {
        let (_folder, survey) = survey(None);
        assert!(survey.is_new && !survey.is_foreign);
        assert_eq!(survey.rows.len(), NOTIFY_KEYS.len());
        for row in &survey.rows {
            assert!(row.help.ends_with('.'), "{}: {:?}", row.name, row.help);
            assert_eq!((&row.own, &row.below), (&None, &row.default), "{}", row.name);
        }
    }

    #[test]
    fn several_changes_are_one() {
        let before =
            "# mine\r\n[notify]\r\n  grace_seconds   =  5 # s\r\nbell=false\r\n\r\n[other]\r\nx = [1,2]\r\n";
        let (_folder, survey) = survey(Some(before));
        let changes = [
            ("grace_seconds".to_owned(), Some("2".to_owned())),
            ("bell".to_owned(), None),
            ("notify.sound".to_owned(), Some("false".to_owned())),
        ];
        survey.save(&changes).unwrap();
        let after = fs::read_to_string(&survey.path).unwrap();
        assert_eq!(
            after,
            "# mine\r\n[notify]\r\n  grace_seconds   =  2 # s\r\n  sound = false\r\n\r\n[other]\r\nx = [1,2]\r\n"
        );
        let again = Survey::of(&survey.sources).unwrap();
        assert_eq!(again.rows[1].own, Some(Effective::Seconds(std::time::Duration::from_secs(2))));
        assert!(!survey.is_current() && again.is_current());
    }

    #[test]
    fn the_second_of_two_is_told() {
        let (_folder, first) = survey(Some("[notify]\n"));
        let second = Survey::of(&first.sources).unwrap();
        first.save(&[("bell".to_owned(), Some("false".to_owned()))]).unwrap();
        let error = second.save(&[("sound".to_owned(), Some("false".to_owned()))]).unwrap_err().to_string();
        assert!(error.ends_with("it was changed by another program meanwhile"), "{error}");
        assert_eq!(fs::read_to_string(&first.path).unwrap(), "[notify]\nbell = false\n");
    }

    #[test]
    fn what_is_wrong_in_the_file_is_said_and_layers_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let (own, system) = (folder.path().join("own.toml"), folder.path().join("system.toml"));
        fs::write(&own, "[notify]\nbell = \"loud\"\ngrace_seconds = 3\n").unwrap();
        fs::write(&system, "[notify]\nsound = false\n").unwrap();
        let environment = vec![("PLYN_NOTIFY_GRACE_SECONDS".to_owned(), "1".to_owned())];
        let sources =
            Sources { user: Some(own), system: vec![system.clone()], environment, ..Sources::default() };
        let survey = Survey::of(&sources).unwrap();
        let row = |name| survey.rows.iter().find(|row| row.name == name).unwrap();
        assert_eq!(row("bell").fault.as_deref(), Some("line 2: expected true or false, found \"loud\""));
        assert_eq!(row("sound").below, Effective::Switch(false));
        assert_eq!(row("sound").below_origin, Origin::File { path: system, line: Some(2) });
        let (origin, _) = row("grace_seconds").above.clone().unwrap();
        assert_eq!(origin.to_string(), "PLYN_NOTIFY_GRACE_SECONDS");
    }

    #[test]
    fn of_another_program_s_file_only_its_own_keys() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plyngent.toml");
        fs::write(&path, "[providers]\nx = 1\n[notify]\nenabled = true\n").unwrap();
        let survey = Survey::of(&Sources { explicit: Some(path), ..Sources::default() }).unwrap();
        assert!(survey.is_foreign);
        assert_eq!(survey.rows.iter().filter(|row| row.may_set).count(), PLYNGENT_KEYS);
        assert!(matches!(
            survey.changed(&[("bell".into(), Some("false".into()))]),
            Err(ChangeError::Foreign { .. })
        ));
        let text = survey.changed(&[("protocol".into(), Some("bell".into()))]).unwrap();
        assert!(text.contains("protocol = \"bel\""), "plyngent's word: {text}");
    }
}
