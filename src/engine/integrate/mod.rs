//! Our hook in a coding agent's own settings: written, taken out, looked for.
//!
//! Whatever else is in a file stays as it is, byte for byte, and a file that is not understood is left alone. Where the agent
//! reads files of others' making, ours is a file of its own. `recipe.rs` has what each agent needs; all but this file,
//! `standing.rs` and `version.rs` is pure.

mod block;
mod diff;
mod document;
mod hooks;
mod json;
mod recipe;
mod standing;
#[cfg(test)]
mod tests;
mod version;
mod yaml;

use std::{
    io,
    path::{Path, PathBuf},
};

pub use json::Obstacle;
pub use recipe::{Places, Scope, Wish};
pub use standing::{Standing, State, list};
pub use version::versions;

use crate::engine::{
    agents::Agent,
    config::{self, Held, WriteError, contents},
    copy,
    facts::AgentEnvironment,
};
use recipe::{Content, Part, parts};

/// What is behind the name of the file that keeps what was there before us.
const BACKUP: &str = ".plyn-notify.bak";

/// Why an agent's settings were not changed. Nothing of the file was.
#[derive(Debug, thiserror::Error)]
pub enum IntegrateError {
    /// There are no such settings.
    #[error("{} has no {} settings", .agent.title(), .scope.name())]
    NoScope {
        /// Whose.
        agent: Agent,
        /// Which.
        scope: Scope,
    },
    /// It has nothing to call us for in that mode.
    #[error("{} calls no hook unless it asks: --mode answer, or gate", .0.title())]
    NothingToDo(Agent),
    /// The file is not to be changed by us.
    #[error("{}: {obstacle}", .path.display())]
    InTheWay {
        /// The file.
        path: PathBuf,
        /// Why.
        obstacle: Obstacle,
        /// What would have to be added by hand.
        snippet: String,
    },
    /// It could not be read or written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// What is to become of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub path: PathBuf,
    /// What it holds, if it is there.
    pub before: Option<String>,
    /// What it is to hold; nothing if it is to go.
    pub after: Option<String>,
    kind: Kind,
}

/// What kind of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Others write into it too.
    Shared,
    /// It is ours alone.
    Ours,
    /// A copy of one that is shared: what is in that is not for more people to read.
    Copy,
}

impl Change {
    /// Whether there is anything to do.
    pub fn is_change(&self) -> bool {
        self.before != self.after
    }

    /// It as `diff -u` shows it.
    pub fn diff(&self) -> String {
        let name = |text: &Option<String>| match text {
            Some(_) => self.path.display().to_string(),
            None => "/dev/null".to_owned(),
        };
        let (before, after) = (&self.before, &self.after);
        let changes =
            diff::unified(before.as_deref().unwrap_or_default(), after.as_deref().unwrap_or_default());
        format!("--- {}\n+++ {}\n{changes}", name(before), name(after))
    }

    /// Carries it out; what was there before the first of ours is kept beside the file.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or is not what it was any more.
    pub fn carry_out(&self) -> Result<(), WriteError> {
        if !self.is_change() {
            return Ok(());
        }
        let mut held = Held::take(&self.path)?;
        if self.kind == Kind::Copy {
            held = held.for_owner_alone();
        }
        if held.before.as_deref() != self.before.as_deref().map(str::as_bytes) {
            return Err(WriteError::Changed { path: self.path.clone() });
        }
        match &self.after {
            Some(after) => held.replace(after.as_bytes()),
            None => held.remove(),
        }
    }
}

impl Places {
    /// Where they are; none without a home.
    pub fn of(environment: &AgentEnvironment) -> Option<Self> {
        let AgentEnvironment { home, config, claude, codex, copilot, directory, .. } = environment.clone();
        Some(Self {
            home: home?,
            config: config?,
            claude: claude?,
            codex: codex?,
            copilot: copilot?,
            project: directory?,
        })
    }
}

/// What has to be changed for the agent to call our hook.
///
/// # Errors
///
/// When it has no such settings, and when a file cannot be read or is not understood.
pub fn add(agent: Agent, scope: Scope, places: &Places, wish: &Wish) -> Result<Vec<Change>, IntegrateError> {
    let parts = chosen(agent, scope, places, wish)?;
    if parts.iter().all(|part| matches!(&part.what, Content::Hooks(hooks) if hooks.entries.is_empty())) {
        return Err(IntegrateError::NothingToDo(agent));
    }
    let changes: Result<Vec<Change>, _> =
        parts.iter().map(|part| change(part, |before| part.add(before))).collect();
    let mut changes = changes?;
    // What approves all that our hook asks about must not outlive it, should the next file fail.
    changes.sort_by_key(|change| change.after.is_some());
    Ok(changes)
}

/// What has to be changed for it to be as if we had never been.
///
/// # Errors
///
/// As for [`add`].
pub fn remove(
    agent: Agent,
    scope: Scope,
    places: &Places,
    wish: &Wish,
) -> Result<Vec<Change>, IntegrateError> {
    let mut all = Vec::new();
    // In the other order, for the same reason.
    for part in every(agent, scope, places, wish)?.into_iter().rev() {
        all.push(change(&part, |before| part.remove(before, saved(&part.path).as_deref()))?);
    }
    Ok(all)
}

