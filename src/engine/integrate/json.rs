//! Changing a JSON file of somebody else, with or without comments, and not a byte more than has to be: the parser only
//! says where things are.
//!
//! Pure: no clock, no environment, no input or output.

use std::ops::Range;

use jsonc_parser::{CollectOptions, ParseOptions, ast, common::Ranged as _, parse_to_ast};
use serde_json::{Map, Value};

use super::document::{Document, Layout};

/// Why a file cannot be changed. Nothing of it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// It is no text, or no JSON.
    #[error("it does not parse: {0}")]
    Unparsable(String),
    /// Something else stands where a list or an object would have to be.
    #[error("{0} is no {1} there")]
    InTheWay(String, &'static str),
    /// No change was found that leaves everything else as it is.
    #[error("it is written in a way that cannot be changed for you")]
    Entangled,
}

/// A text that is an object, and where its parts are.
pub(super) struct Parsed<'a> {
    text: &'a str,
    root: ast::Object<'a>,
    layout: Layout,
}

/// A list or an object within.
#[derive(Clone, Debug)]
pub(super) struct Container {
    range: Range<usize>,
    children: Vec<Range<usize>>,
}

impl<'a> Parsed<'a> {
    /// Reads a text. One that is empty is not an object yet.
    pub(super) fn new(text: &'a str) -> Result<Self, Obstacle> {
        let options = ParseOptions {
            allow_comments: true,
            allow_trailing_commas: true,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let parsed = parse_to_ast(text, &CollectOptions::default(), &options);
        let parsed = parsed.map_err(|error| Obstacle::Unparsable(error.to_string()))?;
        match parsed.value {
            Some(ast::Value::Object(root)) => Ok(Self { text, root, layout: Layout::of(text) }),
            Some(_) => Err(Obstacle::InTheWay("the whole".to_owned(), "object")),
            None => Err(Obstacle::Unparsable("there is nothing in it".to_owned())),
        }
    }

    /// All of it, as a reader has it.
    pub(super) fn value(&self) -> Value {
        object(&self.root)
    }

    /// The value at a path of keys, if all above it are objects.
    ///
    /// # Errors
    ///
    /// When something on the way is no object, or is there twice.
    pub(super) fn find(&self, path: &[&str]) -> Result<Option<&ast::Value<'a>>, Obstacle> {
        let Some((name, above)) = path.split_last() else { return Ok(None) };
        let mut object = &self.root;
        for name in above {
            match property(object, name)? {
                Some(ast::Value::Object(inner)) => object = inner,
                Some(_) => return Err(Obstacle::InTheWay((*name).to_owned(), "object")),
                None => return Ok(None),
            }
        }
        property(object, name)
    }

    /// The text with one more entry in the root, or in the object of that name within it.
    pub(super) fn with_property(
        &self,
        within: Option<&str>,
        name: &str,
        value: &Document,
    ) -> Result<String, Obstacle> {
        let object = match within {
            None => &self.root,
            Some(within) => match property(&self.root, within)? {
                Some(ast::Value::Object(object)) => object,
                _ => return Err(Obstacle::Entangled),
            },
        };
        let key = Value::from(name).to_string();
        self.insert(&of_object(object), |layout| match layout {
            Some((layout, indent)) => format!("{key}: {}", value.pretty(layout, indent)),
            None => format!("{key}: {}", value.compact()),
        })
    }

    /// The text with one more element in this list.
    pub(super) fn with_element(&self, list: &ast::Array<'_>, value: &Document) -> Result<String, Obstacle> {
        self.insert(&of_list(list), |layout| match layout {
            Some((layout, indent)) => value.pretty(layout, indent),
            None => value.compact(),
        })
    }

    /// The text with another value in the place of this one.
    pub(super) fn with_value(&self, old: &ast::Value<'_>, value: &Document) -> Result<String, Obstacle> {
        let range = range(old);
        let is_one_line = !self.text.get(range.clone()).unwrap_or_default().contains('\n');
        let new = if is_one_line {
            value.compact()
        } else {
            value.pretty(&self.layout, line_indent(self.text, range.start))
        };
        splice(self.text, vec![(range, new)])
    }

    /// The text without an entry of the root.
    pub(super) fn without_property(&self, name: &str) -> Result<String, Obstacle> {
        let at = self.root.properties.iter().position(|property| property.name.as_str() == name);
        self.without(&of_object(&self.root), at.ok_or(Obstacle::Entangled)?)
    }

    /// The text without the child of this number. A list or an object that it leaves empty has nothing within.
    pub(super) fn without(&self, container: &Container, at: usize) -> Result<String, Obstacle> {
        let text = self.text;
        let children = &container.children;
        let child = children.get(at).ok_or(Obstacle::Entangled)?.clone();
        let inner_end = container.range.end - 1;
        let start =
            text.get(..child.start).map(|before| before.trim_end().len()).ok_or(Obstacle::Entangled)?;
        let following = children.get(at + 1).map_or(inner_end, |next| next.start);
        let comma = comma(text, child.end..following);
        let previous = at.checked_sub(1).and_then(|at| children.get(at));
        let mut edits = Vec::new();
        match (previous, comma) {
            (_, Some(comma)) => edits.push((start..comma + 1, String::new())),
            (Some(previous), None) => {
                let before = self::comma(text, previous.end..child.start).ok_or(Obstacle::Entangled)?;
                if before + 1 == start {
                    edits.push((before..child.end, String::new()));
                } else {
                    edits.push((before..before + 1, String::new()));
                    edits.push((start..child.end, String::new()));
                }
            }
            (None, None) => edits.push((start..child.end, String::new())),
        }
        if children.len() == 1 {
            let rest = |range: Range<usize>| text.get(range).is_some_and(|rest| rest.trim().is_empty());
            let end = edits.last().map_or(child.end, |(range, _)| range.end);
            if start == container.range.start + 1 && rest(end..inner_end) {
                edits = vec![(start..inner_end, String::new())];
            }
        }
        splice(text, edits)
    }

