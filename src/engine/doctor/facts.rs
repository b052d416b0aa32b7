//! The tables: everything that is known, without a judgement.
//!
//! Pure.

use super::{
    check::Area,
    checks::known_of,
    evidence::Evidence,
    table::{Fact, Known},
    way::called,
};
use crate::engine::{
    channel::desktop::look::{Look, Told},
    config::Protocol,
};

pub(super) fn of(evidence: &Evidence, area: Area) -> Vec<Fact> {
    match area {
        Area::System => system(evidence),
        Area::Desktop => desktop(evidence),
        Area::Terminal => terminal(evidence),
        Area::Config => config(evidence),
        Area::Agents => agents(evidence),
        Area::Remote => Vec::new(),
    }
}

fn fact(name: &str, value: impl Into<String>, known: Known) -> Fact {
    Fact { name: name.to_owned(), value: value.into(), known }
}

/// When each agent was last heard of.
fn agents(evidence: &Evidence) -> Vec<Fact> {
    let heard = evidence.agents.iter().flatten().filter_map(|standing| {
        let (time, event) = standing.last.as_ref()?;
        Some(fact(standing.agent.title(), format!("last heard of {time} ({event})"), Known::Seen))
    });
    heard.collect()
}

/// An answer in words.
fn told<T>(told: &Told<T>, shown: impl FnOnce(&T) -> String) -> Option<String> {
    match told {
        Told::NotAsked => None,
        Told::Waiting => Some("no answer".to_owned()),
        Told::Is(answer) => Some(shown(answer)),
        Told::Failed(error) => Some(error.clone()),
    }
}

fn system(evidence: &Evidence) -> Vec<Fact> {
    let surroundings = &evidence.context.surroundings;
    let mut facts = Vec::new();
    if let Some(system) = &evidence.system {
        facts.push(fact("kernel", system.kernel.as_str(), Known::Seen));
        facts.push(fact("started by", system.parents.join(" < "), Known::Seen));
    }
    let mut add = |name: &str, value: Option<String>| {
        facts.extend(value.map(|value| fact(name, value, Known::Seen)));
    };
    add("program", surroundings.program.as_deref().map(|path| surroundings.shown(path)));
    add("desktop", surroundings.desktop.clone());
    add("screen", surroundings.display.clone());
    add("ssh from", surroundings.ssh_from.clone());
    add("state", evidence.context.facts.state_dir.as_deref().map(|path| surroundings.shown(path)));
    add("caller", Some(evidence.context.facts.caller.clone()));
    add("source", Some(evidence.context.facts.source.clone()));
    facts
}

fn desktop(evidence: &Evidence) -> Vec<Fact> {
    let Some(desktop) = &evidence.desktop else { return Vec::new() };
    let look = &desktop.look;
    let mut facts = Vec::new();
    let mut add = |name: &str, value: Option<String>, known| {
        facts.extend(value.map(|value| fact(name, value, known)));
    };
    add("session bus", told(&look.bus, |bus| bus.address.clone()), Known::Seen);
    add("looked at for", Some(format!("{} ms", desktop.took.as_millis())), Known::Seen);
    add(
        "name on the bus",
        told(&look.owner, |owner| owner.clone().unwrap_or_else(|| "nobody".to_owned())),
        Known::Seen,
    );
    add(
        "can be started",
        told(&look.can_start, |can| if *can { "yes" } else { "no" }.to_owned()),
        Known::Seen,
    );
    let process = desktop.process.as_ref().map(|process| format!("{} {}", process.id, process.program));
    add("process", process, Known::Seen);
    add(
        "server",
        told(&look.information, |information| format!("{} {}", information.name, information.version)),
        Known::Said,
    );
    add("vendor", told(&look.information, |information| information.vendor.clone()), Known::Said);
    add("specification", told(&look.information, |information| information.spec.clone()), Known::Said);
    add("capabilities", told(&look.capabilities, |words| words.join(" ")), Known::Said);
    if let Some((_, quirk, _)) = evidence.server() {
        add("what is known of it", Some(quirk.reason.to_owned()), Known::Listed);
    }
    add("hints for KDE", kde(look), Known::Said);
    let quiet = evidence.quiet().map(|(quiet, source)| {
        let word = if quiet { "on" } else { "off" };
        format!("{word}; {source}")
    });
    add("do-not-disturb", quiet.or_else(|| told(&look.quiet, |_| String::new())), Known::Seen);
    add("interfaces", told(&look.interfaces, |interfaces| interfaces.join(" ")), Known::Seen);
    let portal = look.portal.is().map_or_else(|| "none".to_owned(), |version| format!("version {version}"));
    add("portal", Some(portal), Known::Seen);
    for service in evidence.services.iter().flatten() {
        let path = evidence.context.surroundings.shown(&service.path);
        add("service file", Some(format!("{path}: {}", service.command)), Known::Seen);
    }
    facts
}