/// The copy of what was there before, which is to be written or deleted with each change.
pub fn backup(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(BACKUP);
    name.into()
}

/// What has to be done about the copies when these changes are made: a new one of what was not ours yet, and none of
/// what is not ours any more.
pub fn backups(agent: Agent, changes: &[Change]) -> Vec<Change> {
    let mut all = Vec::new();
    for change in changes.iter().filter(|change| change.is_change() && change.kind == Kind::Shared) {
        let path = backup(&change.path);
        let saved = saved(&change.path);
        let is_first = change.before.as_deref().is_some_and(|before| !is_integrated(agent, before));
        let is_last = change.after.as_deref().is_none_or(|after| !is_integrated(agent, after));
        if is_first {
            all.push(Change { path, before: saved, after: change.before.clone(), kind: Kind::Copy });
        } else if is_last && saved.is_some() && saved == change.after {
            all.push(Change { path, before: saved, after: None, kind: Kind::Copy });
        }
    }
    all
}

/// Whether a text speaks of our hook. It need not be understood for that.
fn is_integrated(agent: Agent, text: &str) -> bool {
    text.contains("plyn-notify") && text.contains(&format!("hook {}", agent.name()))
}

fn saved(path: &Path) -> Option<String> {
    String::from_utf8(contents(&backup(path)).ok()??).ok()
}

/// The files that are to have our hooks.
fn chosen(agent: Agent, scope: Scope, places: &Places, wish: &Wish) -> Result<Vec<Part>, IntegrateError> {
    let parts = parts(agent, scope, places, wish).ok_or(IntegrateError::NoScope { agent, scope })?;
    // Who has hooks in Codex's other file already is warned by it if there are some here too.
    if agent == Agent::Codex && parts.iter().all(|part| !part.path.exists()) {
        let block = recipe::codex_block(places, scope, wish);
        let text = contents(&block.path)?.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        if config::has_table(&text, "hooks") {
            return Ok(vec![block]);
        }
    }
    Ok(parts)
}

/// The files that might.
fn every(agent: Agent, scope: Scope, places: &Places, wish: &Wish) -> Result<Vec<Part>, IntegrateError> {
    let mut parts = parts(agent, scope, places, wish).ok_or(IntegrateError::NoScope { agent, scope })?;
    if agent == Agent::Codex {
        parts.push(recipe::codex_block(places, scope, wish));
    }
    Ok(parts)
}

fn change(
    part: &Part,
    edit: impl FnOnce(Option<&str>) -> Result<Option<String>, Obstacle>,
) -> Result<Change, IntegrateError> {
    let in_the_way =
        |obstacle| IntegrateError::InTheWay { path: part.path.clone(), obstacle, snippet: part.snippet() };
    let before = match contents(&part.path)? {
        Some(bytes) => {
            let text = String::from_utf8(bytes);
            Some(text.map_err(|_| in_the_way(Obstacle::Unparsable("it is not UTF-8".to_owned())))?)
        }
        None => None,
    };
    let after = edit(before.as_deref()).map_err(in_the_way)?;
    let kind = if matches!(part.what, Content::Whole(_)) { Kind::Ours } else { Kind::Shared };
    Ok(Change { path: part.path.clone(), before, after, kind })
}

impl Part {
    /// What it is to hold; nothing if it is to go or need not be.
    fn add(&self, before: Option<&str>) -> Result<Option<String>, Obstacle> {
        match &self.what {
            Content::Whole(text) if text.is_empty() => Ok(None),
            Content::Whole(text) => Ok(Some(text.clone())),
            Content::Hooks(hooks) => hooks.add(before).map(Some),
            Content::Block(block) => block.add(before).map(Some),
            Content::Keys(keys) => keys.add(before).map(Some),
        }
    }

    /// What it is to hold without us. What we have added to may have been laid out in a way that cannot be told from the
    /// rest: then what was saved is as it was.
    fn remove(&self, before: Option<&str>, saved: Option<&str>) -> Result<Option<String>, Obstacle> {
        let Some(before) = before else { return Ok(None) };
        let after = match &self.what {
            Content::Whole(_) => return Ok(None),
            Content::Hooks(hooks) => hooks.remove(before)?,
            Content::Block(_) => block::Block::remove(before)?,
            Content::Keys(keys) => keys.remove(before),
        };
        if after == before {
            return Ok(Some(after));
        }
        if saved.is_some() && self.add(saved).is_ok_and(|again| again.as_deref() == Some(before)) {
            return Ok(saved.map(str::to_owned));
        }
        // A file that was made for us goes with us.
        let is_ours_alone = self.add(None).is_ok_and(|alone| alone.as_deref() == Some(before));
        Ok(Some(after).filter(|_| !is_ours_alone))
    }

    /// What would have to be added by hand.
    fn snippet(&self) -> String {
        self.add(None).ok().flatten().unwrap_or_default()
    }
}

/// The path to write into settings: our program's, by the name that is found in the path where that leads to it, since
/// that stays when it is replaced by a newer one.
///
/// # Errors
///
/// When the system does not say what program this is.
pub fn program(path: &[PathBuf]) -> io::Result<PathBuf> {
    let running = copy::running()?;
    let found = copy::on_path(path).into_iter().find(|(_, file)| *file == running);
    Ok(found.map_or(running, |(name, _)| name))
}
