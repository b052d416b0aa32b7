use std::fmt::Write as _;

use proptest::{collection::vec, prelude::*, sample::select};

use super::parse;
use crate::engine::channel::desktop::value::{Value, fixtures::values};

/// A text that leaves nothing to infer.
fn print(value: &Value) -> String {
    let list = |values: &[Value]| values.iter().map(print).collect::<Vec<_>>().join(", ");
    let kind = value.signature();
    match value {
        Value::Bool(bool) => bool.to_string(),
        Value::Byte(number) => format!("byte {number:#04x}"),
        Value::Int16(number) => format!("int16 {number}"),
        Value::UInt16(number) => format!("uint16 {number}"),
        Value::Int32(number) => format!("@i {number}"),
        Value::UInt32(number) => format!("uint32 {number}"),
        Value::Int64(number) => format!("int64 {number}"),
        Value::UInt64(number) => format!("@t {number}"),
        Value::Double(number) => format!("double {number:?}").replace("NaN", "nan"),
        Value::Text(text) => quote(text),
        Value::ObjectPath(path) => format!("objectpath '{}'", path.as_str()),
        Value::Signature(signature) => format!("signature '{}'", signature.as_str()),
        Value::Array(array) => format!("@{kind} [{}]", list(array.items())),
        Value::Tuple(tuple) if tuple.fields().len() == 1 => format!("@{kind} ({},)", list(tuple.fields())),
        Value::Tuple(tuple) => format!("@{kind} ({})", list(tuple.fields())),
        Value::Dict(dict) => {
            let entry = |(key, value): &(Value, Value)| format!("{}: {}", print(key), print(value));
            let entries: Vec<_> = dict.entries().iter().map(entry).collect();
            format!("@{kind} {{{}}}", entries.join(", "))
        }
        Value::Variant(variant) => format!("<{}>", print(variant.value())),
    }
}

/// Each kind of escape, by what the character is.
fn quote(text: &str) -> String {
    let mut out = "'".to_owned();
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => write!(out, "\\u{:04x}", u32::from(c)).unwrap(),
            c if u32::from(c) > 0xffff => write!(out, "\\U{:08X}", u32::from(c)).unwrap(),
            c => out.push(c),
        }
    }
    out + "'"
}

/// Texts made of what the format is made of.
fn pieces() -> impl Strategy<Value = String> {
    const PIECES: [&str; 40] = [
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "<",
        ">",
        ",",
        ",",
        ":",
        " ",
        "\n",
        "'",
        "\"",
        "\\",
        "\\u00e9",
        "\\u",
        "'a'",
        "b'a'",
        "b'",
        "\\0",
        "\\400",
        "@",
        "@as ",
        "@a{sv} ",
        "@(ii)",
        "a",
        "uint32 ",
        "byte ",
        "5",
        "-",
        "0x",
        "1e9",
        "nan",
        "true",
        "nothing",
        "é",
        "\u{1d11e}",
        "@aa",
    ];
    vec(select(&PIECES[..]), 0..24).prop_map(|pieces| pieces.concat())
}

/// One small change at a place.
#[derive(Clone, Debug)]
enum Change {
    Drop,
    Insert(char),
    Double(usize),
}

fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, Change)>> {
    let change = prop_oneof![
        Just(Change::Drop),
        select("[](){}<>,:@'\"\\ b0-+.e1xasvimé".chars().collect::<Vec<_>>()).prop_map(Change::Insert),
        (1..20_usize).prop_map(Change::Double),
    ];
    vec((any::<prop::sample::Index>(), change), 1..4)
}

/// What is always true of a result.
fn check(text: &str) -> Result<(), TestCaseError> {
    match parse(text) {
        Ok(value) => prop_assert_eq!(parse(&print(&value)).map(|again| print(&again)), Ok(print(&value))),
        Err(error) => {
            let length = text.chars().count();
            prop_assert!(error.at().is_none_or(|at| (1..=length).contains(&at)), "{error}");
            let message = error.to_string();
            prop_assert!(message.starts_with("at "), "{message}");
            prop_assert!(message.chars().count() < 160 && !message.contains(char::is_control), "{message}");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(value in values()) {
        let text = print(&value);
        prop_assert_eq!(parse(&text).map_err(|error| format!("{error}: {text}")), Ok(value));
    }

    #[test]
    fn any_text_has_a_result(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_row_of_pieces_has_a_result(text in pieces()) {
        check(&text)?;
    }

    #[test]
    fn any_change_of_a_valid_text_has_a_result(value in values(), changes in changes()) {
        let mut text: Vec<char> = print(&value).chars().collect();
        for (index, change) in changes {
            let at = index.index(text.len().max(1));
            match change {
                Change::Drop if text.is_empty() => {}
                Change::Drop => drop(text.remove(at)),
                Change::Insert(c) => text.insert(at, c),
                Change::Double(length) => {
                    let part: Vec<char> = text[at.min(text.len())..].iter().take(length).copied().collect();
                    text.splice(at..at, part);
                }
            }
        }
        check(&text.into_iter().collect::<String>())?;
    }
}
