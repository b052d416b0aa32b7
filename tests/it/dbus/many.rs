//! Several prompts: throttle, handoff, leftovers, crowds.

use std::time::Duration;

use rustix::process::Signal;

use super::asked;
use crate::support::{Bus, Program, Script, Server};

fn of_session(bus: &Bus, folder: &std::path::Path, session: &str, args: &[&str]) -> Program {
    Program::wait(bus).state(folder).env("PLYN_NOTIFY_SESSION", session).args(args)
}

#[test]
fn prompts_of_one_caller_are_announced_an_interval_apart_and_none_is_lost() {
    let (bus, folder) = (Bus::start(), tempfile::tempdir().unwrap());
    let server = Server::start(&bus, Script::default());
    let args = ["--min-interval", "400ms", "Q?"];
    let programs: Vec<_> = (0..4).map(|_| of_session(&bus, folder.path(), "one", &args).spawn()).collect();
    let times: Vec<_> = (1..=4).map(|n| server.wait_notify(n).at).collect();
    for pair in times.windows(2) {
        let apart = pair[1] - pair[0];
        assert!(apart >= Duration::from_millis(300) && apart < Duration::from_secs(5), "{apart:?}");
    }
    for note in server.notifications() {
        server.press(note.id, "Deny");
    }
    for program in programs {
        program.end().is("deny\n", "", 1);
    }
}

#[test]
fn prompts_of_several_callers_do_not_wait_for_each_other() {
    let (bus, folder) = (Bus::start(), tempfile::tempdir().unwrap());
    let server = Server::start(&bus, Script::default());
    let args = ["--min-interval", "1h", "Q?"];
    let _programs: Vec<_> =
        (0..5).map(|n| of_session(&bus, folder.path(), &n.to_string(), &args).spawn()).collect();
    server.wait_notify(5);
}

#[test]
fn after_an_answer_on_a_notification_the_next_is_announced_at_once() {
    let (bus, folder) = (Bus::start(), tempfile::tempdir().unwrap());
    let server = Server::start(&bus, Script::default());
    let args = ["--min-interval", "1h", "Q?"];
    for round in 1..=3 {
        let program = of_session(&bus, folder.path(), "one", &args).spawn();
        let note = server.wait_notify(round);
        server.press(note.id, "Deny");
        program.end().is("deny\n", "", 1);
    }
}

#[test]
fn a_follow_up_is_announced_at_once() {
    let (bus, folder) = (Bus::start(), tempfile::tempdir().unwrap());
    let server = Server::start(&bus, Script::default());
    let _first = of_session(&bus, folder.path(), "one", &["--min-interval", "1h", "1?"]).spawn();
    server.wait_notify(1);
    let _second =
        of_session(&bus, folder.path(), "one", &["--min-interval", "1h", "--follow-up", "2?"]).spawn();
    server.wait_notify(2);
}

#[test]
fn unreachable_is_said_at_once_even_when_the_slot_is_taken() {
    let (bus, folder) = (Bus::start(), tempfile::tempdir().unwrap());
    let server = Server::start(&bus, Script::default());
    let _first = of_session(&bus, folder.path(), "one", &["--min-interval", "1h", "1?"]).spawn();
    server.wait_notify(1);
    server.kill();
    let second = of_session(&bus, folder.path(), "one", &["--min-interval", "1h", "2?"]).run();
    assert_eq!(second.code, Some(69), "{}", second.stderr);
}

#[test]
fn what_a_killed_prompt_left_is_closed_by_the_next_of_the_same_caller() {
    let (bus, folder) = (Bus::start(), tempfile::tempdir().unwrap());
    let server = Server::start(&bus, Script::default());
    let killed = of_session(&bus, folder.path(), "one", &["1?"]).spawn();
    let left = server.wait_notify(1);
    wait_until_recorded(folder.path(), left.id);
    killed.signal(Signal::KILL);
    assert_eq!(killed.end().signal, Some(9));
    assert_eq!(server.open(), [left.id]);
    let _other = of_session(&bus, folder.path(), "two", &["2?"]).spawn();
    server.wait_notify(2);
    assert_eq!(server.closes(), [], "another caller's is not ours to close");
    let _next = of_session(&bus, folder.path(), "one", &["--follow-up", "3?"]).spawn();
    server.wait_closed(left.id);
    server.wait_notify(3);
    assert_eq!(server.closes().len(), 1, "those of living prompts stay");
}

#[test]
fn what_a_killed_prompt_left_is_closed_as_its_server_needs_it() {
    let (bus, folder) = (Bus::start(), tempfile::tempdir().unwrap());
    let server = Server::start(&bus, Script::load("flashback"));
    let killed = of_session(&bus, folder.path(), "one", &["1?"]).spawn();
    let left = server.wait_notify(1);
    wait_until_recorded(folder.path(), left.id);
    killed.signal(Signal::KILL);
    assert_eq!(killed.end().signal, Some(9));
    let _next = of_session(&bus, folder.path(), "one", &["--min-interval", "1m", "2?"]).spawn();
    server.wait_closed(left.id);
    server.wait_none_open();
}

/// The kill must not come before the prompt wrote down what it has up.
fn wait_until_recorded(folder: &std::path::Path, id: u32) {
    let folder = folder.join("plyn-notify");
    let recorded = || {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let texts: Vec<String> = files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect();
        texts.iter().any(|text| text.contains(&format!("\"id\":{id},")))
    };
    let start = std::time::Instant::now();
    while !recorded() {
        assert!(start.elapsed() < Duration::from_secs(10), "it is never written down");
        std::thread::yield_now();
    }
}

#[test]
fn a_hundred_prompts_each_get_their_own_answer_and_none_stays() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let programs: Vec<_> = (0..100)
        .map(|n| {
            Program::wait(&bus).args(["--choices", &format!("yes-{n},no-{n}"), &format!("{n}?")]).spawn()
        })
        .collect();
    server.wait_notify(100);
    for note in server.notifications() {
        let n = note.body.split('?').next().unwrap().to_owned();
        server.press(note.id, &format!("yes-{n}"));
    }
    for (n, program) in programs.into_iter().enumerate() {
        program.end().is(&format!("yes-{n}\n"), "", 0);
    }
    server.wait_none_open();
}

#[test]
fn two_clicks_at_once_are_one_answer() {
    for _ in 0..20 {
        let (_bus, server, program, note) = asked(Script::default(), &["Q?"]);
        server.press_key(note.id, &note.key("Deny"));
        server.press_key(note.id, &note.key("Allow once"));
        program.end().is("deny\n", "", 1);
        server.wait_none_open();
        assert!(server.closes().len() <= 1, "{:?}", server.closes());
    }
}
