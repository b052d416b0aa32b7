//! `plyn-notify forward` over a real sshd, and through login shells of every kind.

use std::time::Duration;

use rustix::process::Signal;

use crate::program::{self, Output, with_program};
use crate::pty::{Exit, PtyCommand};
use crate::sshd::Sshd;

/// For what takes no time but a busy machine's.
const LIMIT: Duration = Duration::from_secs(30);

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_command_runs_as_it_is() {
    let sshd = Sshd::start();
    let folder = tempfile::tempdir().unwrap();
    let ssh = sshd.ssh(&[], "").into_iter().take_while(|word| !word.starts_with("root@"));
    let quoted: Vec<String> = ssh.map(|word| format!("'{word}'")).collect();
    let wrapper = folder.path().join("ssh");
    let exec = quoted.join(" ").replacen('\'', "", 2);
    program::write(&wrapper, &format!("#!/bin/sh\nexec /usr/bin/{exec} \"$@\"\n"));
    let path = format!("PATH={}:/usr/bin:/bin", folder.path().display());
    let program = program::plyn_notify().display().to_string();
    let forward = |args: &[&str]| {
        let words = ["env", &path, &program, "forward", "root@127.0.0.1", "--"];
        program::run(LIMIT, words.iter().chain(args)).0
    };
    let odd = ["printf", "%s\\n", "a b", "c\nd", "*", "$HOME", ""];
    assert_eq!(forward(&odd), Output::new("a b\nc\nd\n*\n$HOME\n\n", "", 0));
    assert_eq!(forward(&["sh", "-c", "echo out; echo err >&2; exit 7"]), Output::new("out\n", "err\n", 7));
    assert_eq!(forward(&["sh", "-c", "kill -KILL $$"]).code, Some(137));
    let both = forward(&["sh", "-c", "exit 255"]);
    assert!(both.stderr.starts_with("plyn-notify: the exit status 255 is the command's own\n"), "{both:?}");
    let command =
        PtyCommand::new(&program).args(["forward", "root@127.0.0.1", "--", "sh", "-c", "tty; stty -a"]);
    let pty = with_program(command).env("PATH", &path[5..]).spawn();
    assert_eq!(pty.wait_exit(), Exit::code(0));
    assert!(pty.contents().starts_with("/dev/pts/"), "{}", pty.contents());
    // A terminal for a command whose stdin is none, and none for one that could have one.
    let words = ["env", &path, &program, "forward", "-t", "root@127.0.0.1", "--", "tty"];
    let given = program::run(LIMIT, words).0;
    assert!(given.stdout.starts_with("/dev/pts/") && given.code == Some(0), "{given:?}");
    let args = ["forward", "-T", "root@127.0.0.1", "--", "sh", "-c", "tty; echo up; exec sleep 1000"];
    for signal in [Signal::INT, Signal::TERM] {
        let mut pty = with_program(PtyCommand::new(&program).args(args)).env("PATH", &path[5..]).spawn();
        pty.wait_text("up");
        assert!(pty.contents().starts_with("not a tty"), "{}", pty.contents());
        if signal == Signal::INT {
            pty.send([0x03]);
        } else {
            pty.signal(signal);
        }
        assert_eq!(pty.wait_exit(), Exit::signal(signal), "{}", pty.contents());
        assert!(!pty.contents().contains("255"), "{}", pty.contents());
    }
}

/// The login shells that take things apart in ways of their own.
#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn no_login_shell_finds_anything_in_an_argument() {
    let folder = tempfile::tempdir().unwrap();
    let wrapper = folder.path().join("ssh");
    program::write(&wrapper, "#!/bin/sh\nfor command; do :; done\nexec \"$LOGIN\" -c \"$command\"\n");
    let path = format!("PATH={}:/usr/bin:/bin", folder.path().display());
    let program = program::plyn_notify().display().to_string();
    let long = "it's \\ ! ".repeat(2000);
    let odd = ["a b", "c\nd", "*", "$HOME", "", "it's !x \\n \"q\" `id` {a,b} ~ ^y", &long];
    let lines = odd.map(|word| format!("[{word}]\n")).concat();
    for shell in ["dash", "bash", "zsh", "mksh", "fish", "tcsh"] {
        let login = format!("LOGIN={shell}");
        let words = ["env", &path, &login, &program, "forward", "host", "--", "printf", "[%s]\\n"];
        assert_eq!(program::run(LIMIT, words.iter().chain(&odd)).0, Output::new(&lines, "", 0), "{shell}");
    }
}
