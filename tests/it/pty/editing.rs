//! A typed answer is edited as in readline.

use super::Case;
use crate::support::pty::Exit;

#[test]
fn keys_do_what_readline_does() {
    let rows = [
        ("abc\x1b[D\x1b[DX\r", "aXbc"),
        ("abc\x1bOD\x1bODX\x1bOCY\r", "aXbYc"),
        ("abc\x1b[HX\x1b[FY\r", "XabcY"),
        ("abc\x1b[1~X\x1b[4~Y\r", "XabcY"),
        ("abc\x01X\x05Y\r", "XabcY"),
        ("abc\x02\x02X\x06Y\r", "aXbYc"),
        ("abc def\x15ghi\r", "ghi"),
        ("abc def\x01\x06\x0bX\r", "aX"),
        ("abc def\x17X\r", "abc X"),
        ("abc def\x17\x01\x19\r", "defabc "),
        ("abc\x15\x19\x19\r", "abcabc"),
        ("abc def\x1bbX\x1bfY\r", "abc XdefY"),
        ("abc def\x1b[1;5DX\x1b[1;5CY\r", "abc XdefY"),
        ("abc\x01\x1b[3~\x04X\r", "Xc"),
        ("abc\x08X\r", "abX"),
        ("\u{e4}\u{f6}\u{1f600}\u{4e16}\x7f\x1b[D\x7f!\r", "\u{e4}!\u{1f600}"),
        ("e\u{301}x\x1b[D\x7fy\r", "yx"),
        ("a\u{1f468}\u{200d}\u{1f469}b\x7f\x7fc\r", "ac"),
        ("a\tb\r", "ab"),
    ];
    for (keys, out) in rows {
        let mut run = Case::wait(&["--reply", "Name?"]).ask("Name?");
        run.send(keys);
        assert_eq!(run.pty.wait_exit(), Exit::code(0), "{keys:?}: {}", run.pty.contents());
        assert_eq!((run.file("out"), run.file("err")), (format!("{out}\n"), String::new()), "{keys:?}");
        assert_eq!(run.lines().len(), 1, "{keys:?}: {:?}", run.lines());
        run.is_sane();
    }
}

#[test]
fn a_paste_with_line_breaks_does_not_answer() {
    let mut run = Case::wait(&["--reply", "Name?"]).ask("Name?");
    run.send("\x1b[200~one\rtwo\nthree\r\x1b[201~");
    run.ready("three");
    assert!(!run.pty.has_ended() && run.file("out").is_empty());
    run.send("\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(0));
    assert_eq!(run.file("out").lines().count(), 1, "{:?}", run.file("out"));
    let mut run = Case::wait(&["Deploy?"]).ask("Deploy?");
    run.send("\x1b[200~y\r\x1b[201~");
    run.idle();
    assert!(!run.pty.has_ended() && run.file("out").is_empty());
    run.send("\x15n\r");
    run.ends(Exit::code(1), "deny\n", "");
}

#[test]
fn an_answer_longer_than_the_screen() {
    let text = "0123456789".repeat(30);
    let mut run = Case::wait(&["--reply", "Name?"]).size(30, 6).ask("Name?");
    run.send(format!("{text}\x01\x05\r"));
    run.ends(Exit::code(0), &format!("{text}\n"), "");
    assert_eq!(run.lines().len(), 1, "{:?}", run.lines());
}

#[test]
fn a_default_text_is_offered_and_replaced() {
    let arguments = ["--reply", "--default", "main", "Name?"];
    let mut run = Case::wait(&arguments).ask("main");
    run.send("\r");
    run.ends(Exit::code(0), "main\n", "");
    let mut run = Case::wait(&arguments).ask("main");
    run.send("topic\r");
    run.ends(Exit::code(0), "topic\n", "");
}

#[test]
fn text_is_an_answer_even_when_it_spells_no() {
    let mut run = Case::wait(&["--reply", "Name?"]).ask("Name?");
    run.send("deny\r");
    run.ends(Exit::code(0), "deny\n", "");
    let mut run = Case::wait(&["--reply", "Name?"]).ask("Name?");
    run.send("  \r");
    run.ready("Please type an answer");
    run.send("x\r");
    run.ends(Exit::code(0), "x\n", "");
}
