//! What each terminal is sent, byte for byte.

use super::*;

fn notification(title: &str, body: &str) -> Notification {
    Notification::new(Id::new(0), title, body)
}

/// A terminal that said who it is.
fn identified(variables: &str, xtversion: &str) -> Detection {
    let environment =
        variables.split_whitespace().filter_map(|variable| variable.split_once('=')).collect::<Environment>();
    let identity = Identity::from_xtversion(format!(">|{xtversion}").as_bytes());
    detect(&Sources { identity: identity.as_ref(), ..Sources::of(&environment) })
}

/// The bytes as they are read most easily.
#[track_caller]
fn assert_written(detection: &Detection, notification: &Notification, escaped: &str, lost: &[Lost]) {
    let encoded = encode(detection, notification).unwrap();
    assert_eq!(encoded.bytes.escape_ascii().to_string(), escaped);
    assert_eq!(encoded.lost, lost);
}

fn popup_of(detection: &Detection, notification: &Notification) -> (Popup, Vec<Lost>) {
    let encoded = encode(detection, notification).unwrap();
    (read(&encoded.bytes, &detection.chain).unwrap().0, encoded.lost)
}

#[test]
fn ids_are_short_and_plain() {
    assert_eq!(Id::new(0).as_str(), "pnaaaaaaaaaaaaa");
    assert_eq!(Id::new(u64::MAX).as_str(), "pn777777777777p");
    assert_ne!(Id::new(1 << 63), Id::new(0));
}

#[test]
fn the_bell() {
    let detection = speaking("TERM=xterm-256color", Protocol::Bell, &[]);
    let mut full = notification("Build", "done");
    assert_written(&detection, &full, r"\x07", &[Lost::Text]);
    full.buttons = vec!["Yes".to_owned()];
    full.urgency = Urgency::Critical;
    full.bell = true;
    assert_written(&detection, &full, r"\x07", &[Lost::Text, Lost::Buttons, Lost::Urgency]);
    let in_tmux = Detection { chain: vec![Mux::Tmux], ..detection };
    assert_written(&in_tmux, &full, r"\x07", &[Lost::Text, Lost::Buttons, Lost::Urgency]);
}

#[test]
fn nothing_is_written_where_nothing_may_be() {
    let found = detect(&Sources::of(&Environment::default()));
    assert_eq!(encode(&found, &notification("a", "b")), Err(EncodeError::NoTerminal));
}

#[test]
fn osc_777() {
    let detection = speaking("TERM=xterm-256color", Protocol::Osc777, &[]);
    for (title, body, written, lost) in [
        ("Build", "done", r"\x1b]777;notify;Build;done\x1b\\", &[][..]),
        ("a;b", "c;d", r"\x1b]777;notify;a,b;c,d\x1b\\", &[Lost::Characters]),
        ("Build done", "", r"\x1b]777;notify;Plyn Notify;Build done\x1b\\", &[]),
        ("", "Build done", r"\x1b]777;notify;Plyn Notify;Build done\x1b\\", &[]),
        ("", "", r"\x1b]777;notify;Plyn Notify;-\x1b\\", &[]),
        ("warp://cli-agent", "x", r"\x1b]777;notify; warp://cli-agent;x\x1b\\", &[]),
        ("é", "x\x1b]0;y\x07\nz", r"\x1b]777;notify;\xc3\xa9;x]0,y z\x1b\\", &[Lost::Characters]),
    ] {
        assert_written(&detection, &notification(title, body), written, lost);
    }
    let shell = speaking("TERM=rxvt-unicode", Protocol::Osc777, &[]);
    let evil = notification("my title", "'; touch /tmp/x; '");
    assert_written(&shell, &evil, r"\x1b]777;notify;my_title;, touch /tmp/x,\x1b\\", &[Lost::Characters]);
}

