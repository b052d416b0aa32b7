//! Every rule, and every way in which a variable lies.

mod behind;
mod traps;

use super::*;
use crate::engine::config::Protocol::{Bell, Iterm2, Osc9, Osc99 as Kitty99, Osc777};

/// `A=1 B=2`; a value with spaces in it is not needed.
pub(super) fn environment(text: &str) -> Environment {
    text.split_whitespace().filter_map(|variable| variable.split_once('=')).collect()
}

pub(super) fn by_environment(text: &str) -> Detection {
    detect(&Sources::of(&environment(text)))
}

pub(super) fn identified(text: &str, xtversion: &str) -> Detection {
    let identity = Identity::from_xtversion(format!(">|{xtversion}").as_bytes());
    detect(&Sources { identity: identity.as_ref(), ..Sources::of(&environment(text)) })
}

pub(super) fn pinned(text: &str, protocol: Protocol) -> Detection {
    detect(&Sources { pinned: Some(protocol), ..Sources::of(&environment(text)) })
}

#[test]
fn the_environment_alone() {
    for (variables, rule, protocol, terminal) in [
        ("TERM=xterm-kitty KITTY_WINDOW_ID=1", 11, Kitty99, Kind::Kitty),
        ("TERM=xterm-kitty", 11, Kitty99, Kind::Kitty),
        ("TERM=foot", 10, Osc777, Kind::Foot),
        ("TERM=foot-extra", 10, Osc777, Kind::Foot),
        ("TERM=xterm-256color KONSOLE_VERSION=241203", 12, Kitty99, Kind::Konsole),
        ("TERM=xterm-256color KONSOLE_VERSION=240803", 12, Osc777, Kind::Konsole),
        ("TERM=xterm-256color KONSOLE_VERSION=221203", 12, Bell, Kind::Konsole),
        ("TERM=contour TERMINAL_NAME=contour TERMINAL_VERSION_STRING=0.7.0", 13, Kitty99, Kind::Contour),
        ("TERM=contour TERMINAL_NAME=contour TERMINAL_VERSION_STRING=0.5.0", 13, Osc777, Kind::Contour),
        ("TERM=contour", 13, Osc777, Kind::Contour),
        ("TERM=xterm-256color TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.110.0", 14, Bell, Kind::VsCode),
        ("TERM=xterm-ghostty", 15, Osc777, Kind::Ghostty),
        ("TERM=xterm-256color TERM_PROGRAM=ghostty TERM_PROGRAM_VERSION=1.3.1", 15, Osc777, Kind::Ghostty),
        ("TERM=xterm-256color TERM_PROGRAM=WezTerm WEZTERM_PANE=0", 16, Osc777, Kind::WezTerm),
        ("TERM=xterm-256color TERM_PROGRAM=WezTerm", 25, Bell, Kind::Unknown),
        ("TERM=xterm-256color TERM_PROGRAM=WarpTerminal WARP_CLIENT_VERSION=v0.2026", 17, Osc777, Kind::Warp),
        ("TERM=xterm-256color TERM_PROGRAM=WarpTerminal", 25, Bell, Kind::Unknown),
        (
            "TERM=xterm-256color TERM_PROGRAM=iTerm.app ITERM_SESSION_ID=w0t0p0 TERM_PROGRAM_VERSION=3.6.9",
            18,
            Iterm2,
            Kind::Iterm2,
        ),
        ("TERM=xterm-256color LC_TERMINAL=iTerm2 LC_TERMINAL_VERSION=3.4.23", 18, Osc9, Kind::Iterm2),
        ("TERM=xterm-256color LC_TERMINAL=iTerm2", 18, Osc9, Kind::Iterm2),
        ("TERM=xterm-256color TERM_PROGRAM=rio TERM_PROGRAM_VERSION=0.3.1", 19, Osc777, Kind::Rio),
        ("TERM=xterm-256color TERM_PROGRAM=rio TERM_PROGRAM_VERSION=0.2.0", 19, Bell, Kind::Rio),
        ("TERM=xterm-256color TERMINOLOGY=1", 19, Osc777, Kind::Terminology),
        ("TERM=xterm-256color ZED_TERM=true TERM_PROGRAM=zed", 20, Osc9, Kind::Zed),
        ("TERM=cygwin ConEmuPID=1 ConEmuANSI=ON", 21, Bell, Kind::ConEmu),
        ("TERM=xterm-256color WT_SESSION=1 WT_PROFILE_ID=2", 22, Bell, Kind::WindowsTerminal),
        ("TERM=xterm-256color TERM_PROGRAM=Apple_Terminal TERM_SESSION_ID=1", 23, Bell, Kind::AppleTerminal),
        ("TERM=xterm-256color VTE_VERSION=7603", 23, Bell, Kind::Vte),
        ("TERM=xterm-256color XTERM_VERSION=XTerm(390)", 23, Bell, Kind::Xterm),
        ("TERM=alacritty ALACRITTY_WINDOW_ID=1", 23, Bell, Kind::Alacritty),
        ("TERM=xterm-256color TERMINAL_EMULATOR=JetBrains-JediTerm", 23, Bell, Kind::JediTerm),
        ("TERM=xterm TERM_PROGRAM=mintty", 23, Bell, Kind::Mintty),
        ("TERM=xterm-256color TERMUX_VERSION=0.118", 23, Bell, Kind::Termux),
        ("TERM=rxvt-unicode-256color", 23, Bell, Kind::Urxvt),
        ("TERM=linux", 3, Bell, Kind::Unknown),
        ("TERM=vt220", 3, Bell, Kind::Unknown),
        ("TERM=eterm-color", 3, Bell, Kind::Unknown),
        ("TERM=cons25", 3, Bell, Kind::Unknown),
        ("TERM=xterm-256color NVIM=/run/nvim.1.0", 8, Bell, Kind::Unknown),
        ("TERM=xterm-256color MOSH_KEY=x", 7, Bell, Kind::Unknown),
        ("TERM=xterm-256color NCURSES_NO_UTF8_ACS=1 SSH_CONNECTION=1", 7, Bell, Kind::Unknown),
        ("TERM=xterm-256color NCURSES_NO_UTF8_ACS=1", 25, Bell, Kind::Unknown),
        ("TERM=xterm-256color", 25, Bell, Kind::Unknown),
        ("TERM=st-256color", 25, Bell, Kind::Unknown),
        ("TERM=vte-256color", 23, Bell, Kind::Vte),
    ] {
        let found = by_environment(variables);
        let seen = (found.rule.number, found.protocol, found.terminal);
        assert_eq!(seen, (rule, Some(protocol), terminal), "{variables}");
        assert_eq!(found.two_way, None, "no variable proves that: {variables}");
        assert!(!found.evidence.is_empty(), "{variables}");
        assert_eq!(found.chain, [], "{variables}");
    }
}

