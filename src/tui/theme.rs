//! Colours and signs: dark, light, of unknown ground, without colours; with Unicode and without.
//!
//! Pure. Where the ground is not known nothing is coloured that would vanish on either: the sixteen colours, which the
//! human has chosen to go with it, and no ground of our own.

use std::borrow::Cow;

use ratatui::style::{Color, Modifier, Style};

/// What the terminal's ground is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Ground {
    /// Dark.
    Dark,
    /// Light.
    Light,
    /// Nobody knows.
    Unknown,
}

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Depth {
    /// None (`NO_COLOR`).
    None,
    /// Sixteen, of the human's choice.
    Sixteen,
    /// 256, fixed.
    Many,
}

/// All styles and signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) struct Theme {
    /// What was asked for.
    pub(in crate::tui) ground: Ground,
    /// Of how many colours.
    pub(in crate::tui) depth: Depth,
    /// What is not as important.
    pub(in crate::tui) dim: Style,
    /// Lines and frames.
    pub(in crate::tui) line: Style,
    /// What is chosen, and where to look.
    pub(in crate::tui) accent: Style,
    /// As it should be.
    pub(in crate::tui) good: Style,
    /// Good to know.
    pub(in crate::tui) note: Style,
    /// Something is lost.
    pub(in crate::tui) warning: Style,
    /// It fails.
    pub(in crate::tui) problem: Style,
    /// Titles.
    pub(in crate::tui) title: Style,
    /// The ground of the selected row.
    pub(in crate::tui) selected: Style,
    /// A key in a hint.
    pub(in crate::tui) key: Style,
    /// The signs.
    pub(in crate::tui) signs: Signs,
}

/// The signs that are not letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tui) struct Signs {
    pub(in crate::tui) good: &'static str,
    pub(in crate::tui) note: &'static str,
    pub(in crate::tui) warning: &'static str,
    pub(in crate::tui) problem: &'static str,
    pub(in crate::tui) unknown: &'static str,
    pub(in crate::tui) off: &'static str,
    pub(in crate::tui) bar: &'static str,
    pub(in crate::tui) rule: &'static str,
    pub(in crate::tui) rule_active: &'static str,
    pub(in crate::tui) vertical: &'static str,
    pub(in crate::tui) corners: [&'static str; 4],
    pub(in crate::tui) arrow: &'static str,
    pub(in crate::tui) down: &'static str,
    pub(in crate::tui) dot: &'static str,
    pub(in crate::tui) ellipsis: &'static str,
    pub(in crate::tui) on: &'static str,
    pub(in crate::tui) switched_off: &'static str,
    pub(in crate::tui) left: &'static str,
    pub(in crate::tui) right: &'static str,
    pub(in crate::tui) modified: &'static str,
    pub(in crate::tui) track: &'static str,
    pub(in crate::tui) thumb: &'static str,
    pub(in crate::tui) dash: &'static str,
    pub(in crate::tui) spinner: &'static [&'static str],
}

const UNICODE: Signs = Signs {
    good: "✓",
    note: "•",
    warning: "▲",
    problem: "✗",
    unknown: "?",
    off: "○",
    bar: "▌",
    rule: "─",
    rule_active: "━",
    vertical: "│",
    corners: ["╭", "╮", "╰", "╯"],
    arrow: "→",
    down: "↓",
    dot: "·",
    ellipsis: "…",
    on: "━━●",
    switched_off: "●──",
    left: "‹",
    right: "›",
    modified: "●",
    track: "│",
    thumb: "┃",
    dash: "–",
    spinner: &["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
};

const ASCII: Signs = Signs {
    good: "+",
    note: "-",
    warning: "!",
    problem: "x",
    unknown: "?",
    off: "o",
    bar: ">",
    rule: "-",
    rule_active: "=",
    vertical: "|",
    corners: ["+", "+", "+", "+"],
    arrow: "->",
    down: "v",
    dot: "-",
    ellipsis: "...",
    on: "[*]",
    switched_off: "[ ]",
    left: "<",
    right: ">",
    modified: "*",
    track: "|",
    thumb: "#",
    dash: "-",
    spinner: &["|", "/", "-", "\\"],
};

impl Signs {
    /// A text as a terminal without Unicode can show it.
    pub(in crate::tui) fn shown<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if *self == UNICODE || text.is_ascii() {
            return text.into();
        }
        let ascii = text.replace('…', "...");
        ascii.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect::<String>().into()
    }
}

