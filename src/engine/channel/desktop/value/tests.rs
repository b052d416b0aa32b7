use super::*;

fn array_of(element: &Type) -> Type {
    Type::Array(Arc::new(element.clone()))
}

/// An empty array whose type is `levels` arrays of a byte.
fn nested_arrays(levels: usize) -> Result<Array, InvalidValue> {
    let element = (1..levels).fold(Type::Basic(Basic::Byte), |inner, _| array_of(&inner));
    Array::new(Arc::new(element), Vec::new())
}

fn nested_variants(levels: usize) -> Result<Value, InvalidValue> {
    (0..levels).try_fold(Value::Byte(0), |inner, _| Variant::new(inner).map(Value::Variant))
}

fn nested_tuples(levels: usize) -> Result<Value, InvalidValue> {
    (0..levels).try_fold(Value::Byte(0), |inner, _| Tuple::new(vec![inner]).map(Value::Tuple))
}

#[test]
fn signatures_are_those_of_the_specification() {
    let tuple = Tuple::new(vec![Value::Int32(1), Value::Text("a".into()), Value::Bool(true)]).unwrap();
    assert_eq!(Value::Tuple(tuple).signature(), "(isb)");
    let dict = Dict::new(Basic::Text, Arc::new(Type::Variant), Vec::new()).unwrap();
    assert_eq!(Value::Dict(dict).signature(), "a{sv}");
    assert_eq!(Value::Array(nested_arrays(3).unwrap()).signature(), "aaay");
    assert_eq!(nested_variants(3).unwrap().signature(), "v");
    let letters: String = Basic::ALL.map(Basic::letter).into_iter().collect();
    assert_eq!(letters, "bynqiuxtdsog");
}

#[test]
fn containers_hold_what_their_type_says() {
    let bytes = Arc::new(Type::Basic(Basic::Byte));
    assert!(Array::new(Arc::clone(&bytes), vec![Value::Byte(1), Value::Byte(2)]).is_ok());
    assert_eq!(
        Array::new(Arc::clone(&bytes), vec![Value::Byte(1), Value::Int16(2)]),
        Err(InvalidValue::Mixed)
    );
    let entry = |key, value| (Value::Int32(key), value);
    let dict = |entries| Dict::new(Basic::Int32, Arc::clone(&bytes), entries);
    assert!(dict(vec![entry(1, Value::Byte(1)), entry(2, Value::Byte(1))]).is_ok());
    assert_eq!(dict(vec![entry(1, Value::Bool(true))]), Err(InvalidValue::Mixed));
    assert_eq!(dict(vec![(Value::Byte(1), Value::Byte(1))]), Err(InvalidValue::Mixed));
    assert_eq!(
        dict(vec![entry(1, Value::Byte(1)), entry(1, Value::Byte(2))]),
        Err(InvalidValue::RepeatedKey)
    );
    let zeros = vec![(Value::Double(0.0), Value::Byte(1)), (Value::Double(-0.0), Value::Byte(1))];
    assert_eq!(Dict::new(Basic::Double, bytes, zeros), Err(InvalidValue::RepeatedKey));
    assert_eq!(Tuple::new(Vec::new()), Err(InvalidValue::EmptyTuple));
    let unit = Arc::new(Type::Tuple(Arc::new([])));
    assert_eq!(Array::new(unit, Vec::new()), Err(InvalidValue::EmptyTuple));
}

#[test]
fn nesting_ends_where_d_bus_ends_it() {
    assert!(nested_arrays(32).is_ok());
    assert_eq!(nested_arrays(33), Err(InvalidValue::TooDeep));
    assert!(nested_tuples(32).is_ok());
    assert_eq!(nested_tuples(33), Err(InvalidValue::TooDeep));
    assert!(nested_variants(DEEPEST_VALUE).is_ok());
    assert_eq!(nested_variants(DEEPEST_VALUE + 1), Err(InvalidValue::TooDeep));
    // Across variants a signature begins anew, the whole does not.
    let mixed = |variants| Tuple::new(vec![nested_variants(variants).unwrap(), nested_tuples(20).unwrap()]);
    assert!(mixed(DEEPEST_VALUE - 1).is_ok());
    assert_eq!(mixed(DEEPEST_VALUE), Err(InvalidValue::TooDeep));
}

#[test]
fn a_signature_has_255_characters_at_most() {
    let tuple = |fields| Tuple::new(vec![Value::Byte(0); fields]);
    assert_eq!(Value::Tuple(tuple(253).unwrap()).signature().len(), LONGEST_SIGNATURE);
    assert_eq!(tuple(254), Err(InvalidValue::TooLong));
}

#[test]
fn object_paths() {
    for valid in ["/", "/a", "/org/freedesktop/Notifications", "/_/9"] {
        assert_eq!(ObjectPath::new(valid.into()).unwrap().as_str(), valid);
    }
    for invalid in ["", "a", "/a/", "//", "/a//b", "/a-b", "/é", "/a b", "a/b"] {
        assert_eq!(ObjectPath::new(invalid.into()), Err(InvalidValue::ObjectPath), "{invalid}");
    }
}

#[test]
fn signatures_as_values() {
    let deep = |levels| "a".repeat(levels) + "y";
    for valid in ["", "y", "ss", "a{sv}", "(ii)", "aa{y(sv)}h", "(s)(s)", &deep(32), &"y".repeat(255)] {
        assert_eq!(Signature::new(valid.into()).unwrap().as_str(), valid);
    }
    for invalid in [
        "a",
        "()",
        "(",
        ")",
        "(i",
        "{sv}",
        "a{vs}",
        "a{s}",
        "a{sss}",
        "a{sv",
        "a{}",
        "a{(i)s}",
        "m",
        "mi",
        "*",
        "z",
        " y",
        &deep(33),
        &"y".repeat(256),
        &("(".repeat(33) + "y" + &")".repeat(33)),
    ] {
        assert_eq!(Signature::new(invalid.into()), Err(InvalidValue::Signature), "{invalid}");
    }
}
