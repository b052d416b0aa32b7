//! The configuration.

use super::and;
use crate::engine::{
    answer::ChannelKind,
    config::Origin,
    doctor::{
        check::{Check, Level, id},
        evidence::Evidence,
        found::Config,
    },
    duration::compact,
    ssh::target::Target,
};

pub(super) fn checks(evidence: &Evidence) -> Vec<Check> {
    let Some(config) = &evidence.config else { return Vec::new() };
    let mut checks = vec![
        files(evidence, config),
        enabled(evidence, config),
        channels(evidence, config),
        grace(evidence, config),
    ];
    checks.extend(faults(evidence, config));
    checks.push(actions(evidence, config));
    checks.extend(environment(config));
    checks
}

fn files(evidence: &Evidence, config: &Config) -> Check {
    let shown = |path: &std::path::Path| evidence.context.surroundings.shown(path);
    let present: Vec<String> =
        config.files.iter().filter(|(_, is_there)| *is_there).map(|(path, _)| shown(path)).collect();
    let target = config.target.as_ref().map_or_else(String::new, |(path, named)| {
        let named = if *named { ", which was named" } else { "" };
        format!("; changes go to {}{named}", shown(path))
    });
    if present.is_empty() {
        let seen = format!("There is no file{target}");
        return Check::new(id::CONFIG_FILES, Level::Ok, "the defaults count", seen);
    }
    Check::new(
        id::CONFIG_FILES,
        Level::Ok,
        format!("read from {}", and(&present)),
        format!("{} of {} files are there{target}", present.len(), config.files.len()),
    )
}

fn faults(evidence: &Evidence, config: &Config) -> Vec<Check> {
    let check = |fault: &crate::engine::config::Fault| {
        let place = evidence.origin(&fault.origin);
        let key = fault.key.as_deref().map_or_else(|| place.clone(), str::to_owned);
        let check = Check::new(
            id::CONFIG_FAULTS,
            Level::Warning,
            format!("{key} does not count as it is written"),
            format!("{place}: {}", fault.problem),
        )
        .why("That one key keeps the value that it would have without this line.");
        match fault.origin {
            Origin::Environment { ref variable } => check.command(format!("unset {variable}")),
            _ => check.command(evidence.ours(&["config", "edit"])),
        }
    };
    config.loaded.faults.iter().map(check).collect()
}

/// Where a value came from, as a half sentence.
fn origin(evidence: &Evidence, config: &Config, key: &str) -> String {
    match config.loaded.origins.get(key) {
        None | Some(Origin::Default) => "the default".to_owned(),
        Some(Origin::Flag) => "by the command line".to_owned(),
        Some(origin) => format!("by {}", evidence.origin(origin)),
    }
}

/// What mends a value: a change of the file, unless a variable wins over that.
fn mended(evidence: &Evidence, config: &Config, check: Check, key: &str, value: &str) -> Check {
    match config.loaded.origins.get(key) {
        Some(Origin::Environment { variable }) => check.command(format!("unset {variable}")),
        _ => check.set(&evidence.context.invocation(), key, value),
    }
}

fn enabled(evidence: &Evidence, config: &Config) -> Check {
    let key = "notify.enabled";
    if config.settings().notify.enabled {
        return Check::new(
            id::CONFIG_ENABLED,
            Level::Ok,
            "prompts are announced",
            format!("enabled = true, {}", origin(evidence, config, key)),
        );
    }
    let check = Check::new(
        id::CONFIG_ENABLED,
        Level::Warning,
        "announcements are switched off",
        format!("enabled = false, {}", origin(evidence, config, key)),
    )
    .why("A prompt is asked at the terminal, and nothing else tells of it.");
    mended(evidence, config, check, key, "true")
}

fn channels(evidence: &Evidence, config: &Config) -> Check {
    let key = "notify.channels";
    let names: Vec<&str> = config.settings().notify.channels.iter().map(|channel| channel.name()).collect();
    let kinds = evidence.channels().unwrap_or_default();
    let seen = format!("channels = {}, {}", names.join(", "), origin(evidence, config, key));
    let nowhere = Target::of(&config.settings().remote).is_none() && kinds == [ChannelKind::Remote];
    if kinds.is_empty() || nowhere {
        let check = Check::new(
            id::CONFIG_CHANNELS,
            Level::Problem,
            "it is announced on another host's desktop, and none is configured",
            seen,
        )
        .why("A prompt would be asked at the terminal, and nothing else would tell of it.");
        return mended(evidence, config, check, key, "auto");
    }
    let words: Vec<&str> = kinds.iter().map(|kind| word(*kind)).collect();
    let title = format!("announced {}", words.join(", else "));
    Check::new(id::CONFIG_CHANNELS, Level::Ok, title, seen)
}

fn word(kind: ChannelKind) -> &'static str {
    match kind {
        ChannelKind::Desktop => "on the desktop",
        ChannelKind::Terminal => "by the terminal itself",
        ChannelKind::Remote => "on another host's desktop",
    }
}

fn grace(evidence: &Evidence, config: &Config) -> Check {
    let grace = config.settings().notify.grace;
    let title = if grace.is_zero() {
        "announced at once".to_owned()
    } else {
        format!("announced if it is not answered at the terminal within {}", compact(grace))
    };
    let seen = format!(
        "grace_seconds = {}, {}",
        grace.as_secs_f64(),
        origin(evidence, config, "notify.grace_seconds")
    );
    Check::new(id::CONFIG_GRACE, Level::Ok, title, seen).text(format!(
        "To announce after 2 seconds: {}",
        evidence.ours(&["config", "set", "grace_seconds", "2"])
    ))
}

fn actions(evidence: &Evidence, config: &Config) -> Check {
    let key = "notify.actions";
    if config.settings().notify.actions {
        return Check::new(
            id::CONFIG_ACTIONS,
            Level::Ok,
            "notifications carry the answers",
            format!("actions = true, {}", origin(evidence, config, key)),
        );
    }
    let level = super::unless_answerable(evidence, Level::Note);
    let check = Check::new(
        id::CONFIG_ACTIONS,
        level,
        "notifications carry no answers",
        format!("actions = false, {}", origin(evidence, config, key)),
    )
    .why("Only the terminal can answer then.");
    mended(evidence, config, check, key, "true")
}

fn environment(config: &Config) -> Option<Check> {
    let set: Vec<String> = config
        .loaded
        .origins
        .iter()
        .filter_map(|(key, origin)| match origin {
            Origin::Environment { variable } => Some(format!("{variable} sets {key}")),
            _ => None,
        })
        .collect();
    (!set.is_empty()).then(|| {
        Check::new(id::CONFIG_ENVIRONMENT, Level::Note, "variables win over the files", and(&set))
            .why("What is changed in a file has no effect while they are set.")
    })
}
