//! A longer text beside the question: its head on the screen, the whole in a pager that has the terminal meanwhile.

use rustix::process::Signal;

use super::{CTRL_C, CTRL_Z, Case, wait_gone};
use crate::support::{Bus, Script, Server, pty::Exit};

const CTRL_O: &[u8] = &[0x0f];

/// A pager that says when it begins, reads keys from the terminal and ends at `q`.
const PAGER: &str = r#"printf 'PAGER %s\n' "$(wc -l)"; while k=$(dd bs=1 count=1 2>/dev/null </dev/tty); do
  [ "$k" = q ] && exit; printf 'key %s\n' "$k"; done #"#;

/// A question with twenty lines beside it; the pager needs no Enter.
fn case(arguments: &[&str]) -> Case {
    let script = r#"seq -f 'line %g' 20 >text; exec "$PLYN" wait --detail text "$@" >out 2>err"#;
    let mut case = Case::script("sh", script);
    case.command = case.command.arg("sh").args(arguments);
    let pager =
        format!("trap 'stty icanon echo </dev/tty' EXIT; trap : INT; stty -icanon -echo </dev/tty; {PAGER}");
    case.env("PAGER", &format!("sh -c '{}'", pager.replace('\'', r"'\''")))
}

#[test]
fn its_head_is_shown_and_the_question_can_be_answered() {
    let mut run = case(&["Deploy?"]).size(60, 16).ask("Enter takes it");
    let lines = run.lines();
    assert!(
        lines.contains(&"  line 7".to_owned())
            && lines.contains(&"  … 13 more lines · Ctrl-O opens it".to_owned()),
        "{lines:?}"
    );
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
    assert_eq!(run.lines(), ["Deploy? deny (terminal)"]);
}

#[test]
fn the_key_that_opens_it_is_named_on_a_small_screen() {
    for (cols, rows, shown) in
        [(40, 12, "  … 15 more lines · Ctrl-O opens it\n"), (30, 12, "  … 15 more lines\n")]
    {
        let mut run = case(&["Deploy?"]).size(cols, rows).ask(shown);
        run.send("n\r");
        run.ends(Exit::code(1), "deny\n", "");
    }
    // Where nothing is left out, the line of keys says it.
    let mut run = case(&["Deploy?"]).size(80, 50).ask("line 20");
    run.ready("Ctrl-O opens the text · Esc dismisses");
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
}

#[test]
fn a_diff_is_coloured_and_nothing_in_it_is_obeyed() {
    let script = r#"printf '@@ -1 +1 @@\n-old\33[2J\n+new\n' | "$PLYN" wait --detail - 'Apply?' >out 2>err"#;
    let run = Case::script("sh", script).ask("Enter takes it");
    assert_eq!(run.lines()[1..4], ["  @@ -1 +1 @@", "  -old", "  +new"]);
    run.pty.wait_raw(b"\x1b[32m+new\x1b[0m");
    run.pty.signal_foreground(Signal::TERM);
}

#[test]
fn the_pager_has_the_terminal_until_it_ends() {
    let mut run = case(&["Deploy?"]).ask("Enter takes it");
    let before = run.pty.stty();
    run.send(CTRL_O);
    run.pty.wait_text("PAGER 20");
    run.send("yn");
    run.pty.wait_text("key n");
    run.send("q");
    run.ready("Enter takes it");
    assert_eq!(run.pty.stty(), before, "the prompt has it as before");
    run.send("y\r");
    run.ends(Exit::code(0), "allow\n", "");
}

#[test]
fn ctrl_c_in_the_pager_is_the_pager_s() {
    let mut run =
        case(&["Deploy?"]).env("PAGER", "sh -c 'echo PAGER; exec sleep 1000'").ask("Enter takes it");
    run.send(CTRL_O);
    run.pty.wait_text("PAGER");
    // It ends the pager, and not the prompt.
    run.send(CTRL_C);
    run.ready("Enter takes it");
    run.send(CTRL_C);
    run.ends(Exit::signal(Signal::INT), "", "");
}

#[test]
fn an_answer_on_the_notification_ends_the_pager() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let mut run = case(&["--grace", "0", "Deploy?"]).bus(&bus).ask("Enter takes it");
    let note = server.wait_notify(1);
    assert!(!format!("{note:?}").contains("line 1"), "{note:?}");
    run.send(CTRL_O);
    run.pty.wait_text("PAGER 20");
    server.press(note.id, "Deny");
    run.ends(Exit::code(1), "deny\n", "");
    assert!(run.lines().contains(&"Deploy? deny (desktop)".to_owned()), "{:?}", run.lines());
    server.wait_none_open();
}

