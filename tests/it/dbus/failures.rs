//! What goes wrong on the desktop's side, and what is made of it.

use std::{os::unix::net::UnixListener, time::Instant};

use super::asked;
use crate::support::{
    Activation, Bus, Emit, Key, NOTIFICATIONS, Program, Reply, Script, Server, Value, When,
};

const NO_TERMINAL: &str = "plyn-notify: nobody can be asked: the terminal is switched off (--no-terminal)";

#[track_caller]
fn unreachable(program: Program, why: &str) -> crate::support::Ended {
    let ended = program.run();
    ended.is("", &format!("{NO_TERMINAL}; desktop: {why}\n"), 69);
    ended
}

fn on(script: Script) -> (Bus, Server, Program) {
    let bus = Bus::start();
    let server = Server::start(&bus, script);
    let program = Program::wait(&bus).args(["Deploy?"]);
    (bus, server, program)
}

#[test]
fn no_server_is_said_at_once() {
    let bus = Bus::start();
    unreachable(Program::wait(&bus).args(["Deploy?"]), "no notification server is running")
        .took_between(0, 1000);
}

#[test]
fn a_server_that_fails_to_start_is_said_at_once() {
    for (error, said) in [
        ("org.freedesktop.DBus.Error.Spawn.ExecFailed", "ExecFailed"),
        ("org.freedesktop.DBus.Error.Spawn.ChildExited", "ChildExited"),
        ("org.freedesktop.DBus.Error.Spawn.ChildSignaled", "ChildSignaled"),
    ] {
        let bus = Bus::start();
        bus.activation(NOTIFICATIONS, Activation::Fails(20, error.to_owned()));
        let ended = Program::wait(&bus).args(["Deploy?"]).run();
        assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)));
        let start = format!("{NO_TERMINAL}; desktop: the notification server did not start: {said}");
        assert!(ended.stderr.starts_with(&start), "{}", ended.stderr);
        ended.took_between(20, 1000);
    }
}

#[test]
fn a_server_that_does_not_start_is_given_five_seconds() {
    let bus = Bus::start();
    bus.activation(NOTIFICATIONS, Activation::Waits);
    let program = Program::wait(&bus).args(["Deploy?"]);
    unreachable(program, "the notification server did not start within 5s").took_between(5000, 6000);
}

#[test]
fn a_server_that_starts_in_time_is_used() {
    let bus = Bus::start();
    bus.activation(NOTIFICATIONS, Activation::Waits);
    let program = Program::wait(&bus).args(["Deploy?"]).spawn();
    let server = Server::start(&bus, Script::default());
    let note = server.wait_notify(1);
    server.press(note.id, "Deny");
    program.end().is("deny\n", "", 1);
}

#[test]
fn a_server_that_answers_nothing_is_given_two_seconds() {
    let (_bus, _server, program) = on(Script::load("hung"));
    unreachable(program, "the notification server did not answer within 2s").took_between(2000, 3000);
}

#[test]
fn a_notify_that_is_not_answered_is_given_two_seconds_and_taken_down_when_it_is() {
    let (_bus, server, program) = on(Script { notify_reply: Reply::late(2200), ..Script::default() });
    // It lingers for 400 ms after the two seconds, so the late notification does not stay.
    unreachable(program, "the notification server did not answer within 2s").took_between(2100, 3500);
    server.wait_closed(1);
}

#[test]
fn a_bus_that_accepts_and_never_answers_is_given_two_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bus");
    let _listener = UnixListener::bind(&path).unwrap();
    let address = format!("unix:path={}", path.display());
    let program =
        Program::new().args(["wait", "--no-terminal", "Q?"]).env("DBUS_SESSION_BUS_ADDRESS", address);
    unreachable(program, "the session bus did not answer within 2s").took_between(2000, 3000);
}

#[test]
fn no_bus_names_what_was_tried() {
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone");
    let program = Program::new()
        .args(["wait", "--no-terminal", "Q?"])
        .env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}", gone.display()))
        .state(folder.path());
    let ended = program.run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)));
    let start = format!("{NO_TERMINAL}; desktop: no session bus ({}: ", gone.display());
    assert!(ended.stderr.starts_with(&start), "{}", ended.stderr);
    assert_eq!(ended.stderr.lines().count(), 1);
}

#[test]
fn a_bus_that_is_switched_off_is_left_alone() {
    let bus = Bus::start();
    let _server = Server::start(&bus, Script::default());
    let folder = bus.socket_path().parent().unwrap().to_owned();
    let program = Program::new()
        .args(["wait", "--no-terminal", "Q?"])
        .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
        .state(&folder);
    unreachable(program, "the session bus is switched off (DBUS_SESSION_BUS_ADDRESS=disabled:)");
}

