//! Which keys exist and what each may hold.
//!
//! Pure: no clock, no environment, no input or output. It knows neither files nor layers.

use figment::value::Value;

use super::{
    fault::{Problem, any_of, nearest},
    value,
};

/// What a key may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// On or off.
    Switch,
    /// A length of time.
    Seconds,
    /// Channels, in order.
    Channels,
    /// A protocol, or none.
    Protocol,
    /// One word, or none.
    Word,
    /// A file's name, or none.
    Path,
    /// A port, or none.
    Port,
    /// A table of keys: no single value can be right.
    Table,
}

impl Shape {
    /// Whether the value can be read; what was read is dropped.
    pub(super) fn check(self, value: &Value) -> Result<(), Problem> {
        match self {
            Self::Switch => value::switch(value).map(drop),
            Self::Seconds => value::seconds(value).map(drop),
            Self::Channels => value::channels(value).map(drop),
            Self::Protocol => value::protocol(value).map(drop),
            Self::Word => value::word(value).map(drop),
            Self::Path => value::path(value).map(drop),
            Self::Port => value::port(value).map(drop),
            Self::Table => Err(Problem::new(format!("expected a table, found {}", value::describe(value)))),
        }
    }
}

/// The table that everything but the remote host and the agents is in, and the only one read from a foreign file.
pub(super) const NOTIFY: &str = "notify";
/// The table of the host whose desktop is asked.
pub(super) const REMOTE: &str = "remote";
/// The table of tables, one for each coding agent.
pub(super) const AGENTS: &str = "agents";
/// All tables.
pub(super) const TABLES: [&str; 3] = [NOTIFY, REMOTE, AGENTS];

/// The keys of `[notify]`, as spec §5 lists them.
pub(super) static NOTIFY_KEYS: [(&str, Shape); 9] = [
    ("enabled", Shape::Switch),
    ("grace_seconds", Shape::Seconds),
    ("min_interval_seconds", Shape::Seconds),
    ("channels", Shape::Channels),
    ("actions", Shape::Switch),
    ("include_reason", Shape::Switch),
    ("protocol", Shape::Protocol),
    ("bell", Shape::Switch),
    ("sound", Shape::Switch),
];

/// How many of those plyngent has too, which come first: it throws away a whole `[notify]` with any other in it.
pub(super) const PLYNGENT_KEYS: usize = 7;

/// The keys of `[remote]`.
pub(super) static REMOTE_KEYS: [(&str, Shape); 5] = [
    ("host", Shape::Word),
    ("user", Shape::Word),
    ("port", Shape::Port),
    ("key", Shape::Path),
    ("connect_timeout_seconds", Shape::Seconds),
];

/// The keys of each `[agents.NAME]`.
pub(super) static AGENT_KEYS: [(&str, Shape); 2] = [("mode", Shape::Word), ("hold_seconds", Shape::Seconds)];

/// The dotted names of all keys that always exist.
pub(super) fn fixed_keys() -> impl Iterator<Item = String> {
    let of = |table: &'static str| move |(key, _): &(&str, Shape)| format!("{table}.{key}");
    NOTIFY_KEYS.iter().map(of(NOTIFY)).chain(REMOTE_KEYS.iter().map(of(REMOTE)))
}

/// The keys of the table at `path`; of `agents` those of each agent.
pub(super) fn keys_of(path: &[String]) -> &'static [(&'static str, Shape)] {
    match path.first().map(String::as_str) {
        Some(NOTIFY) => &NOTIFY_KEYS,
        Some(REMOTE) => &REMOTE_KEYS,
        _ => &AGENT_KEYS,
    }
}

/// What the key at `path` may hold. The problem of a key that does not exist names the nearest that does, in words
/// that `spell` makes of its path: a file and the environment spell one key differently.
pub(super) fn shape(path: &[String], spell: impl Fn(&[&str]) -> String) -> Result<Shape, Problem> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match *path.as_slice() {
        [NOTIFY | REMOTE | AGENTS] | [AGENTS, _] => Ok(Shape::Table),
        [NOTIFY, key] => find(&[NOTIFY], key, &NOTIFY_KEYS, spell),
        [REMOTE, key] => find(&[REMOTE], key, &REMOTE_KEYS, spell),
        [AGENTS, agent, key] => find(&[AGENTS, agent], key, &AGENT_KEYS, spell),
        [NOTIFY | REMOTE | AGENTS, ..] => Err(Problem::new("unknown key, it lies too deep")),
        [table, ..] => Err(unknown_table(table, &spell)),
        [] => Err(Problem::new("unknown key")),
    }
}

