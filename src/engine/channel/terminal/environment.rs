//! The variables that say something about the terminal.
//!
//! Pure: `facts.rs` reads them, here they are data. No variable is proof: each may be inherited from a terminal that is
//! no longer in front (facts/terminals.md §2.2), which is what the rules are about.

use std::collections::BTreeMap;

/// The variables that the rules look at.
pub const VARIABLES: [&str; 39] = [
    "ALACRITTY_WINDOW_ID",
    "ConEmuANSI",
    "ConEmuPID",
    "GHOSTTY_RESOURCES_DIR",
    "INSIDE_EMACS",
    "ITERM_SESSION_ID",
    "KITTY_PID",
    "KITTY_WINDOW_ID",
    "KONSOLE_VERSION",
    "LC_TERMINAL",
    "LC_TERMINAL_VERSION",
    "MOSH_IP",
    "MOSH_KEY",
    "MOSH_SERVER_NETWORK_TMOUT",
    "MOSH_SERVER_SIGNAL_TMOUT",
    "NCURSES_NO_UTF8_ACS",
    "NVIM",
    "SSH_CLIENT",
    "SSH_CONNECTION",
    "SSH_TTY",
    "STY",
    "TERM",
    "TERMINAL_EMULATOR",
    "TERMINAL_NAME",
    "TERMINAL_VERSION_STRING",
    "TERMINOLOGY",
    "TERMUX_VERSION",
    "TERM_PROGRAM",
    "TERM_PROGRAM_VERSION",
    "TMUX",
    "TMUX_PANE",
    "VTE_VERSION",
    "WARP_CLIENT_VERSION",
    "WEZTERM_PANE",
    "WT_SESSION",
    "XTERM_VERSION",
    "ZED_TERM",
    "ZELLIJ",
    "ZELLIJ_SESSION_NAME",
];

/// What they say. A variable that is set to nothing is not set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment(BTreeMap<String, String>);

impl Environment {
    /// Those of the variables that this function knows.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Self {
        VARIABLES.into_iter().filter_map(|name| Some((name, variable(name)?))).collect()
    }

    /// What the variable says, if it is set.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Whether the variable is set.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// `TERM`, or nothing.
    pub fn term(&self) -> &str {
        self.get("TERM").unwrap_or_default()
    }

    /// `NAME=value`, as evidence; none if it is not set.
    pub fn quote(&self, name: &str) -> Option<String> {
        self.get(name).map(|value| format!("{name}={value}"))
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(variables: I) -> Self {
        let variables = variables.into_iter().map(|(name, value)| (name.into(), value.into()));
        Self(variables.filter(|(_, value)| !value.is_empty()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_to_nothing_is_not_set() {
        let environment = Environment::read(|name| match name {
            "TERM" => Some("xterm".to_owned()),
            "STY" => Some(String::new()),
            _ => None,
        });
        assert_eq!(environment, [("TERM", "xterm")].into_iter().collect());
        assert_eq!(
            (environment.get("STY"), environment.has("STY"), environment.term()),
            (None, false, "xterm")
        );
        assert_eq!(environment.quote("TERM"), Some("TERM=xterm".to_owned()));
        assert_eq!(environment.quote("STY"), None);
    }

    #[test]
    fn the_list_is_in_order_and_names_none_twice() {
        assert!(VARIABLES.is_sorted_by(|one, other| one < other));
    }
}