#[test]
fn ghostty_takes_63_bytes_of_title_and_255_of_body() {
    let ghostty = identified("TERM=xterm-ghostty", "ghostty 1.3.1");
    for (letter, title, body) in [("a", 63, 255), ("я", 63, 255), ("👍", 63, 255)] {
        let (popup, lost) = popup_of(&ghostty, &notification(&letter.repeat(100), &letter.repeat(300)));
        assert!(popup.title.len() <= title && popup.body.len() <= body, "{popup:?}");
        assert!(popup.title.len() > title - 4 && popup.body.len() > body - 4, "{popup:?}");
        assert_eq!(lost, [Lost::Title, Lost::Body]);
    }
    // One more byte than fits, and as many as fit.
    let (popup, lost) = popup_of(&ghostty, &notification(&"я".repeat(31), "b"));
    assert_eq!((popup.title.len(), lost), (62, vec![]));
    let (popup, lost) = popup_of(&ghostty, &notification(&"я".repeat(32), "b"));
    assert_eq!((popup.title, lost), ("я".repeat(30) + "…", vec![Lost::Title]));
}

#[test]
fn osc_9() {
    let detection = speaking("TERM=xterm-256color", Protocol::Osc9, &[]);
    for (title, body, written) in [
        ("Build", "done", r"\x1b]9;Build: done\x1b\\"),
        ("Build", "", r"\x1b]9;Build\x1b\\"),
        ("", "done", r"\x1b]9;done\x1b\\"),
        ("5 tests failed", "", r"\x1b]9;plyn-notify: 5 tests failed\x1b\\"),
        ("4;1;50", "", r"\x1b]9;plyn-notify: 4,1,50\x1b\\"),
        ("12", "", r"\x1b]9;plyn-notify: 12\x1b\\"),
        ("-1", "", r"\x1b]9;plyn-notify: -1\x1b\\"),
        ("", "", r"\x1b]9;plyn-notify: -\x1b\\"),
        ("éa", "", r"\x1b]9;\xc3\xa9a\x1b\\"),
    ] {
        let encoded = encode(&detection, &notification(title, body)).unwrap();
        assert_eq!(encoded.bytes.escape_ascii().to_string(), written);
    }
    let long = encode(&detection, &notification(&"x".repeat(5000), "")).unwrap();
    assert!(long.bytes.len() < 1500 && long.lost == [Lost::Body], "{}", long.bytes.len());
}

#[test]
fn iterm2_has_a_sequence_of_its_own() {
    let iterm2 = identified("TERM=xterm-256color", "iTerm2 3.6.9");
    // `a` and two spaces, `ab` and one, so that no padding is needed.
    let written = r"\x1b]1337;Notification=title=YSAg;message=YWIg\x1b\\";
    assert_written(&iterm2, &notification("a", "ab"), written, &[]);
    let (popup, _) = popup_of(&iterm2, &notification("Ü;=", "a\nb"));
    assert_eq!((popup.title.trim_end(), popup.body.trim_end()), ("Ü;=", "a b"));
}

#[test]
fn osc_99_one_way() {
    let kitty = speaking("TERM=xterm-kitty", Protocol::Osc99, &[]);
    let kitty = Detection { two_way: None, ..kitty };
    let written = concat!(
        r"\x1b]99;i=pnaaaaaaaaaaaaa:a=focus:o=always:u=1:f=UGx5biBOb3RpZnk=:d=0:e=1;QnVpbGQ=\x1b\\",
        r"\x1b]99;i=pnaaaaaaaaaaaaa:a=focus:o=always:u=1:p=body:e=1;ZG9uZQ==\x1b\\",
    );
    assert_written(&kitty, &notification("Build", "done"), written, &[]);
    let written = r"\x1b]99;i=pnaaaaaaaaaaaaa:a=focus:o=always:u=1:f=UGx5biBOb3RpZnk=:e=1;QnVpbGQ=\x1b\\";
    assert_written(&kitty, &notification("Build", ""), written, &[]);
    let asked = Notification { buttons: vec!["Yes".to_owned()], ..notification("Build", "") };
    assert_written(&kitty, &asked, written, &[Lost::Buttons]);
}

