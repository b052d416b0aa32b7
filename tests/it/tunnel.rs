//! `plyn-notify tunnel`: what it makes, and that nothing of it is left. The other host is a home folder and a server on a
//! bus of its own, and ssh a script.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use crate::{
    forward::script,
    pty::{Case, Run},
    support::{Bus, Ended, Program, Script, Server, pty::Exit},
};

/// With the user's own key anything runs there; with ours its forced command, if the key's line is there.
const SSH: &str = r#"#!/bin/sh
for command; do :; done
export HOME="$HERE/laptop"
case "$*" in
*BatchMode=yes*)
  case "$*" in *accept-new*) rm -f "$HERE/unknown"; [ ! -e "$HERE/keeps" ] || date >>"$(cat "$HERE/keeps")" ;; esac
  [ ! -e "$HERE/unknown" ] || { echo 'Host key verification failed.' >&2; exit 255; }
  [ ! -e "$HERE/fails" ] || { cat "$HERE/fails" >&2; exit 255; }
  line=$(grep plyn-notify@ "$HOME/.ssh/authorized_keys") || { echo 'laptop: Permission denied (publickey).' >&2; exit 255; }
  forced=${line#*command=\"}
  export SSH_ORIGINAL_COMMAND="$command" DBUS_SESSION_BUS_ADDRESS="$FAR_BUS"
  exec sh -c "${forced%%\"*}"
  ;;
*)
  [ ! -e "$HERE/gone" ] || { echo 'ssh: it is gone' >&2; exit 255; }
  exec sh -c "$command"
  ;;
esac
"#;

struct Hosts {
    folder: TempDir,
    bus: Bus,
    server: Server,
}

impl Hosts {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["bin", "server", "laptop", "run"] {
            fs::create_dir(at(name)).unwrap();
        }
        script(&at("bin"), "ssh", SSH);
        symlink(env!("CARGO_BIN_EXE_plyn-notify"), at("bin/plyn-notify")).unwrap();
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        Self { folder, bus, server }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.at(name).parent().unwrap()).unwrap();
        fs::write(self.at(name), text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap_or_default()
    }

    fn variables(&self) -> [(&'static str, String); 6] {
        let at = |name: &str| self.at(name).display().to_string();
        [
            ("HOME", at("server")),
            ("XDG_RUNTIME_DIR", at("run")),
            ("XDG_CONFIG_DIRS", at("nowhere")),
            ("HERE", self.folder.path().display().to_string()),
            ("FAR_BUS", self.bus.address()),
            ("PATH", format!("{}:/usr/bin:/bin", at("bin"))),
        ]
    }

    fn tunnel(&self, args: &[&str]) -> Program {
        let program = Program::new().args(["tunnel"]).args(args);
        self.variables().iter().fold(program, |program, (name, value)| program.env(name, value))
    }

    /// The same at a terminal, at the end of a script.
    fn at_terminal(&self, before: &str, args: &str) -> Run {
        let case = Case::script("sh", &format!("{before}exec plyn-notify tunnel {args} >out 2>err"));
        self.variables().iter().fold(case, |case, (name, value)| case.env(name, value)).start()
    }

    /// Runs it; what is in its folder is named from there, and keys and times are not repeated.
    #[track_caller]
    fn run(&self, args: &[&str]) -> Ended {
        let ended = self.tunnel(args).run();
        let here = self.folder.path().to_str().unwrap();
        let host = rustix::system::uname().nodename().to_str().unwrap().to_owned();
        let host = host.split('.').next().unwrap();
        let plain = |text: &str| {
            let text = text.replace(here, "").replace(env!("CARGO_BIN_EXE_plyn-notify"), "plyn-notify");
            let line = |line: &str| match line.split_once(" answers in ") {
                Some((name, rest)) => {
                    assert_eq!(name, host);
                    let (_, who) = rest.split_once(": ").unwrap();
                    format!("it answers: {who}\n")
                }
                None => format!("{line}\n"),
            };
            let text: String = text.lines().map(line).collect();
            match (text.find("AAAA"), text.find(&format!(" plyn-notify@{host}"))) {
                (Some(start), Some(end)) => {
                    let letters = text[start..end].to_owned();
                    text.replace(&letters, "AAAA").replace(&format!("plyn-notify@{host}"), "plyn-notify@here")
                }
                _ => text,
            }
        };
        Ended { stdout: plain(&ended.stdout), stderr: plain(&ended.stderr), ..ended }
    }
}

