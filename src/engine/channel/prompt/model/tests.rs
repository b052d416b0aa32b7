use proptest::prelude::*;

use super::*;
use crate::engine::channel::prompt::fixtures::{choice, choice_or_text, keys, prompt, request, with_default};

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const CONFIRM: &str = "allow=Allow once,deny=Deny";

/// Types into a prompt: the answer's text, `esc` if it was dismissed, else the notice.
fn outcome(request: &Request, typed: &str) -> String {
    let mut prompt = prompt(request);
    for key in keys(typed) {
        match prompt.key(key) {
            Reaction::Answered(answer) => return answer.text().to_owned(),
            Reaction::Dismissed => return "esc".to_owned(),
            Reaction::None | Reaction::Redraw => {}
        }
    }
    prompt.notice().map_or_else(|| format!("({})", prompt.line().text()), |notice| format!("! {notice}"))
}

#[test]
fn choices_are_taken_by_enter_alone() {
    for (spec, typed, result) in [
        (CONFIRM, "allow\r", "allow"),
        (CONFIRM, "allow", "(allow)"),
        (CONFIRM, "y", "(y)"),
        (CONFIRM, "y\r", "allow"),
        (CONFIRM, "n\n", "deny"),
        (CONFIRM, "2\r", "deny"),
        (CONFIRM, "\r", "! Please answer allow or deny"),
        (CONFIRM, "maybe\r", "! Please answer allow or deny"),
        (CONFIRM, "maybe\rallow\r", "allow"),
        (CONFIRM, "maybe\r\x19", "(maybe)"),
        (CONFIRM, "allowx\x7f\r", "allow"),
        (CONFIRM, "xx\x15d\r", "deny"),
        (CONFIRM, "   d\r", "deny"),
        (CONFIRM, " \r", "! Please answer allow or deny"),
        (CONFIRM, "\x1b", "esc"),
        (CONFIRM, "allow\x1b", "esc"),
        (CONFIRM, "\x04", "esc"),
        (CONFIRM, "al\x04\r", "allow"),
        (CONFIRM, "xallow\x01\x04\r", "allow"),
        (CONFIRM, "\x1b[200~allow\r\x1b[201~", "(allow)"),
        (CONFIRM, "\x1b[200~allow\r\x1b[201~\r", "allow"),
        ("now,deny", "n\r", "! That could be more than one. Please answer now or deny"),
        ("now,deny", "n\rnow\r", "now"),
        ("a,b,c,d,e,f,g,h,i", "\r", "! Please answer with a number from 1 to 9"),
        ("only=Only one", "\r", "! Please answer only"),
    ] {
        assert_eq!(outcome(&choice(spec), typed), result, "{typed:?} among {spec}");
    }
}

#[test]
fn arrows_move_the_selection() {
    for (typed, result) in [
        (format!("{RIGHT}\r"), "a"),
        (format!("{DOWN}{DOWN}\r"), "b"),
        (format!("{LEFT}\r"), "c"),
        (format!("{UP}{UP}\r"), "b"),
        (format!("{RIGHT}{LEFT}\r"), "c"),
        (format!("{DOWN}{DOWN}{DOWN}{DOWN}\r"), "a"),
        ("\t\t\r".to_owned(), "b"),
        ("\x1b[Z\r".to_owned(), "c"),
        ("\x1b[F\r".to_owned(), "c"),
        ("\x1b[F\x1b[H\r".to_owned(), "a"),
        // Typing takes the arrows' selection away, arrows take the text away and go on from what it named.
        (format!("{RIGHT}c\r"), "c"),
        (format!("{RIGHT}x\x7f\r"), "! Please answer a, b or c"),
        (format!("b{RIGHT}\r"), "c"),
        (format!("zzz{RIGHT}\r"), "a"),
    ] {
        assert_eq!(outcome(&choice("a=Alpha,b=Beta,c=Gamma"), &typed), result, "{typed:?}");
    }
}

#[test]
fn the_default_is_preselected() {
    let request = with_default(choice(CONFIRM), Some("deny"));
    assert_eq!(prompt(&request).selected(), Some(1));
    for (typed, result) in [
        ("\r", "deny"),
        ("a\r", "allow"),
        ("a\x7f\r", "deny"),
        ("xx\r\r", "deny"),
        ("x\r", "! Please answer allow or deny"),
    ] {
        assert_eq!(outcome(&request, typed), result, "{typed:?}");
    }
    assert_eq!(prompt(&with_default(choice(CONFIRM), None)).selected(), None);
}

