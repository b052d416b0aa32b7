//! The multiplexers between this program and the terminal: which is the innermost, and what is behind it.
//!
//! Their variables leak into each other and into terminals that were started from them, so none is believed alone
//! (facts/terminals.md §2.2, 2 and 3).

use super::{
    super::{
        Environment, Identity, Limits, Mux, Version,
        mux::MOST_LAYERS,
        quirks::{self, Kind, Osc99},
        tmux::{AskError, Client, Level, Passthrough},
    },
    Access, Detection, Loser, Sources,
    case::two_way,
    detect, direct,
};
use crate::engine::config::Protocol;

/// Most bytes of title and body through GNU screen, so that the whole stays within 700 in every protocol.
const SCREEN_BYTES: (usize, usize) = (78, 240);
/// Since when zellij hands `OSC 99` on to kitty, and since when in a shape that brings answers back (#5523).
const ZELLIJ_OSC99: &[u32] = &[0, 44, 1];
const ZELLIJ_OSC777: &[u32] = &[0, 45];
const ZELLIJ_TWO_WAY: &[u32] = &[0, 45, 1];

/// What to write into tmux's configuration: `all` is there since 3.4.
fn allow(version: &str) -> String {
    let version = Version::parse(version);
    let word = if version.0.is_empty() || version.is_at_least(&[3, 4]) { "all" } else { "on" };
    format!("tmux keeps it to itself: set -g allow-passthrough {word}")
}

/// Whether anything gets through.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Passage {
    /// To this terminal, as it was detected there, through this chain.
    Open(Box<Detection>),
    /// Nothing is known about it.
    Unknown { chain: Vec<Mux>, hint: Option<String>, evidence: Vec<String> },
    /// Nothing does.
    Closed { hint: String, evidence: Vec<String> },
}

/// The multiplexers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layers {
    /// The one that this program writes to.
    pub(super) innermost: Option<Mux>,
    /// Those that the variables speak of, and that are not there.
    pub(super) losers: Vec<Loser>,
    passage: Option<Passage>,
}

/// What the variables and tmux say about tmux.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tmux {
    Absent,
    /// This program writes to its pane.
    Innermost,
    /// It may be further out.
    Outside,
    /// Its variable was inherited, and it is not there any more.
    Gone,
}

impl Layers {
    /// What is known about them.
    pub(super) fn of(sources: &Sources<'_>) -> Self {
        let environment = sources.environment;
        let identity = sources.identity.map(|identity| quirks::identified(&identity.name));
        let tmux = tmux(sources, identity);
        let term = environment.term();
        let in_screen = environment.has("STY") && is_screen(term);
        let innermost = match identity {
            Some(Kind::Tmux) => Some(Mux::Tmux),
            Some(Kind::Screen) => Some(Mux::Screen),
            Some(Kind::Zellij) => Some(Mux::Zellij),
            // It answered itself, so nothing is between but what hands such questions on: a tmux that owns our pane.
            Some(kind) if kind != Kind::Unknown && tmux != Tmux::Innermost => None,
            _ if tmux == Tmux::Innermost => Some(Mux::Tmux),
            _ if in_screen => Some(Mux::Screen),
            _ if environment.has("ZELLIJ") && !is_in_tmux(term) => Some(Mux::Zellij),
            // Another host's, whose variables ssh has not carried.
            _ if is_in_tmux(term) => Some(Mux::Tmux),
            _ if is_screen(term) => Some(Mux::Screen),
            _ => None,
        };
        let mut layers = Self { innermost, losers: Vec::new(), passage: None };
        if environment.has("TMUX") && innermost != Some(Mux::Tmux) {
            layers.lose(environment, "TMUX", tmux_reason(tmux));
        }
        if environment.has("STY") && innermost != Some(Mux::Screen) {
            layers.lose(environment, "STY", "this terminal is not GNU screen's");
        }
        if environment.has("ZELLIJ") && innermost != Some(Mux::Zellij) {
            layers.lose(environment, "ZELLIJ", "this terminal is not zellij's");
        }
        layers.passage = match innermost {
            Some(Mux::Tmux) => Some(through_tmux(sources)),
            Some(Mux::Screen) => Some(through_screen(sources, tmux == Tmux::Outside)),
            Some(Mux::Zellij) => Some(through_zellij(sources)),
            None => None,
        };
        layers
    }

