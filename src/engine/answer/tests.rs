use super::*;

fn choice(key: &str) -> Choice {
    Choice { key: key.to_owned(), label: key.to_uppercase(), verdict: Verdict::of_key(key) }
}

fn form(values: &[(&str, &str)]) -> Answer {
    Answer::Form(values.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect())
}

#[test]
fn several_choices_are_a_line_each() {
    let answer = Answer::Choices(vec![choice("a"), choice("b c")]);
    assert_eq!((answer.text().as_ref(), answer.shown().as_str()), ("a\nb c", "a, b c"));
}

#[test]
fn one_that_refuses_is_enough_and_all_have_to_affirm() {
    for (keys, verdict) in [
        ("yes", Verdict::Affirm),
        ("yes ok", Verdict::Affirm),
        ("yes a", Verdict::None),
        ("a", Verdict::None),
        ("yes a no", Verdict::Refuse),
    ] {
        let answer = Answer::Choices(keys.split(' ').map(choice).collect());
        assert_eq!(answer.verdict(), verdict, "{keys}");
    }
}

#[test]
fn a_form_is_quoted_for_a_shell() {
    for (value, quoted) in [
        ("", "''"),
        ("1.2.3", "'1.2.3'"),
        ("a b", "'a b'"),
        ("$(rm -rf /)", "'$(rm -rf /)'"),
        ("it's", r"'it'\''s'"),
        ("'", r"''\'''"),
        (r"\", r"'\'"),
    ] {
        assert_eq!(form(&[("x", value)]).text(), format!("x={quoted}"));
    }
    assert_eq!(form(&[("a", "1"), ("b", "")]).text(), "a='1'\nb=''");
}

#[test]
fn a_form_is_shown_short() {
    assert_eq!(form(&[("version", "1.2.3"), ("branch", "main")]).shown(), "version=1.2.3 branch=main");
    let long = form(&[("notes", &"x".repeat(80)), ("branch", "main")]).shown();
    assert_eq!(long, "notes=xxxxxxxxxxxxxxx… branch=main");
}