/// Every file under a folder, what it holds, and whether others can read it; links as what they lead to.
fn tree(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, u32)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let metadata = path.symlink_metadata().unwrap();
            let bytes = if metadata.is_dir() {
                folders.push(path.clone());
                Vec::new()
            } else if metadata.is_symlink() {
                fs::read_link(&path).unwrap().to_str().unwrap().into()
            } else {
                fs::read(&path).unwrap()
            };
            found.insert(path, (bytes, metadata.permissions().mode()));
        }
    }
    found
}

const WHO: &str = concat!("it answers: plyn-notify ", env!("CARGO_PKG_VERSION"), " on scripted\n");

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
fn it_says_what_it_does() {
    let hosts = Hosts::new();
    let key = "/server/.ssh/plyn-notify_ed25519";
    let rest = format!("set remote.host = \"laptop\", remote.user = \"me\", remote.key = \"{key}\"");
    let would = format!(
        "would make the key {key} (ed25519, without a passphrase)\n\
         would let it have questions shown on me@laptop, by a line in ~/.ssh/authorized_keys there\n\
         would {rest} in /server/.config/plyn-notify/config.toml\n"
    );
    hosts.run(&["setup", "--install-on", "me@laptop", "--dry-run"]).is(&would, "", 0);
    assert!(tree(&hosts.at("server")).is_empty());
    let done = format!("made the key {key}\nme@laptop lets it have questions shown\n{rest}\n{WHO}");
    let note = "plyn-notify: /laptop/.ssh/authorized_keys: the key may have questions shown on this host\n";
    hosts.run(&["setup", "--install-on", "me@laptop", "-y"]).is(&done, note, 0);
    let mode = |name: &str| hosts.at(name).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("server/.ssh"), mode("server/.ssh/plyn-notify_ed25519")), (0o700, 0o600));
    assert_eq!((mode("laptop/.ssh"), mode("laptop/.ssh/authorized_keys")), (0o700, 0o600));
    let line = hosts.text("laptop/.ssh/authorized_keys");
    assert!(
        line.starts_with("restrict,command=\"/") && line.contains("/plyn-notify receive\" ssh-ed25519 AAAA"),
        "{line}"
    );
    let status = format!(
        "host: me@laptop\nkey: {key}\nline: restrict,command=\"plyn-notify receive\" ssh-ed25519 AAAA plyn-notify@here\n\
         authorized on: me@laptop\n{WHO}"
    );
    hosts.run(&["status"]).is(&status, "", 0);
    let removed = format!(
        "took the key's line out on me@laptop\nunset remote.host, remote.user, remote.key\ndeleted the key {key}\n"
    );
    let note = "plyn-notify: /laptop/.ssh/authorized_keys: the key is taken out\n";
    hosts.run(&["remove", "-y"]).is(&removed, note, 0);
    assert_eq!(hosts.server.notifications().len(), 0, "nothing was shown for it");
}

