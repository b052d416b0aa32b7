//! `plyn-notify config`: what it prints, what it changes and how it ends.

use std::os::unix::fs::MetadataExt as _;

use super::home::Home;
use crate::support::Program;

const FILE: &str = "~/.config/plyn-notify/config.toml";

#[test]
fn path_names_the_file_that_changes_go_to() {
    let home = Home::new();
    home.run(&["path"]).is(&format!("{FILE}\n"), "", 0);
    home.run(&["path", "--all"]).is(&format!("~/xdg/plyn-notify/config.toml\n{FILE}\n"), "", 0);
    home.run(&["path", "--file", "x.toml"]).is("x.toml\n", "", 0);
    home.run(&["--config", "x.toml", "path", "--all"]).is("~/xdg/plyn-notify/config.toml\nx.toml\n", "", 0);
    home.run(&["--config", "x.toml", "--file", "y.toml", "path"]).is("y.toml\n", "", 0);
    let named = |name: &[u8]| {
        use std::os::unix::ffi::OsStrExt as _;
        home.command(["path"]).env("PLYN_NOTIFY_CONFIG", std::ffi::OsStr::from_bytes(name)).run()
    };
    named(b"z.toml").is("z.toml\n", "", 0);
}

#[test]
fn show_has_every_key_with_its_value_and_its_origin() {
    let home = Home::with(
        "[notify]\ngrace_seconds = 2.5\nchannels = ['terminal', 'desktop']\n[agents.'a.b']\nmode = 'ask'\n[remote]\nport = 22\n",
    );
    home.write("xdg/plyn-notify/config.toml", "[notify]\nbell = false\ngrace_seconds = 9\n");
    let variable = |program: Program| program.env("PLYN_NOTIFY_REMOTE__HOST", "laptop");
    let shown = home.tilde(&variable(home.command(["show"])).run());
    let expected = r#"
notify.enabled              = true                     # default
notify.grace_seconds        = 2.5                      # ~/.config/plyn-notify/config.toml:2
notify.min_interval_seconds = 10                       # default
notify.channels             = ["terminal", "desktop"]  # ~/.config/plyn-notify/config.toml:3
notify.actions              = true                     # default
notify.include_reason       = false                    # default
notify.protocol             = ""                       # default
notify.bell                 = false                    # ~/xdg/plyn-notify/config.toml:2
notify.sound                = true                     # default
remote.host                 = "laptop"                 # PLYN_NOTIFY_REMOTE__HOST
# remote.user is not set
remote.port                 = 22                       # ~/.config/plyn-notify/config.toml:7
# remote.key is not set
# remote.connect_timeout_seconds is not set
agents."a.b".mode           = "ask"                    # ~/.config/plyn-notify/config.toml:5
# agents."a.b".hold_seconds is not set
"#;
    shown.is(expected.trim_start(), "", 0);

    // It is TOML, and says the same wherever it is put.
    let copy = Home::with(&shown.stdout);
    let without_origin = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(" #").next().unwrap().trim_end().to_owned()).collect()
    };
    let again = copy.run(&["show"]);
    assert_eq!(without_origin(&again.stdout), without_origin(&shown.stdout));

    let json = variable(home.command(["show", "--json"])).run();
    assert_eq!((json.stderr.as_str(), json.code, json.stdout.lines().count()), ("", Some(0), 1));
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let file = home.file().to_str().unwrap().to_owned();
    assert_eq!(json["file"], file);
    assert_eq!(json["faults"], serde_json::json!([]));
    let rows = json["keys"].as_array().unwrap();
    assert_eq!(rows.len(), 16);
    assert_eq!(
        rows[1],
        serde_json::json!({
            "key": "notify.grace_seconds", "value": 2.5, "toml": "2.5",
            "layer": "user", "file": file, "line": 2, "variable": null,
        })
    );
    assert_eq!(rows[7]["layer"], "system");
    assert_eq!(
        rows[9],
        serde_json::json!({
            "key": "remote.host", "value": "laptop", "toml": "\"laptop\"",
            "layer": "environment", "file": null, "line": null, "variable": "PLYN_NOTIFY_REMOTE__HOST",
        })
    );
    assert_eq!((&rows[10]["value"], &rows[10]["layer"]), (&serde_json::Value::Null, &"default".into()));
}

#[test]
fn a_faulty_file_is_shown_as_it_counts_and_complained_about() {
    let home = Home::with("[notify]\nbell = 'ja'\nprotocol = 'osc9'\n");
    let fault = format!("plyn-notify: {FILE}:2: notify.bell: expected true or false, found \"ja\"\n");
    home.run(&["get", "bell"]).is("true\n", &fault, 0);
    home.run(&["-q", "get", "bell"]).is("true\n", "", 0);
    let shown = home.run(&["show"]);
    assert_eq!((shown.stderr, shown.code), (fault, Some(0)));
    assert!(
        shown.stdout.contains("\nnotify.bell                 = true      # default\n"),
        "{}",
        shown.stdout
    );
}

