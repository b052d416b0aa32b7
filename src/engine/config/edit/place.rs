//! Where in a text a key stands, or would have to.

use std::ops::Range;

use toml_edit::{Item, Table, TableLike, Value};

use super::{
    Obstacle, Splice, inline, last_key,
    line::{eol, first_mark, indent, line_end, line_start},
    own_keys,
};
use crate::engine::config::{
    key::dotted,
    toml::{self, Lines},
};

/// Where a key stands, or would stand.
pub(super) struct Place<'a> {
    text: &'a str,
    path: &'a [String],
    spot: Spot,
}

enum Spot {
    /// On a line of its own.
    Line { key: Range<usize>, value: Range<usize> },
    /// Between braces: from the start of its name to the end of its value, and where the entry before it ends.
    Braces { entry: Range<usize>, value: Range<usize>, before: Option<usize> },
    /// Nowhere yet: on a new line after the one that `after` is on, by the name that counts there.
    NewLine { after: usize, indent: String, name: String },
    /// Nowhere yet: between braces, after what ends there.
    NewInBraces { after: usize, first: bool, name: String },
    /// Nowhere yet, and neither is its table.
    NewTable,
}

/// The deepest table on the way to a key.
struct Way<'a> {
    table: &'a dyn TableLike,
    kind: Kind,
    /// How many names of the path lead to it.
    depth: usize,
    /// How many of them lead to the table that its names are relative to: itself unless it is dotted.
    frame: usize,
}

enum Kind {
    /// No text of its own: the whole, or what only `[a.b]` tells of `a`.
    Implicit,
    /// `[a]`
    Header(Range<usize>),
    /// `a.b = 1` tells of `a`, outside of braces.
    Dotted,
    /// `a = { b = 1 }`
    Braces(Range<usize>),
    /// `{ a.b = 1 }` tells of `a`.
    DottedInBraces,
}

impl<'a> Place<'a> {
    /// Looks for a key.
    ///
    /// # Errors
    ///
    /// When something else is in its place.
    pub(super) fn find(text: &'a str, root: &'a Table, path: &'a [String]) -> Result<Self, Obstacle> {
        let way = walk(text, root, path)?;
        let Some((name, above)) = path.split_last() else { return Err(Obstacle::Entangled) };
        let relative = || dotted(path.get(way.frame..).unwrap_or_default());
        let item = if way.depth == above.len() { way.table.get_key_value(name) } else { None };
        let spot = match (item, &way.kind) {
            (Some((key, item)), kind) => {
                let value = match item {
                    Item::Value(Value::InlineTable(table)) if table.is_dotted() => None,
                    Item::Value(value) => value.span(),
                    _ => None,
                };
                let value = value.ok_or_else(|| in_the_way(text, path, key, item))?;
                let key = key.span().ok_or(Obstacle::Entangled)?;
                match kind {
                    Kind::Braces(_) | Kind::DottedInBraces => {
                        in_braces(text, root, path, &key, value).ok_or(Obstacle::Entangled)?
                    }
                    _ => Spot::Line { key, value },
                }
            }
            (None, Kind::Header(header)) if way.depth == above.len() => {
                new_line(text, root, way.table, header, name)
            }
            (None, Kind::Implicit | Kind::Header(_)) => Spot::NewTable,
            (None, Kind::Dotted) => {
                let last = last_key(way.table).ok_or(Obstacle::Entangled)?;
                Spot::NewLine { after: last.end, indent: indent(text, last.start), name: relative() }
            }
            (None, Kind::Braces(span)) => match last_key(way.table) {
                Some(last) => Spot::NewInBraces { after: last.end, first: false, name: relative() },
                None => Spot::NewInBraces { after: span.start + 1, first: true, name: relative() },
            },
            (None, Kind::DottedInBraces) => {
                let last = last_key(way.table).ok_or(Obstacle::Entangled)?;
                Spot::NewInBraces { after: last.end, first: false, name: relative() }
            }
        };
        Ok(Self { text, path, spot })
    }

