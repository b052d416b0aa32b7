//! What is said: as it was given, on a server of any kind.

use super::shown;
use crate::support::{Bus, Program, Script, Server, Value};

#[test]
fn a_plain_notice_is_one_call() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    Program::notify(&bus).args(["Title", "Body"]).run().is("", "", 0);
    let note = server.wait_notify(1);
    assert_eq!(server.calls(), ["Notify"]);
    let said = (note.app_name.as_str(), note.summary.as_str(), note.body.as_str(), note.icon.as_str());
    assert_eq!(said, ("Plyn Notify", "Title", "Body", ""));
    assert_eq!((note.replaces_id, note.actions.len(), note.expire_timeout), (0, 0, -1));
    assert_eq!(note.hints.into_iter().collect::<Vec<_>>(), [("urgency".to_owned(), Value::U8(1))]);
}

#[test]
fn the_body_is_literal() {
    for body in [
        r"C:\new\table",
        r"\x41\n",
        "two\nlines\tand a tab",
        "-10%",
        "--help",
        "$HOME `x`",
        "👩\u{200d}🚀 שלום",
    ] {
        assert_eq!(shown(Script::default(), &["--", "T", body]).body, body);
    }
}

#[test]
fn titles_may_start_with_a_dash_and_either_may_be_empty() {
    assert_eq!(shown(Script::default(), &["--", "-x", "y"]).summary, "-x");
    let note = shown(Script::default(), &["", "only a body"]);
    assert_eq!((note.summary.as_str(), note.body.as_str()), ("", "only a body"));
    assert_eq!(shown(Script::default(), &["only a title", ""]).body, "");
    let bus = Bus::start();
    for args in [&[""][..], &["", ""], &["\u{1b}"]] {
        let error = "plyn-notify: there is nothing to tell: title and text are empty\n";
        Program::notify(&bus).args(args).run().is("", error, 2);
    }
}

#[test]
fn what_cannot_be_shown_is_left_out() {
    let note = shown(Script::default(), &["a\u{1b}]0;x\u{7}b", "c\u{9c}d\u{7f}\r\ne"]);
    assert_eq!((note.summary.as_str(), note.body.as_str()), ("a]0;xb", "cd\ne"));
}

#[test]
fn bytes_that_are_no_utf_8_are_shown_as_such() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    Program::shell(&bus, r#""$PLYN" notify "$(printf 'a\377')" "$(printf '\376b')""#).run().is("", "", 0);
    let note = server.wait_notify(1);
    assert_eq!((note.summary.as_str(), note.body.as_str()), ("a\u{fffd}", "\u{fffd}b"));
}

#[test]
fn markup_is_kept_where_it_is_read_and_text_is_text_everywhere() {
    let reads = || Script::default().capable_of("body body-markup");
    let shows = || Script::default().capable_of("body");
    for (text, with, without) in [
        ("<b>bold</b> &amp; more", "<b>bold</b> &amp; more", "bold & more"),
        ("a<b & c <user>", "a&lt;b &amp; c &lt;user&gt;", "a<b & c <user>"),
    ] {
        assert_eq!(shown(reads(), &["T", text]).body, with);
        assert_eq!(shown(shows(), &["T", text]).body, without);
        assert_eq!(shown(reads(), &[text]).summary, text, "a title is never markup");
    }
    // It reads markup and does not say so.
    let dunst = Script { capabilities: vec!["body".to_owned()], ..Script::load("dunst") };
    assert_eq!(shown(dunst, &["T", "1 < 2"]).body, "1 &lt; 2");
}

#[test]
fn a_label_is_text_where_it_would_be_taken_for_markup() {
    let args = ["-A", "a=<b>B</b> & c", "T"];
    for (script, label) in [
        (Script::load("plasma"), "&&lt;b&&gt;B&&lt;/b&&gt; &&amp; c"),
        (Script::load("mate"), "&lt;b&gt;B&lt;/b&gt; &amp; c"),
        (Script::load("flashback"), "&lt;b&gt;B&lt;/b&gt; &amp; c"),
        (Script::load("lxqt"), "<b>B</b> && c"),
        (Script::default(), "<b>B</b> & c"),
    ] {
        let (_bus, server, program, note) = super::told(script, &args);
        assert_eq!(note.labels(), [label]);
        server.press(note.id, label);
        program.end().is("a\n", "", 0);
    }
}

