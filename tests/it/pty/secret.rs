//! A secret leaves no trace but on stdout.

use super::{CTRL_C, Case, read_proc};
use crate::support::{Bus, Script, Server, pty::Exit};

const SECRET: &str = "hunter2-\u{fc}ber";

#[test]
fn it_is_seen_nowhere() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let arguments = ["-vvv", "--grace", "0", "--kind", "secret", "Token?"];
    let mut run = Case::wait(&arguments).env("PLYN_NOTIFY_LOG", "trace").bus(&bus).ask("Token?");
    assert!(!run.pty.stty().echoes());
    run.send(SECRET);
    run.idle();
    assert!(!run.pty.contents().contains("hunter2"), "{}", run.pty.contents());
    for file in ["cmdline", "environ"] {
        assert!(!read_proc(run.pty.pid(), file).contains("hunter2"));
    }
    run.send("\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(0));
    assert_eq!(run.file("out"), format!("{SECRET}\n"));
    assert!(!run.file("err").contains("hunter2"), "{}", run.file("err"));
    assert!(!String::from_utf8_lossy(&run.pty.raw_output()).contains("hunter2"));
    assert_eq!(run.lines().len(), 1, "{:?}", run.lines());
    assert!(
        run.lines()[0].starts_with("Token? ") && run.lines()[0].contains("terminal"),
        "{:?}",
        run.lines()
    );
    run.is_sane();
    assert!(server.notifications().is_empty());
}

#[test]
fn its_length_is_not_seen_either() {
    let mut run = Case::wait(&["--kind", "secret", "Token?"]).ask("Token?");
    let before = (run.pty.contents(), run.pty.screen(vt100::Screen::cursor_position));
    run.send("abc");
    run.idle();
    run.pty.raw_output();
    assert_eq!((run.pty.contents(), run.pty.screen(vt100::Screen::cursor_position)), before);
    run.send(CTRL_C);
    run.pty.wait_exit();
    run.is_sane();
}

#[test]
fn it_can_be_edited_and_is_taken_as_it_is() {
    let rows = [
        ("abc\x7fd\r", "abd\n"),
        ("abc\x15xyz\r", "xyz\n"),
        (" two  words \r", " two  words \n"),
        ("y\r", "y\n"),
        ("\x1b[200~pasted\x1b[201~\r", "pasted\n"),
    ];
    for (keys, out) in rows {
        let mut run = Case::wait(&["--kind", "secret", "Token?"]).ask("Token?");
        run.send(keys);
        run.ends(Exit::code(0), out, "");
    }
    let mut run = Case::wait(&["--kind", "secret", "Token?"]).ask("Token?");
    run.send("\r");
    run.ready("nothing was entered");
    run.send("x\r");
    run.ends(Exit::code(0), "x\n", "");
}
