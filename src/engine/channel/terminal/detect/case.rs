//! A case: what is known, and what each rule makes of it.

use super::{
    super::{
        Identity, Mux, Version,
        quirks::{self, Kind, Osc99},
    },
    Access, Ask, CANNOT_OPEN, Detection, Loser, PINNED, ROWS, Rule, Sources, Then, TwoWay,
    direct::{self, Candidates, candidates},
    layers::{Layers, in_screen},
};
use crate::engine::config::Protocol;

/// Everything that the rules look at, looked at once.
pub(super) struct Case<'a> {
    pub(super) sources: &'a Sources<'a>,
    candidates: Candidates,
    layers: Layers,
}

impl<'a> Case<'a> {
    pub(super) fn new(sources: &'a Sources<'a>) -> Self {
        let layers = Layers::of(sources);
        let mut candidates = candidates(sources.environment, sources.identity);
        candidates.losers.extend(layers.losers.iter().cloned());
        Self { sources, candidates, layers }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.sources.environment.has(name)
    }

    pub(super) fn innermost(&self) -> Option<Mux> {
        self.layers.innermost
    }

    /// The terminal that all evidence is for.
    pub(super) fn terminal(&self) -> Kind {
        self.candidates.winner.as_ref().map_or(Kind::Unknown, |winner| winner.kind)
    }

    fn version(&self) -> Version {
        self.candidates.winner.as_ref().map_or_else(Version::default, |winner| winner.version.clone())
    }

    pub(super) fn is(&self, kind: Kind) -> bool {
        self.terminal() == kind
    }

    pub(super) fn foot(&self, survives: bool) -> bool {
        self.is(Kind::Foot) && self.survives_query() == survives
    }

    fn survives_query(&self) -> bool {
        self.sources.identity.is_some_and(Identity::survives_capability_query)
    }

    /// What the table says.
    pub(super) fn natural(&self) -> Detection {
        let row = ROWS.iter().find(|row| (row.applies)(self)).unwrap_or(&ROWS[ROWS.len() - 1]);
        let mut found = self.nothing(row.rule);
        match row.then {
            Then::Nothing => found.protocol = None,
            Then::Bell => {}
            Then::Known => self.known(&mut found),
            Then::Behind => self.layers.describe(&mut found),
            Then::Answered => {
                found.protocol = Some(Protocol::Osc99);
                found.limits.osc99 = quirks::FORCED_OSC99;
                found.two_way = Some(two_way(found.limits.osc99));
            }
        }
        if found.protocol.is_some() && !self.is_inside() {
            found.ask = self.ask(found.two_way.is_some());
        }
        found
    }

    /// The bell, by this rule, with the evidence for it.
    fn nothing(&self, rule: Rule) -> Detection {
        let mut evidence =
            self.candidates.winner.as_ref().map_or_else(Vec::new, |winner| winner.evidence.clone());
        if evidence.is_empty() || rule.number <= 8 {
            evidence = self.circumstances(rule.number);
        }
        let (kind, version) = if rule.number <= 8 {
            (Kind::Unknown, Version::default())
        } else {
            (self.terminal(), self.version())
        };
        Detection { evidence, losers: self.candidates.losers.clone(), ..Detection::bell(rule, kind, version) }
    }

    /// What a rule looks at that is not about one terminal.
    fn circumstances(&self, number: u8) -> Vec<String> {
        let names: &[&str] = match number {
            1 => &["INSIDE_EMACS", "TERM"],
            4 => &["ZELLIJ", "TERM"],
            5 => &["TMUX", "TERM"],
            6 => &["STY", "TERM"],
            7 => &[
                "MOSH_IP",
                "MOSH_KEY",
                "MOSH_SERVER_NETWORK_TMOUT",
                "MOSH_SERVER_SIGNAL_TMOUT",
                "NCURSES_NO_UTF8_ACS",
                "SSH_CONNECTION",
            ],
            8 => &["NVIM"],
            _ => &["TERM"],
        };
        let mut evidence: Vec<String> =
            names.iter().filter_map(|name| self.sources.environment.quote(name)).collect();
        if !self.has("TERM") && number == 1 {
            evidence.push("TERM is not set".to_owned());
        }
        if let Some(identity) = self.sources.identity {
            evidence.push(direct::quote(identity));
        }
        evidence
    }

