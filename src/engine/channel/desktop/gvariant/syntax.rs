//! From a text to a tree of what is written there, types still open.
//!
//! Pure.

use super::{Fault, literal, pattern::Pattern};
use crate::engine::channel::desktop::value::{Basic, Type};

/// How deep a text may nest; GLib's own limit (`G_VARIANT_MAX_RECURSION_DEPTH`). It bounds the stack, here and in all
/// that walks the tree. D-Bus allows less, but an annotation counts here and not there.
const DEEPEST: usize = 128;
/// What the values that D-Bus has no types for are told.
pub(super) const MAYBE: &str = "a maybe type cannot be sent over D-Bus";
/// The same for `handle`.
pub(super) const HANDLE: &str = "a file handle cannot be sent";

/// Something written, and at which byte.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) at: usize,
    pub(super) kind: Kind<'t>,
}

/// What is written.
#[derive(Debug)]
pub(super) enum Kind<'t> {
    Bool(bool),
    Number(&'t str),
    Text(String),
    /// The NUL at the end included.
    Bytes(Vec<u8>),
    Array(Vec<Node<'t>>),
    Tuple(Vec<Node<'t>>),
    Variant(Box<Node<'t>>),
    /// `{1: 2, 3: 4}`
    Dict(Vec<(Node<'t>, Node<'t>)>),
    /// `{1, 2}`
    Entry(Box<(Node<'t>, Node<'t>)>),
    Annotated(Pattern, Box<Node<'t>>),
}

impl Kind<'_> {
    /// For messages.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::Bytes(_) => "a byte string",
            Self::Array(_) => "an array",
            Self::Tuple(_) => "a tuple",
            Self::Variant(_) => "a variant",
            Self::Dict(_) => "a dictionary",
            Self::Entry(_) => "a dictionary entry",
            Self::Annotated(_, inner) => inner.kind.name(),
        }
    }
}

/// Reads a whole text.
pub(super) fn parse(text: &str) -> Result<Node<'_>, Fault> {
    let mut parser = Parser { text, at: 0 };
    let node = parser.value(0)?;
    match parser.peek() {
        None => Ok(node),
        Some(_) => Err(parser.expected("the end of the text")),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_ascii_start().len();
        self.rest().chars().next()
    }

    fn consume(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn expected(&mut self, what: &str) -> Fault {
        let found = self.peek().map(|c| format!(", found {c:?}")).unwrap_or_default();
        Fault::new(self.at, format!("expected {what}{found}"))
    }

    fn require(&mut self, c: char, or: &str) -> Result<(), Fault> {
        if self.consume(c) { Ok(()) } else { Err(self.expected(&format!("'{c}'{or}"))) }
    }

    /// Takes all up to the first character that is none of a token's.
    fn take(&mut self, mut ends: impl FnMut(char) -> bool) -> &'t str {
        let rest = self.rest();
        let token = &rest[..rest.find(&mut ends).unwrap_or(rest.len())];
        self.at += token.len();
        token
    }

    fn value(&mut self, depth: usize) -> Result<Node<'t>, Fault> {
        let first = self.peek();
        let at = self.at;
        if depth == DEEPEST {
            return Err(Fault::new(at, "nested too deeply"));
        }
        let second = self.rest().chars().nth(1);
        let kind = match first {
            Some('[') => self.array(depth)?,
            Some('(') => self.tuple(depth)?,
            Some('{') => self.dictionary(depth)?,
            Some('<') => {
                self.at += 1;
                let inner = self.value(depth + 1)?;
                self.require('>', " after the value of a variant")?;
                Kind::Variant(Box::new(inner))
            }
            Some(quote @ ('\'' | '"')) => {
                let (text, length) = literal::text(self.rest(), quote).map_err(|fault| fault.after(at))?;
                self.at += length;
                Kind::Text(text)
            }
            Some('b') if matches!(second, Some('\'' | '"')) => {
                let (bytes, length) = literal::bytes(self.rest()).map_err(|fault| fault.after(at))?;
                self.at += length;
                Kind::Bytes(bytes)
            }
            Some('0'..='9' | '-' | '+' | '.') => {
                Kind::Number(self.take(|c| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '+' | '.')))
            }
            Some('@') => self.annotation(depth)?,
            Some('a'..='z') => self.word(depth)?,
            _ => return Err(self.expected("a value")),
        };
        Ok(Node { at, kind })
    }

    fn array(&mut self, depth: usize) -> Result<Kind<'t>, Fault> {
        self.at += 1;
        let mut items = Vec::new();
        while !self.consume(']') {
            if !items.is_empty() {
                self.require(',', " or ']' after an item of an array")?;
            }
            items.push(self.value(depth + 1)?);
        }
        Ok(Kind::Array(items))
    }

    /// As in Python, a comma makes it: `(5,)`. There is none after the last of several.
    fn tuple(&mut self, depth: usize) -> Result<Kind<'t>, Fault> {
        self.at += 1;
        let mut items = Vec::new();
        while !self.consume(')') {
            if items.len() > 1 {
                self.require(',', " or ')' after an item of a tuple")?;
            }
            items.push(self.value(depth + 1)?);
            if items.len() == 1 {
                self.require(',', " after the first item of a tuple")?;
            }
        }
        Ok(Kind::Tuple(items))
    }

    fn dictionary(&mut self, depth: usize) -> Result<Kind<'t>, Fault> {
        self.at += 1;
        let mut entries = Vec::new();
        while !self.consume('}') {
            if !entries.is_empty() {
                self.require(',', " or '}' after an entry of a dictionary")?;
            }
            let key = self.value(depth + 1)?;
            if entries.is_empty() && self.consume(',') {
                let value = self.value(depth + 1)?;
                self.require('}', " at the end of a dictionary entry")?;
                return Ok(Kind::Entry(Box::new((key, value))));
            }
            self.require(':', if entries.is_empty() { " or ',' after a key" } else { " after a key" })?;
            entries.push((key, self.value(depth + 1)?));
        }
        Ok(Kind::Dict(entries))
    }

    /// `@as []`. The type ends as GLib's tokens do: before a space, a comma, a colon, or a bracket that it has not
    /// opened.
    fn annotation(&mut self, depth: usize) -> Result<Kind<'t>, Fault> {
        let at = self.at;
        self.at += 1;
        let mut open = 0_usize;
        let kind = self.take(|c| match c {
            '(' | '{' => {
                open += 1;
                false
            }
            ')' | '}' if open > 0 => {
                open -= 1;
                false
            }
            ')' | '}' | ',' | ':' | '>' | ']' => true,
            c => c.is_ascii_whitespace(),
        });
        let pattern = Pattern::annotated(kind).map_err(|problem| Fault::new(at, problem))?;
        Ok(Kind::Annotated(pattern, Box::new(self.value(depth + 1)?)))
    }

    fn word(&mut self, depth: usize) -> Result<Kind<'t>, Fault> {
        let at = self.at;
        let word = self.take(|c| !c.is_ascii_alphanumeric());
        let basic = match word {
            "true" => return Ok(Kind::Bool(true)),
            "false" => return Ok(Kind::Bool(false)),
            "inf" | "nan" => return Ok(Kind::Number(word)),
            "just" | "nothing" => return Err(Fault::new(at, MAYBE)),
            "handle" => return Err(Fault::new(at, HANDLE)),
            "boolean" => Basic::Bool,
            "byte" => Basic::Byte,
            "int16" => Basic::Int16,
            "uint16" => Basic::UInt16,
            "int32" => Basic::Int32,
            "uint32" => Basic::UInt32,
            "int64" => Basic::Int64,
            "uint64" => Basic::UInt64,
            "double" => Basic::Double,
            "string" => Basic::Text,
            "objectpath" => Basic::ObjectPath,
            "signature" => Basic::Signature,
            _ => return Err(Fault::new(at, "expected a value, found a word (a string needs quotes)")),
        };
        let pattern = Pattern::of(&Type::Basic(basic));
        Ok(Kind::Annotated(pattern, Box::new(self.value(depth + 1)?)))
    }
}
