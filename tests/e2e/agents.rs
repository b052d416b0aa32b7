//! What runs in a coding agent's own process.

use std::time::Duration;

use crate::program::{self, Output};

#[test]
#[ignore = "needs Node.js; .ci/run"]
fn the_plugin_for_opencode_replies_once_and_breaks_nothing() {
    let script = program::project().join("tests/plugin/opencode.mjs");
    let (Output { stdout, stderr, code }, _) =
        program::run(Duration::from_mins(2), ["node".to_owned(), script.display().to_string()]);
    assert_eq!((stderr.as_str(), code), ("", Some(0)), "{stdout}");
    assert_eq!(stdout.lines().filter(|line| line.starts_with("ok: ")).count(), 9, "{stdout}");
}
