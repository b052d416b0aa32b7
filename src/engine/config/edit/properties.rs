//! Whatever a text looks like and whatever is set in it, everything else stays.

use proptest::{prelude::*, sample::select};

use super::*;
use crate::engine::config::toml;

/// Keys of different depth, in tables that are written in every way that TOML knows.
const KEYS: [&str; 6] = [
    "notify.bell",
    "notify.grace_seconds",
    "remote.host",
    "agents.x.mode",
    "agents.x.hold_seconds",
    "agents.'y.z'.mode",
];

const VALUES: [&str; 10] = [
    "true",
    "2.5",
    "''",
    "\"a # b\"",
    "['x', \"y\"]",
    "[\n  'x', # c\n]",
    "\"\"\"\n#bell = 1\n[notify]\n\"\"\"",
    "1979-05-27",
    "{ a = 1, b = { c = [] } }",
    "{\n a = 1, # c\n}",
];

/// The tables that keys are in.
const TABLES: [&str; 4] = ["notify", "remote", "agents.x", "agents.'y.z'"];

fn value() -> impl Strategy<Value = &'static str> {
    select(&VALUES[..])
}

fn gap() -> impl Strategy<Value = &'static str> {
    select(&["", "", "\n", "# bell = 1\n", "#bell = true\n", "  # [notify]\n\n"][..])
}

/// A table's keys, each once: name and value.
fn keys(table: &'static str) -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
    let names: Vec<&'static str> = match table {
        "notify" => vec!["bell", "grace_seconds", "'odd key'"],
        "remote" => vec!["host", "\"port\""],
        _ => vec!["mode", "hold_seconds", "other"],
    };
    let count = names.len();
    (Just(names).prop_shuffle(), prop::collection::vec(value(), 0..=count))
        .prop_map(|(names, values)| names.into_iter().zip(values).collect())
}

/// One table, written with a header, as dotted keys (these stand first in a text) or in braces: where it goes and what it
/// is.
fn table(name: &'static str) -> impl Strategy<Value = (bool, String)> {
    (keys(name), 0..4_u8, prop::collection::vec(gap(), 4), select(&["", " # c", "\t"][..])).prop_map(
        move |(keys, style, gaps, tail)| {
            let lines = |prefix: &str| {
                let line = |((key, value), gap): (&(&str, &str), &&str)| {
                    format!("{gap}{prefix}{key} = {value}{tail}\n")
                };
                keys.iter().zip(&gaps).map(line).collect::<String>()
            };
            match style {
                0 => (true, lines(&format!("{name}."))),
                1 => {
                    let inside: Vec<String> =
                        keys.iter().map(|(key, value)| format!("{key} = {value}")).collect();
                    (true, format!("{name} = {{ {} }}{tail}\n", inside.join(", ")))
                }
                2 => {
                    let entry = |(key, value): &(&str, &str)| format!("  {key} = {value}, # c\n");
                    let inside = keys.iter().map(entry).collect::<Vec<_>>().concat();
                    (true, format!("{name} = {{\n{inside}}}{tail}\n"))
                }
                _ => (false, format!("{}[{name}]{tail}\n{}", gaps[3], lines("  "))),
            }
        },
    )
}

/// A text that is TOML: some tables in some order, with LF or CRLF, with a byte order mark or none, ended or not.
fn text() -> impl Strategy<Value = String> {
    let tables = TABLES.map(table);
    let strangers = select(&["", "title = 'x'\n", "x.y = [1,\n 2]\n"][..]);
    let more = select(&["", "[other]\nbell = 1\n", "[[list]]\na = 1\n[[list]]\n", "[agents]\n"][..]);
    (tables, prop::collection::vec(any::<bool>(), 4), strangers, more, any::<[bool; 3]>())
        .prop_map(|(tables, present, strangers, more, [crlf, mark, ended])| {
            let there =
                || tables.iter().zip(&present).filter(|(_, present)| **present).map(|(table, _)| table);
            let of =
                |first: bool| there().filter(move |table| table.0 == first).map(|table| table.1.as_str());
            let mut text: String = of(true).chain([strangers]).chain(of(false)).chain([more]).collect();
            if !ended {
                text.truncate(text.trim_end().len());
            }
            if crlf {
                text = text.replace('\n', "\r\n");
            }
            if mark { format!("\u{feff}{text}") } else { text }
        })
        .prop_filter("two ways of writing one table may not meet", |text| toml::is_valid(text))
}

/// The value of a key as it is written.
fn written(text: &str, path: &[String]) -> Option<String> {
    let document = Document::parse(text).unwrap();
    let item = path.iter().try_fold(document.as_item(), |item, name| item.get(name))?;
    let dotted = inline(item).is_some_and(toml_edit::InlineTable::is_dotted);
    let span = item.as_value().filter(|_| !dotted)?.span()?;
    Some(text[span].to_owned())
}

