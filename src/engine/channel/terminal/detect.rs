//! Which protocol this terminal speaks, and why.
//!
//! Pure: an ordered table of rules over what is known; the first that applies decides, and nothing is ever combined
//! from two (facts/terminals.md §2.5, whose numbers these are). Unknown means the bell.

mod direct;
mod layers;
#[cfg(test)]
mod tests;

use super::{
    Environment, Identity, Limits, Mux, Version,
    quirks::{self, Kind, Osc99},
    tmux::{AskError, Level},
};
use crate::engine::config::Protocol;
use direct::{Candidates, candidates};
use layers::Layers;

/// What this process may do at the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// Read and write.
    #[default]
    Whole,
    /// Write: it is in the background, or another program reads there.
    Write,
    /// Nothing: it cannot be opened.
    Closed,
}

/// What is known.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// The variables.
    pub environment: &'a Environment,
    /// The protocol that the user has set.
    pub pinned: Option<Protocol>,
    /// What the terminal answered, if it was asked. An empty name is a terminal that answered DA1 and not XTVERSION.
    pub identity: Option<&'a Identity>,
    /// Whether it answered `p=?` of `OSC 99`, for a terminal that nothing else is known of.
    pub speaks_osc99: bool,
    /// What tmux answered, if it was asked.
    pub tmux: Option<&'a Result<Level, AskError>>,
    /// What may be done there.
    pub access: Access,
}

impl<'a> Sources<'a> {
    /// The environment alone.
    pub fn of(environment: &'a Environment) -> Self {
        Self {
            environment,
            pinned: None,
            identity: None,
            speaks_osc99: false,
            tmux: None,
            access: Access::Whole,
        }
    }
}

/// A rule of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its number in the table.
    pub number: u8,
    /// What it says.
    pub sentence: &'static str,
}

/// Evidence for another terminal, and why it did not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loser {
    /// What spoke for it, for example `TERM_PROGRAM=iTerm.app`.
    pub evidence: String,
    /// Why it did not count; a lowercase fragment.
    pub reason: String,
}

/// What comes back from a terminal that is proven to survive being asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoWay {
    /// How many buttons can be sent; none still reports a click on the body.
    pub buttons: usize,
    /// Whether their labels may be ASCII alone. The codec sees to it.
    pub ascii_labels: bool,
    /// Whether it takes a notification down ([`super::close`]).
    pub close: bool,
    /// Whether a report without a button is a click on the body. Where it is not, it may be any end.
    pub body_click: bool,
}

/// What may be asked next, to know more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Nothing.
    Nothing,
    /// Who it is: XTVERSION, behind a DA1 fence. It may speak `OSC 99`.
    Identity,
    /// What it takes: `p=?` of `OSC 99`. It is known to survive that, and only what it lists may then be sent.
    Capabilities,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detection {
    /// The protocol; none where nothing at all may be written.
    pub protocol: Option<Protocol>,
    /// The terminal that shows it.
    pub terminal: Kind,
    /// Its version, if it is known.
    pub version: Option<Version>,
    /// What it takes.
    pub limits: Limits,
    /// What comes back, if that is proven to be safe.
    pub two_way: Option<TwoWay>,
    /// What may be asked.
    pub ask: Ask,
    /// The rule that decided.
    pub rule: Rule,
    /// What the rule found, for example `TERM=xterm-kitty`.
    pub evidence: Vec<String>,
    /// What spoke for another terminal.
    pub losers: Vec<Loser>,
    /// The multiplexers that the bytes have to pass, the innermost first.
    pub chain: Vec<Mux>,
    /// What the user could do for more than a bell; a sentence, or a line for a configuration file.
    pub hint: Option<String>,
}

impl Detection {
    /// The bell of this terminal.
    fn bell(rule: Rule, terminal: Kind, version: Option<Version>) -> Self {
        let quirk = quirks::find(terminal);
        let (title, body) = quirk.bytes;
        let limits = Limits {
            title,
            body,
            title_osc99: usize::MAX,
            body_osc99: usize::MAX,
            ascii: false,
            shell: quirk.shell,
            osc99: quirk.osc99(version).unwrap_or(quirks::PLAIN_OSC99),
        };
        Self {
            protocol: Some(Protocol::Bell),
            terminal,
            version,
            limits,
            two_way: None,
            ask: Ask::Nothing,
            rule,
            evidence: Vec::new(),
            losers: Vec::new(),
            chain: Vec::new(),
            hint: None,
        }
    }
}

/// Detects.
pub fn detect(sources: &Sources<'_>) -> Detection {
    let case = Case::new(sources);
    let natural = case.natural();
    let mut found = match sources.pinned {
        Some(protocol) => case.pinned(protocol, natural),
        None => natural,
    };
    if sources.access != Access::Whole {
        found.two_way = None;
        found.ask = Ask::Nothing;
    }
    found
}

/// What a rule does where it applies.
#[derive(Clone, Copy)]
enum Then {
    /// Nothing may be written.
    Nothing,
    /// The bell.
    Bell,
    /// What is known about the terminal that was found.
    Known,
    /// What is known about what is behind the multiplexer.
    Behind,
    /// `OSC 99`, since it answered.
    Answered,
}

