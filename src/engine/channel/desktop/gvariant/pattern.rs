//! What is known of a type, and what two such bits of knowledge come to.
//!
//! Pure.

use std::sync::Arc;

use super::{
    Fault,
    syntax::{HANDLE, Kind, MAYBE, Node},
};
use crate::engine::channel::desktop::value::{Basic, LONGEST_SIGNATURE, Type};

/// A type with gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Of an item of an empty array.
    Any,
    /// Any type of number.
    Number,
    /// A string, an object path or a signature.
    Text,
    Basic(Basic),
    Variant,
    Array(Box<Pattern>),
    Tuple(Vec<Pattern>),
    /// `{kv}`, which D-Bus knows in arrays only.
    Entry(Box<(Pattern, Pattern)>),
}

/// What the value says of its type.
pub(super) fn pattern(node: &Node<'_>) -> Result<Pattern, Fault> {
    Ok(match &node.kind {
        Kind::Bool(_) => Pattern::Basic(Basic::Bool),
        Kind::Number(number) if is_floating(number) => Pattern::Basic(Basic::Double),
        Kind::Number(_) => Pattern::Number,
        Kind::Text(_) => Pattern::Text,
        Kind::Bytes(_) => Pattern::Array(Box::new(Pattern::Basic(Basic::Byte))),
        Kind::Array(items) => Pattern::Array(Box::new(common(items.iter())?)),
        Kind::Tuple(items) => Pattern::Tuple(items.iter().map(pattern).collect::<Result<_, _>>()?),
        Kind::Variant(_) => Pattern::Variant,
        Kind::Dict(entries) => {
            let key = common(entries.iter().map(|(key, _)| key))?;
            // As in GLib, the first value has to say it for all.
            let value = entries.first().map_or(Ok(Pattern::Any), |(_, value)| pattern(value))?;
            Pattern::Array(Box::new(entry(node, key, value)?))
        }
        Kind::Entry(pair) => entry(node, pattern(&pair.0)?, pattern(&pair.1)?)?,
        Kind::Annotated(pattern, _) => pattern.clone(),
    })
}

fn entry(node: &Node<'_>, key: Pattern, value: Pattern) -> Result<Pattern, Fault> {
    if matches!(key, Pattern::Any | Pattern::Number | Pattern::Text | Pattern::Basic(_)) {
        Ok(Pattern::Entry(Box::new((key, value))))
    } else {
        Err(Fault::new(node.at, "expected a dictionary whose keys are of a basic type, found other keys"))
    }
}

/// What all of them say together.
fn common<'n>(nodes: impl Iterator<Item = &'n Node<'n>>) -> Result<Pattern, Fault> {
    let mut all = Pattern::Any;
    for node in nodes {
        all = all.and(pattern(node)?).ok_or_else(|| {
            Fault::new(node.at, format!("expected items of one type, found {} of another", node.kind.name()))
        })?;
    }
    Ok(all)
}

/// GLib's rule to the letter, `-0x1e` being floating by it.
fn is_floating(number: &str) -> bool {
    let is_hexadecimal = number.starts_with("0x");
    number.contains('.')
        || (!is_hexadecimal && number.contains('e'))
        || number.contains("inf")
        || number.contains("nan")
}

