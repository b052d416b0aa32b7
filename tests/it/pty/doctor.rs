//! `plyn-notify doctor` at a real terminal: what it asks each of them, what it says of them, and what it leaves behind.

use serde_json::Value;

use super::{Case, Exit, Run};
use crate::support::{
    Bus, Script, Server,
    terminal::{Personality, Simulator},
};

/// The report of a run in a terminal of this kind, which is as it was and has nothing left to say.
#[track_caller]
fn report(case: Case, personality: Personality) -> Value {
    let name = personality.name.clone();
    let (mut run, terminal): (Run, Simulator) = case.start_in(personality);
    let ended = run.pty.wait_exit();
    let out = run.file("out");
    assert_eq!((ended, run.file("err")), (Exit::code(0), String::new()), "{name}: {out}");
    run.is_sane();
    assert_eq!(run.pty.unread_input().escape_ascii().to_string(), "", "{name}");
    terminal.is_content();
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{name}: {error}: {out}"))
}

fn case(arguments: &str) -> Case {
    Case::script("sh", &format!(r#"exec "$PLYN" doctor {arguments} >out 2>err"#))
}

fn check<'d>(document: &'d Value, id: &str) -> &'d Value {
    let checks = document["checks"].as_array().unwrap();
    checks.iter().find(|check| check["id"] == id).unwrap_or(&Value::Null)
}

/// Each terminal of `tests/terminals`, with what is known of it once it was asked: protocol, and whether answers come back.
#[test]
fn every_terminal_is_asked_and_described() {
    for personality in Personality::all() {
        let name = personality.name.clone();
        let (protocol, answers) = match name.as_str() {
            "kitty" | "foot" | "foot-1.26" | "konsole" | "konsole-focused" | "vscode" => ("osc99", true),
            "contour" | "mute" | "slow" => ("osc99", false),
            "ghostty" | "wezterm" => ("osc777", false),
            "iterm2" => ("iterm2", false),
            _ => ("bell", false),
        };
        let document = report(case("--json"), personality);
        let facts = document["facts"]["terminal"].as_array().unwrap();
        let said =
            |wanted: &str| facts.iter().find(|fact| fact["name"] == wanted).map(|fact| fact["value"].clone());
        assert_eq!(said("protocol"), Some(protocol.into()), "{name}: {facts:?}");
        let level = &check(&document, "terminal.answers")["level"];
        let expected = if answers {
            "ok".into()
        } else if protocol == "bell" {
            Value::Null
        } else {
            "note".into()
        };
        assert_eq!(*level, expected, "{name}: {document}");
        assert_eq!(document["verdict"]["announced"], true, "{name}");
        assert_eq!(document["verdict"]["answerable"], true, "{name}");
    }
}

#[test]
fn a_terminal_is_not_asked_by_a_check() {
    let (run, terminal) = case("--check").start_in(Personality::named("kitty"));
    let ended = run.pty.wait_exit();
    assert_eq!((ended, run.file("err")), (Exit::code(0), String::new()));
    assert_eq!(
        run.file("out"),
        "A prompt is asked at this terminal at once. If it is not answered within 5s, it is announced by a \
         notification of the terminal itself (kitty).\n"
    );
    terminal.is_silent();
    assert_eq!(run.pty.raw_output(), b"");
}

#[test]
fn the_text_is_coloured_on_a_terminal_and_nowhere_else() {
    let bus = Bus::start();
    let _server = Server::start(&bus, Script::load("plasma"));
    let run = Case::script("sh", r#""$PLYN" doctor --plain; "$PLYN" doctor --plain >out 2>err"#)
        .bus(&bus)
        .size(60, 200)
        .start();
    assert_eq!(run.pty.wait_exit(), Exit::code(0));
    let screen = String::from_utf8_lossy(&run.pty.raw_output()).into_owned();
    assert!(screen.contains("\u{1b}[1;36mnote"), "{screen}");
    let text = run.file("out");
    assert!(!text.contains('\u{1b}'), "{text}");
    assert!(text.starts_with("A prompt is asked at this terminal at once."), "{text}");
    assert_eq!(run.file("err"), "");
    // Nothing of the text is wider than the terminal, but titles and what is to be copied.
    run.pty.screen(|screen| {
        let contents = screen.contents();
        assert!(contents.contains("do-not-disturb is off"), "{contents}");
    });
}

#[test]
fn what_was_typed_ahead_is_the_shell_s() {
    let script = r#"read -r go; "$PLYN" doctor --json >out 2>err; read -r rest; echo "rest=$rest""#;
    let (mut run, terminal) = Case::script("sh", script).start_in(Personality::named("kitty"));
    // The second line is in the terminal's queue when the doctor looks: then it asks nothing, and takes nothing.
    run.send("x\ntyped\n");
    run.pty.wait_text("rest=typed");
    run.pty.wait_exit();
    assert_eq!(run.file("err"), "");
    terminal.is_silent();
    let document: Value = serde_json::from_str(&run.file("out")).unwrap();
    let identity = check(&document, "terminal.identity");
    assert_eq!(identity["seen"], "It is not asked, since something was typed ahead");
}

#[test]
fn in_the_background_nothing_is_asked_and_that_is_said() {
    let mut run = Case::interactive().start();
    run.pty.wait_text("$ ");
    run.send("plyn-notify doctor --json >out 2>err & wait; exit\r");
    run.pty.wait_exit();
    let document: Value = serde_json::from_str(&run.file("out")).unwrap();
    let usable = check(&document, "terminal.usable");
    assert_eq!(usable["seen"], "The terminal belongs to another job: this one is in the background");
    assert_eq!(document["verdict"]["answerable"], false);
}
