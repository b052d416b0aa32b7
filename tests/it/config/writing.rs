//! How a configuration is written: in one place, all at once, one after the other, or not at all.

use std::{fs, os::unix::fs::symlink};

use super::home::Home;

/// CRLF, comments, tabs, a foreign table, no line ending at the end, and all through two symbolic links.
#[test]
fn one_value_differs_byte_for_byte() {
    let text = "\u{feff}# Mine, ünïcode.\r\n[notify] # table\r\n\tgrace_seconds=5.0\t# was 10\r\n\r\n# \
                more\r\nchannels = [ # list\r\n  'auto',\r\n]\r\n[remote]\r\n# nothing\r\nhost = \"\"";
    let home = Home::new();
    home.write("dotfiles/notify.toml", text);
    fs::create_dir_all(home.file().parent().unwrap()).unwrap();
    symlink(home.path().join("dotfiles/link.toml"), home.file()).unwrap();
    symlink("notify.toml", home.path().join("dotfiles/link.toml")).unwrap();

    home.run(&["set", "grace_seconds", "2.5"]).is("", "", 0);
    let expected = text.replace("seconds=5.0\t", "seconds=2.5\t");
    assert_eq!(fs::read_to_string(home.path().join("dotfiles/notify.toml")).unwrap(), expected);
    home.run(&["set", "bell", "false"]).is("", "", 0);
    let expected = expected.replace("'auto',\r\n]\r\n", "'auto',\r\n]\r\nbell = false\r\n");
    assert_eq!(home.text(), expected);
    assert!(home.file().is_symlink() && home.path().join("dotfiles/link.toml").is_symlink());
    assert_eq!(home.beside(), ["config.toml"]);
    assert_eq!(fs::read_dir(home.path().join("dotfiles")).unwrap().count(), 2, "nothing is left beside it");
}

#[test]
fn a_file_may_be_named_from_where_one_stands() {
    let home = Home::with("[notify]\nbell = true\n");
    let folder = home.file().parent().unwrap().to_str().unwrap().to_owned();
    let there = ["sh", "-c", "cd \"$0\" && exec \"$@\"", &folder];
    home.command(["set", "--file", "config.toml", "bell", "false"]).under(there).run().is("", "", 0);
    assert_eq!(home.text(), "[notify]\nbell = false\n");
    home.command(["set", "--file", "new/er.toml", "bell", "false"]).under(there).run().is(
        "",
        "plyn-notify: made new/er.toml\n",
        0,
    );
    assert!(home.file().with_file_name("new/er.toml").exists());
}

#[test]
fn writers_at_once_lose_nothing() {
    let changes = [
        ("enabled", "false"),
        ("grace_seconds", "1"),
        ("min_interval_seconds", "2"),
        ("channels", "terminal"),
        ("actions", "false"),
        ("include_reason", "true"),
        ("protocol", "osc9"),
        ("bell", "false"),
        ("sound", "false"),
        ("remote.host", "laptop"),
        ("remote.port", "22"),
        ("agents.x.mode", "ask"),
    ];
    // Without a file they also have to agree on who makes it.
    for home in [Home::new(), Home::with("# mine\n")] {
        let running: Vec<_> =
            changes.iter().map(|(key, value)| home.command(["-q", "set", key, value]).spawn()).collect();
        for running in running {
            running.end().is("", "", 0);
        }
        for (key, value) in changes {
            let value = if key == "channels" { "[\"terminal\"]" } else { value };
            home.run(&["get", key]).is(&format!("{value}\n"), "", 0);
        }
        assert_eq!(home.beside(), ["config.toml"]);
    }
}

#[test]
fn what_cannot_be_written_leaves_the_old_file() {
    let text = "[notify]\nbell = false\n";
    let home = Home::with(text);
    // A process may write no byte to any file, as if the disk were full.
    let limit = ["sh", "-c", "ulimit -f 0; exec \"$@\"", "sh"];
    let error = "plyn-notify: ~/.config/plyn-notify/config.toml: cannot be written: file too large\n  \
                 Nothing was changed. A limit on the size of files is in force; see ulimit -f.\n";
    for args in [&["set", "bell", "true"][..], &["unset", "bell"], &["edit"]] {
        home.tilde(&home.command(args).under(limit).run()).is("", error, 74);
        assert_eq!(home.text(), text);
        assert_eq!(home.beside(), ["config.toml"]);
    }
    // Where not even root makes a file.
    let ended = home.run(&["--file", "/sys/plyn-notify/config.toml", "set", "bell", "true"]);
    let hint = "Nothing was changed. Allow yourself to write the file and its folder, or name another with --file FILE.";
    let error = format!(
        "plyn-notify: /sys/plyn-notify/config.toml: cannot be written: permission denied\n  {hint}\n"
    );
    ended.is("", &error, 74);
    let error = "plyn-notify: /dev/null: cannot be read: not a regular file\n  \
                 Nothing was changed. Name another file with --file FILE.\n";
    home.run(&["--file", "/dev/null", "set", "bell", "true"]).is("", error, 74);
    home.run(&["--file", "/dev/null", "unset", "bell"]).is("", error, 74);
    home.run(&["--file", "/dev/null", "edit"]).is("", error, 74);
}