#[test]
fn osc_99_with_answers() {
    let kitty = identified("TERM=xterm-kitty", "kitty(0.41.1)");
    let mut asked = notification("Deploy?", "to production");
    asked.buttons = ["Allow", "Déployer", "Go to terminal"].map(str::to_owned).into();
    asked.urgency = Urgency::Critical;
    asked.expires = Expiry::Never;
    asked.sound = Some(Sound::Question);
    asked.icon = Some("dialog-question".to_owned());
    asked.application = Some("Plyn Notify".to_owned());
    let (popup, lost) = popup_of(&kitty, &asked);
    assert_eq!((popup.title.as_str(), popup.body.as_str()), ("Deploy?", "to production"));
    assert_eq!(popup.buttons, ["Allow", "Déployer", "Go to terminal"]);
    let keys = ["a=report", "o=always", "u=2", "w=0", "f=Plyn Notify", "n=dialog-question", "s=question"];
    assert_eq!((popup.keys, lost), (keys.map(str::to_owned).to_vec(), vec![]));
    assert_eq!(popup.id, "pnaaaaaaaaaaaaa");
    // foot splits labels at any byte of U+2028, which accented letters have too.
    let foot = identified("TERM=foot", "foot(1.26.1)");
    let (popup, lost) = popup_of(&foot, &asked);
    assert_eq!(popup.buttons, ["Allow", "D?ployer", "Go to terminal"]);
    assert_eq!(lost, [Lost::Characters]);
    // Konsole draws neither icon nor sound; Contour no buttons and no name.
    let (popup, lost) = popup_of(&identified("TERM=xterm-256color", "Konsole 25.04.0"), &asked);
    assert_eq!((popup.buttons.len(), popup.keys.len()), (3, 4));
    assert_eq!(lost, [Lost::Expiry, Lost::Sound, Lost::Icon]);
    let (popup, lost) = popup_of(&identified("TERM=contour", "contour 0.7.0"), &asked);
    assert_eq!((popup.buttons.len(), popup.keys.len()), (0, 3));
    assert_eq!(lost, [Lost::Buttons, Lost::Expiry, Lost::Sound, Lost::Icon, Lost::Application]);
}

#[test]
fn labels_that_cannot_be_told_apart_are_not_sent() {
    let foot = identified("TERM=foot", "foot(1.27.0)");
    let buttons = |labels: &[&str]| {
        let labels = labels.iter().map(|label| (*label).to_owned()).collect();
        popup_of(&foot, &Notification { buttons: labels, ..notification("a", "b") })
    };
    for labels in [&["é", "è"][..], &["Yes", ""], &["Yes", "\u{200b}"], &["1", "2", "3", "4"]] {
        let (popup, lost) = buttons(labels);
        assert_eq!((popup.buttons.len(), lost.contains(&Lost::Buttons)), (0, true), "{labels:?}");
    }
    // What separates labels cannot be in one.
    assert_eq!(buttons(&["a\u{2028}b", "c"]).0.buttons, ["a b", "c"]);
}

#[test]
fn long_texts_come_in_chunks_that_are_texts_themselves() {
    let kitty = identified("TERM=xterm-kitty", "kitty(0.41.1)");
    let (popup, lost) = popup_of(&kitty, &notification(&"👍".repeat(2000), &"я".repeat(1024)));
    assert_eq!(popup.title.chars().count(), 1024);
    assert_eq!((popup.body, lost), ("я".repeat(1024), vec![Lost::Title]));
}

#[test]
fn foot_always_has_a_body() {
    let (popup, _) = popup_of(&identified("TERM=foot", "foot(1.18.1)"), &notification("Build", ""));
    assert_eq!((popup.title.as_str(), popup.body.as_str()), ("Plyn Notify", "Build"));
}

#[test]
fn an_old_zellij_gets_one_plain_sequence() {
    let zellij = identified("TERM=xterm-kitty ZELLIJ=0", "Zellij(0.44.1)");
    let written = r"\x1b]99;i=pnaaaaaaaaaaaaa;Build: done, 3 warnings\x1b\\";
    assert_written(&zellij, &notification("Build", "done, 3 warnings"), written, &[]);
}

