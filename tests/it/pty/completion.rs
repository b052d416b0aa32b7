//! Tab at a typed answer.

use super::{Case, Run};
use crate::support::pty::Exit;

const BRANCHES: &str = "main\nrelease-1\nrelease-2\n\n  topic  \nMaster\n";

#[track_caller]
fn ask(arguments: &[&str]) -> Run {
    let mut all = vec!["--complete", "words"];
    all.extend(arguments);
    all.push("Which branch?");
    Case::wait(&all).with_file("words", BRANCHES).ask("Which branch?")
}

#[test]
fn what_is_common_then_the_list_then_one_after_the_other() {
    let mut run = ask(&["--reply"]);
    run.ready("Tab completes");
    run.send("r\t");
    run.ready("› release-");
    assert!(!run.pty.contents().contains("release-2"), "{}", run.pty.contents());
    run.send("\t");
    run.ready("release-1   release-2");
    run.send("\t\t");
    run.ready("› release-2");
    run.ready("[release-2]");
    run.send("\x1b[Z");
    run.ready("› release-1");
    assert!(!run.pty.has_ended() && run.file("out").is_empty());
    run.send("0");
    run.ready("› release-10");
    assert!(!run.pty.contents().contains("release-2"), "{}", run.pty.contents());
    run.send("\x7f\r");
    run.ends(Exit::code(0), "release-1\n", "");
    assert_eq!(run.lines(), ["Which branch? release-1 (terminal)"]);
}

#[test]
fn in_any_case_where_nothing_begins_as_it_is_typed() {
    for (keys, out) in [
        ("m\t\r", "main\n"),
        ("MAS\t\r", "Master\n"),
        ("M\t\r", "Master\n"),
        ("zzz\t\t\t\r", "zzz\n"),
        ("top\t\r", "topic\n"),
    ] {
        let mut run = ask(&["--reply"]);
        run.send(keys);
        run.ends(Exit::code(0), out, "");
    }
}

#[test]
fn beside_choices_and_in_a_list() {
    for (arguments, keys, out) in [
        (&["--reply", "--choices", "allow=Allow once,later"][..], "l\t\r", "later\n"),
        (&["--reply", "--choices", "allow=Allow once,later"], "rel\t1\r", "release-1\n"),
        (&["--reply", "--choices", "allow=Allow once,later"], "\t\r", "allow\n"),
        (&["--other", "--choices", "ny=New York,la=Los Angeles"], "Los\t\r", "la\n"),
        (&["--other", "--choices", "ny=New York,la=Los Angeles"], "to\t\r", "topic\n"),
    ] {
        let mut run = ask(arguments);
        run.send(keys);
        run.ends(Exit::code(0), out, "");
    }
    // The choices alone, without a file.
    let mut run = Case::wait(&["--reply", "--choices", "one=First,two", "Which?"]).ask("Which?");
    run.send("Fi\t\r");
    run.ends(Exit::code(0), "one\n", "");
}

#[test]
fn a_pasted_tab_is_no_key() {
    let mut run = ask(&["--reply"]);
    run.send("\x1b[200~r\t\t\x1b[201~");
    run.ready("› r");
    run.send("x\r");
    run.ends(Exit::code(0), "r  x\n", "");
}

#[test]
fn more_than_fit_are_counted_at_any_size() {
    let words = (0..500).map(|number| format!("word-{number}")).collect::<Vec<_>>().join("\n");
    for (cols, rows) in [(80, 24), (40, 12), (20, 6)] {
        let case = Case::wait(&["--reply", "--complete", "words", "Which?"]).with_file("words", &words);
        let mut run = case.size(cols, rows).ask("Which?");
        run.send("w\t\t");
        run.ready(" more");
        run.send("\t\x1b[Z\x1b[Z");
        run.ready("› word-499");
        run.send("\r");
        run.ends(Exit::code(0), "word-499\n", "");
    }
}

#[test]
fn a_file_that_is_a_pipe() {
    let script = "exec plyn-notify wait --reply --complete <(printf '%s\\n' alpha beta) 'Which?' >out 2>err";
    let mut run = Case::script("bash", script).ask("Which?");
    run.send("b\t\r");
    run.ends(Exit::code(0), "beta\n", "");
}