    /// What is known about the terminal itself.
    fn known(&self, found: &mut Detection) {
        let Some(winner) = &self.candidates.winner else { return };
        let quirk = quirks::find(winner.kind);
        if !quirk.proven_only || winner.is_proven {
            found.protocol = Some(quirk.best(&winner.version));
        }
        // Where no buttons are drawn, a click on the body may still be reported.
        let takes = found.limits.osc99;
        if found.protocol == Some(Protocol::Osc99)
            && winner.is_proven
            && (takes.buttons > 0 || self.survives_query())
        {
            found.two_way = Some(two_way(takes));
        }
    }

    fn ask(&self, is_two_way: bool) -> Ask {
        match self.sources.identity {
            None if self.candidates.any(|kind| !quirks::find(kind).osc99.is_empty()) => Ask::Identity,
            Some(_) if is_two_way && self.survives_query() => Ask::Capabilities,
            _ => Ask::Nothing,
        }
    }

    /// What the user has set, where nothing is known to be against it.
    pub(super) fn pinned(&self, protocol: Protocol, natural: Detection) -> Detection {
        let is_dangerous = protocol == Protocol::Osc9 && self.has_any_of(Kind::ConEmu);
        let is_kept = self.layers.is_closed() && natural.rule.number != CANNOT_OPEN.number;
        if is_dangerous || (is_kept && protocol != Protocol::Bell) {
            let reason = if is_dangerous { natural.rule.sentence } else { "it would get no further" };
            let loser = Loser { evidence: format!("protocol = {protocol}"), reason: reason.to_owned() };
            let mut found = Detection { protocol: Some(Protocol::Bell), two_way: None, ..natural };
            found.losers.push(loser);
            return found;
        }
        let is_direct = !self.is_inside();
        let mut found = natural;
        let was_osc99 = found.protocol == Some(Protocol::Osc99);
        let mut evidence = vec![format!("protocol = {protocol}")];
        evidence.append(&mut found.evidence);
        found = Detection { protocol: Some(protocol), rule: PINNED, evidence, ..found };
        if protocol != Protocol::Osc99 {
            found.two_way = None;
            found.ask = Ask::Nothing;
        } else if !was_osc99 {
            if quirks::find(found.terminal).osc99.is_empty() {
                found.limits.osc99 = quirks::FORCED_OSC99;
            }
            found.two_way = is_direct.then(|| two_way(found.limits.osc99));
        } else if is_direct && found.two_way.is_none() && found.limits.osc99.buttons > 0 {
            found.two_way = Some(two_way(found.limits.osc99));
        }
        if is_direct && protocol == Protocol::Osc99 && self.sources.identity.is_none() {
            found.ask = Ask::Identity;
        }
        if found.chain.is_empty() {
            found.chain = self.layers.chain().to_vec();
        }
        if found.chain.contains(&Mux::Screen) {
            found.limits = in_screen(found.limits);
        }
        found
    }

    /// Whether something is between that keeps questions or their answers to itself.
    fn is_inside(&self) -> bool {
        self.innermost().is_some() || is_mosh(self) || self.has("NVIM")
    }

    fn has_any_of(&self, kind: Kind) -> bool {
        self.candidates.any(|other| other == kind)
    }
}

pub(super) fn two_way(takes: Osc99) -> TwoWay {
    let Osc99 { buttons, ascii_labels, close, body_click, .. } = takes;
    TwoWay { buttons, ascii_labels, close, body_click }
}

/// Whether nothing there reads escape sequences.
pub(super) fn is_mute(case: &Case<'_>) -> bool {
    let term = case.sources.environment.term();
    case.sources.access == Access::Closed || matches!(term, "" | "dumb" | "emacs") || case.has("INSIDE_EMACS")
}

/// Whether it is a terminal of hardware, or one that imitates it.
pub(super) fn is_console(case: &Case<'_>) -> bool {
    let term = case.sources.environment.term();
    matches!(term, "linux" | "cons25" | "Eterm")
        || ["linux-", "vt1", "vt2", "vt3", "vt4", "vt5", "eterm"].iter().any(|start| term.starts_with(start))
}

/// mosh sets few variables, but always `TERM`, and this one for ncurses (src/frontend/mosh-server.cc).
pub(super) fn is_mosh(case: &Case<'_>) -> bool {
    let set = ["MOSH_IP", "MOSH_KEY", "MOSH_SERVER_NETWORK_TMOUT", "MOSH_SERVER_SIGNAL_TMOUT"];
    let remote = case.has("SSH_CONNECTION") || case.has("SSH_CLIENT");
    let its_own = case.has("NCURSES_NO_UTF8_ACS")
        && matches!(case.sources.environment.term(), "xterm" | "xterm-256color");
    set.iter().any(|name| case.has(name)) || (remote && its_own)
}