#[test]
fn without_a_host_to_install_on_it_prints_the_line() {
    let hosts = Hosts::new();
    let ended = hosts.run(&["setup", "--yes", "--program", "/opt/plyn/plyn-notify"]);
    let key = "/server/.ssh/plyn-notify_ed25519";
    let stdout = format!(
        "made the key {key}\n\
         The desktop's host needs this line in ~/.ssh/authorized_keys:\n\
         restrict,command=\"/opt/plyn/plyn-notify receive\" ssh-ed25519 AAAA plyn-notify@here\n\
         or, run there: /opt/plyn/plyn-notify tunnel authorize 'ssh-ed25519 AAAA plyn-notify@here'\n\
         set remote.port = \"10022\", remote.key = \"{key}\"\n"
    );
    let stderr = "plyn-notify: no prompt would be shown: localhost:10022 refuses our key; add its line to authorized_keys \
                  there: plyn-notify tunnel setup\n  \
                  Everything on this host is set up; try again: plyn-notify tunnel status\n";
    ended.is(&stdout, stderr, 69);
    let public = hosts.text("server/.ssh/plyn-notify_ed25519.pub");
    let program = hosts.tunnel(&["authorize", public.trim()]).env("HOME", hosts.at("laptop"));
    assert_eq!(program.run().code, Some(0));
    let status = hosts.run(&["status"]);
    assert!(status.stdout.ends_with(WHO) && status.code == Some(0), "{status:?}");
}

#[test]
fn an_unknown_host_is_trusted_only_on_consent_and_forgotten_again() {
    let hosts = Hosts::new();
    hosts.write("fails", "Host key verification failed.\n");
    let args = ["setup", "--host", "laptop"];
    let ended = hosts.run(&[&args[..], &["--yes"]].concat());
    assert_eq!(ended.code, Some(69), "{ended:?}");
    assert!(ended.stderr.contains("the host key of laptop is not known"), "{ended:?}");
    // What ssh would have kept.
    hosts.write("server/.ssh/plyn-notify_ed25519.known_hosts", "laptop ssh-ed25519 AAAA\n");
    hosts.run(&["remove", "--yes"]).is(
        "unset remote.host, remote.key\ndeleted the key /server/.ssh/plyn-notify_ed25519\n",
        "",
        0,
    );
    assert!(tree(&hosts.at("server")).is_empty());
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
fn nobody_to_ask_changes_nothing() {
    let hosts = Hosts::new();
    let ended = hosts.tunnel(&["setup", "--host", "laptop"]).under(["setsid", "--wait"]).run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)), "{ended:?}");
    let hint = "  Do it without asking: --yes. See what it would be: --dry-run.\n";
    assert!(
        ended.stderr.starts_with("plyn-notify: nobody can be asked whether to make the key "),
        "{ended:?}"
    );
    assert!(ended.stderr.ends_with(hint), "{ended:?}");
    assert!(tree(&hosts.at("server")).is_empty());
}