/// A row of the table.
struct Row {
    rule: Rule,
    applies: fn(&Case<'_>) -> bool,
    then: Then,
}

const fn row(number: u8, sentence: &'static str, applies: fn(&Case<'_>) -> bool, then: Then) -> Row {
    Row { rule: Rule { number, sentence }, applies, then }
}

const PINNED: Rule = Rule { number: 0, sentence: "the protocol is set" };
const ANYTHING: Rule = Rule { number: 25, sentence: "nothing says what terminal this is" };
const CANNOT_OPEN: Rule =
    Rule { number: 1, sentence: "there is no terminal, or it knows no escape sequences" };

/// The table. Rule 0 is a protocol that is set; rule 2, a terminal that may only be written to, takes nothing away but
/// the way back. Both hold beside the others.
const ROWS: [Row; 24] = [
    row(1, CANNOT_OPEN.sentence, |case| case.is_mute(), Then::Nothing),
    row(3, "a console has the bell alone", |case| case.is_console(), Then::Bell),
    row(
        4,
        "zellij draws notifications itself, from 0.45 on",
        |case| case.innermost() == Some(Mux::Zellij),
        Then::Behind,
    ),
    row(
        5,
        "tmux hands them on where it is allowed to",
        |case| case.innermost() == Some(Mux::Tmux),
        Then::Behind,
    ),
    row(6, "GNU screen hands them on", |case| case.innermost() == Some(Mux::Screen), Then::Behind),
    row(7, "mosh hands on the bell alone", |case| case.is_mosh(), Then::Bell),
    row(8, "a terminal inside an editor swallows them", |case| case.has("NVIM"), Then::Bell),
    row(9, "foot takes OSC 99, and a query from 1.27 on", |case| case.foot(true), Then::Known),
    row(10, "foot before 1.27 dies of a query", |case| case.foot(false), Then::Known),
    row(11, "kitty takes OSC 99", |case| case.is(Kind::Kitty), Then::Known),
    row(
        12,
        "Konsole takes OSC 99 from 24.12 on, before that OSC 777",
        |case| case.is(Kind::Konsole),
        Then::Known,
    ),
    row(13, "Contour takes OSC 99 without buttons", |case| case.is(Kind::Contour), Then::Known),
    row(14, "VS Code takes OSC 99 from 1.110 on, if it is one", |case| case.is(Kind::VsCode), Then::Known),
    row(15, "Ghostty takes OSC 777", |case| case.is(Kind::Ghostty), Then::Known),
    row(16, "WezTerm takes OSC 777", |case| case.is(Kind::WezTerm), Then::Known),
    row(17, "Warp takes OSC 777", |case| case.is(Kind::Warp), Then::Known),
    row(
        18,
        "iTerm2 has a sequence of its own from 3.5 on, before that OSC 9",
        |case| case.is(Kind::Iterm2),
        Then::Known,
    ),
    row(19, "it takes OSC 777", |case| case.is(Kind::Rio) || case.is(Kind::Terminology), Then::Known),
    row(20, "Zed takes OSC 9", |case| case.is(Kind::Zed), Then::Known),
    row(21, "ConEmu takes OSC 9 for a command", |case| case.is(Kind::ConEmu), Then::Bell),
    row(22, "Windows Terminal shows none by default", |case| case.is(Kind::WindowsTerminal), Then::Bell),
    row(23, "it shows none", |case| case.terminal() != Kind::Unknown, Then::Bell),
    row(
        24,
        "nobody knows it, but it says that it takes OSC 99",
        |case| case.sources.speaks_osc99,
        Then::Answered,
    ),
    row(25, ANYTHING.sentence, |_| true, Then::Bell),
];

/// Everything that the rules look at, looked at once.
struct Case<'a> {
    sources: &'a Sources<'a>,
    candidates: Candidates,
    layers: Layers,
}

impl<'a> Case<'a> {
    fn new(sources: &'a Sources<'a>) -> Self {
        let layers = Layers::of(sources);
        let mut candidates = candidates(sources.environment, sources.identity);
        candidates.losers.extend(layers.losers.iter().cloned());
        Self { sources, candidates, layers }
    }

    fn has(&self, name: &str) -> bool {
        self.sources.environment.has(name)
    }

    fn innermost(&self) -> Option<Mux> {
        self.layers.innermost
    }

    /// The terminal that all evidence is for.
    fn terminal(&self) -> Kind {
        self.candidates.winner.as_ref().map_or(Kind::Unknown, |winner| winner.kind)
    }

    fn version(&self) -> Option<Version> {
        self.candidates.winner.as_ref().and_then(|winner| winner.version)
    }

    fn is(&self, kind: Kind) -> bool {
        self.terminal() == kind
    }

    fn foot(&self, survives: bool) -> bool {
        self.is(Kind::Foot)
            && quirks::find(Kind::Foot).osc99(self.version()).is_some_and(|takes| takes.query == survives)
    }

