//! A notice that nobody follows, where nothing answers: three seconds, a warning, and no failure.

use std::os::unix::net::UnixStream;

use rustix::net::{AddressFamily, SocketAddrUnix, SocketType, bind, listen, socket};

use crate::support::{Bus, Program, Reply, Script, Server};

const RUNG: &str = "; terminal: the terminal has no bell (TERM=dumb)\n";

#[test]
fn a_server_that_does_not_answer_costs_three_seconds() {
    let bus = Bus::start();
    let _server = Server::start(&bus, Script { notify_reply: Reply::Never, ..Script::default() });
    let program = Program::new().args(["notify", "Built"]).env("DBUS_SESSION_BUS_ADDRESS", bus.address());
    let warning = format!("plyn-notify: not shown: desktop: it does not answer{RUNG}");
    program.run().is("", &warning, 0).took_between(2900, 4500);
}

#[test]
fn a_bus_that_lets_nobody_in_costs_three_seconds_whatever_the_number_of_its_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bus");
    let door = socket(AddressFamily::UNIX, SocketType::STREAM, None).unwrap();
    bind(&door, &SocketAddrUnix::new(&path).unwrap()).unwrap();
    listen(&door, 0).unwrap();
    let _full = UnixStream::connect(&path).unwrap();
    let address = format!("unix:path={}", path.display());
    let program = Program::new().args(["notify", "--strict", "Built"]);
    let ended = program.env("DBUS_SESSION_BUS_ADDRESS", format!("{address};{address}")).run();
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(69)), "{}", ended.stderr);
    assert!(ended.stderr.contains(": timed out"), "{}", ended.stderr);
    ended.took_between(2900, 4500);
}

#[test]
fn a_server_that_has_its_name_before_its_object_is_asked_five_times() {
    let unknown = Reply::error("org.freedesktop.DBus.Error.UnknownMethod");
    let bus = Bus::start();
    let server = Server::start(&bus, Script { notify_reply: unknown.clone(), ..Script::default() });
    let notify =
        |text| Program::new().args(["notify", "Built", text]).env("DBUS_SESSION_BUS_ADDRESS", bus.address());
    let warning = format!("plyn-notify: not shown: desktop: the notification server shows nothing{RUNG}");
    notify("").run().is("", &warning, 0);
    assert_eq!(server.calls(), ["Notify"; 5]);
    server.change(|script| (script.info_reply, script.caps_reply) = (unknown.clone(), unknown.clone()));
    notify("a & b").run().is("", &warning, 0);
    assert_eq!(server.calls().len(), 5 + 10);
    let program = notify("").spawn();
    server.wait_call("Notify", 6);
    server.change(|script| script.notify_reply = Reply::Normal);
    program.end().is("", "", 0);
}