#[test]
fn a_text_beside_choices() {
    const AGAIN: &str = "! Please answer allow or deny, or type a text";
    for (typed, result) in [
        ("allow\r".to_owned(), "allow"),
        ("a\r".to_owned(), "allow"),
        ("only on Monday\r".to_owned(), "only on Monday"),
        ("  only on Monday\r".to_owned(), "  only on Monday"),
        ("\r".to_owned(), AGAIN),
        ("   \r".to_owned(), AGAIN),
        (format!("{DOWN}\r"), "allow"),
        // The arrows along the line belong to the text, the others to the choices; Ctrl-Y has the text back.
        (format!("Mondy{LEFT}a\r"), "Monday"),
        (format!("Monday{DOWN}\r"), "allow"),
        (format!("Monday{DOWN}\x19\r"), "Monday"),
    ] {
        assert_eq!(outcome(&choice_or_text(CONFIRM), &typed), result, "{typed:?}");
    }
    let mut request = choice_or_text("now,deny");
    request.kind = crate::engine::request::Kind::Ask;
    assert!(outcome(&request, "n\r").starts_with("! That could be more than one."), "not a text");
}

#[test]
fn texts() {
    let ask = request(Question::Reply);
    for (typed, result) in [
        ("main\r", "main"),
        (" main \r", " main "),
        ("\r", "! Please type an answer"),
        ("  \r", "! Please type an answer"),
        ("\x1b[200~a\r\nb\n\x1b[201~\r", "a b"),
        ("x\x1b", "esc"),
        ("\x04", "esc"),
        ("x\x1b[D\x04", "()"),
    ] {
        assert_eq!(outcome(&ask, typed), result, "{typed:?}");
    }
    let ask = with_default(ask, Some("main"));
    assert_eq!(outcome(&ask, "\r"), "main");
    assert_eq!(outcome(&ask, "x\x7f\r"), "main");
    assert_eq!(outcome(&ask, "dev\r"), "dev");
}

#[test]
fn secrets_are_not_seen() {
    let mut prompt = prompt(&request(Question::Secret));
    for key in keys("hunter\x1b[200~2\r\x1b[201~\x1b[D\x05") {
        assert_eq!(prompt.key(key), Reaction::None, "not even that a key was pressed");
    }
    assert!(!format!("{prompt:?}").contains("hunter"));
    match prompt.key(Key::Enter) {
        Reaction::Answered(Answer::Secret(secret)) => assert_eq!(*secret, "hunter2"),
        other => panic!("{other:?}"),
    }
    assert_eq!(outcome(&request(Question::Secret), "\r"), "! Please type it; nothing was entered");
    assert_eq!(outcome(&request(Question::Secret), " \r"), " ");
}

#[test]
fn what_was_typed_before_never_answers() {
    let mut ask = prompt(&request(Question::Reply));
    assert_eq!(ask.type_ahead("\rgit stattus\x7f\x7fs\rmake\r\x1b\x04"), Reaction::Redraw);
    assert_eq!(ask.line().text(), "git statts make");
    for other in [choice(CONFIRM), choice_or_text(CONFIRM), request(Question::Secret)] {
        let mut prompt = prompt(&other);
        assert_eq!(prompt.type_ahead("y\r"), Reaction::None);
        assert!(prompt.line().is_empty());
    }
}

#[test]
fn a_notice_goes_with_the_next_key() {
    let mut prompt = prompt(&choice(CONFIRM));
    prompt.key(Key::Enter);
    assert!(prompt.notice().is_some());
    assert_eq!(prompt.key(Key::Char(' ')), Reaction::Redraw);
    assert!(prompt.notice().is_none());
    assert_eq!(prompt.key(Key::Char(' ')), Reaction::None);
    assert_eq!(prompt.key(Key::Ctrl('l')), Reaction::Redraw);
}

proptest! {
    #[test]
    fn only_enter_answers_and_only_once(typed in "[a-z0-9 \r\x1b\x04\x7f\x15\t\\[A-D~]{0,30}", kind in 0..4) {
        let request = match kind {
            0 => choice(CONFIRM),
            1 => choice_or_text("1,2,3"),
            2 => request(Question::Reply),
            _ => request(Question::Secret),
        };
        let mut prompt = prompt(&request);
        let mut is_over = false;
        for key in keys(&typed) {
            let taken = prompt.take();
            let reaction = prompt.key(key.clone());
            if is_over {
                prop_assert_eq!(&reaction, &Reaction::None);
            }
            if let Reaction::Answered(answer) = &reaction {
                prop_assert_eq!(key, Key::Enter);
                prop_assert!(!answer.text().is_empty());
                prop_assert!(!matches!(taken, Take::Nothing | Take::Ambiguous));
            }
            is_over |= matches!(reaction, Reaction::Answered(_) | Reaction::Dismissed);
        }
    }
}
