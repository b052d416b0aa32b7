//! stdin, stdout and stderr while the question is on the terminal.

use super::Case;
use crate::support::pty::Exit;

#[test]
fn and_then() {
    for shell in ["sh", "dash", "bash"] {
        let script = "plyn-notify wait 'Deploy?' && echo go; echo status=$?";
        let mut run = Case::script(shell, script).ask("Deploy?");
        run.send("y\r");
        assert_eq!(run.pty.wait_exit(), Exit::code(0));
        assert_eq!(run.lines(), ["Deploy? allow (terminal)", "allow", "go", "status=0"], "{shell}");
        let mut run = Case::script(shell, script).ask("Deploy?");
        run.send("n\r");
        assert_eq!(run.pty.wait_exit(), Exit::code(0));
        assert_eq!(run.lines(), ["Deploy? deny (terminal)", "deny", "status=1"], "{shell}");
        run.is_sane();
    }
}

#[test]
fn stdin_stays_unread() {
    let script = "printf 'a\\nb\\n' | (plyn-notify wait 'Deploy?' >out 2>err; echo $? >>out; cat >rest)";
    let mut run = Case::script("sh", script).ask("Deploy?");
    run.send("y\r");
    run.ends(Exit::code(0), "allow\n0\n", "");
    assert_eq!(run.file("rest"), "a\nb\n");
}

#[test]
fn a_question_from_stdin() {
    let script = "printf 'Deploy\\nthis?\\n' | plyn-notify wait - >out 2>err";
    let mut run = Case::script("sh", script).ask("Deploy this?");
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
    assert_eq!(run.lines(), ["Deploy this? deny (terminal)"]);
}

#[test]
fn in_a_substitution_and_in_a_pipeline() {
    for shell in ["dash", "bash"] {
        let mut run = Case::script(shell, "x=$(plyn-notify wait 'Deploy?'); echo \"<$x> $?\"").ask("Deploy?");
        run.send("n\r");
        run.pty.wait_exit();
        assert_eq!(run.lines(), ["Deploy? deny (terminal)", "<deny> 1"]);
        let mut run = Case::script(shell, "plyn-notify wait 'Deploy?' 2>err | tr a-z A-Z").ask("Deploy?");
        run.send("y\r");
        run.pty.wait_exit();
        assert_eq!(run.lines(), ["Deploy? allow (terminal)", "ALLOW"]);
        run.is_sane();
    }
}

#[test]
fn all_streams_elsewhere() {
    let mut run = Case::script("sh", "plyn-notify wait 'Deploy?' </dev/null >out 2>err").ask("Deploy?");
    run.send("y\r");
    run.ends(Exit::code(0), "allow\n", "");
    let mut run = Case::script("sh", "plyn-notify wait 'Deploy?' <&- 2>&- >out").ask("Deploy?");
    run.send("y\r");
    run.ends(Exit::code(0), "allow\n", "");
}

#[test]
fn an_answer_that_cannot_be_written() {
    let error = "plyn-notify: the answer could not be written to stdout: ";
    for arguments in ["'Deploy?'", "--json 'Deploy?'", "--reply 'Deploy?'"] {
        let script = format!("plyn-notify wait {arguments} 2>err >/dev/full");
        let mut run = Case::script("sh", &script).ask("Deploy?");
        run.send("y\r");
        assert_eq!(run.pty.wait_exit(), Exit::code(74), "{arguments}");
        assert!(run.file("err").starts_with(&format!("{error}No space left")), "{:?}", run.file("err"));
        assert_eq!(run.file("err").lines().count(), 1);
        run.is_sane();
    }
}

#[test]
fn a_reader_that_went_away_is_no_death_by_sigpipe() {
    let script = "set -o pipefail; { plyn-notify wait 'Deploy?' 2>err; echo $? >status; } | exec true";
    let mut run = Case::script("bash", script).ask("Deploy?");
    run.send("y\r");
    run.pty.wait_exit();
    assert_eq!(run.file("status"), "74\n");
    assert!(run.file("err").contains("could not be written to stdout"), "{:?}", run.file("err"));
    run.is_sane();
}

#[test]
fn what_stands_above_stays() {
    let script = "printf 'one\\ntwo\\nhalf a line'; plyn-notify wait 'Deploy?' 2>err";
    let mut run = Case::script("sh", script).ask("Deploy?");
    assert_eq!(run.lines()[..3], ["one", "two", "half a line"]);
    run.send("x\x7fy\r");
    run.pty.wait_exit();
    assert_eq!(run.lines(), ["one", "two", "half a line", "Deploy? allow (terminal)", "allow"]);
}

#[test]
fn at_the_bottom_of_a_full_screen() {
    let script = "seq 1 30; plyn-notify wait --reason 'Because it is time' 'Deploy?' >out 2>err";
    let mut run = Case::script("sh", script).size(60, 10).ask("Deploy?");
    run.send("x\r");
    run.ready("Please answer");
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
    let lines = run.lines();
    let (summary, above) = lines.split_last().unwrap();
    assert_eq!(summary, "Deploy? deny (terminal)");
    assert_eq!(above.last().map(String::as_str), Some("30"));
}
