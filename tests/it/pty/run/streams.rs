//! Streams, terminal, environment: all the command's own.

use super::{super::CTRL_D, Case, at_terminal, command};
use crate::support::pty::Exit;

#[test]
fn nothing_differs() {
    // Signals ignored, held and handled; process group, session and terminal; folder, environment, open files.
    // glibc ignores signals 32 and 33, its own, in whatever it spawns; they are left out.
    let look = r"grep -E '^(SigPnd|ShdPnd|SigBlk|SigCgt):' /proc/self/status; cut -d' ' -f5-8 /proc/self/stat
        echo $((0x$(sed -n 's/^SigIgn:.//p' /proc/self/status) & 0x7fffffff))
        pwd; env | sort | grep -v ^_=; ls /proc/self/fd; umask; nice; ulimit -a";
    let script =
        r#"trap '' USR1; exec 5>five 7<&0; sh -c "$1" >without; "$PLYN" run -- sh -c "$1" >with; exit 0"#;
    for shell in ["sh", "bash"] {
        let mut case = Case::script(shell, script);
        case.command = case.command.arg(shell).arg(look).env("ODD", "a=b\nc");
        let run = case.start();
        assert_eq!(run.pty.wait_exit(), Exit::code(0));
        let without = run.file("without");
        assert!(without.contains("\n512\n") && without.contains("ODD=a=b\n"), "{without}");
        assert_eq!(run.file("with"), without);
        assert_eq!(run.pty.raw_output(), b"");
    }
}

#[test]
fn a_held_signal_is_handed_down() {
    // perl is the one that can start a program with a signal blocked.
    let script = r#"perl -MPOSIX -e 'sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGUSR2)); exec @ARGV' \
        "$PLYN" run -- grep SigBlk /proc/self/status >out 2>err; exit $?"#;
    Case::script("sh", script).start().ends(Exit::code(0), "SigBlk:\t0000000000000800\n", "");
}

#[test]
fn reads_a_pipe_to_its_end() {
    let script = r"printf 'a\nb\n' | plyn-notify run -- cat >out 2>err";
    Case::script("sh", script).start().ends(Exit::code(0), "a\nb\n", "");
}

#[test]
fn a_closed_pipe_ends_the_command() {
    let script = "plyn-notify run -- yes 2>err | head -1 >out; echo ${PIPESTATUS[@]} >>out
        plyn-notify run -- sh -c 'yes | head -1' >>out 2>>err; yes | plyn-notify run -- head -1 >>out 2>>err
        echo ${PIPESTATUS[@]} >>out";
    Case::script("bash", script).start().ends(Exit::code(0), "y\n141 0\ny\ny\n141 0\n", "");
}

#[test]
fn reads_the_terminal_until_its_end_of_file() {
    let mut run = at_terminal("cat >got; tty >name; exit 6").start();
    run.send("typed\r");
    run.send(CTRL_D);
    assert_eq!(run.pty.wait_exit(), Exit::code(6));
    assert_eq!(run.file("got"), "typed\n");
    assert!(run.file("name").starts_with("/dev/pts/"), "{}", run.file("name"));
    assert_eq!(run.lines(), ["typed"]);
}

#[test]
fn the_terminals_modes_are_the_commands() {
    let mut run = at_terminal("stty raw -echo; echo up >ready; head -c1 >got; stty sane").start();
    run.wait_file("ready", "up");
    run.send([0x03]);
    assert_eq!(run.pty.wait_exit(), Exit::code(0));
    assert_eq!(run.file("got"), "\x03");
}

#[test]
fn a_new_size_reaches_it() {
    let script = "trap 'stty size >>sizes </dev/tty; exit 3' WINCH; echo up >ready; sleep 60 & wait";
    let run = command(script).size(80, 24).start();
    run.wait_file("ready", "up");
    run.pty.resize(100, 40);
    run.ends(Exit::code(3), "", "");
    assert_eq!(run.file("sizes"), "40 100\n");
}

#[test]
fn without_a_terminal_and_without_streams() {
    let script = "setsid -w plyn-notify run -- sh -c 'read a b c d e f tty rest </proc/self/stat; echo $tty; exit 4' >out 2>err; echo $? >>out
        plyn-notify run -- sh -c 'exit 5' <&- >&- 2>&-; echo $? >>out";
    Case::script("sh", script).start().ends(Exit::code(0), "0\n4\n5\n", "");
}
