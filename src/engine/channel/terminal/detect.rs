//! Which protocol this terminal speaks, and why.
//!
//! Pure: an ordered table of rules over what is known; the first that applies decides, and nothing is ever combined
//! from two (facts/terminals.md §2.5, whose numbers these are). Unknown means the bell.

mod case;
mod direct;
mod layers;
#[cfg(test)]
mod tests;

use super::{
    Environment, Identity, Limits, Mux, Version,
    quirks::{self, Kind},
    tmux::{AskError, Level},
};
use crate::engine::config::Protocol;
use case::Case;
pub use direct::signs;

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
    /// What the terminal answered, if it was asked and did.
    pub identity: Option<&'a Identity>,
    /// Whether it answered `p=?` of `OSC 99`, for a terminal that nothing else is known of. Only a terminal that answers
    /// DA1 and not XTVERSION may be asked that: it is not foot.
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
    /// Its version; empty if it is not known.
    pub version: Version,
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

/// The last rule that is about something between this program and the terminal.
const LAST_BETWEEN: u8 = 8;

impl Detection {
    /// Whether nothing stands between this program and the terminal, as far as the environment says.
    pub fn is_direct(&self) -> bool {
        self.chain.is_empty() && self.rule.number > LAST_BETWEEN
    }

    /// The bell of this terminal.
    fn bell(rule: Rule, terminal: Kind, version: Version) -> Self {
        let quirk = quirks::find(terminal);
        let (title, body) = quirk.bytes;
        let limits = Limits {
            title,
            body,
            title_osc99: usize::MAX,
            body_osc99: usize::MAX,
            ascii: false,
            shell: quirk.shell,
            osc99: quirk.osc99(&version).unwrap_or(quirks::PLAIN_OSC99),
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

impl Detection {
    /// The same for somebody who does not read what comes back. What is sent without being asked for would be typed into
    /// the shell, so another protocol is better than that; unless it is the one that the user has set.
    #[must_use]
    pub fn one_way(self, pinned: Option<Protocol>) -> Self {
        let protocol = match self.protocol {
            Some(Protocol::Osc99) if self.limits.osc99.unasked && pinned.is_none() => {
                let quirk = quirks::find(self.terminal);
                let is_other = |&&(protocol, _): &&(Protocol, _)| protocol != Protocol::Osc99;
                let other = quirk.speaks.iter().find(is_other).map(|&(protocol, _)| protocol);
                other.or(Some(Protocol::Bell))
            }
            protocol => protocol,
        };
        Self { protocol, two_way: None, ask: Ask::Nothing, ..self }
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
        found = found.one_way(sources.pinned);
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
    row(1, CANNOT_OPEN.sentence, case::is_mute, Then::Nothing),
    row(3, "a console has the bell alone", case::is_console, Then::Bell),
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
    row(7, "mosh hands on the bell alone", case::is_mosh, Then::Bell),
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
