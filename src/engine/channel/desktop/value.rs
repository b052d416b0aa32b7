//! A D-Bus value as a tree, by the D-Bus specification's type system.
//!
//! Pure. What breaks its rules cannot be made: the payloads of [`Value`] have private fields and checked constructors.
//! It knows no file descriptors, for nothing that we send has one.

use std::{collections::HashSet, fmt, sync::Arc};

/// The longest signature, in bytes (D-Bus specification, "Valid Signatures").
pub const LONGEST_SIGNATURE: usize = 255;
/// The most arrays, and the most structs, that one signature nests (the same place).
const DEEPEST_SIGNATURE: usize = 32;
/// The most containers within each other: 64 in a message ("Valid Signatures" and "Message Format"), of which a hint
/// is already in four: the body, as GLib and zbus count it, the array of hints, its entry and its variant.
pub const DEEPEST_VALUE: usize = 64 - 4;

/// A type that can be the key of a dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basic {
    /// `b`
    Bool,
    /// `y`
    Byte,
    /// `n`
    Int16,
    /// `q`
    UInt16,
    /// `i`
    Int32,
    /// `u`
    UInt32,
    /// `x`
    Int64,
    /// `t`
    UInt64,
    /// `d`
    Double,
    /// `s`
    Text,
    /// `o`
    ObjectPath,
    /// `g`
    Signature,
}

impl Basic {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Bool,
        Self::Byte,
        Self::Int16,
        Self::UInt16,
        Self::Int32,
        Self::UInt32,
        Self::Int64,
        Self::UInt64,
        Self::Double,
        Self::Text,
        Self::ObjectPath,
        Self::Signature,
    ];

    /// Its letter in a signature.
    pub fn letter(self) -> char {
        match self {
            Self::Bool => 'b',
            Self::Byte => 'y',
            Self::Int16 => 'n',
            Self::UInt16 => 'q',
            Self::Int32 => 'i',
            Self::UInt32 => 'u',
            Self::Int64 => 'x',
            Self::UInt64 => 't',
            Self::Double => 'd',
            Self::Text => 's',
            Self::ObjectPath => 'o',
            Self::Signature => 'g',
        }
    }
}

/// The type of a value. Cheap to clone, since each of many empty arrays carries one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// One letter.
    Basic(Basic),
    /// `v`
    Variant,
    /// `a` and the type of the items.
    Array(Arc<Type>),
    /// `(` the types of the fields `)`.
    Tuple(Arc<[Type]>),
    /// `a{` the types of key and value `}`.
    Dict(Basic, Arc<Type>),
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Basic(basic) => write!(f, "{}", basic.letter()),
            Self::Variant => f.write_str("v"),
            Self::Array(element) => write!(f, "a{element}"),
            Self::Tuple(fields) => {
                f.write_str("(")?;
                fields.iter().try_for_each(|field| write!(f, "{field}"))?;
                f.write_str(")")
            }
            Self::Dict(key, value) => write!(f, "a{{{}{value}}}", key.letter()),
        }
    }
}

/// How far a type nests: the most arrays, structs and containers of any kind on one way into it.
#[derive(Clone, Copy, Default)]
struct Nesting {
    arrays: usize,
    structs: usize,
    all: usize,
}

impl Type {
    fn nesting(&self) -> Nesting {
        match self {
            Self::Basic(_) => Nesting::default(),
            // It may hold anything, but holds something.
            Self::Variant => Nesting { all: 1, ..Nesting::default() },
            Self::Array(element) => {
                let Nesting { arrays, structs, all } = element.nesting();
                Nesting { arrays: arrays + 1, structs, all: all + 1 }
            }
            Self::Dict(_, value) => {
                let Nesting { arrays, structs, all } = value.nesting();
                Nesting { arrays: arrays + 1, structs, all: all + 2 }
            }
            Self::Tuple(fields) => {
                let deepest = fields.iter().map(Self::nesting).fold(Nesting::default(), |a, b| Nesting {
                    arrays: a.arrays.max(b.arrays),
                    structs: a.structs.max(b.structs),
                    all: a.all.max(b.all),
                });
                Nesting { structs: deepest.structs + 1, all: deepest.all + 1, ..deepest }
            }
        }
    }

    fn has_empty_tuple(&self) -> bool {
        match self {
            Self::Basic(_) | Self::Variant => false,
            Self::Array(inner) | Self::Dict(_, inner) => inner.has_empty_tuple(),
            Self::Tuple(fields) => fields.is_empty() || fields.iter().any(Self::has_empty_tuple),
        }
    }

    /// How many containers a value of it is deep at least, if a signature may have it at all.
    fn depth(&self) -> Result<usize, InvalidValue> {
        if self.has_empty_tuple() {
            return Err(InvalidValue::EmptyTuple);
        }
        let Nesting { arrays, structs, all } = self.nesting();
        if arrays > DEEPEST_SIGNATURE || structs > DEEPEST_SIGNATURE {
            return Err(InvalidValue::TooDeep);
        }
        if self.to_string().len() > LONGEST_SIGNATURE {
            return Err(InvalidValue::TooLong);
        }
        Ok(all)
    }
}

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

/// The path of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectPath(String);

impl ObjectPath {
    /// A path, if it is one ("Valid Object Paths").
    pub fn new(path: String) -> Result<Self, InvalidValue> {
        let is_element = |element: &str| {
            !element.is_empty() && element.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        };
        match path.strip_prefix('/') {
            Some(rest) if rest.is_empty() || rest.split('/').all(is_element) => Ok(Self(path)),
            _ => Err(InvalidValue::ObjectPath),
        }
    }

    /// The path.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A signature as a value: any number of types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature(String);

impl Signature {
    /// A signature, if it is one ("Valid Signatures").
    pub fn new(signature: String) -> Result<Self, InvalidValue> {
        let mut rest = signature.as_bytes();
        if rest.len() > LONGEST_SIGNATURE {
            return Err(InvalidValue::Signature);
        }
        while !rest.is_empty() {
            rest = after_type(rest, 0, 0).ok_or(InvalidValue::Signature)?;
        }
        Ok(Self(signature))
    }

    /// The signature.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What follows the type at the start of a signature, if there is one.
fn after_type(signature: &[u8], arrays: usize, structs: usize) -> Option<&[u8]> {
    const BASIC: &[u8] = b"ybnqiuxtdsogh";
    match signature {
        [b'a', ..] if arrays == DEEPEST_SIGNATURE => None,
        [b'a', b'{', key, value @ ..] if BASIC.contains(key) => {
            after_type(value, arrays + 1, structs)?.strip_prefix(b"}")
        }
        [b'a', element @ ..] => after_type(element, arrays + 1, structs),
        [b'(', ..] if structs == DEEPEST_SIGNATURE => None,
        [b'(', fields @ ..] => {
            let mut rest = after_type(fields, arrays, structs + 1)?;
            while !rest.starts_with(b")") {
                rest = after_type(rest, arrays, structs + 1)?;
            }
            rest.get(1..)
        }
        [b'v', rest @ ..] => Some(rest),
        [letter, rest @ ..] if BASIC.contains(letter) => Some(rest),
        _ => None,
    }
}

#[cfg(test)]
pub(super) mod fixtures;
#[cfg(test)]
mod tests;
