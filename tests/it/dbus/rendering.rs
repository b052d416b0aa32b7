//! What the notification says and offers, server by server.

use super::asked;
use crate::support::{Bus, Emit, Key, Notification, Program, Script, Server, Value};

/// What a server is sent, without a terminal.
fn note(script: Script, args: &[&str]) -> Notification {
    let (_bus, _server, _program, note) = asked(script, args);
    note
}

#[test]
fn a_plain_question() {
    let note = note(Script::default(), &["--source", "here", "Deploy?"]);
    assert_eq!(note.app_name, "Plyn Notify");
    assert_eq!((note.replaces_id, note.expire_timeout), (0, 0));
    assert_eq!((note.summary.as_str(), note.body.as_str()), ("Confirmation needed", "Deploy?\nhere"));
    assert_eq!(note.labels(), ["Allow once", "Deny"]);
    assert_eq!(note.odd_action, None);
    assert_eq!(note.hints.keys().collect::<Vec<_>>(), ["suppress-sound", "urgency"]);
    assert_eq!(note.hints["urgency"], Value::U8(1));
}

#[test]
fn every_line_of_the_body_in_its_order() {
    let args = [
        "--title",
        "Delete files",
        "--reason",
        "they are old",
        "--include-reason",
        "--object",
        "program=/usr/bin/rm -rf /",
        "--object",
        "target=/home/me/notes/todo.md",
        "--object",
        "url=https://example.org",
        "--object",
        "kind=directory",
        "--timeout",
        "90s",
        "--default",
        "deny",
        "--source",
        "here",
        "Really?",
    ];
    let note = note(Script::default(), &args);
    assert_eq!(note.summary, "Delete files");
    let lines = [
        "Really?",
        "they are old",
        "program: rm · target: todo.md · kind: directory",
        "no answer in 1m30s = deny",
        "here",
    ];
    assert_eq!(note.body.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn the_reason_stays_at_home_unless_it_is_let_out() {
    let args = ["--reason", "they are old", "--source", "here", "Really?"];
    assert_eq!(note(Script::default(), &args).body, "Really?\nhere");
}

#[test]
fn every_kind_has_its_choices() {
    let rows: [(&str, &[&str]); 7] = [
        ("confirm", &["Allow once", "Deny"]),
        ("policy", &["Allow once", "Deny"]),
        ("access", &["Allow once", "Deny"]),
        ("batch", &["Allow all", "Review one by one", "Deny"]),
        ("skills", &["Allow once", "This chat", "Deny"]),
        ("limit", &["Continue", "Continue, stop asking", "Stop here"]),
        ("ask", &["Reply"]),
    ];
    for (kind, labels) in rows {
        let script = Script::default().capable_of("actions body inline-reply");
        assert_eq!(note(script, &["--kind", kind, "Q?"]).labels(), labels, "{kind}");
    }
}

#[test]
fn keys_are_opaque_and_of_harmless_characters() {
    let note = note(Script::load("dunst"), &["--choices", "a[b],c d", "Q?"]);
    for (key, label) in &note.actions {
        assert!(key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{key}");
        assert!(!key.contains(label.as_str()));
    }
}

#[test]
fn text_is_cleaned_and_cut() {
    let long = "x".repeat(1000);
    let args = ["--title", "a\n\u{202e}b\u{1b}[31m", "--source", "here", long.as_str()];
    let note = note(Script::default(), &args);
    assert_eq!(note.summary, "a b[31m");
    let lines: Vec<&str> = note.body.lines().collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0].chars().count(), 240);
    assert!(lines[0].ends_with('…'));
}

#[test]
fn markup_is_escaped_where_it_would_be_read_and_only_there() {
    let body = |script: Script| note(script, &["--source", "here", "a < b & <b>c</b> \"d\""]).body;
    assert_eq!(body(Script::default()), "a < b & <b>c</b> \"d\"\nhere");
    let escaped = "a &lt; b &amp; &lt;b&gt;c&lt;/b&gt; \"d\"\nhere";
    assert_eq!(body(Script::default().capable_of("actions body body-markup")), escaped);
    let dunst = body(Script::load("dunst"));
    assert!(dunst.starts_with("a &lt; b &amp; &lt;b&gt;c"), "{dunst}");
}

#[test]
fn labels_and_title_are_never_escaped() {
    let script = Script::default().capable_of("actions body body-markup");
    let note = note(script, &["--title", "a < b", "--choices", "x=<b>,y=&", "Q?"]);
    assert_eq!((note.summary.as_str(), note.labels()), ("a < b", vec!["<b>", "&"]));
}

#[test]
fn a_lone_choice_gets_a_harmless_second_one() {
    let (_bus, server, program, note) = asked(Script::default(), &["--choices", "ok", "Done?"]);
    assert_eq!(note.labels(), ["ok", "Dismiss"]);
    server.press(note.id, "Dismiss");
    assert_eq!(program.end().code, Some(69), "within 300 ms it was not shown");
}

#[test]
fn the_harmless_second_one_takes_it_down_where_the_server_does_not() {
    // LXQt, and mako through its menu: the press is all that comes.
    let script = Script { after_action_close: Vec::new(), ..Script::default() };
    let script = script.later(350, Emit::Press(Key::label("Dismiss")));
    let (_bus, server, program, note) = asked(script, &["--choices", "ok", "Done?"]);
    program.end().is("", "", 3);
    server.wait_closed(note.id);
}

#[test]
fn without_a_terminal_all_choices_have_to_fit() {
    let choices = "1,2,3,4";
    let refused = |script: Script| {
        let bus = Bus::start();
        let _server = Server::start(&bus, script);
        Program::wait(&bus).args(["--choices", choices, "Q?"]).run()
    };
    for script in [Script::default(), Script::load("gnome"), Script::load("lxqt")] {
        let ended = refused(script);
        let why = "it shows 3 of 4 choices, and there is no terminal for the rest";
        assert!(ended.stderr.contains(why), "{}", ended.stderr);
        assert_eq!(ended.code, Some(69));
    }
    for script in [
        Script::load("plasma"),
        Script::load("dunst"),
        Script::load("mako"),
        Script::load("swaync"),
        Script::load("xfce"),
    ] {
        assert_eq!(note(script, &["--choices", choices, "Q?"]).labels(), ["1", "2", "3", "4"]);
    }
}

#[test]
fn without_a_terminal_a_row_of_buttons_has_to_be_reached_to_its_end() {
    let long = ["Allow this once and ask again", "Deny and stop the whole run", "Ask me again"];
    let args = [
        "--choice",
        &format!("a={}", long[0]),
        "--choice",
        &format!("deny={}", long[1]),
        "--choice",
        &format!("b={}", long[2]),
        "Q?",
    ];
    assert_eq!(note(Script::load("swaync"), &args).labels(), long);
    let bus = Bus::start();
    let _server = Server::start(&bus, Script::load("flashback"));
    let ended = Program::wait(&bus).args(args).run();
    let why = "plyn-notify: nobody can be asked: the terminal is switched off (--no-terminal); desktop: it shows 1 of 3 choices, and there is no \
               terminal for the rest\n";
    ended.is("", why, 69);
}

#[test]
fn servers_that_draw_no_buttons_are_sent_none() {
    for script in
        [Script::load("cosmic"), Script::load("qtile"), Script::load("tiramisu"), Script::load("notify-osd")]
    {
        let bus = Bus::start();
        let server = Server::start(&bus, script);
        let ended = Program::wait(&bus).args(["Q?"]).run();
        assert_eq!(ended.code, Some(69), "{}", ended.stderr);
        assert_eq!(server.notifications().len(), 0);
    }
}

#[test]
fn only_plasma_gets_its_desktop_entry() {
    let real = |script: &Script| script.name != Script::default().name && script.vendor != "Puppy";
    for (name, script) in Script::all().into_iter().filter(|(_, script)| real(script)) {
        let bus = Bus::start();
        let server = Server::start(&bus, script);
        let program = Program::wait(&bus).args(["--timeout", "2s", "Q?"]).spawn();
        let mute = ["cosmic", "hyprnotify", "notify-osd", "qtile", "tiramisu", "xfce-dnd"];
        if mute.contains(&name.as_str()) {
            assert_eq!(program.end().code, Some(69), "{name}");
            continue;
        }
        let hint = server.wait_notify(1).hints.get("desktop-entry").cloned();
        assert_eq!(hint, name.starts_with("plasma").then(|| Value::str("plyn-notify")), "{name}");
    }
}

#[test]
fn a_reply_field_has_its_hints_and_its_key() {
    let note = note(Script::load("plasma"), &["--reply", "--source", "here", "Branch?"]);
    assert_eq!(note.actions, [("inline-reply".to_owned(), "Reply".to_owned())]);
    assert_eq!(note.hints["x-kde-reply-placeholder-text"], Value::str("Type the answer"));
    assert_eq!(note.hints["x-kde-reply-submit-button-text"], Value::str("Answer"));
}

#[test]
fn equal_questions_look_different_where_the_second_would_be_swallowed() {
    for (script, differ) in
        [(Script::load("dunst"), true), (Script::load("lxqt"), true), (Script::load("plasma"), false)]
    {
        let bus = Bus::start();
        let server = Server::start(&bus, script);
        let _programs = [1, 2].map(|_| Program::wait(&bus).args(["--source", "here", "Q?"]).spawn());
        let (one, two) = (server.wait_notify(1), server.wait_notify(2));
        assert_eq!(one.body != two.body, differ, "{} {}", one.body, two.body);
        assert!(one.body.starts_with("Q?\n"));
    }
}
