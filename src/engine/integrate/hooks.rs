//! Our own hooks among others in an agent's settings.
//!
//! Pure: no clock, no environment, no input or output.

use jsonc_parser::ast;
use serde_json::Value;

use super::{
    document::{Document, Layout},
    json::{self, Obstacle, Parsed},
};
use crate::engine::agents::Agent;

/// How an agent's settings hold hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `hooks.EVENT` is a list of groups, each with a matcher and a list of handlers.
    Grouped,
    /// `hooks.EVENT` is a list of handlers.
    Flat,
}

/// One hook as it is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) event: &'static str,
    /// Which of the event's occasions it is called on; all of them if there is none.
    pub(super) matcher: Option<&'static str>,
    pub(super) handler: Document,
}

/// The hooks of one agent in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hooks {
    pub(super) agent: Agent,
    pub(super) shape: Shape,
    pub(super) entries: Vec<Entry>,
    /// What the file has to begin with, such as its version.
    pub(super) preamble: Vec<(&'static str, Document)>,
}

/// What is before the path of our program in every command that we write: without it, the agent goes on.
pub(super) const WRAPPER: &str = r#"exec /bin/sh -c '[ -x "$0" ] || exit 0; exec "$0" "$@"' "#;

/// The same where the agent asks nobody itself: without our program, its call is denied. They all take 2 for that.
pub(super) const CLOSED: &str =
    r#"exec /bin/sh -c '[ -x "$0" ] || { echo plyn-notify is gone >&2; exit 2; }; exec "$0" "$@"' "#;

impl Hooks {
    /// The text with all of them, each once; a text that has them stays as it is.
    pub(super) fn add(&self, before: Option<&str>) -> Result<String, Obstacle> {
        let Some(before) = before.filter(|text| !text.trim().is_empty()) else {
            return Ok(format!("{}\n", self.whole().pretty(&Layout::of(""), "")));
        };
        let (mark, body) = without_mark(before);
        let mut text = self.drop_others(body.to_owned())?;
        for entry in &self.entries {
            text = self.add_one(text, entry)?;
        }
        for (name, value) in &self.preamble {
            let parsed = Parsed::new(&text)?;
            if parsed.find(&[name])?.is_none() {
                text = parsed.with_property(None, name, value)?;
            }
        }
        self.verify(body, &text, true)?;
        Ok(format!("{mark}{text}"))
    }

    /// The text without any of them.
    pub(super) fn remove(&self, before: &str) -> Result<String, Obstacle> {
        let (mark, body) = without_mark(before);
        if body.trim().is_empty() {
            return Ok(before.to_owned());
        }
        let none = Self { entries: Vec::new(), ..self.clone() };
        let text = none.drop_others(body.to_owned())?;
        none.verify(body, &text, false)?;
        Ok(format!("{mark}{text}"))
    }

    /// A file with nothing else in it.
    fn whole(&self) -> Document {
        let mut root: Vec<(String, Document)> =
            self.preamble.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let mut events: Vec<(String, Document)> = Vec::new();
        for entry in &self.entries {
            events.push((entry.event.to_owned(), Document::List(vec![self.element(entry)])));
        }
        root.push(("hooks".to_owned(), Document::Object(events)));
        Document::Object(root)
    }

    /// What stands in an event's list.
    fn element(&self, entry: &Entry) -> Document {
        if self.shape == Shape::Flat {
            let mut handler = entry.handler.clone();
            if let (Document::Object(entries), Some(matcher)) = (&mut handler, entry.matcher) {
                entries.push(("matcher".to_owned(), Document::text(matcher)));
            }
            return handler;
        }
        let mut group = Vec::new();
        group.extend(entry.matcher.map(|matcher| ("matcher".to_owned(), Document::text(matcher))));
        group.push(("hooks".to_owned(), Document::List(vec![entry.handler.clone()])));
        Document::Object(group)
    }

    fn add_one(&self, text: String, entry: &Entry) -> Result<String, Obstacle> {
        let parsed = Parsed::new(&text)?;
        let element = self.element(entry);
        let list = match parsed.find(&["hooks", entry.event])? {
            Some(ast::Value::Array(list)) => list,
            Some(_) => return Err(Obstacle::InTheWay(format!("hooks.{}", entry.event), "list")),
            None => {
                let list = Document::List(vec![element]);
                if parsed.find(&["hooks"])?.is_some() {
                    return parsed.with_property(Some("hooks"), entry.event, &list);
                }
                let hooks = Document::Object(vec![(entry.event.to_owned(), list)]);
                return parsed.with_property(None, "hooks", &hooks);
            }
        };
        match self.ours(list).first() {
            None => parsed.with_element(list, &element),
            Some(place) => {
                let (old, new) = match place.inner {
                    // Others are in its group: that is theirs, and only the handler is ours.
                    Some((handlers, at)) if handlers.elements.len() > 1 => {
                        (handlers.elements.get(at), &entry.handler)
                    }
                    _ => (list.elements.get(place.outer), &element),
                };
                let old = old.ok_or(Obstacle::Entangled)?;
                if json::value(old) == new.value() { Ok(text) } else { parsed.with_value(old, new) }
            }
        }
    }

    /// Takes out those of ours that are not wanted, or are there twice.
    fn drop_others(&self, mut text: String) -> Result<String, Obstacle> {
        while let Some(shorter) = self.drop_one(&text)? {
            text = shorter;
        }
        Ok(text)
    }

