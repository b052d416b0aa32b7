//! What comes back: ids, names, typed text, and nothing.

use std::time::Duration;

use rustix::process::Signal;

use super::told;
use crate::support::{
    Bus, Claim, Dest, Emit, IdPolicy, Key, NOTIFICATIONS, NOTIFICATIONS_PATH, Program, Reply, Script, Server,
    Value, When, notify,
};

const TWO: [&str; 5] = ["-A", "open=Open", "-A", "later=Later", "Ready"];

#[test]
fn what_is_chosen_is_printed_and_the_notification_taken_down() {
    for (label, name) in [("Open", "open\n"), ("Later", "later\n")] {
        for signals in [Dest::Broadcast, Dest::Unicast, Dest::Both, Dest::Gnome] {
            let script = Script {
                signals,
                after_action_close: Vec::new(),
                closed_after_close: Vec::new(),
                ..Script::default()
            };
            let (_bus, server, program, note) = told(script, &TWO);
            server.press(note.id, label);
            program.end().is(name, "", 0).took_between(0, 2000);
            server.wait_closed(note.id);
            assert_eq!(server.closes().len(), 1, "{signals:?}");
        }
    }
}

#[test]
fn names_default_to_numbers_and_are_trimmed() {
    let args = ["-A", "First", "-A", " x = Second ", "-A", "a=b=c", "T"];
    let (_bus, server, program, note) = told(Script::default(), &args);
    let actions = [("0", "First"), ("x", "Second"), ("a", "b=c")];
    assert_eq!(note.actions, actions.map(|(key, label)| (key.to_owned(), label.to_owned())));
    server.press(note.id, "First");
    program.end().is("0\n", "", 0);
}

#[test]
fn names_that_servers_lose_are_printed_as_they_were_given() {
    for name in ["a b", "[x]", "ä", "#1", "a:b"] {
        let action = format!("{name}=Yes");
        let (_bus, server, program, note) = told(Script::default(), &["-A", &action, "T"]);
        assert_eq!(note.key("Yes"), "action-0");
        server.press(note.id, "Yes");
        program.end().is(&format!("{name}\n"), "", 0);
    }
}

#[test]
fn closing_it_prints_nothing() {
    for reason in [1, 2, 3, 4, 99] {
        let (_bus, server, program, note) = told(Script::default(), &TWO);
        server.emit(note.id, &Emit::Closed(reason));
        program.end().is("", "", 0);
        assert_eq!(server.closes(), [], "what is closed need not be closed");
    }
}

#[test]
fn waiting_without_actions_ends_with_the_notification() {
    let (_bus, server, program, note) = told(Script::default(), &["--wait", "T"]);
    assert_eq!(note.actions, []);
    server.dismiss(note.id);
    program.end().is("", "", 0);
}

#[test]
fn a_press_before_the_reply_and_one_after_the_close_count() {
    let script = Script { before_reply: vec![Emit::Action(Key::label("Open"))], ..Script::default() };
    told(script, &TWO).2.end().is("open\n", "", 0);

    let on_press = Some(vec![(0, Emit::Closed(2)), (50, Emit::Action(Key::Pressed))]);
    let (_bus, server, program, note) = told(Script { on_press, ..Script::default() }, &TWO);
    server.press(note.id, "Later");
    program.end().is("later\n", "", 0);
}

#[test]
fn two_fast_presses_are_one_answer() {
    let later = Emit::Action(Key::label("Later"));
    let on_press = Some(vec![(0, Emit::Action(Key::Pressed)), (0, later), (20, Emit::Closed(2))]);
    let (_bus, server, program, note) = told(Script { on_press, ..Script::default() }, &TWO);
    server.press(note.id, "Open");
    program.end().is("open\n", "", 0);
}

#[test]
fn keys_that_were_not_sent_are_noise() {
    let (_bus, server, program, note) = told(Script::default(), &TWO);
    for key in ["default", "zzz", "", "Open", "0"] {
        server.emit(note.id, &Emit::Action(Key::raw(key)));
    }
    server.press(note.id, "Later");
    program.end().is("later\n", "", 0);
}

#[test]
fn what_is_typed_into_a_reply_field_is_printed() {
    let script = || Script::default().capable_of("actions body inline-reply");
    let (_bus, server, program, note) = told(script(), &["-A", "inline-reply=Answer", "T"]);
    server.emit(note.id, &Emit::Replied(" \n".to_owned()));
    server.reply(note.id, "to be\nor not");
    program.end().is("to be\nor not\n", "", 0);

    let (_bus, server, program, note) = told(script(), &TWO);
    server.emit(note.id, &Emit::Replied("open".to_owned()));
    server.press(note.id, "Later");
    program.end().is("later\n", "", 0);
}