#[test]
fn the_bus_is_found_in_every_form_of_its_address() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let path = bus.socket_path().display().to_string();
    let folder = bus.socket_path().parent().unwrap();
    let escaped = path.replace('/', "%2f");
    let addresses = [
        format!("unix:path={path}"),
        format!("unix:path={path}\n"),
        format!("unix:path={escaped}"),
        format!("unix:path=/nonexistent;unix:path={path}"),
        format!("autolaunch:;unix:path={path},guid=0123456789abcdef0123456789abcdef"),
        // From here on it is found in the runtime folder.
        String::new(),
        "unix:path=/nonexistent".to_owned(),
        "garbage".to_owned(),
    ];
    for (at, address) in addresses.iter().enumerate() {
        let program = Program::new()
            .args(["wait", "--no-terminal", "--follow-up", "Q?"])
            .env("DBUS_SESSION_BUS_ADDRESS", address)
            .state(folder)
            .spawn();
        let note = server.wait_notify(at + 1);
        server.press(note.id, "Deny");
        program.end().is("deny\n", "", 1);
    }
}

#[test]
fn wrong_replies_are_not_believed() {
    let nonsense = [vec![], vec![Value::I32(7)], vec![Value::str("7")], vec![Value::U32(7), Value::U32(7)]];
    for body in nonsense {
        let (_bus, _server, program) = on(Script { notify_reply: Reply::Body(body), ..Script::default() });
        unreachable(program, "the notification was refused: its answer is no id");
    }
    let (_bus, _server, program) = on(Script { notify_reply: Reply::Id(0), ..Script::default() });
    unreachable(program, "it did not take the notification (id 0)");
}

#[test]
fn a_server_that_cannot_say_what_it_can_do_shows_no_buttons() {
    let unknown = Reply::error("org.freedesktop.DBus.Error.UnknownMethod");
    for caps_reply in [unknown, Reply::Body(vec![Value::str("actions")]), Reply::Body(vec![])] {
        let (_bus, _server, program) = on(Script { caps_reply, ..Script::default() });
        unreachable(program, "it shows no buttons, and there is no terminal to answer at");
    }
}

#[test]
fn a_server_that_has_its_name_before_its_object_is_asked_again() {
    let unknown = Reply::error("org.freedesktop.DBus.Error.UnknownMethod");
    let script = Script { info_reply: unknown.clone(), caps_reply: unknown, ..Script::default() };
    let (_bus, server, program) = on(script);
    let program = program.spawn();
    server.wait_call("GetCapabilities", 2);
    server.change(|script| (script.info_reply, script.caps_reply) = (Reply::Normal, Reply::Normal));
    let note = server.wait_notify(1);
    server.press(note.id, "Deny");
    program.end().is("deny\n", "", 1);
}

#[test]
fn a_server_that_knows_no_question_is_not_asked_for_ever() {
    let unknown = Reply::error("org.freedesktop.DBus.Error.UnknownMethod");
    let script = Script { info_reply: unknown.clone(), caps_reply: unknown, ..Script::default() };
    let (_bus, server, program) = on(script);
    unreachable(program, "it shows no buttons, and there is no terminal to answer at")
        .took_between(150, 1500);
    assert_eq!(server.calls().len(), 10, "{:?}", server.calls());
}

#[test]
fn a_server_that_cannot_say_who_it_is_is_an_unknown_one() {
    let unknown = Reply::error("org.freedesktop.DBus.Error.UnknownMethod");
    for info_reply in [unknown, Reply::Body(vec![Value::str("salut")]), Reply::Body(vec![])] {
        let (_bus, server, program, note) = asked(Script { info_reply, ..Script::default() }, &["Deploy?"]);
        server.press(note.id, "Deny");
        program.end().is("deny\n", "", 1);
    }
}

#[test]
fn too_fast_is_tried_once_more_with_other_keys() {
    let error = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration".to_owned();
    let script = Script { error_on_notify: Some((When::Nth(1), error.clone())), ..Script::default() };
    let (_bus, server, program, first) = asked(script, &["Deploy?"]);
    let second = server.wait_notify(2);
    assert_ne!(first.key("Deny"), second.key("Deny"));
    server.press(second.id, "Deny");
    program.end().is("deny\n", "", 1);
    let (_bus, server, program) =
        on(Script { error_on_notify: Some((When::Always, error)), ..Script::default() });
    let ended = program.run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)));
    assert_eq!(server.notifications().len(), 2, "once more, and no more");
}