#[test]
fn get_prints_the_value_for_a_script() {
    let home = Home::with(
        "[notify]\ngrace_seconds = 2.50\n[remote]\nhost = 'lap top'\nuser = 'me'\nkey = '~/a \"b\"'\nport = ''\n[agents.x]\nhold_seconds = 5",
    );
    let rows = [
        ("grace_seconds", "2.5"),
        ("notify.grace_seconds", "2.5"),
        ("channels", "[\"auto\"]"),
        ("bell", "true"),
        ("protocol", ""),
        ("remote.user", "me"),
        ("remote.key", "~/a \"b\""),
        ("agents.x.hold_seconds", "5"),
    ];
    for (key, value) in rows {
        home.run(&["-q", "get", key]).is(&format!("{value}\n"), "", 0);
    }
    for key in
        ["remote.host", "remote.port", "remote.connect_timeout_seconds", "agents.x.mode", "agents.y.mode"]
    {
        home.run(&["-q", "get", key]).is("", "", 1);
    }
    let home = Home::new();
    home.run(&["get", "remote.host"]).is("", "plyn-notify: remote.host is not set\n", 1);
    let hint = "  Every key is in: plyn-notify config show\n";
    let unknown = format!("plyn-notify: grace: unknown key, did you mean notify.grace_seconds?\n{hint}");
    home.run(&["get", "grace"]).is("", &unknown, 2);
    let table =
        "plyn-notify: agents.x: a table, expected one of its keys: agents.x.mode, agents.x.hold_seconds\n";
    home.run(&["get", "agents.x"]).is("", &format!("{table}{hint}"), 2);
}

#[test]
fn set_makes_a_file_with_comments() {
    let home = Home::new();
    home.run(&["set", "grace_seconds", "2.5"]).is("", &format!("plyn-notify: made {FILE}\n"), 0);
    let expected = super::DEFAULT_CONFIG
        .replace("#grace_seconds = 5.0\n", "#grace_seconds = 5.0\ngrace_seconds = 2.5\n");
    assert_eq!(home.text(), expected);
    home.write("other", "");
    let mode = |path: std::path::PathBuf| path.metadata().unwrap().mode() & 0o7777;
    assert_eq!(mode(home.file()), mode(home.path().join("other")), "as the umask has it");
    assert_eq!(mode(home.path().join(".config/plyn-notify")), 0o700);

    home.run(&["set", "channels", "desktop,terminal"]).is("", "", 0);
    home.run(&["set", "protocol", "osc99"]).is("", "", 0);
    home.run(&["set", "remote.host", "laptop"]).is("", "", 0);
    home.run(&["set", "agents.claude.mode", "ask"]).is("", "", 0);
    home.run(&["check"]).is(&format!("no faults in {FILE}\n"), "", 0);
    assert!(home.text().ends_with("such as [agents.codex].\n\n[agents.claude]\nmode = \"ask\"\n"));
    home.run(&["get", "channels"]).is("[\"desktop\", \"terminal\"]\n", "", 0);
    home.run(&["get", "remote.host"]).is("laptop\n", "", 0);
    for key in ["grace_seconds", "channels", "protocol", "remote.host", "agents.claude.mode"] {
        home.run(&["unset", key]).is("", "", 0);
    }
    assert_eq!(home.text(), format!("{}\n[agents.claude]\n", super::DEFAULT_CONFIG));
}

#[test]
fn what_is_set_already_is_not_written() {
    let home = Home::with("[notify]\nbell = false");
    std::fs::hard_link(home.file(), home.path().join("same")).unwrap();
    home.run(&["set", "bell", "off"]).is("", "", 0);
    assert_eq!(home.file().metadata().unwrap().nlink(), 2, "still the same file");
}

