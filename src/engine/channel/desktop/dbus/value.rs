//! From our values to zbus's.

use zbus::{
    Array, Dict, Error, ObjectPath, Signature, Variant,
    wire::StructureBuilder,
};

use crate::engine::channel::desktop::value::{self, Type, Value};

/// It fails on what a [`Value`] cannot hold, and on a signature of which zbus makes another one: it takes `ss` and
/// `(ss)` for the same.
impl TryFrom<&Value> for Variant<'static> {
    type Error = Error;

    fn try_from(value: &Value) -> Result<Self, Error> {
        Ok(match value {
            Value::Bool(bool) => Self::Bool(*bool),
            Value::Byte(byte) => Self::U8(*byte),
            Value::Int16(number) => Self::I16(*number),
            Value::UInt16(number) => Self::U16(*number),
            Value::Int32(number) => Self::I32(*number),
            Value::UInt32(number) => Self::U32(*number),
            Value::Int64(number) => Self::I64(*number),
            Value::UInt64(number) => Self::U64(*number),
            Value::Double(number) => Self::F64(*number),
            Value::Text(text) => Self::Str(text.clone().into()),
            Value::ObjectPath(path) => Self::ObjectPath(ObjectPath::try_from(path.as_str().to_owned())?),
            Value::Signature(signature) => Self::Signature(self::signature(signature.as_str())?),
            Value::Array(array) => Self::Array(self::array(array)?),
            Value::Dict(dict) => Self::Dict(self::dict(dict)?),
            Value::Tuple(tuple) => {
                let mut fields = StructureBuilder::new();
                for field in tuple.fields() {
                    fields.push_value(Self::try_from(field)?);
                }
                Self::Structure(fields.build()?)
            }
            Value::Variant(inner) => Self::Variant(Box::new(Self::try_from(inner.value())?)),
        })
    }
}

fn array(array: &value::Array) -> Result<Array<'static>, Error> {
    let mut items = Array::new(&signature_of(array.element())?);
    for item in array.items() {
        items.append(item.try_into()?)?;
    }
    Ok(items)
}

/// zbus sorts the entries.
fn dict(dict: &value::Dict) -> Result<Dict<'static, 'static>, Error> {
    let mut entries = Dict::new(&signature_of(&Type::Basic(dict.key()))?, &signature_of(dict.value())?);
    for (key, value) in dict.entries() {
        entries.append(key.try_into()?, value.try_into()?)?;
    }
    Ok(entries)
}

fn signature_of(kind: &Type) -> Result<Signature, Error> {
    signature(&kind.to_string())
}

/// What zbus would send as another one is an error.
fn signature(text: &str) -> Result<Signature, Error> {
    let signature = Signature::try_from(text)?;
    if signature.to_string() == text {
        Ok(signature)
    } else {
        Err(Error::Failure(format!("cannot send the signature '{text}', only one of a single type")))
    }
}

#[cfg(test)]
mod tests;
