//! How it ends: as the command does.

use rustix::process::Signal;

use super::{Case, command};
use crate::support::pty::Exit;

#[test]
fn the_status_is_the_commands() {
    for status in [0, 1, 7, 124, 255] {
        let run = command(&format!("echo said; echo complained >&2; exit {status}")).start();
        run.ends(Exit::code(status), "said\n", "complained\n");
    }
}

#[test]
fn a_signal_that_ends_it_ends_us() {
    for signal in [
        Signal::HUP,
        Signal::INT,
        Signal::QUIT,
        Signal::ILL,
        Signal::ABORT,
        Signal::KILL,
        Signal::USR1,
        Signal::SEGV,
        Signal::PIPE,
        Signal::ALARM,
        Signal::TERM,
        Signal::XCPU,
        Signal::SYS,
    ] {
        let run = command(&format!("kill -{} $$", signal.as_raw())).start();
        run.ends(Exit::signal(signal), "", "");
    }
}

#[test]
fn a_signal_without_a_death_of_its_own_is_a_status() {
    // SIGPWR and a real-time signal, which nothing here could die of.
    for number in [30, 40] {
        let run = command(&format!("kill -{number} $$")).start();
        run.ends(Exit::code(128 + number), "", "");
    }
}

#[test]
fn a_shell_sees_what_it_would_see() {
    let script = r#"for end in 'exit 0' 'exit 9' 'kill -9 $$' 'kill -15 $$' 'kill -1 $$'; do
        plyn-notify run -- sh -c "$end" 2>/dev/null; echo $? >>out
    done; exit 0"#;
    let run = Case::script("bash", script).start();
    assert_eq!(run.pty.wait_exit(), Exit::code(0));
    assert_eq!(run.file("out"), "0\n9\n137\n143\n129\n");
}

#[test]
fn a_death_by_an_ignored_signal_is_a_death() {
    let script = r#"trap '' HUP; exec "$PLYN" run -- bash -c 'exec env --default-signal=HUP sh -c "kill -1 \$\$"' >out 2>err"#;
    Case::script("sh", script).start().ends(Exit::signal(Signal::HUP), "", "");
}

#[test]
fn what_cannot_be_run() {
    for (name, status, err) in [
        ("no-such-program", 127, "plyn-notify: cannot run `no-such-program`: not found\n"),
        ("", 127, "plyn-notify: cannot run ``: not found\n"),
        ("/etc/passwd", 126, "plyn-notify: cannot run `/etc/passwd`: Permission denied\n"),
        ("/", 126, "plyn-notify: cannot run `/`: Permission denied\n"),
        (
            "./orphan",
            127,
            "plyn-notify: cannot run `./orphan`: not found\n  There is no such file, or what its first line names \
             as its interpreter is missing.\n",
        ),
    ] {
        let script =
            r#"echo '#!/no/such/shell' >orphan; chmod +x orphan; exec "$PLYN" run -- "$1" >out 2>err"#;
        let mut case = Case::script("sh", script);
        case.command = case.command.arg("sh").arg(name);
        case.start().ends(Exit::code(status), "", err);
    }
}

#[test]
fn a_script_that_names_no_interpreter_is_run_by_sh() {
    let script = r#"echo 'echo "$1" in $0; exit 4' >plain; chmod +x plain; PATH=$PWD:$PATH
        "$PLYN" run -- ./plain 'a  b' >out 2>err; "$PLYN" run -- plain 'c  d' | sed 's:/.*/:…/:' >>out 2>>err; exit 0"#;
    Case::script("sh", script).start().ends(Exit::code(0), "a  b in ./plain\nc  d in …/plain\n", "");
}

#[test]
fn an_ignored_sigchld_loses_no_status() {
    let script = r#"trap '' CHLD; grep SigIgn /proc/self/status >ignored; exec "$PLYN" run -- sh -c 'exit 5' >out 2>err"#;
    let run = Case::script("bash", script).start();
    run.ends(Exit::code(5), "", "");
    let ignored = run.file("ignored");
    let mask = u64::from_str_radix(ignored.trim_start_matches("SigIgn:").trim(), 16).unwrap();
    assert_ne!(mask & (1 << 16), 0, "the shell does not hand down an ignored SIGCHLD: {ignored}");
}
