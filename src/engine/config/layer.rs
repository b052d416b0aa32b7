//! One layer of the configuration: the keys that one source sets, each with where it stands.
//!
//! Pure: no clock, no environment, no input or output.

use std::path::Path;

use figment::{
    Error, Metadata, Profile, Provider,
    value::{Dict, Map, Tag, Value},
};

use super::{
    fault::{Fault, LONGEST_QUOTE, quote},
    key,
    origin::Origin,
    schema, toml, variables,
};

/// One key as one source gives it: not checked yet.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its name, table by table.
    pub(super) path: Vec<String>,
    /// What it is set to.
    pub(super) value: Value,
    /// Where it stands.
    pub(super) origin: Origin,
    /// The lines of a list's elements, where there are lines.
    pub(super) element_lines: Vec<Option<usize>>,
}

impl Entry {
    /// The key as a dotted name, as TOML would write it.
    pub(super) fn key(&self) -> String {
        key::dotted(&self.path)
    }

    /// The first of its names.
    fn table(&self) -> Option<&str> {
        self.path.first().map(String::as_str)
    }

    fn names(&self) -> Vec<&str> {
        self.path.iter().map(String::as_str).collect()
    }

    fn check(&self) -> Result<(), Fault> {
        let spell = |path: &[&str]| match self.origin {
            Origin::Environment { .. } => variables::name(path),
            _ => dotted(path),
        };
        let checked = schema::shape(&self.path, spell).and_then(|shape| shape.check(&self.value));
        checked.map_err(|problem| {
            let mut origin = self.origin.clone();
            if let Origin::File { line, .. } = &mut origin
                && let Some(Some(element)) = problem.element.and_then(|index| self.element_lines.get(index))
            {
                *line = Some(*element);
            }
            Fault { origin, key: Some(dotted(&self.names())), problem: problem.to_string() }
        })
    }
}

/// All keys of one source, in its order.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    pub(super) entries: Vec<Entry>,
}

impl Layer {
    /// Takes out what is wrong, so that it hides nothing in the layers below.
    pub(super) fn checked(self, faults: &mut Vec<Fault>) -> Self {
        let keep = |entry: &Entry| match entry.check() {
            Ok(()) => true,
            Err(fault) => {
                faults.push(fault);
                false
            }
        };
        Self { entries: self.entries.into_iter().filter(keep).collect() }
    }

    /// Whether these are the keys of another program's file, if it was named explicitly.
    pub(super) fn is_foreign(&self, path: &Path) -> bool {
        toml::is_foreign(path, self.entries.iter().filter_map(Entry::table))
    }

    /// Drops all but `[notify]`.
    pub(super) fn keep_notify(&mut self) {
        self.entries.retain(|entry| entry.table() == Some(schema::NOTIFY));
    }
}

impl Provider for Layer {
    fn metadata(&self) -> Metadata {
        Metadata::named("plyn-notify configuration")
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let mut dict = Dict::new();
        for entry in &self.entries {
            insert(&mut dict, &entry.path, entry.value.clone());
        }
        Ok(Profile::Default.collect(dict))
    }
}

/// Sets a nested key; a value in the way of a table gives way.
fn insert(dict: &mut Dict, path: &[String], value: Value) {
    let Some((name, rest)) = path.split_first() else { return };
    if rest.is_empty() {
        dict.insert(name.clone(), value);
        return;
    }
    let inner = dict.entry(name.clone()).or_insert_with(|| Value::Dict(Tag::Default, Dict::new()));
    if !matches!(inner, Value::Dict(..)) {
        *inner = Value::Dict(Tag::Default, Dict::new());
    }
    if let Value::Dict(_, inner) = inner {
        insert(inner, rest, value);
    }
}

/// How a message repeats a path.
fn dotted(path: &[&str]) -> String {
    path.iter().map(|name| brief(name)).collect::<Vec<_>>().join(".")
}

/// A name as a message repeats it: cut where it is too long for one.
fn brief(name: &str) -> String {
    if toml::is_bare(name) && name.len() <= LONGEST_QUOTE { name.to_owned() } else { quote(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(path: &[&str], value: Value) -> Entry {
        let path = path.iter().map(|&name| name.to_owned()).collect();
        Entry { path, value, origin: Origin::Default, element_lines: Vec::new() }
    }

    #[test]
    fn a_wrong_key_is_taken_out_and_its_neighbours_stay() {
        let layer = Layer {
            entries: vec![
                entry(&["notify", "bell"], false.into()),
                entry(&["notify", "sound"], "loud".into()),
                entry(&["notify", "grace_seconds"], 3_i64.into()),
            ],
        };
        let mut faults = Vec::new();
        let kept: Vec<String> = layer.checked(&mut faults).entries.iter().map(Entry::key).collect();
        assert_eq!(kept, ["notify.bell", "notify.grace_seconds"]);
        let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
        assert_eq!(faults, ["default: notify.sound: expected true or false, found \"loud\""]);
    }

    #[test]
    fn names_are_quoted_as_toml_does() {
        assert_eq!(entry(&["agents", "claude-code", "mode"], true.into()).key(), "agents.claude-code.mode");
        assert_eq!(entry(&["agents", "a.b", "mode"], true.into()).key(), "agents.\"a.b\".mode");
        assert_eq!(entry(&["notify", ""], true.into()).key(), "notify.\"\"");
        let long = entry(&["notify", &"k".repeat(50)], true.into());
        assert_eq!(long.key(), format!("notify.{}", "k".repeat(50)));
        assert_eq!(long.check().unwrap_err().key, Some(format!("notify.\"{}\"…", "k".repeat(40))));
    }

    #[test]
    fn a_value_in_the_way_of_a_table_gives_way() {
        let layer = Layer {
            entries: vec![
                entry(&["agents", "x"], true.into()),
                entry(&["agents", "x", "mode"], "ask".into()),
            ],
        };
        let figment = figment::Figment::from(layer);
        assert_eq!(figment.extract_inner::<String>("agents.x.mode").unwrap(), "ask");
    }
}
