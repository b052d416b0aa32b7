//! A piece of JSON as it is to be written: its keys stay in their order.
//!
//! Pure: no clock, no environment, no input or output.

use serde_json::{Map, Value};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Document {
    Text(String),
    Number(u64),
    Switch(bool),
    List(Vec<Document>),
    Object(Vec<(String, Document)>),
}

impl Document {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn object<const N: usize>(entries: [(&str, Self); N]) -> Self {
        Self::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// Without its order.
    pub(super) fn value(&self) -> Value {
        match self {
            Self::Text(text) => Value::from(text.as_str()),
            Self::Number(number) => Value::from(*number),
            Self::Switch(switch) => Value::from(*switch),
            Self::List(list) => list.iter().map(Self::value).collect(),
            Self::Object(entries) => Value::Object(
                entries.iter().map(|(key, value)| (key.clone(), value.value())).collect::<Map<_, _>>(),
            ),
        }
    }

    /// On one line.
    pub(super) fn compact(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, None);
        text
    }

    /// On several lines, of which all but the first begin with `indent`.
    pub(super) fn pretty(&self, layout: &Layout, indent: &str) -> String {
        let mut text = String::new();
        self.write(&mut text, Some((layout, indent)));
        text
    }

    fn write(&self, text: &mut String, pretty: Option<(&Layout, &str)>) {
        match self {
            Self::List(list) => {
                let items = list.iter().map(|item| (None, item)).collect::<Vec<_>>();
                write_items(text, ['[', ']'], &items, pretty);
            }
            Self::Object(entries) => {
                let items = entries.iter().map(|(key, item)| (Some(key.as_str()), item)).collect::<Vec<_>>();
                write_items(text, ['{', '}'], &items, pretty);
            }
            scalar => text.push_str(&scalar.value().to_string()),
        }
    }
}

fn write_items(
    text: &mut String,
    [open, close]: [char; 2],
    items: &[(Option<&str>, &Document)],
    pretty: Option<(&Layout, &str)>,
) {
    text.push(open);
    let inner = pretty.map(|(layout, indent)| (layout, format!("{indent}{}", layout.unit)));
    for (at, (key, item)) in items.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        match &inner {
            Some((layout, indent)) => text.extend([layout.newline, indent]),
            None if at > 0 => text.push(' '),
            None => {}
        }
        if let Some(key) = key {
            text.push_str(&Value::from(*key).to_string());
            text.push_str(": ");
        }
        item.write(text, inner.as_ref().map(|(layout, indent)| (*layout, indent.as_str())));
    }
    if let Some((layout, indent)) = pretty.filter(|_| !items.is_empty()) {
        text.extend([layout.newline, indent]);
    }
    text.push(close);
}

/// How a file is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// What one level is indented by.
    pub(super) unit: String,
    /// How a line ends.
    pub(super) newline: &'static str,
}

impl Layout {
    /// As a text has it; two spaces and a line feed where it shows neither.
    pub(super) fn of(text: &str) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let indent = |line: &str| {
            let rest = line.trim_start_matches([' ', '\t']);
            line.get(..line.len() - rest.len())
                .filter(|indent| !indent.is_empty() && rest.starts_with('"'))
                .map(str::to_owned)
        };
        let unit = text.lines().find_map(indent).unwrap_or_else(|| "  ".to_owned());
        Self { unit, newline }
    }
}
