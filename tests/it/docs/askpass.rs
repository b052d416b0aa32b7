//! `plyn-notify-askpass`, as ssh, sudo and git call it. The real ones are in `tests/e2e`.

use rustix::process::Signal;

use crate::support::{
    Bus, Program, Script, Server,
    pty::{Exit, PtyCommand},
};

/// The program under its other name, in a folder of its own.
fn askpass() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("plyn-notify-askpass");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_plyn-notify"), &path).expect("a link");
    (folder, path)
}

const SECRET: &str = "hunter2";

/// Asks this at a terminal and types that: what goes to stdout, and how it ends.
fn asked(prompt: &str, said: Option<&str>, keys: &str) -> (String, Exit, String) {
    let (folder, path) = askpass();
    let out = folder.path().join("out");
    let script = "exec \"$1\" \"$2\" >\"$3\"";
    let mut command = PtyCommand::new("sh").args(["-c", script, "sh"]).arg(path).arg(prompt).arg(&out);
    if let Some(said) = said {
        command = command.env("SSH_ASKPASS_PROMPT", said);
    }
    let mut pty = command.spawn();
    if keys == SECRET {
        pty.wait_text("(not shown)");
        pty.send(format!("{keys}\r"));
    } else {
        pty.wait_text("›");
        pty.answer(keys);
    }
    let exit = pty.wait_exit();
    (std::fs::read_to_string(out).expect("a file"), exit, pty.contents())
}

#[test]
fn a_secret_is_typed_and_not_shown() {
    let (answer, exit, screen) = asked("[sudo] password for me: ", None, SECRET);
    assert_eq!((answer.as_str(), exit), ("hunter2\n", Exit::code(0)));
    assert!(screen.contains("[sudo] password for me") && !screen.contains(SECRET), "{screen}");
}

#[test]
fn a_permission_is_yes_or_nothing() {
    let prompt = "Allow use of key k?\nKey fingerprint SHA256:abc.";
    let (answer, exit, screen) = asked(prompt, Some("confirm"), "y");
    assert_eq!((answer.as_str(), exit), ("yes\n", Exit::code(0)));
    assert!(screen.contains("Allow use of key k?"), "{screen}");
    let (answer, exit, _) = asked(prompt, Some("confirm"), "deny");
    assert_eq!((answer.as_str(), exit), ("no\n", Exit::code(1)));
}

#[test]
fn a_host_s_key_can_be_answered_by_its_fingerprint() {
    let prompt = "The authenticity of host 'x' can't be established.\nED25519 key fingerprint is SHA256:abc.\n\
                  Are you sure you want to continue connecting (yes/no/[fingerprint])? ";
    let (answer, exit, screen) = asked(prompt, None, "SHA256:abc");
    assert_eq!((answer.as_str(), exit), ("SHA256:abc\n", Exit::code(0)));
    assert!(screen.contains("Are you sure you want to continue connecting"), "{screen}");
    let (answer, exit, _) = asked(prompt, None, "no");
    assert_eq!((answer.as_str(), exit), ("no\n", Exit::code(1)));
}

/// A server chooses its prompts: what looks like a question of ssh's own in one is still a secret.
#[test]
fn a_server_cannot_have_a_password_shown() {
    for prompt in ["(me@evil) Password (yes/no/[fingerprint]): ", "(me@evil) Please type 'yes' or 'no': "] {
        let (answer, exit, screen) = asked(prompt, None, SECRET);
        assert_eq!((answer.as_str(), exit), ("hunter2\n", Exit::code(0)));
        assert!(screen.contains("(me@evil)") && !screen.contains(SECRET), "{screen}");
    }
}

#[test]
fn a_host_s_key_is_asked_for_again() {
    let (answer, exit, _) = asked("Please type 'yes', 'no' or the fingerprint: ", None, "SHA256:abc");
    assert_eq!((answer.as_str(), exit), ("SHA256:abc\n", Exit::code(0)));
    let (answer, exit, _) = asked("Please type 'yes' or 'no': ", None, "yes");
    assert_eq!((answer.as_str(), exit), ("yes\n", Exit::code(0)));
}

/// stdin is a terminal on which nothing is typed but the answer.
#[test]
fn a_dash_is_a_prompt_like_any_other() {
    for prompt in ["-", "-: ", "--help", "-o: "] {
        let (answer, exit, screen) = asked(prompt, None, SECRET);
        assert_eq!((answer.as_str(), exit), ("hunter2\n", Exit::code(0)), "{prompt}");
        assert!(!screen.contains(SECRET), "{screen}");
    }
    for prompt in ["-x\nSure?", "--\nSure?", "-\nSure?"] {
        let (answer, exit, screen) = asked(prompt, Some("confirm"), "y");
        assert_eq!((answer.as_str(), exit), ("yes\n", Exit::code(0)), "{screen}");
    }
}

/// Here the end of stdin never comes, and the server has what is told.
#[test]
fn a_dash_is_told_like_any_other_text() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let (_folder, path) = askpass();
    for (n, prompt, summary, body) in [(1, "Touch it?\n-", "Touch it?", "-"), (2, "-", "-", "")] {
        let command = PtyCommand::new(&path).arg(prompt).env("SSH_ASKPASS_PROMPT", "none");
        let pty = command.env("DBUS_SESSION_BUS_ADDRESS", bus.address()).spawn();
        let note = server.wait_notify(n);
        assert_eq!((note.summary.as_str(), note.body.as_str()), (summary, body), "{prompt}");
        pty.signal(Signal::TERM);
        assert_eq!(pty.wait_exit(), Exit::signal(Signal::TERM));
    }
}

#[test]
fn a_name_is_shown_as_it_is_typed() {
    let (answer, exit, screen) = asked("Username for 'https://example.org': ", None, "me");
    assert_eq!((answer.as_str(), exit), ("me\n", Exit::code(0)));
    assert!(screen.contains("Username for 'https://example.org'"), "{screen}");
}

#[test]
fn without_a_terminal_a_secret_is_asked_of_nobody() {
    let (_folder, path) = askpass();
    let command = format!("exec setsid --wait {} 'Password: '", path.display());
    let ended = Program::new().under(["sh", "-c", &command]).run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)), "{}", ended.stderr);
    assert!(ended.stderr.contains("a terminal alone, and never announced"), "{}", ended.stderr);
}
