//! Other sizes, and sizes that change. The screen of these tests cuts lines off, as xterm does.

use super::Case;
use crate::support::pty::Exit;

const WIDE: &str = "\u{4e16}\u{754c}\u{3092}\u{672c}\u{5f53}\u{306b} e\u{301}e\u{301}e\u{301} deploy \u{1f468}\u{200d}\u{1f469} now?";

#[test]
fn resized_while_it_is_up() {
    let sizes = [(40, 24), (120, 40), (20, 10), (10, 5), (1, 24), (80, 1), (3, 3), (200, 60), (80, 24)];
    for question in ["Deploy?", WIDE] {
        let script = "seq 1 4; exec plyn-notify wait --reason 'A long reason that is to be wrapped at some widths, wide 世界 too' \"$@\" >out 2>err";
        let mut case = Case::script("sh", script).env("XTERM_VERSION", "XTerm(390)");
        case.command = case.command.arg("sh").arg(question);
        let mut run = case.ask("Enter takes it");
        for (cols, rows) in sizes {
            run.pty.resize(cols, rows);
            run.idle();
            run.send("x");
            run.idle();
        }
        run.ready("Enter takes it");
        run.send("\x15n\r");
        run.ends(Exit::code(1), "deny\n", "");
        let lines = run.lines();
        assert!(lines.last().is_some_and(|line| line.ends_with("deny (terminal)")), "{lines:#?}");
        let leftovers =
            lines.iter().filter(|line| line.contains("Enter takes it") || line.contains("Allow once"));
        assert_eq!(leftovers.count(), 0, "{lines:#?}");
    }
}

#[test]
fn wider_and_narrower_leaves_what_is_above() {
    let mut run = Case::script("sh", "seq 1 4; exec plyn-notify wait 'Deploy?' >out 2>err")
        .env("XTERM_VERSION", "XTerm(390)")
        .ask("Enter takes it");
    for cols in [100, 60, 90] {
        run.pty.resize(cols, 24);
        run.idle();
    }
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
    assert_eq!(run.lines(), ["1", "2", "3", "4", "Deploy? deny (terminal)"]);
}

#[test]
fn any_size_from_the_start() {
    for (cols, rows) in [(1, 1), (2, 2), (5, 3), (10, 4), (30, 2), (300, 3)] {
        for arguments in [&["--choices", "one,two,three,four"][..], &["--reply"], &["--kind", "secret"]] {
            let mut all = arguments.to_vec();
            all.extend(["--reason", "because", WIDE]);
            let run = Case::wait(&all).size(cols, rows).start();
            let mut run = run;
            run.pty.wait_raw(b"\x1b[?25h");
            run.idle();
            run.send("two\r");
            run.ends(Exit::code(0), "two\n", "");
        }
    }
}

#[test]
fn a_question_longer_than_the_screen() {
    let question = "word ".repeat(400);
    let script = "seq 1 3; exec plyn-notify wait \"$@\" >out 2>err";
    let mut case = Case::script("sh", script).size(40, 8);
    case.command = case.command.arg("sh").arg(&question);
    let mut run = case.ask("Deny");
    run.send("no");
    run.idle();
    run.send("\r");
    run.ends(Exit::code(1), "deny\n", "");
    let lines = run.lines();
    assert_eq!(lines.iter().filter(|line| line.contains("deny (terminal)")).count(), 1, "{lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.contains("word")).count(), 1, "{lines:#?}");
}

#[test]
fn control_characters_in_the_question_do_nothing() {
    let question = "a\x1b[2Jb\u{9b}31mc\x07d\ne\u{202e}f\u{200b}g";
    let mut run = Case::wait(&[question, "--title", "\x1b]0;owned\x07T"]).ask("Enter takes it");
    let raw = String::from_utf8_lossy(&run.pty.raw_output()).into_owned();
    assert!(
        !raw.contains("\x1b[2J")
            && !raw.contains('\x07')
            && !raw.contains("\x1b]")
            && !raw.contains('\u{9b}'),
        "{raw:?}"
    );
    assert!(!raw.contains('\u{202e}') && !raw.contains('\u{200b}'), "{raw:?}");
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
}
