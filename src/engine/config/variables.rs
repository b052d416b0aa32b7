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

/// What lacode calls the keys of `[remote]`, and whether it counts in milliseconds there (spec §7).
const ALIASES: [(&str, &str, bool); 5] = [
    ("OC_LOCAL_HOST", "host", false),
    ("OC_LOCAL_USER", "user", false),
    ("OC_TUNNEL_PORT", "port", false),
    ("OC_NOTIFY_KEY", "key", false),
    ("OC_CONNECT_TIMEOUT_MS", "connect_timeout_seconds", true),
];

/// lacode's key, where it knows who to ask and `OC_NOTIFY_KEY` says nothing.
const LACODE_KEY: &str = "~/.ssh/lacode_notify";

/// Whether a variable may be a key.
pub(super) fn is_ours(variable: &[u8]) -> bool {
    variable.starts_with(PREFIX.as_bytes()) || ALIASES.iter().any(|(name, ..)| name.as_bytes() == variable)
}

/// The variables as a layer. A name that nests nothing is a key of `[notify]`; an empty value is an unset variable. Our own
/// names win over lacode's.
pub(super) fn layer(variables: &[(String, String)]) -> Layer {
    let aliases = variables.iter().filter_map(alias);
    Layer { entries: aliases.chain(variables.iter().filter_map(entry)).collect() }
}

/// What follows from lacode's variables without being said: it gives way to everything that is.
pub(super) fn lacode(variables: &[(String, String)]) -> Layer {
    let user = variables.iter().find(|(name, value)| name == "OC_LOCAL_USER" && !value.trim().is_empty());
    let key = |(variable, _): &(String, String)| {
        from(variable, vec![schema::REMOTE.to_owned(), "key".to_owned()], LACODE_KEY)
    };
    Layer { entries: user.map(key).into_iter().collect() }
}

fn alias((variable, value): &(String, String)) -> Option<Entry> {
    let (_, key, milliseconds) = ALIASES.into_iter().find(|(name, ..)| name == variable)?;
    let value = match value.trim().parse::<f64>() {
        // To lacode that is as good as unset.
        Ok(0.0) if milliseconds => return None,
        Ok(number) if milliseconds => (number / 1000.0).to_string(),
        _ if value.trim().is_empty() => return None,
        _ => value.clone(),
    };
    Some(from(variable, vec![schema::REMOTE.to_owned(), key.to_owned()], &value))
}

fn from(variable: &str, path: Vec<String>, value: &str) -> Entry {
    let origin = Origin::Environment { variable: variable.to_owned() };
    Entry { path, value: Value::from(value), origin, element_lines: Vec::new() }
}

fn entry((variable, value): &(String, String)) -> Option<Entry> {
    let name = variable.strip_prefix(PREFIX)?;
    if value.trim().is_empty() || RESERVED.contains(&variable.as_str()) {
        return None;
    }
    let mut path: Vec<String> = name.split(NESTS).map(str::to_ascii_lowercase).collect();
    if path.len() == 1 {
        path.insert(0, schema::NOTIFY.to_owned());
    }
    Some(from(variable, path, value))
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
    fn lacode_s_names_are_those_of_the_remote_host_and_ours_win() {
        let variables = [
            ("OC_CONNECT_TIMEOUT_MS", "2500"),
            ("OC_LOCAL_HOST", "laptop"),
            ("OC_LOCAL_USER", "me"),
            ("OC_NOTIFY_KEY", "~/.ssh/lacode_notify"),
            ("OC_TUNNEL_PORT", "10023"),
            ("PLYN_NOTIFY_REMOTE__USER", "you"),
        ];
        assert!(variables.iter().all(|(name, _)| is_ours(name.as_bytes())));
        let shown = |variables: &[(&str, &str)]| {
            let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
            let variables: Vec<(String, String)> = variables.iter().map(owned).collect();
            let shown = |entry: &Entry| format!("{}={}", entry.key(), entry.value.as_str().unwrap());
            layer(&variables).entries.iter().map(shown).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            shown(&variables),
            "remote.connect_timeout_seconds=2.5 remote.host=laptop remote.user=me \
             remote.key=~/.ssh/lacode_notify remote.port=10023 remote.user=you"
        );
        assert_eq!(shown(&[("OC_CONNECT_TIMEOUT_MS", "0"), ("OC_LOCAL_USER", " ")]), "");
        assert_eq!(shown(&[("OC_CONNECT_TIMEOUT_MS", "soon")]), "remote.connect_timeout_seconds=soon");
        assert!(!is_ours(b"OC_SSH_TIMEOUT_MS") && !is_ours(b"OC_LOCAL_HOSTS"));
    }

    #[test]
    fn lacode_has_a_key_of_its_own() {
        let variables = |name: &str, value: &str| [(name.to_owned(), value.to_owned())];
        let layer = lacode(&variables("OC_LOCAL_USER", "me"));
        let shown: Vec<(String, &str)> =
            layer.entries.iter().map(|entry| (entry.key(), entry.value.as_str().unwrap())).collect();
        assert_eq!(shown, [("remote.key".to_owned(), "~/.ssh/lacode_notify")]);
        for other in [variables("OC_LOCAL_USER", " "), variables("OC_TUNNEL_PORT", "10022")] {
            assert!(lacode(&other).entries.is_empty());
        }
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