#[test]
fn a_body_from_stdin() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    Program::shell(&bus, r#"printf 'one\ntwo \\n\n\n' | "$PLYN" notify T -"#).run().is("", "", 0);
    assert_eq!(server.wait_notify(1).body, "one\ntwo \\n");
    Program::shell(&bus, "yes x | head -c 2000000 | \"$PLYN\" notify T -").run().is("", "", 0);
    let body = server.wait_notify(2).body;
    assert!(
        body.len() <= 1024 * 1024 + 3 && body.len() > 1024 * 1024 - 4 && body.ends_with('…'),
        "{}",
        body.len()
    );
    Program::shell(&bus, "\"$PLYN\" notify T - <&-").run().is("", "", 0);
    assert_eq!(server.wait_notify(3).body, "");
    Program::shell(&bus, "echo x | \"$PLYN\" notify T B; cat").run().is("", "", 0);
    assert_eq!(server.wait_notify(4).body, "B", "stdin is the caller's");
}

#[test]
fn options_are_those_of_notify_send() {
    let note = shown(
        Script::default(),
        &[
            "-u",
            "CRITICAL",
            "-t",
            "1234",
            "-a",
            "app",
            "-i",
            "i.png",
            "-n",
            "icon",
            "-c",
            "im.received,x",
            "-e",
            "T",
        ],
    );
    assert_eq!((note.app_name.as_str(), note.icon.as_str(), note.expire_timeout), ("app", "icon", 1234));
    let hints = [
        ("category", Value::str("im.received,x")),
        ("image-path", Value::str("i.png")),
        ("transient", Value::Bool(true)),
        ("urgency", Value::U8(2)),
    ];
    assert_eq!(
        note.hints.into_iter().collect::<Vec<_>>(),
        hints.map(|(name, value)| (name.to_owned(), value))
    );
    let note = shown(Script::default(), &["--urgency=low", "--expire-time=0", "--app-name=-a", "T"]);
    assert_eq!((note.app_name.as_str(), note.icon.as_str(), note.expire_timeout), ("-a", "", 0));
    assert_eq!(note.hints["urgency"], Value::U8(0));
}

/// A word of a script is either; `-p`, `-w`, `-r` and `-A` print something, and are in `choices.rs`.
#[test]
fn an_option_s_long_name_means_what_its_short_one_does() {
    for (short, long, value) in [
        ("-u", "--urgency", Some("low")),
        ("-t", "--expire-time", Some("7")),
        ("-a", "--app-name", Some("app")),
        ("-i", "--icon", Some("x")),
        ("-n", "--app-icon", Some("x")),
        ("-c", "--category", Some("c")),
        ("-e", "--transient", None),
        ("-h", "--hint", Some("int:a:5")),
    ] {
        let note = |name: &str| {
            let args: Vec<&str> = [name].into_iter().chain(value).chain(["T"]).collect();
            let note = shown(Script::default(), &args);
            (note.app_name, note.icon, note.expire_timeout, note.hints)
        };
        let plain = shown(Script::default(), &["T"]);
        let plain = (plain.app_name, plain.icon, plain.expire_timeout, plain.hints);
        assert_eq!(note(short), note(long), "{long}");
        assert_ne!(note(long), plain, "{long} says something");
    }
}

#[test]
fn hints_of_every_type_arrive() {
    let hints = [
        ("int:a:-5", Value::I32(-5)),
        ("BYTE:b:0x2a", Value::U8(42)),
        ("double:c:1.5", Value::F64(1.5)),
        ("boolean:d:false", Value::Bool(false)),
        ("string:e:x:y", Value::str("x:y")),
        ("variant:f:uint32 7", Value::U32(7)),
        ("variant:g:['p', 'q']", Value::Strs(vec!["p".to_owned(), "q".to_owned()])),
    ];
    let args: Vec<&str> = hints.iter().flat_map(|(hint, _)| ["-h", hint]).chain(["T"]).collect();
    let mut sent = shown(Script::default(), &args).hints;
    sent.remove("urgency");
    let expected = hints.map(|(hint, value)| (hint.split(':').nth(1).unwrap().to_owned(), value));
    assert_eq!(sent.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn a_hint_that_d_bus_cannot_carry_is_a_warning() {
    let bus = Bus::start();
    let _server = Server::start(&bus, Script::default());
    let ended = Program::notify(&bus).args(["-h", "variant:x:@g 'ss'", "--strict", "T"]).run();
    let said = "plyn-notify: not shown: desktop: the notification cannot be sent (";
    assert!(ended.stderr.starts_with(said), "{ended:?}");
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)));
}

