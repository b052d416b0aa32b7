//! `--kind form`: values with names, filled in at the terminal.

use rustix::process::Signal;

use super::{CTRL_C, CTRL_D, Case, Run};
use crate::support::{Bus, Script, Server, pty::Exit};

const RELEASE: &[&str] = &[
    "--kind",
    "form",
    "--field",
    "version=Version",
    "--validate",
    "version=[0-9.]+",
    "--field",
    "branch=Branch",
    "--default",
    "branch=main",
    "--field",
    "notes",
];

fn case(arguments: &[&str]) -> Case {
    let mut all = RELEASE.to_vec();
    all.extend(arguments);
    all.push("New release?");
    Case::wait(&all)
}

#[track_caller]
fn ask(arguments: &[&str]) -> Run {
    case(arguments).ask("New release?")
}

#[test]
fn is_filled_in_field_by_field() {
    let mut run = ask(&[]);
    assert_eq!(
        run.lines()[run.lines().len() - 4..],
        ["› Version", "  Branch   main", "  notes", "  Enter goes on · Esc dismisses"]
    );
    run.send("1.2\r");
    run.ready("› Branch   main");
    run.send("\x15dev\t");
    run.ready("› notes");
    run.send("it's \"done\"; $(x)");
    run.ready("$(x)");
    assert!(run.file("out").is_empty());
    run.send("\r");
    run.ends(Exit::code(0), "version='1.2'\nbranch='dev'\nnotes='it'\\''s \"done\"; $(x)'\n", "");
    assert_eq!(run.lines(), ["New release? version=1.2 branch=dev notes=it's \"done\"; $(x) (terminal)"]);
}

#[test]
fn back_and_forth_loses_nothing() {
    for keys in [
        "1.2\r\rxyz\x1b[Z\x1b[Z\r\r\r",
        "1.2\t\txyz\x1b[A\x1b[A\x1b[B\x1b[B\r",
        "1.\x1b[B\x1b[A2\x0e\x0exyz\x10\x10\r\r\r",
        "12\x1b[D.\r\rx yz\x1b[D\x1b[D\x08\r",
    ] {
        let mut run = ask(&[]);
        run.send(keys);
        run.ends(Exit::code(0), "version='1.2'\nbranch='main'\nnotes='xyz'\n", "");
    }
}

#[test]
fn a_value_that_does_not_match_is_said_and_kept() {
    let mut run = ask(&[]);
    run.send("1.x\r");
    run.ready("! Version has to match [0-9.]+");
    assert!(run.pty.contents().contains("› Version  1.x"), "{}", run.pty.contents());
    run.send("\x7f5\r");
    run.ready("› Branch");
    assert!(!run.pty.contents().contains("has to match"), "{}", run.pty.contents());
    run.send("\x1b[Zx\x1b[B");
    run.ready("! Version has to match [0-9.]+");
    run.send("\x7f\r\r\r");
    run.ends(Exit::code(0), "version='1.5'\nbranch='main'\nnotes=''\n", "");
}

#[test]
fn a_paste_never_sends_it() {
    let mut run = ask(&[]);
    run.send("1\t\t\x1b[200~one\rtwo\r\r\r\x1b[201~");
    run.ready("one two");
    assert!(!run.pty.has_ended() && run.file("out").is_empty());
    run.send("\r");
    run.ends(Exit::code(0), "version='1'\nbranch='main'\nnotes='one two'\n", "");
}

#[test]
fn what_was_typed_before_is_in_the_first_field() {
    let script = "echo ready; until [ -e go ]; do :; done; \
                  exec plyn-notify wait --field a=Name --field b=Other 'Who?' >out 2>err";
    let mut run = Case::script("sh", script).start();
    run.pty.wait_text("ready");
    run.send("blue\r");
    run.pty.wait_text("blue");
    run.touch("go");
    run.ready("› Name   blue");
    assert!(run.file("out").is_empty());
    run.send("-green\r\rnext\r");
    run.ends(Exit::code(0), "a='blue-green'\nb=''\n", "");
    assert_eq!(run.pty.unread_input(), b"next\n");
}

#[test]
fn it_is_left_as_any_prompt_is() {
    let mut run = ask(&[]);
    run.send("1.2\r\x1b");
    run.ends(Exit::code(3), "", "");
    let mut run = ask(&[]);
    run.send(CTRL_D);
    run.ends(Exit::code(3), "", "");
    let mut run = ask(&[]);
    run.send("1");
    run.idle();
    run.send(CTRL_C);
    run.ends(Exit::signal(Signal::INT), "", "");
    for signal in [Signal::TERM, Signal::HUP, Signal::QUIT] {
        let run = ask(&[]);
        run.pty.signal(signal);
        run.ends(Exit::signal(signal), "", "");
        assert_eq!(run.lines(), ["New release? interrupted"]);
    }
}

#[test]
fn a_deadline_takes_the_defaults_if_every_field_has_one() {
    let run = case(&["--timeout", "0.1"]).start();
    run.ends(Exit::code(124), "", "no answer in 100ms\n");
    let run = case(&["--timeout", "0.1", "--default", "version=1.2", "--default", "notes="]).start();
    let shown = "version=1.2 branch=main notes=";
    run.ends(
        Exit::code(0),
        "version='1.2'\nbranch='main'\nnotes=''\n",
        &format!("no answer in 100ms = {shown}\n"),
    );
    assert_eq!(run.lines(), [format!("New release? {shown} (no answer in 100ms)")]);
    // Half a form is none.
    let mut run = ask(&["--timeout", "0.4"]);
    run.send("1.2\r");
    run.ends(Exit::code(124), "", "no answer in 400ms\n");
    assert_eq!(run.pty.unread_input(), b"");
}

