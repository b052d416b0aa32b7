//! A D-Bus value as a tree, by the D-Bus specification's type system.
//!
//! Pure. What breaks its rules cannot be made: the payloads of [`Value`] have private fields and checked constructors.
//! It knows no file descriptors, for nothing that we send has one.

mod kind;
mod name;

use std::{collections::HashSet, sync::Arc};

pub use kind::{Basic, LONGEST_SIGNATURE, Type};
pub use name::{ObjectPath, Signature};

/// The most containers within each other: 64 in a message ("Valid Signatures" and "Message Format"), of which a hint
/// is already in four: the body, as GLib and zbus count it, the array of hints, its entry and its variant.
pub const DEEPEST_VALUE: usize = 64 - 4;

/// A D-Bus value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `b`
    Bool(bool),
    /// `y`
    Byte(u8),
    /// `n`
    Int16(i16),
    /// `q`
    UInt16(u16),
    /// `i`
    Int32(i32),
    /// `u`
    UInt32(u32),
    /// `x`
    Int64(i64),
    /// `t`
    UInt64(u64),
    /// `d`
    Double(f64),
    /// `s`. The caller sees to it that no NUL is in it, which a command line cannot hold anyway.
    Text(String),
    /// `o`
    ObjectPath(ObjectPath),
    /// `g`
    Signature(Signature),
    /// `a…`
    Array(Array),
    /// `(…)`
    Tuple(Tuple),
    /// `a{…}`
    Dict(Dict),
    /// `v`
    Variant(Variant),
}

impl Value {
    /// Its type's signature.
    pub fn signature(&self) -> String {
        self.kind().to_string()
    }

    /// Its type.
    pub fn kind(&self) -> Type {
        Type::Basic(match self {
            Self::Bool(_) => Basic::Bool,
            Self::Byte(_) => Basic::Byte,
            Self::Int16(_) => Basic::Int16,
            Self::UInt16(_) => Basic::UInt16,
            Self::Int32(_) => Basic::Int32,
            Self::UInt32(_) => Basic::UInt32,
            Self::Int64(_) => Basic::Int64,
            Self::UInt64(_) => Basic::UInt64,
            Self::Double(_) => Basic::Double,
            Self::Text(_) => Basic::Text,
            Self::ObjectPath(_) => Basic::ObjectPath,
            Self::Signature(_) => Basic::Signature,
            Self::Array(array) => return Type::Array(Arc::clone(&array.element)),
            Self::Tuple(tuple) => return tuple.kind.clone(),
            Self::Dict(dict) => return Type::Dict(dict.key, Arc::clone(&dict.value)),
            Self::Variant(_) => return Type::Variant,
        })
    }

    /// How many containers deep it is, the types of empty arrays included.
    fn depth(&self) -> usize {
        match self {
            Self::Array(array) => array.depth,
            Self::Tuple(tuple) => tuple.depth,
            Self::Dict(dict) => dict.depth,
            Self::Variant(variant) => variant.depth,
            _ => 0,
        }
    }
}

/// What keeps a value from being sent: a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidValue {
    /// An item, key or entry has not the type that was named.
    #[error("the items of an array must all have its type")]
    Mixed,
    /// A struct needs a field.
    #[error("an empty tuple cannot be sent over D-Bus")]
    EmptyTuple,
    /// Too many containers in each other.
    #[error("nested deeper than D-Bus allows")]
    TooDeep,
    /// Too many fields.
    #[error("a type longer than the {LONGEST_SIGNATURE} characters that D-Bus allows")]
    TooLong,
    /// A key is there twice.
    #[error("a key is there twice in a dictionary")]
    RepeatedKey,
    /// No object path.
    #[error("expected an object path such as '/org/example/Name'")]
    ObjectPath,
    /// No signature.
    #[error("expected a D-Bus signature such as 'a{{sv}}'")]
    Signature,
}

