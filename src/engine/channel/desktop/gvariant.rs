//! GLib's text format for values, as `g_variant_parse` reads it when it is given no type
//! (<https://docs.gtk.org/glib/gvariant-text-format.html>; glib/gvariant-parser.c where the page is silent).
//!
//! Pure. As there, a text is read into [`syntax`] first; then the [`mod@pattern`] of all of it settles each type; then the
//! values are made. What D-Bus cannot carry is refused: maybe types, file handles, empty tuples, dictionary entries
//! outside of a dictionary, a key twice.

mod literal;
mod pattern;
mod syntax;

use std::sync::Arc;

use super::value::{Array, Basic, Dict, InvalidValue, ObjectPath, Signature, Tuple, Type, Value, Variant};
use pattern::pattern;
use syntax::{Kind, Node};

/// Why a text is no value: a fragment, such as `at character 3: expected a value, found ','`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {problem}", place(*.at))]
pub struct ParseError {
    problem: String,
    at: Option<usize>,
}

fn place(at: Option<usize>) -> String {
    at.map_or_else(|| "at the end".to_owned(), |at| format!("at character {at}"))
}

impl ParseError {
    /// Which character of the text it is about, from 1; none at the end of the text.
    pub fn at(&self) -> Option<usize> {
        self.at
    }
}

/// A problem, and at which byte of the text it is.
#[derive(Debug)]
struct Fault {
    problem: String,
    at: usize,
}

impl Fault {
    fn new(at: usize, problem: impl Into<String>) -> Self {
        Self { problem: problem.into(), at }
    }
}

/// Reads a value.
pub fn parse(text: &str) -> Result<Value, ParseError> {
    syntax::parse(text).and_then(untyped).map_err(|Fault { problem, at }| {
        let before = text.get(..at).filter(|before| before.len() < text.trim_ascii_end().len());
        ParseError { problem, at: before.map(|before| before.chars().count() + 1) }
    })
}

/// A floating point number as the format has them: C's.
pub(super) fn double(text: &str) -> Option<f64> {
    literal::double(text).ok()
}

/// A value whose type is nowhere said but in itself: the whole text, or what is in a variant.
fn untyped(node: Node<'_>) -> Result<Value, Fault> {
    let kind = pattern(&node)?.settle().map_err(|problem| Fault::new(node.at, problem))?;
    value(node, &kind)
}

/// The value as one of this type.
fn value(node: Node<'_>, kind: &Type) -> Result<Value, Fault> {
    let at = node.at;
    let invalid = |error: InvalidValue| Fault::new(at, error.to_string());
    match (node.kind, kind) {
        // It has had its say in the pattern; as in GLib, one further out overrules it.
        (Kind::Annotated(_, inner), _) => value(*inner, kind),
        (Kind::Bool(bool), Type::Basic(Basic::Bool)) => Ok(Value::Bool(bool)),
        (Kind::Number(number), Type::Basic(basic)) => {
            literal::number(number, *basic).map_err(|(offset, problem)| Fault::new(at + offset, problem))
        }
        (Kind::Text(text), Type::Basic(Basic::Text)) => Ok(Value::Text(text)),
        (Kind::Text(text), Type::Basic(Basic::ObjectPath)) => {
            ObjectPath::new(text).map(Value::ObjectPath).map_err(invalid)
        }
        (Kind::Text(text), Type::Basic(Basic::Signature)) => {
            Signature::new(text).map(Value::Signature).map_err(invalid)
        }
        (Kind::Bytes(bytes), Type::Array(element)) if **element == Type::Basic(Basic::Byte) => {
            let items = bytes.into_iter().map(Value::Byte).collect();
            Array::new(Arc::clone(element), items).map(Value::Array).map_err(invalid)
        }
        (Kind::Variant(inner), Type::Variant) => {
            untyped(*inner).and_then(|inner| Variant::new(inner).map(Value::Variant).map_err(invalid))
        }
        (Kind::Array(items), Type::Array(element)) => {
            let items = items.into_iter().map(|item| value(item, element)).collect::<Result<_, _>>()?;
            Array::new(Arc::clone(element), items).map(Value::Array).map_err(invalid)
        }
        (Kind::Array(items), Type::Dict(key, of)) => {
            let entries = items.into_iter().map(|item| entry(item, *key, of)).collect::<Result<_, _>>()?;
            Dict::new(*key, Arc::clone(of), entries).map(Value::Dict).map_err(invalid)
        }
        (Kind::Dict(entries), Type::Dict(key, of)) => {
            let pair = |(left, right)| Ok((value(left, &Type::Basic(*key))?, value(right, of)?));
            let entries = entries.into_iter().map(pair).collect::<Result<_, _>>()?;
            Dict::new(*key, Arc::clone(of), entries).map(Value::Dict).map_err(invalid)
        }
        (Kind::Tuple(items), Type::Tuple(kinds)) if items.len() == kinds.len() => {
            let pairs = items.into_iter().zip(kinds.iter());
            let fields = pairs.map(|(item, kind)| value(item, kind)).collect::<Result<_, _>>()?;
            Tuple::new(fields).map(Value::Tuple).map_err(invalid)
        }
        (found, _) => Err(mismatch(at, &found, &format!("a value of type {kind}"))),
    }
}

/// An entry that stands in an array, as `[{1, 'a'}]`.
fn entry(node: Node<'_>, key: Basic, of: &Type) -> Result<(Value, Value), Fault> {
    match node.kind {
        Kind::Annotated(_, inner) => entry(*inner, key, of),
        Kind::Entry(pair) => {
            let (left, right) = *pair;
            Ok((value(left, &Type::Basic(key))?, value(right, of)?))
        }
        found => Err(mismatch(node.at, &found, "a dictionary entry")),
    }
}

fn mismatch(at: usize, found: &Kind<'_>, expected: &str) -> Fault {
    Fault::new(at, format!("expected {expected}, found {}", found.name()))
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
