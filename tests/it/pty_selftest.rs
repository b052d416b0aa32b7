//! The pty harness does what it says, with programs that every machine has.

use rustix::process::Signal;

use crate::support::pty::{Exit, PtyCommand};

#[test]
fn a_program_has_a_controlling_terminal_of_the_size_asked_for() {
    let pty = PtyCommand::sh("stty size </dev/tty; tty -s; echo tty=$? TERM=$TERM").size(100, 30).spawn();
    assert_eq!(pty.wait_exit(), Exit::code(0));
    assert_eq!(pty.contents(), "30 100\ntty=0 TERM=xterm-256color");
}

#[test]
fn the_environment_and_the_folder_are_the_ones_asked_for() {
    let script =
        "env | cut -d= -f1 | grep -vx -e _ -e PWD -e SHLVL -e OLDPWD | sort | paste -sd,; pwd; echo $A";
    let command = PtyCommand::sh(script).cwd("/usr").env("A", "1 2").env_remove("HISTFILE").term("dumb");
    let pty = command.spawn();
    pty.wait_exit();
    assert_eq!(pty.contents(), "A,HOME,LANG,PATH,PLYN,PS1,SHELL,TERM\n/usr\n1 2");
}

#[test]
fn exit_codes_and_signals_are_told_apart() {
    assert_eq!(PtyCommand::sh("exit 143").spawn().wait_exit(), Exit::code(143));
    let pty = PtyCommand::sh("echo ready; read x").spawn();
    pty.wait_text("ready");
    pty.signal(Signal::TERM);
    assert_eq!(pty.wait_exit(), Exit::signal(Signal::TERM));
    assert!(pty.has_ended());
}

#[test]
fn the_program_under_test_is_found() {
    let pty = PtyCommand::plyn_notify().arg("--version").spawn();
    assert_eq!(pty.wait_exit(), Exit::code(0), "{}", pty.contents());
    let pty = PtyCommand::bash("[ \"$(command -v plyn-notify)\" = \"$PLYN\" ]").spawn();
    assert_eq!(pty.wait_exit(), Exit::code(0));
}

#[test]
fn keys_reach_the_program_and_are_echoed() {
    let mut pty = PtyCommand::new("cat").spawn();
    pty.send("héllo\r");
    pty.wait_text("héllo\nhéllo");
    pty.send([4]);
    assert_eq!(pty.wait_exit(), Exit::code(0));
    assert_eq!(String::from_utf8_lossy(&pty.raw_output()), "héllo\r\nhéllo\r\n");
}

#[test]
fn split_keys_arrive_in_order() {
    for size in 1..4 {
        let mut pty =
            PtyCommand::sh("stty raw -echo; echo ready; dd bs=1 count=6 2>/dev/null; stty sane").spawn();
        pty.wait_text("ready");
        pty.send_split("\x1b[Aäb", size);
        assert_eq!(pty.wait_exit(), Exit::code(0));
        assert!(pty.raw_output().ends_with("\x1b[Aäb".as_bytes()), "{:?}", pty.contents());
    }
}

#[test]
fn the_screen_and_its_bells_are_seen() {
    let pty = PtyCommand::sh(r"printf '\033[2J\033[3;5Hhere\007\007\033]0;not a bell\007'; read x").spawn();
    pty.wait_for("the word in its place", |screen| {
        screen.cell(2, 4).is_some_and(|cell| cell.contents() == "h")
    });
    pty.wait_raw(b"not a bell\x07");
    assert_eq!(pty.bells(), 2);
    assert_eq!(pty.screen(vt100::Screen::cursor_position), (2, 8));
}

#[test]
fn a_resize_is_told_to_the_program() {
    let pty =
        PtyCommand::bash("trap 'stty size; exit' WINCH; echo ready; while :; do read -t 9 x; done").spawn();
    pty.wait_text("ready");
    pty.resize(33, 11);
    pty.wait_exit();
    assert_eq!(pty.contents(), "ready\n11 33");
}

// The inner shell is there because dash loses a signal that comes while it starts a program: "ready" must come from
// a program that runs.
#[test]
fn a_key_interrupts_the_foreground_group() {
    let mut pty = PtyCommand::sh("sh -c 'echo ready; exec sleep 60'; echo not reached").spawn();
    pty.wait_text("ready");
    pty.send([3]);
    assert_eq!(pty.wait_exit(), Exit::signal(Signal::INT));
    let pty = PtyCommand::new("sh").args(["-c", "echo ready; exec sleep 60"]).spawn();
    pty.wait_text("ready");
    pty.signal_foreground(Signal::QUIT);
    assert_eq!(pty.wait_exit(), Exit::signal(Signal::QUIT));
}

#[test]
fn a_program_is_stopped_and_continued() {
    let mut pty = PtyCommand::sh("echo ready; read line; echo got $line").spawn();
    pty.wait_text("ready");
    pty.signal(Signal::STOP);
    assert_eq!(pty.wait_stopped(), Signal::STOP.as_raw());
    pty.continue_stopped();
    pty.send("on\r");
    pty.wait_text("got on");
    assert_eq!(pty.wait_exit(), Exit::code(0));
}

#[test]
fn jobs_stop_and_come_back_in_an_interactive_shell() {
    let mut pty = PtyCommand::bash_interactive().spawn();
    pty.wait_text("$ ");
    pty.send("echo started; cat\r");
    pty.wait_text("\nstarted");
    pty.send("one\r");
    pty.wait_text("one\none");
    pty.send([0x1a]);
    pty.wait_text("Stopped");
    pty.send("fg\r");
    pty.wait_text("fg\ncat");
    pty.send("two\r");
    pty.wait_text("two\ntwo");
    pty.send([4]);
    pty.send("exit 3\r");
    assert_eq!(pty.wait_exit(), Exit::code(3));
}

#[test]
fn settings_can_be_compared() {
    let mut pty =
        PtyCommand::sh("read x; stty raw -echo; echo raw; dd bs=1 count=1 2>/dev/null; stty sane").spawn();
    let before = pty.stty();
    assert!(!before.is_raw() && before.echoes());
    pty.send("\r");
    pty.wait_text("raw");
    let raw = pty.stty();
    assert!(raw.is_raw() && !raw.echoes());
    assert_ne!(raw, before);
    pty.send("x");
    pty.wait_exit();
    assert_eq!(pty.stty().local, before.local);
}

#[test]
fn input_that_nobody_read_is_found() {
    let mut pty = PtyCommand::sh("read x; echo got $x; read x < /dev/null").spawn();
    pty.send("one\rtwo\rhalf");
    assert_eq!(pty.wait_exit(), Exit::code(1));
    assert_eq!(pty.unread_input(), b"two\nhalf");
    assert_eq!(pty.unread_input(), b"");
}

#[test]
fn dropping_it_leaves_nothing_behind() {
    let pty = PtyCommand::sh("sleep 60 & echo $!; wait").spawn();
    pty.wait_for("the pid", |screen| screen.contents().trim().parse::<u32>().is_ok());
    let pids = [pty.pid().to_string(), pty.contents().trim().to_owned()];
    drop(pty);
    for pid in pids {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        assert!(stat.is_empty() || stat.contains(") Z ") || stat.contains(") X "), "{stat}");
    }
}
