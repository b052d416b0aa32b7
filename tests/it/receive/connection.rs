//! The connection that a question came over: it ends, goes silent, or is one of too many.

use std::time::Duration;

use plyn_notify::engine::channel::remote::wire::{self, Event, Given, Header};
use rustix::process::{Pid, Signal, kill_process};

use super::{GONE, events, header, payload, received, request, says};
use crate::support::{Bus, Program, Running, Script, Server};

const SIX: &str = "T\nM\nnormal\nutilities-terminal\npermission\nid";

/// With the asker's promise to write so often.
fn promised(alive: Duration) -> String {
    let header = Header { alive: Some(alive), ..header() };
    wire::encode_prompt(&header, &request(), None, true).expect("it can travel")
}

#[test]
fn the_popup_goes_with_the_connection() {
    for sent in [SIX.to_owned(), payload(&request(), true), payload(&request(), false)] {
        let (_bus, server, mut program, note) = received(Script::default(), &sent);
        program.hang_up();
        assert_eq!(server.wait_clear(GONE), [0_u32; 0]);
        server.wait_closed(note.id);
        program.end().is("", "", 1);
    }
}

#[test]
fn it_goes_before_it_is_up() {
    for sent in [SIX.to_owned(), payload(&request(), true)] {
        let bus = Bus::start();
        let server = Server::start(
            &bus,
            Script { notify_reply: crate::support::Reply::late(100), ..Script::default() },
        );
        let mut program = Program::receive(&bus, sent).connected().spawn();
        server.wait_call("Notify", 1);
        program.hang_up();
        program.end().is("", "", 1);
        server.wait_none_open();
        assert_eq!(server.closes().len(), 1);
    }
}

#[test]
fn the_end_of_stdin_alone_is_no_end() {
    // As of `ssh -n`, and of lacode's sender.
    for (sent, six) in [(SIX.to_owned(), true), (payload(&request(), true), false)] {
        let (_bus, server, mut program, note) = received(Script::default(), &sent);
        program.end_stdin();
        server.press(note.id, "Deny");
        if six {
            program.end().is("reject\n", "", 0);
        } else {
            says(program, &[Event::Shown, Event::Answered(Given::Key("deny".into()))], 0);
        }
    }
}

#[test]
fn it_is_one_where_it_was_promised_to_stay_open() {
    let (_bus, server, mut program, note) = received(Script::default(), &promised(Duration::from_mins(1)));
    program.write("\n\n");
    program.end_stdin();
    server.wait_closed(note.id);
    let ended = program.end();
    assert!(!events(&ended.stdout).iter().any(Event::is_end), "{ended:?}");
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(1)));
}

#[test]
fn whoever_promised_to_talk_and_is_silent_is_gone() {
    // 200 ms is the least that is believed, and three times that may pass.
    let (_bus, server, program, note) = received(Script::default(), &promised(Duration::from_millis(1)));
    server.wait_closed(note.id);
    let ended = program.end();
    assert_eq!(events(&ended.stdout), [Event::Shown]);
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(1)));
    ended.took_between(400, 3000);
}

#[test]
fn the_popup_goes_with_the_parent() {
    for sent in [SIX.to_owned(), payload(&request(), true)] {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default());
        // Its stdout stays open all the while.
        let parent =
            Program::shell(&bus, "\"$PLYN\" receive & wait").env("SSH_ORIGINAL_COMMAND", sent).spawn();
        let note = server.wait_notify(1);
        parent.signal(Signal::KILL);
        assert_eq!(server.wait_clear(GONE), [0_u32; 0]);
        server.wait_closed(note.id);
    }
}

#[test]
fn signals_take_it_down() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let (_bus, server, program, note) = received(Script::default(), SIX);
        program.signal(signal);
        program.end().is("", "", 1);
        server.wait_closed(note.id);
    }
    for (signal, last) in [
        (Signal::TERM, Some(Event::Failed("it was ended by a signal".into()))),
        // As when the connection goes.
        (Signal::HUP, None),
    ] {
        let (_bus, server, program, note) = received(Script::default(), &payload(&request(), true));
        program.signal(signal);
        let ended = program.end();
        assert_eq!(events(&ended.stdout).into_iter().find(Event::is_end), last);
        assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(1)));
        server.wait_closed(note.id);
    }
}

#[test]
fn an_answer_that_nobody_reads_is_a_failure() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let program = Program::receive(&bus, SIX).stdout_to("/dev/full").spawn();
    let note = server.wait_notify(1);
    server.press(note.id, "Deny");
    program.end().is("", "", 1);
}

#[test]
fn more_than_64_at_once_are_refused_and_a_place_that_is_left_is_free() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let state = tempfile::tempdir().unwrap();
    let receive = |sent: &str| Program::receive(&bus, sent).state(state.path());
    let mut all: Vec<Running> = (0..64).map(|_| receive(SIX).spawn()).collect();
    server.wait_notify(64);
    let error = "64 notifications of other hosts are open already";
    receive(SIX).run().is("", &format!("plyn-notify: {error}\n"), 1);
    let ended = receive(&payload(&request(), true)).run();
    assert_eq!(events(&ended.stdout), [Event::Failed(error.into())]);
    assert_eq!((ended.stderr, ended.code), (format!("plyn-notify: {error}\n"), Some(1)));
    assert_eq!(server.notifications().len(), 64);

    // However it was left.
    let killed = all.remove(17);
    kill_process(Pid::from_raw(i32::try_from(killed.id()).unwrap()).unwrap(), Signal::KILL).unwrap();
    killed.end();
    let last = receive(SIX).spawn();
    let note = server.wait_notify(65);
    server.press(note.id, "Allow once");
    last.end().is("once\n", "", 0);
    for program in &all {
        program.signal(Signal::TERM);
    }
    for program in all {
        program.end().is("", "", 1);
    }
}
