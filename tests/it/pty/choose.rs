//! `--kind choose`: a numbered list, at the terminal alone.

use rustix::process::Signal;

use super::{CTRL_C, CTRL_D, Case, Run};
use crate::support::{Bus, Script, Server, pty::Exit};

const SHORT: &str = "ber=Berlin,par=Paris,rom=Rome";
const LONG: &str = "ny=New York,nd=New Delhi,york=York,ber=Berlin,rome=Roma,oslo=Oslo,lyon=Lyon,bonn=Bonn,\
                    bern=Bern,basel=Basel,wien=Wien,graz=Graz";

fn case(list: &str, arguments: &[&str]) -> Case {
    let mut all = vec!["--kind", "choose", "--choices", list];
    all.extend(arguments);
    all.push("Which?");
    Case::wait(&all)
}

#[track_caller]
fn ask(list: &str, arguments: &[&str]) -> Run {
    case(list, arguments).ask("Which?")
}

/// Asks, types, and expects this answer, status and last line on the screen.
#[track_caller]
fn answer(list: &str, arguments: &[&str], keys: &str, out: &str, status: i32, summary: &str) {
    let mut run = ask(list, arguments);
    run.send(keys);
    run.ends(Exit::code(status), out, "");
    assert_eq!(run.lines(), [summary], "keys {keys:?}");
}

/// Asks, types, and expects the prompt to be still there, saying this; Esc ends it.
#[track_caller]
fn no_answer(list: &str, arguments: &[&str], keys: &str, shown: &str) {
    let mut run = ask(list, arguments);
    run.send(keys);
    run.ready(shown);
    assert_eq!((run.pty.has_ended(), run.file("out").as_str()), (false, ""), "keys {keys:?}");
    run.send("\x1b");
    run.ends(Exit::code(3), "", "");
    assert_eq!(run.lines(), ["Which? dismissed"]);
}

#[test]
fn a_short_list() {
    let mut run = ask(SHORT, &[]);
    assert_eq!(run.lines()[run.lines().len() - 5..][..3], ["  1. Berlin", "  2. Paris", "  3. Rome"]);
    run.send("\x1b[B\x1b[B");
    run.ready("❯ 2. Paris");
    run.send("\r");
    run.ends(Exit::code(0), "par\n", "");
    for keys in ["par\r", "PARIS\r", "2\r", "p\r", "\t\t\r", "\x1b[A\x1b[A\r"] {
        answer(SHORT, &[], keys, "par\n", 0, "Which? par (terminal)");
    }
    for keys in ["\r", "4\r", "aris\r", "y\r"] {
        no_answer(SHORT, &[], keys, "ber, par or rom");
    }
    answer("ship,stop=Hold", &[], "n\r", "stop\n", 1, "Which? stop (terminal)");
}

#[test]
fn a_long_list_is_filtered() {
    let mut run = ask(LONG, &[]);
    run.send("york");
    run.ready("10 of 12 hidden");
    assert!(!run.pty.contents().contains("Berlin"), "{}", run.pty.contents());
    run.send("\x15new");
    run.ready("more than one");
    run.send("\r");
    run.ready("type more of it");
    assert!(!run.pty.has_ended() && run.file("out").is_empty());
    run.send("\x1b[B\x1b[B");
    run.ready("❯  2. New Delhi");
    run.send("\r");
    run.ends(Exit::code(0), "nd\n", "");
    assert_eq!(run.lines(), ["Which? nd (terminal)"]);
    for (keys, out) in [("elhi\r", "nd\n"), ("12\r", "graz\n"), ("\x1b[A\r", "graz\n"), ("new y\r", "ny\n")] {
        let summary = format!("Which? {} (terminal)", out.trim());
        answer(LONG, &[], keys, out, 0, &summary);
    }
    no_answer(LONG, &[], "zzz\r", "number from 1 to 12");
    no_answer(LONG, &[], "\r", "number from 1 to 12");
}

#[test]
fn a_default_is_preselected_and_taken_at_the_deadline() {
    answer(LONG, &["--default", "oslo"], "\r", "oslo\n", 0, "Which? oslo (terminal)");
    answer(LONG, &["--default", "oslo"], "x\x7f\r", "oslo\n", 0, "Which? oslo (terminal)");
    let run = case(LONG, &["--default", "oslo", "--timeout", "0.1"]).start();
    run.ends(Exit::code(0), "oslo\n", "no answer in 100ms = oslo\n");
    let run = case(LONG, &["--timeout", "0.1"]).start();
    run.ends(Exit::code(124), "", "no answer in 100ms\n");
}

