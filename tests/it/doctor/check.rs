//! `--check`: one line and a status; `--only`: some of it; and what is wrong usage.

use std::{os::unix::net::UnixListener, time::Duration};

use super::{doctor, json, level, with};
use crate::support::{Activation, Bus, NOTIFICATIONS, Program, Script, Server};

#[test]
fn one_line_and_a_status() {
    for (name, line, status) in [
        (
            "plasma",
            "Since there is no terminal, a prompt is announced at once on the desktop (Plasma), where its answers are buttons.",
            0,
        ),
        ("no-actions", "Nobody can be asked: there is no terminal, and scripted shows no buttons.", 1),
        (
            "xfce-dnd",
            "Nobody can be asked: there is no terminal, and do-not-disturb closes everything at once.",
            1,
        ),
        (
            "plasma-dnd",
            "Nobody can answer a prompt: there is no terminal. It would be announced on the desktop (Plasma), where its \
             answers are buttons; but do-not-disturb is on there and holds it back.",
            1,
        ),
    ] {
        with(Script::load(name), &["--check"]).is(&format!("{line}\n"), "", status);
        with(Script::load(name), &["--check", "--quiet"]).is("", "", status);
    }
}

#[test]
fn a_server_that_hangs_holds_it_for_two_seconds_at_most() {
    let line = "Nobody can be asked: there is no terminal, and the notification server does not answer.\n";
    with(Script::load("hung"), &["--check"]).is(line, "", 1).took_between(1500, 2500);
}

#[test]
fn a_bus_that_hangs_holds_it_for_two_seconds_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("bus");
    let _listener = UnixListener::bind(&socket).unwrap();
    let address = format!("unix:path={}", socket.display());
    let bus = Bus::start();
    let ended = doctor(&bus, &["--check"]).env("DBUS_SESSION_BUS_ADDRESS", address).run();
    let line = "Nobody can be asked: there is no terminal, and the session bus does not answer.\n";
    ended.is(line, "", 1).took_between(1500, 2500);
}

#[test]
fn no_server_no_bus_and_one_that_may_be_started() {
    let bus = Bus::start();
    let line = "Nobody can be asked: there is no terminal, and no notification server is running.\n";
    doctor(&bus, &["--check"]).run().is(line, "", 1);
    let document = json(&doctor(&bus, &["--json"]).run());
    assert_eq!(level(&document, "desktop.server"), "problem");
    let none = Program::new()
        .under(["setsid", "--wait"])
        .args(["doctor", "--check"])
        .env("DBUS_SESSION_BUS_ADDRESS", "disabled:");
    none.run().is("Nobody can be asked: there is no terminal, and there is no session bus.\n", "", 1);
    // Looking starts nothing, whatever could be started.
    bus.activation(NOTIFICATIONS, Activation::Waits);
    doctor(&bus, &["--check"]).run().is(line, "", 1).took_between(0, 1500);
}

#[test]
fn what_is_switched_off_is_not_missed() {
    let off = |server: &str, name: &str, value: &str| {
        let bus = Bus::start();
        let _server = Server::start(&bus, Script::load(server));
        doctor(&bus, &["--check"]).env(name, value).run()
    };
    off("plasma", "PLYN_NOTIFY_ENABLED", "false").is(
        "Nobody can be asked: there is no terminal, and announcements are switched off.\n",
        "",
        1,
    );
    off("plasma", "PLYN_NOTIFY_ACTIONS", "false").is(
        "Nobody can be asked: there is no terminal, and its buttons are switched off.\n",
        "",
        1,
    );
}

/// What is suggested is done to the file that was named, and to no other.
#[test]
fn a_suggested_command_changes_the_file_that_was_named() {
    let bus = Bus::start();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file.toml");
    std::fs::write(&file, "[notify]\nenabled = false\nprotocol = \"osc9\"\n").unwrap();
    let named = ["--json", "--config", file.to_str().unwrap()];
    let document = json(&doctor(&bus, &named).run());
    let checks = document["checks"].as_array().unwrap();
    let enabled = checks.iter().find(|check| check["id"] == "config.enabled").unwrap();
    let command = enabled["fix"]["command"].as_str().unwrap();
    let script =
        format!("ln -s \"$PLYN\" plyn-notify; PATH=$PWD:$PATH; {command} && ! test -e \"$HOME/.config\"");
    Program::shell(&bus, &script).run().is("", "", 0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, "[notify]\nenabled = true\nprotocol = \"osc9\"\n");
    let ours = |text: &str| text.match_indices("plyn-notify ").count();
    let fixes: Vec<String> = checks.iter().map(|check| check["fix"].to_string()).collect();
    let others: Vec<_> =
        fixes.iter().filter(|fix| ours(fix) != fix.matches("plyn-notify --config '").count()).collect();
    assert_eq!(others, Vec::<&String>::new());
}

#[test]
fn only_some_of_it() {
    let quiet = ["--check", "--only", "desktop.quiet"];
    with(Script::load("plasma-dnd"), &quiet).is("desktop.quiet: do-not-disturb is on\n", "", 1);
    with(Script::load("plasma"), &quiet).is("nothing is wrong with it\n", "", 0);
    let text = "ok       do-not-disturb is off [desktop.quiet]\n         The server says so.\n";
    with(Script::load("plasma"), &["--only", "desktop.quiet"]).is(text, "", 0);
    let document = json(&with(Script::load("plasma"), &["--json", "--only", "desktop.quiet,desktop.bus"]));
    let ids: Vec<_> =
        document["checks"].as_array().unwrap().iter().map(|check| check["id"].clone()).collect();
    assert_eq!(ids, ["desktop.bus", "desktop.quiet"]);
}

#[test]
fn wrong_usage_names_the_nearest() {
    let bus = Bus::start();
    let said = "plyn-notify: there is no check \"desktop.buton\"\n  Did you mean desktop.buttons?\n";
    doctor(&bus, &["--only", "desktop.bus,desktop.buton"]).run().is("", said, 2);
    let said =
        "plyn-notify: there is no check \"zzz\"\n  All names are in the report: plyn-notify doctor --plain\n";
    doctor(&bus, &["--only", "zzz"]).run().is("", said, 2);
    let ended = doctor(&bus, &["--plain", "--json"]).run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(2)));
    assert!(ended.stderr.contains("cannot be used with"), "{}", ended.stderr);
}

#[test]
fn a_healthy_desktop_is_looked_at_in_no_time() {
    let bus = Bus::start();
    let _server = Server::start(&bus, Script::load("plasma"));
    // The best of several: the machine may be busy with other tests.
    let best = (0..5).map(|_| doctor(&bus, &["--check"]).run().took).min().unwrap();
    assert!(best < Duration::from_millis(300), "{best:?}");
}
