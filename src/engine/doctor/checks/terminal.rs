//! The terminal: whether it can be answered at, and what it shows itself.

use super::{
    super::way::{OWN, called},
    and, as_bad_as, capitalised,
};
use crate::engine::{
    channel::terminal::{
        Detection, Mux, quirks,
        tmux::{Level as TmuxLevel, Passthrough},
    },
    config::Protocol,
    doctor::{
        check::{Check, Level, id},
        evidence::Evidence,
    },
};

pub(super) fn checks(evidence: &Evidence) -> Vec<Check> {
    let Some(usable) = usable(evidence) else { return Vec::new() };
    let mut checks = vec![usable];
    checks.extend(tmux(evidence));
    let Some(detection) = evidence.detection() else { return checks };
    if evidence.terminal.as_ref().is_some_and(|terminal| terminal.closed.is_none()) {
        checks.push(protocol(evidence, &detection));
        if !matches!(detection.protocol, None | Some(Protocol::Bell)) {
            checks.push(answers(evidence, &detection));
        }
        checks.extend(identity(evidence));
        checks.extend(locale(evidence));
    }
    checks.extend(conflict(&detection));
    checks
}

/// Whether tmux answered.
fn in_tmux(evidence: &Evidence) -> bool {
    let tmux = evidence.terminal.as_ref().and_then(|terminal| terminal.tmux.as_ref());
    matches!(tmux, Some(Ok(level)) if level.is_ours != Some(false))
}

fn usable(evidence: &Evidence) -> Option<Check> {
    let terminal = evidence.terminal.as_ref()?;
    let elsewhere = super::super::way::verdict(evidence).answerable;
    let level = if elsewhere { Level::Note } else { Level::Problem };
    let why =
        "A prompt that cannot be asked at a terminal has to be answered on a notification, with buttons.";
    Some(match (&terminal.closed, &terminal.obstacle) {
        (None, None) => {
            let (columns, rows) = terminal.size;
            let seen = format!("It is ours, {columns} columns by {rows} rows");
            Check::new(id::TERMINAL_USABLE, Level::Ok, "a prompt can be answered at this terminal", seen)
        }
        (Some(closed), _) => {
            Check::new(id::TERMINAL_USABLE, level, "there is no terminal to answer at", capitalised(closed))
                .why(why)
        }
        (None, Some(obstacle)) => Check::new(
            id::TERMINAL_USABLE,
            level,
            "a prompt cannot be answered at this terminal now",
            capitalised(obstacle),
        )
        .why(why),
    })
}

fn protocol(evidence: &Evidence, detection: &Detection) -> Check {
    let because = |evidence: &[String]| {
        if evidence.is_empty() { String::new() } else { format!(" ({})", and(evidence)) }
    };
    let seen = format!("Decided by this: {}{}", detection.rule.sentence, because(&detection.evidence));
    let pinned = evidence.notify().and_then(|notify| notify.protocol).is_some();
    let why = "It is used where the desktop cannot be reached, as over ssh.";
    match detection.protocol {
        None => {
            let level = as_bad_as(evidence, OWN);
            Check::new(id::TERMINAL_PROTOCOL, level, "the terminal can show nothing itself", seen).why(why)
        }
        Some(Protocol::Bell) => {
            let check =
                Check::new(id::TERMINAL_PROTOCOL, Level::Note, "the terminal can only ring its bell", seen)
                    .why(why);
            // What is to be said about tmux is in its own check.
            match detection
                .hint
                .as_ref()
                .filter(|_| !detection.chain.contains(&Mux::Tmux) && !in_tmux(evidence))
            {
                Some(hint) => check.text(capitalised(hint)),
                None => check,
            }
        }
        Some(protocol) => {
            let title = format!("{} shows notifications itself ({protocol})", called(detection));
            let check = Check::new(id::TERMINAL_PROTOCOL, Level::Ok, title, seen);
            if pinned {
                let unset = evidence.ours(&["config", "unset", "protocol"]);
                check.text(format!("To have it found out again: {unset}"))
            } else {
                check
            }
        }
    }
}

fn answers(evidence: &Evidence, detection: &Detection) -> Check {
    let buttons = detection.two_way.map_or(0, |way| way.buttons);
    if buttons > 0 {
        let seen = format!("It draws {buttons} buttons at most and reports what is pressed");
        return Check::new(id::TERMINAL_ANSWERS, Level::Ok, "answers can be pressed on it", seen);
    }
    let seen = if !detection.chain.is_empty() {
        let between: Vec<&str> = detection.chain.iter().map(|mux| name(*mux)).collect();
        format!("What a terminal reports does not come back through {}", and(&between))
    } else if detection.protocol != Some(Protocol::Osc99) {
        "Only the protocol osc99 reports what is pressed".to_owned()
    } else {
        match &evidence.identity {
            Some(Ok(findings)) if !findings.answers => "The terminal was asked and did not answer".to_owned(),
            Some(Ok(_)) => format!("{} is not known to report it", called(detection)),
            Some(Err(error)) => capitalised(error),
            None => "The terminal was not asked what it can do".to_owned(),
        }
    };
    Check::new(id::TERMINAL_ANSWERS, Level::Note, "no answers on the terminal's own notification", seen)
        .why("It says what is asked; the answer is typed at the prompt.")
}

fn name(mux: Mux) -> &'static str {
    match mux {
        Mux::Tmux => "tmux",
        Mux::Screen => "GNU screen",
        Mux::Zellij => "zellij",
    }
}

