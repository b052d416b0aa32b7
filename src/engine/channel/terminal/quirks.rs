//! What is known about particular terminals, as data.
//!
//! Pure. Every row says why it is there; the sources are in facts/terminals.md §1.1 (read in the terminals' own code, or
//! seen in them).

use super::identity::Version;
use crate::engine::config::Protocol::{self, Iterm2, Osc9, Osc99 as Osc99Protocol, Osc777};

/// A terminal, or what stands in its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the name of a program")]
pub enum Kind {
    #[default]
    Unknown,
    Alacritty,
    AppleTerminal,
    ConEmu,
    Contour,
    Foot,
    Ghostty,
    Iterm2,
    JediTerm,
    Kitty,
    Konsole,
    LinuxConsole,
    Mintty,
    Rio,
    Screen,
    Terminology,
    Termux,
    Tmux,
    Urxvt,
    VsCode,
    Vte,
    Warp,
    WezTerm,
    WindowsTerminal,
    Xterm,
    /// Any program that has the terminal of VS Code in it.
    XtermJs,
    Zed,
    Zellij,
}

/// What a terminal takes of `OSC 99`. More than it takes must not be sent: Contour draws buttons as the title, and
/// Konsole answers a close with an empty popup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Osc99 {
    /// Most characters of the title and of the body.
    pub chars: usize,
    /// Whether everything has to be in one sequence, as plain text.
    pub single: bool,
    /// How many buttons it draws.
    pub buttons: usize,
    /// Whether a label may hold ASCII alone.
    pub ascii_labels: bool,
    /// Whether a report without a button is a click on the body, and not just any end.
    pub body_click: bool,
    /// Whether it takes a notification down when it is told to.
    pub close: bool,
    /// Whether it reports a press that nobody asked to be told of.
    pub unasked: bool,
    /// Whether it knows `f`, the application.
    pub application: bool,
    /// Whether it knows `w`, the expiry.
    pub expiry: bool,
    /// Whether it knows `s` and `n`, sound and icon.
    pub decoration: bool,
    /// Whether it has to have a body.
    pub body: bool,
    /// Whether its user can switch it off, and it answers no query then.
    pub may_be_off: bool,
}

/// How one terminal reads what it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quirk {
    /// Which.
    pub kind: Kind,
    /// Its name for humans.
    pub name: &'static str,
    /// The name by which it answers XTVERSION; empty where it does not.
    pub identity: &'static str,
    /// What it speaks and since when, the best first. All of them have the bell.
    pub speaks: &'static [(Protocol, &'static [u32])],
    /// The version that it is taken for where it is not known.
    pub assumed: &'static [u32],
    /// Whether only its own word counts, since its variables are everywhere.
    pub proven_only: bool,
    /// What it takes of `OSC 99`, by version, the newest first.
    pub osc99: &'static [(&'static [u32], Osc99)],
    /// Most bytes of the title and of the body in `OSC 777`, and of the text in `OSC 9`.
    pub bytes: (usize, usize),
    /// Whether the text may end up in a shell.
    pub shell: bool,
    /// Why this row is there.
    pub reason: &'static str,
}

/// Any version.
const ANY: &[u32] = &[];
/// `OSC 9` and `OSC 777` stay within 1500 bytes in all; no terminal's parser holds less than 2048.
const BYTES: (usize, usize) = (300, 1100);

/// The least that any terminal with `OSC 99` takes.
pub const PLAIN_OSC99: Osc99 = Osc99 {
    chars: 1024,
    single: false,
    buttons: 0,
    ascii_labels: false,
    body_click: true,
    close: false,
    unasked: false,
    application: false,
    expiry: false,
    decoration: false,
    body: false,
    may_be_off: false,
};

/// What a terminal takes whose user says that it speaks `OSC 99`: three buttons, as of any unknown server (spec §3
/// rule 7), and no close, which may be drawn as a notification of its own.
pub const FORCED_OSC99: Osc99 = Osc99 { buttons: 3, ..PLAIN_OSC99 };

const KITTY: Osc99 =
    Osc99 { buttons: 8, close: true, application: true, expiry: true, decoration: true, ..PLAIN_OSC99 };

const FOOT: Osc99 = Osc99 { buttons: 3, ascii_labels: true, body: true, ..KITTY };

