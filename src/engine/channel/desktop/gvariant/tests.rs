use super::*;

fn kind(text: &str) -> String {
    parse(text).map_or_else(|error| error.to_string(), |value| value.signature())
}

#[track_caller]
fn same(text: &str, plain: &str) {
    let value = parse(plain).unwrap();
    assert_eq!(parse(text), Ok(value), "{text}");
}

#[track_caller]
fn fails(text: &str, message: &str) {
    assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
}

/// What the real parser made of some hundred texts; regenerate it with any binding of GLib.
#[test]
fn glib_s_own_results() {
    let mut rows = 0;
    for line in include_str!("glib.tsv").lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let (expected, text) = (columns.next().unwrap(), columns.next().unwrap());
        rows += 1;
        if expected == "!" {
            assert!(parse(text).is_err(), "{text}");
        } else {
            assert_eq!(kind(text), expected, "{text}");
            same(text, columns.next().unwrap());
        }
    }
    assert!(rows > 300, "{rows}");
}

#[test]
fn types_are_inferred_as_the_documentation_says() {
    for (text, expected) in [
        ("[[1, 2, 3], [4, 5, 6]]", "aai"),
        ("[[1, 2, 3], [4, 5, 6.0]]", "aad"),
        ("[1, 2, 3.0]", "ad"),
        ("[(1, 2), (3, 4.0)]", "a(id)"),
        ("[[], ['']]", "aas"),
        ("[b'hello', []]", "aay"),
        ("[1, byte 2]", "ay"),
        ("['/', objectpath '/a']", "ao"),
        ("[<'hello'>, <42>]", "av"),
        ("{'title': <'frobit'>, 'enabled': <true>, 'width': <800>}", "a{sv}"),
        ("[{1, 'one'}, {2, 'two'}]", "a{is}"),
        ("[([], [(1,2,3)]), ([(1,2,3)], [])]", "a(a(iii)a(iii))"),
        ("5", "i"),
        ("uint64 7", "t"),
        ("@u 5", "u"),
        ("('a',)", "(s)"),
        ("@as []", "as"),
        ("@a{sv} {}", "a{sv}"),
        ("@a{sv} []", "a{sv}"),
        ("<<5>>", "v"),
    ] {
        assert_eq!(kind(text), expected, "{text}");
    }
}

