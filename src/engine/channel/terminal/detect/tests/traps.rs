//! Variables that were inherited (facts/terminals.md §2.2): each trap, in its order there.

use super::*;

/// What lost, without why.
fn lost(found: &Detection) -> Vec<&str> {
    found.losers.iter().map(|loser| loser.evidence.as_str()).collect()
}

#[test]
fn trap_1_a_terminal_started_from_another() {
    // kitty from iTerm2 (mdcat#230): TERM was set by the terminal in front.
    let found =
        by_environment("TERM=xterm-kitty KITTY_WINDOW_ID=1 TERM_PROGRAM=iTerm.app ITERM_SESSION_ID=w0");
    assert_eq!((found.terminal, found.protocol), (Kind::Kitty, Some(Kitty99)));
    assert_eq!(found.evidence, ["TERM=xterm-kitty", "KITTY_WINDOW_ID=1"]);
    assert_eq!(lost(&found), ["TERM_PROGRAM=iTerm.app ITERM_SESSION_ID=w0"]);
    assert_eq!(found.losers[0].reason, "kitty set TERM=xterm-kitty");
    // VS Code from kitty (kitty#4655).
    let code = "TERM=xterm-256color TERM_PROGRAM=vscode TERM_PROGRAM_VERSION=1.110.0 KITTY_WINDOW_ID=1";
    let found = by_environment(code);
    assert_eq!((found.terminal, found.protocol), (Kind::VsCode, Some(Bell)));
    assert_eq!(lost(&found), ["KITTY_WINDOW_ID=1"]);
    let found = identified(code, "xterm.js(6.1.0)");
    assert_eq!((found.terminal, found.protocol), (Kind::VsCode, Some(Kitty99)));
    // VS Code from Windows Terminal (PSReadLine#1511, terminal#840).
    let found = by_environment("TERM=xterm-256color TERM_PROGRAM=vscode WT_SESSION=1");
    assert_eq!((found.terminal, lost(&found)), (Kind::VsCode, vec!["WT_SESSION=1"]));
    // Konsole from WezTerm, or WezTerm from Konsole: nobody can tell.
    let found =
        by_environment("TERM=xterm-256color TERM_PROGRAM=WezTerm WEZTERM_PANE=0 KONSOLE_VERSION=241200");
    assert_eq!((found.rule.number, found.protocol, found.ask), (25, Some(Bell), Ask::Identity));
    assert_eq!(lost(&found).len(), 2);
    // A console is a console.
    assert_eq!(by_environment("TERM=linux TERM_PROGRAM=ghostty").protocol, Some(Bell));
}

#[test]
fn trap_2_the_environment_of_the_tmux_server() {
    let stale = "TERM=tmux-256color TMUX=/tmp/s,1,0 TMUX_PANE=%0 KITTY_WINDOW_ID=1 TERM_PROGRAM=tmux";
    let found = by_environment(stale);
    assert_eq!((found.rule.number, found.protocol, found.terminal), (5, Some(Bell), Kind::Unknown));
}

#[test]
fn trap_3_tmux_in_screen_and_screen_in_tmux() {
    // `behind.rs` has what tmux says to it; without a word from it both ring.
    for term in ["screen", "screen-256color", "tmux-256color"] {
        let found = by_environment(&format!("TERM={term} TMUX=/tmp/s,1,0 STY=1.pts-0.host"));
        assert!(matches!(found.rule.number, 5 | 6), "{term}");
        assert_eq!(found.protocol, Some(Bell), "{term}");
    }
}

#[test]
fn trap_4_sudo_and_containers() {
    // Only TERM is left.
    assert_eq!(by_environment("TERM=xterm-kitty").protocol, Some(Kitty99));
    // The rest was brought back from elsewhere.
    let found = by_environment("TERM=xterm-ghostty KITTY_WINDOW_ID=1 VTE_VERSION=7603");
    assert_eq!((found.terminal, lost(&found).len()), (Kind::Ghostty, 2));
}

#[test]
fn trap_5_ssh() {
    let found = by_environment("TERM=xterm-256color SSH_CONNECTION=1 LC_TERMINAL=iTerm2");
    assert_eq!(found.protocol, Some(Osc9));
    // Carried through to another terminal.
    for other in ["TERM_PROGRAM=ghostty", "TERM_PROGRAM=WezTerm WEZTERM_PANE=0"] {
        let found = by_environment(&format!("TERM=xterm-256color LC_TERMINAL=iTerm2 {other}"));
        assert_eq!((found.protocol, lost(&found)), (Some(Osc777), vec!["LC_TERMINAL=iTerm2"]));
    }
    let found = by_environment("TERM=xterm-kitty LC_TERMINAL=iTerm2");
    assert_eq!(found.protocol, Some(Kitty99));
    let found = by_environment("TERM=tmux-256color LC_TERMINAL=iTerm2");
    assert_eq!((found.rule.number, found.protocol), (5, Some(Bell)));
}

#[test]
fn trap_6_windows_subsystem() {
    let found = by_environment("TERM=xterm-256color WT_SESSION=1 TERM_PROGRAM=WezTerm WEZTERM_PANE=0");
    assert_eq!(found.terminal, Kind::WezTerm);
    let found = by_environment("TERM=xterm-256color WT_SESSION=1");
    assert_eq!((found.rule.number, found.protocol), (22, Some(Bell)));
}

#[test]
fn trap_7_a_variable_of_two_terminals() {
    let found = by_environment("TERM=xterm-256color TERM_SESSION_ID=1");
    assert_eq!((found.rule.number, found.terminal), (25, Kind::Unknown));
    let both = "TERM=xterm-256color TERM_SESSION_ID=1 TERMINAL_EMULATOR=JetBrains-JediTerm";
    assert_eq!(by_environment(both).terminal, Kind::JediTerm);
}

#[test]
fn trap_8_a_terminal_inside_an_editor() {
    let found = by_environment("TERM=xterm-kitty KITTY_WINDOW_ID=1 NVIM=/run/nvim.1.0");
    assert_eq!((found.rule.number, found.protocol, found.ask), (8, Some(Bell), Ask::Nothing));
    assert_eq!(found.evidence, ["NVIM=/run/nvim.1.0"]);
    let found = pinned("TERM=xterm-kitty NVIM=/run/nvim.1.0", Kitty99);
    assert_eq!((found.protocol, found.ask, found.two_way), (Some(Kitty99), Ask::Nothing, None));
    assert_eq!(by_environment("TERM=xterm-kitty INSIDE_EMACS=29.1,vterm").protocol, None);
}

#[test]
fn what_the_terminal_says_beats_every_variable() {
    let found = identified("TERM=xterm-256color KITTY_WINDOW_ID=1 VTE_VERSION=7603", "ghostty 1.3.1");
    assert_eq!(found.terminal, Kind::Ghostty);
    assert_eq!(lost(&found), ["VTE_VERSION=7603", "KITTY_WINDOW_ID=1"]);
    assert!(found.losers[0].reason.contains("says that it is Ghostty"));
    // kitty, started in a pane of tmux.
    let found = identified("TERM=xterm-kitty TMUX=/tmp/s,1,0 STY=1.x", "kitty(0.41.1)");
    assert_eq!((found.rule.number, found.chain.len()), (11, 0));
    assert!(lost(&found).contains(&"TMUX=/tmp/s,1,0"));
}
