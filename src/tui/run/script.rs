//! `plyn-notify wait` run as a script runs it: a process of its own at the same terminal, with its output caught.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "what a script would see is only seen by running it"
)]

use std::{
    fs::File,
    io::{self, Read as _, Seek as _},
    process::{Command, Stdio},
};

use rustix::{
    fs::{MemfdFlags, memfd_create},
    process::{Pid, WaitId, WaitIdOptions, WaitIdStatus, waitid},
};

use crate::{
    engine::{clock::now, doctor::Context, signal::Signals, tty::open::Tty},
    tui::{
        message::{Outcome, Rehearsal},
        trials::Test,
    },
};

/// More of what it prints is nobody's to read here.
const MOST: u64 = 16 * 1024;

/// Runs it to its end. The terminal has to be as a script finds it.
pub(in crate::tui) fn run(rehearsal: Rehearsal, tty: &Tty, signals: &Signals, context: &Context) -> Outcome {
    let test = Test::Rehearsal(rehearsal);
    let command = test.command().unwrap_or_default();
    let _ = tty.send(format!("$ {command}\r\n").as_bytes());
    let begun = now();
    let mut outcome = Outcome {
        command,
        stdout: String::new(),
        stderr: String::new(),
        status: Ok(0),
        took: std::time::Duration::ZERO,
    };
    let result = start(test.arguments().unwrap_or_default(), signals, context, &mut outcome);
    outcome.status = result.map_err(|error| format!("it cannot be run: {error}"));
    outcome.took = now().duration_since(begun);
    outcome
}

fn start(
    arguments: Vec<String>,
    signals: &Signals,
    context: &Context,
    outcome: &mut Outcome,
) -> io::Result<i32> {
    let stream = || memfd_create("plyn-notify", MemfdFlags::CLOEXEC).map(File::from);
    let (mut stdout, mut stderr) = (stream()?, stream()?);
    let mut command = Command::new(std::env::current_exe()?);
    if let Some(file) = &context.sources.explicit {
        command.arg("--config").arg(file);
    }
    command.args(arguments).stdout(Stdio::from(stdout.try_clone()?)).stderr(Stdio::from(stderr.try_clone()?));
    signals.continuation_is_known();
    let child = command.spawn()?;
    let status = end(Pid::from_child(&child), signals)?;
    for (file, text) in [(&mut stdout, &mut outcome.stdout), (&mut stderr, &mut outcome.stderr)] {
        let mut bytes = Vec::new();
        file.rewind()?;
        file.take(MOST).read_to_end(&mut bytes)?;
        *text = String::from_utf8_lossy(&bytes).into_owned();
    }
    Ok(status)
}

/// Waits for the end of a child, and stops when it stops: both are one job to the shell.
fn end(child: Pid, signals: &Signals) -> io::Result<i32> {
    loop {
        let options = WaitIdOptions::EXITED | WaitIdOptions::STOPPED;
        let status: WaitIdStatus = match waitid(WaitId::Pid(child), options) {
            Ok(Some(status)) => status,
            Ok(None) | Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        };
        if let Some(status) = status.exit_status() {
            return Ok(status);
        } else if let Some(signal) = status.terminating_signal() {
            return Ok(128 + signal);
        }
        signals.stop();
        signals.continuation_is_known();
    }
}
