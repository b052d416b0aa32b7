//! A key as a human names it, and a value for it as a human types it.
//!
//! Pure: no clock, no environment, no input or output.

use figment::value::Value;

use super::{
    fault::Problem,
    listing::Effective,
    schema::{self, Shape},
    toml, value,
};
use crate::engine::duration::parse_duration;

/// A key that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// Its name, table by table.
    pub(super) path: Vec<String>,
    shape: Shape,
}

/// The names in a dotted key. A single one is a key of `[notify]`, unless it is a table's.
///
/// # Errors
///
/// When it is no TOML key.
pub(super) fn names(text: &str) -> Result<Vec<String>, Problem> {
    let mut names = toml::path(text).ok_or_else(|| {
        Problem::new("not the name of a key, expected one such as grace_seconds or remote.host".to_owned())
    })?;
    if let [name] = names.as_slice()
        && !schema::TABLES.contains(&name.as_str())
    {
        names.insert(0, schema::NOTIFY.to_owned());
    }
    Ok(names)
}

/// The names as TOML writes them.
pub(super) fn dotted(names: &[String]) -> String {
    names.iter().map(|name| toml::key(name)).collect::<Vec<_>>().join(".")
}

impl Key {
    /// The key of this name.
    ///
    /// # Errors
    ///
    /// When there is none; the nearest that there is is named.
    pub(super) fn named(text: &str) -> Result<Self, Problem> {
        let path = names(text)?;
        let shape = schema::shape(&path, |path| path.join("."))?;
        if shape == Shape::Table {
            let within = match path.as_slice() {
                [table] if table == schema::AGENTS => format!("{table}.NAME"),
                path => dotted(path),
            };
            let keys: Vec<String> =
                schema::keys_of(&path).iter().map(|(key, _)| format!("{within}.{key}")).collect();
            return Err(Problem::new(format!("a table, expected one of its keys: {}", keys.join(", "))));
        }
        Ok(Self { path, shape })
    }

    /// The typed value as the file is to have it: TOML and bare text are both taken, and what comes of them is TOML
    /// without a choice, so that other readers of the file take it too.
    ///
    /// # Errors
    ///
    /// What loading would say of it.
    pub(super) fn written(&self, typed: &str) -> Result<String, Problem> {
        let given = self.checked(typed)?;
        let empty = || toml::text("");
        Ok(match self.shape {
            Shape::Switch => value::switch(&given)?.to_string(),
            Shape::Seconds => match &given {
                Value::Num(..) => typed.trim().to_owned(),
                _ => value::decimal(value::seconds(&given)?),
            },
            Shape::Channels => {
                let names: Vec<String> =
                    value::channels(&given)?.into_iter().map(|channel| toml::text(channel.name())).collect();
                format!("[{}]", names.join(", "))
            }
            Shape::Protocol => toml::text(value::protocol(&given)?.map_or("", super::Protocol::name)),
            Shape::Word => toml::text(&value::word(&given)?.unwrap_or_default()),
            Shape::Path => toml::text(&value::path(&given)?.unwrap_or_default().to_string_lossy()),
            Shape::Port => value::port(&given)?.map_or_else(empty, |port| port.to_string()),
            Shape::Table => return Err(Problem::new("a table")),
        })
    }

    /// What the typed value comes to.
    ///
    /// # Errors
    ///
    /// What loading would say of it.
    pub(super) fn effective(&self, typed: &str) -> Result<Effective, Problem> {
        let given = self.checked(typed)?;
        Ok(match self.shape {
            Shape::Switch => Effective::Switch(value::switch(&given)?),
            Shape::Seconds => Effective::Seconds(value::seconds(&given)?),
            Shape::Channels => {
                let names = value::channels(&given)?.into_iter().map(|channel| channel.name().to_owned());
                Effective::List(names.collect())
            }
            Shape::Protocol => {
                Effective::Text(value::protocol(&given)?.map_or("", super::Protocol::name).to_owned())
            }
            Shape::Word => Effective::Text(value::word(&given)?.unwrap_or_default()),
            Shape::Path => {
                Effective::Text(value::path(&given)?.unwrap_or_default().to_string_lossy().into_owned())
            }
            Shape::Port => value::port(&given)?.map_or(Effective::Text(String::new()), Effective::Port),
            Shape::Table => return Err(Problem::new("a table")),
        })
    }

    /// The typed value, if the key may have it.
    fn checked(&self, typed: &str) -> Result<Value, Problem> {
        let given = given(self.shape, typed);
        self.shape.check(&given).map_err(|problem| match meant(self.shape, typed) {
            Some(seconds) => Problem::new(format!("{problem}, did you mean {seconds}?")),
            None => problem,
        })?;
        Ok(given)
    }
}

/// The seconds that somebody meant who wrote a length of time as the command line's options take it.
fn meant(shape: Shape, typed: &str) -> Option<String> {
    let seconds = value::decimal(parse_duration(typed).ok().filter(|_| shape == Shape::Seconds)?);
    value::seconds(&Value::from(seconds.as_str())).is_ok().then_some(seconds)
}