/// The depth of a container `levels` above the deepest of `inner`, if it may be.
fn checked(least: usize, levels: usize, inner: impl Iterator<Item = usize>) -> Result<usize, InvalidValue> {
    let depth = inner.map(|depth| depth + levels).fold(least, usize::max);
    if depth > DEEPEST_VALUE { Err(InvalidValue::TooDeep) } else { Ok(depth) }
}

/// Items of one type.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    element: Arc<Type>,
    items: Vec<Value>,
    depth: usize,
}

impl Array {
    /// An array; a dictionary is no array of entries, but a [`Dict`].
    pub fn new(element: Arc<Type>, items: Vec<Value>) -> Result<Self, InvalidValue> {
        let least = Type::Array(Arc::clone(&element)).depth()?;
        if items.iter().any(|item| item.kind() != *element) {
            return Err(InvalidValue::Mixed);
        }
        let depth = checked(least, 1, items.iter().map(Value::depth))?;
        Ok(Self { element, items, depth })
    }

    /// The type of the items.
    pub fn element(&self) -> &Type {
        &self.element
    }

    /// The items.
    pub fn items(&self) -> &[Value] {
        &self.items
    }
}

/// A struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuple {
    kind: Type,
    fields: Vec<Value>,
    depth: usize,
}

impl Tuple {
    /// A struct of at least one field.
    pub fn new(fields: Vec<Value>) -> Result<Self, InvalidValue> {
        if fields.is_empty() {
            return Err(InvalidValue::EmptyTuple);
        }
        let kind = Type::Tuple(fields.iter().map(Value::kind).collect());
        let depth = checked(kind.depth()?, 1, fields.iter().map(Value::depth))?;
        Ok(Self { kind, fields, depth })
    }

    /// The fields.
    pub fn fields(&self) -> &[Value] {
        &self.fields
    }
}

/// A dictionary.
#[derive(Clone, Debug, PartialEq)]
pub struct Dict {
    key: Basic,
    value: Arc<Type>,
    entries: Vec<(Value, Value)>,
    depth: usize,
}

impl Dict {
    /// A dictionary; its entries keep their order. The specification calls a message with a key twice corrupt.
    pub fn new(key: Basic, value: Arc<Type>, entries: Vec<(Value, Value)>) -> Result<Self, InvalidValue> {
        let least = Type::Dict(key, Arc::clone(&value)).depth()?;
        if entries.iter().any(|(k, v)| k.kind() != Type::Basic(key) || v.kind() != *value) {
            return Err(InvalidValue::Mixed);
        }
        let mut known = HashSet::new();
        let name = |key: &Value| match key {
            // One zero, whatever its sign: they are equal.
            Value::Double(double) if *double == 0.0 => "0".to_owned(),
            key => format!("{key:?}"),
        };
        if !entries.iter().all(|(key, _)| known.insert(name(key))) {
            return Err(InvalidValue::RepeatedKey);
        }
        let depth = checked(least, 2, entries.iter().map(|(_, value)| value.depth()))?;
        Ok(Self { key, value, entries, depth })
    }

    /// The type of the keys.
    pub fn key(&self) -> Basic {
        self.key
    }

    /// The type of the values.
    pub fn value(&self) -> &Type {
        &self.value
    }

    /// Keys and values.
    pub fn entries(&self) -> &[(Value, Value)] {
        &self.entries
    }
}

/// A value with its type beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    value: Box<Value>,
    depth: usize,
}

impl Variant {
    /// A variant that holds `value`.
    pub fn new(value: Value) -> Result<Self, InvalidValue> {
        let depth = checked(1, 1, std::iter::once(value.depth()))?;
        Ok(Self { value: Box::new(value), depth })
    }

    /// What it holds.
    pub fn value(&self) -> &Value {
        &self.value
    }
}

#[cfg(test)]
pub(super) mod fixtures;
#[cfg(test)]
mod tests;