/// A terminal that nothing is known about, and the values of a row where it says nothing else.
pub const UNKNOWN: Quirk = Quirk {
    kind: Kind::Unknown,
    name: "an unknown terminal",
    identity: "",
    speaks: &[],
    assumed: ANY,
    proven_only: false,
    osc99: &[],
    bytes: BYTES,
    shell: false,
    reason: "nothing is known about it",
};

/// The terminals that differ.
pub const QUIRKS: [Quirk; 27] = [
    Quirk {
        kind: Kind::Kitty,
        name: "kitty",
        identity: "kitty",
        speaks: &[(Osc99Protocol, &[0, 19]), (Osc777, &[0, 24]), (Osc9, &[0, 19])],
        // An older one ignores what it does not know, and is given no buttons before it has said who it is.
        assumed: &[0, 36],
        osc99: &[(&[0, 36], KITTY), (ANY, Osc99 { close: true, expiry: true, ..PLAIN_OSC99 })],
        reason: "buttons, close, the query and all decoration came with 0.36, and 0.26 drops a close and any key that it \
                 does not know (kitty/notify.py there); 1024 characters, 8 buttons (kitty/notifications.py)",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Foot,
        name: "foot",
        identity: "foot",
        speaks: &[(Osc99Protocol, &[1, 18]), (Osc777, &[1, 6]), (Osc9, &[1, 8])],
        // OSC 777 is the one that every version since 2021 shows.
        assumed: &[1, 8],
        osc99: &[(ANY, FOOT)],
        reason: "1.18.1 to 1.26 abort at a query, with all windows of the server (codeberg #2335); labels are split at \
                 any byte of U+2028, which dashes and accented letters have too; an empty body crashed it before 1.20",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Konsole,
        name: "Konsole",
        identity: "Konsole",
        speaks: &[(Osc99Protocol, &[24, 12]), (Osc777, &[23, 4])],
        assumed: &[23, 4],
        osc99: &[(ANY, Osc99 { buttons: 3, unasked: true, application: true, ..PLAIN_OSC99 })],
        reason: "title, body and buttons only: a close or an alive is shown as an empty notification \
                 (src/Vt102Emulation.cpp), so none can be taken down, and a press of one that is left comes to the \
                 shell, asked for or not; c=1 would bring each close there too, beside saying that nothing is shown while \
                 it has the focus; it cuts an OSC 777 body at its next semicolon",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Contour,
        name: "Contour",
        identity: "contour",
        speaks: &[(Osc99Protocol, &[0, 6, 3]), (Osc777, &[0, 1])],
        assumed: &[0, 1],
        osc99: &[(ANY, Osc99 { ..PLAIN_OSC99 })],
        reason: "no buttons: they become the title; an application's name is shown undecoded; OSC 777 of more than \
                 three fields is dropped (src/vtbackend/vt/DesktopNotification.cpp)",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::VsCode,
        name: "VS Code",
        speaks: &[(Osc99Protocol, &[1, 110])],
        proven_only: true,
        osc99: &[(
            ANY,
            Osc99 {
                buttons: 3,
                body_click: false,
                close: true,
                expiry: true,
                may_be_off: true,
                ..PLAIN_OSC99
            },
        )],
        reason: "answers XTVERSION as xterm.js, as others do; closing the toast is reported as a click on it; with \
                 terminal.integrated.enableNotifications off it answers no query",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Ghostty,
        name: "Ghostty",
        identity: "ghostty",
        speaks: &[(Osc777, ANY), (Osc9, ANY)],
        bytes: (63, 255),
        reason: "63 bytes of title and 255 of body; before August 2026 it cut in the middle of a character, and macOS \
                 then shows nothing (#13811)",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::WezTerm,
        name: "WezTerm",
        identity: "WezTerm",
        speaks: &[(Osc777, ANY), (Osc9, ANY)],
        reason: "drops an OSC 9 with a semicolon in it (termwiz/src/escape/osc.rs)",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Warp,
        name: "Warp",
        identity: "Warp",
        speaks: &[(Osc777, ANY), (Osc9, ANY)],
        reason: "drops an OSC 777 with an empty body",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Iterm2,
        name: "iTerm2",
        identity: "iTerm2",
        speaks: &[(Iterm2, &[3, 5]), (Osc9, ANY)],
        reason: "OSC 1337;Notification came with 3.5; it has no OSC 777",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Rio,
        name: "Rio",
        identity: "Rio",
        speaks: &[(Osc777, &[0, 3]), (Osc9, &[0, 3])],
        assumed: &[0, 3],
        reason: "cuts fields at a semicolon (rio-vt/src/performer/handler.rs)",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Terminology,
        name: "Terminology",
        speaks: &[(Osc777, ANY)],
        reason: "needs both fields (src/bin/termptyesc.c)",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Zed,
        name: "Zed",
        speaks: &[(Osc9, ANY)],
        reason: "OSC 9 since June 2026, only where its pane is not focused (#58014)",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Zellij,
        name: "zellij",
        identity: "Zellij",
        speaks: &[(Osc777, &[0, 45])],
        reason: "passes nothing through and draws OSC 777 itself since 0.45; OSC 99 depends on what it runs in \
                 (zellij-server/src/notifications.rs)",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Tmux,
        name: "tmux",
        identity: "tmux",
        reason: "swallows every notification that is not wrapped for it",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Screen,
        name: "GNU screen",
        identity: "screen",
        reason: "swallows every notification that is not wrapped for it; answers no XTVERSION",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::ConEmu,
        name: "ConEmu",
        reason: "OSC 9 is a channel of commands there: 9;7 runs a program (ConEmu#687)",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Urxvt,
        name: "urxvt",
        identity: "rxvt-unicode",
        shell: true,
        reason: "hands OSC 777 to an extension that is not part of it and passes the text to a shell",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::Vte,
        name: "a VTE terminal",
        identity: "VTE",
        reason: "swallows OSC 777 since 0.45, unless a distribution patched it; has no OSC 9",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::AppleTerminal,
        name: "Apple Terminal",
        reason: "has none of them, and prints the body of a DCS",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::WindowsTerminal,
        name: "Windows Terminal",
        reason: "OSC 777 from 1.26 on, switched off by default; OSC 9 is progress and directories",
        ..UNKNOWN
    },
    Quirk {
        kind: Kind::XtermJs,
        name: "a terminal made of xterm.js",
        identity: "xterm.js",
        reason: "OSC 99 is VS Code's own, not xterm.js's",
        ..UNKNOWN
    },
    Quirk { kind: Kind::Xterm, name: "xterm", identity: "XTerm", reason: "has none of them", ..UNKNOWN },
    Quirk { kind: Kind::Alacritty, name: "Alacritty", reason: "has none of them", ..UNKNOWN },
    Quirk {
        kind: Kind::Mintty,
        name: "mintty",
        identity: "mintty",
        reason: "OSC 9 is progress there",
        ..UNKNOWN
    },
    Quirk { kind: Kind::JediTerm, name: "a JetBrains terminal", reason: "has none of them", ..UNKNOWN },
    Quirk { kind: Kind::Termux, name: "Termux", reason: "has none of them", ..UNKNOWN },
    Quirk {
        kind: Kind::LinuxConsole,
        name: "a console",
        reason: "has none of them, and prints what it does not know",
        ..UNKNOWN
    },
];

