//! Asks the tmux that this program runs in.
//!
//! The only file here that touches the world: it starts `tmux`, and reads which terminal is ours and which tmux is
//! around a tmux. It never waits for longer than 300 ms in all; a server that does not answer is an error.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tmux is asked by running it, and is not waited for without a limit"
)]

mod answer;

use std::{
    fs,
    io::ErrorKind,
    os::unix::fs::MetadataExt as _,
    process::Command,
    time::{Duration, Instant},
};

use super::{Environment, mux::MOST_LAYERS};
use crate::engine::{aside::aside, clock::now, run::output::output};
use answer::{ARGUMENTS, Answer};

/// How long all questions may take together.
const LIMIT: Duration = Duration::from_millis(300);
/// More clients than anybody attaches.
const MOST_CLIENTS: usize = 8;

/// What one tmux says about the pane that this program, or the tmux inside it, writes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// tmux's version as it writes it.
    pub version: String,
    /// Whether the pane is our controlling terminal; none if that cannot be told.
    pub is_ours: Option<bool>,
    /// Whether it hands on what is wrapped for it.
    pub passthrough: Passthrough,
    /// Whether a client has the pane in sight.
    pub is_visible: bool,
    /// The terminals that are attached to it.
    pub clients: Vec<Client>,
}

/// A terminal that is attached to tmux.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// `TERM` there.
    pub name: String,
    /// What it answered to XTVERSION; empty if nothing.
    pub identity: String,
    /// What the tmux says that this client runs in, if it is one on this host that answers.
    pub outer: Option<Box<Level>>,
}

/// tmux's option `allow-passthrough`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passthrough {
    /// Nothing is handed on.
    Off,
    /// What comes from a pane in sight is.
    On,
    /// Everything is, while a client is attached. Before 3.3 there is no option for it.
    All,
}

impl Passthrough {
    /// The word in tmux's configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::On => "on",
            Self::All => "all",
        }
    }
}

/// Why tmux did not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The server or the pane that the variables name is not there: they were inherited.
    #[error("the tmux that TMUX names is gone")]
    Gone,
    /// It said nothing that could be understood in time.
    #[error("tmux does not answer ({0})")]
    Silent(String),
}

/// Asks the tmux that the environment names, and those around it, for so long at most; none if it names none.
pub fn ask(environment: &Environment, most: Duration) -> Option<Result<Level, AskError>> {
    let place = Place::of(environment.get("TMUX")?, environment.get("TMUX_PANE").unwrap_or_default())?;
    let until = now() + most.min(LIMIT);
    Some(level(&place, until, 1).map(|mut level| {
        level.0.is_ours = is_ours(&level.1);
        level.0
    }))
}

/// Asks it on a thread of its own: whoever has to answer a human does not wait for a tmux.
pub fn ask_aside(environment: Environment, post: impl FnOnce(Result<Level, AskError>) + Send + 'static) {
    let asking = move || post(ask(&environment, LIMIT).unwrap_or(Err(AskError::Gone)));
    aside("tmux", asking);
}

/// A pane of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    socket: String,
    pane: String,
}

impl Place {
    /// From `TMUX=SOCKET,PID,SESSION` and `TMUX_PANE=%N`.
    fn of(tmux: &str, pane: &str) -> Option<Self> {
        // The path may hold commas itself.
        let mut parts = tmux.rsplitn(3, ',');
        let socket = parts.nth(2).filter(|socket| !socket.is_empty())?;
        Some(Self { socket: socket.to_owned(), pane: pane.to_owned() })
    }
}

/// One level, the terminal of its pane, and the levels around it.
fn level(place: &Place, until: Instant, depth: usize) -> Result<(Level, String), AskError> {
    let text = run(place, until)?;
    let answer = Answer::parse(&text, &place.pane)?;
    let clients = answer.clients.into_iter().take(MOST_CLIENTS).map(|client| {
        // Only a client that is inside a tmux has another one around it.
        let outer = (client.is_nested && depth < MOST_LAYERS)
            .then(|| place_of(client.process))
            .flatten()
            .filter(|outer| outer != place)
            .and_then(|outer| level(&outer, until, depth + 1).ok());
        Client {
            name: client.name,
            identity: client.identity,
            outer: outer.map(|(level, _)| Box::new(level)),
        }
    });
    let clients = clients.collect();
    let Answer { version, tty, passthrough, is_visible, .. } = answer;
    Ok((Level { version, is_ours: None, passthrough, is_visible, clients }, tty))
}

/// What tmux prints, within the time limit.
fn run(place: &Place, until: Instant) -> Result<String, AskError> {
    let mut command = Command::new("tmux");
    command.arg("-S").arg(&place.socket);
    // An empty target is the session that was used last.
    for argument in ARGUMENTS {
        command.arg(if *argument == answer::PANE { place.pane.as_str() } else { argument });
    }
    let printed = output(command, until).map_err(|error| match error.kind() {
        ErrorKind::NotFound => AskError::Silent("it is not installed".to_owned()),
        _ => AskError::Silent(error.to_string()),
    })?;
    if !printed.success && printed.text.is_empty() {
        let gone = ["no server", "error connecting", "can't find", "no current", "lost server"];
        let is_gone = gone.iter().any(|word| printed.complaint.contains(word));
        return Err(if is_gone {
            AskError::Gone
        } else {
            AskError::Silent(printed.complaint.trim().to_owned())
        });
    }
    Ok(printed.text)
}

/// Whether the terminal of that name is our controlling one.
fn is_ours(tty: &str) -> Option<bool> {
    let device = fs::metadata(tty).ok()?.rdev();
    // `pid (name) state ppid pgrp session tty_nr`: the name may hold anything, a parenthesis too (proc_pid_stat(5)).
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let ours: i64 = stat.rsplit_once(')')?.1.split_whitespace().nth(4)?.parse().ok()?;
    // Without one, as in an agent's hook, nothing can be compared.
    (ours != 0).then(|| u64::try_from(ours).is_ok_and(|ours| ours == device))
}

/// The pane that a process was started in, by its environment.
fn place_of(process: u32) -> Option<Place> {
    let bytes = fs::read(format!("/proc/{process}/environ")).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let value = |name: &str| text.split('\0').find_map(|entry| entry.strip_prefix(name)?.strip_prefix('='));
    Place::of(value("TMUX")?, value("TMUX_PANE").unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_names_a_socket() {
        for (tmux, socket) in [
            ("/tmp/tmux-0/default,123,0", Some("/tmp/tmux-0/default")),
            ("/tmp/a,b/s,123,0", Some("/tmp/a,b/s")),
            (",1,2", None),
            ("/tmp/s", None),
            ("", None),
        ] {
            let place = Place::of(tmux, "%1");
            assert_eq!(place.as_ref().map(|place| place.socket.as_str()), socket, "{tmux}");
        }
    }

    #[test]
    fn a_server_that_is_not_there_is_gone() {
        let environment =
            [("TMUX", "/nonexistent/plyn-notify,1,0"), ("TMUX_PANE", "%0")].into_iter().collect();
        assert!(matches!(ask(&environment, LIMIT), Some(Err(AskError::Gone | AskError::Silent(_)))));
        assert_eq!(ask(&Environment::default(), LIMIT), None);
        assert!(matches!(ask(&environment, Duration::ZERO), Some(Err(_))), "there is no time left");
    }
}
