//! The way that a prompt takes, and the sentence about it.
//!
//! Pure.

use std::time::Duration;

use super::{
    check::id,
    evidence::{Evidence, XFCE},
    probe::Probe,
    verdict::{Hop, State, Verdict},
};
use crate::engine::{
    answer::ChannelKind,
    capability::Buttons,
    channel::{
        desktop::look::Told,
        terminal::{Detection, quirks},
    },
    config::Protocol,
    duration::compact,
};

/// The name of the desktop's step.
pub(super) const DESKTOP: &str = "desktop";
/// The name of the step of the terminal's own notification.
pub(super) const OWN: &str = "terminal's own";

/// What one channel would do with a prompt.
struct Outlook {
    hop: Hop,
    /// Whether it announces the prompt.
    shows: bool,
    /// Whether an answer can be given there.
    answers: bool,
    /// After "it is announced": where, and what can be done there.
    words: String,
}

/// What would happen to a prompt.
pub(super) fn verdict(evidence: &Evidence) -> Verdict {
    let (Some(notify), Some(at_terminal)) = (evidence.notify(), evidence.at_terminal()) else {
        return unknown(evidence);
    };
    let terminal = at_terminal.is_ok();
    let mut path = vec![terminal_hop(at_terminal)];
    let mut outlooks: Vec<Outlook> = Vec::new();
    let channels = evidence.channels().unwrap_or_default();
    if notify.enabled {
        if terminal && !channels.is_empty() {
            path.push(grace_hop(notify.grace));
        }
        outlooks.extend(channels.iter().map(|channel| outlook(evidence, *channel)));
    } else {
        let mut off = hop("announcements", "switched off", State::Off);
        off.check = Some(id::CONFIG_ENABLED);
        path.push(off);
    }
    let taken = outlooks.iter().position(|outlook| outlook.hop.state != State::Fails);
    for (at, outlook) in outlooks.iter().enumerate() {
        let mut hop = outlook.hop.clone();
        if taken.is_some_and(|taken| at > taken) {
            hop.state = State::Spare;
        }
        path.push(hop);
    }
    let used = taken.and_then(|taken| outlooks.get(taken));
    let settled = used.is_none_or(|outlook| outlook.hop.state != State::Unknown) && !waits(evidence);
    Verdict {
        would: would(evidence, at_terminal, &outlooks, used),
        announced: !notify.enabled || used.is_some_and(|outlook| outlook.shows),
        answerable: terminal || used.is_some_and(|outlook| outlook.answers),
        path,
        settled,
    }
}

/// Whether a probe runs that it depends on.
fn waits(evidence: &Evidence) -> bool {
    let counts = |probe: &Probe| {
        matches!(
            probe,
            Probe::Config
                | Probe::Terminal
                | Probe::Desktop
                | Probe::Identity
                | Probe::Services
                | Probe::Remote
        )
    };
    evidence.running.iter().any(counts)
}

fn unknown(evidence: &Evidence) -> Verdict {
    let given_up = evidence.given_up.iter().find(|probe| matches!(probe, Probe::Config | Probe::Terminal));
    let would = match given_up {
        Some(probe) => format!("Nobody can say: {} could not be looked at within 2 s.", probe.name()),
        None => "Looking …".to_owned(),
    };
    let path = vec![hop("terminal", "", State::Unknown)];
    Verdict { would, path, announced: false, answerable: false, settled: given_up.is_some() }
}

fn hop(name: &str, detail: impl Into<String>, state: State) -> Hop {
    Hop { name: name.to_owned(), detail: detail.into(), state, check: None }
}

fn terminal_hop(at_terminal: Result<(), &str>) -> Hop {
    let hop = match at_terminal {
        Ok(()) => hop("terminal", "asks at once", State::Works),
        Err(error) => hop("terminal", error, State::Fails),
    };
    Hop { check: Some(id::TERMINAL_USABLE), ..hop }
}

fn grace_hop(grace: Duration) -> Hop {
    let detail = if grace.is_zero() { "no time to answer there first" } else { "to answer there first" };
    Hop { check: Some(id::CONFIG_GRACE), ..hop(&compact(grace), detail, State::Works) }
}

fn outlook(evidence: &Evidence, channel: ChannelKind) -> Outlook {
    match channel {
        ChannelKind::Desktop => desktop(evidence),
        ChannelKind::Terminal => own(evidence),
        ChannelKind::Remote => remote(evidence),
    }
}

fn fails(name: &str, check: &'static str, why: impl Into<String>) -> Outlook {
    let hop = Hop { check: Some(check), ..hop(name, why, State::Fails) };
    Outlook { hop, shows: false, answers: false, words: String::new() }
}

