//! `tunnel remove` after whatever came before it: what was there is there again, and nothing else is touched.

use std::{fs, os::unix::fs::symlink};

use super::*;

#[test]
fn set_up_twice_and_removed_it_leaves_every_file_as_it_was() {
    let config = "server/.config/plyn-notify/config.toml";
    let keys = "laptop/.ssh/authorized_keys";
    for (row, (config_text, keys_text)) in [
        (None, None),
        (Some(""), Some("")),
        (Some("# mine\n[notify]\nbell = false"), Some("ssh-rsa AAAA mine\r\n# no end")),
        (
            Some("[notify]\r\nbell = false\r\n[remote]\r\n# my laptop\r\n[agents.x]\r\nmode = 'ask'\r\n"),
            Some("\n"),
        ),
        (Some("[remote]\nconnect_timeout_seconds = 3 # long\n\n\n"), Some("# only\n")),
    ]
    .into_iter()
    .enumerate()
    {
        let hosts = Hosts::new();
        for (name, text) in [(config, config_text), (keys, keys_text)] {
            if let Some(text) = text {
                hosts.write(name, text);
            }
        }
        if row == 2 {
            fs::rename(hosts.at(keys), hosts.at("laptop/.ssh/real")).unwrap();
            symlink("real", hosts.at(keys)).unwrap();
            fs::rename(hosts.at(config), hosts.at("server/dotfile")).unwrap();
            symlink("../../dotfile", hosts.at(config)).unwrap();
        }
        let before = (tree(&hosts.at("server")), tree(&hosts.at("laptop")));
        let setup = ["setup", "--install-on", "me@laptop", "--yes"];
        let first = hosts.run(&setup);
        assert_eq!(first.code, Some(0), "{first:?}");
        let after = (tree(&hosts.at("server")), tree(&hosts.at("laptop")));
        assert_ne!(before, after);
        hosts.run(&setup).is(WHO, "", 0);
        assert_eq!((tree(&hosts.at("server")), tree(&hosts.at("laptop"))), after, "row {row}: twice");
        let removed = hosts.run(&["remove", "--yes"]);
        assert_eq!(removed.code, Some(0), "{removed:?}");
        let mut left = (tree(&hosts.at("server")), tree(&hosts.at("laptop")));
        if row == 0 {
            // Whose folder this is nobody can tell afterwards.
            left.1.remove(&hosts.at("laptop/.ssh"));
        }
        assert_eq!(left, before, "row {row}");
        hosts.run(&["remove", "--yes"]).is("nothing was set up here\n", "", 0);
    }
}