#[test]
fn values_are_what_is_written() {
    assert_eq!(parse(" byte\t0x2a\n"), Ok(Value::Byte(42)));
    assert_eq!(parse("int16 -0x8000"), Ok(Value::Int16(i16::MIN)));
    assert_eq!(parse("@t 18446744073709551615"), Ok(Value::UInt64(u64::MAX)));
    assert_eq!(parse("int64 -9223372036854775808"), Ok(Value::Int64(i64::MIN)));
    assert_eq!(parse("017"), Ok(Value::Int32(15)));
    assert_eq!(parse("double 5"), Ok(Value::Double(5.0)));
    assert_eq!(parse("-inf"), Ok(Value::Double(f64::NEG_INFINITY)));
    assert!(matches!(parse("nan"), Ok(Value::Double(number)) if number.is_nan()));
    let text = |text: &str| Ok(Value::Text(text.to_owned()));
    assert_eq!(parse(r#"'a"\'\\\n\u00e9\U0001d11e\q'"#), text("a\"'\\\n\u{e9}\u{1d11e}q"));
    assert_eq!(parse("\"a\\\nb\nc\""), text("ab\nc"));
    assert_eq!(parse(r"'\a\b\f\n\r\t\v'"), text("\x07\x08\x0c\n\r\t\x0b"));
    same("b'abc'", "[byte 0x61, 0x62, 0x63, 0]");
    same("b''", "[byte 0]");
    same("b\"\\377\\1\\18\\\"\\n\\é\\\\\\\n\"", "[byte 255, 1, 1, 0x38, 0x22, 10, 0xc3, 0xa9, 0x5c, 0]");
    same(r"b'a\0'", "b'a'");
    same("{1: 'one', 2: 'two'}", "[{1, 'one'}, {2, 'two'}]");
    same("@v <int32 5>", "<5>");
}

#[test]
fn floating_numbers_are_c_s() {
    for (text, number) in [
        ("3.75e1", 37.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("+1e-3", 0.001),
        ("double 0x10", 16.0),
        ("0x1.8p1", 3.0),
        ("0x.8", 0.5),
        ("-0x1.p-2", -0.25),
        ("0x1.fffffffffffff7ffffffp0", 2.0 - f64::EPSILON),
        ("0x1.fffffffffffff8000001p0", 2.0),
        ("double 0x1p-1074", f64::from_bits(1)),
        ("0x.00000000000000000000000000001p0", 2_f64.powi(-116)),
        ("double 0x100000000000000000000000000000", 2_f64.powi(116)),
        ("double 0x1p-99999999999999999999", 0.0),
        ("1e-400", 0.0),
        // By GLib's rule it has an `e` and no `0x` in front.
        ("-0x1e", -30.0),
    ] {
        assert_eq!(parse(text), Ok(Value::Double(number)), "{text}");
    }
    for (text, message) in [
        ("1e400", "at character 1: 1e400 is too big for any type"),
        ("double 0x1p2000", "at character 8: 0x1p2000 is too big for any type"),
        ("1.5.2", "at character 1: 1.5.2 is not a number"),
        (".", "at character 1: . is not a number"),
        ("double 0x1p", "at character 8: 0x1p is not a number"),
        ("double 0xp1", "at character 8: 0xp1 is not a number"),
        ("double +-1", "at character 8: +-1 is not a number"),
    ] {
        fails(text, message);
    }
}

#[test]
fn a_number_out_of_its_type_s_range_is_refused() {
    for (kind, least, most) in [
        ("byte", "0", "255"),
        ("int16", "-32768", "32767"),
        ("uint16", "0", "65535"),
        ("int32", "-2147483648", "2147483647"),
        ("uint32", "0", "4294967295"),
        ("int64", "-9223372036854775808", "9223372036854775807"),
        ("uint64", "0", "18446744073709551615"),
    ] {
        assert!(parse(&format!("{kind} {least}")).is_ok() && parse(&format!("{kind} {most}")).is_ok());
        let number = |text: &str| text.parse::<i128>().unwrap();
        assert!(parse(&format!("{kind} {}", number(least) - 1)).is_err(), "{kind}");
        assert!(parse(&format!("{kind} {}", number(most) + 1)).is_err(), "{kind}");
    }
    fails("[1, byte 256]", "at character 10: 256 is out of range for type y");
    fails("18446744073709551616", "at character 1: 18446744073709551616 is too big for any type");
}

#[test]
fn errors_say_where_and_what_was_expected() {
    for (text, message) in [
        ("", "at the end: expected a value"),
        ("[1, 2,", "at the end: expected a value"),
        ("(,", "at character 2: expected a value, found ','"),
        ("['é', 5]", "at character 7: expected items of one type, found a number of another"),
        ("(5)", "at character 3: expected ',' after the first item of a tuple, found ')'"),
        ("[5 5]", "at character 4: expected ',' or ']' after an item of an array, found '5'"),
        ("5 5", "at character 3: expected the end of the text, found '5'"),
        ("<1", "at the end: expected '>' after the value of a variant"),
        ("{1 2}", "at character 4: expected ':' or ',' after a key, found '2'"),
        ("{1: 2, 3, 4}", "at character 9: expected ':' after a key, found ','"),
        ("{1, 2, 3}", "at character 6: expected '}' at the end of a dictionary entry, found ','"),
        (
            "{[1]: 2}",
            "at character 1: expected a dictionary whose keys are of a basic type, found other keys",
        ),
        ("'abc", "at the end: expected ' after a string"),
        ("b\"abc\\", "at the end: expected \" after a byte string"),
        (r"'é\ud800'", "at character 3: expected the 4 hexadecimal digits of a character"),
        (r"'\u0000'", "at character 2: expected the 4 hexadecimal digits of a character"),
        (r"'\U00110000'", "at character 2: expected the 8 hexadecimal digits of a character"),
        (r"b'\400'", "at character 4: expected at most \\377 in a byte string"),
        (r"b'a\0b'", "at character 6: expected the end of a byte string after its NUL"),
        ("hello", "at character 1: expected a value, found a word (a string needs quotes)"),
        ("08", "at character 2: expected a digit of an integer, found another character"),
        ("-", "at character 1: expected a digit after -"),
        ("@i 'a'", "at character 4: expected a value of type i, found a string"),
        ("@b 5", "at character 4: expected a value of type b, found a number"),
        ("@(ii) (1,)", "at character 7: expected a value of type (ii), found a tuple"),
        ("{1: 2, 3: 4.5}", "at character 12: expected a digit of an integer, found another character"),
        ("@o 'a'", "at character 4: expected an object path such as '/org/example/Name'"),
        ("@g 'mi'", "at character 4: expected a D-Bus signature such as 'a{sv}'"),
        ("@as[]", "at character 1: expected a type and a space after '@', such as '@as '"),
        ("@a* []", "at character 1: expected a definite type, found a wildcard"),
        ("@é 5", "at character 1: expected a type and a space after '@', such as '@as '"),
        ("[]", "at character 1: cannot tell the type of what is empty, write it before as in @as []"),
        (
            "[<['']>, <[]>]",
            "at character 11: cannot tell the type of what is empty, write it before as in @as []",
        ),
        ("%i", "at character 1: expected a value, found '%'"),
    ] {
        fails(text, message);
    }
}

#[test]
fn what_d_bus_cannot_carry_is_refused() {
    let maybe = "a maybe type cannot be sent over D-Bus";
    let handle = "a file handle cannot be sent";
    let entry = "a dictionary entry cannot be sent outside of a dictionary";
    let tuple = "an empty tuple cannot be sent over D-Bus";
    for (text, at, problem) in [
        ("just 5", 1, maybe),
        ("[3, nothing]", 5, maybe),
        ("@ms ''", 1, maybe),
        ("<@a{sms} {}>", 2, maybe),
        ("handle 5", 1, handle),
        ("@ah [5]", 1, handle),
        ("{1, 2}", 1, entry),
        ("<@{is} {1, 'a'}>", 2, entry),
        ("()", 1, tuple),
        ("<()>", 2, tuple),
        ("@a() []", 1, tuple),
        ("{1: 2, 1: 3}", 1, "a key is there twice in a dictionary"),
    ] {
        fails(text, &format!("at character {at}: {problem}"));
    }
}

#[test]
fn nesting_is_bounded() {
    let nested = |open: &str, inner: &str, close: &str, levels| {
        parse(&(open.repeat(levels) + inner + &close.repeat(levels))).map_err(|error| error.to_string())
    };
    for (open, close, most) in [("[", "]", 32), ("(", ",)", 32), ("<", ">", 60), ("{1: ", "}", 30)] {
        assert!(nested(open, "5", close, most).is_ok(), "{open}");
        let error = nested(open, "5", close, most + 1).unwrap_err();
        assert!(error.ends_with("nested deeper than D-Bus allows"), "{open}: {error}");
        for levels in [200, 100_000] {
            let error = nested(open, "5", close, levels).unwrap_err();
            assert!(error.ends_with("nested too deeply"), "{open}: {error}");
        }
    }
    for (open, inner) in
        [("@y ", "5"), ("int32 ", "5"), ("@a", "y []"), ("@(", "y"), ("{1,", ""), ("@aa{s", "")]
    {
        assert!(nested(open, inner, "", 100_000).is_err(), "{open}");
    }
    assert!(nested("@y ", "5", "", 127).is_ok());
    assert_eq!(parse(&format!("@({}) 5", "y".repeat(254))).unwrap_err().at(), Some(1));
}

/// The longest argument that Linux takes is 128 KiB (`MAX_ARG_STRLEN`).
#[test]
fn the_longest_argument_is_read_in_no_time() {
    let long = |piece: &str| piece.repeat(131_072 / piece.len());
    assert_eq!(kind(&format!("[{}5]", long("5, "))), "ai");
    assert_eq!(
        kind(&format!("[{}@a({}) []]", long("[],"), "y".repeat(250))),
        format!("aa({})", "y".repeat(250))
    );
    let entries: Vec<String> = (0..15_000).map(|key| format!("{key}: 0")).collect();
    assert_eq!(kind(&format!("{{{}}}", entries.join(","))), "a{ii}");
    assert_eq!(kind(&format!("'{}'", long("\\u00e9"))), "s");
    assert_eq!(kind(&format!("b'{}'", long("\\377"))), "ay");
    assert!(kind(&long("9")).ends_with("is too big for any type"));
    assert!(
        kind(&format!("({})", long("5, ") + "5"))
            .ends_with("a type longer than the 255 characters that D-Bus allows")
    );
}
