//! What only a clock tells of the doctor's screen: its first frame is there at once, a key is answered within a frame
//! whatever the server does, and it rests.

#![expect(clippy::disallowed_methods, reason = "these tests are about time")]

use std::time::{Duration, Instant};

use crate::program::at_terminal;
use crate::pty::{Exit, Pty};
use crate::support::{Bus, Reply, Script, Server};

fn start(bus: &Bus) -> (Pty, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let command = at_terminal("sh", "exec plyn-notify doctor 2>err")
        .cwd(folder.path())
        .env("HOME", folder.path())
        .env("XDG_RUNTIME_DIR", folder.path());
    (command.env("DBUS_SESSION_BUS_ADDRESS", bus.address()).spawn(), folder)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// 30 ms from exec (spec §9), the shell that execs it included.
#[test]
#[ignore = "needs the release build; run by .ci/run"]
fn the_first_frame_is_there_at_once() {
    let bus = Bus::start();
    let times = (0..20).map(|_| {
        let begun = Instant::now();
        let (mut pty, _folder) = start(&bus);
        pty.wait_text("quit");
        let took = begun.elapsed();
        pty.send("q");
        assert_eq!(pty.wait_exit(), Exit::code(0));
        took
    });
    let median = median(times.collect());
    assert!(median < Duration::from_millis(30), "{median:?}");
}

/// A frame is a sixtieth of a second.
#[test]
#[ignore = "needs the release build; run by .ci/run"]
fn a_key_is_answered_within_a_frame_while_a_server_hangs() {
    let bus = Bus::start();
    let _server = Server::start(&bus, Script::default().method("GetServerInformation", Reply::Never));
    let (mut pty, _folder) = start(&bus);
    pty.wait_text("quit");
    let mut times = Vec::new();
    for _ in 0..20 {
        for (key, shown) in [("2", "What it can do"), ("1", "terminal's own")] {
            let begun = Instant::now();
            pty.send(key);
            pty.wait_for(shown, |screen| screen.contents().contains(shown));
            times.push(begun.elapsed());
        }
    }
    pty.send("q");
    assert_eq!(pty.wait_exit(), Exit::code(0));
    let median = median(times);
    assert!(median < Duration::from_micros(16_667), "{median:?}");
}
