//! What can be typed.

use super::Case;
use crate::support::pty::Exit;

fn run(arguments: &[&str]) -> super::super::Run {
    let mut case = Case::script("sh", r#"exec "$PLYN" run "$@" >out 2>err"#);
    case.command = case.command.arg("sh").args(arguments);
    case.start()
}

#[test]
fn the_commands_arguments_are_left_alone() {
    for (arguments, out) in [
        (&["--", "printf", "%s|", "-v", "--help", "--", "--after"][..], "-v|--help|--|--after|"),
        (&["printf", "%s|", "-q", "--", "--version"], "-q|--|--version|"),
        (&["--after", "0", "--title", "-x", "--", "printf", "%s|", "--pid"], "--pid|"),
    ] {
        run(arguments).ends(Exit::code(0), out, "");
    }
}

#[test]
fn wrong_usage_runs_nothing() {
    for (arguments, named) in [
        (&[][..], "COMMAND"),
        (&["--"], "COMMAND"),
        (&["--after", "soon", "--", "touch", "ran"], "soon"),
        (&["--atfer", "5", "--", "touch", "ran"], "--atfer"),
        (&["--pid", "0"], "0"),
        (&["--pid", "x"], "x"),
        (&["--pid", "1", "--", "touch", "ran"], "--pid"),
    ] {
        let run = run(arguments);
        assert_eq!(run.pty.wait_exit(), Exit::code(2), "{arguments:?}");
        assert_eq!((run.file("out"), run.file("ran")), (String::new(), String::new()));
        assert!(run.file("err").contains(named), "{arguments:?}: {}", run.file("err"));
    }
}

#[test]
fn help_teaches() {
    let run = run(&["--help"]);
    assert_eq!(run.pty.wait_exit(), Exit::code(0));
    assert_eq!(run.file("err"), "");
    let help = run.file("out");
    for part in ["Usage: plyn-notify run [OPTIONS] -- COMMAND…", "Examples:", "Exit status:", "--pid"] {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
}
