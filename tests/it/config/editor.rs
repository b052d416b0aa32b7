//! `plyn-notify config edit`: the human's editor on a copy.

use std::fs;

use super::home::Home;
use crate::support::{
    Ended,
    pty::{Exit, PtyCommand},
};

const FILE: &str = "~/.config/plyn-notify/config.toml";
const TEXT: &str = "[notify]\r\nbell = false\r\n";

/// Runs it with this editor.
#[track_caller]
fn edit(home: &Home, editor: &str) -> Ended {
    home.tilde(&home.command(["edit"]).env("EDITOR", editor).run())
}

/// The copy that is beside the user's file.
#[track_caller]
fn copy_of(home: &Home) -> String {
    let beside = home.beside();
    let [copy, file] = beside.as_slice() else { panic!("{beside:?}") };
    let middle = copy.strip_prefix("config.edit-").and_then(|rest| rest.strip_suffix(".toml"));
    assert!(middle.is_some() && file == "config.toml", "{beside:?}");
    copy.clone()
}

#[test]
fn what_was_edited_takes_the_files_place() {
    let home = Home::with(TEXT);
    edit(&home, "sed -i s/false/true/").is("", "", 0);
    assert_eq!(home.text(), TEXT.replace("false", "true"));
    assert_eq!(home.beside(), ["config.toml"]);
    // The other variable comes first; quotes and blanks are the shell's.
    let script = "f() { printf '# %s\\n' 'a  b' >>\"$1\"; }; f";
    home.command(["edit"]).env("EDITOR", "false").env("VISUAL", script).run().is("", "", 0);
    assert_eq!(home.text(), format!("{}# a  b\n", TEXT.replace("false", "true")));

    // A file that does not parse can be repaired.
    let home = Home::with("[notify\n");
    edit(&home, "sed -i s/notify/notify]/").is("", "", 0);
    assert_eq!(home.text(), "[notify]\n");
    // One that is not there starts with comments.
    let home = Home::new();
    edit(&home, "sed -i s/#bell/bell/").is("", "", 0);
    assert_eq!(home.text(), super::DEFAULT_CONFIG.replace("#bell", "bell"));
}

#[test]
fn nothing_edited_is_nothing_changed() {
    let note = format!("plyn-notify: {FILE} is as it was: nothing was edited\n");
    for editor in ["true", "rm", "touch"] {
        let home = Home::with(TEXT);
        edit(&home, editor).is("", &note, 0);
        assert_eq!((home.text(), home.beside()), (TEXT.to_owned(), vec!["config.toml".to_owned()]));
    }
    let home = Home::new();
    edit(&home, "true").is("", &note, 0);
    assert_eq!(home.beside(), [""; 0], "no file is made");
}

#[test]
fn a_faulty_copy_is_kept_and_not_taken() {
    let home = Home::with(TEXT);
    let ended = edit(&home, "sed -i s/false/ja/");
    let copy_name = copy_of(&home);
    let copy = format!("~/.config/plyn-notify/{copy_name}");
    assert!(
        ended.stderr.starts_with(&format!("plyn-notify: {copy}:2: does not parse, ")),
        "{}",
        ended.stderr
    );
    let end =
        format!("plyn-notify: {FILE} is as it was: the copy has faults\n  What you wrote is in {copy}\n");
    assert!(ended.stderr.ends_with(&end), "{}", ended.stderr);
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(1)));
    assert_eq!(home.text(), TEXT);
    assert_eq!(
        fs::read_to_string(home.file().with_file_name(copy_name)).unwrap(),
        TEXT.replace("false", "ja")
    );

    let home = Home::with(TEXT);
    let ended = edit(&home, "sed -i s/bell/bel/");
    let copy = format!("~/.config/plyn-notify/{}", copy_of(&home));
    ended.is(
        "",
        &format!(
            "plyn-notify: {copy}:2: notify.bel: unknown key, did you mean notify.bell?\n\
             plyn-notify: {FILE} is as it was: the copy has faults\n  What you wrote is in {copy}\n"
        ),
        1,
    );
}

