//! Every key, for a human and for a program.

use serde::Serialize;

use crate::engine::config::{Effective, Listed, Loaded, Origin, Sources};

/// The configuration as TOML, aligned: key, value, and as a comment where it came from.
pub(super) fn toml(loaded: &Loaded) -> String {
    let rows = loaded.list();
    let set = || rows.iter().filter_map(|row| Some((row.key.as_str(), row.value.as_ref()?.toml())));
    let keys = set().map(|(key, _)| key.chars().count()).max().unwrap_or_default();
    let values = set().map(|(_, value)| value.chars().count()).max().unwrap_or_default();
    let line = |Listed { key, value, origin }: &Listed| match value {
        Some(value) => format!("{key:keys$} = {:values$}  # {origin}\n", value.toml()),
        None => format!("# {key} is not set\n"),
    };
    rows.iter().map(line).collect()
}

#[derive(Serialize)]
struct Object {
    /// The file that changes go to.
    file: Option<String>,
    keys: Vec<Row>,
    faults: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    key: String,
    value: serde_json::Value,
    toml: Option<String>,
    layer: &'static str,
    file: Option<String>,
    line: Option<usize>,
    variable: Option<String>,
}

/// The configuration as one line of JSON.
pub(super) fn json(sources: &Sources, loaded: &Loaded) -> String {
    let object = Object {
        file: sources.target().map(|(path, _)| path.to_string_lossy().into_owned()),
        keys: loaded.list().into_iter().map(|listed| row(sources, listed)).collect(),
        faults: loaded.faults.iter().map(ToString::to_string).collect(),
    };
    // Strings, numbers and lists always have a JSON form.
    format!("{}\n", serde_json::to_string(&object).unwrap_or_default())
}

fn row(sources: &Sources, Listed { key, value, origin }: Listed) -> Row {
    let is_users = |path| sources.target().is_some_and(|(target, _)| target == path);
    let layer = match &origin {
        Origin::Default => "default",
        Origin::File { path, .. } if is_users(path.as_path()) => "user",
        Origin::File { .. } => "system",
        Origin::Environment { .. } => "environment",
        Origin::Flag => "flag",
    };
    let (file, line, variable) = match origin {
        Origin::File { path, line } => (Some(path.to_string_lossy().into_owned()), line, None),
        Origin::Environment { variable } => (None, None, Some(variable)),
        Origin::Default | Origin::Flag => (None, None, None),
    };
    Row { key, toml: value.as_ref().map(Effective::toml), value: plain(value), layer, file, line, variable }
}

fn plain(value: Option<Effective>) -> serde_json::Value {
    match value {
        None => serde_json::Value::Null,
        Some(Effective::Switch(switch)) => switch.into(),
        Some(Effective::Seconds(seconds)) => seconds.as_secs_f64().into(),
        Some(Effective::Port(port)) => port.into(),
        Some(Effective::Text(text)) => text.into(),
        Some(Effective::List(texts)) => texts.into(),
    }
}