/// How many lines, counted by what they say, are in one text and not in the other.
fn lines_lost(before: &str, after: &str) -> usize {
    let mut left: Vec<&str> =
        after.split_inclusive('\n').map(|line| line.trim_end_matches(['\r', '\n'])).collect();
    let lost = |line: &&str| match left.iter().position(|other| other == line) {
        Some(at) => {
            left.swap_remove(at);
            false
        }
        None => true,
    };
    before.split_inclusive('\n').map(|line| line.trim_end_matches(['\r', '\n'])).filter(lost).count()
}

/// What two texts have in common at their start and at their end.
fn common(before: &str, after: &str) -> (usize, usize) {
    let start = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
    let end = before.bytes().rev().zip(after.bytes().rev()).take_while(|(a, b)| a == b).count();
    (start, end)
}

proptest! {
    /// `verify` sees to the other keys; here are the bytes between them, and that nothing is refused without need.
    #[test]
    fn a_set_value_is_there_and_nothing_else_changed(
        text in text(),
        key in select(&KEYS[..]),
        value in select(&["false", "7.25", "\"osc99\"", "[\"desktop\", \"terminal\"]"][..]),
    ) {
        let path = toml::path(key).unwrap();
        let old = written(&text, &path);
        let changed = match set(&text, &path, value) {
            Ok(changed) => changed,
            Err(Obstacle::InTheWay { .. }) if old.is_none() => return Ok(()),
            Err(error) => return Err(TestCaseError::fail(format!("{error:?}"))),
        };
        prop_assert_eq!(written(&changed, &path), Some(value.to_owned()));
        prop_assert_eq!(changed.starts_with('\u{feff}'), text.starts_with('\u{feff}'));
        if let Some(old) = old {
            // One value for another.
            prop_assert_eq!(changed.len() + old.len(), text.len() + value.len());
            let (start, end) = common(&text, &changed);
            prop_assert!(start + end + old.len().max(value.len()) >= text.len().max(changed.len()));
        } else {
            // Something was put in, nothing was taken out.
            let (start, end) = common(&text, &changed);
            prop_assert!(start + end >= text.len(), "{:?}", changed);
            let stray = changed.replace("\r\n", "").contains('\n');
            prop_assert!(!stray || !text.contains("\r\n"), "a line ending of another kind");
            let bare = text.trim_start_matches('\u{feff}');
            prop_assert!(bare.is_empty() || changed.ends_with('\n') == text.ends_with('\n'));
        }
        // And what was set can be set again without another change.
        prop_assert_eq!(set(&changed, &path, value), Ok(changed.clone()));
    }

    #[test]
    fn an_unset_key_is_gone_and_its_line_at_most(text in text(), key in select(&KEYS[..])) {
        let path = toml::path(key).unwrap();
        let old = written(&text, &path).map(|old| old.lines().count());
        match unset(&text, &path) {
            Ok(Some(changed)) => {
                prop_assert!(old.is_some() && written(&changed, &path).is_none());
                prop_assert!(lines_lost(&text, &changed) <= old.unwrap_or_default() + 1, "{:?}", changed);
                prop_assert_eq!(unset(&changed, &path), Ok(None));
            }
            Ok(None) => prop_assert_eq!(old, None),
            Err(Obstacle::InTheWay { .. }) => prop_assert_eq!(old, None),
            Err(error) => return Err(TestCaseError::fail(format!("{error:?}"))),
        }
    }

    #[test]
    fn setting_and_unsetting_a_new_key_changes_nothing(text in text(), key in select(&KEYS[..])) {
        let path = toml::path(key).unwrap();
        if written(&text, &path).is_some() {
            return Ok(());
        }
        let Ok(changed) = set(&text, &path, "1") else { return Ok(()) };
        let back = unset(&changed, &path).unwrap().unwrap();
        prop_assert!(leaves(&back) == leaves(&text));
        // `{}` became `{  }`.
        prop_assert!(lines_lost(&text, &back) <= 1, "{:?}", back);
    }

    /// Nonsense is refused, never a panic.
    #[test]
    fn no_text_breaks_an_edit(text in any::<String>(), pieces in prop::collection::vec(select(&[
        "[notify]", "[[notify]]", "notify", ".", "bell", "=", "{", "}", "[", "]", ",", "\n", "\r\n", "'", "\"", "#", "1", "\u{feff}",
    ][..]), 0..24)) {
        let path = toml::path("notify.bell").unwrap();
        for text in [text, pieces.concat()] {
            let _ = set(&text, &path, "true");
            let _ = unset(&text, &path);
        }
    }
}