#[test]
fn a_key_that_was_there_stays_without_the_host_keys_that_were_accepted_for_it() {
    let hosts = Hosts::new();
    let key = "/server/.ssh/mine";
    assert_eq!(
        hosts.run(&["setup", "--key", hosts.at(&key[1..]).to_str().unwrap(), "--host", "x", "--yes"]).code,
        Some(69)
    );
    let public = hosts.text("server/.ssh/mine.pub");
    fs::remove_file(hosts.at("server/.local/state/plyn-notify/tunnel.json")).unwrap();
    fs::remove_dir_all(hosts.at("server/.config")).unwrap();
    let before = tree(&hosts.at("server"));
    hosts.write("unknown", "");
    hosts.write("keeps", hosts.at("server/.ssh/mine.known_hosts").to_str().unwrap());
    assert!(public.starts_with("ssh-ed25519 "));
    let path = hosts.at(&key[1..]);
    let ended = hosts.run(&["setup", "--key", path.to_str().unwrap(), "--install-on", "laptop", "--yes"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(hosts.at("server/.ssh/mine.known_hosts").exists());
    let ended = hosts.run(&["remove", "--yes"]);
    let end = "unset remote.host, remote.key\ndeleted the host keys in /server/.ssh/mine.known_hosts\n";
    assert!(ended.stdout.ends_with(end) && ended.code == Some(0), "{ended:?}");
    assert_eq!(tree(&hosts.at("server")), before);
}

#[test]
fn what_others_changed_since_stays() {
    let hosts = Hosts::new();
    let config = "server/.config/plyn-notify/config.toml";
    hosts.write(config, "[notify]\nbell = false\n");
    assert_eq!(hosts.run(&["setup", "--install-on", "laptop", "--yes"]).code, Some(0));
    let changed = hosts.text(config).replace("bell = false", "bell = true # now");
    hosts.write(config, &changed);
    let keys = format!("# first\n{}ssh-rsa AAAA other\n", hosts.text("laptop/.ssh/authorized_keys"));
    hosts.write("laptop/.ssh/authorized_keys", &keys);
    assert_eq!(hosts.run(&["remove", "--yes"]).code, Some(0));
    assert_eq!(hosts.text("laptop/.ssh/authorized_keys"), "# first\nssh-rsa AAAA other\n");
    let left = hosts.text(config);
    assert!(left.starts_with("[notify]\nbell = true # now\n") && !left.contains("laptop"), "{left}");
}

#[test]
fn each_file_that_was_changed_is_the_one_that_is_changed_back() {
    let hosts = Hosts::new();
    let mine = "[remote]\nhost = \"mine\"\nuser = \"keepme\"\n";
    hosts.write("server/.config/plyn-notify/config.toml", mine);
    let (first, second) = (hosts.at("a.toml"), hosts.at("b.toml"));
    for (file, user) in [(&first, "one"), (&second, "two")] {
        let file = file.to_str().unwrap();
        let words =
            ["--config", file, "setup", "--yes", "--host", "127.0.0.1", "--user", user, "--port", "1"];
        set_up_unreached(&hosts, &words);
    }
    let edited = format!("{}# edited\n", hosts.text("a.toml"));
    assert!(edited.contains("user = \"one\"") && hosts.text("b.toml").contains("user = \"two\""), "{edited}");
    hosts.write("a.toml", &edited);
    let removed = "unset remote.host, remote.user, remote.port, remote.key\n";
    let key = "deleted the key /server/.ssh/plyn-notify_ed25519\n";
    hosts.run(&["remove", "--yes"]).is(&format!("{removed}{removed}{key}"), "", 0);
    assert_eq!(hosts.text("server/.config/plyn-notify/config.toml"), mine);
    let left = hosts.text("a.toml");
    assert!(
        left.ends_with("# edited\n") && !left.contains("127.0.0.1") && !left.contains("\"one\""),
        "{left}"
    );
    assert!(!second.exists());
}

#[test]
fn a_value_that_was_there_is_there_again_and_one_that_is_newer_stays() {
    let hosts = Hosts::new();
    let config = "server/.config/plyn-notify/config.toml";
    hosts.write(config, "[remote]\nhost = 'old' # mine\nuser = \"me\"\nport = 22\n");
    let setup = |port| ["setup", "--yes", "--host", "new", "--user", "you", "--port", port];
    set_up_unreached(&hosts, &setup("1"));
    hosts.write(config, &format!("# edited\n{}", hosts.text(config)));
    set_up_unreached(&hosts, &setup("2"));
    let edited = hosts.text(config).replace("\"you\"", "\"they\"");
    assert!(edited.contains("'new'") || edited.contains("\"new\""), "{edited}");
    hosts.write(config, &edited);
    assert_eq!(hosts.run(&["remove", "--yes"]).code, Some(0));
    let left = "# edited\n[remote]\nhost = 'old' # mine\nuser = \"they\"\nport = 22\n";
    assert_eq!(hosts.text(config), left);
}

#[test]
fn what_was_done_before_a_failure_can_be_undone() {
    let hosts = Hosts::new();
    // There is no plyn-notify on the laptop.
    let setup = ["setup", "--install-on", "me@laptop", "--program", "no-such-program", "--yes"];
    let ended = hosts.run(&setup);
    assert_eq!(
        (ended.stdout.as_str(), ended.code),
        ("made the key /server/.ssh/plyn-notify_ed25519\n", Some(69))
    );
    assert!(
        ended.stderr.contains("the key's line was not changed on me@laptop: exit status 127"),
        "{ended:?}"
    );
    assert_eq!(hosts.run(&["remove", "--yes"]).code, Some(0));
    assert!(tree(&hosts.at("server")).is_empty());
    // And no ssh-keygen here.
    script(
        &hosts.at("bin"),
        "ssh-keygen",
        "#!/bin/sh\necho private >\"$HOME/.ssh/plyn-notify_ed25519\"\necho no >&2\nexit 1\n",
    );
    let ended = hosts.run(&["setup", "--host", "laptop", "--yes"]);
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(1)), "{ended:?}");
    assert_eq!(hosts.run(&["remove", "--yes"]).code, Some(0));
    assert!(tree(&hosts.at("server")).is_empty());
}

#[test]
fn a_host_that_is_gone_for_good_keeps_nothing_here() {
    let hosts = Hosts::new();
    assert_eq!(hosts.run(&["setup", "--install-on", "me@laptop", "--yes"]).code, Some(0));
    let line = hosts.text("laptop/.ssh/authorized_keys");
    hosts.write("fails", "ssh: connect to host laptop port 22: No route to host\n");
    hosts.write("gone", "");
    let done =
        "unset remote.host, remote.user, remote.key\ndeleted the key /server/.ssh/plyn-notify_ed25519\n";
    let remains = "ssh: it is gone\n\
         plyn-notify: the key's line is still in ~/.ssh/authorized_keys on me@laptop: ssh failed\n  \
         Take it out there: plyn-notify tunnel authorize --remove 'ssh-ed25519 AAAA plyn-notify@here'\n  \
         Try again when it can be reached: plyn-notify tunnel remove\n  \
         Forget it, since without its key the line is of no use: plyn-notify tunnel remove --force\n";
    hosts.run(&["remove", "--yes"]).is(done, remains, 69);
    assert!(!hosts.at("server/.ssh").exists() && !hosts.at("server/.config").exists());
    hosts.run(&["remove", "--yes"]).is("", remains, 69);
    // It was only asleep.
    fs::remove_file(hosts.at("gone")).unwrap();
    let note = "plyn-notify: /laptop/.ssh/authorized_keys: the key is taken out\n";
    hosts.run(&["remove", "--yes"]).is("took the key's line out on me@laptop\n", note, 0);
    assert!(tree(&hosts.at("server")).is_empty());
    assert!(line.contains("receive") && !hosts.at("laptop/.ssh/authorized_keys").exists());
    // It is not.
    fs::remove_file(hosts.at("fails")).unwrap();
    assert_eq!(hosts.run(&["setup", "--install-on", "me@laptop", "--yes"]).code, Some(0));
    hosts.write("gone", "");
    hosts.run(&["remove", "--yes", "--force"]).is(
        done,
        "ssh: it is gone\nplyn-notify: the key's line is still in ~/.ssh/authorized_keys on me@laptop: ssh failed\n",
        0,
    );
    assert!(tree(&hosts.at("server")).is_empty());
}