fn desktop(evidence: &Evidence) -> Outlook {
    const NAME: &str = DESKTOP;
    let Some(desktop) = &evidence.desktop else {
        if evidence.given_up.contains(&Probe::Desktop) {
            return fails(NAME, id::DESKTOP_BUS, "the session bus does not answer");
        }
        let hop = hop(NAME, "", State::Unknown);
        return Outlook { hop, shows: false, answers: false, words: "on the desktop".to_owned() };
    };
    let look = &desktop.look;
    match &look.bus {
        Told::Is(_) => {}
        Told::Failed(_) => return fails(NAME, id::DESKTOP_BUS, "there is no session bus"),
        Told::Waiting | Told::NotAsked => {
            return fails(NAME, id::DESKTOP_BUS, "the session bus does not answer");
        }
    }
    let Some((server, quirk, capability)) = evidence.server() else {
        return without_server(evidence);
    };
    let called = if server.name.is_empty() { "a server without a name" } else { &server.name };
    let is_quiet = evidence.quiet().is_some_and(|(quiet, _)| quiet);
    if is_quiet && quirk.name == XFCE {
        return fails(NAME, id::DESKTOP_QUIET, "do-not-disturb closes everything at once");
    }
    let rendering = match evidence.rendering(&capability) {
        Ok(rendering) => rendering,
        Err(_) if evidence.notify().is_some_and(|notify| !notify.actions) => {
            return fails(NAME, id::CONFIG_ACTIONS, "its buttons are switched off");
        }
        Err(_) if capability.buttons == Buttons::Never => {
            return fails(NAME, id::DESKTOP_BUTTONS, format!("{called} shows no buttons"));
        }
        Err(error) => return fails(NAME, id::DESKTOP_BUTTONS, format!("{called}: {error}")),
    };
    let has_menu = desktop.menu.as_ref().is_none_or(|menu| menu.is_there);
    let (how, answers) = match capability.buttons {
        _ if rendering.buttons.is_empty() => ("no buttons", false),
        Buttons::Menu if !has_menu => ("a menu that cannot open", false),
        Buttons::Menu => ("by a menu", true),
        _ => ("with buttons", true),
    };
    let words = match how {
        "no buttons" => format!("on the desktop ({called}), which says what is asked and has no buttons"),
        "by a menu" => format!("on the desktop ({called}), where its answers are in a menu"),
        "with buttons" => format!("on the desktop ({called}), where its answers are buttons"),
        _ => format!("on the desktop ({called}), whose menu of answers cannot open"),
    };
    if is_quiet {
        let detail = format!("{called}, held back by do-not-disturb");
        let hop = Hop { check: Some(id::DESKTOP_QUIET), ..hop(NAME, detail, State::Limited) };
        let words = format!("{words}; but do-not-disturb is on there and holds it back");
        return Outlook { hop, shows: false, answers: false, words };
    }
    let state = if how == "with buttons" { State::Works } else { State::Limited };
    let hop = Hop { check: Some(id::DESKTOP_BUTTONS), ..hop(NAME, format!("{called}, {how}"), state) };
    Outlook { hop, shows: true, answers, words }
}

/// No server answers: one may be started when it is needed.
fn without_server(evidence: &Evidence) -> Outlook {
    const NAME: &str = DESKTOP;
    let Some(desktop) = &evidence.desktop else { return fails(NAME, id::DESKTOP_SERVER, "") };
    let look = &desktop.look;
    if look.has_owner() {
        return fails(NAME, id::DESKTOP_SERVER, "the notification server does not answer");
    }
    if look.owner.is_waiting() {
        return fails(NAME, id::DESKTOP_BUS, "the session bus does not answer");
    }
    if look.can_start != Told::Is(true) {
        return fails(NAME, id::DESKTOP_SERVER, "no notification server is running");
    }
    let services = evidence.services.as_deref().unwrap_or_default();
    if !services.is_empty() && services.iter().all(|service| !service.is_there && service.unit.is_none()) {
        return fails(
            NAME,
            id::DESKTOP_STARTER,
            "the notification server that the bus would start is not installed",
        );
    }
    let hop = Hop { check: Some(id::DESKTOP_STARTER), ..hop(NAME, "started when needed", State::Limited) };
    Outlook {
        hop,
        shows: true,
        answers: true,
        words: "on the desktop, whose notification server is started for it".to_owned(),
    }
}

