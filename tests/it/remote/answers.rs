//! What a human does on the other host's desktop.

use super::{Far, asked};
use crate::support::{Bus, NOTIFICATIONS, Script, Server};

#[test]
fn a_press_there_is_the_answer_here() {
    for (label, key, code) in [("Allow once", "allow\n", 0), ("Deny", "deny\n", 1)] {
        let (far, program, note) = asked(Script::default(), &["Deploy?"]);
        far.server.press(note.id, label);
        program.end().is(key, "", code);
        far.server.wait_none_open();
        far.wait_no_ssh();
    }
}

#[test]
fn it_says_who_answered() {
    let (far, program, note) = asked(Script::default(), &["--json", "Deploy?"]);
    far.server.press(note.id, "Deny");
    let ended = program.end();
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(1)));
    let json: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!((&json["answer"], &json["source"]), (&"deny".into(), &"remote".into()));
    assert_eq!(json["announced"], serde_json::json!(["remote"]));
    assert_eq!(note.summary, "Confirmation needed");
    assert!(note.body.starts_with("Deploy?\nhere on "), "{}", note.body);
}

#[test]
fn a_typed_text_and_do_not_disturb_come_back() {
    let script = Script::default().capable_of("actions body inline-reply");
    let (far, program, note) = asked(script, &["--reply", "Branch?"]);
    far.server.reply(note.id, "it's \"main\"; $(id)\nand more");
    program.end().is("it's \"main\"; $(id)\nand more\n", "", 0);
    far.server.wait_none_open();

    let (far, program, note) = asked(Script::load("dunst-paused"), &["-v", "Deploy?"]);
    far.server.wait_call("Get", 1);
    // Once the server has answered this it has answered that too.
    let path = crate::support::NOTIFICATIONS_PATH;
    let asked = far.bus.client().call(NOTIFICATIONS, path, NOTIFICATIONS, "GetCapabilities", &[]);
    assert!(asked.is_ok(), "{asked:?}");
    far.server.press(note.id, "Deny");
    let ended = program.end();
    assert_eq!((ended.stdout.as_str(), ended.code), ("deny\n", Some(1)));
    assert!(ended.stderr.contains("remote: do-not-disturb is on\n"), "{ended:?}");
}

#[test]
fn a_close_there_dismisses() {
    let (far, program, note) =
        asked(Script::default().later(400, crate::support::Emit::Closed(2)), &["Deploy?"]);
    program.end().is("", "", 3);
    assert_eq!(far.server.open(), [0_u32; 0], "{}", note.id);
    far.wait_no_ssh();
}

#[test]
fn hostile_text_is_text() {
    let title = "-oProxyCommand=touch pwned";
    let question = "'; touch pwned; $(touch pwned) `touch pwned` \"|\" & > pwned #";
    let (far, program, note) = asked(Script::default(), &["--title", title, "--", question]);
    assert_eq!((note.summary.as_str(), note.body.lines().next()), (title, Some(question)));
    far.server.press(note.id, "Deny");
    program.end().is("deny\n", "", 1);
    let words = far.words();
    let (options, payload) = words.split_once("[--]\n[laptop]\n[(").unwrap();
    assert!(!options.contains("ProxyCommand") && payload.ends_with("}]\n"), "{words}");

    let (far, program, note) =
        asked(Script::default(), &["-oProxyCommand=touch pwned\n\r\u{1b}]0;x\u{7}".trim_start_matches('-')]);
    assert!(
        !note.body.contains('\u{1b}') && note.body.starts_with("oProxyCommand=touch pwned"),
        "{}",
        note.body
    );
    far.server.press(note.id, "Deny");
    program.end().is("deny\n", "", 1);
}

#[test]
fn without_buttons_there_is_nothing_to_press() {
    let far = Far::new(Script::default());
    let ended = far.wait(&["--channels", "remote", "--no-actions", "Deploy?"]).run();
    ended.is(
        "",
        "plyn-notify: nobody can be asked: the terminal is switched off (--no-terminal); \
         remote: buttons are switched off, and there is no terminal to answer at\n",
        69,
    );
    assert_eq!(far.words(), "");
}

#[test]
fn auto_goes_there_only_from_a_session_that_came_from_elsewhere_and_with_a_host() {
    let near = Bus::start();
    let server = Server::start(&near, Script::default());
    for (variable, goes) in [("", true), ("SSH_CONNECTION", false), ("PLYN_NOTIFY_REMOTE__HOST", false)] {
        let far = Far::new(Script::default());
        let program = far.wait(&["Deploy?"]).env("DBUS_SESSION_BUS_ADDRESS", near.address());
        let program = if variable.is_empty() { program } else { program.env(variable, "") };
        let asked = if goes { &far.server } else { &server };
        let before = asked.notifications().len();
        let program = program.spawn();
        let note = asked.wait_notify(before + 1);
        asked.press(note.id, "Deny");
        program.end().is("deny\n", "", 1);
        assert_eq!(far.words().is_empty(), !goes, "{variable}");
    }
}
