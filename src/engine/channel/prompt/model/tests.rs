mod lists;

use proptest::prelude::*;

use super::*;
use crate::engine::channel::prompt::fixtures::{
    CITIES, choice, choice_or_text, form, keys, list, list_or_text, prompt, request, several, with_default,
};

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
            Reaction::Answered(answer) => return answer.text().into_owned(),
            Reaction::Dismissed => return "esc".to_owned(),
            Reaction::None | Reaction::Redraw | Reaction::Page => {}
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
        // As in readline, who holds it down to delete does not go.
        ("ab\x01\x04\x04\x04", "()"),
        ("ab\x01\x04\x04\x04c\x7f\x04", "esc"),
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

const MORE: &str = "! That could be more than one: type more of it, or choose with the arrows";

#[test]
fn a_form_is_one_answer() {
    let release = form("version=Version/[0-9.]+,branch=Branch:main");
    for (typed, result) in [
        ("1.2\r\r", "version='1.2'\nbranch='main'"),
        ("1.2\r\x15it's\r", "version='1.2'\nbranch='it'\\''s'"),
        ("1.2\t\x1b[Z", "(1.2)"),
        ("x\r", "! Version has to match [0-9.]+"),
        ("x\r\x7f", "()"),
        ("1\r\x01\x04\x04\x04\x04\x04\x04", "()"),
        ("x\r\x7f1\r\r", "version='1'\nbranch='main'"),
        ("\x04", "esc"),
        ("1\x04\r\r", "version='1'\nbranch='main'"),
        ("1\r\x15\x04", "esc"),
        ("1.2\x1b", "esc"),
        ("\x1b[200~1.2\r\r\x1b[201~", "(1.2)"),
    ] {
        assert_eq!(outcome(&release, typed), result, "{typed:?}");
    }
    let mut prompt = prompt(&release);
    assert_eq!(prompt.type_ahead("1.2\r\r"), Reaction::Redraw);
    assert_eq!(prompt.line().text(), "1.2");
    assert_eq!(prompt.form().map(Form::at), Some(0));
}

#[test]
fn tab_completes_a_typed_answer_and_never_sends_it() {
    let typed = |request: &Request, typed: &str| {
        let completions = vec!["release-1".to_owned(), "release-2".to_owned(), "Main".to_owned()];
        let mut prompt = Prompt::new(request, PromptOptions { completions, ..PromptOptions::default() });
        for key in keys(typed) {
            if let Reaction::Answered(answer) = prompt.key(key) {
                return answer.text().into_owned();
            }
        }
        format!("({})", prompt.line().text())
    };
    let ask = request(Question::Reply);
    for (keys, line) in [
        ("r\t", "(release-)"),
        ("r\t\t", "(release-)"),
        ("r\t\t\t", "(release-1)"),
        ("r\t\t\t\t\t", "(release-)"),
        ("r\t\t\x1b[Z", "(release-2)"),
        ("r\t\t\t\r", "release-1"),
        ("m\t", "(Main)"),
        ("x\t\t\t", "(x)"),
        ("r\t1\t\r", "release-1"),
        ("\x1b[200~r\t\x1b[201~\r", "r "),
    ] {
        assert_eq!(typed(&ask, keys), line, "{keys:?}");
    }
    // Beside choices an empty line leaves Tab to them.
    let beside = choice_or_text("allow=Allow once,later=Not today");
    for (keys, line) in [
        ("\t\r", "allow"),
        ("No\t", "(Not today)"),
        ("re\t", "(release-)"),
        ("al\t\r", "allow"),
        // Shift-Tab has nothing to go back to, and moves.
        ("xyz\x1b[Z\r", "later"),
    ] {
        assert_eq!(typed(&beside, keys), line, "{keys:?}");
    }
    assert_eq!(typed(&list_or_text(CITIES), "New\t\t\t"), "(New York)");
    assert_eq!(typed(&choice(CONFIRM), "d\t\r"), "allow", "nothing is typed there, so Tab moves");
}

proptest! {
    #[test]
    fn only_enter_answers_and_only_once(typed in "[a-z0-9 \r\x1b\x04\x7f\x15\t\\[A-D~]{0,30}", kind in 0..9) {
        let request = match kind {
            0 => choice(CONFIRM),
            1 => choice_or_text("1,2,3"),
            2 => request(Question::Reply),
            3 => list("a,b,c"),
            4 => list(CITIES),
            5 => several(CITIES),
            6 => list_or_text(CITIES),
            7 => form("a=A/[a-z]*,b=B:x"),
            _ => request(Question::Secret),
        };
        let options = PromptOptions { completions: vec!["ab".into(), "ac".into()], ..PromptOptions::default() };
        let mut prompt = Prompt::new(&request, options);
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
                let is_form = matches!(answer, Answer::Form(_));
                prop_assert!(is_form || !matches!(taken, Take::Nothing | Take::Ambiguous | Take::Mark(_)));
            }
            is_over |= matches!(reaction, Reaction::Answered(_) | Reaction::Dismissed);
        }
    }
}
