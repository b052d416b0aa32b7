//! What is behind a multiplexer, and whether anything gets there.

use super::{
    super::super::tmux::{Client, Passthrough},
    *,
};

const IN_TMUX: &str = "TERM=tmux-256color TMUX=/tmp/s,1,0 TMUX_PANE=%3 TERM_PROGRAM=tmux";

fn client(name: &str, identity: &str) -> Client {
    Client { name: name.to_owned(), identity: identity.to_owned(), outer: None }
}

fn nested(outer: Level) -> Client {
    Client { outer: Some(Box::new(outer)), ..client("tmux-256color", "tmux 3.5a") }
}

fn level(clients: impl IntoIterator<Item = Client>) -> Level {
    Level {
        version: "3.5a".to_owned(),
        is_ours: Some(true),
        passthrough: Passthrough::All,
        is_visible: true,
        clients: clients.into_iter().collect(),
    }
}

fn answered(variables: &str, answer: &Result<Level, AskError>, pinned: Option<Protocol>) -> Detection {
    detect(&Sources { tmux: Some(answer), pinned, ..Sources::of(&environment(variables)) })
}

fn in_tmux(level: Level) -> Detection {
    answered(IN_TMUX, &Ok(level), None)
}

#[test]
fn the_terminal_that_tmux_is_attached_to() {
    for (name, identity, protocol, terminal) in [
        ("xterm-kitty", "kitty(0.41.1)", Kitty99, Kind::Kitty),
        ("xterm-kitty", "", Kitty99, Kind::Kitty),
        ("xterm-256color", "iTerm2 3.6.9", Iterm2, Kind::Iterm2),
        ("xterm-256color", "ghostty 1.3.1", Osc777, Kind::Ghostty),
        ("foot", "foot(1.21.0)", Kitty99, Kind::Foot),
        ("foot", "", Osc777, Kind::Foot),
        ("xterm-256color", "Zellij(0.45.0)", Osc777, Kind::Zellij),
    ] {
        let found = in_tmux(level([client(name, identity)]));
        let seen = (found.rule.number, found.protocol, found.terminal);
        assert_eq!(seen, (5, Some(protocol), terminal), "{name} {identity}");
        assert_eq!(found.chain[0], Mux::Tmux, "{name} {identity}");
        assert_eq!((found.two_way, found.ask), (None, Ask::Nothing), "replies go to the active pane");
        assert!(found.evidence.iter().any(|said| said.starts_with("client ")), "{:?}", found.evidence);
        assert!(found.evidence.contains(&"allow-passthrough=all".to_owned()));
    }
    for (name, identity) in [("xterm-256color", ""), ("linux", ""), ("xterm-256color", "VTE(7603)")] {
        let found = in_tmux(level([client(name, identity)]));
        assert_eq!((found.rule.number, found.protocol), (5, Some(Bell)), "{name} {identity}");
    }
}

#[test]
fn tmux_that_hands_nothing_on_rings_and_says_what_would_help() {
    let kitty = || client("xterm-kitty", "kitty(0.41.1)");
    let off = Level { passthrough: Passthrough::Off, ..level([kitty()]) };
    let hidden = Level { passthrough: Passthrough::On, is_visible: false, ..level([kitty()]) };
    for shut in [off, hidden] {
        let found = in_tmux(shut.clone());
        assert_eq!((found.protocol, found.chain.as_slice()), (Some(Bell), &[Mux::Tmux][..]));
        assert!(found.hint.unwrap().contains("set -g allow-passthrough all"));
        // What is set changes nothing there: it would be swallowed.
        let found = answered(IN_TMUX, &Ok(shut), Some(Kitty99));
        assert_eq!(found.protocol, Some(Bell));
        assert_eq!(found.losers.last().unwrap().evidence, "protocol = osc99");
    }
    let old = Level { version: "3.3a".to_owned(), passthrough: Passthrough::Off, ..level([kitty()]) };
    assert!(in_tmux(old).hint.unwrap().ends_with("set -g allow-passthrough on"));
    assert_eq!(in_tmux(level([])).protocol, Some(Bell));
    let seen = Level { passthrough: Passthrough::On, ..level([kitty()]) };
    assert_eq!(in_tmux(seen).protocol, Some(Kitty99));
    let hidden = Level { is_visible: false, ..level([kitty()]) };
    assert_eq!(in_tmux(hidden).protocol, Some(Kitty99));
}

