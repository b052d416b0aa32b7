//! What is on the notification: the buttons that there is room for, and where the other answers are.

use serde_json::json;

use super::{ALLOW_OR_DENY, Asked, Exit, at_once};
use crate::support::terminal::{Kind, Personality};

#[test]
fn what_cannot_be_pressed_is_in_the_text() {
    let cities = "ber=Berlin,par=Paris,no=Nowhere";
    let body = |asked: &Asked| {
        let shown = asked.shown();
        (shown.body, shown.buttons)
    };
    let go = || vec!["Go to terminal".to_owned()];
    for (arguments, text, buttons, keys, out, exit) in [
        (
            &["--no-actions", "--choices", "allow,deny", "Q?"][..],
            "Q? · answer at the terminal · here",
            vec![],
            "deny",
            "deny\n",
            1,
        ),
        (
            &["--terminal-only", "--choices", "allow,deny", "Q?"],
            "Q? · answer at the terminal · here",
            vec![],
            "deny",
            "deny\n",
            1,
        ),
        (&["--kind", "ask", "Q?"], "Q? · answer at the terminal · here", go(), "main", "main\n", 0),
        (
            &["--kind", "choose", "--choices", cities, "Q?"],
            "Q? · Berlin · Paris · Nowhere · answer at the terminal · here",
            vec![],
            "par",
            "par\n",
            0,
        ),
        (
            &["--kind", "form", "--field", "v=Version", "Q?"],
            "Q? · Version · answer at the terminal · here",
            vec![],
            "",
            "v=''\n",
            0,
        ),
    ] {
        let mut asked = Asked::start(at_once(arguments), "kitty");
        assert_eq!(body(&asked), (text.to_owned(), buttons), "{arguments:?}");
        if keys.is_empty() {
            asked.run.send("\r");
        } else {
            asked.answer(keys);
        }
        asked.ends(Exit::code(exit), out, "");
        assert_eq!(asked.up(), 0, "{arguments:?}");
    }
}

#[test]
fn a_secret_is_announced_nowhere_and_the_terminal_is_not_even_asked() {
    let mut asked = Asked::start(at_once(&["--kind", "secret", "Token?"]), "kitty");
    asked.run.ready("Token?");
    asked.run.send("hunter2\r");
    asked.ends(Exit::code(0), "hunter2\n", "");
    assert_eq!(asked.told(), Vec::<String>::new());
}

#[test]
fn more_choices_than_buttons() {
    // The last button that is left is the refusing one.
    let many = "a,b,c,d,e,f,g,h,i,deny";
    for (name, buttons) in [
        ("foot", &["a", "b", "deny"][..]),
        ("konsole", &["a", "b", "deny"]),
        ("vscode", &["a", "b", "deny"]),
        ("kitty", &["a", "b", "c", "d", "e", "f", "g", "deny"]),
    ] {
        let mut asked = Asked::start(at_once(&["--choices", many, "Q?"]), name);
        let shown = asked.shown();
        assert_eq!(shown.buttons, buttons, "{name}");
        assert!(shown.body.contains("the rest is at the terminal"), "{name}: {}", shown.body);
        asked.terminal.press(&shown.id, buttons.len());
        asked.ends(Exit::code(1), "deny\n", "");
    }
}

#[test]
fn labels_that_foot_would_split_are_sent_as_it_takes_them_or_not_at_all() {
    for (choices, buttons, text) in [
        ("a=Später …,b=Né — là", &["Sp?ter ...", "N? - l?", "Go to terminal"][..], "Q? · here"),
        ("a=日,b=本", &[], "Q? · answer at the terminal · here"),
    ] {
        let mut asked = Asked::start(at_once(&["--choices", choices, "Q?"]), "foot-1.26");
        let shown = asked.shown();
        assert_eq!(shown.body, text);
        assert_eq!(shown.buttons, buttons);
        if buttons.is_empty() {
            asked.answer("b");
        } else {
            asked.terminal.press(&shown.id, 2);
        }
        asked.ends(Exit::code(0), "b\n", "");
    }
    // Everywhere else they are whole.
    let mut asked = Asked::start(at_once(&["--choices", "a=Später …,b=日", "Q?"]), "kitty");
    let shown = asked.shown();
    assert_eq!(shown.buttons, ["Später …", "日", "Go to terminal"]);
    asked.terminal.press(&shown.id, 2);
    asked.ends(Exit::code(0), "b\n", "");
}

#[test]
fn one_way_protocols_say_that_they_were_shown_and_nothing_more() {
    for (name, kind) in [("ghostty", Kind::Osc777), ("iterm2", Kind::Iterm2)] {
        let mut asked = Asked::start(at_once(&ALLOW_OR_DENY), name);
        let shown = asked.shown();
        assert_eq!((shown.kind, shown.up), (kind, true));
        asked.answer("deny");
        asked.ends_with(
            Exit::code(1),
            &[
                ("source", json!("terminal")),
                ("announced", json!(["terminal"])),
                ("closed_reason", json!(null)),
            ],
        );
    }
    // A personality of its own: what is said to a query decides, whatever the name.
    let mut plain = Personality::named("kitty");
    let osc99 = plain.osc99.as_mut().unwrap();
    osc99.query = Some("i={id}:p=?;p=title,body:a=focus:o=always".to_owned());
    osc99.payloads = vec!["title".to_owned(), "body".to_owned()];
    let mut asked = Asked::start_in(at_once(&ALLOW_OR_DENY), plain);
    let shown = asked.shown();
    assert_eq!((shown.buttons.len(), shown.asks("a", "report")), (0, false));
    asked.answer("deny");
    asked.ends_with(Exit::code(1), &[("source", json!("terminal"))]);
}
