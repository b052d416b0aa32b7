//! Changing one key of a TOML text and not a byte more: the new value is spliced into the text as it stands.
//!
//! Printing a parsed document would turn CRLF into LF, so nothing is printed: the parser only says where things are.
//! Before a change is given out it is read back: every other key has to be, byte for byte, what it was.
//!
//! Pure: no clock, no environment, no input or output.

mod line;
mod place;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, ops::Range};

use toml_edit::{Document, Item, TableLike, Value};

use self::place::Place;

/// Why a key cannot be changed where it stands; the text is left alone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// The text is no TOML.
    #[error("it does not parse")]
    Unparsable,
    /// Something else stands where a key or its table would have to be.
    #[error("{key} is {what} there")]
    InTheWay {
        /// The dotted name of what is in the way.
        key: String,
        /// What it is: "a table", "a list of tables" or "no table".
        what: &'static str,
        /// Where it stands, from 1, if the parser says.
        line: Option<usize>,
    },
    /// No change was found that leaves everything else as it is.
    #[error("it is written in a way that cannot be changed for you")]
    Entangled,
}

/// One piece of a text and what it becomes.
struct Splice {
    at: Range<usize>,
    with: String,
}

/// The text with `value`, which is TOML, at the key `path`. A key that is not there is added at the end of its table,
/// beneath a commented-out line of that key if there is one; a table that is not there, at the end of the text.
///
/// # Errors
///
/// When the key cannot be set without touching anything else.
pub(super) fn set(text: &str, path: &[String], value: &str) -> Result<String, Obstacle> {
    let document = parse(text)?;
    let place = Place::find(text, document.as_table(), path)?;
    let changed = apply(text, vec![place.set(value)])?;
    verify(text, &changed, path, Some(value))?;
    Ok(changed)
}

/// The text without the key `path`, its line and what follows it there; nothing if it is not set. Comments above it stay.
///
/// # Errors
///
/// When the key cannot be taken out without touching anything else.
pub(super) fn unset(text: &str, path: &[String]) -> Result<Option<String>, Obstacle> {
    let document = parse(text)?;
    let place = Place::find(text, document.as_table(), path)?;
    let Some(splices) = place.unset() else { return Ok(None) };
    let changed = apply(text, splices)?;
    verify(text, &changed, path, None)?;
    Ok(Some(changed))
}

/// The text with the key `path` as it is in `before`, if it is still as in `after`; nothing if it is not.
///
/// # Errors
///
/// When one of them is no TOML, and when the key cannot be changed without touching anything else.
pub(super) fn put_back(
    text: &str,
    path: &[String],
    before: &str,
    after: &str,
) -> Result<Option<String>, Obstacle> {
    let [now, before, after] = [leaves(text)?, leaves(before)?, leaves(after)?];
    match (now.get(path), before.get(path)) {
        (now, _) if now != after.get(path) => Ok(None),
        (_, Some(value)) => set(text, path, value).map(Some),
        (_, None) => unset(text, path),
    }
}

fn parse(text: &str) -> Result<Document<&str>, Obstacle> {
    Document::parse(text).map_err(|_| Obstacle::Unparsable)
}

/// Carries the splices out, which are in the order of the text.
fn apply(text: &str, splices: Vec<Splice>) -> Result<String, Obstacle> {
    let mut changed = text.to_owned();
    for Splice { at, with } in splices.into_iter().rev() {
        if changed.get(at.clone()).is_none() {
            return Err(Obstacle::Entangled);
        }
        changed.replace_range(at, &with);
    }
    Ok(changed)
}

/// Whether the key, and only the key, is another one afterwards.
fn verify(before: &str, after: &str, path: &[String], value: Option<&str>) -> Result<(), Obstacle> {
    let mut old = leaves(before)?;
    let mut new = leaves(after).map_err(|_| Obstacle::Entangled)?;
    let found = new.get(path).copied();
    // What is replaced may have been a table between braces.
    old.retain(|other, _| !other.starts_with(path));
    new.retain(|other, _| !other.starts_with(path));
    if old == new && found == value { Ok(()) } else { Err(Obstacle::Entangled) }
}

/// Every value of a text as it is written, by its path.
fn leaves(text: &str) -> Result<BTreeMap<Vec<String>, &str>, Obstacle> {
    fn collect<'a>(
        text: &'a str,
        above: &mut Vec<String>,
        name: &str,
        item: &Item,
        found: &mut BTreeMap<Vec<String>, &'a str>,
    ) {
        above.push(name.to_owned());
        if let Some(table) = item.as_table_like() {
            for (name, item) in table.iter() {
                collect(text, above, name, item, found);
            }
        } else if let Some(tables) = item.as_array_of_tables() {
            for (index, table) in tables.iter().enumerate() {
                above.push(index.to_string());
                for (name, item) in table {
                    collect(text, above, name, item, found);
                }
                above.pop();
            }
        } else {
            let written = item.span().and_then(|span| text.get(span)).unwrap_or_default();
            found.insert(above.clone(), written);
        }
        above.pop();
    }

    let document = parse(text)?;
    let mut found = BTreeMap::new();
    for (name, item) in document.iter() {
        collect(text, &mut Vec::new(), name, item, &mut found);
    }
    Ok(found)
}

/// A table inside a value.
fn inline(item: &Item) -> Option<&toml_edit::InlineTable> {
    item.as_value().and_then(Value::as_inline_table)
}

/// Where a table's last own key starts and its value ends, keys of dotted names included.
fn last_key(table: &dyn TableLike) -> Option<Range<usize>> {
    own_keys(table).into_iter().max_by_key(|span| span.end)
}

/// Each key of a table from its start to the end of its value, as far as they stand in one place with the table's name
/// or under its header: keys of dotted names are among them, tables with a header of their own are not.
fn own_keys(table: &dyn TableLike) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (name, item) in table.iter() {
        match item {
            Item::Table(inner) if inner.is_dotted() => found.extend(own_keys(inner)),
            Item::Value(Value::InlineTable(inner)) if inner.is_dotted() => found.extend(own_keys(inner)),
            Item::Value(value) => {
                let key = table.key(name).and_then(toml_edit::Key::span);
                found.extend(key.zip(value.span()).map(|(key, value)| key.start..value.end));
            }
            _ => {}
        }
    }
    found
}
