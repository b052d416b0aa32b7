//! `plyn-notify run` where the kernel has its own rules: as the first process of a PID namespace, and in a container
//! whose process group is not its own.

use crate::program::at_terminal;
use crate::pty::Exit;

const SANDBOX: &str = "unshare --pid --fork --kill-child --mount-proc";

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_first_process_of_a_pid_namespace_passes_signals_on() {
    // The kernel spares that one what it does not handle, also from itself: it ends by a status.
    for (end, status) in [
        ("exit 7", 7),
        ("kill -9 $$", 137),
        ("kill -TERM 1; sleep 60", 143),
        ("trap 'exit 6' USR1; kill -USR1 1; sleep 60 & wait", 6),
    ] {
        let mut script = format!("{SANDBOX} plyn-notify run -- sh -c '{}'", end.replace('\'', r"'\''"));
        script += "; echo status=$?";
        let pty = at_terminal("dash", &script).spawn();
        assert_eq!(pty.wait_exit(), Exit::code(0));
        assert_eq!(pty.contents().trim_end(), format!("status={status}"), "{end}");
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn keys_reach_a_command_in_a_pid_namespace_once() {
    let script = format!(
        "trap : INT; {SANDBOX} sh -c 'plyn-notify run -- sh -c \"trap \\\"echo got INT\\\" INT; echo up
        read line; read line; exit 5\"; exit $?'; echo status=$?"
    );
    let mut pty = at_terminal("dash", &script).spawn();
    pty.wait_text("up");
    pty.send([0x03]);
    pty.wait_text("got INT");
    pty.send("one\rtwo\r");
    assert_eq!(pty.wait_exit(), Exit::code(0));
    assert_eq!(pty.contents().matches("got INT").count(), 1, "{}", pty.contents());
}