#[test]
fn nothing_is_written_where_no_sequence_is_read() {
    for variables in ["", "TERM=dumb", "TERM=emacs", "TERM=xterm-256color INSIDE_EMACS=29.1,comint"] {
        let found = by_environment(variables);
        assert_eq!((found.rule.number, found.protocol), (1, None), "{variables}");
        assert!(!found.evidence.is_empty(), "{variables}");
    }
    let environment = environment("TERM=xterm-kitty");
    let found = detect(&Sources { access: Access::Closed, ..Sources::of(&environment) });
    assert_eq!((found.rule.number, found.protocol), (1, None));
}

#[test]
fn what_the_terminal_says_itself() {
    let code = "TERM=xterm-256color TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=";
    let two_way =
        |buttons, ascii_labels, close, body_click| Some(TwoWay { buttons, ascii_labels, close, body_click });
    for (variables, xtversion, rule, protocol, back, asks) in [
        ("TERM=foot", "foot(1.27.0)", 9, Kitty99, two_way(3, true, true, true), true),
        ("TERM=foot", "foot(1.26.1)", 10, Kitty99, two_way(3, true, true, true), false),
        ("TERM=foot", "foot(1.18.1)", 10, Kitty99, two_way(3, true, true, true), false),
        ("TERM=foot", "foot(1.16.2)", 10, Osc777, None, false),
        ("TERM=xterm-kitty", "kitty(0.41.1)", 11, Kitty99, two_way(8, false, true, true), true),
        ("TERM=xterm-kitty", "kitty(0.35.2)", 11, Kitty99, None, false),
        ("TERM=xterm-256color", "Konsole 25.04.0", 12, Kitty99, two_way(3, false, false, true), true),
        ("TERM=xterm-256color", "Konsole 24.08.0", 12, Osc777, None, false),
        ("TERM=contour", "contour 0.7.0", 13, Kitty99, two_way(0, false, false, true), true),
        (&format!("{code}1.110.0"), "xterm.js(6.1.0)", 14, Kitty99, two_way(3, false, true, false), true),
        (&format!("{code}1.109.2"), "xterm.js(6.0.0)", 14, Bell, None, false),
        ("TERM=xterm-256color", "xterm.js(6.1.0)", 23, Bell, None, false),
        ("TERM=xterm-256color", "ghostty 1.3.1", 15, Osc777, None, false),
        ("TERM=xterm-256color", "WezTerm 20240203-110809-5046fc22", 16, Osc777, None, false),
        ("TERM=xterm-256color", "Warp(v0.2026.05)", 17, Osc777, None, false),
        ("TERM=xterm-256color", "iTerm2 3.6.9", 18, Iterm2, None, false),
        ("TERM=xterm-256color", "iTerm2 3.4.0", 18, Osc9, None, false),
        ("TERM=xterm-256color", "Rio 0.3.0", 19, Osc777, None, false),
        ("TERM=xterm-256color", "VTE(7603)", 23, Bell, None, false),
        ("TERM=xterm-256color", "XTerm(390)", 23, Bell, None, false),
        ("TERM=xterm-256color", "mintty 3.8.2", 23, Bell, None, false),
        ("TERM=xterm-256color", "libghostty", 25, Bell, None, false),
    ] {
        let found = identified(variables, xtversion);
        let seen = (found.rule.number, found.protocol, found.two_way);
        assert_eq!(seen, (rule, Some(protocol), back), "{xtversion} {variables}");
        assert_eq!(found.ask, if asks { Ask::Capabilities } else { Ask::Nothing }, "{xtversion} {variables}");
        assert!(found.evidence[0].starts_with("XTVERSION="), "{:?}", found.evidence);
    }
}

