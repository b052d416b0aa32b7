//! What the terminal says, or somebody else in its words, while keys are typed.

use serde_json::json;

use super::{ALLOW_OR_DENY, Asked, Exit, at_once, in_all};

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
