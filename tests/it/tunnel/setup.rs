//! What `tunnel setup` does and says, and what it takes for wrong.

use plyn_notify::engine::shell;

use super::*;

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
    let program = env!("CARGO_BIN_EXE_plyn-notify");
    let program = if program.contains([' ', ',']) { shell::quoted(program) } else { program.to_owned() };
    let expected = format!("restrict,command=\"{program} receive\" ssh-ed25519 AAAA");
    assert!(line.starts_with(&expected), "{line}");
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
