//! The simulated terminals answer, show and complain as they should.

use crate::support::{
    pty::{Exit, PtyCommand},
    terminal::{End, Kind, Model, Notification, Personality, Sequence, Simulator, Vt},
};

fn sequences(bytes: &[u8]) -> (Vec<Sequence>, usize) {
    let mut vt = Vt::default();
    let sequences = bytes.iter().filter_map(|&byte| vt.push(byte)).collect();
    (sequences, vt.faults.len() + usize::from(!vt.is_at_rest()))
}

#[test]
fn what_is_written_comes_apart() {
    let bytes = b"a\r\x1b[?2004h\x1b7\x1b(B\x1b]9;x\x07\x1b]99;i=1;\xc3\xa9\x1b\\\x1bPtmux;\x1b\x1b]9;x\x07\x1b\\\xc3\xa9";
    let expected = [
        Sequence::Text('a'),
        Sequence::Control(b'\r'),
        Sequence::Csi(b"?2004".to_vec(), b'h'),
        Sequence::Escape(b"7".to_vec()),
        Sequence::Escape(b"(B".to_vec()),
        Sequence::Osc(b"9;x".to_vec(), End::Bell),
        Sequence::Osc("99;i=1;é".into(), End::St),
        Sequence::Dcs(b"tmux;\x1b]9;x\x07".to_vec()),
        Sequence::Text('é'),
    ];
    assert_eq!(sequences(bytes), (expected.to_vec(), 0));
}

#[test]
fn what_a_terminal_may_misread_is_a_fault() {
    for bytes in [
        &b"\x1b]9;x"[..],
        b"\x1b]9;x\x1b]9;y\x07",
        b"\x1b]9;a\nb\x07",
        b"\x1b]9;a\x9cb\x07",
        b"\x1b]9;a\xc2\x9cb\x07",
        b"\x1b]9;a\xc3\x07",
        b"\x1bPa\x1b\x1bb\x1b\\",
        b"\x1b[1\x07m",
        b"\x1b_x\x1b\\",
        b"\xc2\x9b",
        b"\xc3a",
        b"\x1b",
    ] {
        assert_ne!(sequences(bytes).1, 0, "{}", bytes.escape_ascii());
    }
}

/// What a terminal says to a question, and what it complains about.
fn asked(name: &str, bytes: &str) -> (String, Vec<String>) {
    let mut model = Model::new(Personality::named(name));
    let said = model.feed(bytes.as_bytes()).concat();
    (said.escape_ascii().to_string(), model.faults())
}

#[test]
fn they_answer_in_their_own_words() {
    for (name, question, answer) in [
        ("kitty", "\x1b[>q", r"\x1bP>|kitty(0.41.1)\x1b\\"),
        ("kitty", "\x1b[>0q\x1b[c", r"\x1bP>|kitty(0.41.1)\x1b\\\x1b[?62;c"),
        ("kitty", "\x1b[>c", r"\x1b[>1;4000;41c"),
        ("kitty", "\x1b[2 q", ""),
        ("xterm", "\x1b]99;i=q:p=?;\x1b\\\x1b[c", r"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c"),
        ("apple", "\x1b[>q\x1b[c", r"\x1b[?1;2c"),
        ("mute", "\x1b[>q\x1b[>c\x1b[c\x1b]99;i=q:p=?;\x1b\\", ""),
        (
            "konsole",
            "\x1b]99;i=q:p=?;\x1b\\",
            r"\x1b]99;i=q;p=?;p=title,body,buttons:a=report,focus:o=always,unfocus,invisible:u=0,1,2:c=1\x1b\\",
        ),
        ("konsole-focused", "\x1b]99;i=n:c=1;T\x1b\\", r"\x1b]99;i=n:p=close;\x1b\\"),
        ("konsole-focused", "\x1b]99;i=n;T\x1b\\", ""),
        ("echoing", "a\x1b[A\x1b]99;i=q:p=?;\x07", r"\x1b]99;i=q:p=?;\x07"),
    ] {
        assert_eq!(asked(name, question), (answer.to_owned(), Vec::new()), "{name}");
    }
    let (said, _) = asked("vscode", "\x1b]99;i=q:p=?;\x07\x1b[c");
    assert!(said.starts_with(r"\x1b[?1;2c\x1b]99;i=q:p=?:") && said.ends_with(r":w=1;\x07"), "{said}");
}