    fn lose(&mut self, environment: &Environment, name: &str, reason: &str) {
        let evidence = environment.quote(name).unwrap_or_default();
        self.losers.push(Loser { evidence, reason: reason.to_owned() });
    }

    /// Whether it is known that nothing gets through.
    pub(super) fn is_closed(&self) -> bool {
        matches!(self.passage, Some(Passage::Closed { .. }))
    }

    /// What is behind them.
    pub(super) fn describe(&self, found: &mut Detection) {
        match &self.passage {
            Some(Passage::Open(behind)) => {
                found.protocol = behind.protocol;
                found.terminal = behind.terminal;
                found.version.clone_from(&behind.version);
                found.limits = behind.limits;
                found.two_way = behind.two_way;
                found.ask = behind.ask;
                found.evidence.extend(behind.evidence.iter().cloned());
                found.hint.clone_from(&behind.hint);
                found.chain.clone_from(&behind.chain);
            }
            Some(Passage::Unknown { chain, hint, evidence }) => {
                found.evidence.extend(evidence.iter().cloned());
                found.hint.clone_from(hint);
                found.chain.clone_from(chain);
            }
            Some(Passage::Closed { hint, evidence }) => {
                found.evidence.extend(evidence.iter().cloned());
                found.hint = Some(hint.clone());
                found.chain = self.innermost.into_iter().collect();
            }
            None => {}
        }
    }

    /// What a sequence has to pass.
    pub(super) fn chain(&self) -> &[Mux] {
        match &self.passage {
            Some(Passage::Open(behind)) => &behind.chain,
            Some(Passage::Unknown { chain, .. }) => chain,
            Some(Passage::Closed { .. }) | None => &[],
        }
    }
}

fn is_in_tmux(term: &str) -> bool {
    term.starts_with("tmux")
}

/// tmux calls itself so too, where it is old or was told to.
fn is_screen(term: &str) -> bool {
    term.starts_with("screen")
}

fn tmux(sources: &Sources<'_>, identity: Option<Kind>) -> Tmux {
    let term = sources.environment.term();
    if identity == Some(Kind::Tmux) {
        return Tmux::Innermost;
    }
    if !sources.environment.has("TMUX") {
        return Tmux::Absent;
    }
    // Without an answer TERM has to do: what tmux calls itself, unless screen may be in it.
    let by_term = if is_in_tmux(term) || (is_screen(term) && !sources.environment.has("STY")) {
        Tmux::Innermost
    } else {
        Tmux::Outside
    };
    match sources.tmux {
        Some(Ok(level)) => match level.is_ours {
            Some(true) => Tmux::Innermost,
            Some(false) => Tmux::Outside,
            None => by_term,
        },
        Some(Err(AskError::Gone)) => Tmux::Gone,
        Some(Err(AskError::Silent(_))) | None => by_term,
    }
}

fn tmux_reason(tmux: Tmux) -> &'static str {
    match tmux {
        Tmux::Gone => "the tmux that it names is gone",
        _ => "its pane is another terminal",
    }
}

fn through_tmux(sources: &Sources<'_>) -> Passage {
    let unknown = |why: String| Passage::Unknown {
        chain: vec![Mux::Tmux],
        hint: Some(
            "set the protocol if the terminal is known: plyn-notify config set protocol osc777".to_owned(),
        ),
        evidence: vec![why],
    };
    match sources.tmux {
        Some(Ok(level)) => through_level(level, 1),
        Some(Err(error)) => unknown(error.to_string()),
        None => unknown("tmux cannot be asked".to_owned()),
    }
}