    fn drop_one(&self, text: &str) -> Result<Option<String>, Obstacle> {
        let parsed = Parsed::new(text)?;
        let Some(ast::Value::Object(hooks)) = parsed.find(&["hooks"])? else { return Ok(None) };
        for (at, property) in hooks.properties.iter().enumerate() {
            let ast::Value::Array(list) = &property.value else { continue };
            let wanted = usize::from(self.entries.iter().any(|entry| entry.event == property.name.as_str()));
            let ours = self.ours(list);
            let Some(place) = ours.get(wanted..).and_then(<[_]>::last) else { continue };
            if let Some((handlers, inner)) = place.inner.filter(|(handlers, _)| handlers.elements.len() > 1) {
                return parsed.without(&json::of_list(handlers), inner).map(Some);
            }
            if list.elements.len() > 1 {
                return parsed.without(&json::of_list(list), place.outer).map(Some);
            }
            if hooks.properties.len() > 1 {
                return parsed.without(&json::of_object(hooks), at).map(Some);
            }
            return parsed.without_property("hooks").map(Some);
        }
        Ok(None)
    }

    /// Where our handlers are in an event's list.
    fn ours<'a, 'b>(&self, list: &'b ast::Array<'a>) -> Vec<Place<'a, 'b>> {
        let mut found = Vec::new();
        for (outer, element) in list.elements.iter().enumerate() {
            match self.shape {
                Shape::Flat => {
                    if is_ours(&json::value(element), self.agent) {
                        found.push(Place { outer, inner: None });
                    }
                }
                Shape::Grouped => {
                    let handlers = element.as_object().and_then(|group| group.get_array("hooks"));
                    for (at, handler) in handlers.iter().flat_map(|list| list.elements.iter().enumerate()) {
                        if is_ours(&json::value(handler), self.agent) {
                            found.push(Place { outer, inner: handlers.map(|handlers| (handlers, at)) });
                        }
                    }
                }
            }
        }
        found
    }

    /// Whether all but ours is what it was, and ours are as they should be.
    fn verify(&self, before: &str, after: &str, keeps_preamble: bool) -> Result<(), Obstacle> {
        let (mut old, mut new) = (Parsed::new(before)?.value(), Parsed::new(after)?.value());
        let mut here = Vec::new();
        self.strip(&mut old, &mut Vec::new());
        self.strip(&mut new, &mut here);
        if keeps_preamble {
            for (name, _) in &self.preamble {
                if old.get(name).is_none()
                    && let Some(new) = new.as_object_mut()
                {
                    new.remove(*name);
                }
            }
        }
        let mut wanted: Vec<(String, Value)> =
            self.entries.iter().map(|entry| (entry.event.to_owned(), entry.handler.value())).collect();
        if self.shape == Shape::Flat {
            wanted = self
                .entries
                .iter()
                .map(|entry| (entry.event.to_owned(), self.element(entry).value()))
                .collect();
        }
        wanted.sort_by(|one, other| one.0.cmp(&other.0));
        here.sort_by(|one, other| one.0.cmp(&other.0));
        if old == new && here == wanted { Ok(()) } else { Err(Obstacle::Entangled) }
    }

    /// Takes ours out of a value, with what is empty without them.
    fn strip(&self, root: &mut Value, taken: &mut Vec<(String, Value)>) {
        let Some(hooks) = root.get_mut("hooks").and_then(Value::as_object_mut) else { return };
        for (event, list) in &mut *hooks {
            let Some(list) = list.as_array_mut() else { continue };
            if self.shape == Shape::Flat {
                taken.extend(
                    list.extract_if(.., |handler| is_ours(handler, self.agent)).map(|h| (event.clone(), h)),
                );
                continue;
            }
            list.retain_mut(|group| {
                let Some(handlers) = group.get_mut("hooks").and_then(Value::as_array_mut) else {
                    return true;
                };
                let found: Vec<Value> =
                    handlers.extract_if(.., |handler| is_ours(handler, self.agent)).collect();
                let is_empty = !found.is_empty() && handlers.is_empty();
                taken.extend(found.into_iter().map(|handler| (event.clone(), handler)));
                !is_empty
            });
        }
        hooks.retain(|_, list| list.as_array().is_none_or(|list| !list.is_empty()));
        if hooks.is_empty()
            && let Some(root) = root.as_object_mut()
        {
            root.remove("hooks");
        }
    }
}

/// Where a handler is: in which element, and within its group.
struct Place<'a, 'b> {
    outer: usize,
    inner: Option<(&'b ast::Array<'a>, usize)>,
}

/// Whether a handler calls our program as this agent's hook, whatever else it says.
pub(super) fn is_ours(handler: &Value, agent: Agent) -> bool {
    let Some(command) = ["command", "bash"].iter().find_map(|key| handler.get(key)?.as_str()) else {
        return false;
    };
    // Nobody else writes that before a program, whatever that is called.
    let wrapped = [WRAPPER, CLOSED].iter().find_map(|wrapper| command.strip_prefix(wrapper));
    let words: Vec<String> = match handler.get("args").and_then(Value::as_array) {
        Some(args) => {
            let args = args.iter().filter_map(Value::as_str);
            std::iter::once(command).chain(args).map(str::to_owned).collect()
        }
        None => words(wrapped.unwrap_or(command)),
    };
    let program = words.first().and_then(|word| word.rsplit('/').next());
    let mut rest = words.iter().skip(1).map(String::as_str);
    let is_program = wrapped.is_some() || program == Some("plyn-notify");
    is_program && rest.next() == Some("hook") && rest.next() == Some(agent.name())
}

/// The words of a simple command, quotes taken off.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), c) if open == c => quote = None,
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// A byte order mark, and what is behind it.
fn without_mark(text: &str) -> (&str, &str) {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => ("\u{feff}", rest),
        None => ("", text),
    }
}
