//! A notice that nobody follows, where nothing answers: three seconds, a warning, and no failure.

use std::{
    os::{fd::OwnedFd, unix::net::UnixStream},
    path::Path,
};

use rustix::{
    net::{AddressFamily, SocketAddrUnix, SocketType, bind, listen, socket},
    process::Signal,
};

use crate::support::{Bus, Program, Reply, Script, Server};

const RUNG: &str = "; terminal: the terminal has no bell (TERM=dumb)\n";

/// A bus whose queue of clients is full, for as long as what is returned lives.
fn full(folder: &Path) -> std::io::Result<(String, (OwnedFd, UnixStream))> {
    let path = folder.join("bus");
    let door = socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
    bind(&door, &SocketAddrUnix::new(&path)?)?;
    listen(&door, 0)?;
    let client = UnixStream::connect(&path)?;
    Ok((format!("unix:path={}", path.display()), (door, client)))
}

#[test]
fn whoever_does_not_answer_costs_three_seconds_in_all() {
    let bus = Bus::start();
    let _server = Server::start(&bus, Script { notify_reply: Reply::Never, ..Script::default() });
    let folder = tempfile::tempdir().unwrap();
    let (address, _full) = full(folder.path()).unwrap();
    let warning = format!("plyn-notify: not shown: desktop: it does not answer{RUNG}");
    let on = |args: &[&str], address: &str| {
        Program::new().args(args).env("DBUS_SESSION_BUS_ADDRESS", address).spawn()
    };
    let server_waits = on(&["notify", "Built"], &bus.address());
    // Whatever the number of addresses.
    let bus_waits = on(&["notify", "--strict", "Built"], &format!("{address};{address}"));
    server_waits.end().is("", &warning, 0).took_between(2900, 4500);
    bus_waits.end().is("", &warning, 69).took_between(2900, 4500);
}

#[test]
fn a_bus_that_lets_nobody_in_delays_no_deadline_and_no_signal() {
    let folder = tempfile::tempdir().unwrap();
    let (address, _full) = full(folder.path()).unwrap();
    let wait = ["wait", "--no-terminal", "--choices", "a,b", "Go?"];
    let notify = ["notify", "-A", "a=A", "Go?"];
    let on_it = |args: &[&str]| Program::new().args(args).env("DBUS_SESSION_BUS_ADDRESS", &address);
    let timed =
        on_it(&["wait", "--no-terminal", "--choices", "a,b", "--timeout", "0.3", "--default", "b", "Go?"]);
    let long = on_it(&wait).spawn();
    timed.run().is("b\n", "no answer in 300ms = b\n", 0).took_between(300, 1500);
    long.end().is(
        "",
        "plyn-notify: nobody can be asked: the terminal is switched off (--no-terminal); desktop: the session bus did not \
         answer within 2s\n",
        69,
    );
    for args in [&wait[..], &notify] {
        let running = on_it(args).spawn();
        running.wait_catches();
        running.signal(Signal::TERM);
        running.end().died_of(Signal::TERM).took_between(0, 1500);
    }
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
