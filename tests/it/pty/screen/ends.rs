//! Every way out.

use rustix::process::Signal;

use super::super::{CTRL_C, CTRL_Z, Case, wait_gone};
use crate::support::{
    Bus, Script, Server,
    pty::{Exit, Stty},
};

#[test]
fn every_key_that_ends_it() {
    for keys in ["q", "\x1b", "5q", "4\x1b", "?qq"] {
        let mut run = Case::doctor().looked();
        run.send(keys);
        run.has_left(Exit::code(0));
    }
    let mut run = Case::doctor().looked();
    run.send("/tmux\r");
    run.pty.wait_text("/tmux");
    // A lone ESC is a key once nothing follows it.
    run.send("\x1b");
    run.pty.wait_for("no filter", |screen| !screen.contents().contains("/tmux"));
    run.send("\x1b");
    run.has_left(Exit::code(0));
}

#[test]
fn every_signal_that_ends_it() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT] {
        let run = Case::doctor().looked();
        run.pty.signal(signal);
        run.has_left(Exit::signal(signal));
    }
    let mut run = Case::doctor().looked();
    run.send(CTRL_C);
    run.has_left(Exit::signal(Signal::INT));
}

#[test]
fn a_signal_before_anything_is_found() {
    let bus = Bus::start();
    let script = Script::default().method("GetServerInformation", crate::support::Reply::Never);
    let _server = Server::start(&bus, script);
    let run = Case::doctor().bus(&bus).start();
    run.pty.wait_text("looking");
    run.pty.signal(Signal::TERM);
    run.has_left(Exit::signal(Signal::TERM));
}

#[test]
fn a_terminal_that_is_taken_away() {
    let mut run = Case::doctor().looked();
    let pid = run.pty.pid();
    run.hang_up();
    wait_gone(pid);
}

#[test]
fn ctrl_z_and_fg() {
    let mut run = Case::interactive().start();
    run.pty.wait_text("$ ");
    let before: Stty = run.pty.stty();
    run.send("plyn-notify doctor\r");
    run.looked();
    run.send("2");
    run.pty.wait_text("What it can do");
    for _ in 0..2 {
        run.send(CTRL_Z);
        run.pty.wait_for("the shell's prompt", |screen| screen.contents().trim_end().ends_with('$'));
        assert_eq!(run.pty.stty(), before);
        assert!(!run.pty.screen(vt100::Screen::alternate_screen));
        run.send("fg\r");
        run.pty.wait_text("What it can do");
        assert!(run.pty.screen(vt100::Screen::alternate_screen));
    }
    run.send("q");
    run.pty.wait_for("the shell's prompt", |screen| screen.contents().trim_end().ends_with('$'));
    assert_eq!(run.pty.stty(), before);
    run.send("exit 5\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(5));
}