impl Pattern {
    /// The most general pattern that is both, if there is one.
    fn and(self, other: Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Any, known) | (known, Self::Any) => known,
            (Self::Number, number) | (number, Self::Number) if number.is_number() => number,
            (Self::Text, text) | (text, Self::Text) if text.is_text() => text,
            (Self::Array(a), Self::Array(b)) => Self::Array(Box::new(a.and(*b)?)),
            (Self::Entry(a), Self::Entry(b)) => Self::Entry(Box::new((a.0.and(b.0)?, a.1.and(b.1)?))),
            (Self::Tuple(a), Self::Tuple(b)) if a.len() == b.len() => {
                Self::Tuple(a.into_iter().zip(b).map(|(a, b)| a.and(b)).collect::<Option<_>>()?)
            }
            (a, b) if a == b => a,
            _ => return None,
        })
    }

    fn is_number(&self) -> bool {
        match self {
            Self::Number => true,
            Self::Basic(basic) => {
                !matches!(basic, Basic::Bool | Basic::Text | Basic::ObjectPath | Basic::Signature)
            }
            _ => false,
        }
    }

    fn is_text(&self) -> bool {
        matches!(self, Self::Text | Self::Basic(Basic::Text | Basic::ObjectPath | Basic::Signature))
    }

    /// A type, with what is still open set to what GLib takes: `int32` and `string`.
    pub(super) fn settle(self) -> Result<Type, &'static str> {
        Ok(match self {
            Self::Any => return Err("cannot tell the type of what is empty, write it before as in @as []"),
            Self::Number => Type::Basic(Basic::Int32),
            Self::Text => Type::Basic(Basic::Text),
            Self::Basic(basic) => Type::Basic(basic),
            Self::Variant => Type::Variant,
            Self::Array(element) => match *element {
                Self::Entry(pair) => match (pair.0.settle()?, pair.1.settle()?) {
                    (Type::Basic(key), value) => Type::Dict(key, Arc::new(value)),
                    _ => return Err("a dictionary's keys must be of a basic type"),
                },
                element => Type::Array(Arc::new(element.settle()?)),
            },
            Self::Tuple(fields) => {
                if fields.is_empty() {
                    return Err("an empty tuple cannot be sent over D-Bus");
                }
                Type::Tuple(fields.into_iter().map(Self::settle).collect::<Result<_, _>>()?)
            }
            Self::Entry(_) => return Err("a dictionary entry cannot be sent outside of a dictionary"),
        })
    }

    /// The pattern that only this type is.
    pub(super) fn of(kind: &Type) -> Self {
        match kind {
            Type::Basic(basic) => Self::Basic(*basic),
            Type::Variant => Self::Variant,
            Type::Array(element) => Self::Array(Box::new(Self::of(element))),
            Type::Tuple(fields) => Self::Tuple(fields.iter().map(Self::of).collect()),
            Type::Dict(key, value) => {
                Self::Array(Box::new(Self::Entry(Box::new((Self::Basic(*key), Self::of(value))))))
            }
        }
    }

    /// The type of an annotation, without its `@`.
    pub(super) fn annotated(kind: &str) -> Result<Self, &'static str> {
        // The length bounds how deep it can nest.
        if kind.len() > LONGEST_SIGNATURE {
            return Err("a type longer than D-Bus allows");
        }
        match Self::read(kind)? {
            (pattern, "") => Ok(pattern),
            _ => Err(NO_TYPE),
        }
    }

    /// The type at the start, and what follows it.
    fn read(kind: &str) -> Result<(Self, &str), &'static str> {
        let Some(letter) = kind.chars().next() else { return Err(NO_TYPE) };
        let mut rest = &kind[letter.len_utf8()..];
        let pattern = match letter {
            'v' => Self::Variant,
            'a' => {
                let (element, after) = Self::read(rest)?;
                rest = after;
                Self::Array(Box::new(element))
            }
            '(' => {
                let mut fields = Vec::new();
                while !rest.starts_with(')') {
                    let (field, after) = Self::read(rest)?;
                    rest = after;
                    fields.push(field);
                }
                rest = &rest[1..];
                Self::Tuple(fields)
            }
            '{' => {
                let (key, after) = Self::read(rest)?;
                let (value, after) = Self::read(after)?;
                rest = after.strip_prefix('}').ok_or(NO_TYPE)?;
                if !matches!(key, Self::Basic(_)) {
                    return Err(NO_TYPE);
                }
                Self::Entry(Box::new((key, value)))
            }
            'm' => return Err(MAYBE),
            'h' => return Err(HANDLE),
            '*' | '?' | 'r' => return Err("expected a definite type, found a wildcard"),
            letter => {
                let basic = Basic::ALL.into_iter().find(|basic| basic.letter() == letter);
                Self::Basic(basic.ok_or(NO_TYPE)?)
            }
        };
        Ok((pattern, rest))
    }
}

const NO_TYPE: &str = "expected a type and a space after '@', such as '@as '";