#[test]
fn a_third_program_s_signals_and_a_new_server_s_are_noise() {
    let (bus, server, program, note) = told(Script { claim: Claim::Lend, ..Script::default() }, &TWO);
    let attacker = bus.client();
    let name = [Value::U32(note.id), Value::str("open")];
    attacker.signal(None, "ActionInvoked", &name);
    attacker.signal(Some(&note.sender), "ActionInvoked", &name);
    // Another server takes the name, and gives the same id to somebody else.
    let other = Server::start(&bus, Script { claim: Claim::TakeOver, ..Script::default() });
    program.end().is("", "plyn-notify: the notification server is gone\n", 0);
    drop((server, other));
}

#[test]
fn a_server_that_dies_ends_the_wait() {
    for args in [&TWO[..], &["-w", "T"]] {
        let (_bus, server, program, _note) = told(Script::default(), args);
        server.kill();
        program.end().is("", "plyn-notify: the notification server is gone\n", 0).took_between(0, 2000);
    }
    // Whether it has heard of its id by then or not.
    let (bus, _server, program, _note) = told(Script::default(), &TWO);
    bus.stop();
    let ended = program.end();
    ended.took_between(0, 2000);
    assert_eq!(
        (ended.stdout.as_str(), ended.code, ended.stderr.lines().count()),
        ("", Some(0), 1),
        "{ended:?}"
    );
    assert!(ended.stderr.contains(" gone"), "{ended:?}");
}

#[test]
fn a_time_to_live_is_waited_for_and_no_longer() {
    let (_bus, server, program, note) = told(Script::default(), &["-t", "400", "-A", "a=A", "T"]);
    assert_eq!(note.expire_timeout, 400);
    program.end().is("", "plyn-notify: no answer in 400ms\n", 0).took_between(400, 1500);
    server.wait_closed(note.id);
}

#[test]
fn another_notification_under_the_same_id_is_the_server_s_to_report() {
    let (bus, server, program, note) = told(Script::default(), &TWO);
    let mut other = notify("Other", &[]);
    other[1] = Value::U32(note.id);
    let path = NOTIFICATIONS_PATH;
    let id = bus.client().call(NOTIFICATIONS, path, NOTIFICATIONS, "Notify", &other).unwrap();
    assert_eq!(id, [Value::U32(note.id)]);
    server.dismiss(note.id);
    program.end().is("", "", 0);
}

#[test]
fn a_server_without_actions_shows_it_and_nobody_waits() {
    let message = "plyn-notify: nothing can be chosen: the notification server has no buttons\n";
    for request in [false, true] {
        let bus = Bus::start();
        let server = Server::start(&bus, Script::default().capable_of("body"));
        let program = Program::notify(&bus);
        let program =
            if request { program.env("PLYN_NOTIFY_REQUEST_ID", "r1").args(["T"]) } else { program.args(TWO) };
        program.spawn().end().is("", message, 0);
        assert_eq!(server.wait_notify(1).actions, []);
    }
}

#[test]
fn a_server_that_refuses_actions_shows_it_without() {
    let error_on_notify = Some((When::First(1), "org.freedesktop.DBus.Error.Failed".to_owned()));
    let bus = Bus::start();
    let server = Server::start(&bus, Script { error_on_notify, ..Script::default() });
    let message = "plyn-notify: nothing can be chosen: the notification server has no buttons\n";
    Program::notify(&bus).args(TWO).spawn().end().is("", message, 0);
    assert_eq!(server.wait_notify(2).actions, []);
}

#[test]
fn a_request_asks_for_permission_and_never_expires() {
    for variable in ["PLYN_NOTIFY_REQUEST_ID", "LACODE_REQUEST_ID"] {
        for (label, answer) in [("Allow once", "once\n"), ("Always allow", "always\n"), ("Deny", "reject\n")]
        {
            let bus = Bus::start();
            let server = Server::start(&bus, Script::default());
            let args = ["T", "M", "normal", "utilities-terminal", "permission"];
            let program = Program::notify(&bus).env(variable, "secret-id").args(args).spawn();
            let note = server.wait_notify(1);
            assert_eq!(note.labels(), ["Allow once", "Always allow", "Deny"]);
            assert_eq!((note.expire_timeout, note.icon.as_str()), (0, "utilities-terminal"));
            assert!(!format!("{note:?}").contains("secret-id"), "{note:?}");
            server.press(note.id, label);
            program.end().is(answer, "", 0);
        }
    }
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    Program::notify(&bus).env("LACODE_REQUEST_ID", "").args(["T"]).run().is("", "", 0);
    assert_eq!(server.wait_notify(1).actions, [], "an empty id is none");
}

#[test]
fn own_actions_go_before_those_of_a_request() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let program = Program::notify(&bus).env("PLYN_NOTIFY_REQUEST_ID", "x").args(TWO).spawn();
    let note = server.wait_notify(1);
    assert_eq!(note.labels(), ["Open", "Later"]);
    server.press(note.id, "Open");
    program.end().is("open\n", "", 0);
}