/// The words of KDE's that it knows.
fn kde(look: &Look) -> Option<String> {
    let words = look.capabilities.is()?;
    let known: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| word.starts_with("x-kde-") || matches!(*word, "inhibitions" | "inline-reply"))
        .collect();
    (!known.is_empty()).then(|| known.join(" "))
}

fn terminal(evidence: &Evidence) -> Vec<Fact> {
    let Some(terminal) = &evidence.terminal else { return Vec::new() };
    let mut facts = Vec::new();
    let mut add = |name: &str, value: Option<String>, known| {
        facts.extend(value.map(|value| fact(name, value, known)));
    };
    add("can be opened", Some(terminal.closed.clone().unwrap_or_else(|| "yes".to_owned())), Known::Seen);
    let ours = terminal.obstacle.clone().unwrap_or_else(|| "ours".to_owned());
    add("owner", terminal.closed.is_none().then_some(ours), Known::Seen);
    add("TERM", evidence.context.facts.environment.get("TERM").map(str::to_owned), Known::Seen);
    if let Some(Ok(findings)) = &evidence.identity {
        let named = |identity: &crate::engine::channel::terminal::Identity| {
            let numbers: Vec<String> = identity.version.0.iter().map(ToString::to_string).collect();
            format!("{} {}", identity.name, numbers.join("."))
        };
        let nothing = || "no answer".to_owned();
        add("XTVERSION", Some(findings.identity.as_ref().map_or_else(nothing, named)), Known::Said);
        add("DA2", findings.secondary.as_ref().map(named), Known::Said);
        add("DA1", Some(if findings.answers { "answered".to_owned() } else { nothing() }), Known::Seen);
        let takes = findings.capabilities.as_ref();
        add("osc99 payloads", takes.map(|takes| takes.payloads.join(" ")), Known::Said);
        add("osc99 occasions", takes.map(|takes| takes.occasions.join(" ")), Known::Said);
        add("osc99 actions", takes.map(|takes| takes.actions.join(" ")), Known::Said);
    }
    if let Some(detection) = evidence.detection() {
        let proven = matches!(&evidence.identity, Some(Ok(findings)) if findings.identity.is_some());
        let known = if proven { Known::Said } else { Known::Assumed };
        add("terminal", Some(called(&detection)), known);
        add("protocol", Some(detection.protocol.map_or("none", Protocol::name).to_owned()), Known::Listed);
        add("rule", Some(format!("{}: {}", detection.rule.number, detection.rule.sentence)), Known::Listed);
        for one in &detection.evidence {
            add("speaks for it", Some(one.clone()), Known::Seen);
        }
        for loser in &detection.losers {
            add("does not count", Some(format!("{}: {}", loser.evidence, loser.reason)), Known::Seen);
        }
        let between: Vec<String> =
            detection.chain.iter().map(|mux| format!("{mux:?}").to_lowercase()).collect();
        add("in between", (!between.is_empty()).then(|| between.join(" < ")), Known::Seen);
        add("what is known of it", Some(known_of(&detection).to_owned()), Known::Listed);
    }
    if let Some(Ok(level)) = &terminal.tmux {
        add("tmux", Some(level.version.clone()), Known::Said);
        add("allow-passthrough", Some(level.passthrough.name().to_owned()), Known::Said);
        let sight = if level.is_visible { "yes" } else { "no" };
        add("pane in sight", Some(sight.to_owned()), Known::Said);
        for client in &level.clients {
            add(
                "attached",
                Some(format!("{} {}", client.name, client.identity).trim().to_owned()),
                Known::Said,
            );
        }
    }
    facts
}

/// Every key, and where its value is from.
fn config(evidence: &Evidence) -> Vec<Fact> {
    let Some(config) = &evidence.config else { return Vec::new() };
    let rows = config.loaded.list().into_iter().filter_map(|listed| {
        let value = listed.value?.toml();
        Some(fact(&listed.key, format!("{value}  ({})", evidence.origin(&listed.origin)), Known::Seen))
    });
    rows.collect()
}
