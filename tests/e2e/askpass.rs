//! `plyn-notify-askpass`, started by the programs that it is for.

use std::{fs, os::unix::fs::symlink, path::PathBuf};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::program::{self, Server as Running, plyn_notify, with_program};
use crate::pty::{Exit, LIMIT, Pty, PtyCommand};
use crate::support::{Bus, Script, Server};

const SECRET: &str = "hunter2";

/// A folder that everybody can read, with the program under its other name in it.
fn askpass() -> (TempDir, PathBuf) {
    let folder = tempfile::Builder::new().prefix("askpass").tempdir_in("/tmp").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.path(), mode).unwrap();
    let copy = folder.path().join("plyn-notify");
    fs::copy(plyn_notify(), copy).unwrap();
    let path = folder.path().join("plyn-notify-askpass");
    symlink("plyn-notify", &path).unwrap();
    (folder, path)
}

fn ok<const N: usize>(argv: [&str; N]) {
    let (output, _) = program::run(LIMIT, argv);
    assert_eq!(output.code, Some(0), "{argv:?}: {}", output.stderr);
}

fn type_secret(pty: &mut Pty) {
    pty.wait_text("(not shown)");
    pty.send(format!("{SECRET}\r"));
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn an_agent_asks_on_the_desktop_before_a_key_is_used() {
    let (folder, path) = askpass();
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (key, socket, data) = (at("key"), at("socket"), at("data"));
    ok(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "a test's key", "-f", &key]);
    fs::write(&data, "data").unwrap();
    let agent = [
        format!("SSH_ASKPASS={}", path.display()),
        "SSH_ASKPASS_REQUIRE=force".to_owned(),
        format!("DBUS_SESSION_BUS_ADDRESS={}", bus.address()),
        // It is a session's, not a terminal's.
        "setsid".to_owned(),
        "ssh-agent".to_owned(),
        "-D".to_owned(),
        "-a".to_owned(),
        socket.clone(),
    ];
    let _agent = Running::start("env", agent);
    let socket = format!("SSH_AUTH_SOCK={socket}");
    ok(["env", &socket, "ssh-add", "-q", "-c", &key]);
    fs::remove_file(&key).unwrap();
    for (n, label, code) in [(1, "Allow", 0), (2, "Deny", 255)] {
        let signature = format!("{data}.sig");
        let public = format!("{key}.pub");
        let argv = [socket.as_str(), "ssh-keygen", "-Y", "sign", "-n", "file", "-f", &public, &data];
        let pty = PtyCommand::new("env").args(argv).spawn();
        let note = server.wait_notify(n);
        assert!(note.body.contains("Allow use of key"), "{}", note.body);
        assert!(note.body.contains("SHA256:"), "the fingerprint says which: {}", note.body);
        server.press(note.id, label);
        assert_eq!(pty.wait_exit(), Exit::code(code), "{label}: {}", pty.contents());
        assert_eq!(fs::remove_file(signature).is_ok(), code == 0, "{label}");
    }
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn a_passphrase_is_asked_for_at_the_terminal() {
    let (folder, path) = askpass();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (key, socket) = (at("key"), at("socket"));
    ok(["ssh-keygen", "-q", "-t", "ed25519", "-N", SECRET, "-f", &key]);
    let _agent = Running::start("ssh-agent", ["-D", "-a", &socket]);
    let mut pty = PtyCommand::new("ssh-add")
        .arg(&key)
        .env("SSH_AUTH_SOCK", &socket)
        .env("SSH_ASKPASS", &path)
        .env("SSH_ASKPASS_REQUIRE", "force")
        .spawn();
    pty.wait_text("Enter passphrase for");
    type_secret(&mut pty);
    assert_eq!(pty.wait_exit(), Exit::code(0), "{}", pty.contents());
    assert!(
        pty.contents().contains("Identity added") && !pty.contents().contains(SECRET),
        "{}",
        pty.contents()
    );
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn sudo_asks_for_the_password() {
    let (folder, path) = askpass();
    // A user with a password who may do all, for this process alone: files of this mount namespace.
    let script = r#"
        cd "$1" && mkdir etc && cp /etc/shadow /etc/sudoers etc &&
        sed -i 's|^nobody:[^:]*:|nobody:@HASH@:|' etc/shadow &&
        echo 'nobody ALL=(ALL) ALL' >>etc/sudoers && chmod 440 etc/sudoers &&
        mount --bind etc/shadow /etc/shadow && mount --bind etc/sudoers /etc/sudoers &&
        SUDO_ASKPASS=$2 exec setpriv --reuid nobody --regid nogroup --clear-groups \
            sudo -A sh -c 'echo "I am $(id -un)"'"#;
    let script = script.replace("@HASH@", HASH);
    let argv = ["--mount", "sh", "-c", &script, "sh"];
    let mut pty = PtyCommand::new("unshare").args(argv).arg(folder.path()).arg(&path).spawn();
    pty.wait_text("password for nobody");
    type_secret(&mut pty);
    assert_eq!(pty.wait_exit(), Exit::code(0), "{}", pty.contents());
    assert!(pty.contents().contains("I am root") && !pty.contents().contains(SECRET), "{}", pty.contents());
}

/// [`SECRET`] as /etc/shadow has it.
const HASH: &str =
    "$6$plynplyn$bNLn2l0BGA9G7gC1jcoNQmy82hXTTqJqT4t6/PomKishzZr02eQZcd6XfR69N6tQ/fpoHS1frbzn1H2B5NyPQ/";

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn git_asks_for_name_and_password() {
    let (_folder, path) = askpass();
    let script =
        r"printf 'protocol=https\nhost=example.org\n\n' | git credential fill | sed s/hunter/HUNTER/";
    let command = PtyCommand::new("sh").args(["-c", script]).env("GIT_ASKPASS", &path);
    let command = command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_CONFIG_NOSYSTEM", "1");
    let mut pty = with_program(command).spawn();
    pty.wait_text("Username for 'https://example.org'");
    pty.answer("me");
    pty.wait_text("Password for 'https://me@example.org'");
    type_secret(&mut pty);
    assert_eq!(pty.wait_exit(), Exit::code(0), "{}", pty.contents());
    let shown = pty.contents();
    assert!(shown.contains("username=me") && shown.contains("password=HUNTER2"), "{shown}");
    assert!(!shown.contains(SECRET), "{shown}");
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn what_is_only_told_is_taken_down_when_it_is_over() {
    let (_folder, path) = askpass();
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    // As ssh does for a key that has to be touched: it is ended when that has happened.
    let command = PtyCommand::new(&path).arg("Confirm user presence for key ED25519-SK SHA256:x");
    let pty =
        command.env("SSH_ASKPASS_PROMPT", "none").env("DBUS_SESSION_BUS_ADDRESS", bus.address()).spawn();
    let note = server.wait_notify(1);
    assert!(note.summary.contains("Confirm user presence"), "{}", note.summary);
    pty.signal(Signal::TERM);
    assert_eq!(pty.wait_exit(), Exit::signal(Signal::TERM));
    server.wait_closed(note.id);
}
