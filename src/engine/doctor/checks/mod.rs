//! The checks: what was found, judged.
//!
//! Pure. Each says what was seen, why it matters and what to do, in words that need no explanation.

mod agents;
mod bus;
mod config;
mod desktop;
mod remote;
mod system;
mod terminal;

use super::{
    check::{Check, Level, id},
    evidence::Evidence,
    probe::Probe,
    verdict::State,
    way,
};

/// All checks by now, in the order of [`id::ALL`].
pub(super) fn all(evidence: &Evidence) -> Vec<Check> {
    let mut checks = given_up(evidence);
    checks.extend(system::checks(evidence));
    checks.extend(bus::checks(evidence));
    checks.extend(desktop::checks(evidence));
    checks.extend(terminal::checks(evidence));
    checks.extend(config::checks(evidence));
    checks.extend(remote::checks(evidence));
    checks.extend(agents::checks(evidence));
    let place = |check: &Check| id::ALL.iter().position(|id| id.name == check.id);
    checks.sort_by_key(place);
    checks
}

/// What could not be looked at in time.
pub(super) use terminal::known as known_of;

/// What could not be looked at in time.
fn given_up(evidence: &Evidence) -> Vec<Check> {
    let check = |probe: &Probe| {
        let (id, level) = match probe {
            Probe::Desktop => (id::DESKTOP_BUS, Level::Problem),
            Probe::Services => (id::DESKTOP_STARTER, Level::Warning),
            Probe::Terminal | Probe::Identity => (id::TERMINAL_USABLE, Level::Problem),
            Probe::Config => (id::CONFIG_FILES, Level::Problem),
            Probe::State => (id::SYSTEM_STATE, Level::Warning),
            Probe::System => (id::SYSTEM_CONTAINER, Level::Warning),
            Probe::Programs => (id::SYSTEM_PROGRAMS, Level::Warning),
            Probe::Remote => (id::REMOTE_SSH, Level::Warning),
            Probe::Agents => (id::AGENTS_HOOK, Level::Warning),
        };
        Check::new(
            id,
            level,
            format!("{} cannot be looked at", probe.name()),
            "There was no answer within 2 s.",
        )
        .why("A disk or a program that hangs here can hang others too; prompts have limits of their own.")
    };
    evidence.given_up.iter().map(check).collect()
}

/// `a, b and c`.
fn and<S: AsRef<str>>(words: &[S]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `Problem` where nobody could answer a prompt because of it, else something less.
fn unless_answerable(evidence: &Evidence, less: Level) -> Level {
    let is_answerable = way::verdict(evidence).answerable;
    if is_answerable { less } else { Level::Problem }
}

/// How bad it is that the step of this name shows nothing: not at all where it is not needed.
fn as_bad_as(evidence: &Evidence, name: &str) -> Level {
    let verdict = way::verdict(evidence);
    let hop = verdict.path.iter().find(|hop| hop.name == name);
    match hop.map(|hop| hop.state) {
        None | Some(State::Spare) if verdict.is_well() => Level::Note,
        _ if verdict.is_well() => Level::Warning,
        _ => Level::Problem,
    }
}

/// A sentence of a lowercase fragment.
fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
