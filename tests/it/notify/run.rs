//! What `run` tells when its command has ended, and what becomes of its status when it cannot.

use rustix::process::Signal;

use crate::support::{Bus, Ended, Program, Reply, Script, Server, Value};

fn run(bus: &Bus, args: &[&str]) -> Ended {
    started(bus, args).end()
}

fn started(bus: &Bus, args: &[&str]) -> crate::support::Running {
    Program::new().args(["run"]).args(args).env("DBUS_SESSION_BUS_ADDRESS", bus.address()).spawn()
}

#[test]
fn the_end_of_a_command_is_told() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    let rows = [
        (&["--", "true"][..], 0, "Done: true", "exit status 0 after ", 1, "complete"),
        (&["sh", "-c", "exit 7"], 7, "Failed: sh", "exit status 7 after ", 2, "dialog-error"),
        (
            &["--title", "the build", "--", "/bin/false", "a secret"],
            1,
            "Failed: the build",
            "exit",
            2,
            "dialog-error",
        ),
        (&["--pid", "1234567890"], 1, "", "", 0, ""),
    ];
    for (row, (args, code, title, body, urgency, sound)) in rows.into_iter().enumerate() {
        let ended = run(&bus, &[&["--after", "0"], args].concat());
        assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(code)), "{args:?}");
        if title.is_empty() {
            assert_eq!(server.notifications().len(), row, "what is not there does not end");
            continue;
        }
        assert_eq!(ended.stderr, "");
        let note = server.wait_notify(row + 1);
        assert!(note.body.starts_with(body) && note.body.contains(" · "), "{}", note.body);
        assert!(!note.body.contains("secret"), "{}", note.body);
        let hints = (&note.hints["urgency"], &note.hints["sound-name"]);
        assert_eq!((note.summary.as_str(), hints), (title, (&Value::U8(urgency), &Value::str(sound))));
    }
}

#[test]
fn a_signal_is_told_and_died_of() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    run(&bus, &["--after", "0", "--", "sh", "-c", "kill -9 $$"]).died_of(Signal::KILL);
    let note = server.wait_notify(1);
    assert_eq!(note.summary, "Failed: sh");
    assert!(note.body.starts_with("SIGKILL after "), "{}", note.body);
}

#[test]
fn a_short_command_is_not_told() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script::default());
    run(&bus, &["--", "echo", "hello"]).is("hello\n", "", 0);
    run(&bus, &["--after", "1h", "--", "false"]).is("", "", 1);
    assert_eq!(server.calls(), [""; 0]);
}

#[test]
fn what_cannot_be_told_costs_a_line_and_no_more() {
    let bus = Bus::start();
    let env = ("TERM", "dumb");
    let program = Program::new().args(["run", "--after", "0", "--", "sh", "-c", "echo out; exit 5"]);
    let program = program.env(env.0, env.1).env("DBUS_SESSION_BUS_ADDRESS", bus.address());
    let ended = program.run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("out\n", Some(5)));
    let line = "plyn-notify: not shown: desktop: no notification server is running; terminal: ";
    assert!(ended.stderr.starts_with(line) && ended.stderr.lines().count() == 1, "{ended:?}");

    let ended = Program::new()
        .args(["run", "--after", "0", "--", "sh", "-c", "kill -15 $$"])
        .env("PLYN_NOTIFY_ENABLED", "false")
        .run();
    ended.died_of(Signal::TERM);
}

#[test]
fn a_server_that_never_answers_holds_the_end_up_for_three_seconds_and_not_the_user() {
    let bus = Bus::start();
    let server = Server::start(&bus, Script { notify_reply: Reply::Never, ..Script::default() });
    let args = ["--after", "0", "--", "true"];
    let patient = started(&bus, &args);
    let pressed = started(&bus, &args);
    server.wait_call("Notify", 2);
    pressed.signal(Signal::INT);
    pressed.end().died_of(Signal::INT).took_between(0, 2500);
    let ended = patient.end();
    ended.took_between(2900, 4500);
    assert_eq!((ended.stdout.as_str(), ended.code, ended.stderr.lines().count()), ("", Some(0), 1));
}