    /// How the key gets this value.
    pub(super) fn set(&self, value: &str) -> Splice {
        match &self.spot {
            Spot::Line { value: at, .. } | Spot::Braces { value: at, .. } => {
                Splice { at: at.clone(), with: value.to_owned() }
            }
            Spot::NewLine { after, indent, name } => {
                let at = line_end(self.text, *after);
                let eol = eol(self.text, at);
                Splice { at: at..at, with: format!("{eol}{indent}{name} = {value}") }
            }
            Spot::NewInBraces { after, first, name } => {
                let rest = self.text.get(*after..).unwrap_or_default();
                let (comma, space) = match (first, rest.starts_with('}')) {
                    (false, _) => (",", ""),
                    (true, true) => ("", " "),
                    (true, false) => ("", ""),
                };
                Splice { at: *after..*after, with: format!("{comma} {name} = {value}{space}") }
            }
            Spot::NewTable => self.new_table(value),
        }
    }

    fn new_table(&self, value: &str) -> Splice {
        let end = self.text.len();
        let eol = eol(self.text, end);
        let (name, table) = self.path.split_last().map_or(("", self.path), |(name, table)| (name, table));
        let (table, name) = (dotted(table), toml::key(name));
        let with = if self.text.trim_start_matches('\u{feff}').is_empty() {
            format!("[{table}]{eol}{name} = {value}{eol}")
        } else if let Some(rest) = self.text.strip_suffix('\n') {
            let rest = rest.strip_suffix('\r').unwrap_or(rest);
            let blank = if rest.is_empty() || rest.ends_with('\n') { "" } else { eol };
            format!("{blank}[{table}]{eol}{name} = {value}{eol}")
        } else {
            format!("{eol}{eol}[{table}]{eol}{name} = {value}")
        };
        Splice { at: end..end, with }
    }

    /// How the key goes away; nothing if it is not there.
    pub(super) fn unset(&self) -> Option<Vec<Splice>> {
        match &self.spot {
            Spot::Line { key, value } => {
                let rest = self.text.get(value.end..)?;
                let end = rest.find('\n').map_or(self.text.len(), |newline| value.end + newline + 1);
                Some(vec![cut(line_start(self.text, key.start)..end)])
            }
            Spot::Braces { entry, before, .. } => self.out_of_braces(entry, *before),
            Spot::NewLine { .. } | Spot::NewInBraces { .. } | Spot::NewTable => None,
        }
    }

    /// What goes when a key between braces does: it, and one comma.
    fn out_of_braces(&self, entry: &Range<usize>, before: Option<usize>) -> Option<Vec<Splice>> {
        let rest = self.text.get(entry.end..)?;
        let comma = first_mark(rest).filter(|at| rest.as_bytes().get(*at) == Some(&b','));
        if let Some(comma) = comma.map(|at| entry.end + at) {
            if self.text.get(entry.end..comma)?.contains('#') {
                return Some(vec![cut(entry.clone()), cut(comma..comma + 1)]);
            }
            let space = self.text.get(comma + 1..)?.bytes().take_while(|byte| *byte == b' ').count();
            return Some(vec![cut(entry.start..comma + 1 + space)]);
        }
        // The last one: it takes the comma before it along.
        let Some(before) = before else { return Some(vec![cut(entry.clone())]) };
        let between = self.text.get(before..entry.start)?;
        if between.contains('#') {
            let comma = before + first_mark(between)?;
            return Some(vec![cut(comma..comma + 1), cut(entry.clone())]);
        }
        Some(vec![cut(before..entry.end)])
    }
}

fn cut(at: Range<usize>) -> Splice {
    Splice { at, with: String::new() }
}