fn identity(evidence: &Evidence) -> Option<Check> {
    let findings = match evidence.identity.as_ref()? {
        Ok(findings) => findings,
        Err(error) => {
            return Some(
                Check::new(
                    id::TERMINAL_IDENTITY,
                    Level::Note,
                    "the terminal was not asked who it is",
                    capitalised(error),
                )
                .why("What it is taken for is then what the variables say."),
            );
        }
    };
    Some(match findings.identity.as_ref().or(findings.secondary.as_ref()) {
        Some(identity) => {
            let numbers: Vec<String> = identity.version.0.iter().map(ToString::to_string).collect();
            let says = format!("{} {}", identity.name, numbers.join("."));
            let by = if findings.identity.is_some() { "XTVERSION" } else { "DA2" };
            let takes = findings
                .capabilities
                .as_ref()
                .map_or_else(String::new, |takes| format!("; of osc99 it takes {}", and(&takes.payloads)));
            Check::new(
                id::TERMINAL_IDENTITY,
                Level::Ok,
                "the terminal says who it is",
                format!("{} (asked by {by}){takes}", says.trim()),
            )
        }
        None if findings.answers => Check::new(
            id::TERMINAL_IDENTITY,
            Level::Ok,
            "the terminal does not say who it is",
            "It answers what every terminal answers, and not to its name (XTVERSION)",
        )
        .why("What it is taken for is then what the variables say."),
        None => Check::new(
            id::TERMINAL_IDENTITY,
            Level::Note,
            "the terminal answers no question",
            "It was asked for its name (XTVERSION) and its kind (DA1), and said nothing for 200 ms",
        )
        .why("What it is taken for is then what the variables say."),
    })
}

fn conflict(detection: &Detection) -> Option<Check> {
    if detection.losers.is_empty() {
        return None;
    }
    let losers: Vec<String> =
        detection.losers.iter().map(|loser| format!("{}: {}", loser.evidence, loser.reason)).collect();
    Some(
        Check::new(
            id::TERMINAL_CONFLICT,
            Level::Note,
            "some variables speak of another terminal",
            losers.join("; "),
        )
        .why("They are inherited by what is started from a terminal, and by tmux; they do not count."),
    )
}

fn tmux(evidence: &Evidence) -> Option<Check> {
    let level = match evidence.terminal.as_ref()?.tmux.as_ref()? {
        Ok(level) => level,
        Err(error) => {
            return Some(
                Check::new(
                    id::TERMINAL_TMUX,
                    Level::Note,
                    "tmux cannot be asked",
                    capitalised(&error.to_string()),
                )
                .why("The variables TMUX and TMUX_PANE may be left from another terminal."),
            );
        }
    };
    if level.is_ours == Some(false) {
        let seen = "The pane that TMUX_PANE names is another terminal than ours";
        return Some(Check::new(
            id::TERMINAL_TMUX,
            Level::Note,
            "this is not in tmux, though TMUX says so",
            seen,
        ));
    }
    Some(passthrough(evidence, level))
}

fn passthrough(evidence: &Evidence, level: &TmuxLevel) -> Check {
    let terminals: Vec<&str> = level
        .clients
        .iter()
        .map(
            |client| if client.identity.is_empty() { client.name.as_str() } else { client.identity.as_str() },
        )
        .collect();
    let attached = if terminals.is_empty() {
        "no terminal is attached".to_owned()
    } else {
        format!("attached: {}", and(&terminals))
    };
    let seen =
        format!("tmux {}: allow-passthrough is {}; {attached}", level.version, level.passthrough.name());
    let version = level.version.clone();
    let why = "tmux swallows the notifications of terminals unless it is told to hand them on; it always hands on the bell.";
    match level.passthrough {
        Passthrough::Off => {
            // The desktop goes first.
            let level = if evidence.server().is_some() { Level::Note } else { Level::Warning };
            Check::new(id::TERMINAL_TMUX, level, "tmux keeps notifications to itself", seen)
                .why(why)
                .command(format!("tmux set -g allow-passthrough {}", all(&version)))
        }
        Passthrough::On => {
            let check = Check::new(
                id::TERMINAL_TMUX,
                Level::Note,
                "tmux hands on what comes from a pane in sight",
                seen,
            )
            .why("From a window that is not in front only the bell is heard.");
            if all(&version) == "all" { check.command("tmux set -g allow-passthrough all") } else { check }
        }
        Passthrough::All => Check::new(id::TERMINAL_TMUX, Level::Ok, "tmux hands notifications on", seen),
    }
}

/// The value of the option that hands on most: `all` is there since 3.4.
fn all(version: &str) -> &'static str {
    let version = crate::engine::channel::terminal::Version::parse(version);
    if version.0.is_empty() || version.is_at_least(&[3, 4]) { "all" } else { "on" }
}

fn locale(evidence: &Evidence) -> Option<Check> {
    (!evidence.context.facts.terminal.unicode).then(|| {
        Check::new(
            id::TERMINAL_LOCALE,
            Level::Note,
            "the terminal is said not to show all characters",
            "None of LC_ALL, LC_CTYPE and LANG ends with UTF-8",
        )
        .why("Prompts are drawn with plain ASCII signs then.")
        .command("export LANG=C.UTF-8")
    })
}

/// What the quirk of the terminal says, for the table of facts.
pub(in super::super) fn known(detection: &Detection) -> &'static str {
    quirks::find(detection.terminal).reason
}
