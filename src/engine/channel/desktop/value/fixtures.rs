//! Arbitrary values, for property tests.

use std::sync::Arc;

use proptest::{collection::vec, prelude::*, sample::select};

use super::{Array, Basic, Dict, InvalidValue, ObjectPath, Signature, Tuple, Type, Value, Variant};

/// Any value that is no NaN, a few containers deep.
pub(in crate::engine::channel::desktop) fn values() -> impl Strategy<Value = Value> {
    types().prop_flat_map(|kind| of(&kind, 2))
}

fn basics() -> impl Strategy<Value = Basic> {
    select(&Basic::ALL[..])
}

fn types() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![4 => basics().prop_map(Type::Basic), 1 => Just(Type::Variant)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|element| Type::Array(Arc::new(element))),
            vec(inner.clone(), 1..4).prop_map(|fields| Type::Tuple(fields.into())),
            (basics(), inner).prop_map(|(key, value)| Type::Dict(key, Arc::new(value))),
        ]
    })
}

/// Values of a type; variants in variants up to `variants` deep.
fn of(kind: &Type, variants: u32) -> BoxedStrategy<Value> {
    match kind {
        Type::Basic(basic) => basic_of(*basic),
        Type::Variant => {
            let inner = if variants == 0 {
                basics().prop_flat_map(basic_of).boxed()
            } else {
                types().prop_flat_map(move |kind| of(&kind, variants - 1)).boxed()
            };
            inner.prop_map(|value| Value::Variant(Variant::new(value).unwrap())).boxed()
        }
        Type::Array(element) => {
            let kind = Arc::clone(element);
            vec(of(element, variants), 0..4)
                .prop_map(move |items| Value::Array(Array::new(Arc::clone(&kind), items).unwrap()))
                .boxed()
        }
        Type::Tuple(fields) => {
            let fields: Vec<_> = fields.iter().map(|field| of(field, variants)).collect();
            fields.prop_map(|fields| Value::Tuple(Tuple::new(fields).unwrap())).boxed()
        }
        Type::Dict(key, value) => {
            let (key, kind) = (*key, Arc::clone(value));
            let entries = vec((basic_of(key), of(value, variants)), 0..4);
            entries
                .prop_filter_map("a key twice", move |entries| {
                    match Dict::new(key, Arc::clone(&kind), entries) {
                        Err(InvalidValue::RepeatedKey) => None,
                        dict => Some(Value::Dict(dict.unwrap())),
                    }
                })
                .boxed()
        }
    }
}

fn basic_of(basic: Basic) -> BoxedStrategy<Value> {
    let doubles = prop::num::f64::NORMAL
        | prop::num::f64::SUBNORMAL
        | prop::num::f64::ZERO
        | prop::num::f64::INFINITE
        | prop::num::f64::NEGATIVE;
    match basic {
        Basic::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        Basic::Byte => any::<u8>().prop_map(Value::Byte).boxed(),
        Basic::Int16 => any::<i16>().prop_map(Value::Int16).boxed(),
        Basic::UInt16 => any::<u16>().prop_map(Value::UInt16).boxed(),
        Basic::Int32 => any::<i32>().prop_map(Value::Int32).boxed(),
        Basic::UInt32 => any::<u32>().prop_map(Value::UInt32).boxed(),
        Basic::Int64 => any::<i64>().prop_map(Value::Int64).boxed(),
        Basic::UInt64 => any::<u64>().prop_map(Value::UInt64).boxed(),
        Basic::Double => doubles.prop_map(Value::Double).boxed(),
        Basic::Text => vec(any::<char>().prop_filter("D-Bus has no NUL", |c| *c != '\0'), 0..12)
            .prop_map(|chars| Value::Text(chars.into_iter().collect()))
            .boxed(),
        Basic::ObjectPath => vec(select(&["a", "Z9", "_"][..]), 0..3)
            .prop_map(|elements| {
                Value::ObjectPath(ObjectPath::new(format!("/{}", elements.join("/"))).unwrap())
            })
            .boxed(),
        // Of one type: zbus sends no others as they are.
        Basic::Signature => {
            types().prop_map(|kind| Value::Signature(Signature::new(kind.to_string()).unwrap())).boxed()
        }
    }
}
