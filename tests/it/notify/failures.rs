//! Nothing that a bus or a server does holds the caller up or fails it.

use crate::support::{Activation, Bus, NOTIFICATIONS, Program, Reply, Running, Script, Server};

/// A warning on stderr and exit status 0; with `--strict` the same words and 69.
#[track_caller]
fn warns(start: &dyn Fn(&[&str]) -> Running, reason: &str, least: u64, most: u64) {
    let line = format!("plyn-notify: not shown: {reason}\n");
    let rows = [
        (&[][..], line.as_str(), 0),
        (&["--strict"], &line, 69),
        (&["-q"], "", 0),
        (&["-w", "-A", "a=A", "-p"], &line, 0),
    ];
    let started: Vec<_> = rows.iter().map(|(args, _, _)| start(args)).collect();
    for (program, (_, stderr, code)) in started.into_iter().zip(rows) {
        program.end().is("", stderr, code).took_between(least, most);
    }
}

fn on(bus: &Bus) -> impl Fn(&[&str]) -> Running {
    |args| Program::notify(bus).args(["--channels", "desktop"]).args(args).args(["T", "B"]).spawn()
}

#[test]
fn no_bus() {
    let on = |address: &'static str| {
        move |args: &[&str]| {
            let program = Program::new().args(["notify", "--channels", "desktop"]).args(args).args(["T"]);
            program.env("DBUS_SESSION_BUS_ADDRESS", address).spawn()
        }
    };
    warns(
        &on("disabled:"),
        "desktop: the session bus is switched off (DBUS_SESSION_BUS_ADDRESS=disabled:)",
        0,
        1000,
    );
    let gone = "desktop: no session bus (/nonexistent/bus: entity not found)";
    let run = on("unix:path=/nonexistent/bus");
    let ended = run(&[]).end();
    assert!(
        ended.stderr.starts_with(&format!("plyn-notify: not shown: {}", &gone[..gone.len() - 1])),
        "{ended:?}"
    );
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(0)));
}

#[test]
fn no_server() {
    let bus = Bus::start();
    warns(&on(&bus), "desktop: no notification server is running", 0, 1000);
}

#[test]
fn a_server_that_fails_to_start() {
    let bus = Bus::start();
    bus.activation(
        NOTIFICATIONS,
        Activation::Fails(20, "org.freedesktop.DBus.Error.Spawn.ChildExited".to_owned()),
    );
    let ended = on(&bus)(&[]).end();
    assert!(ended.stderr.starts_with("plyn-notify: not shown: desktop: "), "{ended:?}");
    assert_eq!((ended.stdout.as_str(), ended.code, ended.stderr.lines().count()), ("", Some(0), 1));
}

#[test]
fn a_server_or_a_bus_that_never_answers_is_given_three_seconds() {
    let bus = Bus::start();
    let _server = Server::start(&bus, Script { notify_reply: Reply::Never, ..Script::default() });
    let frozen_bus = Bus::start();
    let frozen = Server::start(&frozen_bus, Script::default());
    frozen.freeze();
    let silent = tempfile::tempdir().unwrap();
    let socket = silent.path().join("bus");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let address = format!("unix:path={}", socket.display());

    let program = Program::new().args(["notify", "--channels", "desktop", "T"]);
    let programs =
        [on(&frozen_bus)(&["-A", "a=A"]), program.env("DBUS_SESSION_BUS_ADDRESS", address).spawn()];
    warns(&on(&bus), "desktop: it does not answer", 2900, 4500);
    for program in programs {
        let line = "plyn-notify: not shown: desktop: it does not answer\n";
        // Three seconds in all: what comes late is waited for within them.
        program.end().is("", line, 0).took_between(2900, 3400);
    }
}

#[test]
fn buttons_that_come_too_late_are_taken_down() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script { notify_reply: Reply::late(2800), ..Script::default() });
    let line = "plyn-notify: not shown: desktop: it does not answer\n";
    on(&bus)(&["-A", "a=A"]).end().is("", line, 0).took_between(2800, 3400);
    server.wait_closed(1);
    server.wait_none_open();
}

#[test]
fn a_server_that_is_started_shows_it() {
    let bus = Bus::start();
    bus.activation(NOTIFICATIONS, Activation::Waits);
    let program = Program::notify(&bus).args(["-p", "T"]).spawn();
    let _server = Server::start(&bus, Script::default());
    program.end().is("1\n", "", 0);
}

#[test]
fn a_server_that_takes_nothing() {
    let bus = Bus::start();
    let _server = Server::start(&bus, Script { notify_reply: Reply::Id(0), ..Script::default() });
    warns(&on(&bus), "desktop: it did not take the notification (id 0)", 0, 1000);
    let bus = Bus::start();
    let error = Reply::error("org.example.Error.Full");
    let _server = Server::start(&bus, Script { notify_reply: error, ..Script::default() });
    let ended = on(&bus)(&["--strict"]).end();
    assert!(
        ended.stderr.starts_with("plyn-notify: not shown: desktop: the notification was refused: Full"),
        "{ended:?}"
    );
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)));
}

#[test]
fn a_name_before_its_object_is_asked_again() {
    // GNOME Shell's first millisecond.
    let bus = Bus::start();
    let unknown = Reply::error("org.freedesktop.DBus.Error.UnknownMethod");
    let server = Server::start(&bus, Script { notify_reply: unknown, ..Script::default() });
    let program = Program::notify(&bus).args(["-p", "T"]).spawn();
    server.wait_call("Notify", 1);
    server.change(|script| script.notify_reply = Reply::Normal);
    let ended = program.end();
    assert_eq!((ended.stderr.as_str(), ended.code, ended.stdout.lines().count()), ("", Some(0), 1));
}

#[test]
fn a_server_that_never_gets_its_object() {
    let bus = Bus::start();
    let unknown = || Reply::error("org.freedesktop.DBus.Error.UnknownMethod");
    let script =
        Script { info_reply: unknown(), caps_reply: unknown(), notify_reply: unknown(), ..Script::default() };
    let _server = Server::start(&bus, script);
    let line = "plyn-notify: not shown: desktop: the notification server shows nothing\n";
    on(&bus)(&[]).end().is("", line, 0).took_between(200, 1500);
    on(&bus)(&["-A", "a=A"]).end().is("", line, 0).took_between(200, 1500);
}

#[test]
fn switched_off_is_no_warning() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let run = |args: &[&str]| {
        Program::notify(&bus).env("PLYN_NOTIFY_ENABLED", "false").args(args).args(["T"]).run()
    };
    run(&[]).is("", "", 0);
    let line = "plyn-notify: not shown: notifications are switched off (enabled = false)\n";
    run(&["-v"]).is("", line, 0);
    run(&["--strict"]).is("", line, 69);
    assert_eq!(server.calls(), [""; 0]);
}

#[test]
fn no_channel_is_a_warning() {
    let bus = Bus::start();
    let line = "plyn-notify: not shown: remote: no host is configured; run: plyn-notify tunnel setup\n";
    let run = |args: &[&str]| Program::notify(&bus).args(args).args(["--channels", "remote", "T"]).run();
    run(&[]).is("", line, 0);
    run(&["--strict"]).is("", line, 69);
}