impl Theme {
    /// The theme for this ground, this many colours, and signs that are no ASCII or not.
    pub(in crate::tui) fn new(ground: Ground, depth: Depth, unicode: bool) -> Self {
        let fg = |color: Color| Style::new().fg(color);
        let indexed =
            |dark: u8, light: u8| fg(Color::Indexed(if ground == Ground::Light { light } else { dark }));
        let is_plain = ground == Ground::Unknown || depth == Depth::Sixteen;
        let pick = |plain: Color, dark: u8, light: u8| match depth {
            Depth::None => Style::new(),
            _ if is_plain => fg(plain),
            _ => indexed(dark, light),
        };
        let selected = match (depth, ground) {
            (Depth::Many, Ground::Dark) => Style::new().bg(Color::Indexed(236)),
            (Depth::Many, Ground::Light) => Style::new().bg(Color::Indexed(254)),
            _ => Style::new(),
        };
        let dim = match depth {
            Depth::None => Style::new().add_modifier(Modifier::DIM),
            _ if is_plain => Style::new().add_modifier(Modifier::DIM),
            _ => indexed(245, 243),
        };
        let bold = Modifier::BOLD;
        Self {
            ground,
            depth,
            dim,
            line: if is_plain || depth == Depth::None { dim } else { indexed(239, 250) },
            accent: pick(Color::Cyan, 80, 25).add_modifier(bold),
            good: pick(Color::Green, 114, 28),
            note: pick(Color::Cyan, 110, 61),
            warning: pick(Color::Yellow, 215, 130),
            problem: pick(Color::Red, 210, 160).add_modifier(bold),
            title: Style::new().add_modifier(bold),
            selected,
            key: Style::new().add_modifier(bold),
            signs: if unicode { UNICODE } else { ASCII },
        }
    }

    /// The same signs and number of colours for another ground.
    #[must_use]
    pub(in crate::tui) fn on(self, ground: Ground) -> Self {
        Self::new(ground, self.depth, self.signs == UNICODE)
    }

    /// The sign of something that runs, for this moment.
    pub(in crate::tui) fn spinner(&self, now: std::time::Duration) -> &'static str {
        let frames = self.signs.spinner;
        let at = usize::try_from(now.as_millis() / FRAME.as_millis()).unwrap_or(0) % frames.len();
        frames.get(at).copied().unwrap_or_default()
    }
}

/// How long one picture of a spinner stays.
pub(in crate::tui) const FRAME: std::time::Duration = std::time::Duration::from_millis(100);

/// The ground that a terminal's answer to `OSC 11 ; ?` speaks of: `rgb:RRRR/GGGG/BBBB`, with one to four digits each.
pub(in crate::tui) fn ground(osc: &[u8]) -> Option<Ground> {
    let text = std::str::from_utf8(osc).ok()?.strip_prefix("11;")?;
    let digits = text.strip_prefix("rgb:").or_else(|| text.strip_prefix("rgba:"))?;
    let parts: Vec<f64> = digits
        .split('/')
        .take(3)
        .map(|part| {
            let most = 16_u32.checked_pow(u32::try_from(part.len()).ok()?)?.checked_sub(1)?;
            Some(f64::from(u32::from_str_radix(part, 16).ok()?) / f64::from(most))
        })
        .collect::<Option<_>>()?;
    let [red, green, blue] = parts.as_slice() else { return None };
    // ITU-R BT.709.
    let light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    Some(if light > 0.5 { Ground::Light } else { Ground::Dark })
}

/// The ground that `COLORFGBG` speaks of, as rxvt and Konsole set it: `15;0`, or `15;default;0`.
pub(in crate::tui) fn ground_of_variable(value: &str) -> Ground {
    match value.rsplit(';').next().and_then(|last| last.parse::<u8>().ok()) {
        Some(7 | 15) => Ground::Light,
        Some(0..=6 | 8..=14) => Ground::Dark,
        _ => Ground::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ground_is_known_by_what_the_terminal_says() {
        for (osc, expected) in [
            ("11;rgb:0000/0000/0000", Some(Ground::Dark)),
            ("11;rgb:ffff/ffff/ffff", Some(Ground::Light)),
            ("11;rgb:1e/1e/2e", Some(Ground::Dark)),
            ("11;rgba:fdf6/f6e3/e3e3/ffff", Some(Ground::Light)),
            ("11;rgb:f/f/f", Some(Ground::Light)),
            ("11;rgb://", None),
            ("11;rgb:00/00", None),
            ("11;?", None),
            ("10;rgb:0/0/0", None),
            ("11;rgb:fffffffff/0/0", None),
        ] {
            assert_eq!(ground(osc.as_bytes()), expected, "{osc}");
        }
        for (variable, expected) in [
            ("15;0", Ground::Dark),
            ("0;15", Ground::Light),
            ("0;default;15", Ground::Light),
            ("default;default", Ground::Unknown),
            ("", Ground::Unknown),
        ] {
            assert_eq!(ground_of_variable(variable), expected, "{variable}");
        }
    }

    #[test]
    fn without_colours_there_is_none_and_on_unknown_ground_none_of_ours() {
        for ground in [Ground::Dark, Ground::Light, Ground::Unknown] {
            let theme = Theme::new(ground, Depth::None, true);
            for style in [theme.dim, theme.accent, theme.good, theme.warning, theme.problem, theme.selected] {
                assert_eq!((style.fg, style.bg), (None, None));
            }
        }
        let theme = Theme::new(Ground::Unknown, Depth::Many, true);
        assert_eq!(theme.selected.bg, None);
        assert!(!matches!(theme.accent.fg, Some(Color::Indexed(_))));
    }
}