    /// Puts something behind the last child, as the others are laid out.
    fn insert(
        &self,
        container: &Container,
        render: impl Fn(Option<(&Layout, &str)>) -> String,
    ) -> Result<String, Obstacle> {
        let Container { range, children } = container;
        let text = self.text;
        let inner_end = range.end - 1;
        let inner = text.get(range.start + 1..inner_end).ok_or(Obstacle::Entangled)?;
        let tail = range.start + 1 + inner.trim_end().len();
        let base = line_indent(text, range.start);
        let newline = self.layout.newline;
        let deeper = format!("{base}{}", self.layout.unit);
        let Some(last) = children.last() else {
            let is_minified =
                !text.trim().contains('\n') && range.start > text.len() - text.trim_start().len();
            if is_minified {
                return splice(text, vec![(tail..tail, render(None))]);
            }
            let new = format!("{newline}{deeper}{}", render(Some((&self.layout, &deeper))));
            let closes = text.get(tail..inner_end).unwrap_or_default().contains('\n');
            let edit = if inner.trim().is_empty() {
                (range.start + 1..inner_end, format!("{new}{newline}{base}"))
            } else if closes {
                (tail..tail, new)
            } else {
                (tail..inner_end, format!("{new}{newline}{base}"))
            };
            return splice(text, vec![edit]);
        };
        let trailing = comma(text, last.end..inner_end);
        let is_one_line = !inner.contains('\n');
        let (lead, new) = if is_one_line {
            (" ".to_owned(), render(None))
        } else {
            let own_line = line_start(text, last.start);
            let before = text.get(own_line..last.start).unwrap_or_default();
            let indent = if before.trim().is_empty() { before.to_owned() } else { deeper };
            (format!("{newline}{indent}"), render(Some((&self.layout, &indent))))
        };
        let edits = match trailing {
            Some(_) => vec![(tail..tail, format!("{lead}{new},"))],
            None if tail == last.end => vec![(tail..tail, format!(",{lead}{new}"))],
            None => vec![(last.end..last.end, ",".to_owned()), (tail..tail, format!("{lead}{new}"))],
        };
        splice(text, edits)
    }
}

/// The parts of an object.
pub(super) fn of_object(object: &ast::Object<'_>) -> Container {
    let children =
        object.properties.iter().map(|property| property.range.start..property.range.end).collect();
    Container { range: object.range.start..object.range.end, children }
}

/// The parts of a list.
pub(super) fn of_list(list: &ast::Array<'_>) -> Container {
    Container { range: list.range.start..list.range.end, children: list.elements.iter().map(range).collect() }
}

/// A value as a reader has it.
pub(super) fn value(value: &ast::Value<'_>) -> Value {
    match value {
        ast::Value::StringLit(text) => Value::from(text.value.as_ref()),
        ast::Value::NumberLit(number) => number.value.parse().map_or(Value::Null, Value::Number),
        ast::Value::BooleanLit(switch) => Value::from(switch.value),
        ast::Value::Object(inner) => object(inner),
        ast::Value::Array(list) => list.elements.iter().map(self::value).collect(),
        ast::Value::NullKeyword(_) => Value::Null,
    }
}

fn object(object: &ast::Object<'_>) -> Value {
    let entry = |property: &ast::ObjectProp<'_>| (property.name.as_str().to_owned(), value(&property.value));
    Value::Object(object.properties.iter().map(entry).collect::<Map<_, _>>())
}

/// The property of this name. Of two, readers take one or the other.
fn property<'a, 'b>(object: &'b ast::Object<'a>, name: &str) -> Result<Option<&'b ast::Value<'a>>, Obstacle> {
    let mut found = object.properties.iter().filter(|property| property.name.as_str() == name);
    match (found.next(), found.next()) {
        (_, Some(_)) => Err(Obstacle::Entangled),
        (found, None) => Ok(found.map(|property| &property.value)),
    }
}

fn range(value: &ast::Value<'_>) -> Range<usize> {
    let range = value.range();
    range.start..range.end
}

/// The comma between two tokens, past comments.
fn comma(text: &str, between: Range<usize>) -> Option<usize> {
    let part = text.get(between.clone())?;
    let mut at = 0;
    while let Some(rest) = part.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            at += comment.find("*/").map_or(rest.len(), |end| end + 4);
        } else if rest.starts_with(',') {
            return Some(between.start + at);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    None
}

fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
}

/// The blanks at the start of the line that something is on.
fn line_indent(text: &str, at: usize) -> &str {
    let line = text.get(line_start(text, at)..).unwrap_or_default();
    let rest = line.trim_start_matches([' ', '\t']);
    line.get(..line.len() - rest.len()).unwrap_or_default()
}

/// Carries the edits out, which are in the order of the text.
fn splice(text: &str, edits: Vec<(Range<usize>, String)>) -> Result<String, Obstacle> {
    let mut changed = text.to_owned();
    for (range, new) in edits.into_iter().rev() {
        if changed.get(range.clone()).is_none() {
            return Err(Obstacle::Entangled);
        }
        changed.replace_range(range, &new);
    }
    Ok(changed)
}