/// Goes as deep towards the key as there are tables.
fn walk<'a>(text: &str, root: &'a Table, path: &[String]) -> Result<Way<'a>, Obstacle> {
    let mut way = Way { table: root, kind: Kind::Implicit, depth: 0, frame: 0 };
    let above = path.len().saturating_sub(1);
    for (index, name) in path.iter().take(above).enumerate() {
        let Some((key, item)) = way.table.get_key_value(name) else { break };
        let depth = index + 1;
        let blocked = || in_the_way(text, path.get(..depth).unwrap_or_default(), key, item);
        way = match item {
            Item::Table(table) if table.is_dotted() => Way { table, kind: Kind::Dotted, depth, ..way },
            Item::Table(table) => {
                let span = table.span().filter(|_| !table.is_implicit());
                Way { table, kind: span.map_or(Kind::Implicit, Kind::Header), depth, frame: depth }
            }
            _ => match inline(item) {
                Some(table) if table.is_dotted() => Way { table, kind: Kind::DottedInBraces, depth, ..way },
                Some(table) => {
                    let span = table.span().ok_or(Obstacle::Entangled)?;
                    Way { table, kind: Kind::Braces(span), depth, frame: depth }
                }
                None => return Err(blocked()),
            },
        };
    }
    Ok(way)
}

fn in_the_way(text: &str, path: &[String], key: &toml_edit::Key, item: &Item) -> Obstacle {
    let what = match item {
        Item::ArrayOfTables(_) => "a list of tables",
        _ if item.is_table_like() => "a table",
        _ => "no table",
    };
    Obstacle::InTheWay { key: dotted(path), what, line: Lines::of(text).line(key.span()) }
}

/// The place of a key that is there, in the innermost braces on its path.
fn in_braces(
    text: &str,
    root: &Table,
    path: &[String],
    key: &Range<usize>,
    value: Range<usize>,
) -> Option<Spot> {
    let mut table: &dyn TableLike = root;
    let mut innermost = None;
    for name in path.split_last()?.1 {
        let item = table.get(name)?;
        innermost = inline(item).filter(|braces| !braces.is_dotted()).or(innermost);
        table = item.as_table_like()?;
    }
    let innermost = innermost?;
    let before = own_keys(innermost).iter().map(|span| span.end).filter(|end| *end <= key.start).max();
    // Between the entry before and this one are blanks, comments and one comma.
    let gap = match before {
        Some(end) => end + first_mark(text.get(end..)?)? + 1,
        None => innermost.span()?.start + 1,
    };
    let start = gap + first_mark(text.get(gap..)?)?;
    Some(Spot::Braces { entry: start..value.end, value, before })
}

/// A new line under a header: beneath the commented-out key, else after the last key, else after the header.
fn new_line(text: &str, root: &Table, table: &dyn TableLike, header: &Range<usize>, name: &str) -> Spot {
    let name = toml::key(name);
    let keys = own_keys(table);
    let end = headers(root).into_iter().filter(|start| *start >= header.end).min().unwrap_or(text.len());
    let mut start = header.end;
    for line in text.get(header.end..end).unwrap_or_default().split_inclusive('\n') {
        let at = start..start + line.len();
        start = at.end;
        let outside = keys.iter().all(|key| at.end <= key.start || key.end <= at.start);
        if outside && is_commented_out(line, &name) {
            return Spot::NewLine { after: at.start, indent: indent(text, at.start), name };
        }
    }
    match last_key(table) {
        Some(last) => Spot::NewLine { after: last.end, indent: indent(text, last.start), name },
        None => Spot::NewLine { after: header.end, indent: String::new(), name },
    }
}

/// Whether a line would set the key but for the `#` before it.
fn is_commented_out(line: &str, name: &str) -> bool {
    line.trim_start().strip_prefix('#').is_some_and(|line| {
        let line = line.trim();
        let sets = line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='));
        sets && toml::is_valid(line)
    })
}

/// Where the headers of all tables start.
fn headers(table: &Table) -> Vec<usize> {
    let mut found = Vec::new();
    let mut add = |table: &Table| {
        found.extend(table.span().filter(|_| !table.is_implicit()).map(|span| span.start));
        found.extend(headers(table));
    };
    for (_, item) in table {
        match item {
            Item::Table(inner) => add(inner),
            Item::ArrayOfTables(tables) => tables.iter().for_each(&mut add),
            _ => {}
        }
    }
    found
}
