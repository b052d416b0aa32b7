//! A terminal that knows no escape sequences: `TERM=dumb`, or none.

use super::{CTRL_D, Case, Run};
use crate::support::pty::Exit;

#[track_caller]
fn ask(arguments: &[&str]) -> Run {
    Case::wait(arguments).env("TERM", "dumb").ask("Deploy?")
}

#[track_caller]
fn has_no_escapes(run: &Run) {
    let raw = run.pty.raw_output();
    let controls: Vec<u8> =
        raw.iter().copied().filter(|&byte| byte < 0x20 && !b"\r\n".contains(&byte)).collect();
    assert_eq!(controls, b"", "{:?}", String::from_utf8_lossy(&raw));
}

#[test]
fn a_line_is_an_answer() {
    for case in [Case::wait(&["Deploy?"]).env("TERM", "dumb"), Case::wait(&["Deploy?"]).env_remove("TERM")] {
        let mut run = case.ask("Deploy? [allow/deny]");
        run.send("n\r");
        run.ends(Exit::code(1), "deny\n", "");
        has_no_escapes(&run);
        let lines = run.lines();
        assert_eq!(lines.last().map(String::as_str), Some("Deploy? deny (terminal)"), "{lines:?}");
        assert_eq!(lines.iter().filter(|line| line.contains("[allow/deny]")).count(), 1);
    }
}

#[test]
fn nonsense_is_asked_again() {
    for keys in ["\r", "maybe\r", "x\ryy\r"] {
        let mut run = ask(&["Deploy?"]);
        run.send(keys);
        run.ready("allow or deny");
        run.send("y\r");
        run.ends(Exit::code(0), "allow\n", "");
        has_no_escapes(&run);
    }
}

#[test]
fn type_ahead_is_dropped() {
    let mut run = Case::script(
        "sh",
        "echo ready; until [ -e go ]; do :; done; exec plyn-notify wait 'Deploy?' >out 2>err",
    )
    .env("TERM", "dumb")
    .start();
    run.pty.wait_text("ready");
    run.send("yes\r");
    run.pty.wait_text("yes");
    run.touch("go");
    run.ready("[allow/deny]");
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
}

#[test]
fn ctrl_d_dismisses_and_never_takes_half_a_line() {
    let mut run = ask(&["Deploy?"]);
    run.send(CTRL_D);
    run.ends(Exit::code(3), "", "");
    for arguments in [&["Deploy?"][..], &["--reply", "Deploy?"]] {
        let mut run = ask(arguments);
        run.send("y");
        run.send(CTRL_D);
        run.idle();
        assert_eq!((run.pty.has_ended(), run.file("out").as_str()), (false, ""));
        run.send(CTRL_D);
        run.ends(Exit::code(3), "", "");
        let mut run = ask(arguments);
        run.send("n");
        run.send(CTRL_D);
        run.send("o\r");
        run.pty.wait_exit();
        assert!(["deny\n", "no\n"].contains(&run.file("out").as_str()), "{:?}", run.file("out"));
    }
}

#[test]
fn a_secret_is_not_echoed() {
    let mut run = ask(&["--kind", "secret", "Deploy?"]);
    assert!(!run.pty.stty().echoes());
    run.send("hunter2\r");
    run.ends(Exit::code(0), "hunter2\n", "");
    assert!(!String::from_utf8_lossy(&run.pty.raw_output()).contains("hunter2"));
    has_no_escapes(&run);
}

#[test]
fn a_deadline() {
    let run = ask(&["--timeout", "0.1", "Deploy?"]);
    run.ends(Exit::code(124), "", "no answer in 100ms\n");
    let run = ask(&["--timeout", "0.1", "--default", "deny", "Deploy?"]);
    run.ends(Exit::code(1), "deny\n", "no answer in 100ms = deny\n");
    has_no_escapes(&run);
}

#[test]
fn what_follows_the_enter_stays_in_the_queue() {
    let mut run = ask(&["Deploy?"]);
    run.send("n\recho hi\r");
    run.ends(Exit::code(1), "deny\n", "");
    assert_eq!(run.pty.unread_input(), b"echo hi\n");
}

#[test]
fn no_color_and_ascii() {
    let colours = |run: &Run| {
        let raw = String::from_utf8_lossy(&run.pty.raw_output()).into_owned();
        raw.split("\x1b[").skip(1).any(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(0);
            rest[end..].starts_with('m') && rest[..end].split(';').any(|code| !["", "0"].contains(&code))
        })
    };
    let ask = |case: Case| {
        let mut run = case.ask("Deploy?");
        run.send("x\r");
        run.ready("Please");
        run.send("y\r");
        run.ends(Exit::code(0), "allow\n", "");
        run
    };
    let list = ["--choices", "allow=Allow,deny=Deny", "--reason", "r", "--timeout", "1h", "Deploy?"];
    assert!(colours(&ask(Case::wait(&list))));
    assert!(!colours(&ask(Case::wait(&list).env("NO_COLOR", "1"))));
    assert!(colours(&ask(Case::wait(&list).env("NO_COLOR", ""))));
    let mut never = vec!["--color", "never"];
    never.extend(list);
    assert!(!colours(&ask(Case::wait(&never))));
    let run = ask(Case::wait(&list).env("LANG", "C"));
    assert!(run.pty.raw_output().is_ascii());
    let run = ask(Case::wait(&list).env("LC_ALL", "POSIX"));
    assert!(run.pty.raw_output().is_ascii());
}