#[test]
fn all_attached_terminals_get_the_same() {
    let kitty = || client("xterm-kitty", "kitty(0.41.1)");
    let ghostty = || client("xterm-ghostty", "ghostty 1.3.1");
    let found = in_tmux(level([kitty(), kitty()]));
    assert_eq!((found.protocol, found.terminal), (Some(Kitty99), Kind::Kitty));
    let found = in_tmux(level([kitty(), ghostty()]));
    assert_eq!((found.protocol, found.limits.title), (Some(Osc777), 63));
    let found = in_tmux(level([kitty(), client("xterm-256color", "iTerm2 3.6.9")]));
    assert_eq!(found.protocol, Some(Bell));
    let found = in_tmux(level([kitty(), client("xterm-256color", "")]));
    assert_eq!(found.protocol, Some(Bell));
    let found = in_tmux(level([kitty(), client("foot", "foot(1.27.0)")]));
    assert_eq!((found.protocol, found.terminal), (Some(Kitty99), Kind::Unknown));
    assert!(found.limits.osc99.body && found.limits.osc99.buttons == 3);
    let found = in_tmux(level([kitty(), nested(level([kitty()]))]));
    assert_eq!(found.protocol, Some(Bell), "one would need two wrappings");
}

#[test]
fn tmux_in_tmux() {
    let kitty = || client("xterm-kitty", "kitty(0.41.1)");
    let found = in_tmux(level([nested(level([kitty()]))]));
    assert_eq!((found.protocol, found.chain.as_slice()), (Some(Kitty99), &[Mux::Tmux, Mux::Tmux][..]));
    let outer = Level { passthrough: Passthrough::Off, ..level([kitty()]) };
    let found = in_tmux(level([nested(outer)]));
    assert_eq!((found.protocol, found.hint.is_some()), (Some(Bell), true));
    // The outer one is on another host: nobody can say what is behind it, but the user.
    let remote = || level([client("tmux-256color", "tmux 3.5a")]);
    assert_eq!(in_tmux(remote()).protocol, Some(Bell));
    let found = answered(IN_TMUX, &Ok(remote()), Some(Osc777));
    assert_eq!((found.protocol, found.chain.as_slice()), (Some(Osc777), &[Mux::Tmux, Mux::Tmux][..]));
    let five = (0..4).fold(level([kitty()]), |inner, _| level([nested(inner)]));
    assert_eq!(in_tmux(five).protocol, Some(Bell));
}

#[test]
fn screen_around_tmux_gets_the_bell_alone() {
    for name in ["screen.xterm-256color", "screen"] {
        let found = in_tmux(level([client(name, "")]));
        assert_eq!(found.protocol, Some(Bell));
        let found = answered(IN_TMUX, &Ok(level([client(name, "")])), Some(Osc777));
        assert_eq!(found.protocol, Some(Bell));
    }
    // An old tmux calls itself so too, and says better.
    let found = in_tmux(level([client("screen-256color", "tmux 3.3a")]));
    assert_eq!((found.protocol, found.terminal), (Some(Bell), Kind::Unknown));
}

#[test]
fn the_variable_of_a_tmux_that_is_not_there() {
    let gone = || Err(AskError::Gone);
    let found = answered("TERM=xterm-kitty TMUX=/tmp/s,1,0", &gone(), None);
    assert_eq!((found.rule.number, found.protocol), (11, Some(Kitty99)));
    assert_eq!(found.losers[0].reason, "the tmux that it names is gone");
    // kitty, started from a pane.
    let elsewhere = Level { is_ours: Some(false), ..level([client("xterm-256color", "")]) };
    let found = answered("TERM=xterm-kitty TMUX=/tmp/s,1,0 TMUX_PANE=%3", &Ok(elsewhere.clone()), None);
    assert_eq!((found.rule.number, found.protocol), (11, Some(Kitty99)));
    assert_eq!(found.losers[0].reason, "its pane is another terminal");
    // Neovim's terminal in a pane.
    let found = answered("TERM=xterm-256color TMUX=/tmp/s,1,0 NVIM=/run/nvim", &Ok(elsewhere.clone()), None);
    assert_eq!((found.rule.number, found.protocol), (8, Some(Bell)));
    // screen in a pane: TMUX leaks into it.
    let found =
        answered("TERM=screen.tmux-256color TMUX=/tmp/s,1,0 STY=1.x", &Ok(elsewhere.clone()), Some(Osc777));
    assert_eq!((found.protocol, found.losers.is_empty()), (Some(Bell), false));
    // tmux in screen: STY leaks into it.
    let found = answered(&format!("{IN_TMUX} STY=1.x"), &Ok(level([client("xterm-kitty", "")])), None);
    assert_eq!((found.rule.number, found.protocol), (5, Some(Kitty99)));
    // Something between that nobody knows, in a pane.
    let found = answered("TERM=tmux-256color TMUX=/tmp/s,1,0", &Ok(elsewhere), None);
    assert_eq!(found.protocol, Some(Bell));
}