#[test]
fn as_json_it_is_an_object() {
    let mut run = ask(&["--json"]);
    run.send("1.2\r\rsay \"hi\"\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(0));
    let out = run.file("out");
    let wanted = r#"{"outcome":"answered","answer":{"version":"1.2","branch":"main","notes":"say \"hi\""},"label":null,"verdict":"none","source":"terminal","#;
    assert!(out.starts_with(wanted) && out.lines().count() == 1, "{out}");
}

#[test]
fn a_shell_reads_it_back() {
    let nasty = r#"a'b "c" $(touch x) `touch x` $HOME \ \\ *; # !x & | > x {a,b} ~ é日本 %s ''"#;
    // Others are in `e2e/shells.rs`.
    let script = r#"values=$(plyn-notify wait --field one=One --field two=Two 'Which?') && eval "$values" && printf '%s\n%s\n' "$one" "$two" >out 2>err"#;
    for shell in ["sh", "bash"] {
        let mut run = Case::script(shell, script).ask("Which?");
        run.send(format!("{nasty}\r-n\r"));
        run.ends(Exit::code(0), &format!("{nasty}\n-n\n"), "");
    }
}

#[test]
fn input_at_any_split() {
    for size in 1..=5 {
        let mut run = ask(&[]);
        run.pty.send_split("1\x1b[D0\x1b[C.\x1b[B\x15é世\x1b[B\x1b[200~p\x1b[201~\x1b[Z!\r\r", size);
        run.ends(Exit::code(0), "version='01.'\nbranch='é世!'\nnotes='p'\n", "");
    }
}

#[test]
fn any_size() {
    for (cols, rows) in [(1, 1), (3, 2), (10, 4), (20, 6), (40, 12), (200, 50)] {
        let mut run = case(&[]).size(cols, rows).start();
        run.pty.wait_raw(b"\x1b[?25h");
        run.idle();
        run.send("1.2\r世界 and a branch that is long\r\r");
        run.ends(Exit::code(0), "version='1.2'\nbranch='main世界 and a branch that is long'\nnotes=''\n", "");
    }
}

#[test]
fn resized_while_it_is_up() {
    let mut run = case(&[]).env("XTERM_VERSION", "XTerm(390)").ask("New release?");
    run.send("1.2\r\x15");
    for (cols, rows) in [(40, 12), (20, 6), (3, 3), (1, 24), (80, 1), (200, 60), (80, 24)] {
        run.pty.resize(cols, rows);
        run.idle();
        run.send("世x");
        run.idle();
    }
    run.ready("› Branch   世x世x世x世x世x世x世x");
    run.send("\r\r");
    run.ends(Exit::code(0), &format!("version='1.2'\nbranch='{}'\nnotes=''\n", "世x".repeat(7)), "");
    let lines = run.lines();
    assert!(
        lines.last().is_some_and(|line| line.starts_with("New release? version=1.2 branch=世x")),
        "{lines:#?}"
    );
    assert!(!lines.iter().any(|line| line.contains("Branch") || line.contains("goes back")), "{lines:#?}");
}

#[test]
fn stopped_and_continued_it_is_as_it_was() {
    let mut run = Case::interactive().start();
    run.pty.wait_text("$ ");
    run.send("plyn-notify wait --field a=Name --field b=Other 'Who?'\r");
    run.ready("› Name");
    run.send("blue\rgr");
    run.ready("› Other  gr");
    run.send([0x1a]);
    run.pty.wait_text("Stopped");
    run.send("fg\r");
    run.ready("› Other  gr");
    run.send("een\r");
    run.pty.wait_text("Who? a=blue b=green (terminal)");
    run.send("exit 7\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(7));
}

#[test]
fn on_a_plain_terminal_it_is_a_line_a_field() {
    let mut run = case(&[]).env("TERM", "dumb").ask("Version: ");
    run.send("1.x\r");
    run.ready("Version has to match [0-9.]+");
    run.send("1.2\r");
    run.ready("Branch [main]: ");
    run.send("\r");
    run.ready("notes: ");
    run.send("it's\r");
    run.ends(Exit::code(0), "version='1.2'\nbranch='main'\nnotes='it'\\''s'\n", "");
    assert!(!run.pty.raw_output().contains(&0x1b));
    let mut run = case(&[]).env("TERM", "dumb").ask("Version: ");
    run.send("1.2\r");
    run.ready("Branch");
    run.send(CTRL_D);
    run.ends(Exit::code(3), "", "");
}

#[test]
fn a_notification_names_the_fields_and_has_nothing_to_press() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default().capable_of("actions body inline-reply"));
    let mut run = case(&["--grace", "0", "--source", "here"]).bus(&bus).ask("New release?");
    let note = server.wait_notify(1);
    assert_eq!(note.actions, []);
    assert_eq!(note.body, "New release?\nVersion · Branch · notes\nanswer at the terminal\nhere");
    run.send("1\t\t\r");
    run.ends(Exit::code(0), "version='1'\nbranch='main'\nnotes=''\n", "");
    server.wait_none_open();
}

#[test]
fn without_a_terminal_nobody_can_be_asked() {
    let run = case(&["--no-terminal"]).start();
    let error = "plyn-notify: nobody can be asked: the terminal is switched off (--no-terminal); \
                 desktop: a form can only be answered at the terminal, and there is none\n";
    run.ends(Exit::code(69), "", error);
}
