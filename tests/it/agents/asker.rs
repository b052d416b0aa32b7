//! A program that asks by itself, as the manual tells it to: plyngent's kinds of prompts, ACP's options, and the end of its
//! patience.

use rustix::process::Signal;
use serde_json::Value;

use crate::support::{Bus, Ended, Program, Script, Server};

/// The program asks in its own words, somebody presses this, and it reads what came back.
fn ask(args: &[&str], label: &str) -> Ended {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let asker = Program::wait(&bus).args(["--json"]).args(args).spawn();
    let note = server.wait_notify(1);
    server.press(note.id, label);
    asker.end()
}

fn answer(ended: &Ended) -> (Value, Option<i32>) {
    let object: Value = serde_json::from_str(&ended.stdout).unwrap();
    (object["answer"].clone(), ended.code)
}

#[test]
fn each_kind_of_a_prompt_has_its_keys_and_its_exit_status() {
    for (args, label, key, code) in [
        (&["--kind", "confirm", "--object", "program=rm"][..], "Allow once", "allow", 0),
        (&["--kind", "policy", "Allow host?"], "Deny", "deny", 1),
        (&["--kind", "access", "Read /srv?"], "Allow once", "allow", 0),
        (&["--kind", "batch", "3 calls"], "Review one by one", "review", 0),
        (&["--kind", "skills", "Write here?"], "This chat", "chat", 0),
        (&["--kind", "limit", "50 calls"], "Stop here", "stop", 1),
    ] {
        assert_eq!(answer(&ask(args, label)), (key.into(), Some(code)), "{args:?}");
    }
}

#[test]
fn case_32_an_option_comes_back_by_its_own_id() {
    let options = [
        "--choice=allow-once=Allow once",
        "--choice=allow-always=Always allow",
        "--choice=reject-once=Reject",
        "--choice=reject-stop=Reject and stop",
    ];
    let refusals = ["--refuse=reject-once", "--refuse=reject-stop", "touch notes.txt"];
    let args: Vec<&str> = options.into_iter().chain(refusals).collect();
    let bus = Bus::start();
    let server = Server::start(&bus, Script::load("plasma"));
    let asker = Program::wait(&bus).args(["--json"]).args(args).spawn();
    let note = server.wait_notify(1);
    server.press(note.id, "Reject and stop");
    assert_eq!(answer(&asker.end()), ("reject-stop".into(), Some(1)));
}

#[test]
fn a_program_that_asks_no_more_leaves_nothing() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let asker = Program::wait(&bus).args(["--json", "Deploy?"]).spawn();
    server.wait_notify(1);
    asker.signal(Signal::TERM);
    assert_eq!(asker.end().signal, Some(15));
    server.wait_none_open();
    let nobody = Program::new().args(["wait", "--no-terminal", "--json", "Deploy?"]).run();
    let object: Value = serde_json::from_str(&nobody.stdout).unwrap();
    assert_eq!((object["outcome"].as_str(), nobody.code), (Some("unreachable"), Some(69)));
}