#[test]
fn each_change_is_asked_for_and_yes_makes_it() {
    let hosts = Hosts::new();
    hosts.write("unknown", "");
    let mut run = hosts.at_terminal("", "setup --install-on me@laptop");
    for (question, done) in [
        ("Make the key", "server/.ssh/plyn-notify_ed25519"),
        ("Let it have questions shown", "laptop/.ssh/authorized_keys"),
        ("Set remote.host", "server/.config/plyn-notify/config.toml"),
    ] {
        run.ready(question);
        assert!(!hosts.at(done).exists(), "{question}");
        run.send("yes\r");
        assert!(crate::pty::comes_true(|| hosts.at(done).exists()), "{question}");
    }
    run.ready("Trust the host key");
    assert!(hosts.at("unknown").exists());
    run.send("y\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(0), "{}", run.pty.contents());
    run.is_sane();
    let out = run.file("out");
    let said: Vec<&str> = out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(said[..3], ["made", "me@laptop", "set"], "{out}");
    assert!(said.len() == 4 && out.lines().last().unwrap().contains(" answers in "), "{out}");
    let note = "authorized_keys: the key may have questions shown on this host\n";
    assert!(run.file("err").ends_with(note) && run.file("err").lines().count() == 1, "{}", run.file("err"));

    let mut run = hosts.at_terminal("", "remove");
    for question in ["Take the key", "Unset remote.host", "Delete the key"] {
        run.ready(question);
        run.send("yes\r");
    }
    assert_eq!(run.pty.wait_exit(), Exit::code(0), "{}", run.pty.contents());
    assert!(tree(&hosts.at("server")).is_empty() && !hosts.at("laptop/.ssh/authorized_keys").exists());
}

#[test]
fn what_was_typed_before_a_question_does_not_answer_it() {
    let hosts = Hosts::new();
    let mut run = hosts.at_terminal("echo ready; until [ -e go ]; do :; done; ", "setup --host laptop");
    run.pty.wait_text("ready");
    run.send("yes\ryes\r");
    // The terminal has it when it has echoed it.
    run.pty.wait_text("yes");
    run.touch("go");
    run.ready("Make the key");
    assert!(!hosts.at("server/.ssh").exists());
    // What follows the answer was typed before the next question, too.
    run.send("yes\ryes\ry\r");
    run.ready("Set remote.host");
    assert!(hosts.at("server/.ssh").exists() && !hosts.at("server/.config").exists());
    run.send("no\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(1), "{}", run.pty.contents());
    run.is_sane();
    assert!(!hosts.at("server/.config").exists());
    let err = run.file("err");
    assert!(err.starts_with("plyn-notify: stopped, and did not set remote.host = "), "{err}");
    assert!(err.ends_with("  What was done before is kept; run it again to go on.\n"), "{err}");
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

/// What setting up without an answer from the other host is like.
#[track_caller]
fn set_up_unreached(hosts: &Hosts, args: &[&str]) {
    hosts.write("fails", "ssh: connect to host x port 1: Connection refused\n");
    let ended = hosts.run(args);
    assert_eq!(ended.code, Some(69), "{ended:?}");
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
fn what_cannot_be_configured_is_known_before_anything_is_done() {
    let hosts = Hosts::new();
    for text in ["remote = 3\n", "[remote\n"] {
        hosts.write("server/.config/plyn-notify/config.toml", text);
        let before = (tree(&hosts.at("server")), tree(&hosts.at("laptop")));
        let ended = hosts.run(&["setup", "--install-on", "me@laptop", "--yes"]);
        assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(1)), "{ended:?}");
        assert!(ended.stderr.contains("config.toml"), "{ended:?}");
        assert_eq!((tree(&hosts.at("server")), tree(&hosts.at("laptop"))), before, "{text}");
    }
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
fn what_was_said_of_another_host_is_not_meant_for_this_one() {
    let hosts = Hosts::new();
    let config = "server/.config/plyn-notify/config.toml";
    let remote = || {
        let text = hosts.text(config);
        let (_, table) = text.split_once("[remote]\n").unwrap();
        let keys = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        keys.flat_map(|line| [line, ";"]).collect::<String>()
    };
    let key = format!("key = \"{}\";", hosts.at("server/.ssh/plyn-notify_ed25519").display());
    set_up_unreached(&hosts, &["setup", "--user", "me", "--yes"]);
    assert_eq!(remote(), format!("user = \"me\";port = 10022;{key}"));
    // From the tunnel to a host of its own.
    set_up_unreached(&hosts, &["setup", "--host", "laptop", "--yes"]);
    assert_eq!(remote(), format!("host = \"laptop\";{key}"));
    // Another run keeps what it says of the same host.
    set_up_unreached(&hosts, &["setup", "--host", "laptop", "--port", "2222", "--yes"]);
    set_up_unreached(&hosts, &["setup", "--host", "laptop", "--user", "me", "--yes"]);
    assert!(remote().contains("port = 2222;") && remote().contains("user = \"me\";"), "{}", remote());
    // The one that it is installed on is called something else from here.
    let on = "ssh://admin@gateway:2200";
    set_up_unreached(&hosts, &["setup", "--host", "desk", "--install-on", on, "--yes"]);
    assert_eq!(remote(), format!("host = \"desk\";{key}"));
    hosts.run(&["setup", "--host", "laptop", "--dry-run"]).is(
        &format!(
            "The desktop's host needs this line in ~/.ssh/authorized_keys:\n\
             restrict,command=\"plyn-notify receive\" ssh-ed25519 AAAA plyn-notify@here\n\
             or, run there: plyn-notify tunnel authorize 'ssh-ed25519 AAAA plyn-notify@here'\n\
             would set remote.host = \"laptop\" in /{config}\n"
        ),
        "",
        0,
    );
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

#[test]
fn a_key_that_may_log_in_keeps_its_line() {
    let hosts = Hosts::new();
    assert_eq!(hosts.run(&["setup", "--host", "laptop", "--yes"]).code, Some(69));
    let key = hosts.text("server/.ssh/plyn-notify_ed25519.pub");
    let file = "laptop/.ssh/authorized_keys";
    let authorize = |args: &[&str]| {
        let program =
            hosts.tunnel(&[&["authorize", key.trim()], args].concat()).env("HOME", hosts.at("laptop"));
        let ended = program.run();
        let stderr = ended.stderr.replace(hosts.folder.path().to_str().unwrap(), "");
        Ended { stderr, ..ended }
    };
    for login in [key.clone(), format!("from=\"10.0.0.0/8\" {key}"), format!("command=\"rsync a\" {key}")] {
        let text = format!("# mine\n{login}");
        hosts.write(file, &text);
        let refused = "plyn-notify: /laptop/.ssh/authorized_keys: line 2 has the key already, and not for plyn-notify; it is \
                       left as it is\n  \
                       Use a key that is for this alone: plyn-notify tunnel setup --key FILE\n";
        for args in [&[][..], &["--remove"]] {
            authorize(args).is("", refused, 1);
            assert_eq!(hosts.text(file), text);
        }
    }
    hosts.write(file, &format!("#{key}other\n"));
    assert_eq!(authorize(&[]).code, Some(0));
    assert!(hosts.text(file).ends_with(&format!("\n#{key}other\n")), "a comment is not a line of the key's");
    assert_eq!(authorize(&["--remove"]).code, Some(0));
    assert_eq!(hosts.text(file), format!("#{key}other\n"));
}

#[test]
fn wrong_usage_changes_nothing() {
    let hosts = Hosts::new();
    for (args, why) in [
        (&["setup", "--host=-oProxyCommand=x", "-y"][..], "a host's name cannot start with a dash"),
        (
            &["setup", "--install-on", "a b", "-y"],
            "\"a b\" names no host: HOST, USER@HOST or ssh://USER@HOST:PORT",
        ),
        (
            &["authorize", "ssh-ed25519"],
            "this is no public key: it is not of the form `ssh-ed25519 AAAA… COMMENT`",
        ),
        (&["setup", "--host", "a;b", "-y"], "a host's name holds no spaces, no quotes"),
        (&["setup", "--host", "", "-y"], "the host's name is empty"),
        (&["setup", "--install-on", "a b@laptop", "-y"], "a login name holds no spaces, no quotes"),
        (&["setup", "--install-on", "", "-y"], "names no host"),
        (&["setup", "--user", "a b", "-y"], "\"a b\": a login name holds no spaces, no quotes"),
        (&["setup", "--user=-x", "-y"], "\"-x\": a login name cannot start with a dash"),
        (&["setup", "--user", "", "-y"], "\"\": the login name is empty"),
        (&["setup", "--program", "", "-y"], "\"\" is no program"),
        (&["setup", "--program=-x", "-y"], "\"-x\" is no program"),
        (&["setup", "--program", "a\nb", "-y"], "\"a\\nb\" is no program"),
        (&["setup", "--key", "", "-y"], "a value is required for '--key <FILE>'"),
        (&["setup", "--key", "a\nb", "-y"], "\"a\\nb\" is no file for a key"),
        (&["setup", "--port", "0"], "0"),
        (&["set"], "set"),
    ] {
        let ended = hosts.run(args);
        assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(2)), "{args:?}");
        assert!(ended.stderr.contains(why), "{ended:?}");
    }
    hosts.run(&["status"]).is(
        "",
        "plyn-notify: no host is configured\n  Set it up: plyn-notify tunnel setup\n",
        69,
    );
    assert!(tree(&hosts.at("server")).is_empty() && tree(&hosts.at("laptop")).is_empty());
}
