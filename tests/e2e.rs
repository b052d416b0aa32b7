//! The release program against real notification servers, buses, shells, ssh and tmux.
//!
//! These tests need root and programs that `.ci/run` installs; it runs them too. By hand:
//! `tests/desk/desk setup`, then `cargo test --test e2e -- --ignored --test-threads=2`. A program that is missing
//! makes a test fail: nothing is skipped. Screenshots of what was pressed are left in `target/desk-shots`.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "e2e/agents.rs"]
mod agents;
#[path = "e2e/askpass.rs"]
mod askpass;
#[path = "e2e/bus.rs"]
mod bus;
#[path = "e2e/completions.rs"]
mod completions;
#[path = "e2e/crowd.rs"]
mod crowd;
#[path = "e2e/desktops.rs"]
mod desktops;
#[path = "e2e/disks.rs"]
mod disks;
#[path = "e2e/doctor.rs"]
mod doctor;
#[path = "e2e/forward.rs"]
mod forward;
#[path = "e2e/hop.rs"]
mod hop;
#[path = "e2e/layout.rs"]
mod layout;
#[path = "e2e/manual.rs"]
mod manual;
#[path = "e2e/multiplexers.rs"]
mod multiplexers;
#[path = "e2e/notify_send.rs"]
mod notify_send;
#[path = "e2e/packages.rs"]
mod packages;
#[path = "e2e/panes.rs"]
mod panes;
#[path = "e2e/program.rs"]
mod program;
#[path = "e2e/receive.rs"]
mod receive;
#[path = "e2e/remote.rs"]
mod remote;
#[path = "e2e/run.rs"]
mod run;
#[path = "e2e/screen.rs"]
mod screen;
#[path = "e2e/shells.rs"]
mod shells;
#[path = "e2e/sshd.rs"]
mod sshd;
#[path = "it/support/mod.rs"]
mod support;
#[path = "e2e/terminals.rs"]
mod terminals;
#[path = "e2e/timing.rs"]
mod timing;

use support::pty;
