//! Which file the form is on.

use std::fs;

use super::super::Case;
use crate::support::pty::Exit;

#[test]
fn another_file_is_a_key_away() {
    let case = Case::doctor();
    let folder = case.folder.path().join(".config/plyngent");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("plyngent.toml"), "[providers]\nx = 1\n[notify]\nenabled = true\n").unwrap();
    let mut run = case.looked();
    run.send("5");
    run.pty.wait_text("not made yet");
    run.send("o");
    run.pty.wait_text("plyngent's");
    run.pty.wait_text("not in this file");
    run.send("j\r2\rs");
    run.pty.wait_text("+ grace_seconds = 2");
    run.send("\r");
    run.pty.wait_text("Saved");
    let text = fs::read_to_string(folder.join("plyngent.toml")).unwrap();
    assert_eq!(text, "[providers]\nx = 1\n[notify]\nenabled = true\ngrace_seconds = 2\n");
    run.send("q");
    run.has_left(Exit::code(0));
}

#[test]
fn a_fix_says_which_file_it_has_changed() {
    let case = Case::doctor();
    let folder = case.folder.path().join(".config");
    for name in ["plyngent", "plyn-notify"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    fs::write(folder.join("plyngent/plyngent.toml"), "[notify]\nenabled = true\n").unwrap();
    fs::write(folder.join("plyn-notify/config.toml"), "[notify]\nenabled = false\n").unwrap();
    let mut run = case.looked();
    run.send("5o");
    run.pty.wait_text("plyngent's");
    run.send("1/switched off\r");
    run.pty.wait_text("announcements are switched off");
    run.send("jf");
    run.pty.wait_text("write it");
    run.send("\r");
    run.pty.wait_text("Saved ~/.config/plyn-notify/config.toml");
    assert_eq!(
        fs::read_to_string(folder.join("plyn-notify/config.toml")).unwrap(),
        "[notify]\nenabled = true\n"
    );
    run.send("q");
    run.has_left(Exit::code(0));
}

#[test]
fn a_file_that_does_not_parse_is_not_touched() {
    let case = Case::doctor();
    let folder = case.folder.path().join(".config/plyn-notify");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), "[notify\n").unwrap();
    let mut run = case.looked();
    run.send("5");
    run.pty.wait_text("By hand: plyn-notify config");
    run.send(" s\r");
    run.send("q");
    run.has_left(Exit::code(0));
    assert_eq!(fs::read_to_string(folder.join("config.toml")).unwrap(), "[notify\n");
}
