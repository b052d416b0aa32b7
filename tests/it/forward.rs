//! `plyn-notify forward`, through an ssh that is a script: the other host's login shell is one of this host.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::support::{Ended, Program};

/// An `ssh` that notes its arguments, a line each, and has the command run by `$LOGIN_SHELL`.
const SSH: &str = r#"#!/bin/sh
for word; do echo "$word"; done | head -n 3 >"$HERE/words"
for command; do :; done
exec "$LOGIN_SHELL" -c "$command"
"#;

pub(super) fn script(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn command(folder: &TempDir, shell: &str, args: &[&str]) -> Program {
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    let program = Program::new().args(["forward"]).args(args).env("PATH", path);
    program.env("HERE", folder.path()).env("LOGIN_SHELL", shell)
}

fn forward(folder: &TempDir, shell: &str, args: &[&str]) -> Ended {
    command(folder, shell, args).run()
}

fn fake() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "ssh", SSH);
    folder
}

#[test]
fn every_argument_arrives_as_it_is() {
    let folder = fake();
    let long = "a'\\ !".repeat(2000);
    let odd = [
        "a b",
        "c\nd",
        "*",
        "$HOME",
        "",
        "it's !x \\n \"q\" `id`",
        "-n",
        "--",
        "é",
        "\u{1b}[m",
        "d\n\n",
        &long,
    ];
    let lines = odd.map(|word| format!("[{word}]\n")).concat();
    for shell in ["sh", "bash"] {
        let args = [&["host", "--", "printf", "[%s]\\n"], &odd[..]].concat();
        forward(&folder, shell, &args).is(&lines, "", 0);
    }
    assert_eq!(fs::read_to_string(folder.path().join("words")).unwrap(), "-T\n--\nhost\n");
}

#[test]
fn the_status_is_the_command_s() {
    let folder = fake();
    let sh = |script: &str| forward(&folder, "sh", &["host", "--", "sh", "-c", script]);
    sh("echo out; echo err >&2; exit 7").is("out\n", "err\n", 7);
    assert_eq!(sh("kill -KILL $$").code, Some(137));
    assert_eq!(forward(&folder, "sh", &["host", "--", "no-such-command"]).code, Some(127));
}

#[test]
fn ssh_s_own_status_is_told_from_the_command_s() {
    let folder = fake();
    let ours = "plyn-notify: exit status 255: ssh to host failed, unless a line above says that it is the command's own\n";
    let theirs = "plyn-notify: the exit status 255 is the command's own\n";
    let args = ["host", "--", "sh", "-c", "exit 255"];
    forward(&folder, "sh", &args).is("", &format!("{theirs}{ours}"), 255);
    script(folder.path(), "ssh", "#!/bin/sh\necho 'ssh: it is down' >&2\nexit 255\n");
    forward(&folder, "sh", &args).is("", &format!("ssh: it is down\n{ours}"), 255);
    let quiet = forward(&folder, "sh", &["-q", "host", "--", "true"]);
    quiet.is("", "ssh: it is down\n", 255);
}

/// It ends by 255 of a signal, as ssh does.
const INTERRUPTED: &str = r#"#!/bin/sh
trap 'exit 255' INT TERM HUP
: >"$HERE/up"
while :; do sleep 0.01; done
"#;

#[test]
fn a_signal_that_ends_ssh_is_what_it_ends_by() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let folder = tempfile::tempdir().unwrap();
        script(folder.path(), "ssh", INTERRUPTED);
        let program = command(&folder, "sh", &["-T", "host", "--", "true"]).spawn();
        assert!(crate::pty::comes_true(|| folder.path().join("up").exists()), "ssh was not started");
        program.signal(signal);
        program.end().died_of(signal);
    }
}

#[test]
fn a_terminal_is_asked_for_and_refused() {
    let folder = fake();
    for (options, word) in [
        (&[][..], "-T"),
        (&["-t"], "-tt"),
        (&["--tty"], "-tt"),
        (&["-T"], "-T"),
        (&["--no-tty"], "-T"),
        (&["-T", "-t"], "-tt"),
        (&["--tty", "--no-tty"], "-T"),
    ] {
        forward(&folder, "sh", &[options, &["host", "--", "true"]].concat()).is("", "", 0);
        let words = fs::read_to_string(folder.path().join("words")).unwrap();
        assert_eq!(words, format!("{word}\n--\nhost\n"), "{options:?}");
    }
}

#[test]
fn without_ssh_there_is_a_word_of_it() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/usr/bin/env", folder.path().join("env")).unwrap();
    let program = Program::new().args(["forward", "host", "--", "true"]).env("PATH", folder.path());
    program.run().is(
        "",
        "plyn-notify: cannot run `ssh`: not found\n  Install OpenSSH's client, such as the package openssh-client.\n",
        127,
    );
}

#[test]
fn an_option_is_no_host() {
    let folder = fake();
    for (host, why) in [
        ("-oProxyCommand=x", "\"-oProxyCommand=x\": a host's name cannot start with a dash"),
        ("", "\"\": the host's name is empty"),
        (
            "a b",
            "\"a b\": a host's name holds no spaces, no quotes, no control characters and none of $\\;&<>|(){}",
        ),
    ] {
        forward(&folder, "sh", &["--", host, "true"]).is("", &format!("plyn-notify: {why}\n"), 2);
    }
    for args in [&["-oProxyCommand=x", "--", "true"][..], &["host"], &[]] {
        let ended = forward(&folder, "sh", args);
        assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(2)), "{ended:?}");
        assert!(ended.stderr.contains("Usage: plyn-notify forward [OPTIONS] HOST -- COMMAND…"), "{ended:?}");
    }
    assert!(!folder.path().join("words").exists(), "nothing was started");
}