#[test]
fn another_text_is_an_answer_where_the_caller_says_so() {
    answer(LONG, &["--other"], "Ulm\r", "Ulm\n", 0, "Which? Ulm (terminal)");
    answer(LONG, &["--other"], "elhi\r", "elhi\n", 0, "Which? elhi (terminal)");
    answer(LONG, &["--other"], "graz\r", "graz\n", 0, "Which? graz (terminal)");
    answer(SHORT, &["--reply"], "Bad Ems\r", "Bad Ems\n", 0, "Which? Bad Ems (terminal)");
    no_answer(LONG, &["--other"], "new\r", "more than one");
    no_answer(LONG, &["--other"], " \r", "or type a text");
    // The option alone says what kind it is.
    let mut run = Case::wait(&["--other", "--choices", SHORT, "Which?"]).ask("1. Berlin");
    run.send("3\r");
    run.ends(Exit::code(0), "rom\n", "");
}

#[test]
fn several_are_marked_with_space() {
    let mut run = ask(LONG, &["--multi"]);
    run.send("graz ");
    run.ready("[x] Graz");
    run.send("\x15\x1b[A\x1b[A ");
    run.ready("2 marked");
    run.send("\r");
    run.ends(Exit::code(0), "basel\ngraz\n", "");
    assert_eq!(run.lines(), ["Which? basel, graz (terminal)"]);
    for (keys, out) in [
        (" \r", "ber\n"),
        ("3 \x15 1 \r", "ber\n"),
        ("3\r1\r\r", "ber\nrom\n"),
        ("rome paris \x152 \r", "par\nrom\n"),
        ("3 \x152 \x15\r", "par\nrom\n"),
    ] {
        let mut run = ask(SHORT, &["--multi"]);
        run.send(keys);
        run.ends(Exit::code(0), out, "");
    }
    no_answer(SHORT, &["--multi"], "\r", "mark at least one");
    no_answer(SHORT, &["--multi"], "  \r", "mark at least one");
    no_answer(LONG, &["--multi"], "new y", "mark New York");
}

#[test]
fn several_defaults_are_marked_and_taken_at_the_deadline() {
    for defaults in [&["--default", "rom,ber"][..], &["--default", "rom", "--default", "ber"]] {
        let mut arguments = vec!["--multi"];
        arguments.extend(defaults);
        answer(SHORT, &arguments, "\r", "ber\nrom\n", 0, "Which? ber, rom (terminal)");
        answer(SHORT, &arguments, " \r", "rom\n", 0, "Which? rom (terminal)");
        arguments.extend(["--timeout", "0.1"]);
        let run = case(SHORT, &arguments).start();
        run.ends(Exit::code(0), "ber\nrom\n", "no answer in 100ms = ber, rom\n");
    }
    let run = case("go,stop", &["--multi", "--default", "go,stop", "--timeout", "0.1"]).start();
    run.ends(Exit::code(1), "go\nstop\n", "no answer in 100ms = go, stop\n");
}

#[test]
fn several_as_json() {
    let mut run = ask(SHORT, &["--multi", "--json"]);
    run.send("3 \x151 \r");
    assert_eq!(run.pty.wait_exit(), Exit::code(0));
    let out = run.file("out");
    let wanted = r#"{"outcome":"answered","answer":"ber\nrom","answers":["ber","rom"],"label":"Berlin\nRome","verdict":"none","source":"terminal","#;
    assert!(out.starts_with(wanted), "{out}");
    assert_eq!(run.file("err"), "");
}

#[test]
fn it_is_left_as_any_prompt_is() {
    for arguments in [&[][..], &["--multi"], &["--other"]] {
        let mut run = ask(LONG, arguments);
        run.send(CTRL_D);
        run.ends(Exit::code(3), "", "");
        let mut run = ask(LONG, arguments);
        run.send("be");
        run.idle();
        run.send(CTRL_C);
        run.ends(Exit::signal(Signal::INT), "", "");
        let run = ask(LONG, arguments);
        run.pty.signal(Signal::TERM);
        run.ends(Exit::signal(Signal::TERM), "", "");
    }
}

