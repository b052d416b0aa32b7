//! Deadlines, and every outcome as JSON.

use super::{CTRL_D, Case};
use crate::support::{Bus, Script, Server, pty::Exit};

#[test]
fn a_deadline_without_a_default_fails_closed() {
    let run = Case::wait(&["--timeout", "0.2", "Deploy?"]).start();
    run.ends(Exit::code(124), "", "no answer in 200ms\n");
    assert_eq!(run.lines(), ["Deploy? no answer"]);
}

#[test]
fn a_deadline_takes_the_default() {
    let rows = [("deny", "deny\n", 1), ("allow", "allow\n", 0)];
    for (default, out, status) in rows {
        let run = Case::wait(&["--timeout", "0.2", "--default", default, "Deploy?"]).start();
        run.ends(Exit::code(status), out, &format!("no answer in 200ms = {default}\n"));
        assert_eq!(run.lines(), [format!("Deploy? {default} (no answer in 200ms)")]);
    }
    let run = Case::wait(&["--reply", "--timeout", "0.2", "--default", "red", "Deploy?"]).start();
    run.ends(Exit::code(0), "red\n", "no answer in 200ms = red\n");
}

#[test]
fn a_deadline_in_whole_seconds_reads_as_typed() {
    let run = Case::wait(&["--timeout", "1s", "--default", "deny", "Deploy?"]).ask("no answer in 1s = deny");
    run.ends(Exit::code(1), "deny\n", "no answer in 1s = deny\n");
}

#[test]
fn half_an_answer_is_none_at_the_deadline() {
    let mut run = Case::wait(&["--timeout", "0.4", "--default", "deny", "Deploy?"]).ask("Deploy?");
    run.send("allow");
    run.ends(Exit::code(1), "deny\n", "no answer in 400ms = deny\n");
    assert_eq!(run.pty.unread_input(), b"");
}

#[test]
fn quiet_leaves_out_the_explanation() {
    let run = Case::wait(&["-q", "--timeout", "0.1", "Deploy?"]).start();
    run.ends(Exit::code(124), "", "");
}

/// The object without its time, which must be a number.
#[track_caller]
fn object(out: &str) -> String {
    let (before, after) = out.split_once("\"waited_ms\":").expect(out);
    let (number, after) = after.split_once(',').expect(out);
    assert!(number.parse::<u64>().is_ok_and(|waited| waited < 10_000), "{out}");
    assert!(out.ends_with("}\n") && out.lines().count() == 1, "{out}");
    format!("{before}{}", after.trim_end())
}

const FAILED: &str = r#""failures":[{"channel":"desktop","error":"the session bus is switched off (DBUS_SESSION_BUS_ADDRESS=disabled:)"}]}"#;

#[test]
fn every_outcome_at_the_terminal_as_json() {
    let rows = [
        (
            &[][..],
            "y\r".as_bytes(),
            0,
            r#""answered","answer":"allow","label":"Allow once","verdict":"affirm","source":"terminal""#,
        ),
        (
            &[],
            b"n\r",
            1,
            r#""answered","answer":"deny","label":"Deny","verdict":"refuse","source":"terminal""#,
        ),
        (
            &["--choices", "a,b"],
            b"b\r",
            0,
            r#""answered","answer":"b","label":"b","verdict":"none","source":"terminal""#,
        ),
        (
            &["--reply"],
            b"say \"hi\"\r",
            0,
            r#""answered","answer":"say \"hi\"","label":null,"verdict":"none","source":"terminal""#,
        ),
        (
            &["--kind", "secret"],
            b"x\r",
            0,
            r#""answered","answer":"x","label":null,"verdict":"none","source":"terminal""#,
        ),
        (&[], CTRL_D, 3, r#""dismissed","answer":null,"label":null,"verdict":null,"source":null"#),
    ];
    for (arguments, keys, status, outcome) in rows {
        let mut all = vec!["--json", "--grace", "0"];
        all.extend(arguments);
        all.push("Deploy?");
        let mut run = Case::wait(&all).ask("Deploy?");
        run.send(keys);
        assert_eq!(run.pty.wait_exit(), Exit::code(status));
        assert_eq!(run.file("err"), "");
        let out = object(&run.file("out"));
        // The bell is what is left to announce it with.
        assert!(out.starts_with(&format!("{{\"outcome\":{outcome},\"announced\":[")), "{out}");
        let failed = if arguments.contains(&"secret") { r#""failures":[]}"# } else { FAILED };
        assert!(out.ends_with(&format!("],\"held\":null,\"closed_reason\":null,{failed}")), "{out}");
    }
}

#[test]
fn the_other_outcomes_as_json() {
    let run = Case::wait(&["--json", "--timeout", "0.1", "Deploy?"]).start();
    assert_eq!(run.pty.wait_exit(), Exit::code(124));
    let start = r#"{"outcome":"timed-out","answer":null,"label":null,"verdict":null,"source":null,"#;
    assert!(object(&run.file("out")).starts_with(start), "{}", run.file("out"));
    let run = Case::wait(&["--json", "--timeout", "0.1", "--default", "deny", "Deploy?"]).start();
    assert_eq!(run.pty.wait_exit(), Exit::code(1));
    let start =
        r#"{"outcome":"answered","answer":"deny","label":"Deny","verdict":"refuse","source":"default","#;
    assert!(object(&run.file("out")).starts_with(start), "{}", run.file("out"));
    let run = Case::wait(&["--json", "--no-terminal", "Deploy?"]).start();
    assert_eq!(run.pty.wait_exit(), Exit::code(69));
    let start =
        r#"{"outcome":"unreachable","answer":null,"label":null,"verdict":null,"source":null,"announced":[],"#;
    let out = object(&run.file("out"));
    assert!(out.starts_with(start) && out.ends_with(FAILED.split_once('[').unwrap().1), "{out}");
}

#[test]
fn an_answer_from_the_desktop_as_json() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let run = Case::wait(&["--json", "--grace", "0", "Deploy?"]).bus(&bus).ask("Deploy?");
    let note = server.wait_notify(1);
    server.press(note.id, "Deny");
    assert_eq!(run.pty.wait_exit(), Exit::code(1));
    let whole = r#"{"outcome":"answered","answer":"deny","label":"Deny","verdict":"refuse","source":"desktop","announced":["desktop"],"held":null,"closed_reason":null,"failures":[]}"#;
    // Whether the server's own close is seen before the answer is out is a matter of luck.
    assert_eq!(object(&run.file("out")).replace(r#""dismissed""#, "null"), whole);
    run.is_sane();
}