#[test]
fn ids_are_printed_first_and_as_they_are() {
    for first_id in [1, 3_000_000_000, u32::MAX] {
        let script = Script { first_id, ..Script::default() };
        told(script.clone(), &["--print-id", "T"]).2.end().is(&format!("{first_id}\n"), "", 0);
        let args = ["-p", "-A", "a=A", "T"];
        let (_bus, server, program, note) = told(script, &args);
        server.press(note.id, "A");
        program.end().is(&format!("{first_id}\na\n"), "", 0);
    }
}

#[test]
fn the_id_that_the_server_gives_counts_and_not_the_one_asked_for() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script { id_policy: IdPolicy::ReplaceIsNew, ..Script::default() });
    Program::notify(&bus).args(["-p", "T"]).run().is("1\n", "", 0);
    let program =
        Program::notify(&bus).args(["--print-id", "--replace-id=1", "--action", "a=A", "T"]).spawn();
    let note = server.wait_notify(2);
    assert_eq!((note.replaces_id, note.id), (1, 2));
    server.press(note.id, "A");
    program.end().is("2\na\n", "", 0);
}

#[test]
fn ids_and_names_go_to_the_file_descriptors_of_the_caller() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let script = "echo first >ids; \"$PLYN\" notify --id-fd 3 --selected-action-fd 7 -A a=A T 3>>ids 7>names; \
                  echo \"status $?\"; cat ids names";
    let program = Program::shell(&bus, script).spawn();
    let note = server.wait_notify(1);
    server.press(note.id, "A");
    program.end().is("a\nstatus 0\nfirst\n1\na\n", "", 0);

    // A pipe, and a place in a file that another program shares.
    let script = "{ echo before >&4; \"$PLYN\" notify --id-fd 4 T; echo after >&4; } 4>shared; cat shared; \
                  { \"$PLYN\" notify --id-fd 5 T 5>&1 >/dev/null; } | sed 's/^/id /'";
    Program::shell(&bus, script).run().is("before\n2\nafter\nid 3\n", "", 0);
}

#[test]
fn file_descriptors_that_are_not_open_are_wrong_usage() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    for number in 3..10 {
        let script = format!("\"$PLYN\" notify --id-fd {number} T; echo status $?");
        let error =
            format!("plyn-notify: --id-fd {number} cannot be written to: Bad file descriptor (os error 9)\n");
        Program::shell(&bus, &script).run().is("status 2\n", &error, 0);
    }
    let error = "plyn-notify: cannot write to the file descriptor: Bad file descriptor (os error 9)\n";
    Program::shell(&bus, "\"$PLYN\" notify --id-fd 3 T 3</dev/null; echo status $?").run().is(
        "status 74\n",
        error,
        0,
    );
    assert_eq!(server.notifications().len(), 1);
}

#[test]
fn a_choice_that_cannot_be_written_is_an_error() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let program = Program::notify(&bus).args(TWO).stdout_to("/dev/full").spawn();
    let note = server.wait_notify(1);
    server.press(note.id, "Open");
    let error =
        "plyn-notify: the answer could not be written to stdout: No space left on device (os error 28)\n";
    program.end().is("", error, 74);
    server.wait_none_open();
}

#[test]
fn signals_take_it_down_and_are_died_of() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        let (_bus, server, program, note) = told(Script::default(), &TWO);
        program.signal(signal);
        program.end().died_of(signal);
        server.wait_closed(note.id);
    }
}

#[test]
fn what_a_server_would_forget_and_leave_on_the_screen_is_made_to_expire() {
    for args in [&TWO[..], &["-w", "Ready"]] {
        let (_bus, server, program, note) = told(Script::load("flashback"), args);
        program.signal(Signal::INT);
        program.end().died_of(Signal::INT);
        server.wait_closed(note.id);
        server.wait_none_open();
    }
}

#[test]
fn a_signal_before_it_is_up_takes_it_down_when_it_is() {
    let script = Script { notify_reply: Reply::late(200), ..Script::default() };
    let bus = Bus::start();
    let server = Server::start(&bus, script);
    let program = Program::notify(&bus).args(TWO).spawn();
    server.wait_call("Notify", 1);
    program.signal(Signal::INT);
    program.end().died_of(Signal::INT);
    server.wait_none_open();
    assert_eq!(server.closes().len(), 1);
}

#[test]
fn many_at_once_each_get_their_own() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let programs: Vec<_> = (0..25)
        .map(|at| {
            let action = format!("name{at}=Press {at}");
            Program::notify(&bus).args(["-A", &action, "T"]).spawn()
        })
        .collect();
    let last = server.wait_notify(25);
    assert!(last.at.elapsed() < Duration::from_mins(1));
    for note in server.notifications() {
        server.press(note.id, &note.actions[0].1);
    }
    for (at, program) in programs.into_iter().enumerate() {
        program.end().is(&format!("name{at}\n"), "", 0);
    }
    server.wait_none_open();
}
