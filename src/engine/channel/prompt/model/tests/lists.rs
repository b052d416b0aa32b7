//! Lists, and what is typed at them.

use super::*;

#[test]
fn a_short_list_is_chosen_from_as_any_choice() {
    const AGAIN: &str = "! Please answer a, b or c";
    for (typed, result) in [
        ("b\r".to_owned(), "b"),
        ("2\r".to_owned(), "b"),
        ("GAM\r".to_owned(), "c"),
        (format!("{DOWN}{DOWN}\r"), "b"),
        (format!("{UP}\r"), "c"),
        ("\t\t\x1b[Z\r".to_owned(), "a"),
        ("\r".to_owned(), AGAIN),
        ("lph\r".to_owned(), AGAIN),
        ("4\r".to_owned(), AGAIN),
        ("y\r".to_owned(), AGAIN),
        // Along the line, and not along the list.
        (format!("xa{LEFT}\x7f\r"), "a"),
    ] {
        assert_eq!(outcome(&list("a=Alpha,b=Beta,c=Gamma"), &typed), result, "{typed:?}");
    }
    assert_eq!(outcome(&list("go,no=Hold,x"), "n\r"), "no", "where there is a verdict");
}

#[test]
fn a_long_list_is_narrowed_down() {
    const AGAIN: &str = "! Please answer with a number from 1 to 12";
    for (typed, result) in [
        ("york\r".to_owned(), "york"),
        ("w yor\r".to_owned(), "ny"),
        ("elhi\r".to_owned(), "nd"),
        ("12\r".to_owned(), "graz"),
        ("1\r".to_owned(), "ny"),
        ("new\r".to_owned(), MORE),
        // What narrowed it down is still there.
        ("new\r y\r".to_owned(), "ny"),
        ("ber\r".to_owned(), "ber"),
        ("be\r".to_owned(), MORE),
        // Arrows go among what is left, and around.
        (format!("new{DOWN}\r"), "ny"),
        (format!("new{DOWN}{DOWN}\r"), "nd"),
        (format!("new{DOWN}{DOWN}{DOWN}\r"), "ny"),
        (format!("new{UP}\r"), "nd"),
        // More typing takes that away.
        (format!("e{DOWN}w\r"), MORE),
        (format!("a{DOWN}z\r"), "graz"),
        ("zzz\r".to_owned(), AGAIN),
        ("zzz\rgraz\r".to_owned(), "graz"),
        ("\r".to_owned(), AGAIN),
        (format!("zzz{DOWN}\r"), AGAIN),
        ("\x1b[6~\r".to_owned(), "wien"),
        ("\x1b[6~\x1b[6~\r".to_owned(), "graz"),
        ("\x1b[F\x1b[5~\r".to_owned(), "nd"),
    ] {
        assert_eq!(outcome(&list(CITIES), &typed), result, "{typed:?}");
    }
    let offered = with_default(list(CITIES), Some("oslo"));
    assert_eq!(outcome(&offered, "\r"), "oslo");
    assert_eq!(outcome(&offered, "x\x7f\r"), "oslo");
}

#[test]
fn a_text_beside_a_list() {
    for (typed, result) in [
        ("york\r".to_owned(), "york"),
        ("12\r".to_owned(), "graz"),
        ("elhi\r".to_owned(), "elhi"),
        ("new\r".to_owned(), MORE),
        ("Ulm\r".to_owned(), "Ulm"),
        (format!("elhi{DOWN}\r"), "nd"),
        (" \r".to_owned(), "! Please answer with a number from 1 to 12, or type a text"),
    ] {
        assert_eq!(outcome(&list_or_text(CITIES), &typed), result, "{typed:?}");
    }
    assert_eq!(outcome(&list_or_text("a,b"), "alpha beta\r"), "alpha beta");
    assert_eq!(outcome(&list_or_text("a,b"), &format!("x{DOWN}\r")), "a");
}

#[test]
fn several_are_marked_and_taken() {
    const NONE: &str = "! Please mark at least one, with Space";
    for (typed, result) in [
        (" \r".to_owned(), "ny"),
        (format!(" {DOWN}{DOWN} \r"), "ny\nyork"),
        // In the order of the list, and twice is not at all.
        (format!("{UP} {DOWN} \r"), "ny\ngraz"),
        ("  \r".to_owned(), NONE),
        ("\r".to_owned(), NONE),
        (format!("{DOWN}\r"), NONE),
        // Space marks what is named and keeps what is typed; Enter takes what is marked then.
        ("graz \r".to_owned(), "graz"),
        ("12 \x15 3\x15\r".to_owned(), NONE),
        ("12 \x153 \r".to_owned(), "york\ngraz"),
        ("york \x15graz \r".to_owned(), "york\ngraz"),
        // A space is a character while several are left.
        ("new y \r".to_owned(), "ny"),
        (format!("new{DOWN}{DOWN} \r"), "nd"),
        // To point is not to mark, also among what is left.
        (format!("new{DOWN}\r"), NONE),
        (format!("graz \x15new{DOWN}\r"), "graz"),
        (format!("new{DOWN}\r \r"), "ny"),
        // Enter at the name of one that is not marked marks it, and nothing more.
        ("graz\r".to_owned(), "()"),
        ("graz\r\r".to_owned(), "graz"),
        ("1\r2\r\r".to_owned(), "ny\nnd"),
        ("1\r2\r1 \r".to_owned(), "()"),
        ("new\r".to_owned(), MORE),
        ("zzz\r".to_owned(), NONE),
        // What is marked stays, and is no reason to ask for a mark.
        ("graz \x15zzz\r".to_owned(), "! zzz: there is no such answer"),
        ("graz \x15zzz\r\r".to_owned(), "graz"),
        // Where it was marked last, the pointer stays.
        ("graz \x15 \r".to_owned(), NONE),
    ] {
        assert_eq!(outcome(&several(CITIES), &typed), result, "{typed:?}");
    }
    for (typed, result) in [(" \r", "a"), ("2 \r", "b"), ("2\r3\r\r", "b\nc"), ("be \r", "b"), ("\r", NONE)] {
        assert_eq!(outcome(&several("a=Alpha,b=Beta,c=Gamma"), typed), result, "{typed:?}");
    }
    let mut offered = several("a=Alpha,b=Beta,c=Gamma");
    let marked = offered.answers.choices()[1..].to_vec();
    offered.default = Some(Answer::Choices(marked));
    assert_eq!(outcome(&offered, "\r"), "b\nc");
    assert_eq!(outcome(&offered, " \r"), "c", "the first of them is pointed at");
}
