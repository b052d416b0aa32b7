//! `plyn-notify wait` run as a script runs it: a process of its own at the same terminal, with its output caught.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "what a script would see is only seen by running it"
)]

use std::{
    io::{self, Read as _, Seek as _},
    process::{Command, Stdio},
    time::Duration,
};

use rustix::{
    io::Errno,
    process::{
        Pid, PidfdFlags, Signal as Number, WaitId, WaitIdOptions, WaitIdStatus, pidfd_open,
        pidfd_send_signal, waitid,
    },
};

use super::{Event, Setup};
use crate::{
    engine::{
        answer::Signal,
        aside::aside,
        clock::now,
        doctor::Invocation,
        inbox::{Inbox, Outbox},
        signal::Caught,
        tty::ask::in_memory,
    },
    tui::{
        message::{Outcome, Rehearsal},
        trials::Test,
    },
};

/// More of what it prints is nobody's to read here.
const MOST: u64 = 16 * 1024;
/// How long it may take to end by a signal that ends both: `wait` takes its notification down first, which the bus has two
/// seconds for.
const PATIENCE: Duration = Duration::from_secs(3);

/// What has become of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has stopped, and can go on.
    Stopped,
    /// It is over, with this status as a shell has it.
    Ended(i32),
    /// Nobody can say; the number of the system's error.
    Lost(i32),
}

/// What came of it.
pub(super) struct Ran {
    /// What a script would have seen.
    pub(super) outcome: Outcome,
    /// What else has happened, and is still to be dealt with.
    pub(super) meanwhile: Vec<Event>,
    /// The signal that ends this program, if one has come.
    pub(super) ended_by: Option<Signal>,
}

/// Runs it to its end. The terminal has to be as a script finds it.
pub(super) fn run(rehearsal: Rehearsal, setup: &Setup, inbox: &mut Inbox<Event>) -> Ran {
    let test = Test::Rehearsal(rehearsal);
    let ours = setup.context.invocation();
    let command = test.command(&ours).unwrap_or_default();
    let _ = setup.tty.send(format!("$ {command}\r\n").as_bytes());
    let begun = now();
    let outcome = Outcome {
        command,
        stdout: String::new(),
        stderr: String::new(),
        status: Ok(0),
        took: Duration::ZERO,
    };
    let mut ran = Ran { outcome, meanwhile: Vec::new(), ended_by: None };
    let result = start(&test.arguments().unwrap_or_default(), &ours, inbox, &mut ran);
    ran.outcome.status = result.map_err(|error| format!("it cannot be run: {error}"));
    ran.outcome.took = now().duration_since(begun);
    ran
}

fn start(arguments: &[&str], ours: &Invocation, inbox: &mut Inbox<Event>, ran: &mut Ran) -> io::Result<i32> {
    let (mut stdout, mut stderr) = (in_memory("")?, in_memory("")?);
    let mut command = Command::new(std::env::current_exe()?);
    if let Some(file) = ours.file() {
        command.arg("--config").arg(file);
    }
    command.args(arguments).stdout(Stdio::from(stdout.try_clone()?)).stderr(Stdio::from(stderr.try_clone()?));
    inbox.signals().continuation_is_known();
    let child = command.spawn()?;
    let status = end(Pid::from_child(&child), inbox, ran)?;
    for (file, text) in [(&mut stdout, &mut ran.outcome.stdout), (&mut stderr, &mut ran.outcome.stderr)] {
        let mut bytes = Vec::new();
        file.rewind()?;
        file.take(MOST).read_to_end(&mut bytes)?;
        *text = String::from_utf8_lossy(&bytes).into_owned();
    }
    Ok(status)
}

/// Waits for the end of a child, and stops when it stops: both are one job to the shell. What the keyboard sends is the
/// child's; what ends this program ends the child first.
fn end(child: Pid, inbox: &mut Inbox<Event>, ran: &mut Ran) -> io::Result<i32> {
    // A number may be another process's once this one is waited for; a descriptor never is.
    let process = pidfd_open(child, PidfdFlags::empty())?;
    let send = |number| pidfd_send_signal(&process, number);
    watch(child, inbox.outbox());
    let mut until = None;
    loop {
        while let Some(event) = inbox.take() {
            match event {
                Event::Script(State::Ended(status)) => return Ok(status),
                Event::Script(State::Lost(error)) => return Err(io::Error::from_raw_os_error(error)),
                // One that was stopped before it could end.
                Event::Script(State::Stopped) if ran.ended_by.is_some() => {
                    let _ = send(Number::CONT);
                }
                Event::Script(State::Stopped) => {
                    inbox.signals().stop();
                    inbox.signals().continuation_is_known();
                }
                Event::Caught(Caught::End(signal @ (Signal::Term | Signal::Hup))) => {
                    ran.ended_by = Some(signal);
                    until.get_or_insert_with(|| now() + PATIENCE);
                    let number = if signal == Signal::Term { Number::TERM } else { Number::HUP };
                    let _ = send(number).and_then(|()| send(Number::CONT));
                }
                // The size is asked for anew when the screen comes back.
                Event::Caught(Caught::End(_) | Caught::Stop | Caught::Continue | Caught::Resize) => {}
                event @ (Event::Found(_) | Event::Trial(..)) => ran.meanwhile.push(event),
            }
        }
        let left = until.map(|until| until.saturating_duration_since(now()));
        if left == Some(Duration::ZERO) {
            return Err(Errno::TIMEDOUT.into());
        }
        inbox.sleep(left);
    }
}

/// Posts what becomes of a child, from a thread of its own: a descriptor of a process (`pidfd_open(2)`) tells its end, but not
/// that it has stopped.
fn watch(child: Pid, outbox: Outbox<Event>) {
    aside("script", move || {
        loop {
            let state = match waitid(WaitId::Pid(child), WaitIdOptions::EXITED | WaitIdOptions::STOPPED) {
                Ok(Some(status)) => State::of(&status),
                Ok(None) | Err(Errno::INTR) => continue,
                Err(error) => State::Lost(error.raw_os_error()),
            };
            outbox.post(Event::Script(state));
            if state != State::Stopped {
                return;
            }
        }
    });
}

impl State {
    fn of(status: &WaitIdStatus) -> Self {
        match (status.exit_status(), status.terminating_signal()) {
            (Some(status), _) => Self::Ended(status),
            (None, Some(signal)) => Self::Ended(128 + signal),
            (None, None) => Self::Stopped,
        }
    }
}
