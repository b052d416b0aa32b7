//! A hook's payload, read tolerantly: a key may be missing, be of another type, or stand in another spelling.
//!
//! Pure: no clock, no environment, no input or output.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;

/// One object of a payload.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payload<'a>(&'a Value);

impl<'a> Payload<'a> {
    /// Anything; what is no object has no keys.
    pub(super) fn new(value: &'a Value) -> Self {
        Self(value)
    }

    /// The first of these keys that is there and not null.
    pub(super) fn value(self, keys: &[&str]) -> Option<&'a Value> {
        keys.iter().find_map(|key| self.0.get(key).filter(|value| !value.is_null()))
    }

    /// The first of these keys that is a text, and not an empty one.
    pub(super) fn text(self, keys: &[&str]) -> Option<&'a str> {
        keys.iter().find_map(|key| self.0.get(key)?.as_str().filter(|text| !text.is_empty()))
    }

    /// Whether this key is true.
    pub(super) fn is(self, key: &str) -> bool {
        self.0.get(key).and_then(Value::as_bool).unwrap_or(false)
    }

    /// The elements of the first of these keys that is a list.
    pub(super) fn list(self, keys: &[&str]) -> &'a [Value] {
        keys.iter().find_map(|key| self.0.get(key)?.as_array()).map_or(&[], Vec::as_slice)
    }

    /// The texts of such a list, or none if anything else is among them.
    pub(super) fn texts(self, keys: &[&str]) -> Vec<&'a str> {
        self.list(keys).iter().map(Value::as_str).collect::<Option<_>>().unwrap_or_default()
    }

    /// An object within.
    pub(super) fn within(self, keys: &[&str]) -> Self {
        Self(self.value(keys).unwrap_or(&Value::Null))
    }

    /// What it is.
    pub(super) fn get(self) -> &'a Value {
        self.0
    }

    /// The tool that is to be called.
    pub(super) fn tool(self) -> &'a str {
        self.text(&["tool_name", "toolName"]).unwrap_or("a tool")
    }

    /// What it is to be called with. Cursor sends it as a text of JSON, which is no object of ours.
    pub(super) fn input(self) -> Self {
        self.within(&["tool_input", "toolInput", "toolArgs", "tool_args"])
    }
}

/// What tells one call of a tool from another. Agents give no id to a question, so that a call that has been made can
/// only be known by what it was called with.
///
/// It says nothing of that to who reads it. Keys of objects are sorted by the parser, so that their order is no difference.
pub(super) fn call_key(tool: &str, input: &Value, without: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    tool.hash(&mut hasher);
    match input.as_object() {
        Some(object) => {
            for (key, value) in object.iter().filter(|(key, _)| !without.contains(&key.as_str())) {
                (key, value.to_string()).hash(&mut hasher);
            }
        }
        None => input.to_string().hash(&mut hasher),
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_missing_or_of_another_type_is_not_there() {
        let value = json!({"a": null, "b": 7, "c": "", "d": "text", "e": [1, "x"], "f": ["x", "y"]});
        let payload = Payload::new(&value);
        assert_eq!(payload.text(&["a", "b", "c", "d"]), Some("text"));
        assert_eq!(payload.value(&["a", "b"]), Some(&json!(7)));
        assert_eq!(payload.texts(&["e"]), [""; 0]);
        assert_eq!(payload.texts(&["d", "f"]), ["x", "y"]);
        assert!(!payload.is("b") && !payload.is("zzz"));
        assert_eq!(payload.tool(), "a tool");
        for other in [json!(null), json!("x"), json!([{"d": "text"}])] {
            assert_eq!(Payload::new(&other).text(&["d"]), None);
            assert_eq!(Payload::new(&other).input().text(&["d"]), None);
        }
    }

    #[test]
    fn a_call_is_known_by_its_tool_and_what_it_is_called_with() {
        let key = |tool, input: &str| call_key(tool, &serde_json::from_str(input).unwrap(), &["description"]);
        let same = key("Bash", r#"{"command": "ls", "timeout": 1}"#);
        assert_eq!(key("Bash", r#"{"timeout": 1, "description": "why", "command": "ls"}"#), same);
        assert_ne!(key("Bash", r#"{"timeout": 1, "command": "ls "}"#), same);
        assert_ne!(key("Shell", r#"{"timeout": 1, "command": "ls"}"#), same);
        assert_ne!(key("Bash", "null"), key("Bash", "[]"));
    }
}