/// What is known about this kind of terminal.
pub fn find(kind: Kind) -> &'static Quirk {
    QUIRKS.iter().find(|quirk| quirk.kind == kind).unwrap_or(&UNKNOWN)
}

/// The terminal that answers XTVERSION by this name.
pub fn identified(name: &str) -> Kind {
    let named = |quirk: &&Quirk| !quirk.identity.is_empty() && quirk.identity.eq_ignore_ascii_case(name);
    QUIRKS.iter().find(named).map_or(Kind::Unknown, |quirk| quirk.kind)
}

impl Quirk {
    /// Whether it speaks this protocol in this version, which may be empty. All of them ring.
    pub fn does_speak(&self, protocol: Protocol, version: &Version) -> bool {
        protocol == Protocol::Bell
            || self.speaks.iter().any(|&(spoken, since)| spoken == protocol && self.is_from(since, version))
    }

    /// The best protocol that it speaks in this version.
    pub fn best(&self, version: &Version) -> Protocol {
        let mut spoken = self.speaks.iter().filter(|(_, since)| self.is_from(since, version));
        spoken.next().map_or(Protocol::Bell, |&(protocol, _)| protocol)
    }

    /// What it takes of `OSC 99` in this version.
    pub fn osc99(&self, version: &Version) -> Option<Osc99> {
        self.osc99.iter().find(|(since, _)| self.is_from(since, version)).map(|&(_, takes)| takes)
    }

    fn is_from(&self, since: &[u32], version: &Version) -> bool {
        since.is_empty() || version.is_at_least(since) || (version.0.is_empty() && self.assumed >= since)
    }
}

#[cfg(test)]
mod tests;
