//! How the release program is linked: see `build.rs`.

use std::time::Duration;

use crate::program::{self, plyn_notify};

const LIMIT: Duration = Duration::from_secs(20);

/// The functions of a short run take 915 KiB together. Where the linker finds much less of them, a compiler spells names in
/// another way, or much has been renamed: `cargo bench --bench speed -- layout`.
const LEAST: u64 = 700 << 10;

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn the_functions_of_a_short_run_are_laid_side_by_side() {
    let program = plyn_notify().display().to_string();
    let (output, _) = program::run(LIMIT, ["readelf", "-SW", &program]);
    let line = output.stdout.lines().find(|line| line.contains(" .text.first ")).expect("the section");
    let size = line.split_whitespace().rev().nth(5).and_then(|size| u64::from_str_radix(size, 16).ok());
    assert!(size.is_some_and(|size| size >= LEAST), "{line}");
}
