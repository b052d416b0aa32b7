//! The arguments of D-Bus messages as plain data, so that a script can send any signature.

use std::collections::HashMap;

use serde::Deserialize;
use zbus::{
    Message, Structure, Variant,
    message::Builder,
    wire::{StructureBuilder, Type as _},
};

/// One argument, property or hint.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) enum Value {
    /// `b`
    #[serde(rename = "b")]
    Bool(bool),
    /// `y`
    #[serde(rename = "y")]
    U8(u8),
    /// `i`
    #[serde(rename = "i")]
    I32(i32),
    /// `u`
    #[serde(rename = "u")]
    U32(u32),
    /// `x`
    #[serde(rename = "x")]
    I64(i64),
    /// `d`
    #[serde(rename = "d")]
    F64(f64),
    /// `s`
    #[serde(rename = "s")]
    Str(String),
    /// `as`
    #[serde(rename = "as")]
    Strs(Vec<String>),
    /// `v`
    #[serde(rename = "v")]
    Variant(Box<Value>),
    /// `a{sv}`
    #[serde(rename = "a{sv}")]
    Dict(Vec<(String, Value)>),
    /// A structure of values.
    #[serde(rename = "r")]
    Tuple(Vec<Value>),
    /// `u`: the id of the notification at hand, filled in when sent.
    #[serde(rename = "id")]
    Id,
    /// Something received that the list above does not know: its signature.
    #[serde(skip)]
    Other(String),
}

impl Value {
    /// A string.
    pub(crate) fn str(text: &str) -> Self {
        Self::Str(text.to_owned())
    }

    /// What came over the wire.
    pub(crate) fn from_wire(variant: &Variant<'_>) -> Self {
        match variant {
            Variant::Bool(value) => Self::Bool(*value),
            Variant::U8(value) => Self::U8(*value),
            Variant::I32(value) => Self::I32(*value),
            Variant::U32(value) => Self::U32(*value),
            Variant::I64(value) => Self::I64(*value),
            Variant::F64(value) => Self::F64(*value),
            Variant::Str(value) => Self::str(value),
            Variant::Variant(value) => Self::Variant(Box::new(Self::from_wire(value))),
            Variant::Structure(value) => Self::Tuple(value.fields().iter().map(Self::from_wire).collect()),
            Variant::Array(array) if *array.element_signature() == *String::SIGNATURE => {
                Self::Strs(array.iter().map(|item| String::try_from(item).unwrap_or_default()).collect())
            }
            Variant::Dict(dict) if dict.signature().to_string() == "a{sv}" => {
                let entries = dict.iter().map(|(key, value)| match (key, value) {
                    (Variant::Str(key), Variant::Variant(value)) => (key.to_string(), Self::from_wire(value)),
                    (key, value) => (key.to_string(), Self::from_wire(value)),
                });
                Self::Dict(entries.collect())
            }
            other => Self::Other(other.value_signature().to_string()),
        }
    }

    /// What goes over the wire, where `id` is the notification at hand.
    fn to_wire(&self, id: u32) -> Variant<'static> {
        match self {
            Self::Bool(value) => Variant::from(*value),
            Self::U8(value) => Variant::from(*value),
            Self::I32(value) => Variant::from(*value),
            Self::U32(value) => Variant::from(*value),
            Self::I64(value) => Variant::from(*value),
            Self::F64(value) => Variant::from(*value),
            Self::Str(value) | Self::Other(value) => Variant::from(value.clone()),
            Self::Strs(value) => Variant::from(value.clone()),
            Self::Variant(value) => Variant::Variant(Box::new(value.to_wire(id))),
            Self::Dict(entries) => Variant::from(
                entries
                    .iter()
                    .map(|(key, value)| (key.clone(), value.to_wire(id)))
                    .collect::<HashMap<String, Variant<'static>>>(),
            ),
            Self::Tuple(values) => Variant::Structure(structure(values, id)),
            Self::Id => Variant::from(id),
        }
    }
}

/// All arguments of a message.
pub(crate) fn arguments(message: &Message) -> Vec<Value> {
    let body = message.body();
    match body.deserialize::<Structure<'_>>() {
        Ok(structure) => structure.fields().iter().map(Value::from_wire).collect(),
        Err(_) => Vec::new(),
    }
}

/// Finish a message with exactly these arguments.
pub(crate) fn build(builder: Builder<'_>, values: &[Value], id: u32) -> zbus::Result<Message> {
    if values.is_empty() { builder.build(&()) } else { builder.build(&structure(values, id)) }
}

/// The body of a message is a structure without its brackets.
fn structure(values: &[Value], id: u32) -> Structure<'static> {
    values
        .iter()
        .fold(StructureBuilder::new(), |builder, value| builder.append_field(value.to_wire(id)))
        .build()
        .expect("a structure has fields")
}
