//! A program that breaks gives the terminal back. No input makes ours panic, so a test of this very file does it, in
//! a terminal of its own.

use std::{env, panic};

use plyn_notify::engine::tty::{
    open::Tty,
    raw::{Input, RawMode, restore_after_panic},
};

use super::fresh_stty;
use crate::support::pty::PtyCommand;

#[test]
fn a_panic_restores_the_terminal() {
    for name in ["keys", "secret_lines", "screen"] {
        let this = env::current_exe().unwrap();
        let arguments = ["--exact", "--ignored", "--nocapture"];
        let name = format!("pty::restore::breaks_with_{name}");
        let mut pty = PtyCommand::new(this).args(arguments).arg(&name).spawn();
        pty.wait_text("taken");
        assert!(!pty.stty().echoes());
        pty.send("\r");
        pty.wait_text("it broke");
        pty.wait_exit();
        assert_eq!(pty.stty(), fresh_stty());
        assert!(!pty.screen(vt100::Screen::alternate_screen), "{name}");
        let raw = String::from_utf8_lossy(&pty.raw_output()).into_owned();
        assert!(raw.find("\x1b[?2004l").is_some_and(|off| off < raw.find("it broke").unwrap()), "{raw:?}");
    }
}

#[test]
#[ignore = "run by a_panic_restores_the_terminal"]
fn breaks_with_keys() {
    breaks_with(Input::Keys);
}

#[test]
#[ignore = "run by a_panic_restores_the_terminal"]
fn breaks_with_secret_lines() {
    breaks_with(Input::SecretLines);
}

#[test]
#[ignore = "run by a_panic_restores_the_terminal"]
fn breaks_with_screen() {
    breaks_with(Input::Screen);
}

#[expect(clippy::print_stdout, reason = "the other test waits for it")]
fn breaks_with(input: Input) {
    let standard = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        restore_after_panic();
        standard(info);
    }));
    let tty = Tty::open().unwrap();
    let mode = RawMode::enter(&tty, input).unwrap();
    // As in the release, where a panic drops nothing.
    std::mem::forget(mode);
    println!("taken");
    let mut byte = [0];
    std::io::Read::read_exact(&mut std::io::stdin(), &mut byte).unwrap();
    panic!("it broke");
}
