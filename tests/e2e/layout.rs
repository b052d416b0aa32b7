//! How the release program is linked: see `build.rs`.

use std::{fs, time::Duration};

use crate::{
    program::{self, plyn_notify},
    pty::PtyCommand,
};

const LIMIT: Duration = Duration::from_secs(20);

/// The functions of a short run take 915 KiB together. Where the linker finds much less of them, a compiler spells names in
/// another way, or much has been renamed: `cargo bench --bench speed -- layout`.
const LEAST: u64 = 700 << 10;

/// What is mapped of the program's code while it asks: 788 KiB, and 992 where functions are known by names without hashes
/// alone, as for another compiler than the one that the layout was made with.
const MOST: u64 = 896;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_functions_of_a_short_run_are_laid_side_by_side() {
    let program = plyn_notify().display().to_string();
    let (output, _) = program::run(LIMIT, ["readelf", "-SW", &program]);
    let line = output.stdout.lines().find(|line| line.contains(" .text.first ")).expect("the section");
    let size = line.split_whitespace().rev().nth(5).and_then(|size| u64::from_str_radix(size, 16).ok());
    assert!(size.is_some_and(|size| size >= LEAST), "{line}");
}

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn little_else_is_mapped_of_the_program() {
    let command = PtyCommand::new(plyn_notify()).args(["wait", "--terminal-only", "Go?"]);
    let pty = command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent").spawn();
    pty.wait_text("Go?");
    let maps = fs::read_to_string(format!("/proc/{}/smaps", pty.pid().as_raw_pid())).unwrap();
    let code = maps.split_once(" r-xp ").expect("the program's code comes first").1;
    let mapped = code.lines().find_map(|line| line.strip_prefix("Rss:")).expect("what is mapped of it");
    let mapped: u64 = mapped.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(mapped <= MOST, "{mapped} KiB: cargo bench --bench speed -- layout");
}
