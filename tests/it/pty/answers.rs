//! How an answer is given: typing, arrows, Enter.

use super::{CTRL_C, CTRL_D, Case};
use crate::support::pty::Exit;

/// Asks, types, and expects this answer, status and last line on the screen.
#[track_caller]
fn answer(arguments: &[&str], keys: &str, out: &str, status: i32, summary: &str) {
    let mut arguments = arguments.to_vec();
    arguments.push("Deploy?");
    let mut run = Case::wait(&arguments).ask("Deploy?");
    run.send(keys);
    run.ends(Exit::code(status), out, "");
    assert_eq!(run.lines(), [summary], "keys {keys:?}");
}

/// Asks, types, and expects the prompt to be still there, saying this; Esc ends it.
#[track_caller]
fn no_answer(arguments: &[&str], keys: &str, shown: &str) {
    let mut arguments = arguments.to_vec();
    arguments.push("Deploy?");
    let mut run = Case::wait(&arguments).ask("Deploy?");
    run.send(keys);
    run.ready(shown);
    assert_eq!((run.pty.has_ended(), run.file("out").as_str()), (false, ""), "keys {keys:?}");
    run.send("\x1b");
    run.ends(Exit::code(3), "", "");
    assert_eq!(run.lines(), ["Deploy? dismissed"]);
}

#[test]
fn yes_and_no_in_all_their_forms() {
    for keys in ["y\r", "Y\n", "yes\r", "YES\r", "allow\r", "Allow once\r", "al\r", "1\r", "\x1b[C\r", "\t\r"]
    {
        answer(&[], keys, "allow\n", 0, "Deploy? allow (terminal)");
    }
    for keys in ["n\r", "no\r", "NO\r", "deny\r", "Deny\r", "d\r", "2\r", "\x1b[D\r", "\x1b[C\x1b[C\r"] {
        answer(&[], keys, "deny\n", 1, "Deploy? deny (terminal)");
    }
}

#[test]
fn what_was_typed_can_be_edited() {
    for keys in ["y\x7fn\r", "allow\x15n\r", "yes please\x17\x17no\r", "ny\x1b[D\x7f\x0b\x15deny\r"] {
        answer(&[], keys, "deny\n", 1, "Deploy? deny (terminal)");
    }
}

#[test]
fn no_single_key_answers() {
    for key in ["y", "n", "1", " ", "\t", "\x1b[B", "a", "\x1b[Z"] {
        let mut run = Case::wait(&["Deploy?"]).ask("Deploy?");
        run.send(key);
        run.idle();
        assert!(!run.pty.has_ended(), "key {key:?}");
        assert_eq!(run.file("out"), "");
        run.send(CTRL_C);
        assert_eq!(run.pty.wait_exit(), Exit::signal(rustix::process::Signal::INT));
    }
}

#[test]
fn enter_on_nothing_asks_again_and_says_what_is_accepted() {
    no_answer(&[], "\r", "allow or deny");
    no_answer(&[], "\r\r\r", "allow or deny");
    no_answer(&[], "maybe\r", "allow or deny");
    no_answer(&[], "3\r", "allow or deny");
    no_answer(&[], "0\r", "allow or deny");
    no_answer(&["--choices", "stop,start"], "st\r", "stop or start");
}

#[test]
fn a_prefix_that_disagrees_with_no_selects_nothing() {
    no_answer(&["--choices", "now,later"], "la\x15\r", "now or later");
    answer(&["--choices", "now,later"], "n\r", "now\n", 0, "Deploy? now (terminal)");
    // `n` is a prefix of `next` and would be the refusing choice: neither.
    no_answer(&["--choices", "next,stop"], "n\r", "next or stop");
    no_answer(&["--choices", "yearly,ok,no"], "y\r", "yearly, ok or no");
}

