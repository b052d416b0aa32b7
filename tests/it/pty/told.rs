//! A notice at the terminal: `notify` where there is no desktop.

use super::{Case, Exit};
use crate::support::terminal::{Model, Personality, Simulator};

/// Runs `notify` with these arguments in such a terminal; what it writes to its streams, and then its status.
fn notify(personality: &str, arguments: &str, out: &str, err: &str) -> Simulator {
    let script = format!(r#""$PLYN" notify {arguments} >out 2>err; echo "status $?" >>out; echo over"#);
    let (mut run, terminal) = Case::script("sh", &script).start_in(Personality::named(personality));
    run.ends(Exit::code(0), out, err);
    terminal.is_content();
    assert_eq!(run.pty.unread_input().escape_ascii().to_string(), "", "{personality}");
    terminal
}

/// No terminal is asked anything, nor given anything to answer to: what it sent would be typed into the shell.
#[test]
fn a_notice_is_shown_in_the_terminal_s_own_protocol_and_nothing_comes_back() {
    let whole = "api; 3 warnings";
    let comma = "api, 3 warnings";
    for (name, body, bells) in [
        ("kitty", Some(whole), 0),
        ("foot", Some(comma), 0),
        ("foot-1.26", Some(comma), 0),
        ("konsole", Some(comma), 0),
        ("contour", Some(whole), 0),
        ("ghostty", Some(comma), 0),
        ("wezterm", Some(comma), 0),
        ("iterm2", Some(whole), 0),
        ("vscode", None, 1),
        ("windows-terminal", None, 1),
        ("vte", None, 1),
        ("xterm", None, 1),
        ("apple", None, 1),
        ("conemu", None, 1),
    ] {
        let terminal = notify(name, &format!("--channels terminal 'Build done' '{whole}'"), "status 0\n", "");
        let shown: Vec<_> = terminal
            .notifications()
            .into_iter()
            .map(|shown| (shown.title.trim_end().to_owned(), shown.body.trim_end().to_owned()))
            .collect();
        let expected: Vec<_> =
            body.map(|body| ("Build done".to_owned(), body.to_owned())).into_iter().collect();
        assert_eq!((shown, terminal.look(Model::bells)), (expected, bells), "{name}");
        assert_eq!(terminal.look(|model| model.commands().is_empty()), body.is_none(), "{name}");
    }
}

#[test]
fn a_protocol_that_is_set_is_used() {
    let terminal = notify("xterm", "--channels terminal --protocol bell Done", "status 0\n", "");
    assert_eq!(terminal.look(Model::bells), 1);
    let terminal = notify("kitty", "--channels terminal --protocol osc9 Done", "status 0\n", "");
    assert_eq!(terminal.notifications().len(), 1);
}

#[test]
fn what_can_be_chosen_cannot_be_chosen_there() {
    let error = "plyn-notify: nothing can be chosen: no answer comes back from the terminal's notification\n";
    let terminal = notify("kitty", "--channels terminal -A yes=Yes 'Go on?'", "status 0\n", error);
    assert_eq!(terminal.notifications()[0].buttons, Vec::<String>::new());
}

#[test]
fn the_next_channel_is_the_terminal() {
    let error = "";
    let terminal = notify("ghostty", "Done", "status 0\n", error);
    assert_eq!(terminal.notifications().len(), 1);
}

#[test]
fn what_would_show_more_is_said_when_asked() {
    let hint = "plyn-notify: the terminal rang, which shows nothing\nplyn-notify: terminal: zellij's version is not known; from 0.45 on it shows osc777\n";
    for (verbose, err) in [("", ""), ("-v", hint)] {
        let script = format!(
            r#"export ZELLIJ=0; "$PLYN" {verbose} notify --channels terminal Done >out 2>err; echo over"#
        );
        let (run, terminal) = Case::script("sh", &script).start_in(Personality::named("xterm"));
        run.ends(Exit::code(0), "", err);
        assert_eq!(terminal.look(Model::bells), 1);
    }
}