/// A level of tmux and what is behind it.
fn through_level(level: &Level, depth: usize) -> Passage {
    let closed = |why: String, hint: String| Passage::Closed { hint, evidence: vec![why] };
    let passthrough = level.passthrough;
    let said = format!("allow-passthrough={}", passthrough.name());
    if passthrough == Passthrough::Off {
        return closed(said, allow(&level.version));
    }
    if level.clients.is_empty() {
        return closed("no client is attached to tmux".to_owned(), "attach a client: tmux attach".to_owned());
    }
    if passthrough == Passthrough::On && !level.is_visible {
        return closed(format!("{said}, and the pane is not in sight"), allow(&level.version));
    }
    let mut behind = level.clients.iter().map(|client| through_client(client, depth)).collect::<Vec<_>>();
    for passage in &mut behind {
        if let Passage::Open(detection) = passage {
            detection.chain.insert(0, Mux::Tmux);
            detection.evidence.insert(0, said.clone());
        }
    }
    // What would get nowhere on one of them rings on all, since each of them gets the same bytes.
    if let Some(at) = behind.iter().position(|passage| !matches!(passage, Passage::Open(_))) {
        return behind.swap_remove(at);
    }
    let open = behind.into_iter().filter_map(|passage| match passage {
        Passage::Open(detection) => Some(*detection),
        _ => None,
    });
    agree(open.collect())
}

/// One terminal that tmux is attached to, which is asked by nobody but tmux.
fn through_client(client: &Client, depth: usize) -> Passage {
    let Client { name, identity, outer } = client;
    let said = format!("client {name} {identity:?}");
    let own = Identity::from_xtversion(format!(">|{identity}").as_bytes());
    let kind = own.as_ref().map_or(Kind::Unknown, |own| quirks::identified(&own.name));
    if kind == Kind::Tmux || (kind == Kind::Unknown && is_in_tmux(name)) {
        let inner = match outer {
            Some(outer) if depth < MOST_LAYERS => through_level(outer, depth + 1),
            // On another host, or deeper than anybody nests.
            _ => Passage::Unknown {
                chain: vec![Mux::Tmux; depth + 1],
                hint: Some("the tmux around this one cannot be asked".to_owned()),
                evidence: vec![said],
            },
        };
        return inner;
    }
    if kind == Kind::Screen || (kind == Kind::Unknown && is_screen(name)) {
        let hint = "GNU screen around tmux hands on the bell alone".to_owned();
        return Passage::Closed { hint, evidence: vec![said] };
    }
    let environment = [("TERM", name.as_str())].into_iter().collect();
    let mut found =
        detect(&Sources { identity: own.as_ref(), access: Access::Write, ..Sources::of(&environment) });
    found.evidence = vec![said];
    if found.terminal == Kind::Unknown && found.protocol == Some(Protocol::Bell) {
        return Passage::Unknown { chain: vec![Mux::Tmux; depth], hint: None, evidence: found.evidence };
    }
    Passage::Open(Box::new(found))
}

/// What is understood by all of them.
fn agree(mut found: Vec<Detection>) -> Passage {
    let mut first = found.swap_remove(0);
    let evidence = found.iter().flat_map(|one| one.evidence.iter().cloned()).collect::<Vec<_>>();
    let alike = |one: &Detection| one.chain == first.chain && one.protocol == first.protocol;
    let speaks = |one: &Detection| {
        one.chain == first.chain && quirks::find(one.terminal).does_speak(Protocol::Osc777, &one.version)
    };
    if !found.iter().all(alike) {
        let common =
            if found.iter().all(speaks) && speaks(&first) { Protocol::Osc777 } else { Protocol::Bell };
        first.protocol = Some(common);
        first.hint =
            (common == Protocol::Bell).then(|| "the attached terminals have nothing in common".to_owned());
    }
    for one in &found {
        first.limits = common(first.limits, one.limits);
        if one.terminal != first.terminal {
            first.terminal = Kind::Unknown;
            first.version = Version::default();
        }
    }
    first.evidence.extend(evidence.into_iter().filter(|said| !said.starts_with("allow-passthrough")));
    Passage::Open(Box::new(first))
}

