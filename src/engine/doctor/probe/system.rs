//! The machine, how this process came to be on it, and the terminal.

use std::{fs, path::Path, time::Instant};

use crate::engine::{
    channel::terminal::tmux,
    clock::now,
    doctor::{
        context::Context,
        found::{System, Terminal},
    },
    tty::open::Tty,
};

/// More generations than anybody has.
const MOST_PARENTS: usize = 32;

pub(super) fn system() -> System {
    let marks = ["/.dockerenv", "/run/.containerenv", "/run/systemd/container"];
    System {
        kernel: rustix::system::uname().release().to_string_lossy().into_owned(),
        container: marks.into_iter().find(|mark| Path::new(mark).exists()).map(str::to_owned),
        is_flatpak: Path::new("/.flatpak-info").exists(),
        parents: parents(),
    }
}

/// The names of the processes that this one descends from.
fn parents() -> Vec<String> {
    let mut names = Vec::new();
    let mut process = std::process::id();
    while names.len() < MOST_PARENTS {
        let Some((name, parent)) =
            fs::read_to_string(format!("/proc/{process}/stat")).ok().and_then(|stat| name_and_parent(&stat))
        else {
            break;
        };
        if process != std::process::id() {
            names.push(name);
        }
        if parent == 0 {
            break;
        }
        process = parent;
    }
    names
}

/// `pid (name) state ppid …`: the name may hold anything, a parenthesis too (`proc_pid_stat(5)`).
fn name_and_parent(stat: &str) -> Option<(String, u32)> {
    let (head, rest) = stat.rsplit_once(')')?;
    let (_, name) = head.split_once('(')?;
    let parent = rest.split_whitespace().nth(1)?.parse().ok()?;
    Some((name.to_owned(), parent))
}

pub(super) fn terminal(context: &Context, until: Instant) -> Terminal {
    let left = until.saturating_duration_since(now());
    let tmux = tmux::ask(&context.facts.environment, left);
    match Tty::open() {
        Ok(tty) => {
            let usable = context.usable.clone().unwrap_or_else(|| tty.usable());
            Terminal { closed: None, obstacle: usable.err(), tmux, size: tty.size() }
        }
        Err(error) => Terminal { closed: Some(error), obstacle: None, tmux, size: (0, 0) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_anything() {
        let parsed = name_and_parent("12 (a) b) S 7 12 12 0");
        assert_eq!(parsed, Some(("a) b".to_owned(), 7)));
        assert_eq!(name_and_parent("garbage"), None);
    }

    #[test]
    fn this_process_has_parents() {
        assert!(!parents().is_empty());
    }
}
