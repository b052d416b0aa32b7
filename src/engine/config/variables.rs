//! The environment variables as a layer, and how a key is spelled as a variable.
//!
//! Pure: no clock, no environment, no input or output; the variables come as an argument.

use figment::value::Value;

use super::{
    layer::{Entry, Layer},
    origin::Origin,
    schema,
};

/// The prefix of all our variables.
pub(super) const PREFIX: &str = "PLYN_NOTIFY_";
/// What separates a table from its key in a variable's name (spec §5).
const NESTS: &str = "__";
/// Variables of ours that are no keys (spec §5).
const RESERVED: [&str; 5] = [
    "PLYN_NOTIFY_CONFIG",
    "PLYN_NOTIFY_SESSION",
    "PLYN_NOTIFY_REQUEST_ID",
    "PLYN_NOTIFY_SOUND",
    "PLYN_NOTIFY_LOG",
];

/// The variables as a layer. A name that nests nothing is a key of `[notify]`; an empty value is an unset variable.
pub(super) fn layer(variables: &[(String, String)]) -> Layer {
    let entry = |(variable, value): &(String, String)| {
        let name = variable.strip_prefix(PREFIX)?;
        if value.trim().is_empty() || RESERVED.contains(&variable.as_str()) {
            return None;
        }
        let mut path: Vec<String> = name.split(NESTS).map(str::to_ascii_lowercase).collect();
        if path.len() == 1 {
            path.insert(0, schema::NOTIFY.to_owned());
        }
        let origin = Origin::Environment { variable: variable.clone() };
        Some(Entry { path, value: Value::from(value.as_str()), origin, element_lines: Vec::new() })
    };
    Layer { entries: variables.iter().filter_map(entry).collect() }
}

/// The variable of a key: `[notify]` needs no mention, except for a key whose short variable means something else.
pub(super) fn name(path: &[&str]) -> String {
    let spell = |path: &[&str]| format!("{PREFIX}{}", path.join(NESTS).to_ascii_uppercase());
    let short = spell(path.strip_prefix(&[schema::NOTIFY]).unwrap_or(path));
    if RESERVED.contains(&short.as_str()) { spell(path) } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_comes_back_from_its_variable() {
        for key in schema::fixed_keys().chain(["agents.claude.mode".to_owned()]) {
            let variable = name(&key.split('.').collect::<Vec<_>>());
            let layer = layer(&[(variable.clone(), "x".to_owned())]);
            let found: Vec<String> = layer.entries.iter().map(Entry::key).collect();
            assert_eq!(found, [key], "{variable}");
        }
    }

    #[test]
    fn variables_are_spelled_short_where_that_is_free() {
        assert_eq!(name(&["notify", "grace_seconds"]), "PLYN_NOTIFY_GRACE_SECONDS");
        assert_eq!(name(&["notify", "sound"]), "PLYN_NOTIFY_NOTIFY__SOUND");
        assert_eq!(name(&["remote", "host"]), "PLYN_NOTIFY_REMOTE__HOST");
    }

    #[test]
    fn what_is_no_key_is_passed_over() {
        let variables = RESERVED.map(|name| (name.to_owned(), "x".to_owned()));
        assert!(layer(&variables).entries.is_empty());
        let others =
            [("HOME", "x"), ("PLYN_NOTIFY", "x"), ("PLYN_NOTIFY_BELL", ""), ("PLYN_NOTIFY_BELL", " ")];
        assert!(layer(&others.map(|(name, value)| (name.to_owned(), value.to_owned()))).entries.is_empty());
    }
}
