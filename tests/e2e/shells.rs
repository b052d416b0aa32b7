//! What a user types at a shell: pipelines, jobs, keys, `setsid`, `script`, tmux. No desktop anywhere: the terminal
//! answers or nobody does.

use rustix::process::Signal;

use crate::program::{self, at_terminal, fresh_stty, with_program};
use crate::pty::{Exit, Pty, PtyCommand};

/// Both shells that scripts are written for.
const SHELLS: [&str; 2] = ["bash", "dash"];

/// Start a script and wait for its question.
fn asked(shell: &str, script: &str) -> Pty {
    let pty = at_terminal(shell, script).spawn();
    pty.wait_text("Deploy?");
    pty
}

/// Whether a whole line of the screen is `line`.
fn shows(pty: &Pty, line: &str) -> bool {
    pty.contents().lines().any(|shown| shown == line)
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn and_runs_what_follows_only_if_allowed() {
    for shell in SHELLS {
        let mut pty = asked(shell, r#"plyn-notify wait "Deploy?" && echo go"#);
        pty.answer("y");
        assert_eq!(pty.wait_exit(), Exit::code(0));
        assert!(shows(&pty, "allow") && shows(&pty, "go"), "{shell}: {}", pty.contents());
        assert_eq!(pty.stty(), fresh_stty(), "{shell}");

        let mut pty = asked(shell, r#"plyn-notify wait "Deploy?" && echo go"#);
        pty.answer("n");
        assert_eq!(pty.wait_exit(), Exit::code(1));
        assert!(shows(&pty, "deny") && !shows(&pty, "go"), "{shell}: {}", pty.contents());
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_answer_is_all_that_reaches_stdout() {
    for shell in SHELLS {
        let mut pty =
            asked(shell, r#"answer=$(plyn-notify wait "Deploy?"); echo "status=$? answer=[$answer]""#);
        pty.answer("n");
        assert_eq!(pty.wait_exit(), Exit::code(0));
        assert!(shows(&pty, "status=1 answer=[deny]"), "{shell}: {}", pty.contents());
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_pipeline_leaves_the_terminal_to_the_question() {
    for shell in SHELLS {
        let script =
            r#"echo data | { plyn-notify wait "Deploy?" 2>/dev/null; echo "$?"; cat; } | sed 's/^/out: /'"#;
        let mut pty = asked(shell, script);
        pty.answer("y");
        assert_eq!(pty.wait_exit(), Exit::code(0));
        let lines = ["out: allow", "out: 0", "out: data"];
        assert!(lines.iter().all(|line| shows(&pty, line)), "{shell}: {}", pty.contents());
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_script_s_background_command_asks_at_its_terminal() {
    // Without job control it is in the foreground group.
    let mut pty = asked("dash", r#"plyn-notify wait "Deploy?" & wait $!; echo "status=$?""#);
    pty.answer("y");
    assert_eq!(pty.wait_exit(), Exit::code(0));
    assert!(shows(&pty, "status=0"), "{}", pty.contents());
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_background_job_has_no_terminal_to_ask_at() {
    let mut pty = with_program(PtyCommand::bash_interactive()).spawn();
    pty.wait_text("$ ");
    pty.send("plyn-notify wait 'Deploy?' & wait $!; echo status=$?\r");
    pty.wait_text("status=69");
    pty.send("stty -a | grep -o ' icanon'; exit 4\r");
    assert_eq!(pty.wait_exit(), Exit::code(4));
}

/// A sandbox whose PID namespace the terminal's session does not begin in: session, group and foreground are all 0.
const SANDBOX: &str = "unshare --pid --fork --kill-child --mount-proc";

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_pid_namespace_asks_at_the_terminal_outside() {
    for key in ["y", "n"] {
        let mut pty = asked("dash", &format!("{SANDBOX} plyn-notify wait 'Deploy?'; echo status=$?"));
        pty.answer(key);
        assert_eq!(pty.wait_exit(), Exit::code(0));
        let (answer, status) = if key == "y" { ("allow", "status=0") } else { ("deny", "status=1") };
        assert!(shows(&pty, answer) && shows(&pty, status), "{}", pty.contents());
        assert_eq!(pty.stty(), fresh_stty());
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_background_job_in_a_pid_namespace_is_not_stopped() {
    let mut pty = with_program(PtyCommand::bash_interactive()).spawn();
    pty.wait_text("$ ");
    pty.send(format!("{SANDBOX} plyn-notify wait 'Deploy?' & wait $!; echo status=$?\r"));
    pty.wait_text("status=69");
    assert!(!pty.contents().contains("Stopped"), "{}", pty.contents());
    pty.send("exit 4\r");
    assert_eq!(pty.wait_exit(), Exit::code(4));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn setsid_takes_the_terminal_away() {
    for shell in SHELLS {
        let pty = at_terminal(shell, "setsid --wait plyn-notify wait 'Deploy?'; echo status=$?").spawn();
        assert_eq!(pty.wait_exit(), Exit::code(0));
        assert!(shows(&pty, "status=69"), "{shell}: {}", pty.contents());
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn script_passes_keys_and_status() {
    for (keys, answer, code) in [("y", "allow", 0), ("n", "deny", 1)] {
        let script = r#"script --quiet --return --command 'plyn-notify wait "Deploy?"' /dev/null"#;
        let mut pty = asked("bash", script);
        pty.answer(keys);
        assert_eq!(pty.wait_exit(), Exit::code(code));
        assert!(shows(&pty, answer), "{}", pty.contents());
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn ctrl_c_stops_the_script() {
    for shell in SHELLS {
        let mut pty = asked(shell, "plyn-notify wait 'Deploy?'; echo not reached");
        pty.type_at_prompt("y");
        pty.send([3]);
        assert_eq!(pty.wait_exit(), Exit::signal(Signal::INT), "{shell}");
        assert!(!pty.contents().contains("not reached"), "{shell}: {}", pty.contents());
        assert_eq!(pty.stty(), fresh_stty(), "{shell}");
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn ctrl_z_and_fg() {
    let mut pty = with_program(PtyCommand::bash_interactive()).spawn();
    pty.wait_text("$ ");
    pty.send("plyn-notify wait 'Deploy?'; echo status=$?\r");
    pty.wait_for("the question", |screen| screen.contents().matches("Deploy?").count() > 1);
    pty.send([0x1a]);
    pty.wait_text("Stopped");
    pty.send("stty -a | grep -o ' icanon' | tr i I\r");
    pty.wait_text("Icanon");
    pty.send("clear; fg\r");
    pty.wait_for("the question again", |screen| screen.contents().matches("Deploy?").count() > 1);
    pty.answer("n");
    pty.wait_text("deny");
    pty.send("exit 5\r");
    assert_eq!(pty.wait_exit(), Exit::code(5));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn type_ahead_approves_nothing_and_what_follows_the_answer_stays() {
    for shell in SHELLS {
        let script = r#"echo ready; read go; plyn-notify wait "Deploy?"; echo "status=$?"; read next; echo "next=$next""#;
        let mut pty = at_terminal(shell, script).spawn();
        pty.wait_text("ready");
        pty.send("go\ry\r");
        pty.wait_text("Deploy?");
        pty.answer("n");
        pty.send("more\r");
        assert_eq!(pty.wait_exit(), Exit::code(0));
        assert!(shows(&pty, "status=1") && shows(&pty, "next=more"), "{shell}: {}", pty.contents());
        assert_eq!(pty.unread_input(), b"");
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn tmux_shows_and_types() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket").display().to_string();
    let answer = folder.path().join("answer");
    let inside = format!(
        "plyn-notify wait 'Deploy?' >{0}.new; echo $? >>{0}.new; mv {0}.new {0}; tmux wait-for -S done; read x",
        answer.display()
    );
    let tmux = PtyCommand::new("tmux").args(["-S", &socket, "-f", "/dev/null", "new-session", &inside]);
    let mut pty = with_program(tmux).spawn();
    pty.wait_text("Deploy?");
    let control = |args: &[&str]| {
        let argv = ["tmux", "-S", &socket].into_iter().chain(args.iter().copied());
        let (output, _) = program::run(crate::pty::LIMIT, argv);
        assert_eq!((output.stderr.as_str(), output.code), ("", Some(0)), "tmux {args:?}");
        output.stdout
    };
    assert!(control(&["capture-pane", "-p"]).contains("Deploy?"));
    pty.answer("n");
    control(&["wait-for", "done"]);
    assert_eq!(std::fs::read_to_string(&answer).unwrap(), "deny\n1\n");
    assert!(control(&["capture-pane", "-p"]).contains("Deploy?"), "one line stays");
    control(&["kill-server"]);
    pty.wait_exit();
}
