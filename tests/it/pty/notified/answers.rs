//! What a human does to the notification, and what comes of it.

use serde_json::json;

use super::{Asked, Case, Exit, TWO_WAY, at_once};
use crate::support::{
    Bus, Script, Server,
    terminal::{Kind, Personality},
};

const ALLOW_OR_DENY: [&str; 4] = ["--json", "--choices", "allow,deny", "Deploy?"];

/// The same prompt in each of these terminals, all at once.
fn in_all<const COUNT: usize>(names: [&'static str; COUNT], arguments: &[&str]) -> [Asked; COUNT] {
    names.map(|name| Asked::start(at_once(arguments), name))
}

#[test]
fn each_button_means_what_it_says() {
    for number in [1, 2, 3] {
        for mut asked in in_all(TWO_WAY, &ALLOW_OR_DENY) {
            let shown = asked.shown();
            assert_eq!(shown.buttons, ["allow", "deny", "Go to terminal"], "{}", asked.name);
            asked.terminal.press(&shown.id, number);
            let (exit, answer, source) = match number {
                1 => (Exit::code(0), "allow", "terminal-notification"),
                2 => (Exit::code(1), "deny", "terminal-notification"),
                _ => {
                    asked.run.idle();
                    asked.answer("deny");
                    (Exit::code(1), "deny", "terminal")
                }
            };
            asked.ends_with(
                exit,
                &[
                    ("answer", json!(answer)),
                    ("source", json!(source)),
                    ("announced", json!(["terminal"])),
                    ("failures", json!([])),
                ],
            );
            assert_eq!(asked.terminal.notifications().len(), 1, "{}: announced once", asked.name);
        }
    }
}

#[test]
fn what_is_no_press_leaves_the_prompt_and_is_not_announced_again() {
    // A click on the body where that is known from any other end, and a close, which is the human's affair.
    for click in [true, false] {
        for mut asked in
            in_all(["kitty", "foot", "foot-1.26", "konsole", "vscode", "contour"], &ALLOW_OR_DENY)
        {
            let shown = asked.shown();
            if click {
                asked.terminal.click(&shown.id);
            } else {
                asked.terminal.dismiss(&shown.id);
            }
            asked.terminal.is_silent();
            asked.run.idle();
            asked.answer("deny");
            asked.ends_with(
                Exit::code(1),
                &[("source", json!("terminal")), ("announced", json!(["terminal"])), ("failures", json!([]))],
            );
            assert_eq!(asked.terminal.notifications().len(), 1, "{}: announced once", asked.name);
        }
    }
}

#[test]
fn a_terminal_that_closes_it_at_once_has_not_shown_it() {
    // Answered before and after the channel is given up, which waits 200 ms for a press that may belong to the close.
    let close = |asked: &Asked| {
        let id = asked.terminal.wait_notification().id;
        asked.terminal.say(format!("\x1b]99;i={id}:p=close;\x1b\\"));
        asked.terminal.is_silent();
    };
    let mut asked = Asked::start(at_once(&ALLOW_OR_DENY), "kitty");
    asked.run.ready("Deploy?");
    close(&asked);
    asked.run.idle();
    asked.answer("deny");
    asked.ends_with(Exit::code(1), &[("source", json!("terminal"))]);

    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let arguments = [&["--channels", "terminal,desktop", "--grace", "0"], &ALLOW_OR_DENY[..]].concat();
    let mut asked = Asked::start(Case::wait(&arguments).bus(&bus), "kitty");
    close(&asked);
    server.wait_notify(1);
    // The bell rings when the server has it.
    asked.terminal.wait("the bell", |model| (model.bells() > 0).then_some(()));
    asked.answer("deny");
    let failures =
        json!([{"channel": "terminal", "error": "the notification was closed at once (dismissed)"}]);
    asked.ends_with(
        Exit::code(1),
        &[("source", json!("terminal")), ("announced", json!(["desktop"])), ("failures", failures)],
    );
    server.wait_none_open();
}

#[test]
fn a_deadline_takes_it_down() {
    let rows = [
        (
            &["--default", "deny"][..],
            "Deploy? · no answer in 600ms = deny · here",
            Exit::code(1),
            "deny\n",
            "no answer in 600ms = deny\n",
        ),
        (&[], "Deploy? · waits 600ms for an answer · here", Exit::code(124), "", "no answer in 600ms\n"),
    ];
    let started = rows.map(|row| {
        let arguments = [&["--timeout", "0.6", "--choices", "allow,deny"], row.0, &["Deploy?"]].concat();
        (row, in_all(["kitty", "foot-1.26"], &arguments))
    });
    for ((_, body, exit, out, err), all) in started {
        for mut asked in all {
            asked.ends(exit, out, err);
            let bodies = asked.terminal.notifications().into_iter().map(|shown| shown.body);
            assert_eq!(bodies.collect::<Vec<_>>(), [body], "{}", asked.name);
            assert_eq!(asked.up(), 0, "{}", asked.name);
        }
    }
}

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
fn the_next_prompt_after_a_press_is_announced_at_once_and_not_after_an_answer_at_the_terminal() {
    let script = r#"ask() { "$PLYN" wait --channels terminal --min-interval 60 --source here "$@"; }
        ask --grace 0 --choices allow,deny 'One?' >out 2>err
        ask --grace 60 --choices allow,deny 'Two?' >>out 2>>err
        ask --grace 60 --choices allow,deny 'Three?' >>out 2>>err"#;
    let mut asked = Asked::start(Case::script("sh", script), "kitty");
    for (question, number) in [("One?", 1), ("Two?", 2)] {
        let shown = asked.terminal.wait(question, |model| {
            model.notifications.iter().rfind(|shown| shown.up && shown.body.starts_with(question)).cloned()
        });
        asked.run.ready(question);
        if number == 1 {
            asked.terminal.press(&shown.id, 1);
        } else {
            asked.answer("deny");
        }
    }
    asked.run.ready("Three?");
    asked.answer("allow");
    asked.ends(Exit::code(0), "allow\ndeny\nallow\n", "");
    assert_eq!(asked.terminal.notifications().len(), 2);
}

#[test]
fn an_enter_wins_over_a_press_of_the_same_instant_whichever_is_read_first() {
    for enter_first in [true, false] {
        let mut asked = Asked::start(at_once(&ALLOW_OR_DENY), "kitty");
        let shown = asked.shown();
        asked.run.pty.type_at_prompt("allow");
        let press = format!("\x1b]99;i={};2\x1b\\", shown.id);
        asked.terminal.say(if enter_first { format!("\r{press}") } else { format!("{press}\r") });
        let left = if enter_first { press.as_bytes().escape_ascii().to_string() } else { String::new() };
        let out = asked.run.pty.wait_exit();
        assert_eq!(out, Exit::code(0), "{}", asked.run.file("out"));
        assert!(asked.run.file("out").contains(r#""source":"terminal""#), "{}", asked.run.file("out"));
        asked.run.is_sane();
        // What stands behind an Enter is for who reads next, and a report that is there already cannot be told from it.
        asked.leaves(&left);
        assert_eq!(asked.up(), 0);
    }
}

#[test]
fn a_press_in_any_pieces_and_between_keys() {
    for size in [1, 2, 7] {
        let mut asked = Asked::start(at_once(&ALLOW_OR_DENY), "kitty");
        let shown = asked.shown();
        asked.terminal.split(size);
        asked.terminal.interleave(["al"]);
        asked.terminal.press(&shown.id, 2);
        asked.ends_with(
            Exit::code(1),
            &[("answer", json!("deny")), ("source", json!("terminal-notification"))],
        );
    }
}

#[test]
fn nothing_that_is_forged_or_foreign_answers_or_is_typed() {
    for mut asked in in_all(["kitty", "konsole", "vscode"], &ALLOW_OR_DENY) {
        let shown = asked.shown();
        let id = &shown.id;
        let ours = |report: &str| format!("\x1b]99;i={id};{report}\x1b\\");
        asked.run.pty.type_at_prompt("al");
        for noise in [
            ours("0"),
            ours("4"),
            ours("01"),
            ours("1 "),
            ours("\u{661}"),
            ours("allow"),
            format!("\x1b]99;i={id}x;1\x1b\\"),
            format!("\x1b]99;i={id}:i=0;1\x1b\\"),
            "\x1b]99;i=0;1\x1b\\".to_owned(),
            "\x1b]99;;1\x1b\\".to_owned(),
            format!("\x1b]99;i={id}:p=alive;{id}\x1b\\"),
            format!("\x1b]99;i={id}:p=close;untracked\x1b\\"),
            format!("\x1b]99;i={id};1\x18"),
            format!("\x1b]99;i={id};{}\x1b\\", "1".repeat(20_000)),
            format!("\x1bP99;i={id};1\x1b\\"),
            format!("\x1b_99;i={id};1\x1b\\"),
            "\x1b]10;rgb:0000/0000/0000\x07".to_owned(),
            "\x1b[?62;c\x1b[>1;2;3c\x1b[?2026;2$y\x1bP>|foot(1.28.0)\x1b\\".to_owned(),
        ] {
            asked.terminal.say(noise);
        }
        asked.terminal.is_silent();
        asked.run.send("low");
        asked.run.ready("\u{203a} allow");
        asked.run.send("\r");
        asked.ends_with(Exit::code(0), &[("answer", json!("allow")), ("source", json!("terminal"))]);
    }
}

#[test]
fn what_is_pasted_is_text() {
    let mut asked = Asked::start(at_once(&["--json", "--choices", "allow,deny", "--reply", "Q?"]), "kitty");
    let shown = asked.shown();
    asked.run.send(format!("\x1b[200~\x1b]99;i={};1\x1b\\\x1b[201~", shown.id));
    asked.run.ready("\u{203a} ]99;i=");
    asked.run.send("\r");
    let object = asked.ends_with(Exit::code(0), &[("source", json!("terminal"))]);
    assert_eq!(object["answer"], json!(format!("]99;i={};1\\", shown.id)));
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
