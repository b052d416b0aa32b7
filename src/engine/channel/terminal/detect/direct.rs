//! Which terminal the variables speak of, and which of them are inherited.

use super::{
    super::{
        Environment, Identity, Version,
        quirks::{self, Kind},
    },
    Loser,
};

/// A terminal that something speaks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) kind: Kind,
    pub(super) version: Version,
    pub(super) evidence: Vec<String>,
    /// Whether the terminal itself said so.
    pub(super) is_proven: bool,
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Candidates {
    /// The one that nothing credible speaks against.
    pub(super) winner: Option<Candidate>,
    pub(super) losers: Vec<Loser>,
    kinds: Vec<Kind>,
}

impl Candidates {
    /// Whether anything speaks for such a terminal, credible or not.
    pub(super) fn any(&self, is: impl Fn(Kind) -> bool) -> bool {
        self.kinds.iter().any(|kind| is(*kind))
    }
}

/// The names that terminals give `TERM`, by how they begin. The terminal that made the pseudo-terminal set it, so it is
/// credible before all others; names that everybody uses are not here.
const TERMS: [(&str, Kind); 13] = [
    ("xterm-kitty", Kind::Kitty),
    ("xterm-ghostty", Kind::Ghostty),
    ("ghostty", Kind::Ghostty),
    ("foot", Kind::Foot),
    ("contour", Kind::Contour),
    ("wezterm", Kind::WezTerm),
    ("rio", Kind::Rio),
    ("alacritty", Kind::Alacritty),
    ("rxvt-unicode", Kind::Urxvt),
    ("konsole", Kind::Konsole),
    ("mintty", Kind::Mintty),
    ("vte", Kind::Vte),
    ("gnome", Kind::Vte),
];

