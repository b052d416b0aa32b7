//! Which terminal this is, by what it says of itself.
//!
//! Pure. XTVERSION (`CSI > q`, answered by `DCS > | text ST`) names it outright; the secondary device attributes (DA2,
//! `CSI > c`) are a number that only some are known by. What each sends is in facts/terminals.md §2.1.

use super::version::Version;

/// Most characters of a name that are believed; the longest known one has ten.
const NAME_LIMIT: usize = 32;

/// What a terminal says of itself. An empty name is that of one that answers other questions and not this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// As it spells it: `kitty`, `foot`, `Konsole`, `contour`, `xterm.js`, `ghostty`, `WezTerm`, `iTerm2`, `VTE`, `XTerm`,
    /// `Rio`, `Warp`, `mintty`, `tmux`, `Zellij`, or any other word.
    pub name: String,
    /// None where it says none.
    pub version: Option<Version>,
}

impl Identity {
    /// Reads a reply to XTVERSION: `dcs` is what stands between `ESC P` and its end.
    pub fn from_xtversion(dcs: &[u8]) -> Option<Self> {
        Self::from_text(std::str::from_utf8(dcs.strip_prefix(b">|")?).ok()?)
    }

    /// Reads the text of one: `kitty(0.41.1)`, `ghostty 1.3.1`, `libghostty`.
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        let end = text.find([' ', '(']).unwrap_or(text.len());
        let (name, version) = text.split_at(end);
        let is_name =
            (1..=NAME_LIMIT).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_graphic());
        is_name.then(|| Self { name: name.to_owned(), version: Version::parse(version) })
    }

    /// Reads a reply to DA2: `parameters` is what stands between `CSI >` and the `c`. Most terminals give a number that
    /// many share; these are the ones that do not.
    pub fn from_secondary_attributes(parameters: &[u8]) -> Option<Self> {
        let fields: Vec<u32> = std::str::from_utf8(parameters)
            .ok()?
            .split(';')
            .map(|field| field.parse().ok())
            .collect::<Option<_>>()?;
        let (name, version) = match fields[..] {
            [84, ..] => ("tmux", None),
            [83, number, ..] => ("screen", Some([number / 10_000, number / 100 % 100, number % 100])),
            [85, ..] => ("rxvt-unicode", None),
            [65, number, ..] => ("VTE", Some([number, 0, 0])),
            // 4000 and the first number of its version, then the second.
            [1, first @ 4000..=4999, second, ..] => ("kitty", Some([first - 4000, second, 0])),
            _ => return None,
        };
        Some(Self { name: name.to_owned(), version: version.map(Version) })
    }

    /// Whether it stands between us and the terminal that draws: its replies may go to another pane.
    pub fn is_multiplexer(&self) -> bool {
        matches!(self.name.as_str(), "tmux" | "screen" | "Zellij")
    }

    /// Whether it is known to survive `OSC 99 ; p=?`, and to answer it. foot aborts at it from 1.18.1 to 1.26, with all its
    /// windows where it is a server (facts/terminals.md §0.2, §2.5).
    pub fn survives_capability_query(&self) -> bool {
        let is_at_least = |major, minor| self.version >= Some(Version::new(major, minor));
        match self.name.as_str() {
            "kitty" => is_at_least(0, 36),
            "foot" => is_at_least(1, 27),
            "Konsole" => is_at_least(24, 12),
            "contour" | "xterm.js" => true,
            _ => false,
        }
    }

    /// Whether it answers `p=?` behind what was asked after it: VS Code does so on another turn of its event loop
    /// (facts/terminals.md §3.1).
    pub fn answers_late(&self) -> bool {
        self.name == "xterm.js"
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_terminal_that_names_itself() {
        for (text, name, version) in [
            ("kitty(0.49.0)", "kitty", Some([0, 49, 0])),
            ("ghostty 1.3.1", "ghostty", Some([1, 3, 1])),
            ("ghostty 1.3.2-main+abc", "ghostty", Some([1, 3, 2])),
            ("WezTerm 20240203-110809-5046fc22", "WezTerm", Some([20_240_203, 110_809, 5046])),
            ("iTerm2 3.6.9", "iTerm2", Some([3, 6, 9])),
            ("foot(1.27.0)", "foot", Some([1, 27, 0])),
            ("foot(1.26.1-22-gab6ffd1)", "foot", Some([1, 26, 1])),
            ("VTE(8500)", "VTE", Some([8500, 0, 0])),
            ("Konsole 24.12.0", "Konsole", Some([24, 12, 0])),
            ("mintty 3.8.2", "mintty", Some([3, 8, 2])),
            ("contour 0.7.0-HEAD-a784f61b", "contour", Some([0, 7, 0])),
            ("Rio 0.3.0", "Rio", Some([0, 3, 0])),
            ("Warp(v0.2026.05.06.08.12.stable_01)", "Warp", Some([0, 2026, 5])),
            ("xterm.js(6.1.0-beta.56)", "xterm.js", Some([6, 1, 0])),
            ("XTerm(390)", "XTerm", Some([390, 0, 0])),
            ("tmux 3.6a", "tmux", Some([3, 6, 0])),
            ("Zellij(0.45.0)", "Zellij", Some([0, 45, 0])),
            ("libghostty", "libghostty", None),
            (" kitty(0.41.1) ", "kitty", Some([0, 41, 1])),
        ] {
            let identity = Identity { name: name.to_owned(), version: version.map(Version) };
            assert_eq!(Identity::from_xtversion(format!(">|{text}").as_bytes()), Some(identity), "{text}");
        }
    }

    #[test]
    fn what_is_no_name_is_nobody() {
        let long = format!(">|{}(1)", "x".repeat(NAME_LIMIT + 1));
        for dcs in [
            "",
            ">|",
            ">| ",
            ">|(1.2)",
            "1+r544e=1",
            "kitty(0.49.0)",
            "|kitty",
            ">|k\u{e9}(1)",
            ">|a\tb",
            &long,
        ] {
            assert_eq!(Identity::from_xtversion(dcs.as_bytes()), None, "{dcs:?}");
        }
        assert_eq!(Identity::from_xtversion(b">|kitty\xff"), None);
    }

    #[test]
    fn the_numbers_that_only_one_terminal_has() {
        for (parameters, name, version) in [
            ("84;0;0", "tmux", None),
            ("83;40900;0", "screen", Some([4, 9, 0])),
            ("85;95;0", "rxvt-unicode", None),
            ("65;8500;1", "VTE", Some([8500, 0, 0])),
            ("1;4000;41", "kitty", Some([0, 41, 0])),
        ] {
            let identity = Identity { name: name.to_owned(), version: version.map(Version) };
            assert_eq!(Identity::from_secondary_attributes(parameters.as_bytes()), Some(identity));
        }
        // foot, xterm, Alacritty, and noise.
        for parameters in ["1;012100;0", "41;390;0", "0;2500;1", "", "84;", "x", "1;4000"] {
            assert_eq!(Identity::from_secondary_attributes(parameters.as_bytes()), None, "{parameters}");
        }
    }

    #[test]
    fn only_who_is_known_to_survive_is_asked() {
        let survives = |text: &str| {
            let identity = Identity::from_xtversion(format!(">|{text}").as_bytes());
            identity.is_some_and(|identity| identity.survives_capability_query())
        };
        for text in
            ["kitty(0.36.0)", "kitty(1.0)", "foot(1.27.0)", "foot(1.27)", "foot(2.0.0)", "Konsole 24.12.0"]
        {
            assert!(survives(text), "{text}");
        }
        for text in ["contour 0.6.3", "xterm.js(6.1.0-beta.56)"] {
            assert!(survives(text), "{text}");
        }
        for text in [
            "foot(1.26.1)",
            "foot(1.18.1)",
            "foot(1.26.1-22-gab6ffd1)",
            "foot(1)",
            "foot",
            "foot(next)",
            "Foot(1.28.0)",
            "kitty(0.35.2)",
            "kitty",
            "Konsole 24.11.80",
            "ghostty 1.3.1",
            "tmux 3.6a",
            "Zellij(0.45.1)",
            "footclient(1.28)",
            "WezTerm 20240203",
        ] {
            assert!(!survives(text), "{text}");
        }
    }

    #[test]
    fn multiplexers_are_no_terminals() {
        let of = |name: &str| Identity { name: name.to_owned(), version: None };
        assert!(["tmux", "screen", "Zellij"].iter().all(|name| of(name).is_multiplexer()));
        assert!(!of("kitty").is_multiplexer());
    }

    proptest! {
        #[test]
        fn anything_is_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            if let Some(identity) = Identity::from_xtversion(&[b">|", &bytes[..]].concat()) {
                prop_assert!(identity.name.bytes().all(|byte| byte.is_ascii_graphic()));
            }
            Identity::from_secondary_attributes(&bytes);
        }

        #[test]
        fn foot_below_1_27_is_never_asked(minor in 0_u32..27, patch in any::<u32>(), rest in "[ -~]{0,20}") {
            let text = format!(">|foot(1.{minor}.{patch}{rest}");
            let identity = Identity::from_xtversion(text.as_bytes()).unwrap();
            prop_assert!(!identity.survives_capability_query());
        }
    }
}
