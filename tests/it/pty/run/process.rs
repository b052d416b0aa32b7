//! `--pid`: a process that runs already.

use rustix::process::Signal;

use super::{
    super::{Run, comes_true, read_proc},
    Case,
};
use crate::support::pty::Exit;

#[test]
fn waits_for_a_process_that_is_not_ours() {
    let script = r#"mkfifo gate; cat gate & echo $! >pid; exec "$PLYN" run --pid $! >out 2>err"#;
    let run = Case::script("sh", script).start();
    waits(&run);
    std::fs::write(run.folder.path().join("gate"), "").unwrap();
    run.ends(Exit::code(0), "", "");
}

#[test]
fn a_signal_ends_the_wait() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let run = Case::script("sh", r#"sleep 60 & exec "$PLYN" run --pid $! >out 2>err"#).start();
        waits(&run);
        run.pty.signal(signal);
        run.ends(Exit::signal(signal), "", "");
    }
}

#[test]
fn there_is_no_such_process() {
    let script = r#"true & wait $!; exec "$PLYN" run --pid $! >out 2>err"#;
    let run = Case::script("sh", script).start();
    assert_eq!(run.pty.wait_exit(), Exit::code(1));
    assert_eq!(run.file("out"), "");
    let err = run.file("err");
    assert!(err.starts_with("plyn-notify: there is no process ") && err.contains("ended already"), "{err}");
    let script = r#"exec "$PLYN" run --pid 4294967295 >out 2>err"#;
    Case::script("sh", script).start().ends(
        Exit::code(1),
        "",
        "plyn-notify: there is no process 4294967295\n  It may have ended already.\n",
    );
}

/// Waits until the program sleeps in its wait.
#[track_caller]
fn waits(run: &Run) {
    let waits = || run.prompts().into_iter().any(|pid| read_proc(pid, "wchan").contains("poll"));
    assert!(comes_true(waits), "it does not wait");
}
