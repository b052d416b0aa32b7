//! Help, version and wrong usage: nothing is asked.

use super::Case;
use crate::support::pty::Exit;

/// Runs `plyn-notify` with these arguments: status, stdout, stderr; nothing may be drawn.
#[track_caller]
fn run(arguments: &[&str]) -> (i32, String, String) {
    let mut case = Case::script("sh", r#"exec "$PLYN" "$@" >out 2>err"#);
    case.command = case.command.arg("sh").args(arguments);
    let run = case.start();
    let Exit { code: Some(code), signal: None } = run.pty.wait_exit() else { panic!("it was killed") };
    assert_eq!(run.pty.raw_output(), b"", "{arguments:?}");
    (code, run.file("out"), run.file("err"))
}

#[test]
fn help_and_version() {
    for arguments in [&["--help"][..], &["-h"], &["wait", "--help"], &["wait", "-h"]] {
        let (status, out, err) = run(arguments);
        assert_eq!((status, err.as_str()), (0, ""), "{arguments:?}");
        assert!(out.contains("Usage: plyn-notify") && !out.contains('\x1b'), "{out}");
        assert!(out.lines().all(|line| line.chars().count() <= 120), "{out}");
    }
    let (_, long, _) = run(&["wait", "--help"]);
    assert!(long.contains("Exit status:") && long.contains("Examples:"), "{long}");
    assert_eq!(
        run(&["--version"]),
        (0, format!("plyn-notify {}\n", env!("CARGO_PKG_VERSION")), String::new())
    );
    assert_eq!(run(&["version"]), (0, format!("plyn-notify {}\n", env!("CARGO_PKG_VERSION")), String::new()));
    let (status, out, err) = run(&[]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("Usage: plyn-notify"), "{err}");
}

#[test]
fn wrong_usage_says_what_is_wrong() {
    let rows: &[(&[&str], &str)] = &[
        (&["--frobnicate", "Q"], "--frobnicate"),
        (&["--timeout", "soon", "Q"], "soon"),
        (&["--timeout", "-1", "Q"], "-1"),
        (&["--grace", "x", "Q"], "--grace"),
        (&["--default", "maybe", "Q"], "maybe"),
        (&["--refuse", "maybe", "Q"], "maybe"),
        (&["--choices", "a,,b", "Q"], "empty"),
        (&["--choices", "", "Q"], "empty"),
        (&["--choice", "=Label", "Q"], "empty"),
        (&["--choices", "a,b,a", "Q"], "twice"),
        (&["--choice", "a\x07b", "Q"], "control"),
        (&["--choice", "a\nb", "Q"], "control"),
        (&["--choice", "a=Same", "--choice", "b=Same", "Q"], "Same"),
        (&["--kind", "riddle", "Q"], "riddle"),
        (&["--kind", "secret", "--choices", "a,b", "Q"], "secret"),
        (&["--kind", "secret", "--default", "x", "Q"], "secret"),
        (&["--no-terminal", "--terminal-only", "Q"], "--terminal-only"),
        (&["--object", "program", "Q"], "KIND=VALUE"),
        (&["--channels", "pigeon", "Q"], "pigeon"),
        (&["one", "two"], "two"),
        (&["--default", "allow", "--default", "deny", "Q"], "deny"),
        (&["--kind", "choose", "Q"], "nothing to choose from"),
        (&["--kind", "choose", "--choices", "a,b", "--default", "c", "Q"], "--default c"),
        (&["--kind", "choose", "--multi", "--choices", "a,b", "--default", "a,c", "Q"], "--default c"),
        (&["--kind", "choose", "--choices", "a,b", "--default", "a", "--default", "b", "Q"], "--default b"),
        (&["--kind", "choose", "--multi", "--other", "--choices", "a,b", "Q"], "--multi"),
        (&["--kind", "choose", "--multi", "--reply", "--choices", "a,b", "Q"], "--multi"),
        (&["--kind", "confirm", "--multi", "Q"], "--multi is for --kind choose"),
        (&["--kind", "confirm", "--other", "Q"], "--other is for --kind choose"),
        (&["--kind", "choose", "--choices", "a", "--field", "a=A", "Q"], "--field is for --kind form"),
        (&["--validate", "a=.", "Q"], "--validate is for --kind form"),
        (&["--kind", "form", "Q"], "no fields"),
        (&["--kind", "form", "--choices", "a", "--field", "a=A", "Q"], "a form has fields"),
        (&["--kind", "form", "--reply", "--field", "a=A", "Q"], "a form has fields"),
        (&["--field", "1a=A", "Q"], "1a"),
        (&["--field", "a-b=A", "Q"], "a-b"),
        (&["--field", "=A", "Q"], "name"),
        (&["--field", "a=A", "--field", "a=B", "Q"], "twice"),
        (&["--field", "a=A", "--default", "a", "Q"], "NAME=VALUE"),
        (&["--field", "a=A", "--default", "b=1", "Q"], "no field \"b\""),
        (&["--field", "a=A", "--default", "a=1", "--default", "a=2", "Q"], "already"),
        (&["--field", "a=A", "--default", "a=1\n2", "Q"], "cannot be typed"),
        (&["--field", "a=A", "--validate", "a=(", "Q"], "--validate a=("),
        (&["--field", "a=A", "--validate", "b=.", "Q"], "no field \"b\""),
        (&["--field", "a=A", "--validate", "a=.", "--validate", "a=.", "Q"], "already"),
        (&["--field", "a=A", "--validate", "a=[0-9]", "--default", "a=12", "Q"], "does not match [0-9]"),
        (&["--complete", "/nowhere", "--reply", "Q"], "--complete /nowhere: No such file"),
        (&["--complete", "/", "--reply", "Q"], "--complete /: Is a directory"),
        (&["--complete", "-", "--reply", "Q"], "--complete -"),
        (&["--complete", "/dev/null", "Q"], "--complete helps to type"),
        (&["--complete", "/dev/null", "--kind", "secret", "Q"], "--complete helps to type"),
        (&["--complete", "/dev/null", "--field", "a=A", "Q"], "--complete helps to type"),
    ];
    for (arguments, named) in rows {
        let mut all = vec!["wait"];
        all.extend(*arguments);
        let (status, out, err) = run(&all);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}: {err}");
        let first = err.lines().next().unwrap_or_default();
        assert!(first.contains(named), "{arguments:?}: {err}");
        assert!(!err.contains('\x07') && !err.contains('\x1b'), "{err:?}");
    }
}

#[test]
fn values_may_start_with_a_dash() {
    let rows: &[&[&str]] = &[
        &["--title", "-10%", "--", "--help"],
        &["--reason", "--version", "Q"],
        &["--choice", "-n", "--choice", "-y", "--default", "-n", "Q"],
        &["--source", "-x", "Q"],
    ];
    for arguments in rows {
        let mut all = vec!["--timeout", "0.1", "-q"];
        all.extend(*arguments);
        let run = Case::wait(&all).start();
        let exit = run.pty.wait_exit();
        assert!([124, 0, 1].map(Exit::code).contains(&exit), "{arguments:?}: {exit:?} {}", run.file("err"));
    }
}

#[test]
fn without_a_question_the_kind_asks() {
    let mut run = Case::wait(&[]).ask("Enter takes it");
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
}