#[test]
fn an_editor_that_fails_changes_nothing() {
    let error = |what: &str| format!("plyn-notify: {FILE} is as it was: the editor {what}\n");
    let home = Home::with(TEXT);
    edit(&home, "false").is("", &error("\"false\" failed (exit status 1)"), 1);
    edit(&home, "kill -9 $$ #").is("", &error("\"kill -9 $$ #\" failed (ended by a signal)"), 1);
    let ended = edit(&home, "/no/editor");
    assert!(
        ended.stderr.ends_with(&error("\"/no/editor\" failed (no such command; set VISUAL or EDITOR)")),
        "{}",
        ended.stderr
    );
    assert_eq!((home.text(), home.beside()), (TEXT.to_owned(), vec!["config.toml".to_owned()]));

    // What was written before is not lost.
    let ended = edit(&home, "sh -c 'echo \"# half\" >>\"$1\"; exit 3' sh");
    let kept = copy_of(&home);
    let what = "\"sh -c 'echo \\\"# half\\\" >>\\\"$1\\\"; exit 3' sh\" failed (exit status 3)";
    ended.is("", &format!("{}  What you wrote is in ~/.config/plyn-notify/{kept}\n", error(what)), 1);
    assert_eq!(home.text(), TEXT);
    assert_eq!(fs::read_to_string(home.file().with_file_name(kept)).unwrap(), format!("{TEXT}# half\n"));
}

#[test]
fn a_file_that_changed_meanwhile_is_not_overwritten() {
    let home = Home::with(TEXT);
    let script = format!("sh -c 'echo \"# other\" >>{}; echo \"# mine\" >>\"$1\"' sh", home.file().display());
    let ended = edit(&home, &script);
    let kept = copy_of(&home);
    let error = format!(
        "plyn-notify: {FILE}: it was changed by another program meanwhile\n  \
         Nothing was changed. What you wrote is in ~/.config/plyn-notify/{kept}\n  Try again.\n"
    );
    ended.is("", &error, 1);
    assert_eq!(home.text(), format!("{TEXT}# other\n"));
    assert_eq!(fs::read_to_string(home.file().with_file_name(kept)).unwrap(), format!("{TEXT}# mine\n"));
}

#[test]
fn a_key_that_plyngent_does_not_know_is_not_put_into_its_file() {
    let home = Home::new();
    let file = home.at("plyngent.toml");
    let edit =
        |script: &str| home.tilde(&home.command(["--file", &file, "edit"]).env("EDITOR", script).run());
    home.write("plyngent.toml", "[notify]\nactions = true\n[chat]\nx = 1\n");
    edit("sed -i s/actions/enabled/").is("", "", 0);
    let ended = edit("sed -i s/enabled/bell/");
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(1)));
    let fault = ".toml:2: notify.bell: another program reads this file, does not know this key and may ignore the table \
                 for it\n";
    assert!(ended.stderr.contains(fault), "{}", ended.stderr);
    assert_eq!(fs::read_to_string(&file).unwrap(), "[notify]\nenabled = true\n[chat]\nx = 1\n");
    // One that was there before is not held against the human.
    home.write("plyngent.toml", "[notify]\nbell = true\n");
    edit("sed -i s/true/false/").is("", "", 0);
}

/// At a terminal the human gets another try, and the keyboard is the editor's while it runs.
#[test]
fn at_a_terminal_it_can_be_edited_again() {
    let home = Home::with(TEXT);
    // The first try is wrong, the second right; both are typed, after a Ctrl-C that only the editor hears.
    let editor = "sh -c 'trap \"echo caught\" INT; echo ready; until read -r line; do :; done; \
                  sed -i \"s/bell = .*/bell = $line/\" \"$1\"' sh";
    let command =
        PtyCommand::plyn_notify().args(["config", "edit"]).env("HOME", home.path()).env("EDITOR", editor);
    let mut pty = command.env("XDG_CONFIG_DIRS", home.path().join("xdg")).size(200, 24).spawn();
    pty.wait_text("ready");
    pty.send("\x03");
    pty.wait_text("caught");
    pty.send("ja\n");
    pty.wait_text("Edit it again? [Y/n]");
    assert_eq!(home.text(), TEXT);
    pty.send("\n");
    pty.wait_for("a second editor", |screen| screen.contents().matches("ready").count() == 2);
    pty.send("true\n");
    assert_eq!(pty.wait_exit(), Exit::code(0), "{}", pty.contents());
    assert_eq!(home.text(), "[notify]\r\nbell = true\n");
    assert_eq!(home.beside(), ["config.toml"]);

    let home = Home::with(TEXT);
    let command = PtyCommand::plyn_notify().args(["config", "edit"]).env("HOME", home.path());
    let mut pty = command.env("EDITOR", "sed -i s/bell/bel/").size(200, 24).spawn();
    pty.wait_text("Edit it again? [Y/n]");
    pty.send("n\n");
    assert_eq!(pty.wait_exit(), Exit::code(1));
    copy_of(&home);
    assert!(pty.contents().contains("is as it was: the copy has faults"), "{}", pty.contents());
    assert_eq!(home.text(), TEXT);
}
