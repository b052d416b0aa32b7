//! Which versions of the agents are there: each program is asked.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a program is run for its version, and never without a limit"
)]

use std::{
    path::PathBuf,
    process::Command,
    sync::mpsc,
    time::{Duration, Instant},
};

use crate::engine::{aside::aside, clock::now, run::output::output};

/// How long they may take, all at once: opencode takes a second and more.
const LIMIT: Duration = Duration::from_secs(3);

/// What each of these programs says its version is, in their order.
pub fn versions(programs: &[Option<PathBuf>]) -> Vec<Option<String>> {
    let until = now() + LIMIT;
    let (sender, receiver) = mpsc::channel();
    for (at, program) in programs.iter().enumerate() {
        let Some(program) = program.clone().filter(|program| program.is_file()) else { continue };
        let sender = sender.clone();
        aside("version", move || {
            let _ = sender.send((at, ask(program, until)));
        });
    }
    drop(sender);
    let mut found = vec![None; programs.len()];
    for (at, version) in receiver {
        if let Some(place) = found.get_mut(at) {
            *place = version;
        }
    }
    found
}

fn ask(program: PathBuf, until: Instant) -> Option<String> {
    let mut command = Command::new(program);
    command.arg("--version");
    find(&output(command, until).ok()?.text)
}

/// The first word that is one: its name may stand before it, and more behind it.
fn find(text: &str) -> Option<String> {
    let words = text.split_whitespace().map(|word| word.trim_start_matches('v').trim_end_matches([',', '.']));
    let is_one = |word: &&str| {
        word.len() < 40
            && word.starts_with(|c: char| c.is_ascii_digit())
            && word.contains('.')
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-+_".contains(&byte))
    };
    words.take(20).find(is_one).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_found_in_what_each_agent_says() {
        for (says, version) in [
            ("2.1.332 (Claude Code)\n", Some("2.1.332")),
            ("codex-cli 0.171.0\n", Some("0.171.0")),
            ("1.18.33\n", Some("1.18.33")),
            ("GitHub Copilot CLI 1.0.102.\nRun 'copilot update'\n", Some("1.0.102")),
            ("crush version v0.12.0-rc.1+3\n", Some("0.12.0-rc.1+3")),
            ("2026.09.10-ab12cd\n", Some("2026.09.10-ab12cd")),
            ("warning: 3 files\n", None),
            ("1.\u{1b}[2J\n", None),
            ("", None),
        ] {
            assert_eq!(find(says).as_deref(), version, "{says}");
        }
    }
}