#[test]
fn a_key_goes_before_a_position() {
    answer(&["--choices", "3,2,1"], "1\r", "1\n", 0, "Deploy? 1 (terminal)");
    answer(&["--choices", "3,2,1"], "3\r", "3\n", 0, "Deploy? 3 (terminal)");
    answer(&["--choices", "b,a"], "1\r", "b\n", 0, "Deploy? b (terminal)");
    no_answer(&["--choices", "5,a,b"], "2\r", "5, a or b");
}

#[test]
fn labels_with_commas_brackets_and_spaces() {
    let list = ["--choice", "a=One, two", "--choice", "b"];
    answer(&list, "One, two\r", "a\n", 0, "Deploy? a (terminal)");
    answer(&list, "b\r", "b\n", 0, "Deploy? b (terminal)");
    answer(&["--choice", "k[0]=First", "--choice", "x"], "k[0]\r", "k[0]\n", 0, "Deploy? k[0] (terminal)");
    answer(&["--choice", "-n=Minus", "--choice", "x"], "-n\r", "-n\n", 0, "Deploy? -n (terminal)");
    answer(&["--choices", "only"], "o\r", "only\n", 0, "Deploy? only (terminal)");
}

#[test]
fn twelve_choices() {
    let list = "one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve";
    answer(&["--choices", list], "12\r", "twelve\n", 0, "Deploy? twelve (terminal)");
    answer(&["--choices", list], "\x1b[A\r", "twelve\n", 0, "Deploy? twelve (terminal)");
    answer(&["--choices", list], "\x1b[B\x1b[B\r", "two\n", 0, "Deploy? two (terminal)");
    no_answer(&["--choices", list], "t\r", "number from 1 to 12");
}

#[test]
fn a_refusing_choice_is_whatever_the_caller_says() {
    answer(&["--choices", "ship,hold", "--refuse", "hold"], "n\r", "hold\n", 1, "Deploy? hold (terminal)");
    answer(&["--choices", "ship,hold", "--refuse", "hold"], "ship\r", "ship\n", 0, "Deploy? ship (terminal)");
}

#[test]
fn a_default_is_preselected_and_can_be_left() {
    answer(&["--default", "deny"], "\r", "deny\n", 1, "Deploy? deny (terminal)");
    answer(&["--default", "allow"], "\r", "allow\n", 0, "Deploy? allow (terminal)");
    answer(&["--default", "allow"], "n\r", "deny\n", 1, "Deploy? deny (terminal)");
    no_answer(&["--default", "allow"], "xyz\r", "allow or deny");
}

#[test]
fn esc_and_ctrl_d_dismiss() {
    for keys in [b"\x1b", CTRL_D] {
        for arguments in [&["Deploy?"][..], &["--reply", "Deploy?"], &["--kind", "secret", "Deploy?"]] {
            let mut run = Case::wait(arguments).ask("Deploy?");
            run.send(keys);
            run.ends(Exit::code(3), "", "");
            assert_eq!(run.lines(), ["Deploy? dismissed"]);
        }
    }
}

#[test]
fn a_typed_answer_beside_the_choices() {
    let list = ["--choices", "yes,no", "--reply"];
    answer(&list, "not before noon\r", "not before noon\n", 0, "Deploy? not before noon (terminal)");
    answer(&list, "n\r", "no\n", 1, "Deploy? no (terminal)");
    no_answer(&list, "\r", "type a text");
}

#[test]
fn every_kind_at_the_terminal() {
    let rows = [
        ("batch", "r\r", "review\n", 0),
        ("policy", "a\r", "allow\n", 0),
        ("access", "d\r", "deny\n", 1),
        ("skills", "chat\r", "chat\n", 0),
        ("limit", "Continue\r", "continue\n", 0),
        ("limit", "stop here\r", "stop\n", 1),
        ("limit", "2\r", "always\n", 0),
        ("ask", "blue\r", "blue\n", 0),
    ];
    for (kind, keys, out, status) in rows {
        let mut run = Case::wait(&["--kind", kind, "Deploy?"]).ask("Deploy?");
        run.send(keys);
        run.ends(Exit::code(status), out, "");
    }
}