#[test]
fn other_errors_are_said() {
    let error = "org.freedesktop.Notifications.MaxNotificationsExceeded".to_owned();
    let (_bus, server, program) =
        on(Script { error_on_notify: Some((When::Always, error)), ..Script::default() });
    let ended = program.run();
    let start = format!("{NO_TERMINAL}; desktop: the notification was refused: MaxNotificationsExceeded");
    assert!(ended.stderr.starts_with(&start), "{}", ended.stderr);
    assert_eq!(
        server.notifications().len(),
        1,
        "without a terminal there is nothing to show without buttons"
    );
}

#[test]
fn a_server_that_returns_within_five_seconds_is_asked_again() {
    let (_bus, server, program, first) = asked(Script::default(), &["Deploy?"]);
    server.restart(Script { after_action_close: Vec::new(), ..Script::default() });
    let second = server.wait_notify(2);
    assert_ne!(first.key("Deny"), second.key("Deny"));
    server.emit(second.id, &Emit::Action(Key::raw(&first.key("Allow once"))));
    server.press(second.id, "Deny");
    program.end().is("deny\n", "", 1);
    server.wait_closed(second.id);
    assert_eq!(server.closes().len(), 1, "nothing of the old server's is closed on the new one");
}

#[test]
fn a_server_that_dies_just_after_the_popup_expired_is_waited_for() {
    let bus = Bus::start();
    let script = Script::default().later(350, Emit::Closed(1)).later(380, Emit::Restart(2000));
    let server = Server::start(&bus, script);
    let program = Program::wait(&bus).args(["--min-interval", "0", "Deploy?"]).spawn();
    let first = server.wait_notify(1);
    // Later than the return of what expired, which is a second after that.
    let second = server.wait_notify(2);
    assert!(first.server != second.server && second.at - first.at >= std::time::Duration::from_secs(2));
    server.press(second.id, "Deny");
    program.end().is("deny\n", "", 1);
}

#[test]
fn a_server_that_stays_away_is_waited_for_five_seconds() {
    let (_bus, server, program, _note) = asked(Script::default(), &["Deploy?"]);
    let start = Instant::now();
    server.kill();
    let error =
        format!("{NO_TERMINAL}; desktop: the notification server is gone, and none came back within 5s\n");
    program.end().is("", &error, 69);
    assert!((5000..6000).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
}

#[test]
fn a_server_that_dies_of_the_notification_is_not_killed_twice_more() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script { crash_on_notify: When::Always, ..Script::default() });
    let program = Program::wait(&bus).args(["Deploy?"]).spawn();
    server.wait_call("Notify", 1);
    server.restart(Script { crash_on_notify: When::Always, ..Script::default() });
    let error =
        format!("{NO_TERMINAL}; desktop: the notification server died twice with this notification\n");
    program.end().is("", &error, 69);
}

#[test]
fn a_bus_that_goes_away_is_said_at_once() {
    let (bus, _server, program, _note) = asked(Script::default(), &["Deploy?"]);
    let start = Instant::now();
    bus.stop();
    let ended = program.end();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)));
    assert!(ended.stderr.starts_with(&format!("{NO_TERMINAL}; desktop: the session bus is gone")));
    assert!(start.elapsed().as_millis() < 2000, "{:?}", start.elapsed());
}

#[test]
fn an_error_on_close_changes_nothing() {
    let error = Reply::error("org.freedesktop.DBus.Error.Failed");
    let (_bus, server, program, note) =
        asked(Script { close_reply: error, ..Script::default() }, &["Deploy?"]);
    server.press(note.id, "Allow once");
    program.end().is("allow\n", "", 0);
}

#[test]
fn no_actions_and_no_terminal_is_said_at_once() {
    let (_bus, server, program) = on(Script::default().capable_of("body"));
    unreachable(program, "it shows no buttons, and there is no terminal to answer at").took_between(0, 1000);
    assert_eq!(server.notifications().len(), 0, "nothing is shown that cannot be answered");
}

#[test]
fn switches_that_leave_nobody_to_ask() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let ask = |args: &[&str]| Program::wait(&bus).args(args).arg_question();
    unreachable(ask(&["--no-actions"]), "buttons are switched off, and there is no terminal to answer at");
    ask(&["--channels", "terminal"]).run().is("", &format!("{NO_TERMINAL}\n"), 69);
    ask(&["--kind", "secret"]).run().is("", &format!("{NO_TERMINAL}\n"), 69);
    ask(&[]).env("PLYN_NOTIFY_ENABLED", "false").run().is("", &format!("{NO_TERMINAL}\n"), 69);
    assert_eq!(server.calls(), Vec::<String>::new(), "the server never heard of it");
}

impl Program {
    fn arg_question(self) -> Self {
        self.args(["Deploy?"])
    }
}