/// What two terminals take, both.
fn common(one: Limits, other: Limits) -> Limits {
    let (a, b) = (one.osc99, other.osc99);
    Limits {
        title: one.title.min(other.title),
        body: one.body.min(other.body),
        title_osc99: one.title_osc99.min(other.title_osc99),
        body_osc99: one.body_osc99.min(other.body_osc99),
        ascii: one.ascii || other.ascii,
        shell: one.shell || other.shell,
        osc99: Osc99 {
            chars: a.chars.min(b.chars),
            single: a.single || b.single,
            buttons: a.buttons.min(b.buttons),
            ascii_labels: a.ascii_labels || b.ascii_labels,
            body_click: a.body_click && b.body_click,
            close: a.close && b.close,
            unasked: a.unasked || b.unasked,
            application: a.application && b.application,
            expiry: a.expiry && b.expiry,
            decoration: a.decoration && b.decoration,
            body: a.body || b.body,
            may_be_off: false,
        },
    }
}

/// GNU screen, which answers nothing: only a `TERM` that says what it runs in is believed.
fn through_screen(sources: &Sources<'_>, is_in_tmux: bool) -> Passage {
    let environment = sources.environment;
    if is_in_tmux || environment.has("ZELLIJ") {
        return Passage::Closed {
            hint: "GNU screen inside another multiplexer hands on the bell alone".to_owned(),
            evidence: Vec::new(),
        };
    }
    let unknown = Passage::Unknown { chain: vec![Mux::Screen], hint: None, evidence: Vec::new() };
    let Some((_, outer)) = environment.term().split_once('.') else { return unknown };
    let outer = [("TERM", outer)].into_iter().collect();
    let mut found = detect(&Sources { access: Access::Write, ..Sources::of(&outer) });
    if found.terminal == Kind::Unknown || found.protocol.is_none() {
        return unknown;
    }
    found.chain = vec![Mux::Screen];
    found.evidence = Vec::new();
    found.limits = in_screen(found.limits);
    Passage::Open(Box::new(found))
}

/// What is left of a terminal's limits in GNU screen.
pub(super) fn in_screen(limits: Limits) -> Limits {
    let (title, body) = SCREEN_BYTES;
    Limits {
        title: limits.title.min(title),
        body: limits.body.min(body),
        title_osc99: title,
        body_osc99: body,
        ascii: true,
        // What is only said once would not leave room for the text.
        osc99: Osc99 { application: false, decoration: false, ..limits.osc99 },
        ..limits
    }
}

/// zellij, which draws what it understands itself. Only its own word says which version it is.
fn through_zellij(sources: &Sources<'_>) -> Passage {
    let closed = |hint: &str, evidence: Vec<String>| Passage::Closed { hint: hint.to_owned(), evidence };
    let identity = sources.identity.filter(|identity| quirks::identified(&identity.name) == Kind::Zellij);
    let version = identity.map(|identity| &identity.version).filter(|version| !version.0.is_empty());
    let Some(version) = version else {
        return Passage::Unknown {
            chain: vec![Mux::Zellij],
            hint: Some("zellij's version is not known; from 0.45 on it shows osc777".to_owned()),
            evidence: Vec::new(),
        };
    };
    let environment = sources.environment;
    let in_kitty = environment.term() == "xterm-kitty" || environment.has("KITTY_WINDOW_ID");
    let mut found = Detection {
        chain: vec![Mux::Zellij],
        evidence: identity.map(direct::quote).into_iter().collect(),
        ..Detection::bell(super::ANYTHING, Kind::Zellij, version.clone())
    };
    if in_kitty && version.is_at_least(ZELLIJ_TWO_WAY) {
        found.protocol = Some(Protocol::Osc99);
        found.limits.osc99 =
            quirks::find(Kind::Kitty).osc99(&Version(vec![u32::MAX])).unwrap_or(quirks::PLAIN_OSC99);
        found.two_way = Some(two_way(found.limits.osc99));
    } else if version.is_at_least(ZELLIJ_OSC777) {
        found.protocol = Some(Protocol::Osc777);
    } else if in_kitty && version.is_at_least(ZELLIJ_OSC99) {
        found.protocol = Some(Protocol::Osc99);
        found.limits.osc99.single = true;
    } else {
        return closed("zellij shows notifications from 0.45 on", found.evidence);
    }
    Passage::Open(Box::new(found))
}
