//! How a terminal behaves, as plain data: `tests/terminals/NAME.toml`.

use std::{collections::BTreeMap, fs, path::PathBuf};

use serde::Deserialize;

/// One terminal. What a file leaves out is as in `Personality::default()`: a terminal that shows text and rings.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Personality {
    /// The file's name.
    #[serde(skip)]
    pub(crate) name: String,
    /// What it stands for, and where that was seen.
    pub(crate) about: String,
    /// What it sets in the environment of its programs.
    pub(crate) env: BTreeMap<String, String>,
    /// What it says to XTVERSION.
    pub(crate) xtversion: Option<String>,
    /// What it says to DA1, between `CSI` and `c`.
    pub(crate) da1: Option<String>,
    /// What it says to DA2, between `CSI` and `c`.
    pub(crate) da2: Option<String>,
    /// What it makes of OSC 9.
    pub(crate) osc9: Osc9,
    /// What it makes of OSC 777.
    pub(crate) osc777: Osc777,
    /// Whether it shows `OSC 1337 ; Notification=`.
    pub(crate) iterm2: bool,
    /// What it makes of OSC 99, if anything.
    pub(crate) osc99: Option<Osc99>,
    /// Whether it prints what a device control string holds.
    pub(crate) prints_dcs: bool,
    /// How many milliseconds each of its replies takes.
    pub(crate) delay: u64,
    /// Whether it sends strings and queries back as they came, beside whatever it answers.
    pub(crate) echoes: bool,
}

/// What becomes of `OSC 9 ; text`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Osc9 {
    /// Nothing.
    #[default]
    Ignored,
    /// A notification of the whole text.
    Whole,
    /// A notification, unless its first field is a number.
    UnlessNumber,
    /// A notification, unless there is a `;` in it.
    UnlessSemicolon,
    /// A command is carried out: to be sent it is a fault.
    Executed,
}

/// What becomes of `OSC 777 ; notify ; title ; body`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Osc777 {
    /// Nothing.
    #[default]
    Ignored,
    /// A notification; the body keeps its `;`.
    Whole,
    /// A notification; the body ends at a `;`.
    Cut,
    /// A notification, if there are exactly the three fields.
    Exact,
}

/// What becomes of OSC 99.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Osc99 {
    /// What it says to `p=?`, the whole OSC without its number, with `{id}` for the id.
    pub(crate) query: Option<String>,
    /// Whether `p=?` is the end of it, and of every program in it.
    pub(crate) dies_of_query: bool,
    /// Whether it answers `p=?` behind the reply to a DA1 that was asked after it.
    pub(crate) answers_late: bool,
    /// The payloads it knows.
    pub(crate) payloads: Vec<String>,
    /// What it makes of any other payload.
    pub(crate) unknown_payload: Unknown,
    /// Whether it reports that a notification is closed, where that is asked for.
    pub(crate) reports_close: bool,
    /// Whether it reports a press of a button even where no report is asked for.
    pub(crate) always_reports_press: bool,
    /// Whether a notification that is closed by hand is reported as clicked.
    pub(crate) close_is_click: bool,
    /// Whether it shows nothing, and reports a close at once, where that is asked for.
    pub(crate) refuses: bool,
}

/// What becomes of a payload that is not known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Unknown {
    /// Nothing.
    #[default]
    Dropped,
    /// It is a part of the title.
    Title,
    /// An empty notification is shown.
    Empty,
}

impl Personality {
    /// All there are, by name.
    pub(crate) fn all() -> Vec<Self> {
        let files = fs::read_dir(folder()).expect("tests/terminals can be read");
        let mut names: Vec<String> = files
            .map(|file| file.expect("a file").file_name().into_string().expect("a plain name"))
            .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
            .collect();
        names.sort();
        names.iter().map(|name| Self::named(name)).collect()
    }

    /// `tests/terminals/NAME.toml`.
    #[track_caller]
    pub(crate) fn named(name: &str) -> Self {
        let path = folder().join(format!("{name}.toml"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let read: Self = toml_edit::de::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { name: name.to_owned(), ..read }
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/terminals")
}