fn find(
    table: &[&str],
    key: &str,
    keys: &[(&str, Shape)],
    spell: impl Fn(&[&str]) -> String,
) -> Result<Shape, Problem> {
    if let Some((_, shape)) = keys.iter().find(|(name, _)| *name == key) {
        return Ok(*shape);
    }
    let names: Vec<&str> = keys.iter().map(|(name, _)| *name).collect();
    let spelled = |name: &str| spell(&[table, &[name]].concat());
    let repair = match nearest(key, &names) {
        Some(near) => format!("did you mean {}?", spelled(near)),
        None => match elsewhere(key) {
            Some((table, name)) => format!("did you mean {}?", spell(&[table, name])),
            None => format!("expected {}", any_of(&names)),
        },
    };
    Err(Problem::new(format!("unknown key, {repair}")))
}

fn unknown_table(table: &str, spell: impl Fn(&[&str]) -> String) -> Problem {
    Problem::new(match (elsewhere(table), nearest(table, &TABLES)) {
        (Some((table, name)), _) => format!("unknown key, did you mean {}?", spell(&[table, name])),
        (None, Some(near)) => format!("unknown table, did you mean [{near}]?"),
        (None, None) => {
            format!("unknown table, expected {}", any_of(&TABLES.map(|table| format!("[{table}]"))))
        }
    })
}

/// The table and key of that very name, for a key that stands in the wrong table or in none.
fn elsewhere(key: &str) -> Option<(&'static str, &'static str)> {
    let in_table = |table, keys: &'static [(&'static str, Shape)]| {
        keys.iter().find(|(name, _)| *name == key).map(|(name, _)| (table, *name))
    };
    in_table(NOTIFY, &NOTIFY_KEYS).or_else(|| in_table(REMOTE, &REMOTE_KEYS))
}

/// Whether a name at the top of a file is one of ours, or was likely meant to be.
pub(super) fn is_ours(name: &str) -> bool {
    nearest(name, &TABLES).is_some() || elsewhere(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(path: &[&str]) -> String {
        let path: Vec<String> = path.iter().map(|&part| part.to_owned()).collect();
        shape(&path, |path| path.join(".")).unwrap_err().to_string()
    }

    #[test]
    fn every_key_has_a_shape() {
        let found = |path: &str| {
            let path: Vec<String> = path.split('.').map(str::to_owned).collect();
            shape(&path, |path| path.join("."))
        };
        assert_eq!(fixed_keys().count(), NOTIFY_KEYS.len() + REMOTE_KEYS.len());
        for key in fixed_keys() {
            assert!(found(&key).is_ok(), "{key}");
        }
        assert_eq!(found("agents.claude.mode"), Ok(Shape::Word));
        assert_eq!(found("agents.claude.hold_seconds"), Ok(Shape::Seconds));
        assert_eq!(found("agents.claude"), Ok(Shape::Table));
        assert_eq!(found("notify"), Ok(Shape::Table));
    }

    #[test]
    fn an_unknown_key_is_answered_with_the_nearest() {
        let cases: &[(&[&str], &str)] = &[
            (&["notify", "grace_second"], "unknown key, did you mean notify.grace_seconds?"),
            (&["notify", "host"], "unknown key, did you mean remote.host?"),
            (&["remote", "bell"], "unknown key, did you mean notify.bell?"),
            (&["agents", "claude", "hold"], "unknown key, did you mean agents.claude.hold_seconds?"),
            (&["agents", "claude", "x"], "unknown key, expected mode or hold_seconds"),
            (&["notfy", "bell"], "unknown table, did you mean [notify]?"),
            (&["bell"], "unknown key, did you mean notify.bell?"),
            (&["weather"], "unknown table, expected [notify], [remote] or [agents]"),
            (&["notify", "bell", "x"], "unknown key, it lies too deep"),
        ];
        for (path, expected) in cases {
            assert_eq!(problem(path), *expected, "{path:?}");
        }
    }

    #[test]
    fn a_typing_error_is_still_ours() {
        for ours in ["notify", "notfy", "Remote", "agent", "enabled"] {
            assert!(is_ours(ours), "{ours}");
        }
        for foreign in ["model", "providers", "chat", "tools", "theme"] {
            assert!(!is_ours(foreign), "{foreign}");
        }
    }
}