#[test]
fn a_wrong_value_or_key_changes_nothing() {
    let text = "[notify]\nbell = false\n";
    let home = Home::with(text);
    let hint = "  Every key is in: plyn-notify config show\n";
    let rows: &[(&[&str], &str, &str)] = &[
        (
            &["grace_seconds", "5s"],
            "notify.grace_seconds: expected decimal seconds, found \"5s\", did you mean 5?",
            "",
        ),
        (&["grace_seconds", "-1"], "notify.grace_seconds: -1 is negative, the nearest valid value is 0", ""),
        (
            &["channels", "desktpo"],
            "notify.channels: unknown channel \"desktpo\", did you mean \"desktop\"?",
            "",
        ),
        (&["protocol", "osc98"], "notify.protocol: unknown protocol \"osc98\", did you mean \"osc99\"?", ""),
        (&["remote.port", "70000"], "remote.port: 70000 is no port, the nearest valid value is 65535", ""),
        (&["bel", "true"], "bel: unknown key, did you mean notify.bell?", hint),
        (&["host", "x"], "host: unknown key, did you mean remote.host?", hint),
        (
            &["no such", "x"],
            "no such: not the name of a key, expected one such as grace_seconds or remote.host",
            hint,
        ),
    ];
    for (args, error, hint) in rows {
        let args = [&["set"], *args].concat();
        home.run(&args).is("", &format!("plyn-notify: {error}\n{hint}"), 2);
    }
    let set = home.run(&["set", "bell"]);
    assert_eq!((set.stdout.as_str(), set.code), ("", Some(2)));
    assert!(set.stderr.contains("<VALUE>"), "{}", set.stderr);
    assert_eq!(home.text(), text);
    assert_eq!(home.beside(), ["config.toml"]);
}

#[test]
fn a_file_that_cannot_take_it_is_left_alone() {
    let rows = [
        (
            "[notify\nbell = 1\n",
            "1: does not parse, the whole file is ignored: unclosed table, expected `]`",
            "Nothing was changed. Repair it first: plyn-notify config edit",
        ),
        (
            "notify = {\n",
            "1: does not parse, the whole file is ignored: ",
            "Nothing was changed. Repair it first: plyn-notify config edit",
        ),
        (
            "\n[notify.bell]\n",
            "2: notify.bell cannot be changed: notify.bell is a table there",
            "Nothing was changed. By hand: plyn-notify config edit",
        ),
        (
            "[[notify]]\n",
            "1: notify.bell cannot be changed: notify is a list of tables there",
            "Nothing was changed. By hand: plyn-notify config edit",
        ),
    ];
    for (text, error, hint) in rows {
        let home = Home::with(text);
        for args in [&["set", "bell", "true"][..], &["unset", "bell"]] {
            let ended = home.run(args);
            assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(1)));
            assert!(ended.stderr.starts_with(&format!("plyn-notify: {FILE}:{error}")), "{}", ended.stderr);
            assert!(ended.stderr.ends_with(&format!("\n  {hint}\n")), "{}", ended.stderr);
            assert_eq!(home.text(), text);
        }
    }
}

#[test]
fn of_a_foreign_file_only_plyngents_keys_are_written() {
    let home = Home::new();
    let foreign = "# mine\n[providers.one]\nkey = 'secret'\n[notify]\nenabled = true # yes\n";
    let keys = "enabled, grace_seconds, min_interval_seconds, channels, actions, include_reason or protocol";
    for name in ["plyngent.toml", "other.toml"] {
        home.write(name, foreign);
        let file = home.at(name);
        for key in ["bell", "sound", "remote.host", "agents.x.mode"] {
            let full = if key.contains('.') { key.to_owned() } else { format!("notify.{key}") };
            let error = format!(
                "plyn-notify: ~/{name}: this file is another program's, and only {keys} may be written to it, not {full}\n  \
                 Set it in your own file: leave --file out.\n"
            );
            home.run(&["--file", &file, "set", key, "1"]).is("", &error, 1);
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), foreign);
        home.run(&["--config", &file, "set", "enabled", "no"]).is("", "", 0);
        // The bell has another name there.
        home.run(&["set", "--file", &file, "protocol", "bell"]).is("", "", 0);
        let expected = foreign.replace("true # yes\n", "false # yes\nprotocol = \"bel\"\n");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
        home.run(&["get", "--file", &file, "protocol"]).is("bell\n", "", 0);
    }
    let new = home.at("new/plyngent.toml");
    home.run(&["--file", &new, "set", "actions", "false"]).is(
        "",
        "plyn-notify: made ~/new/plyngent.toml\n",
        0,
    );
    assert_eq!(std::fs::read_to_string(&new).unwrap(), "[notify]\nactions = false\n");
}

#[test]
fn unset_takes_a_key_out() {
    let home = Home::with("[notify]\n# Loud.\nbell = true # yes\ngrace_second = 3\nsound = false");
    home.run(&["unset", "sound"]).is("", "", 0);
    home.run(&["unset", "bell"]).is("", "", 0);
    // A key that should not be there is taken out as well.
    home.run(&["unset", "grace_second"]).is("", "", 0);
    assert_eq!(home.text(), "[notify]\n# Loud.\n");
    home.run(&["unset", "bell"]).is("", &format!("plyn-notify: {FILE}: notify.bell is not set there\n"), 1);
    let hint = "  Every key is in: plyn-notify config show\n";
    let unknown =
        format!("plyn-notify: grace_second: unknown key, did you mean notify.grace_seconds?\n{hint}");
    home.run(&["unset", "grace_second"]).is("", &unknown, 2);
    let table = home.run(&["unset", "remote"]);
    assert_eq!((table.stdout.as_str(), table.code), ("", Some(2)));
    assert!(
        table.stderr.starts_with("plyn-notify: remote: a table, expected one of its keys: remote.host, ")
    );

    let home = Home::new();
    home.run(&["unset", "bell"]).is("", &format!("plyn-notify: {FILE}: notify.bell is not set there\n"), 1);
    assert!(!home.path().join(".config").exists(), "nothing is made for it");
}

