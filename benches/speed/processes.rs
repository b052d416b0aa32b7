//! Whole processes, from their start to their end: hyperfine's measurements.

use std::{fs, time::Duration};

use serde_json::Value;

use crate::{
    desk::{self, Desk},
    table::{Table, Turns, median},
};

/// How often each program is measured, and how many runs are one measurement.
const ROUNDS: usize = 15;
const RUNS: &str = "20";
const WARM_UP: &str = "3";

/// The limits of spec §9.
const OF_NOTIFY_SEND: f64 = 0.35;
const OF_DBUS_SEND: f64 = 1.2;
const OF_NOTHING: f64 = 1.3;

/// What one program took, a value for each round.
#[derive(Debug, Default)]
struct Taken {
    wall: Vec<Duration>,
    cpu: Vec<Duration>,
}

pub(crate) fn measure(desk: &Desk, table: &mut Table) {
    let _server = desk.server();
    let nothing = empty_program(desk);
    let text = "'The build is done' 'All 312 tests pass.'";
    // A call without arguments: dbus-send cannot write the hints of Notify.
    let call = "org.freedesktop.Notifications /org/freedesktop/Notifications \
                org.freedesktop.Notifications.GetServerInformation";
    let program = desk.program();
    let commands = [
        format!("'{program}' notify {text}"),
        format!("notify-send {text}"),
        format!("dbus-send --session --print-reply --dest={call}"),
        format!("'{program}' --version"),
        format!("'{nothing}'"),
    ];
    drop([desk::command("notify-send", "libnotify-bin"), desk::command("dbus-send", "dbus")]);
    let mut taken: [Taken; 5] = Default::default();
    for _ in 0..ROUNDS {
        hyperfine(desk, &commands, &mut taken);
    }
    let [notify, notify_send, dbus_send, version, nothing] = &taken;
    let wall = |ours: &Taken, theirs: &Taken| Turns { ours: ours.wall.clone(), theirs: theirs.wall.clone() };
    let cpu = |ours: &Taken, theirs: &Taken| Turns { ours: ours.cpu.clone(), theirs: theirs.cpu.clone() };
    table.ratio("`notify`, wall", "`notify-send`", &wall(notify, notify_send), OF_NOTIFY_SEND);
    table.ratio("`notify`, CPU", "`notify-send`", &cpu(notify, notify_send), OF_NOTIFY_SEND);
    table.ratio("`notify`, wall", "`dbus-send --print-reply`", &wall(notify, dbus_send), OF_DBUS_SEND);
    table.ratio("`notify`, CPU", "`dbus-send --print-reply`", &cpu(notify, dbus_send), OF_DBUS_SEND);
    table.ratio("`--version`, wall", "an empty Rust program", &wall(version, nothing), OF_NOTHING);
}

/// One round: each program runs for a while.
fn hyperfine(desk: &Desk, commands: &[String], taken: &mut [Taken]) {
    let found = desk.folder().join("hyperfine.json");
    let output = desk
        .command("hyperfine", "hyperfine")
        .args(["--shell=none", "--style=none", "--runs", RUNS, "--warmup", WARM_UP, "--export-json"])
        .arg(&found)
        .args(commands)
        .output()
        .expect("hyperfine runs");
    assert!(output.status.success(), "hyperfine: {}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&fs::read(found).unwrap()).expect("hyperfine writes JSON");
    let seconds = |value: &Value| Duration::from_secs_f64(value.as_f64().expect("hyperfine writes seconds"));
    for (taken, result) in taken.iter_mut().zip(found["results"].as_array().expect("results")) {
        let times: Vec<_> = result["times"].as_array().expect("times").iter().map(seconds).collect();
        taken.wall.push(median(&times));
        taken.cpu.push(seconds(&result["user"]) + seconds(&result["system"]));
    }
}

/// What a Rust program takes that does nothing, built and installed as ours is.
fn empty_program(desk: &Desk) -> String {
    let (source, program) = (desk.folder().join("empty.rs"), desk.folder().join("empty"));
    fs::write(&source, "fn main() {}\n").unwrap();
    let mut rustc = desk::command(option_env!("RUSTC").unwrap_or("rustc"), "rustc");
    rustc.args(["-Copt-level=3", "-Clto=fat", "-Ccodegen-units=1", "-Cpanic=abort", "-Cstrip=symbols"]);
    let status = rustc.arg(&source).arg("-o").arg(&program).status().expect("rustc runs");
    assert!(status.success(), "rustc: {status}");
    desk::install(&program, &desk.folder().join("bin"))
}