#[test]
fn a_press_while_the_pager_comes_or_goes_is_the_answer() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    // Pagers that start nothing else: what outlives one may set the terminal after it was given back.
    for (pager, keys) in
        [("true", "\x0f"), ("true", "\x0f\x0f"), ("true", "\x0f\x0f\x0f"), ("sleep 1000", "\x0f")].repeat(3)
    {
        let case = case(&["--grace", "0", "--min-interval", "0", "Deploy?"]).env("PAGER", pager);
        let mut run = case.bus(&bus).ask("Enter takes it");
        server.wait_open();
        run.send(keys);
        server.press(server.open()[0], "Deny");
        run.ends(Exit::code(1), "deny\n", "");
        server.wait_none_open();
        assert_eq!(run.lines().last().map(String::as_str), Some("Deploy? deny (desktop)"), "{keys:?}");
    }
}

#[test]
fn a_pager_that_will_not_go_is_killed() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let run = case(&["--grace", "0", "Deploy?"]);
    let run = run
        .env("PAGER", "sh -c 'trap \"\" TERM; stty raw -echo </dev/tty; echo PAGER; read x </dev/tty'")
        .bus(&bus);
    let mut run = run.ask("Enter takes it");
    let note = server.wait_notify(1);
    run.send(CTRL_O);
    run.pty.wait_text("PAGER");
    server.press(note.id, "Allow once");
    run.ends(Exit::code(0), "allow\n", "");
}

#[test]
fn an_answer_while_the_pager_is_stopped_in_the_background_stops_nobody() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let case = Case::interactive().bus(&bus).env("PAGER", "sh -c 'echo PAG''ER; exec sleep 1000'");
    let mut run = case.start();
    run.pty.wait_text("$ ");
    run.send("seq 20 >text; plyn-notify wait --grace 0 --detail text 'Deploy?' >out 2>err\r");
    run.ready("Enter takes it");
    let note = server.wait_notify(1);
    run.send(CTRL_O);
    run.pty.wait_text("PAGER");
    run.send(CTRL_Z);
    run.pty.wait_text("Stopped");
    run.send("clear; bg; echo in the back''ground\r");
    run.pty.wait_text("in the background");
    server.press(note.id, "Deny");
    run.wait_file("out", "deny\n");
    run.prompts().into_iter().for_each(wait_gone);
    server.wait_none_open();
    assert!(!run.pty.contents().contains("Deploy? "), "{}", run.pty.contents());
}

#[test]
fn the_pager_gets_all_of_it() {
    let script = r#"seq 500000 >text; exec "$PLYN" wait --detail text 'Deploy?' >out 2>err"#;
    let mut run = Case::script("sh", script).env("PAGER", "tail -n 1").ask("Enter takes it");
    assert!(run.pty.contents().contains("… 499989 more lines"), "{}", run.pty.contents());
    run.send(CTRL_O);
    run.pty.wait_text("500000");
    run.pty.signal_foreground(Signal::TERM);

    let script = r#"truncate -s 65M text; "$PLYN" wait --detail text 'Deploy?' >out 2>err; echo "status $?""#;
    let run = Case::script("sh", script).start();
    run.pty.wait_text("status 2");
    let said = "plyn-notify: --detail text: it cannot be read: it is larger than 64 MiB\n";
    assert_eq!((run.file("out").as_str(), run.file("err").as_str()), ("", said));
}

#[test]
fn a_deadline_and_a_signal_end_it() {
    let mut run = case(&["--timeout", "1.5s", "Deploy?"]).ask("Enter takes it");
    run.send(CTRL_O);
    run.pty.wait_text("PAGER 20");
    run.ends(Exit::code(124), "", "no answer in 1.5s\n");

    let mut run = case(&["Deploy?"]).ask("Enter takes it");
    run.send(CTRL_O);
    run.pty.wait_text("PAGER 20");
    run.pty.signal(Signal::TERM);
    run.ends(Exit::signal(Signal::TERM), "", "");
}

#[test]
fn a_pager_that_is_not_there_is_said() {
    let mut run = case(&["Deploy?"]).env("PAGER", "no-such-pager").ask("Enter takes it");
    run.send(CTRL_O);
    run.pty.wait_text("! there is no such pager (exit status 127): set PAGER");
    run.idle();
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
}

#[test]
fn a_plain_terminal_shows_its_head() {
    let mut run = case(&["Deploy?"]).env("TERM", "dumb").size(60, 10).ask("Deploy?");
    assert!(
        run.lines().contains(&"  line 5".to_owned())
            && run.lines().contains(&"  ... 15 more lines".to_owned())
    );
    run.send("n\r");
    run.ends(Exit::code(1), "deny\n", "");
}

#[test]
fn what_cannot_be_read_is_wrong_usage() {
    for (arguments, said) in [
        ("--detail none Q?", "--detail none: it cannot be read: No such file"),
        ("--detail . Q?", "--detail .: it cannot be read: Is a directory"),
        ("--detail - -", "--detail -: stdin is the question already"),
    ] {
        let script = format!(r#""$PLYN" wait {arguments} </dev/null >out 2>err; echo "status $?""#);
        let run = Case::script("sh", &script).start();
        run.pty.wait_text("status 2");
        assert_eq!(run.file("out"), "");
        assert!(run.file("err").starts_with(&format!("plyn-notify: {said}")), "{}", run.file("err"));
    }
}
