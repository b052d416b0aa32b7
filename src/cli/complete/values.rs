//! What can be given to an option.

use clap::{Arg, ValueHint};

use super::{Offer, about, line::Line};
use crate::{
    cli::manual,
    engine::{
        config::{self, ANY_AGENT, ChannelName, KnownKey, Protocol},
        doctor, hosts,
        request::Kind,
    },
};

/// Names of values that are the human's own: nothing can be offered for them.
const OWN: [&str; 23] = [
    "EVENT",
    "TEXT",
    "DURATION",
    "QUESTION",
    "KEY[=LABEL]",
    "NAME[=PROMPT]",
    "NAME=REGEX",
    "TITLE [BODY]",
    "MS",
    "APP",
    "TYPE[,TYPE…]",
    "TYPE:NAME:VALUE",
    "ID",
    "FD",
    "[NAME=]TEXT",
    "PID",
    "PROMPT",
    "WORD",
    "NUMBER",
    "PORT",
    "USER",
    "ARGS",
    "SECONDS",
];

/// Kinds of objects (spec §2 wait).
const OBJECTS: [(&str, &str); 4] = [
    ("program=", "a program; only its name travels"),
    ("target=", "a file; only its name travels"),
    ("tools=", "the tools that are to be used"),
    ("kind=", "what kind of thing the target is"),
];

/// What can be offered for this argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Possible,
    Protocols,
    Channels,
    Checks,
    Keys,
    KeyValues,
    Choices,
    ChoiceKeys,
    Objects,
    Pages,
    Hosts,
    Files,
    Directories,
    Nothing,
}

fn source(arg: &Arg) -> Option<Source> {
    if !arg.get_possible_values().is_empty() {
        return Some(Source::Possible);
    }
    match arg.get_id().as_str() {
        "protocol" => return Some(Source::Protocols),
        "channels" => return Some(Source::Channels),
        "only" => return Some(Source::Checks),
        "key" if arg.is_positional() => return Some(Source::Keys),
        "value" if arg.is_positional() => return Some(Source::KeyValues),
        "choices" => return Some(Source::Choices),
        "default" | "refuse" => return Some(Source::ChoiceKeys),
        "objects" => return Some(Source::Objects),
        "page" => return Some(Source::Pages),
        _ => {}
    }
    match arg.get_value_hint() {
        ValueHint::Unknown => {}
        ValueHint::Hostname => return Some(Source::Hosts),
        ValueHint::DirPath => return Some(Source::Directories),
        ValueHint::AnyPath | ValueHint::FilePath | ValueHint::ExecutablePath => return Some(Source::Files),
        _ => return Some(Source::Nothing),
    }
    if arg.is_trailing_var_arg_set() || arg.is_last_set() {
        return Some(Source::Nothing);
    }
    match arg.get_value_names().unwrap_or_default() {
        [name] if name == "HOST" => Some(Source::Hosts),
        [name] if name == "FILE" || name == "PATH" => Some(Source::Files),
        [name] if name == "DIR" => Some(Source::Directories),
        [name] if OWN.contains(&name.as_str()) => Some(Source::Nothing),
        _ => None,
    }
}

/// Whether anybody has said what can be offered for it.
pub(super) fn is_known(arg: &Arg) -> bool {
    source(arg).is_some()
}

