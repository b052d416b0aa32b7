//! TOML files as a layer, and single values and names as TOML. With `edit.rs` the one place that names the parser, so
//! that the program has only one.
//!
//! Figment brings a TOML provider of its own, but with a second parser behind it, and it knows no lines. Here each key
//! keeps the line it stands on. No input or output: a file's text comes as an argument.

use std::{ops::Range, path::Path};

use figment::value::{Empty, Tag, Value};
use toml_edit::{Array, Document, Item, TableLike, Value as TomlValue};

use super::{
    fault::Fault,
    layer::{Entry, Layer},
    origin::Origin,
    schema,
};
use crate::engine::text::is_forbidden;

/// Reads a file's text as a layer, its keys in the order of the file.
///
/// Unknown keys are kept, for someone has to say that they are unknown; an unknown table is one such key.
///
/// # Errors
///
/// The one fault of a text that does not parse, with its line.
pub(super) fn parse(path: &Path, text: &str) -> Result<Layer, Fault> {
    let lines = Lines::of(text);
    let document = Document::parse(text).map_err(|error| {
        let message: Vec<&str> = error.message().split_whitespace().collect();
        Fault {
            origin: Origin::File {
                path: path.to_owned(),
                line: lines.line(error.span()).or_else(|| Some(lines.line_of_error(text))),
            },
            key: None,
            problem: format!("does not parse, the whole file is ignored: {}", message.join(" ")),
        }
    })?;
    let mut reader = Reader { path, lines, found: Vec::new() };
    reader.table(&mut Vec::new(), document.as_table());
    // Tables and dotted keys may be reopened further down; the parser keeps them together, a reader looks for lines.
    reader.found.sort_by_key(|(start, _)| *start);
    Ok(Layer { entries: reader.found.into_iter().map(|(_, entry)| entry).collect() })
}

/// Reads `["a", "b"]` as a list; nothing if it is none.
pub(super) fn list(text: &str) -> Option<Value> {
    single(text).filter(|value| value.as_array().is_some())
}

/// Reads a single value; nothing if it is none, or one that no key of ours could hold.
pub(super) fn single(text: &str) -> Option<Value> {
    match text.trim().parse().ok()? {
        TomlValue::Datetime(_) | TomlValue::InlineTable(_) => None,
        TomlValue::Array(array) => Some(array.iter().map(scalar).collect::<Vec<_>>().into()),
        value => Some(scalar(&value)),
    }
}

/// A text as TOML, in double quotes always. What a terminal might obey, or a reader not see, is escaped.
pub(super) fn text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if is_forbidden(c) => quoted.extend(format!("\\U{:08X}", u32::from(c)).chars()),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// The names of a dotted key; nothing if it is none.
pub(super) fn path(key: &str) -> Option<Vec<String>> {
    let keys = toml_edit::Key::parse(key).ok()?;
    Some(keys.iter().map(|key| key.get().to_owned()).collect())
}

/// A name as TOML: without quotes where it needs none.
pub(super) fn key(name: &str) -> String {
    if is_bare(name) { name.to_owned() } else { text(name) }
}

/// Whether TOML takes the name without quotes.
pub(super) fn is_bare(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// The text at a path in a document of any program's; nothing where there is none.
pub(in crate::engine) fn text_at(text: &str, path: &[&str]) -> Option<String> {
    let document = Document::parse(text).ok()?;
    let (name, above) = path.split_last()?;
    let mut table: &dyn TableLike = document.as_table();
    for name in above {
        table = table.get(name)?.as_table_like()?;
    }
    table.get(name)?.as_str().map(str::to_owned)
}

/// The names in a table of any program's document.
pub(in crate::engine) fn names_within(text: &str, path: &[&str]) -> Vec<String> {
    let Ok(document) = Document::parse(text) else { return Vec::new() };
    let mut table: &dyn TableLike = document.as_table();
    for name in path {
        match table.get(name).and_then(Item::as_table_like) {
            Some(inner) => table = inner,
            None => return Vec::new(),
        }
    }
    table.iter().map(|(name, _)| name.to_owned()).collect()
}

/// Whether a document has a table of this name with something in it that is no table's state: Codex keeps what its user
/// trusts in `hooks.state`.
pub(in crate::engine) fn has_table(text: &str, name: &str) -> bool {
    names_within(text, &[name]).iter().any(|name| name != "state")
}

/// Whether a text is TOML.
pub(in crate::engine) fn is_valid(text: &str) -> bool {
    Document::parse(text).is_ok()
}

/// Whether a file that was named explicitly is another program's, such as plyngent's `plyngent.toml`: then only
/// `[notify]` is read from it, and only what plyngent knows may be written to it (spec §5).
///
/// `top` are the names at the top of the file. One that is neither ours nor a typing error away from ours is another
/// program's, unless the file bears our own file's name: there it is a mistake, and worth a warning.
pub(super) fn is_foreign<'a>(path: &Path, top: impl IntoIterator<Item = &'a str>) -> bool {
    match path.file_name().and_then(|name| name.to_str()) {
        Some("plyngent.toml") => true,
        Some("config.toml") => false,
        _ => top.into_iter().any(|name| !schema::is_ours(name)),
    }
}

struct Reader<'a> {
    path: &'a Path,
    lines: Lines,
    found: Vec<(usize, Entry)>,
}

