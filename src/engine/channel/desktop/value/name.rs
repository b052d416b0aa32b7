//! Strings of which the D-Bus specification says what may be in them.
//!
//! Pure.

use super::{
    InvalidValue,
    kind::{DEEPEST_SIGNATURE, LONGEST_SIGNATURE},
};

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
