//! Job control: the shell sees us stop when the command does, and continues both.

use rustix::process::{Pid, Signal};

use super::{
    super::{CTRL_C, CTRL_D, CTRL_Z, Run, comes_true, read_proc},
    Case, command,
};
use crate::support::pty::Exit;

/// An interactive bash that has said its prompt.
#[track_caller]
fn shell() -> Run {
    let run = Case::interactive().start();
    run.pty.wait_text("$ ");
    run
}

#[track_caller]
fn at_prompt(run: &Run) {
    run.pty.wait_for("the shell's prompt", |screen| screen.contents().trim_end().ends_with('$'));
}

fn state(pid: Pid) -> String {
    let stat = read_proc(pid, "stat");
    stat.rsplit(')').next().unwrap_or_default().split_whitespace().next().unwrap_or_default().to_owned()
}

/// Waits until the job is stopped.
#[track_caller]
fn stopped(run: &Run) {
    assert!(comes_true(|| all_are(run, "T")), "it does not stop: {}", run.pty.contents());
}

/// Waits until the job goes on: its shell continues it last, when it has the terminal.
#[track_caller]
fn goes_on(run: &Run) {
    assert!(comes_true(|| all_are(run, "S")), "it does not go on: {}", run.pty.contents());
}

fn all_are(run: &Run, wanted: &str) -> bool {
    let ours = run.prompts();
    !ours.is_empty() && ours.into_iter().all(|pid| state(pid) == wanted)
}

/// The process that wrote its number to this file.
fn written(run: &Run, file: &str) -> Pid {
    run.wait_file(file, "\n");
    Pid::from_raw(run.file(file).trim().parse().unwrap()).unwrap()
}