#[test]
fn sounds_are_asked_for_by_their_names_in_the_specification() {
    let sound = |args: &[&str], variable: (&str, &str)| {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        Program::notify(&bus).env(variable.0, variable.1).args(args).args(["T"]).run().is("", "", 0);
        let hints = server.wait_notify(1).hints;
        (hints.get("sound-name").cloned(), hints.get("suppress-sound").cloned())
    };
    let none = ("X", "");
    for (name, theme) in [
        ("done", "complete"),
        ("question", "dialog-question"),
        ("permission", "dialog-warning"),
        ("error", "dialog-error"),
    ] {
        assert_eq!(sound(&["--sound", name], none), (Some(Value::str(theme)), None));
        assert_eq!(sound(&[], ("PLYN_NOTIFY_SOUND", name)), (Some(Value::str(theme)), None));
        assert_eq!(sound(&[], ("LACODE_SOUND", name)), (Some(Value::str(theme)), None));
    }
    assert_eq!(sound(&[], none), (None, None));
    assert_eq!(sound(&["--sound", "none"], ("LACODE_SOUND", "done")), (None, Some(Value::Bool(true))));
}

#[test]
fn sound_can_be_switched_off() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    Program::notify(&bus).env("PLYN_NOTIFY_SOUND", "done").args(["T"]).run().is("", "", 0);
    assert!(server.wait_notify(1).hints.contains_key("sound-name"), "a variable of its own, no setting");
    let script = "mkdir -p .config/plyn-notify; printf '[notify]\nsound = false\n' >.config/plyn-notify/config.toml; \
                  \"$PLYN\" notify --sound done T";
    Program::shell(&bus, script).run().is("", "", 0);
    assert!(!server.wait_notify(2).hints.contains_key("sound-name"));
}

#[test]
fn lacode_s_words() {
    let note = shown(Script::default(), &["T", "M", "critical", "utilities-terminal", "error"]);
    assert_eq!((note.expire_timeout, note.icon.as_str()), (0, "utilities-terminal"));
    assert_eq!(
        (&note.hints["urgency"], &note.hints["sound-name"]),
        (&Value::U8(2), &Value::str("dialog-error"))
    );
    let note = shown(Script::default(), &["T", "M", "", "", ""]);
    assert_eq!((note.expire_timeout, note.icon.as_str(), &note.hints["urgency"]), (0, "", &Value::U8(1)));

    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let warnings = "plyn-notify: no urgency is called \"urgent\": low, normal, critical\n\
                    plyn-notify: no sound is called \"ding\": none, done, question, permission, error\n";
    Program::notify(&bus).args(["T", "M", "urgent", "i", "ding"]).run().is("", warnings, 0);
    assert_eq!(server.wait_notify(1).hints["urgency"], Value::U8(1));
}

#[test]
fn lacode_s_names() {
    for name in ["oc-notify", "lacode notify"] {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        let script = format!(
            "ln -s \"$PLYN\" oc-notify; ln -s \"$PLYN\" lacode; ./{name} --help - critical; ./{name}; echo status $?"
        );
        let ended = Program::shell(&bus, &script).run();
        assert_eq!((ended.stdout.as_str(), ended.code), ("status 2\n", Some(0)), "{ended:?}");
        let note = server.wait_notify(1);
        assert_eq!((note.summary.as_str(), note.body.as_str(), note.expire_timeout), ("--help", "-", 0));
        assert_eq!(note.hints["urgency"], Value::U8(2));
    }
}

#[test]
fn wrong_usage_is_2_and_shows_nothing() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    for (args, said) in [
        (&["-u", "urgent", "T"][..], "low"),
        (&["-t", "soon", "T"], "soon"),
        (&["-r", "-1", "T"], "-1"),
        (&["-h", "int:x", "T"], "TYPE:NAME:VALUE"),
        (&["-h", "color:x:y", "T"], "color"),
        (&["-h", "int:x:y", "T"], "y"),
        (&["-A", "", "T"], "[NAME=]TEXT"),
        (&["-A", "=x", "T"], "[NAME=]TEXT"),
        (&["-A", "x= ", "T"], "[NAME=]TEXT"),
        (&["--sound", "ding", "T"], "done"),
        (&["a", "b", "c", "d", "e", "f"], "f"),
        (&[], "TITLE"),
    ] {
        let ended = Program::notify(&bus).args(args).run();
        assert!(ended.stderr.contains(said), "{args:?}: {}", ended.stderr);
        assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(2)), "{args:?}");
    }
    assert_eq!(server.calls(), [""; 0]);
}

#[test]
fn help_is_asked_for_by_its_long_name_or_a_question_mark() {
    let bus = Bus::start();
    for args in [["--help"], ["-?"]] {
        let ended = Program::notify(&bus).args(args).run();
        assert!(
            ended.stdout.contains("--selected-action-fd") && ended.stdout.contains("Examples:"),
            "{ended:?}"
        );
        assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    }
}