impl Reader<'_> {
    fn table(&mut self, above: &mut Vec<String>, table: &dyn TableLike) {
        for (name, item) in table.iter() {
            above.push(name.to_owned());
            match item.as_table_like() {
                Some(inner) if holds_keys(above) => self.table(above, inner),
                _ => {
                    let span = table.key(name).and_then(toml_edit::Key::span);
                    self.key(above, span, item);
                }
            }
            above.pop();
        }
    }

    fn key(&mut self, path: &[String], span: Option<Range<usize>>, item: &Item) {
        let start = span.as_ref().map_or(0, |span| span.start);
        let elements = item.as_array().into_iter().flat_map(Array::iter);
        let entry = Entry {
            path: path.to_vec(),
            value: value(item),
            origin: Origin::File { path: self.path.to_owned(), line: self.lines.line(span) },
            element_lines: elements.map(|element| self.lines.line(element.span())).collect(),
        };
        self.found.push((start, entry));
    }
}

/// Whether the table at this path is one whose keys we know: all others count as one key, so that a file full of
/// strangers is not searched and one unknown table is one fault.
fn holds_keys(path: &[String]) -> bool {
    match path {
        [table] => schema::TABLES.contains(&table.as_str()),
        [table, _] => table == schema::AGENTS,
        _ => false,
    }
}

/// No key of ours holds a table or a list of lists, so what is inside those is left out.
fn value(item: &Item) -> Value {
    match item {
        Item::Value(TomlValue::Array(array)) => array.iter().map(scalar).collect::<Vec<_>>().into(),
        Item::Value(value) => scalar(value),
        Item::ArrayOfTables(_) => Vec::<Value>::new().into(),
        Item::Table(_) | Item::None => Value::Dict(Tag::Default, figment::value::Dict::new()),
    }
}

fn scalar(value: &TomlValue) -> Value {
    match value {
        TomlValue::String(text) => text.value().as_str().into(),
        TomlValue::Integer(number) => (*number.value()).into(),
        TomlValue::Float(number) => (*number.value()).into(),
        TomlValue::Boolean(switch) => (*switch.value()).into(),
        // The only thing in TOML that figment has no value for, and no key of ours wants one.
        TomlValue::Datetime(_) => Empty::Unit.into(),
        TomlValue::Array(_) => Vec::<Value>::new().into(),
        TomlValue::InlineTable(_) => Value::Dict(Tag::Default, figment::value::Dict::new()),
    }
}

/// Where the lines of a text start.
pub(super) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        Self { starts: text.match_indices('\n').map(|(at, _)| at + 1).collect() }
    }

    /// The line on which a span starts, from 1.
    pub(super) fn line(&self, span: Option<Range<usize>>) -> Option<usize> {
        span.map(|span| self.starts.partition_point(|start| *start <= span.start) + 1)
    }

    /// The line of an error for which the parser names none, as for what nests too deep: the first one with which the
    /// text so far has such an error.
    fn line_of_error(&self, text: &str) -> usize {
        let nameless = |end: &usize| {
            let error = text.get(..*end).and_then(|text| Document::parse(text).err());
            error.is_some_and(|error| error.span().is_none())
        };
        self.starts.partition_point(|end| !nameless(end)) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<String> {
        let layer = parse(Path::new("f"), text).unwrap();
        layer.entries.iter().map(|entry| format!("{} {}", entry.origin, entry.path.join("/"))).collect()
    }

    #[test]
    fn keys_come_with_their_lines_in_the_order_of_the_file() {
        let text = "\
agents.one.mode = 'x'
[agents.two]
mode = 'y'
[notify]
bell = true

enabled = false
[notify.strange]
deep = 1
[other]
a = 1
b = 2
[agents.'d.o.t']
mode = 'z'
[[more]]
";
        let expected = [
            "f:1 agents/one/mode",
            "f:3 agents/two/mode",
            "f:5 notify/bell",
            "f:7 notify/enabled",
            "f:8 notify/strange",
            "f:10 other",
            "f:14 agents/d.o.t/mode",
            "f:15 more",
        ];
        assert_eq!(keys(text), expected);
    }

    #[test]
    fn any_text_and_name_can_be_written_and_read_back() {
        for odd in ["", "a b", "it's \"x\"", "\\n", "\n\r\t\0\u{7f}\u{9b}31m", "\u{202e}fdp", "ünï"] {
            let (quoted, key) = (text(odd), key(odd));
            assert_eq!(single(&quoted), Some(odd.into()), "{quoted}");
            assert_eq!(path(&key), Some(vec![odd.to_owned()]), "{key}");
            assert!(!quoted.contains(is_forbidden), "{quoted}");
        }
        assert_eq!((key("grace_seconds"), key("a.b")), ("grace_seconds".into(), "\"a.b\"".into()));
    }

    #[test]
    fn inline_tables_are_tables() {
        let text = "notify = { bell = true,\n actions = false }\n[agents]\none = { mode = 'x' }\ntwo = 2\n";
        let expected = ["f:1 notify/bell", "f:2 notify/actions", "f:4 agents/one/mode", "f:5 agents/two"];
        assert_eq!(keys(text), expected);
    }

    #[test]
    fn a_list_knows_the_lines_of_its_elements() {
        let layer = parse(Path::new("f"), "[notify]\nchannels = [\n  'a',\n  'b',\n]\n").unwrap();
        assert_eq!(layer.entries[0].element_lines, [Some(3), Some(4)]);
        assert_eq!(layer.entries[0].value, Value::from(vec!["a", "b"]));
    }

    #[test]
    fn a_foreign_file_is_known_by_its_name_or_its_strangers() {
        let foreign = |name: &str, top: &[&str]| is_foreign(Path::new(name), top.iter().copied());
        assert!(foreign("/home/me/plyngent.toml", &["notify"]));
        assert!(foreign("other.toml", &["notify", "providers"]));
        assert!(!foreign("mine.toml", &["notify", "remote", "agents"]));
        assert!(!foreign("mine.toml", &["notfy", "enabled"]));
        assert!(!foreign("config.toml", &["notify", "providers"]));
        assert!(!foreign("/", &[]));
    }
}