#[test]
fn ctrl_z_and_fg() {
    let mut run = shell();
    run.send(
        "plyn-notify run -- sh -c 'echo up >ready; while read -r line; do echo $line >>out; done; exit 4'\r",
    );
    run.wait_file("ready", "up");
    for (line, by_key) in [("one\n", true), ("two\n", false), ("three\n", true)] {
        if by_key {
            run.send(CTRL_Z);
        } else {
            // Sent by a process, and to the whole group all the same.
            run.pty.signal_foreground(Signal::TSTP);
        }
        at_prompt(&run);
        stopped(&run);
        run.send("clear; fg; echo status=$?\r");
        goes_on(&run);
        run.send(line);
        run.wait_file("out", line);
    }
    run.send(CTRL_D);
    run.pty.wait_text("status=4");
    assert_eq!(run.file("out"), "one\ntwo\nthree\n");
    run.send("exit 5\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(5));
}

#[test]
fn the_shell_has_the_terminal_only_when_the_command_let_it_go() {
    // What an editor does: tidy up first, then stop the whole group.
    let script = "trap 'echo tidy >>log; trap - TSTP; kill -TSTP 0; echo back >>log; exit 4' TSTP
echo up >ready; sleep 60 & wait";
    let mut run = shell();
    run.send(format!("s='{}'\r", script.replace('\n', "; ").replace('\'', r"'\''")));
    run.send("plyn-notify run -- sh -c \"$s\"; cp log seen\r");
    run.wait_file("ready", "up");
    run.send(CTRL_Z);
    run.wait_file("seen", "tidy\n");
    run.pty.wait_text("Stopped");
    run.send("clear; fg; echo status=$?\r");
    run.pty.wait_text("status=4");
    assert_eq!(run.file("log"), "tidy\nback\n");
}

#[test]
fn a_command_that_stops_by_itself_is_a_stopped_job() {
    let mut run = shell();
    run.send("plyn-notify run -- sh -c 'kill -TSTP $$; exit 4'\r");
    run.pty.wait_text("Stopped");
    run.send("clear; fg; echo status=$?\r");
    run.pty.wait_text("status=4");
}

#[test]
fn ctrl_z_means_nothing_to_a_command_that_ignores_it() {
    let mut run = shell();
    run.send(
        "plyn-notify run -- sh -c 'trap \"\" TSTP; echo up >ready; read line; exit 4'; echo status=$?\r",
    );
    run.wait_file("ready", "up");
    run.send(CTRL_Z);
    run.send("go on\r");
    run.pty.wait_text("status=4");
    assert!(!run.pty.contents().contains("Stopped"), "{}", run.pty.contents());
}

#[test]
fn a_stop_in_a_script_stops_the_script() {
    let mut run = shell();
    run.send("sh -c 'plyn-notify run -- sh -c \"echo up >ready; read line; exit 4\"; echo got=$?'\r");
    run.wait_file("ready", "up");
    run.send(CTRL_Z);
    at_prompt(&run);
    stopped(&run);
    run.send("clear; fg\r");
    goes_on(&run);
    run.send("go on\r");
    run.pty.wait_text("got=4");
}

#[test]
fn a_command_stopped_alone_is_waited_for() {
    let run = command("echo $$ >pid; trap 'exit 4' USR1; echo up >ready; sleep 60 & wait").start();
    run.wait_file("ready", "up");
    let pid = written(&run, "pid");
    for _ in 0..2 {
        rustix::process::kill_process(pid, Signal::STOP).unwrap();
        assert!(comes_true(|| state(pid) == "T"));
        // We wait on, and what continues us continues it.
        run.pty.signal(Signal::CONT);
        assert!(comes_true(|| state(pid) == "S"), "it is still stopped");
        assert!(comes_true(|| state(run.pty.pid()) == "S"), "it does not wait");
    }
    run.pty.signal(Signal::USR1);
    run.ends(Exit::code(4), "", "");
}

#[test]
fn a_command_stopped_alone_is_no_stopped_job() {
    let mut run = shell();
    run.send("plyn-notify run -- sh -c 'echo $$ >pid; trap \"exit 4\" USR1; echo up >ready; sleep 60 & wait'; echo status=$?\r");
    run.wait_file("ready", "up");
    let (pid, ours) = (written(&run, "pid"), run.prompts());
    // Whoever does that continues it alone, too.
    rustix::process::kill_process(pid, Signal::STOP).unwrap();
    assert!(comes_true(|| state(pid) == "T" && ours.iter().all(|&pid| state(pid) == "S")));
    rustix::process::kill_process(pid, Signal::CONT).unwrap();
    rustix::process::kill_process(pid, Signal::USR1).unwrap();
    run.pty.wait_text("status=4");
    assert!(!run.pty.contents().contains("Stopped"), "{}", run.pty.contents());
}

#[test]
fn in_the_background() {
    let mut run = shell();
    run.send("plyn-notify run -- sh -c 'echo up >ready; read line; echo \"read $line\"; exit 4' &\r");
    run.wait_file("ready", "up");
    // It wants the terminal, and is stopped for that.
    stopped(&run);
    run.send("clear; fg; echo status=$?\r");
    goes_on(&run);
    run.send("line\r");
    run.pty.wait_text("read line\nstatus=4");
    run.send("plyn-notify run -- sh -c 'exit 6' & wait $!; echo status=$?\r");
    run.pty.wait_text("status=6");
    run.send("plyn-notify run -- sh -c 'sleep 60' & sleep 0; kill %%; wait $!; echo status=$?\r");
    run.pty.wait_text("status=143");
}

#[test]
fn ctrl_c_after_fg() {
    let mut run = shell();
    run.send("plyn-notify run -- sh -c 'echo up >ready; exec sleep 60'\r");
    run.wait_file("ready", "up");
    run.send(CTRL_Z);
    at_prompt(&run);
    stopped(&run);
    run.send("clear; fg; echo status=$?\r");
    goes_on(&run);
    run.send(CTRL_C);
    // It interrupts the shell's list too.
    at_prompt(&run);
    run.send("echo status=$?\r");
    run.pty.wait_text("status=130");
}