#[test]
fn who_is_asked_who_it_is() {
    for (variables, ask) in [
        ("TERM=xterm-kitty", Ask::Identity),
        ("TERM=foot", Ask::Identity),
        ("TERM=xterm-256color KONSOLE_VERSION=241200", Ask::Identity),
        ("TERM=xterm-256color TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.110.0", Ask::Identity),
        ("TERM=xterm-256color KONSOLE_VERSION=241200 VTE_VERSION=7603", Ask::Identity),
        ("TERM=xterm-256color", Ask::Nothing),
        ("TERM=xterm-ghostty", Ask::Nothing),
        ("TERM=xterm-256color VTE_VERSION=7603", Ask::Nothing),
        ("TERM=linux", Ask::Nothing),
        ("TERM=dumb KITTY_WINDOW_ID=1", Ask::Nothing),
        ("TERM=tmux-256color TMUX=/tmp/s,1,0 KITTY_WINDOW_ID=1", Ask::Nothing),
        ("TERM=screen.xterm-kitty STY=1.pts-0.host", Ask::Nothing),
        ("TERM=xterm-kitty ZELLIJ=0", Ask::Nothing),
        ("TERM=xterm-kitty NVIM=/run/nvim", Ask::Nothing),
        ("TERM=xterm-256color KONSOLE_VERSION=241200 MOSH_KEY=x", Ask::Nothing),
    ] {
        assert_eq!(by_environment(variables).ask, ask, "{variables}");
    }
    // In the background nobody is asked anything, and nothing comes back.
    let environment = environment("TERM=xterm-kitty");
    let identity = Identity::from_xtversion(b">|kitty(0.41.1)");
    for identity in [None, identity.as_ref()] {
        let found = detect(&Sources { access: Access::Write, identity, ..Sources::of(&environment) });
        assert_eq!((found.protocol, found.ask, found.two_way), (Some(Kitty99), Ask::Nothing, None));
    }
}

#[test]
fn a_terminal_that_nobody_knows_and_that_answers() {
    let environment = environment("TERM=xterm-256color");
    let found = detect(&Sources { speaks_osc99: true, ..Sources::of(&environment) });
    assert_eq!((found.rule.number, found.protocol, found.ask), (24, Some(Kitty99), Ask::Nothing));
    assert!(found.two_way.is_some());
}

#[test]
fn a_protocol_that_is_set() {
    let found = pinned("TERM=xterm-256color", Osc777);
    assert_eq!((found.rule.number, found.protocol, found.two_way), (0, Some(Osc777), None));
    assert_eq!(found.evidence, ["protocol = osc777", "TERM=xterm-256color"]);
    // The user's word is enough for buttons, but not for a query.
    let found = pinned("TERM=xterm-256color", Kitty99);
    let back = TwoWay { buttons: 3, ascii_labels: false, close: false, body_click: true };
    assert_eq!((found.protocol, found.two_way, found.ask), (Some(Kitty99), Some(back), Ask::Identity));
    // What is known of a terminal holds all the same.
    let found = pinned("TERM=foot", Kitty99);
    assert_eq!((found.two_way.unwrap().ascii_labels, found.ask), (true, Ask::Identity));
    assert_eq!(pinned("TERM=xterm-ghostty", Osc9).limits.body, 255);
    assert!(pinned("TERM=rxvt-unicode", Osc777).limits.shell);
    let found = pinned("TERM=xterm-kitty", Bell);
    assert_eq!((found.protocol, found.ask), (Some(Bell), Ask::Nothing));
    // A build log has no terminal of its own.
    assert_eq!(pinned("TERM=dumb", Osc777).protocol, Some(Osc777));
    assert_eq!(pinned("", Kitty99).protocol, Some(Kitty99));
}

#[test]
fn conemu_is_never_sent_a_command() {
    for variables in
        ["TERM=xterm ConEmuPID=1", "ConEmuANSI=ON", "TERM=xterm-256color ConEmuPID=1 WT_SESSION=1"]
    {
        let found = pinned(variables, Osc9);
        assert_eq!(found.protocol, Some(Bell), "{variables}");
        assert_eq!(found.losers.last().unwrap().evidence, "protocol = osc9");
        assert_eq!(pinned(variables, Osc777).protocol, Some(Osc777));
    }
}

#[test]
fn the_table_is_in_order_and_each_rule_says_something() {
    let numbers: Vec<u8> = ROWS.iter().map(|row| row.rule.number).collect();
    assert_eq!(numbers, (1..=25).filter(|number| *number != 2).collect::<Vec<_>>());
    assert!(ROWS.iter().all(|row| row.rule.sentence.len() > 10));
}
