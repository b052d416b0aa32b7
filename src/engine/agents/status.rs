//! What Claude Code writes of itself: a hint that its question was answered at the terminal, of which nobody tells the
//! hook. It is not documented, so it counts only once it has said that it waits (facts/agents.md §0.5).

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use serde::Deserialize;

use crate::engine::files;

/// How often it is read.
pub(super) const INTERVAL: Duration = Duration::from_millis(300);
/// How often in a row it has to say something else: between two questions it says so for a moment.
const SURE: u32 = 2;

#[derive(Debug, Deserialize)]
struct Content {
    status: String,
    #[serde(rename = "sessionId")]
    session: Option<String>,
}

/// The status of one session.
#[derive(Debug)]
pub(super) struct Status {
    path: PathBuf,
    session: String,
    has_waited: bool,
    elsewise: u32,
}

impl Status {
    /// That of the process of this number, in Claude's folder; none if it does not write one.
    pub(super) fn of(folder: &Path, pid: &str, session: &str) -> Option<Self> {
        // It becomes a file's name.
        if pid.is_empty() || !pid.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let path = folder.join("sessions").join(format!("{pid}.json"));
        path.is_file().then(|| Self { path, session: session.to_owned(), has_waited: false, elsewise: 0 })
    }

    /// Looks; whether the question has been answered.
    pub(super) fn is_over(&mut self) -> bool {
        match self.read() {
            Some(status) if status == "waiting" => (self.has_waited, self.elsewise) = (true, 0),
            Some(_) if self.has_waited => self.elsewise += 1,
            _ => {}
        }
        self.elsewise >= SURE
    }

    fn read(&self) -> Option<String> {
        let text = files::text(&self.path)?;
        let content: Content = serde_json::from_str(&text).ok()?;
        let ours = self.session.is_empty() || content.session.is_none_or(|session| session == self.session);
        ours.then_some(content.status)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn it_is_over_when_it_has_waited_and_twice_does_not() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Status::of(folder.path(), "7", "s").is_none(), "there is none");
        let file = folder.path().join("sessions/7.json");
        fs::create_dir(folder.path().join("sessions")).unwrap();
        fs::write(&file, "").unwrap();
        for odd in ["", "../7", "7x"] {
            assert!(Status::of(folder.path(), odd, "s").is_none(), "{odd}");
        }
        let mut status = Status::of(folder.path(), "7", "s").unwrap();
        let mut says = |text: &str| {
            fs::write(&file, text).unwrap();
            status.is_over()
        };
        let of = |status: &str| format!(r#"{{"status": "{status}", "sessionId": "s", "new": 1}}"#);
        assert!(
            ![says(&of("busy")), says(&of("busy")), says(&of("busy"))].contains(&true),
            "it never waited"
        );
        assert!(
            ![says(&of("waiting")), says(&of("busy")), says(&of("waiting")), says(&of("busy"))]
                .contains(&true)
        );
        for odd in ["", "{", "[]", r#"{"status": 7}"#, r#"{"status": "busy", "sessionId": "other"}"#] {
            assert!(!says(odd), "{odd}");
        }
        assert!(says(&of("busy")));
    }
}
