//! What a human does to the notification, and what comes of it.

use serde_json::json;

use super::{ALLOW_OR_DENY, Asked, Case, Exit, TWO_WAY, at_once, in_all};
use crate::support::{Bus, Script, Server};

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
                    asked.terminal.is_silent();
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