/// What was typed, read as TOML where that makes sense for the key and as bare text where it does not.
fn given(shape: Shape, typed: &str) -> Value {
    let bare = || Value::from(typed);
    match (toml::single(typed), shape) {
        (Some(value @ Value::String(..)), _)
        | (Some(value @ Value::Num(..)), Shape::Seconds | Shape::Port)
        | (Some(value @ Value::Array(..)), Shape::Channels) => value,
        _ => bare(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(key: &str, typed: &str) -> Result<String, String> {
        Key::named(key).unwrap().written(typed).map_err(|problem| problem.to_string())
    }

    #[test]
    fn toml_and_bare_text_come_to_the_same() {
        let rows = [
            ("bell", "false", "false"),
            ("bell", "\"false\"", "false"),
            ("bell", "Yes", "true"),
            ("bell", "0", "false"),
            ("grace_seconds", "2.5", "2.5"),
            ("grace_seconds", " 2.50 ", "2.50"),
            ("grace_seconds", "1_000", "1_000"),
            ("grace_seconds", "\"3\"", "3"),
            ("grace_seconds", ".5", "0.5"),
            ("grace_seconds", "+0", "+0"),
            ("channels", "desktop,terminal", "[\"desktop\", \"terminal\"]"),
            ("channels", "['desktop',\n 'terminal']", "[\"desktop\", \"terminal\"]"),
            ("channels", "Auto", "[\"auto\"]"),
            ("channels", "\"auto\"", "[\"auto\"]"),
            ("protocol", "osc99", "\"osc99\""),
            ("protocol", "'OSC99'", "\"osc99\""),
            ("protocol", "bel", "\"bell\""),
            ("protocol", "", "\"\""),
            ("remote.host", "laptop", "\"laptop\""),
            ("remote.host", "\"laptop\"", "\"laptop\""),
            ("remote.host", "1000", "\"1000\""),
            ("remote.host", "true", "\"true\""),
            ("remote.port", "22", "22"),
            ("remote.port", "'22'", "22"),
            ("remote.port", "", "\"\""),
            ("remote.key", "~/.ssh/a \"key\"", "\"~/.ssh/a \\\"key\\\"\""),
            ("remote.connect_timeout_seconds", "10", "10"),
            ("agents.claude.mode", "ask", "\"ask\""),
            ("agents.\"a.b\".hold_seconds", "1e1", "1e1"),
        ];
        for (key, typed, expected) in rows {
            assert_eq!(written(key, typed).as_deref(), Ok(expected), "{key} {typed}");
            assert_eq!(written(key, expected).as_deref(), Ok(expected), "{key} {expected}");
        }
    }

    #[test]
    fn a_wrong_value_says_what_loading_would() {
        let rows = [
            ("bell", "maybe", "expected true or false, found \"maybe\""),
            ("bell", "[true]", "expected true or false, found \"[true]\""),
            ("grace_seconds", "5s", "expected decimal seconds, found \"5s\", did you mean 5?"),
            ("grace_seconds", "1m30s", "expected decimal seconds, found \"1m30s\", did you mean 90?"),
            ("grace_seconds", "-1", "-1 is negative, the nearest valid value is 0"),
            ("grace_seconds", "inf", "inf is more than a day, the nearest valid value is 86400"),
            ("grace_seconds", "100000", "100000 is more than a day, the nearest valid value is 86400"),
            ("grace_seconds", "30h", "expected decimal seconds, found \"30h\""),
            ("bell", "5s", "expected true or false, found \"5s\""),
            ("grace_seconds", "", "expected decimal seconds, found \"\""),
            ("channels", "[1]", "expected a channel's name, found 1"),
            ("channels", "desktpo", "unknown channel \"desktpo\", did you mean \"desktop\"?"),
            ("remote.port", "70000", "70000 is no port, the nearest valid value is 65535"),
            ("remote.port", "22.5", "expected a port from 1 to 65535, found 22.5"),
            ("remote.host", "-x", "\"-x\" may not start with a dash"),
        ];
        for (key, typed, expected) in rows {
            assert_eq!(written(key, typed), Err(expected.to_owned()), "{key} {typed}");
        }
    }

    #[test]
    fn a_name_that_is_no_key_is_answered_with_the_nearest() {
        let problem = |key| Key::named(key).unwrap_err().to_string();
        assert_eq!(Key::named("bell"), Key::named("notify.bell"));
        assert_eq!(problem("grace_second"), "unknown key, did you mean notify.grace_seconds?");
        assert_eq!(problem("host"), "unknown key, did you mean remote.host?");
        assert_eq!(problem("notfy.bell"), "unknown table, did you mean [notify]?");
        assert!(problem("remote").starts_with("a table, expected one of its keys: remote.host, remote.user"));
        assert_eq!(
            problem("agents"),
            "a table, expected one of its keys: agents.NAME.mode, agents.NAME.hold_seconds"
        );
        assert_eq!(
            problem("agents.'x.y'"),
            "a table, expected one of its keys: agents.\"x.y\".mode, agents.\"x.y\".hold_seconds"
        );
        for odd in ["", "a b", "notify..bell", "notify.", "="] {
            assert!(problem(odd).starts_with("not the name of a key"), "{odd}");
        }
    }
}
