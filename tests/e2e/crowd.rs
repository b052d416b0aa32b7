//! A crowd of prompts on one real bus.

use std::time::Duration;

use crate::program::{self, Output};

#[test]
#[ignore = "needs real programs; run by .ci/run"]
fn five_hundred_prompts_on_one_bus() {
    let desk = program::project().join("tests/desk");
    let argv = [
        desk.join("desk").display().to_string(),
        "run".into(),
        "none".into(),
        "--bind".into(),
        program::folder().display().to_string(),
        "--".into(),
        "env".into(),
        format!("PLYN={}", program::plyn_notify().display()),
        "python3".into(),
        desk.join("cases/crowd.py").display().to_string(),
    ];
    let (Output { stdout, stderr, code }, _) = program::run(Duration::from_mins(3), argv);
    let expected = "shown: 500\nanswered rightly: 500\nleft on the screen: 0\n";
    assert_eq!((stdout.as_str(), code), (expected, Some(0)), "stderr:\n{stderr}");
}
