//! The value of a hint as `notify-send -h TYPE:NAME:VALUE` takes it: six types, by name.
//!
//! Pure. Its meaning, without its faults (libnotify, tools/notify-send.c): there, an `int` has no sign and no range,
//! text after a number is dropped, and a boolean that is no boolean is false.

use super::{
    gvariant::{self, ParseError},
    value::Value,
};
use crate::engine::config::fault::{any_of, nearest, quote};

/// The types, in the order of notify-send's manual.
const TYPES: [&str; 6] = ["boolean", "int", "double", "string", "byte", "variant"];

/// Why there is no such value: a fragment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HintError {
    /// No type has this name.
    #[error("unknown hint type {}, expected {}", quote(.0), any_of(&nearest_first(.0)))]
    UnknownType(String),
    /// The value is none of the type.
    #[error("expected {expected}, found {}", quote(.found))]
    WrongValue {
        /// What would be one.
        expected: &'static str,
        /// What was given.
        found: String,
    },
    /// A text in GLib's format is wrong.
    #[error(transparent)]
    Variant(#[from] ParseError),
}

fn nearest_first(found: &str) -> Vec<&'static str> {
    let near = nearest(found, &TYPES);
    near.into_iter().chain(TYPES.into_iter().filter(|name| Some(*name) != near)).collect()
}

/// Reads the value of a hint of this type, whose name may be in any case.
pub fn parse(kind: &str, text: &str) -> Result<Value, HintError> {
    let wrong = |expected| HintError::WrongValue { expected, found: text.to_owned() };
    // A number may come from a command that pads it.
    let word = text.trim_ascii();
    match kind.to_ascii_lowercase().as_str() {
        "string" => Ok(Value::Text(text.to_owned())),
        "boolean" => boolean(word).map(Value::Bool).ok_or_else(|| wrong("true, false or a number")),
        "int" => {
            word.parse().map(Value::Int32).map_err(|_| wrong("a whole number from -2147483648 to 2147483647"))
        }
        "double" => gvariant::double(word).map(Value::Double).ok_or_else(|| wrong("a number such as 0.5")),
        "byte" => {
            byte(word).map(Value::Byte).ok_or_else(|| wrong("a whole number from 0 to 255, or 0x00 to 0xff"))
        }
        "variant" => Ok(gvariant::parse(text)?),
        _ => Err(HintError::UnknownType(kind.to_owned())),
    }
}

/// A number is true unless it is zero, however long.
fn boolean(word: &str) -> Option<bool> {
    if word.eq_ignore_ascii_case("true") {
        Some(true)
    } else if word.eq_ignore_ascii_case("false") {
        Some(false)
    } else {
        let is_number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| word.bytes().any(|b| b != b'0'))
    }
}

fn byte(word: &str) -> Option<u8> {
    match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        // The reader of numbers would take a sign here.
        Some(digits) if digits.bytes().all(|b| b.is_ascii_hexdigit()) => u8::from_str_radix(digits, 16).ok(),
        Some(_) => None,
        None => word.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(kind: &str, text: &str) -> String {
        parse(kind, text).unwrap_err().to_string()
    }

    #[test]
    fn each_type_has_notify_send_s_meaning() {
        let text = |text: &str| Value::Text(text.to_owned());
        for (kind, value, expected) in [
            ("int", "5", Value::Int32(5)),
            ("INT", "007", Value::Int32(7)),
            ("int", " 42\n", Value::Int32(42)),
            ("int", "2147483647", Value::Int32(i32::MAX)),
            ("double", "0.5", Value::Double(0.5)),
            ("double", "3", Value::Double(3.0)),
            ("double", "0x10", Value::Double(16.0)),
            ("double", "1e3", Value::Double(1000.0)),
            ("byte", "2", Value::Byte(2)),
            ("Byte", "0xfF", Value::Byte(255)),
            ("byte", "0X0a", Value::Byte(10)),
            ("byte", "010", Value::Byte(10)),
            ("boolean", "true", Value::Bool(true)),
            ("BOOLEAN", "TRUE", Value::Bool(true)),
            ("boolean", "False", Value::Bool(false)),
            ("boolean", "1", Value::Bool(true)),
            ("boolean", "20", Value::Bool(true)),
            ("boolean", "0", Value::Bool(false)),
            ("boolean", "00", Value::Bool(false)),
            ("string", "", text("")),
            ("String", " a:b\\n ", text(" a:b\\n ")),
            ("variant", "uint32 5", Value::UInt32(5)),
            ("VARIANT", "'a'", text("a")),
        ] {
            assert_eq!(parse(kind, value), Ok(expected), "{kind}:{value}");
        }
    }

    #[test]
    fn what_notify_send_gets_wrong_is_taken_or_refused() {
        assert_eq!(parse("int", "-5"), Ok(Value::Int32(-5)));
        assert_eq!(parse("double", "-0.5"), Ok(Value::Double(-0.5)));
        let int = "expected a whole number from -2147483648 to 2147483647, found";
        assert_eq!(error("int", "2147483648"), format!("{int} \"2147483648\""));
        assert_eq!(error("int", "50%"), format!("{int} \"50%\""));
        assert_eq!(error("int", ""), format!("{int} \"\""));
        assert_eq!(error("double", "0,5"), "expected a number such as 0.5, found \"0,5\"");
        assert_eq!(error("double", "1e999"), "expected a number such as 0.5, found \"1e999\"");
        for byte in ["256", "-1", "0x100", "0x", "0x+1", "x", ""] {
            let expected = format!("expected a whole number from 0 to 255, or 0x00 to 0xff, found {byte:?}");
            assert_eq!(error("byte", byte), expected);
        }
        for boolean in ["yes", "on", "", "-1", "1x", "tru"] {
            assert_eq!(
                error("boolean", boolean),
                format!("expected true, false or a number, found {boolean:?}")
            );
        }
        assert_eq!(error("variant", "[1"), "at the end: expected ',' or ']' after an item of an array");
    }

    #[test]
    fn an_unknown_type_is_answered_with_the_valid_ones_nearest_first() {
        let unknown = |kind| error(kind, "5");
        assert_eq!(
            unknown("strin"),
            "unknown hint type \"strin\", expected string, boolean, int, double, byte or variant"
        );
        assert_eq!(
            unknown("uint32"),
            "unknown hint type \"uint32\", expected boolean, int, double, string, byte or variant"
        );
        assert!(unknown("bool").contains("expected boolean, int,"));
        assert!(unknown("").starts_with("unknown hint type \"\", expected boolean, "));
    }
}
