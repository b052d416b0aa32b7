//! Signals reach the command: once, whoever sent them.

use rustix::process::Signal;

use super::{
    super::{CTRL_C, Run, wait_gone},
    Case, command, noting,
};
use crate::support::pty::Exit;

/// Lets a script of [`noting`] end, and says what it got before.
#[track_caller]
fn got(run: &Run) -> String {
    run.touch("stop");
    run.ends(Exit::code(3), "", "");
    run.file("got")
}

#[test]
fn what_is_sent_to_us_reaches_the_command() {
    let signals = [
        (Signal::HUP, "HUP"),
        (Signal::INT, "INT"),
        (Signal::QUIT, "QUIT"),
        (Signal::USR1, "USR1"),
        (Signal::ALARM, "ALRM"),
        (Signal::TERM, "TERM"),
        (Signal::WINCH, "WINCH"),
        (Signal::ABORT, "ABRT"),
        (Signal::TSTP, "TSTP"),
    ];
    let run = command(&noting("HUP INT QUIT USR1 ALRM TERM WINCH ABRT TSTP")).start();
    run.wait_file("ready", "up");
    let mut all = String::new();
    for (signal, name) in signals {
        run.pty.signal(signal);
        all.push_str(name);
        all.push('\n');
        run.wait_file("got", &all);
    }
    assert_eq!(got(&run), all);
}

#[test]
fn a_signal_that_the_command_does_not_handle_ends_both() {
    for signal in [Signal::HUP, Signal::INT, Signal::QUIT, Signal::TERM, Signal::USR1, Signal::ALARM] {
        let run = command("echo up >ready; exec sleep 60").start();
        run.wait_file("ready", "up");
        run.pty.signal(signal);
        run.ends(Exit::signal(signal), "", "");
        assert_eq!(run.prompts(), []);
    }
}

#[test]
fn a_key_reaches_the_command_once() {
    for (key, name) in [(CTRL_C, "INT\n"), (&[0x1c], "QUIT\n")] {
        let mut run = command(&noting("INT QUIT USR1")).start();
        run.wait_file("ready", "up");
        // A second delivery would be lost in the first; so we have ours only when the command has seen to it.
        run.pty.signal(Signal::STOP);
        run.pty.wait_stopped();
        run.send(key);
        run.wait_file("got", name);
        run.pty.continue_alone();
        run.pty.signal(Signal::USR1);
        run.wait_file("got", "USR1\n");
        assert_eq!(got(&run), format!("{name}USR1\n"));
    }
}

#[test]
fn a_key_that_ends_the_command_ends_the_script() {
    for (key, signal) in [(CTRL_C, Signal::INT), (&[0x1c], Signal::QUIT)] {
        let mut run =
            Case::script("bash", "plyn-notify run -- sh -c 'echo up >ready; exec sleep 60'; exit $?").start();
        run.wait_file("ready", "up");
        run.send(key);
        let exit = run.pty.wait_exit();
        assert!([Exit::signal(signal), Exit::code(128 + signal.as_raw())].contains(&exit), "{exit:?}");
    }
}

#[test]
fn a_command_that_survives_ctrl_c_decides() {
    for status in [0, 5] {
        let script = format!("trap 'exit {status}' INT; echo up >ready; sleep 60 & wait");
        let mut run = command(&script).start();
        run.wait_file("ready", "up");
        run.send(CTRL_C);
        run.ends(Exit::code(status), "", "");
    }
}

#[test]
fn a_timer_of_ours_is_the_commands() {
    // The poor man's timeout: a timer outlives exec, and is ours then.
    let script = r#"exec perl -e 'alarm 1; exec @ARGV' "$PLYN" run -- sleep 60 >out 2>err"#;
    Case::script("sh", script).start().ends(Exit::signal(Signal::ALARM), "", "");
}

#[test]
fn what_is_ignored_stays_ignored() {
    let script = r#"trap '' HUP; exec nohup "$PLYN" run -- sh -c "$1" >out 2>err </dev/null"#;
    let mut case = Case::script("sh", script);
    case.command = case.command.arg("sh").arg(noting("HUP TERM"));
    let run = case.start();
    run.wait_file("ready", "up");
    run.pty.signal(Signal::HUP);
    run.pty.signal(Signal::TERM);
    run.wait_file("got", "TERM\n");
    // A shell cannot trap what was ignored when it started.
    assert_eq!(got(&run), "TERM\n");
}

#[test]
fn a_hang_up_reaches_the_command() {
    // As the leader of its session we are the only one that the kernel tells; behind a shell it tells the group.
    for script in [r#"exec "$PLYN" run -- sh -c "$1""#, r#"trap : USR1; "$PLYN" run -- sh -c "$1"; exit 0"#] {
        let mut case = Case::script("sh", script);
        case.command =
            case.command.arg("sh").arg("trap 'echo HUP >>got; exit 0' HUP; echo up >ready; sleep 60 & wait");
        let mut run = case.start();
        run.wait_file("ready", "up");
        let ours = run.prompts();
        assert_eq!(ours.len(), 1);
        run.hang_up();
        run.wait_file("got", "HUP\n");
        wait_gone(ours[0]);
    }
}

#[test]
fn a_script_can_end_what_it_started() {
    // Its shell is of the same process group, without job control.
    let script = r#"plyn-notify run -- sh -c "$1" >out 2>err & until [ -e ready ]; do sleep 0.01; done
        kill $!; wait $!; exit $?"#;
    let mut case = Case::script("sh", script);
    case.command = case.command.arg("sh").arg("trap 'exit 9' TERM; echo up >ready; sleep 60 & wait");
    case.start().ends(Exit::code(9), "", "");
}
