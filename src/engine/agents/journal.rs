//! The hooks' own log: a line a call, what came and what was made of it. Never what it held, and never on stderr, which
//! some agents read as an answer.

use std::{
    fs::{DirBuilder, OpenOptions},
    io::{BufRead as _, BufReader, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::PathBuf,
    time::{Duration, SystemTime},
};

use super::Agent;
use crate::engine::{state::now_ms, text};

/// When it begins anew; about 3000 calls.
const LONGEST: u64 = 256 * 1024;

/// The log; without a file nothing is kept.
#[derive(Clone, Debug, Default)]
pub struct Journal(Option<PathBuf>);

impl Journal {
    /// The log in this file.
    pub fn new(path: Option<PathBuf>) -> Self {
        Self(path)
    }

    /// Adds a line. What cannot be written is lost.
    pub fn note(&self, agent: Agent, event: &str, what: &str) {
        let Some(path) = &self.0 else { return };
        if let Some(folder) = path.parent() {
            let _ = DirBuilder::new().recursive(true).mode(0o700).create(folder);
        }
        let is_long = path.metadata().is_ok_and(|file| file.len() > LONGEST);
        let (event, what) = (text::cut(&text::clean(event), 40), text::cut(&text::clean(what), 200));
        let line = format!(
            "{} {} {} {what}\n",
            time(now_ms()),
            agent.name(),
            if event.is_empty() { "-" } else { &event }
        );
        let file = OpenOptions::new()
            .create(true)
            .append(!is_long)
            .write(true)
            .truncate(is_long)
            .mode(0o600)
            .open(path);
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    }

    /// When an agent was last heard of and by which event, as (time, event).
    pub fn last(&self, agent: Agent) -> Option<(String, String)> {
        let file = OpenOptions::new().read(true).open(self.0.as_ref()?).ok()?;
        let mut last = None;
        for line in BufReader::new(file).lines().map_while(Result::ok) {
            let mut words = line.split(' ');
            if let (Some(time), Some(name), Some(event)) = (words.next(), words.next(), words.next())
                && name == agent.name()
            {
                last = Some((time.to_owned(), event.to_owned()));
            }
        }
        last
    }
}

/// As RFC 3339 has it.
fn time(ms: u64) -> String {
    humantime::format_rfc3339_seconds(SystemTime::UNIX_EPOCH + Duration::from_millis(ms)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_agent_s_last_event_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/hook.log");
        let journal = Journal::new(Some(path.clone()));
        assert_eq!(journal.last(Agent::Codex), None);
        journal.note(Agent::Codex, "Stop", "told");
        journal.note(Agent::Codex, "", "no\nsuch \u{1b}event");
        journal.note(Agent::Qwen, "Stop", "told");
        let (time, event) = journal.last(Agent::Codex).unwrap();
        assert!(time.starts_with("20") && time.ends_with('Z'), "{time}");
        assert_eq!(event, "-");
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 3);
        assert!(!text.contains('\u{1b}'));
        std::fs::write(&path, vec![b'x'; 300_000]).unwrap();
        journal.note(Agent::Qwen, "Stop", "told");
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 1);
        Journal::default().note(Agent::Qwen, "Stop", "told");
    }
}
