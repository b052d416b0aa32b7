//! What tmux is asked and how its answer reads (facts/terminals.md §2.4). Pure.

use super::{AskError, Passthrough};

/// Stands for the pane in [`ARGUMENTS`].
pub(super) const PANE: &str = "PANE";

/// One run of tmux: a line about the pane, a line a client, and the option, which is the last since an unknown one ends
/// the run before 3.3.
pub(super) const ARGUMENTS: &[&str] = &[
    "display-message",
    "-p",
    "-t",
    PANE,
    "pane\t#{pane_id}\t#{version}\t#{pane_tty}\t#{pane_active}\t#{window_zoomed_flag}\t#{window_active_clients}",
    ";",
    "list-clients",
    "-t",
    PANE,
    "-F",
    "client\t#{client_pid}\t#{client_termname}\t#{client_termtype}",
    ";",
    "show-options",
    "-qpAv",
    "-t",
    PANE,
    "allow-passthrough",
];

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) version: String,
    pub(super) tty: String,
    pub(super) passthrough: Passthrough,
    pub(super) is_visible: bool,
    pub(super) clients: Vec<ClientAnswer>,
}

/// A client in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClientAnswer {
    pub(super) process: u32,
    pub(super) name: String,
    pub(super) identity: String,
    /// Whether it runs in a tmux.
    pub(super) is_nested: bool,
}

impl Answer {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// When the pane is not there, or it is no such answer.
    pub(super) fn parse(text: &str, pane: &str) -> Result<Self, AskError> {
        let strange = || AskError::Silent("its answer is of no known form".to_owned());
        let mut lines = text.lines();
        let fields: Vec<&str> = lines.next().ok_or_else(strange)?.split('\t').collect();
        let ["pane", id, version, tty, active, zoomed, clients] = fields[..] else { return Err(strange()) };
        // What is not there is no error to it: it answers for another pane, or for none.
        if tty.is_empty() || (!pane.is_empty() && id != pane) {
            return Err(AskError::Gone);
        }
        let mut answer = Self {
            version: version.to_owned(),
            tty: tty.to_owned(),
            // Before 3.3 there is no such option, and nothing is held back.
            passthrough: Passthrough::All,
            is_visible: clients != "0" && (zoomed != "1" || active == "1"),
            clients: Vec::new(),
        };
        for line in lines {
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["client", process, name, identity] => answer.clients.push(ClientAnswer {
                    process: process.parse().map_err(|_| strange())?,
                    name: name.to_owned(),
                    identity: identity.to_owned(),
                    is_nested: name.starts_with("tmux") || identity.starts_with("tmux"),
                }),
                ["on"] => answer.passthrough = Passthrough::On,
                ["all"] => answer.passthrough = Passthrough::All,
                ["off"] => answer.passthrough = Passthrough::Off,
                _ => return Err(strange()),
            }
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Answer, AskError> {
        Answer::parse(text, "%3")
    }

    #[test]
    fn an_answer() {
        let text = "pane\t%3\t3.5a\t/dev/pts/7\t1\t0\t1\nclient\t41\txterm-kitty\tkitty(0.41.1)\n\
                    client\t42\ttmux-256color\ttmux 3.3a\non\n";
        let answer = parse(text).unwrap();
        assert_eq!((answer.version.as_str(), answer.tty.as_str()), ("3.5a", "/dev/pts/7"));
        assert_eq!((answer.passthrough, answer.is_visible), (Passthrough::On, true));
        let clients =
            answer.clients.iter().map(|client| (client.process, client.name.as_str(), client.is_nested));
        assert_eq!(clients.collect::<Vec<_>>(), [(41, "xterm-kitty", false), (42, "tmux-256color", true)]);
        assert_eq!(answer.clients[0].identity, "kitty(0.41.1)");
    }

    #[test]
    fn the_option_by_version() {
        let option = |line: &str| {
            let text = format!("pane\t%3\t3.3a\t/dev/pts/7\t1\t0\t1\n{line}");
            parse(&text).unwrap().passthrough
        };
        assert_eq!(option("off\n"), Passthrough::Off);
        assert_eq!(option("all\n"), Passthrough::All);
        assert_eq!(option(""), Passthrough::All, "no such option before 3.3");
    }

    #[test]
    fn what_is_in_sight() {
        let visible = |rest: &str| {
            let text = format!("pane\t%3\t3.3a\t/dev/pts/7\t{rest}\noff\n");
            parse(&text).unwrap().is_visible
        };
        assert!(visible("1\t0\t1") && visible("0\t0\t2") && visible("1\t1\t1"));
        assert!(!visible("1\t0\t0"), "no client shows the window");
        assert!(!visible("0\t1\t1"), "another pane covers it");
    }

    #[test]
    fn a_pane_that_is_gone_and_answers_of_other_forms() {
        assert_eq!(parse("pane\t\t3.3a\t\t\t\t\noff\n"), Err(AskError::Gone));
        assert_eq!(parse("pane\t%9\t3.3a\t/dev/pts/7\t1\t0\t1\noff\n"), Err(AskError::Gone));
        for text in ["", "x", "pane\t%3", "pane\t%3\t3.3a\t/dev/pts/7\t1\t0\t1\nmaybe\n"] {
            assert!(matches!(parse(text), Err(AskError::Silent(_))), "{text:?}");
        }
    }
}