    fn is_mute(&self) -> bool {
        let term = self.sources.environment.term();
        self.sources.access == Access::Closed
            || matches!(term, "" | "dumb" | "emacs")
            || self.has("INSIDE_EMACS")
    }

    fn is_console(&self) -> bool {
        let term = self.sources.environment.term();
        matches!(term, "linux" | "cons25" | "Eterm")
            || ["linux-", "vt1", "vt2", "vt3", "vt4", "vt5", "eterm"]
                .iter()
                .any(|start| term.starts_with(start))
    }

    /// mosh sets few variables, but always `TERM`, and this one for ncurses (src/frontend/mosh-server.cc).
    fn is_mosh(&self) -> bool {
        let set = ["MOSH_IP", "MOSH_KEY", "MOSH_SERVER_NETWORK_TMOUT", "MOSH_SERVER_SIGNAL_TMOUT"];
        let remote = self.has("SSH_CONNECTION") || self.has("SSH_CLIENT");
        let its_own = self.has("NCURSES_NO_UTF8_ACS")
            && matches!(self.sources.environment.term(), "xterm" | "xterm-256color");
        set.iter().any(|name| self.has(name)) || (remote && its_own)
    }

    /// What the table says.
    fn natural(&self) -> Detection {
        let row = ROWS.iter().find(|row| (row.applies)(self)).unwrap_or(&ROWS[ROWS.len() - 1]);
        let mut found = self.nothing(row.rule);
        match row.then {
            Then::Nothing => found.protocol = None,
            Then::Bell => {}
            Then::Known => self.known(&mut found),
            Then::Behind => self.layers.describe(&mut found),
            Then::Answered => {
                found.protocol = Some(Protocol::Osc99);
                found.limits.osc99 = Osc99 { query: true, ..quirks::FORCED_OSC99 };
                self.open_way_back(&mut found);
            }
        }
        // The table is left by a terminal that may be asked who it is; nobody else is.
        let inside = self.innermost().is_some() || self.is_mosh() || self.has("NVIM");
        if found.protocol.is_some() && !inside {
            found.ask = self.ask(found.two_way.is_some(), found.limits.osc99);
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
        let (kind, version) =
            if rule.number <= 8 { (Kind::Unknown, None) } else { (self.terminal(), self.version()) };
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
        if let Some(identity) = self.sources.identity.filter(|identity| !identity.name.is_empty()) {
            evidence.push(direct::quote(identity));
        }
        evidence
    }

    /// What is known about the terminal itself.
    fn known(&self, found: &mut Detection) {
        let Some(winner) = &self.candidates.winner else { return };
        let quirk = quirks::find(winner.kind);
        if !quirk.proven_only || winner.is_proven {
            found.protocol = Some(quirk.best(winner.version));
        }
        if found.protocol == Some(Protocol::Osc99) && winner.is_proven {
            self.open_way_back(found);
        }
    }

    fn open_way_back(&self, found: &mut Detection) {
        let takes = found.limits.osc99;
        // A terminal whose reply nobody can ask for has to be known to draw buttons.
        if takes.buttons > 0 || takes.query {
            found.two_way = Some(two_way(takes));
        }
    }

    fn ask(&self, is_two_way: bool, takes: Osc99) -> Ask {
        match self.sources.identity {
            None if self.candidates.any(|kind| !quirks::find(kind).osc99.is_empty()) => Ask::Identity,
            Some(_) if is_two_way && takes.query => Ask::Capabilities,
            // It is not foot, which always says who it is.
            Some(identity) if identity.name.is_empty() && self.terminal() == Kind::Unknown => {
                Ask::Capabilities
            }
            _ => Ask::Nothing,
        }
    }

    /// What the user has set, where nothing is known to be against it.
    fn pinned(&self, protocol: Protocol, natural: Detection) -> Detection {
        let is_dangerous = protocol == Protocol::Osc9 && self.has_any_of(Kind::ConEmu);
        let is_kept = self.layers.is_closed() && natural.rule.number != CANNOT_OPEN.number;
        if is_dangerous || (is_kept && protocol != Protocol::Bell) {
            let reason = if is_dangerous { natural.rule.sentence } else { "it would get no further" };
            let loser = Loser { evidence: format!("protocol = {protocol}"), reason: reason.to_owned() };
            let mut found = Detection { protocol: Some(Protocol::Bell), two_way: None, ..natural };
            found.losers.push(loser);
            return found;
        }
        let is_direct = self.innermost().is_none();
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
        } else if is_direct && found.two_way.is_none() {
            self.open_way_back(&mut found);
        }
        if is_direct && protocol == Protocol::Osc99 && self.sources.identity.is_none() {
            found.ask = Ask::Identity;
        }
        if found.chain.is_empty() {
            found.chain = self.layers.chain().to_vec();
        }
        found.limits.ascii = found.chain.contains(&Mux::Screen);
        found
    }

    fn has_any_of(&self, kind: Kind) -> bool {
        self.candidates.any(|other| other == kind)
    }
}

fn two_way(takes: Osc99) -> TwoWay {
    let Osc99 { buttons, ascii_labels, close, body_click, .. } = takes;
    TwoWay { buttons, ascii_labels, close, body_click }
}