#[test]
fn a_variable_that_wins_is_named() {
    let home = Home::with("");
    let note = "plyn-notify: notify.bell: the variable PLYN_NOTIFY_BELL is set, and wins\n";
    home.command(["set", "bell", "true"]).env("PLYN_NOTIFY_BELL", "off").run().is("", note, 0);
    home.command(["unset", "bell"]).env("PLYN_NOTIFY_BELL", "off").run().is("", note, 0);
    assert_eq!(home.text(), "[notify]\n");
}

#[test]
fn check_lists_the_faults_of_all_layers() {
    let home = Home::new();
    home.run(&["check"]).is("no faults: there is no configuration, and the defaults count\n", "", 0);
    home.run(&["check", "-q"]).is("", "", 0);
    home.write("xdg/plyn-notify/config.toml", "[notify]\nbel = 1\n");
    home.write(".config/plyn-notify/config.toml", "[notify]\n\ngrace_seconds = -1\n[weather]\n");
    let expected = format!(
        "~/xdg/plyn-notify/config.toml:2: notify.bel: unknown key, did you mean notify.bell?\n\
         {FILE}:3: notify.grace_seconds: -1 is negative, the nearest valid value is 0\n\
         {FILE}:4: weather: unknown table, expected [notify], [remote] or [agents]\n\
         PLYN_NOTIFY_SOUNDS: notify.sounds: unknown key, did you mean PLYN_NOTIFY_NOTIFY__SOUND?\n"
    );
    for quiet in [&["check"][..], &["check", "-q"]] {
        let ended = home.command(quiet).env("PLYN_NOTIFY_SOUNDS", "1").run();
        home.tilde(&ended).is(&expected, "", 1);
    }
    home.run(&["check", "--file", "/nowhere/x.toml"]).is(
        "~/xdg/plyn-notify/config.toml:2: notify.bel: unknown key, did you mean notify.bell?\n/nowhere/x.toml: no such file\n",
        "",
        1,
    );
    home.write("xdg/plyn-notify/config.toml", "");
    home.write(".config/plyn-notify/config.toml", "");
    let ended = home.command(["check"]).env("PLYN_NOTIFY_BELL", "0").run();
    home.tilde(&ended).is(
        &format!("no faults in ~/xdg/plyn-notify/config.toml, {FILE}, PLYN_NOTIFY_BELL\n"),
        "",
        0,
    );
}

#[test]
fn help_teaches() {
    for args in [&["--help"][..], &["-h"], &["set", "--help"], &["edit", "-h"]] {
        let help = Home::new().run(args);
        assert_eq!((help.stderr.as_str(), help.code), ("", Some(0)), "{args:?}");
        assert!(help.stdout.contains("Usage: plyn-notify config"), "{}", help.stdout);
        assert!(help.stdout.lines().all(|line| line.chars().count() <= 120), "{}", help.stdout);
    }
    let help = Home::new().run(&["--help"]).stdout;
    assert!(
        help.contains("Exit status:") && help.contains("plyn-notify config set grace_seconds 2.5"),
        "{help}"
    );
    let none = Home::new().run(&[]);
    assert_eq!((none.stdout.as_str(), none.code), ("", Some(2)));
    assert!(none.stderr.contains("Usage: plyn-notify config"), "{}", none.stderr);
}

/// What the help shows can be done, in its order.
#[test]
fn the_examples_work() {
    let home = Home::new();
    home.write(".config/plyngent/plyngent.toml", "[notify]\n");
    let mut count = 0;
    for help in [&["set", "--help"][..], &["--help"]] {
        // What goes on in the next line says so as in a shell.
        let help = home.run(help).stdout.replace("\\\n      ", "");
        for example in help.lines().filter_map(|line| line.strip_prefix("  plyn-notify ")) {
            let script = format!("\"$0\" {example}");
            let ended = home.command::<&str>([]).under(["sh", "-c", &script]).run();
            assert_eq!(ended.code, Some(0), "{example}: {}{}", ended.stdout, ended.stderr);
            count += 1;
        }
    }
    assert_eq!(count, 13);
    home.run(&["--file", &home.at(".config/plyngent/plyngent.toml"), "get", "include_reason"])
        .is("true\n", "", 0);
}