/// What can be offered for it, where so much is typed.
pub(super) fn of(arg: &Arg, typed: &str, line: &Line<'_>) -> Offer {
    let bare =
        |words: Vec<&'static str>| words.into_iter().map(|word| (word.to_owned(), String::new())).collect();
    Offer::Words(match source(arg) {
        None | Some(Source::Nothing) => Vec::new(),
        Some(Source::Possible) => arg
            .get_possible_values()
            .iter()
            .filter(|value| !value.is_hide_set())
            .map(|value| (value.get_name().to_owned(), about(value.get_help())))
            .collect(),
        Some(Source::Protocols) => bare(Protocol::ALL.map(Protocol::name).to_vec()),
        Some(Source::Channels) => list(typed, &ChannelName::ALL.map(ChannelName::name)),
        Some(Source::Keys) => keys(),
        Some(Source::KeyValues) => {
            line.values("key").next().map(|key| values(key, typed)).unwrap_or_default()
        }
        Some(Source::Choices) => presets(),
        Some(Source::ChoiceKeys) => choices(line),
        Some(Source::Objects) => OBJECTS.map(|(word, about)| (word.to_owned(), about.to_owned())).to_vec(),
        Some(Source::Pages) => {
            manual::pages().into_iter().map(|page| (page.topic.clone(), page.about().to_owned())).collect()
        }
        Some(Source::Checks) => {
            let names: Vec<&str> = doctor::IDS.iter().map(|id| id.name).collect();
            list(typed, &names)
        }
        Some(Source::Hosts) => hosts::known().into_iter().map(|host| (host, String::new())).collect(),
        Some(Source::Files) => return Offer::Files,
        Some(Source::Directories) => return Offer::Directories,
    })
}

/// Words between commas: the last one can be completed to each that is not there yet.
fn list(typed: &str, words: &[&str]) -> Vec<(String, String)> {
    let (before, _) = typed.rsplit_once(',').map_or(("", typed), |(before, last)| (before, last));
    let start = if typed.contains(',') { format!("{before},") } else { String::new() };
    let open = words.iter().filter(|word| !before.split(',').any(|given| given == **word));
    open.map(|word| (format!("{start}{word}"), String::new())).collect()
}

/// The keys as `config` takes them, those of `[notify]` by their short names.
fn keys() -> Vec<(String, String)> {
    let known = config::known_keys().into_iter().filter(|known| !known.key.contains(ANY_AGENT));
    let short = |key: &str| key.strip_prefix("notify.").unwrap_or(key).to_owned();
    known.map(|KnownKey { key, takes, .. }| (short(&key), takes.to_owned())).collect()
}

/// What the key can hold, where that is a few words.
fn values(key: &str, typed: &str) -> Vec<(String, String)> {
    let known = config::known_keys()
        .into_iter()
        .find(|known| known.key == key || known.key == format!("notify.{key}"));
    match known {
        Some(KnownKey { words, is_list: true, .. }) => list(typed, &words),
        Some(KnownKey { words, .. }) => {
            words.into_iter().map(|word| (word.to_owned(), String::new())).collect()
        }
        None => Vec::new(),
    }
}

/// The choices that the kinds have, and the plainest.
fn presets() -> Vec<(String, String)> {
    let of = |kind: &Kind| kind.choices().iter().map(|(key, _)| *key).collect::<Vec<_>>().join(",");
    let mut found: Vec<(String, String)> = Vec::new();
    for kind in Kind::ALL.iter().filter(|kind| !kind.choices().is_empty()) {
        let keys = of(kind);
        if !found.iter().any(|(known, _)| *known == keys) {
            found.push((keys, format!("as of --kind {}", kind.name())));
        }
    }
    found.push(("yes,no".to_owned(), String::new()));
    found
}

/// The choices of the question so far: those that are named, else the kind's.
fn choices(line: &Line<'_>) -> Vec<(String, String)> {
    let named: Vec<&str> =
        line.values("choices").flat_map(|list| list.split(',')).chain(line.values("choice")).collect();
    if !named.is_empty() {
        let split = named.iter().map(|choice| choice.split_once('=').unwrap_or((choice, "")));
        return split.map(|(key, label)| (key.to_owned(), label.to_owned())).collect();
    }
    let kind = match line.values("kind").last() {
        Some(name) => Kind::ALL.into_iter().find(|kind| kind.name() == name),
        None => Some(Kind::Confirm),
    };
    let choices = kind.map(Kind::choices).unwrap_or_default();
    choices.iter().map(|(key, label)| ((*key).to_owned(), (*label).to_owned())).collect()
}
