//! What is asked before each change, at a terminal and without one.

use super::*;

#[test]
fn nobody_to_ask_changes_nothing() {
    let hosts = Hosts::new();
    let ended = hosts.tunnel(&["setup", "--host", "laptop"]).under(["setsid", "--wait"]).run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)), "{ended:?}");
    let hint = "  Do it without asking: --yes. See what it would be: --dry-run.\n";
    assert!(
        ended.stderr.starts_with("plyn-notify: nobody can be asked whether to make the key "),
        "{ended:?}"
    );
    assert!(ended.stderr.ends_with(hint), "{ended:?}");
    assert!(tree(&hosts.at("server")).is_empty());
}

#[test]
fn each_change_is_asked_for_and_yes_makes_it() {
    let hosts = Hosts::new();
    hosts.write("unknown", "");
    let mut run = hosts.at_terminal("", "setup --install-on me@laptop");
    for (question, done) in [
        ("Make the key", "server/.ssh/plyn-notify_ed25519"),
        ("Let it have questions shown", "laptop/.ssh/authorized_keys"),
        ("Set remote.host", "server/.config/plyn-notify/config.toml"),
    ] {
        run.ready(question);
        assert!(!hosts.at(done).exists(), "{question}");
        run.send("yes\r");
        assert!(crate::pty::comes_true(|| hosts.at(done).exists()), "{question}");
    }
    run.ready("Trust the host key");
    assert!(hosts.at("unknown").exists());
    run.send("y\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(0), "{}", run.pty.contents());
    run.is_sane();
    let out = run.file("out");
    let said: Vec<&str> = out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(said[..3], ["made", "me@laptop", "set"], "{out}");
    assert!(said.len() == 4 && out.lines().last().unwrap().contains(" answers in "), "{out}");
    let note = "authorized_keys: the key may have questions shown on this host\n";
    assert!(run.file("err").ends_with(note) && run.file("err").lines().count() == 1, "{}", run.file("err"));

    let mut run = hosts.at_terminal("", "remove");
    for question in ["Take the key", "Unset remote.host", "Delete the key"] {
        run.ready(question);
        run.send("yes\r");
    }
    assert_eq!(run.pty.wait_exit(), Exit::code(0), "{}", run.pty.contents());
    assert!(tree(&hosts.at("server")).is_empty() && !hosts.at("laptop/.ssh/authorized_keys").exists());
}

#[test]
fn what_was_typed_before_a_question_does_not_answer_it() {
    let hosts = Hosts::new();
    let mut run = hosts.at_terminal("echo ready; until [ -e go ]; do :; done; ", "setup --host laptop");
    run.pty.wait_text("ready");
    run.send("yes\ryes\r");
    // The terminal has it when it has echoed it.
    run.pty.wait_text("yes");
    run.touch("go");
    run.ready("Make the key");
    assert!(!hosts.at("server/.ssh").exists());
    // What follows the answer was typed before the next question, too.
    run.send("yes\ryes\ry\r");
    run.ready("Set remote.host");
    assert!(hosts.at("server/.ssh").exists() && !hosts.at("server/.config").exists());
    run.send("no\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(1), "{}", run.pty.contents());
    run.is_sane();
    assert!(!hosts.at("server/.config").exists());
    let err = run.file("err");
    assert!(err.starts_with("plyn-notify: stopped, and did not set remote.host = "), "{err}");
    assert!(err.ends_with("  What was done before is kept; run it again to go on.\n"), "{err}");
}