#[test]
fn they_complain_of_what_would_harm_them() {
    for (name, bytes) in [
        ("foot-1.26", "\x1b]99;i=q:p=?;\x1b\\"),
        ("conemu", "\x1b]9;hello\x1b\\"),
        ("apple", "\x1bP+q544e\x1b\\"),
        ("konsole", "\x1b]99;i=n:p=close;\x1b\\"),
        ("kitty", "\x1b]99;i=n:d=0;half\x1b\\"),
        ("kitty", "\x1b]99;;no id\x1b\\"),
        ("kitty", "\x1b]99;i=n\x1b\\"),
        ("kitty", "\x1b]99;i=a b;spaces\x1b\\"),
        ("kitty", "\x1b]99;i=n:e=1;not base64!\x1b\\"),
        ("kitty", "\x1b]99;i=n:d=0:a=report;T\x1b\\\x1b]99;i=n:p=body;B\x1b\\"),
    ] {
        let (said, faults) = asked(name, bytes);
        assert_eq!((said.as_str(), faults.len()), ("", 1), "{name} {}: {faults:?}", bytes.escape_default());
    }
}

fn shown(name: &str, bytes: &str) -> Option<Notification> {
    let mut model = Model::new(Personality::named(name));
    model.feed(bytes.as_bytes());
    assert_eq!(model.faults(), Vec::<String>::new(), "{name}");
    assert!(model.notifications.len() < 2);
    model.notifications.pop()
}

#[test]
fn they_show_what_they_understand() {
    let text =
        |name, bytes| shown(name, bytes).map(|shown| (shown.kind, format!("{}|{}", shown.title, shown.body)));
    let osc9 = |text: &str| Some((Kind::Osc9, text.to_owned()));
    assert_eq!(text("kitty", "\x1b]9;5;a;b\x07"), osc9("|5;a;b"));
    assert_eq!(text("iterm2", "\x1b]9;5;a\x07"), None);
    assert_eq!(text("iterm2", "\x1b]9;a;5\x07"), osc9("|a;5"));
    assert_eq!(text("wezterm", "\x1b]9;a;b\x07"), None);
    assert_eq!(text("wezterm", "\x1b]9;a\x07"), osc9("|a"));
    assert_eq!(text("xterm", "\x1b]9;a\x07\x1b]777;notify;a;b\x07"), None);
    let osc777 = |text: &str| Some((Kind::Osc777, text.to_owned()));
    assert_eq!(text("ghostty", "\x1b]777;notify;a;b;c\x07"), osc777("a|b;c"));
    assert_eq!(text("wezterm", "\x1b]777;notify;a;b;c\x07"), osc777("a|b"));
    assert_eq!(text("contour", "\x1b]777;notify;a;b;c\x07"), None);
    assert_eq!(text("contour", "\x1b]777;notify;a;b\x07"), osc777("a|b"));
    assert_eq!(
        text("iterm2", "\x1b]1337;Notification=title=VA==;message=w6k=\x1b\\"),
        Some((Kind::Iterm2, "T|é".to_owned()))
    );
    assert_eq!(text("kitty", "\x1b]1337;Notification=title=VA==\x1b\\"), None);
}

#[test]
fn osc_99_is_put_together() {
    let bytes = "\x1b]99;i=n:d=0:a=report:u=2:e=1;VA==\x1b\\\x1b]99;i=n:d=0:a=report:u=2:p=body;B;b\x1b\\\
                 \x1b]99;i=n:a=report:u=2:p=buttons:e=1;QWxsb3figKhEZW55\x1b\\";
    let kitty = shown("kitty", bytes).expect("it shows");
    assert_eq!((kitty.title.as_str(), kitty.body.as_str(), kitty.up), ("T", "B;b", true));
    assert_eq!(kitty.buttons, ["Allow", "Deny"]);
    assert!(kitty.asks("a", "report") && kitty.asks("u", "2") && !kitty.asks("c", "1"));
    let contour = shown("contour", bytes).expect("it shows");
    assert_eq!((contour.title.as_str(), contour.buttons.len()), ("TAllow\u{2028}Deny", 0));
    assert_eq!(shown("xterm", bytes), None);
}