/// What a variable has to be.
enum Is {
    Set,
    /// This, in any case.
    Text(&'static str),
    /// Something that begins like this.
    Like(&'static str),
}

/// The variables that speak for a terminal, those that have to be there with them, and the one that holds its version.
struct Marker {
    name: &'static str,
    is: Is,
    with: Option<&'static str>,
    kind: Kind,
    version: Option<&'static str>,
}

const fn marker(
    name: &'static str,
    is: Is,
    with: Option<&'static str>,
    kind: Kind,
    version: Option<&'static str>,
) -> Marker {
    Marker { name, is, with, kind, version }
}

const PROGRAM: &str = "TERM_PROGRAM";
const PROGRAM_VERSION: Option<&str> = Some("TERM_PROGRAM_VERSION");

/// A terminal that sets `TERM_PROGRAM` has replaced what it inherited, so no two rows of that name meet.
const MARKERS: [Marker; 23] = [
    marker(PROGRAM, Is::Text("ghostty"), None, Kind::Ghostty, PROGRAM_VERSION),
    marker(PROGRAM, Is::Text("WezTerm"), Some("WEZTERM_PANE"), Kind::WezTerm, PROGRAM_VERSION),
    marker(PROGRAM, Is::Text("WarpTerminal"), Some("WARP_CLIENT_VERSION"), Kind::Warp, PROGRAM_VERSION),
    marker(PROGRAM, Is::Text("iTerm.app"), Some("ITERM_SESSION_ID"), Kind::Iterm2, PROGRAM_VERSION),
    marker(PROGRAM, Is::Text("Apple_Terminal"), None, Kind::AppleTerminal, PROGRAM_VERSION),
    marker(PROGRAM, Is::Text("vscode"), None, Kind::VsCode, PROGRAM_VERSION),
    marker(PROGRAM, Is::Text("rio"), None, Kind::Rio, PROGRAM_VERSION),
    marker(PROGRAM, Is::Text("contour"), None, Kind::Contour, PROGRAM_VERSION),
    marker(PROGRAM, Is::Text("mintty"), None, Kind::Mintty, PROGRAM_VERSION),
    marker("ZED_TERM", Is::Text("true"), None, Kind::Zed, PROGRAM_VERSION),
    marker("TERMINAL_NAME", Is::Text("contour"), None, Kind::Contour, Some("TERMINAL_VERSION_STRING")),
    marker("LC_TERMINAL", Is::Text("iTerm2"), None, Kind::Iterm2, Some("LC_TERMINAL_VERSION")),
    marker("KONSOLE_VERSION", Is::Set, None, Kind::Konsole, Some("KONSOLE_VERSION")),
    marker("TERMINOLOGY", Is::Set, None, Kind::Terminology, None),
    marker("ConEmuPID", Is::Set, None, Kind::ConEmu, None),
    marker("ConEmuANSI", Is::Text("ON"), None, Kind::ConEmu, None),
    marker("WT_SESSION", Is::Set, None, Kind::WindowsTerminal, None),
    marker("VTE_VERSION", Is::Set, None, Kind::Vte, None),
    marker("XTERM_VERSION", Is::Set, None, Kind::Xterm, None),
    marker("ALACRITTY_WINDOW_ID", Is::Set, None, Kind::Alacritty, None),
    marker("TERMINAL_EMULATOR", Is::Like("JetBrains"), None, Kind::JediTerm, None),
    marker("TERMUX_VERSION", Is::Set, None, Kind::Termux, None),
    marker("KITTY_WINDOW_ID", Is::Set, None, Kind::Kitty, None),
];

/// What in the environment speaks for such a terminal, for the manual: `TERM=foot…`, `KONSOLE_VERSION`.
pub fn signs(kind: Kind) -> Vec<String> {
    let terms = TERMS.iter().filter(|(_, of)| *of == kind).map(|(start, _)| format!("TERM={start}…"));
    let markers =
        MARKERS.iter().filter(|marker| marker.kind == kind).map(|Marker { name, is, with, .. }| {
            let value = match is {
                Is::Set => String::new(),
                Is::Text(text) => format!("={text}"),
                Is::Like(start) => format!("={start}…"),
            };
            let with = with.map(|with| format!(" with {with}")).unwrap_or_default();
            format!("{name}{value}{with}")
        });
    terms.chain(markers).collect()
}

/// Looks for all of them, and decides.
pub(super) fn candidates(environment: &Environment, identity: Option<&Identity>) -> Candidates {
    let mut found = from_variables(environment);
    let mut all = Candidates { kinds: found.iter().map(|one| one.kind).collect(), ..Candidates::default() };
    let lose =
        |one: &Candidate, reason: &str| Loser { evidence: one.evidence.join(" "), reason: reason.to_owned() };
    if let Some(own) = identity.map(|identity| itself(identity, environment)) {
        let others = found.iter().filter(|one| one.kind != own.kind);
        let reason = format!("the terminal says that it is {}", quirks::find(own.kind).name);
        all.losers = others.map(|one| lose(one, &reason)).collect();
        let mut own = own;
        for one in found.iter().filter(|one| one.kind == own.kind) {
            own.evidence.extend(one.evidence.iter().cloned());
            if own.version.0.is_empty() {
                own.version.clone_from(&one.version);
            }
        }
        all.kinds.push(own.kind);
        all.winner = Some(own);
        return all;
    }
    let term = environment.term();
    if let Some(&(_, kind)) = TERMS.iter().find(|(start, _)| term.starts_with(start)) {
        let own = Candidate {
            kind,
            version: Version::default(),
            evidence: vec![format!("TERM={term}")],
            is_proven: false,
        };
        all.kinds.push(kind);
        let reason = format!("{} set TERM={term}", quirks::find(kind).name);
        all.losers = found.iter().filter(|one| one.kind != kind).map(|one| lose(one, &reason)).collect();
        found.retain(|one| one.kind == kind);
        found.insert(0, own);
    } else {
        for (one, reason) in inherited(&found, environment) {
            all.losers.push(lose(&one, reason));
            found.retain(|other| *other != one);
        }
    }
    let Some(first) = found.first() else { return all };
    if found.iter().any(|one| one.kind != first.kind) {
        all.losers.extend(found.iter().map(|one| lose(one, "others speak for another terminal")));
        return all;
    }
    let version = found.iter().map(|one| &one.version).find(|version| !version.0.is_empty());
    let version = version.cloned().unwrap_or_default();
    let evidence = found.iter().flat_map(|one| one.evidence.iter().cloned()).collect();
    all.winner = Some(Candidate { kind: first.kind, version, evidence, is_proven: false });
    all
}

/// What the markers say, one a marker, but each variable once.
fn from_variables(environment: &Environment) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for Marker { name, is, with, kind, version } in &MARKERS {
        let Some(value) = environment.get(name) else { continue };
        let matches = match is {
            Is::Set => true,
            Is::Text(text) => value.eq_ignore_ascii_case(text),
            Is::Like(start) => value.starts_with(start),
        };
        if !matches || with.is_some_and(|with| !environment.has(with)) {
            continue;
        }
        let names = [Some(*name), *with, version.filter(|version| version != name)];
        let evidence = names.into_iter().flatten().filter_map(|name| environment.quote(name)).collect();
        let text = version.and_then(|version| environment.get(version)).unwrap_or_default();
        let version = if *kind == Kind::Konsole { of_konsole(text) } else { Version::parse(text) };
        found.push(Candidate { kind: *kind, version, evidence, is_proven: false });
    }
    found
}

/// Those that cannot be about the terminal in front, and why (facts/terminals.md §2.2).
fn inherited(found: &[Candidate], environment: &Environment) -> Vec<(Candidate, &'static str)> {
    let program = environment.get(PROGRAM);
    let why = |one: &Candidate| match one.kind {
        // It always sets its own TERM.
        Kind::Kitty => Some("kitty would have set TERM=xterm-kitty"),
        // Pushed into every program under Windows, whatever terminal is in front.
        Kind::WindowsTerminal if program.is_some() => Some("it goes to programs of every terminal"),
        Kind::WindowsTerminal if found.len() > 1 => Some("it goes to programs of every terminal"),
        // ssh carries it from one host to the next.
        Kind::Iterm2 if program.is_some_and(|program| program != "iTerm.app") => {
            Some("iTerm2 would have set TERM_PROGRAM")
        }
        _ => None,
    };
    found.iter().filter_map(|one| Some((one.clone(), why(one)?))).collect()
}

/// `241203` is 24.12.3.
fn of_konsole(text: &str) -> Version {
    let number = text.parse::<u32>();
    Version(number.map_or_else(|_| Vec::new(), |n| vec![n / 10_000, n / 100 % 100, n % 100]))
}

/// The terminal that says itself who it is.
fn itself(identity: &Identity, environment: &Environment) -> Candidate {
    let mut evidence = vec![quote(identity)];
    let kind = quirks::identified(&identity.name);
    // Others have xterm.js in them too, and what VS Code adds to it has the version of VS Code.
    let is_code = environment.get(PROGRAM).is_some_and(|program| program.eq_ignore_ascii_case("vscode"));
    if kind == Kind::XtermJs && is_code {
        let version = "TERM_PROGRAM_VERSION";
        evidence.extend([PROGRAM, version].into_iter().filter_map(|name| environment.quote(name)));
        let version = Version::parse(environment.get(version).unwrap_or_default());
        return Candidate { kind: Kind::VsCode, version, evidence, is_proven: true };
    }
    Candidate { kind, version: identity.version.clone(), evidence, is_proven: true }
}

/// An identity as evidence, for example `XTVERSION=kitty 0.41.1`.
pub(super) fn quote(identity: &Identity) -> String {
    let numbers: Vec<String> = identity.version.0.iter().map(u32::to_string).collect();
    format!("XTVERSION={} {}", identity.name, numbers.join(".")).trim_end().to_owned()
}
