//! Which terminal this is, by what it says of itself.
//!
//! Pure. XTVERSION (`CSI > q`, answered by `DCS > | text ST`) names it outright; the secondary device attributes (DA2,
//! `CSI > c`) are a number that only some are known by. What each sends is in facts/terminals.md §2.1.

/// Most characters of a name that are believed; the longest known one has ten.
const NAME_LIMIT: usize = 32;

/// A terminal's name and version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// As it spells it: `kitty`, `foot`, `Konsole`, `contour`, `xterm.js`, `ghostty`, `WezTerm`, `iTerm2`, `VTE`, `XTerm`,
    /// `Rio`, `Warp`, `mintty`, `tmux`, `Zellij`, or any other word.
    pub name: String,
    /// Empty where it says none.
    pub version: Version,
}

/// The numbers of a version, the greatest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub Vec<u32>);

impl Version {
    /// The numbers that a text begins with, or that follow a `v`; what comes behind them is no part of the version:
    /// `0.2026.05.stable` is 0.2026.5, and `1.26.1-22-gab6ffd1` 1.26.1.
    pub fn parse(text: &str) -> Self {
        let mut numbers = Vec::new();
        let mut rest = text.strip_prefix('v').unwrap_or(text);
        loop {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (digits, tail) = rest.split_at(end);
            let Ok(number) = digits.parse() else { break };
            numbers.push(number);
            let Some(next) = tail.strip_prefix('.') else { break };
            rest = next;
        }
        Self(numbers)
    }

    /// Whether it is known, and this one or a later one.
    pub fn is_at_least(&self, least: &[u32]) -> bool {
        !self.0.is_empty() && self.0.as_slice() >= least
    }
}

impl Identity {
    /// Reads a reply to XTVERSION: `dcs` is what stands between `ESC P` and its end.
    pub fn from_xtversion(dcs: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(dcs.strip_prefix(b">|")?).ok()?.trim();
        let end = text.find([' ', '(']).unwrap_or(text.len());
        let (name, version) = text.split_at(end);
        let is_name =
            (1..=NAME_LIMIT).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_graphic());
        is_name.then(|| Self {
            name: name.to_owned(),
            version: Version::parse(version.trim_start_matches([' ', '('])),
        })
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
            [84, ..] => ("tmux", Vec::new()),
            [83, number, ..] => ("screen", vec![number / 10_000, number / 100 % 100, number % 100]),
            [85, ..] => ("rxvt-unicode", Vec::new()),
            [65, number, ..] => ("VTE", vec![number]),
            // 4000 and the first number of its version, then the second.
            [1, first @ 4000..=4999, second, ..] => ("kitty", vec![first - 4000, second]),
            _ => return None,
        };
        Some(Self { name: name.to_owned(), version: Version(version) })
    }

    /// Whether it stands between us and the terminal that draws: its replies may go to another pane.
    pub fn is_multiplexer(&self) -> bool {
        matches!(self.name.as_str(), "tmux" | "screen" | "Zellij")
    }

    /// Whether it is known to survive `OSC 99 ; p=?`, and to answer it. foot aborts at it from 1.18.1 to 1.26, with all its
    /// windows where it is a server (facts/terminals.md §0.2, §2.5).
    pub fn survives_capability_query(&self) -> bool {
        match self.name.as_str() {
            "kitty" => self.version.is_at_least(&[0, 36]),
            "foot" => self.version.is_at_least(&[1, 27]),
            "Konsole" => self.version.is_at_least(&[24, 12]),
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
            ("kitty(0.49.0)", "kitty", &[0, 49, 0][..]),
            ("ghostty 1.3.1", "ghostty", &[1, 3, 1]),
            ("ghostty 1.3.2-main+abc", "ghostty", &[1, 3, 2]),
            ("WezTerm 20240203-110809-5046fc22", "WezTerm", &[20_240_203]),
            ("iTerm2 3.6.9", "iTerm2", &[3, 6, 9]),
            ("foot(1.27.0)", "foot", &[1, 27, 0]),
            ("foot(1.26.1-22-gab6ffd1)", "foot", &[1, 26, 1]),
            ("VTE(8500)", "VTE", &[8500]),
            ("Konsole 24.12.0", "Konsole", &[24, 12, 0]),
            ("mintty 3.8.2", "mintty", &[3, 8, 2]),
            ("contour 0.7.0-HEAD-a784f61b", "contour", &[0, 7, 0]),
            ("Rio 0.3.0", "Rio", &[0, 3, 0]),
            ("Warp(v0.2026.05.06.08.12.stable_01)", "Warp", &[0, 2026, 5, 6, 8, 12]),
            ("xterm.js(6.1.0-beta.56)", "xterm.js", &[6, 1, 0]),
            ("XTerm(390)", "XTerm", &[390]),
            ("tmux 3.6a", "tmux", &[3, 6]),
            ("tmux next-3.8", "tmux", &[]),
            ("Zellij(0.45.0)", "Zellij", &[0, 45, 0]),
            ("libghostty", "libghostty", &[]),
            (" kitty(0.41.1) ", "kitty", &[0, 41, 1]),
            ("kitty(99999999999.1)", "kitty", &[]),
        ] {
            let identity = Identity { name: name.to_owned(), version: Version(version.to_vec()) };
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
            ("84;0;0", "tmux", &[][..]),
            ("83;40900;0", "screen", &[4, 9, 0]),
            ("85;95;0", "rxvt-unicode", &[]),
            ("65;8500;1", "VTE", &[8500]),
            ("1;4000;41", "kitty", &[0, 41]),
        ] {
            let identity = Identity { name: name.to_owned(), version: Version(version.to_vec()) };
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
        let of = |name: &str| Identity { name: name.to_owned(), version: Version::default() };
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