/// Another host's desktop.
fn remote(evidence: &Evidence) -> Outlook {
    const NAME: &str = "remote";
    let Some(remote) = &evidence.remote else {
        if evidence.given_up.contains(&Probe::Remote) {
            return fails(NAME, id::REMOTE_TARGET, "the other host does not answer within 2 s");
        }
        let hop = hop(NAME, "", State::Unknown);
        return Outlook { hop, shows: false, answers: false, words: "on another host's desktop".to_owned() };
    };
    match &remote.reached {
        Some(Ok((desk, took))) => {
            let called = remote.target.as_deref().filter(|_| desk.host.is_empty()).unwrap_or(&desk.host);
            let detail = format!("{called}, {} ms away", took.as_millis());
            let hop = Hop { check: Some(id::REMOTE_TARGET), ..hop(NAME, detail, State::Works) };
            Outlook { hop, shows: true, answers: true, words: format!("on the desktop of {called}") }
        }
        Some(Err(error)) => fails(NAME, id::REMOTE_TARGET, error.as_str()),
        None if remote.client.is_none() => fails(NAME, id::REMOTE_SSH, "there is no ssh"),
        None => fails(NAME, id::REMOTE_TARGET, "no other host is configured"),
    }
}

/// The terminal's own notification.
fn own(evidence: &Evidence) -> Outlook {
    const NAME: &str = OWN;
    if let Some(closed) = evidence.terminal.as_ref().and_then(|terminal| terminal.closed.as_deref()) {
        return fails(NAME, id::TERMINAL_PROTOCOL, closed);
    }
    if let Some(Err(error)) = evidence.at_terminal() {
        return fails(NAME, id::TERMINAL_PROTOCOL, error);
    }
    if let Err(error) = evidence.context.facts.terminal.bell() {
        return fails(NAME, id::TERMINAL_PROTOCOL, error);
    }
    let Some(detection) = evidence.detection() else {
        return fails(NAME, id::TERMINAL_PROTOCOL, "there is no terminal");
    };
    let (how, words, state) = match detection.protocol {
        None => return fails(NAME, id::TERMINAL_PROTOCOL, detection.rule.sentence),
        Some(Protocol::Bell) => {
            ("the bell alone".to_owned(), "by the terminal's bell alone".to_owned(), State::Limited)
        }
        Some(protocol) => {
            let called = called(&detection);
            (
                format!("{called}, {protocol}"),
                format!("by a notification of the terminal itself ({called})"),
                State::Works,
            )
        }
    };
    let answers = detection.two_way.is_some_and(|way| way.buttons > 0);
    let words = if answers { format!("{words}, where its answers are buttons") } else { words };
    let hop = Hop { check: Some(id::TERMINAL_PROTOCOL), ..hop(NAME, how, state) };
    Outlook { hop, shows: true, answers, words }
}

/// The terminal by its name and version.
pub(super) fn called(detection: &Detection) -> String {
    let numbers: Vec<String> = detection.version.0.iter().map(ToString::to_string).collect();
    let name = quirks::find(detection.terminal).name;
    if numbers.is_empty() { name.to_owned() } else { format!("{name} {}", numbers.join(".")) }
}

fn would(
    evidence: &Evidence,
    at_terminal: Result<(), &str>,
    outlooks: &[Outlook],
    used: Option<&Outlook>,
) -> String {
    let Some(notify) = evidence.notify() else { return String::new() };
    let failed: Vec<&str> = outlooks
        .iter()
        .filter(|outlook| outlook.hop.state == State::Fails)
        .map(|outlook| outlook.hop.detail.as_str())
        .collect();
    let mut because = failed.clone();
    because.dedup();
    let because = because.join(", and ");
    match (at_terminal, used) {
        (Ok(()), _) if !notify.enabled => {
            "A prompt is asked at this terminal and announced nowhere: announcements are switched off."
                .to_owned()
        }
        (Ok(()), Some(used)) => {
            let when = if notify.grace.is_zero() {
                "and, at the same time, announced".to_owned()
            } else {
                format!("at once. If it is not answered within {}, it is announced", compact(notify.grace))
            };
            format!("A prompt is asked at this terminal {when} {}.", used.words)
        }
        (Ok(()), None) if outlooks.is_empty() => {
            "A prompt is asked at this terminal and announced nowhere: none of the channels is available."
                .to_owned()
        }
        (Ok(()), None) => {
            format!("A prompt is asked at this terminal and announced nowhere: {because}.")
        }
        (Err(error), Some(used)) if used.answers => {
            format!("Since {error}, a prompt is announced at once {}.", used.words)
        }
        (Err(error), Some(used)) => {
            format!("Nobody can answer a prompt: {error}. It would be announced {}.", used.words)
        }
        (Err(error), None) if !notify.enabled => {
            format!("Nobody can be asked: {error}, and announcements are switched off.")
        }
        (Err(error), None) => {
            let mut why = vec![error];
            why.extend(failed.into_iter().filter(|one| *one != error));
            format!("Nobody can be asked: {}.", why.join(", and "))
        }
    }
}
