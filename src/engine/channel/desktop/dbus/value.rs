//! From our values to zbus's.

use zbus::{Array, Dict, Error, ObjectPath, Signature, Variant, wire::StructureBuilder};

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
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;
    use zbus::Message;

    use super::*;
    use crate::engine::channel::desktop::{gvariant, value::fixtures::values};

    /// A message that has it as a hint.
    fn message(hint: Variant<'_>) -> Result<Message, Error> {
        let hints = HashMap::from([("hint", hint)]);
        Message::method_call("/a", "Notify").build(&("app", hints, 0_i32))
    }

    /// What a peer reads there.
    fn sent(value: &Value) -> Result<Variant<'static>, Error> {
        let message = message(value.try_into()?)?;
        let body = message.body();
        let (_, mut hints, _): (&str, HashMap<&str, Variant<'_>>, i32) = body.deserialize()?;
        Ok(hints.remove("hint").unwrap().try_into_owned()?.into())
    }

    fn parsed(text: &str) -> Value {
        gvariant::parse(text).unwrap()
    }

    #[test]
    fn each_shape_arrives() {
        for (text, expected) in [
            ("true", Variant::from(true)),
            ("byte 1", Variant::from(1_u8)),
            ("int16 -1", Variant::from(-1_i16)),
            ("uint16 1", Variant::from(1_u16)),
            ("-1", Variant::from(-1_i32)),
            ("uint32 1", Variant::from(1_u32)),
            ("int64 -1", Variant::from(-1_i64)),
            ("uint64 1", Variant::from(1_u64)),
            ("0.5", Variant::from(0.5)),
            ("'a'", Variant::from("a")),
            ("objectpath '/a'", Variant::from(ObjectPath::try_from("/a").unwrap())),
            ("signature 'a{sv}'", Variant::from(Signature::try_from("a{sv}").unwrap())),
            ("signature ''", Variant::from(Signature::Unit)),
            ("[1, 2]", Variant::from(vec![1, 2])),
            ("@as []", Variant::from(Vec::<&str>::new())),
            ("[<1>, <'a'>]", Variant::from(vec![Variant::from(1), Variant::from("a")])),
            ("(1, 2, 4, true, 8, 3, b'x')", Variant::from((1, 2, 4, true, 8, 3, vec![b'x', 0]))),
            ("{'a': <1>}", Variant::from(HashMap::from([("a", Variant::from(1))]))),
            ("@a{sv} {}", Variant::from(HashMap::<&str, Variant<'_>>::new())),
            ("<1>", Variant::Variant(Box::new(Variant::from(1)))),
        ] {
            assert_eq!(sent(&parsed(text)), Ok(expected), "{text}");
        }
    }

    #[test]
    fn the_deepest_value_arrives_and_one_more_level_would_not() {
        for (open, close, levels) in [("[", "]", 32), ("(", ",)", 32), ("<", ">", value::DEEPEST_VALUE)] {
            let deepest = parsed(&format!("{}byte 0{}", open.repeat(levels), close.repeat(levels)));
            assert!(sent(&deepest).is_ok(), "{open}");
            let deepest = Variant::try_from(&deepest).unwrap();
            let deeper = match open {
                "[" => {
                    let mut array = Array::new(deepest.value_signature());
                    array.append(deepest).unwrap();
                    Variant::Array(array)
                }
                "(" => Variant::Structure(StructureBuilder::new().append_field(deepest).build().unwrap()),
                _ => Variant::Variant(Box::new(deepest)),
            };
            assert!(message(deeper).is_err(), "{open}");
        }
    }

    #[test]
    fn a_signature_of_several_types_is_an_error() {
        for text in ["ss", "(ss)(ss)", "sa{sv}"] {
            let error = sent(&parsed(&format!("signature '{text}'"))).unwrap_err().to_string();
            assert_eq!(error, format!("cannot send the signature '{text}', only one of a single type"));
        }
    }

    proptest! {
        #[test]
        fn any_value_arrives_whole(value in values()) {
            let sent = sent(&value).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(sent.value_signature().to_string(), value.signature());
            prop_assert_eq!(Ok(sent), Variant::try_from(&value));
        }
    }
}
