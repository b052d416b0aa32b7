//! How fast the program is, next to others on the same machine in the same run: spec §9.
//!
//! `cargo bench --bench speed` needs hyperfine, libnotify-bin (notify-send) and dbus (dbus-daemon, dbus-send). It prints
//! a table and fails if a target is missed. What is compared runs in turns, so that both sides meet the same noise.
//! With `-- layout` it needs valgrind, and writes what build.rs gives to the linker.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a measurement runs programs, looks at the clock, tells what it found, and fails by panicking"
)]

mod answering;
mod desk;
mod idle;
mod layout;
mod processes;
mod table;

#[path = "../../tests/it/support/mod.rs"]
mod support;

use std::{
    path::Path,
    process::{Command, ExitCode},
};

use desk::Desk;
use table::Table;

/// The program that is measured.
const PROGRAM: &str = env!("CARGO_BIN_EXE_plyn-notify");

/// What a stripped program may take (spec §9).
const LARGEST: u64 = 4 << 20;

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "layout") {
        layout::write();
        return ExitCode::SUCCESS;
    }
    build();
    let desk = Desk::start();
    let mut table = Table::default();
    processes::measure(&desk, &mut table);
    answering::measure(&desk, &mut table);
    idle::measure(&desk, &mut table);
    let size = Path::new(PROGRAM).metadata().expect("the program is built").len();
    table.limit("release binary, stripped", table::mebibytes(size), "≤ 4 MiB", size <= LARGEST);
    println!("{table}");
    let missed = table.missed();
    for what in &missed {
        eprintln!("missed: {what}");
    }
    if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Builds the program as it is installed: for a benchmark cargo links what the tests need of its libraries as well.
fn build() {
    let status =
        Command::new(env!("CARGO")).args(["build", "--release", "--quiet", "--bin", "plyn-notify"]).status();
    assert!(status.is_ok_and(|status| status.success()), "the program cannot be built");
}