#[test]
fn in_tmux() {
    let detection = speaking("TERM=xterm-256color", Protocol::Osc777, &[Mux::Tmux]);
    let written = r"\x1bPtmux;\x1b\x1b]777;notify;a;b\x1b\x1b\\\x1b\\";
    assert_written(&detection, &notification("a", "b"), written, &[]);
    let ringing = Notification { bell: true, ..notification("a", "b") };
    assert_written(&detection, &ringing, &format!(r"{written}\x07"), &[]);
    let twice = speaking("TERM=xterm-256color", Protocol::Osc777, &[Mux::Tmux, Mux::Tmux]);
    let written = concat!(
        r"\x1bPtmux;\x1b\x1bPtmux;\x1b\x1b\x1b\x1b]777;notify;a;b",
        r"\x1b\x1b\x1b\x1b\\\x1b\x1b\\\x1b\\",
    );
    assert_written(&twice, &notification("a", "b"), written, &[]);
}

#[test]
fn in_screen() {
    let detection = speaking("TERM=xterm-256color", Protocol::Osc777, &[Mux::Screen]);
    let written = r"\x1bP\x1b]777;notify;?bung;a?b - c...\x07\x1b\\";
    assert_written(&detection, &notification("Übung", "aćb — c…"), written, &[Lost::Characters]);
    // Base64 brings any character through.
    let kitty = speaking("TERM=xterm-kitty", Protocol::Osc99, &[Mux::Screen]);
    let (popup, lost) = popup_of(&kitty, &notification("Übung", "aćb"));
    assert_eq!((popup.title.as_str(), popup.body.as_str(), lost), ("Übung", "aćb", vec![]));
    // What does not fit is shorter there.
    let (popup, lost) = popup_of(&kitty, &notification(&"я".repeat(80), &"я".repeat(200)));
    assert!(popup.title.len() <= 78 && popup.body.len() <= 240);
    assert_eq!(lost, [Lost::Title, Lost::Body]);
    // Mixed with anything else there is only the bell.
    let mixed = Detection { chain: vec![Mux::Screen, Mux::Tmux], ..kitty };
    assert_written(&mixed, &notification("a", "b"), r"\x07", &[Lost::Text]);
}

#[test]
fn taking_it_down() {
    let id = Id::new(0);
    let closed = |detection: &Detection| close(detection, &id).map(|bytes| bytes.escape_ascii().to_string());
    let plain = r"\x1b]99;i=pnaaaaaaaaaaaaa:p=close;\x1b\\";
    let kitty = identified("TERM=xterm-kitty", "kitty(0.41.1)");
    assert_eq!(closed(&kitty).as_deref(), Some(plain));
    assert_eq!(closed(&identified("TERM=foot", "foot(1.21.0)")).as_deref(), Some(plain));
    // Konsole and Contour would show an empty one.
    assert_eq!(closed(&identified("TERM=xterm-256color", "Konsole 25.04.0")), None);
    assert_eq!(closed(&identified("TERM=contour", "contour 0.7.0")), None);
    // An old kitty drops it, so one that has not said how old it is can be told.
    assert_eq!(closed(&identified("TERM=xterm-kitty", "kitty(0.30.0)")).as_deref(), Some(plain));
    assert_eq!(closed(&speaking("TERM=xterm-kitty", Protocol::Osc99, &[])).as_deref(), Some(plain));
    assert_eq!(closed(&speaking("TERM=xterm-256color", Protocol::Osc777, &[])), None);
    let in_tmux = Detection { chain: vec![Mux::Tmux], two_way: None, ..kitty };
    let wrapped = r"\x1bPtmux;\x1b\x1b]99;i=pnaaaaaaaaaaaaa:p=close;\x1b\x1b\\\x1b\\";
    assert_eq!(closed(&in_tmux).as_deref(), Some(wrapped));
    let zellij = identified("TERM=xterm-kitty ZELLIJ=0", "Zellij(0.45.1)");
    let rewritten = r"\x1b]99;i=pnaaaaaaaaaaaaa:a=report:p=close;\x1b\\";
    assert_eq!(closed(&zellij).as_deref(), Some(rewritten));
}