#[test]
fn tmux_that_cannot_be_asked() {
    for answer in [Some(Err(AskError::Silent("timed out".to_owned()))), None] {
        let environment = environment(IN_TMUX);
        let sources = Sources { tmux: answer.as_ref(), ..Sources::of(&environment) };
        let found = detect(&sources);
        assert_eq!((found.protocol, found.hint.is_some()), (Some(Bell), true));
        let found = detect(&Sources { pinned: Some(Kitty99), ..sources });
        assert_eq!((found.protocol, found.two_way), (Some(Kitty99), None));
        assert_eq!((found.chain.as_slice(), found.ask), (&[Mux::Tmux][..], Ask::Nothing));
    }
    // Through ssh, where only TERM tells of it.
    let found = by_environment("TERM=tmux-256color SSH_CONNECTION=1");
    assert_eq!((found.rule.number, found.protocol), (5, Some(Bell)));
    assert_eq!(pinned("TERM=tmux-256color SSH_CONNECTION=1", Osc777).chain, [Mux::Tmux]);
}

#[test]
fn screen() {
    let sty = "STY=1.pts-0.host";
    for (term, protocol, terminal) in [
        ("screen.xterm-kitty", Kitty99, Kind::Kitty),
        ("screen.xterm-ghostty", Osc777, Kind::Ghostty),
        ("screen.foot", Osc777, Kind::Foot),
        ("screen.xterm-256color", Bell, Kind::Unknown),
        ("screen", Bell, Kind::Unknown),
    ] {
        let found = by_environment(&format!("TERM={term} {sty} KITTY_WINDOW_ID=1"));
        let seen = (found.rule.number, found.protocol, found.terminal);
        assert_eq!(seen, (6, Some(protocol), terminal), "{term}");
        assert_eq!((found.two_way, found.chain.as_slice()), (None, &[Mux::Screen][..]));
    }
    let found = pinned(&format!("TERM=screen {sty}"), Osc777);
    assert_eq!(
        (found.protocol, found.chain.as_slice(), found.limits.ascii),
        (Some(Osc777), &[Mux::Screen][..], true)
    );
    assert!(found.limits.body < 700, "what is set has to fit as well");
    let mixed = format!("TERM=screen.xterm-kitty {sty} ZELLIJ=0");
    assert_eq!(by_environment(&mixed).protocol, Some(Bell));
    assert_eq!(pinned(&mixed, Kitty99).protocol, Some(Bell));
}

#[test]
fn zellij() {
    for (variables, identity, protocol, two_way) in [
        ("TERM=xterm-256color ZELLIJ=0", "Zellij(0.45.0)", Osc777, false),
        ("TERM=xterm-kitty ZELLIJ=0", "Zellij(0.45.0)", Osc777, false),
        ("TERM=xterm-kitty ZELLIJ=0", "Zellij(0.45.1)", Kitty99, true),
        ("TERM=xterm-256color KITTY_WINDOW_ID=1 ZELLIJ=0", "Zellij(0.46.0)", Kitty99, true),
        ("TERM=xterm-256color ZELLIJ=0", "Zellij(0.46.0)", Osc777, false),
        ("TERM=xterm-kitty ZELLIJ=0", "Zellij(0.44.1)", Kitty99, false),
        ("TERM=xterm-256color ZELLIJ=0", "Zellij(0.44.1)", Bell, false),
        ("TERM=xterm-kitty ZELLIJ=0", "Zellij(0.43.0)", Bell, false),
    ] {
        let found = identified(variables, identity);
        let seen = (found.rule.number, found.protocol, found.two_way.is_some());
        assert_eq!(seen, (4, Some(protocol), two_way), "{variables} {identity}");
        assert_eq!(found.chain, [Mux::Zellij], "{variables} {identity}");
    }
    let found = identified("TERM=xterm-kitty ZELLIJ=0", "Zellij(0.44.1)");
    assert!(found.limits.osc99.single);
    let found = by_environment("TERM=xterm-kitty ZELLIJ=0");
    assert_eq!((found.rule.number, found.protocol, found.hint.is_some()), (4, Some(Bell), true));
    assert_eq!(pinned("TERM=xterm-kitty ZELLIJ=0", Osc777).protocol, Some(Osc777));
}
