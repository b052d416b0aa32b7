//! How the agents stand with us: which are there, and which call our hook.

use std::path::{Path, PathBuf};

use super::{
    Places, Scope, Wish, block, every,
    recipe::{self, Content, Part},
};
use crate::engine::{
    agents::{Agent, Journal},
    config::{self, contents},
    programs,
};

/// How an agent stands with us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which.
    pub agent: Agent,
    /// Its program, or its folder where the program is not in the path.
    pub found: Option<PathBuf>,
    /// Whether and how the user's settings call us.
    pub state: State,
    /// When it was last heard of, and by which event.
    pub last: Option<(String, String)>,
}

/// Whether an agent calls us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It does not.
    Absent,
    /// It does, as this version would have it.
    Integrated,
    /// It does in another way: an older version's, another program's path or another mode.
    Stale,
    /// It would, if the user had allowed it to.
    Untrusted,
    /// Its settings cannot be read.
    Unreadable,
}

impl State {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Absent => "not integrated",
            Self::Integrated => "integrated",
            Self::Stale => "stale",
            Self::Untrusted => "untrusted",
            Self::Unreadable => "unreadable",
        }
    }
}

/// How all agents stand with us, by the user's settings.
pub fn list(
    places: &Places,
    path: &[PathBuf],
    journal: &Journal,
    wish: impl Fn(Agent) -> Wish,
) -> Vec<Standing> {
    Agent::ALL
        .into_iter()
        .map(|agent| Standing {
            agent,
            found: find(agent, places, path),
            state: state(agent, places, &wish(agent)),
            last: journal.last(agent),
        })
        .collect()
}

fn find(agent: Agent, places: &Places, path: &[PathBuf]) -> Option<PathBuf> {
    let program = recipe::programs(agent).iter().find_map(|name| programs::find(path, name).next());
    program.or_else(|| Some(recipe::folder(agent, places)).filter(|folder| folder.exists()))
}

fn state(agent: Agent, places: &Places, wish: &Wish) -> State {
    let Ok(parts) = every(agent, Scope::User, places, wish) else { return State::Absent };
    let mut found = Vec::new();
    for part in &parts {
        let Ok(bytes) = contents(&part.path) else { return State::Unreadable };
        let Some(text) = bytes.map(String::from_utf8) else { continue };
        let Ok(text) = text else { return State::Unreadable };
        if part.is_any_in(&text) {
            found.push((part, text));
        }
    }
    if found.is_empty() {
        return State::Absent;
    }
    // Any mode is right that is there whole: which one, is the user's choice.
    let is_whole = |part: &Part, text: &str| {
        let path = &part.path;
        agent.modes().iter().any(|mode| {
            let wish = Wish { mode: *mode, ..wish.clone() };
            let parts = every(agent, Scope::User, places, &wish).unwrap_or_default();
            parts.iter().filter(|part| part.path == *path).any(|part| part.is_in(text))
        })
    };
    if !found.iter().all(|(part, text)| is_whole(part, text)) {
        State::Stale
    } else if agent == Agent::Codex && !found.iter().any(|(part, _)| is_trusted(places, &part.path)) {
        State::Untrusted
    } else {
        State::Integrated
    }
}

/// Whether Codex may call the hooks of this file: it asks its user once, and notes each by its place.
fn is_trusted(places: &Places, hooks: &Path) -> bool {
    let (file, name) = recipe::codex_trust(places, hooks);
    let text =
        contents(&file).ok().flatten().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    config::names_within(&text, &["hooks", "state"])
        .iter()
        .any(|key| key.starts_with(&format!("{name}:permission_request:")))
}

impl Part {
    pub(super) fn is_in(&self, text: &str) -> bool {
        match &self.what {
            Content::Whole(whole) => whole == text,
            Content::Block(block) => block.is_in(text),
            Content::Hooks(_) | Content::Keys(_) => {
                self.add(Some(text)).is_ok_and(|after| after.as_deref() == Some(text))
            }
        }
    }

    pub(super) fn is_any_in(&self, text: &str) -> bool {
        match &self.what {
            Content::Whole(_) => text.contains("plyn-notify"),
            Content::Block(_) => block::Block::is_any_in(text),
            Content::Hooks(hooks) => hooks.remove(text).is_ok_and(|after| after != text),
            Content::Keys(keys) => keys.is_any_in(text),
        }
    }
}
