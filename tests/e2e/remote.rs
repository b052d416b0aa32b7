//! Over ssh to this machine, through an sshd of our own.

use std::time::Duration;

use crate::program::{self, fresh_stty, with_program};
use crate::pty::{Exit, PtyCommand};
use crate::sshd::Sshd;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn ssh_with_a_terminal_asks_there() {
    let sshd = Sshd::start();
    let ask = format!("{} wait 'Deploy?'", program::plyn_notify().display());
    for (keys, answer, code) in [("y", "allow", 0), ("n", "deny", 1)] {
        let words = sshd.ssh(&["-t"], &ask);
        let mut pty = with_program(PtyCommand::new(&words[0]).args(&words[1..])).spawn();
        pty.wait_text("Deploy?");
        pty.answer(keys);
        assert_eq!(pty.wait_exit(), Exit::code(code), "{}", pty.contents());
        assert!(pty.contents().lines().any(|line| line == answer), "{}", pty.contents());
        assert_eq!(pty.stty(), fresh_stty());
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn ssh_without_a_terminal_says_so_at_once() {
    let sshd = Sshd::start();
    let ask = format!("env -u DBUS_SESSION_BUS_ADDRESS {} wait 'Deploy?'", program::plyn_notify().display());
    let (output, took) = program::run(Duration::from_secs(10), sshd.ssh(&["-T"], &ask));
    assert_eq!((output.stdout.as_str(), output.code), ("", Some(69)), "{output:?}");
    assert_eq!(output.stderr.lines().count(), 1, "{output:?}");
    assert!(took < Duration::from_secs(3), "{took:?}");
}
