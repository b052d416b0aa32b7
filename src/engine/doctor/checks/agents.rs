//! The coding agents that are here, and whether they call the hook.

use crate::engine::{
    agents::Agent,
    doctor::{
        check::{Check, Level, id},
        evidence::Evidence,
    },
    integrate::{Standing, State},
};

pub(super) fn checks(evidence: &Evidence) -> Vec<Check> {
    let Some(agents) = &evidence.agents else { return Vec::new() };
    let here: Vec<&Standing> =
        agents.iter().filter(|agent| agent.found.is_some() || agent.state != State::Absent).collect();
    if here.is_empty() {
        let seen = "None of the agents that plyn-notify knows has a program in PATH or a folder at home";
        return vec![Check::new(id::AGENTS_HOOK, Level::Ok, "no coding agent is here", seen)];
    }
    here.into_iter().map(|standing| check(evidence, standing)).collect()
}

fn check(evidence: &Evidence, standing: &Standing) -> Check {
    let agent = standing.agent;
    let title = agent.title();
    let seen = match &standing.found {
        Some(path) => evidence.context.surroundings.shown(path),
        None => "Its program is not in PATH, and it has no folder".to_owned(),
    };
    let new =
        |level, words: &str| Check::new(id::AGENTS_HOOK, level, format!("{title} {words}"), seen.clone());
    let again = evidence.ours(&["integrate", agent.name()]);
    match standing.state {
        State::Integrated => new(Level::Ok, "asks through plyn-notify"),
        State::Absent => new(Level::Note, "does not ask through plyn-notify")
            .why("What it asks waits at its own terminal, and nothing else tells of it.")
            .command(again),
        State::Stale => new(Level::Warning, "calls the hook in another way than this version would")
            .why("Its settings name another program, another mode or an older way of calling it.")
            .command(again),
        State::Untrusted => new(Level::Warning, "does not call the hook yet")
            .why("It skips what its user has not allowed, without a word.")
            .text(if agent == Agent::Codex {
                "Start Codex and accept \"Hooks need review\" (/hooks)."
            } else {
                "Allow the hook where the agent asks for it."
            }),
        State::Unreadable => new(Level::Warning, "has settings that cannot be read")
            .why("Nobody can say whether it calls the hook.")
            .command(evidence.ours(&["integrate", "--list"])),
    }
}
