//! The types of D-Bus values.
//!
//! Pure.

use std::{fmt, sync::Arc};

use super::InvalidValue;

/// The longest signature, in bytes (D-Bus specification, "Valid Signatures").
pub const LONGEST_SIGNATURE: usize = 255;
/// The most arrays, and the most structs, that one signature nests (the same place).
pub(super) const DEEPEST_SIGNATURE: usize = 32;

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
    pub(super) fn depth(&self) -> Result<usize, InvalidValue> {
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
