//! Changing the configuration in the form: of the file only that line is another.

use std::{fs, os::unix::fs::symlink, path::PathBuf};

use super::super::{Case, Run};
use crate::support::pty::Exit;

/// The doctor with this as its configuration file, and its name.
fn with(text: &str) -> (Run, PathBuf) {
    let case = Case::doctor();
    let folder = case.folder.path().join(".config/plyn-notify");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("config.toml");
    fs::write(&path, text).unwrap();
    (case.looked(), path)
}

/// Makes prompts announce after two seconds, and saves that.
#[track_caller]
fn two_seconds(run: &mut Run) {
    run.send("5");
    run.pty.wait_text("grace_seconds");
    run.send("j\r2\r");
    run.pty.wait_text("1 not saved");
    run.send("s");
    run.pty.wait_text("write it");
}

#[test]
fn only_that_line_is_another() {
    for (before, after) in [
        (
            "# mine\n[notify]\n  grace_seconds   =   9.5   # slow\nbell = false\n\n[other]\nx = [1,\n 2]\n",
            "# mine\n[notify]\n  grace_seconds   =   2   # slow\nbell = false\n\n[other]\nx = [1,\n 2]\n",
        ),
        (
            "# mine\r\n[notify]\r\nbell = false\r\n\r\n[remote]\r\nport = 22\r\n",
            "# mine\r\n[notify]\r\nbell = false\r\ngrace_seconds = 2\r\n\r\n[remote]\r\nport = 22\r\n",
        ),
        ("notify = { bell = true } # one line", "notify = { bell = true, grace_seconds = 2 } # one line"),
        ("[remote]\nhost = 'x'\n", "[remote]\nhost = 'x'\n\n[notify]\ngrace_seconds = 2\n"),
    ] {
        let (mut run, path) = with(before);
        two_seconds(&mut run);
        assert_eq!(fs::read_to_string(&path).unwrap(), before, "nothing is written before it is said so");
        run.send("\r");
        run.pty.wait_text("Saved");
        assert_eq!(fs::read_to_string(&path).unwrap(), after);
        run.send("q");
        run.has_left(Exit::code(0));
    }
}

#[test]
fn a_symbolic_link_stays_one() {
    let case = Case::doctor();
    let folder = case.folder.path().join(".config/plyn-notify");
    fs::create_dir_all(&folder).unwrap();
    let real = case.folder.path().join("dotfiles.toml");
    fs::write(&real, "[notify]\n").unwrap();
    symlink(&real, folder.join("config.toml")).unwrap();
    let mut run = case.looked();
    two_seconds(&mut run);
    run.send("\r");
    run.pty.wait_text("Saved");
    assert!(folder.join("config.toml").is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), "[notify]\ngrace_seconds = 2\n");
}

#[test]
fn leaving_without_saving_writes_nothing() {
    let (mut run, path) = with("[notify]\n");
    run.send("5j\r2\r");
    run.pty.wait_text("1 not saved");
    run.send("q");
    run.pty.wait_text("One change is not saved");
    run.send("d");
    run.has_left(Exit::code(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), "[notify]\n");
}

#[test]
fn the_second_of_two_is_told() {
    let (mut first, path) = with("[notify]\nbell = false\n");
    let case = Case::doctor();
    let home = first.folder.path().to_str().unwrap().to_owned();
    let mut second = case.env("HOME", &home).looked();
    two_seconds(&mut first);
    second.send("5 ");
    second.pty.wait_text("1 not saved");
    second.send("s");
    second.pty.wait_text("write it");
    first.send("\r");
    first.pty.wait_text("Saved");
    second.send("\r");
    second.pty.wait_text("Another program has changed this file");
    let saved = "[notify]\nbell = false\ngrace_seconds = 2\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), saved);
    second.send("r");
    second.pty.wait_text("set here");
    second.send("s");
    second.pty.wait_text("+ enabled = false");
    second.send("\r");
    second.pty.wait_text("Saved");
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{saved}enabled = false\n"));
    for mut run in [first, second] {
        run.send("q");
        run.has_left(Exit::code(0));
    }
}

#[test]
fn a_fix_is_shown_and_then_made() {
    let (mut run, path) = with("[notify]\nenabled = false # !\nbell = false\n");
    run.send("/enabled\r");
    run.pty.wait_text("announcements are switched off");
    run.send("j");
    run.pty.wait_text("f fix");
    run.send("f");
    run.pty.wait_text("write it");
    assert!(run.pty.contents().contains("+ enabled = true # !"), "{}", run.pty.contents());
    run.send("\r");
    run.pty.wait_text("Saved");
    assert_eq!(fs::read_to_string(&path).unwrap(), "[notify]\nenabled = true # !\nbell = false\n");
}