#[test]
fn what_was_asked_for_is_reported_and_nothing_else() {
    let said = |name: &str, keys: &str, act: fn(&mut Model) -> Vec<Vec<u8>>| {
        let mut model = Model::new(Personality::named(name));
        model.feed(
            format!("\x1b]99;i=n:d=0{keys};T\x1b\\\x1b]99;i=n{keys}:p=buttons;A\u{2028}B\x1b\\").as_bytes(),
        );
        let said = act(&mut model).concat();
        assert!(!model.notifications[0].up);
        String::from_utf8_lossy(&said).replace("\x1b]99;", "<").replace("\x1b\\", ">")
    };
    assert_eq!(said("kitty", "", |model| model.press("n", 1)), "");
    assert_eq!(said("kitty", ":a=report", |model| model.press("n", 2)), "<i=n;2>");
    assert_eq!(said("kitty", ":a=report:c=1", |model| model.press("n", 2)), "<i=n;2><i=n:p=close;>");
    assert_eq!(said("kitty", ":c=1", |model| model.dismiss("n")), "<i=n:p=close;>");
    assert_eq!(said("kitty", ":c=1", |model| model.feed(b"\x1b]99;i=n:p=close;\x1b\\")), "<i=n:p=close;>");
    assert_eq!(said("kitty", ":a=report", |model| model.click("n")), "<i=n;>");
    assert_eq!(said("konsole", "", |model| model.press("n", 1)), "<i=n;1>");
    assert_eq!(said("vscode", ":a=report", |model| model.dismiss("n")), "<i=n;>");
}

/// A program that asks at a real terminal and keeps what comes back.
const ASKS: &str = r#"stty raw -echo; printf '\033[>q\033[c'; dd bs=1 count="$1" 2>/dev/null >got; stty sane; od -An -c got | tr -d ' \n'"#;

#[test]
fn a_program_gets_the_replies_through_its_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let expected = "033P>|kitty(0.41.1)033\\a033[?62;cb";
    for split in [None, Some(1), Some(4)] {
        let command = PtyCommand::sh(ASKS).args(["sh", "28"]).cwd(folder.path());
        let (mut pty, terminal) = Simulator::start(&command, Personality::named("kitty"));
        terminal.interleave(["", "a"]);
        if let Some(size) = split {
            terminal.split(size);
        }
        terminal.wait("the questions", |model| (model.log.len() >= 2).then_some(()));
        terminal.is_silent();
        pty.send("b");
        assert_eq!(pty.wait_exit(), Exit::code(0));
        assert_eq!(pty.contents(), expected);
        assert_eq!(pty.unread_input(), b"");
        terminal.is_content();
    }
}

#[test]
fn its_variables_are_the_programs() {
    let command = PtyCommand::sh("echo $TERM $KITTY_WINDOW_ID");
    let (pty, terminal) = Simulator::start(&command, Personality::named("kitty"));
    assert_eq!(pty.wait_exit(), Exit::code(0));
    assert_eq!(pty.contents(), "xterm-kitty 1");
    terminal.is_content();
}

#[test]
fn a_human_presses_what_a_program_shows() {
    let script = r"stty raw -echo; printf '\033]99;i=n:d=0:a=report;T\033\\\033]99;i=n:a=report:p=buttons;A\342\200\250B\033\\'
        dd bs=1 count=12 2>/dev/null >got; printf '\033]99;i=n:p=close;\033\\'; stty sane; od -An -c got | tr -d ' \n'";
    let folder = tempfile::tempdir().expect("a folder");
    let (pty, terminal) =
        Simulator::start(&PtyCommand::sh(script).cwd(folder.path()), Personality::named("kitty"));
    let shown = terminal.wait_notification();
    assert_eq!((shown.id.as_str(), shown.title.as_str(), shown.buttons.len()), ("n", "T", 2));
    terminal.press("n", 2);
    terminal.wait_none_up();
    assert_eq!(pty.wait_exit(), Exit::code(0));
    assert_eq!(pty.contents(), "033]99;i=n;2033\\");
    assert_eq!(terminal.notifications().len(), 1);
    terminal.is_content();
}