#[test]
fn what_was_typed_before_and_what_is_pasted_answers_nothing() {
    let script = format!(
        "echo ready; until [ -e go ]; do :; done; exec plyn-notify wait --kind choose --choices '{SHORT}' 'Which?' >out 2>err"
    );
    let mut run = Case::script("sh", &script).start();
    run.pty.wait_text("ready");
    run.send("2\r");
    run.pty.wait_text("2");
    run.touch("go");
    run.ready("Enter takes it");
    assert!(run.file("out").is_empty());
    run.send("\x1b[200~2\r\x1b[201~");
    run.ready("› 2");
    assert!(!run.pty.has_ended() && run.file("out").is_empty());
    run.send("\x153\rnext\r");
    run.ends(Exit::code(0), "rom\n", "");
    assert_eq!(run.pty.unread_input(), b"next\n");
}

#[test]
fn input_at_any_split() {
    for size in 1..=5 {
        let mut run = ask(LONG, &["--multi"]);
        run.pty.send_split("ro\x1b[B \x15\x1b[F wien \x1b[200~\r\x1b[201~\r", size);
        run.ends(Exit::code(0), "rome\nwien\ngraz\n", "");
    }
}

#[test]
fn resized_while_it_is_up() {
    let mut run = case(LONG, &["--multi"]).env("XTERM_VERSION", "XTerm(390)").ask("Which?");
    for (cols, rows) in [(40, 12), (20, 6), (3, 3), (1, 24), (80, 1), (200, 60), (80, 24)] {
        run.pty.resize(cols, rows);
        run.idle();
        run.send("\x1b[B ");
        run.idle();
    }
    run.ready("7 marked");
    run.send("\r");
    run.ends(Exit::code(0), "nd\nyork\nber\nrome\noslo\nlyon\nbonn\n", "");
    let lines = run.lines();
    let summary = "Which? nd, york, ber, rome, oslo, lyon, bonn (terminal)";
    assert_eq!(lines.last().map(String::as_str), Some(summary), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("[x]") || line.contains("Enter takes")), "{lines:#?}");
}

#[test]
fn stopped_and_continued_it_is_as_it_was() {
    let mut run = Case::interactive().start();
    run.pty.wait_text("$ ");
    run.send(format!("plyn-notify wait --kind choose --multi --choices '{SHORT}' 'Which?'\r"));
    run.ready("3. [ ] Rome");
    run.send("3 ");
    run.ready("[x] Rome");
    run.send([0x1a]);
    run.pty.wait_text("Stopped");
    run.send("fg\r");
    run.ready("1 marked");
    run.send("\r");
    run.pty.wait_text("Which? rom (terminal)");
    run.send("exit 7\r");
    assert_eq!(run.pty.wait_exit(), Exit::code(7));
    assert!(run.pty.contents().contains("\nrom\n"), "{}", run.pty.contents());
}

#[test]
fn on_a_plain_terminal_it_is_a_numbered_list() {
    let mut run = case(SHORT, &[]).env("TERM", "dumb").ask("[1-3]");
    assert!(
        run.pty.contents().contains("1. Berlin\n2. Paris\n3. Rome\nWhich? [1-3]"),
        "{}",
        run.pty.contents()
    );
    run.send("4\r");
    run.ready("ber, par or rom");
    run.send("2\r");
    run.ends(Exit::code(0), "par\n", "");
    let mut run = case(SHORT, &["--multi"]).env("TERM", "dumb").ask("or several");
    run.send("oslo\r");
    run.ready("oslo: there is no such answer");
    run.send("3, 1\r");
    run.ends(Exit::code(0), "ber\nrom\n", "");
    assert!(!run.pty.raw_output().contains(&0x1b));
}

#[test]
fn a_notification_names_the_choices_and_has_nothing_to_press() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default().capable_of("actions body inline-reply"));
    let mut run = case(SHORT, &["--other", "--grace", "0", "--source", "here"]).bus(&bus).ask("Which?");
    let note = server.wait_notify(1);
    assert_eq!(note.actions, []);
    assert_eq!(note.body, "Which?\nBerlin · Paris · Rome\nanswer at the terminal\nhere");
    run.send("2\r");
    run.ends(Exit::code(0), "par\n", "");
    server.wait_none_open();
}

#[test]
fn without_a_terminal_nobody_can_be_asked() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let run = case(SHORT, &["--no-terminal"]).bus(&bus).start();
    let error = "plyn-notify: nobody can be asked: the terminal is switched off (--no-terminal); \
                 desktop: a list can only be answered at the terminal, and there is none\n";
    run.ends(Exit::code(69), "", error);
    assert!(server.open().is_empty());
}
