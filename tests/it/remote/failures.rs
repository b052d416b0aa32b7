//! What goes wrong on the way, in words, and what comes next.

use super::{Far, asked};
use crate::support::{Bus, Emit, Script, Server};

/// Nobody else can be asked.
fn unreachable(why: &str) -> String {
    format!("plyn-notify: nobody can be asked: the terminal is switched off (--no-terminal); remote: {why}\n")
}

#[test]
fn each_failure_says_what_to_do() {
    let far = Far::new(Script::default());
    for (what, why) in [
        (
            "echo 'ssh: connect to host laptop port 22: Connection refused' >&2; exit 255",
            "nobody listens at laptop; is sshd running there?",
        ),
        (
            "echo 'ssh: connect to host laptop port 22: Connection timed out' >&2; exit 255",
            "laptop cannot be reached",
        ),
        (
            "echo '@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @
Host key verification failed.' >&2; exit 255",
            "the host key of laptop has changed; if that is meant to be, forget the old one: ssh-keygen -R 'laptop'",
        ),
        (
            "echo 'Host key verification failed.' >&2; exit 255",
            "the host key of laptop is not known; accept it once: plyn-notify tunnel setup",
        ),
        (
            "echo 'me@laptop: Permission denied (publickey).' >&2; exit 255",
            "laptop refuses our key; add its line to authorized_keys there: plyn-notify tunnel setup",
        ),
        (
            "exec sh -c \"$payload\"",
            "a shell answers at laptop, not plyn-notify; the key's line in authorized_keys there needs its command: \
             plyn-notify tunnel setup",
        ),
        (
            "payload=; receive",
            "laptop says: nothing was sent to be shown: this is the far end of a notification, and no login",
        ),
        (
            "echo 'sh: 1: plyn-notify: not found' >&2; exit 127",
            "laptop does not find plyn-notify; install it there, or repair the command of its authorized_keys line",
        ),
    ] {
        let program = far.wait(&["--channels", "remote", "Deploy; touch pwned?"]).env("FAR", what);
        program.run().is("", &unreachable(why), 69);
    }
    assert_eq!(far.server.notifications().len(), 0);
    far.wait_no_ssh();
}

#[test]
fn without_a_host_or_without_ssh_there_is_a_word_of_it() {
    let far = Far::new(Script::default());
    let program = far.wait(&["--channels", "remote", "Deploy?"]).env("PLYN_NOTIFY_REMOTE__HOST", "");
    program.run().is("", &unreachable("no host is configured; run: plyn-notify tunnel setup"), 69);
    let program = far.wait(&["--channels", "remote", "Deploy?"]);
    let empty = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/usr/bin/env", empty.path().join("env")).unwrap();
    let program = program.env("PATH", empty.path());
    program.run().is("", &unreachable("there is no ssh; install the package openssh-client"), 69);
}

#[test]
fn the_next_channel_is_asked() {
    let near = Bus::start();
    let server = Server::start(&near, Script::default());
    let far = Far::new(Script::default());
    let program = far.wait(&["--json", "Deploy?"]).env("DBUS_SESSION_BUS_ADDRESS", near.address());
    let program = program.env("FAR", "echo 'laptop: Permission denied (publickey).' >&2; exit 255").spawn();
    let note = server.wait_notify(1);
    server.press(note.id, "Deny");
    let ended = program.end();
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(1)));
    let json: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!((&json["source"], &json["announced"]), (&"desktop".into(), &serde_json::json!(["desktop"])));
    let failed: Vec<_> = json["failures"].as_array().unwrap().iter().map(|it| &it["channel"]).collect();
    assert_eq!(failed, ["terminal", "remote"]);
}

#[test]
fn what_the_other_desktop_cannot_do_is_said() {
    let far = Far::new(Script::load("no-actions"));
    let ended = far.wait(&["--channels", "remote", "Deploy?"]).run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)));
    assert!(ended.stderr.contains("; remote: ") && ended.stderr.contains("shows no buttons"), "{ended:?}");
    let (far, program, note) = asked(Script::default(), &["--channels", "remote", "Deploy?"]);
    far.server.emit(note.id, &Emit::Crash);
    let ended = program.end();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)));
    assert!(ended.stderr.contains("the notification server is gone"), "{ended:?}");
}

#[test]
fn a_key_that_a_secret_could_leave_by_is_not_used() {
    let far = Far::new(Script::default());
    let ended = far.wait(&["--kind", "secret", "Password?"]).run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)));
    assert_eq!(far.words(), "");
}
