//! What it means that ssh ended, in words that say what to do.
//!
//! Pure: no clock, no environment, no input or output.

use super::{session::End, target::Target};
use crate::engine::text::{clean, cut};

/// What ssh ends with when it is ssh that failed (ssh(1)).
pub const SSH_FAILED: u8 = 255;
/// What a shell ends with when there is no such command.
const NOT_FOUND: u8 = 127;
/// How much of what ssh said is repeated, in characters.
const MOST: usize = 200;

/// What ssh says, as it says it, and what that means for one who waits. The first that is found counts.
const CAUSES: [(&str, Cause); 17] = [
    ("REMOTE HOST IDENTIFICATION HAS CHANGED", Cause::ChangedKey),
    ("Host key verification failed", Cause::UnknownKey),
    ("No ED25519 host key is known", Cause::UnknownKey),
    ("UNPROTECTED PRIVATE KEY FILE", Cause::OpenKey),
    ("Permission denied (", Cause::Refused),
    ("Too many authentication failures", Cause::Refused),
    ("Connection refused", Cause::NobodyListens),
    ("Could not resolve hostname", Cause::NoName),
    ("Name or service not known", Cause::NoName),
    ("Connection timed out", Cause::Unreached),
    ("Operation timed out", Cause::Unreached),
    ("No route to host", Cause::Unreached),
    ("Network is unreachable", Cause::Unreached),
    ("not responding", Cause::Cut),
    ("Broken pipe", Cause::Cut),
    ("Connection reset", Cause::Cut),
    ("closed by", Cause::Cut),
];

/// What a shell says of what it cannot parse: those of Bourne's family, zsh, fish, csh.
const SHELLS: [&str; 4] = ["yntax error", "parse error", "fish: ", "Badly placed"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    ChangedKey,
    UnknownKey,
    OpenKey,
    Refused,
    NobodyListens,
    NoName,
    Unreached,
    Cut,
}

/// Why it ended, without having been told to; a lowercase fragment.
pub fn words(end: &End, target: &Target) -> String {
    let name = target.name();
    let last = last_line(&end.complaint);
    match end.status {
        _ if end.flooded => format!("{name} prints without end; look at the login scripts there"),
        None => format!("ssh to {name} was ended by a signal"),
        Some(SSH_FAILED) => match cause(&end.complaint) {
            Some(cause) => describe(cause, target),
            None if last.is_empty() => format!("ssh to {name} failed"),
            None => format!("ssh to {name} failed: {last}"),
        },
        Some(NOT_FOUND) => {
            format!(
                "{name} does not find plyn-notify; install it there, or repair the command of its authorized_keys line"
            )
        }
        // Every shell refuses the first line of what is sent to it, on purpose.
        Some(_) if SHELLS.iter().any(|said| end.complaint.contains(said)) => format!(
            "a shell answers at {name}, not plyn-notify; the key's line in authorized_keys there needs its command: \
             plyn-notify tunnel setup"
        ),
        Some(status) if last.is_empty() => {
            format!("{name} answered nothing (exit status {status}); is its key for `plyn-notify receive`?")
        }
        Some(_) => format!("{name} says: {}", last.strip_prefix("plyn-notify: ").unwrap_or(&last)),
    }
}

/// Whether all that is wrong is that nobody has accepted the other host's key yet.
pub fn is_unknown_host(end: &End) -> bool {
    end.status == Some(SSH_FAILED) && cause(&end.complaint) == Some(Cause::UnknownKey)
}

fn cause(complaint: &str) -> Option<Cause> {
    CAUSES.into_iter().find(|(said, _)| complaint.contains(said)).map(|(_, cause)| cause)
}

fn describe(cause: Cause, target: &Target) -> String {
    let name = target.name();
    match cause {
        Cause::ChangedKey => {
            let known = match target.port {
                Some(port) if port != 22 => format!("[{}]:{port}", target.host),
                _ => target.host.clone(),
            };
            format!(
                "the host key of {name} has changed; if that is meant to be, forget the old one: ssh-keygen -R '{known}'"
            )
        }
        Cause::UnknownKey => {
            format!("the host key of {name} is not known; accept it once: plyn-notify tunnel setup")
        }
        Cause::OpenKey => {
            let key = target.key.as_deref().map(|key| clean(&key.to_string_lossy())).unwrap_or_default();
            format!("others can read the key, so ssh does not use it; run: chmod 600 '{key}'")
        }
        Cause::Refused => {
            format!("{name} refuses our key; add its line to authorized_keys there: plyn-notify tunnel setup")
        }
        Cause::NobodyListens if target.is_tunnel() => {
            let port = target.port.unwrap_or(22);
            format!("nobody listens at {name}; connect from the desktop by: ssh -R {port}:localhost:22 …")
        }
        Cause::NobodyListens => format!("nobody listens at {name}; is sshd running there?"),
        Cause::NoName => format!("there is no host {name}; see: plyn-notify config get remote.host"),
        Cause::Unreached => format!("{name} cannot be reached"),
        Cause::Cut => format!("the connection to {name} was lost"),
    }
}

/// The last thing that was said.
fn last_line(complaint: &str) -> String {
    let said = complaint.lines().map(clean).rfind(|line| !line.trim().is_empty());
    cut(said.unwrap_or_default().trim(), MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::config::RemoteSettings;

    fn target(host: Option<&str>) -> Target {
        Target::of(&RemoteSettings {
            host: host.map(str::to_owned),
            key: Some("/k".into()),
            ..RemoteSettings::default()
        })
        .unwrap()
    }

    fn said(status: Option<u8>, complaint: &str) -> String {
        words(&End { status, complaint: complaint.to_owned(), flooded: false }, &target(Some("laptop")))
    }

    #[test]
    fn what_ssh_says_is_said_with_what_to_do() {
        let changed = "@@@@@\r\n@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\r\n\
                       Host key verification failed.\r\n";
        for (complaint, text) in [
            (
                changed,
                "the host key of laptop has changed; if that is meant to be, forget the old one: ssh-keygen -R 'laptop'",
            ),
            (
                "No ED25519 host key is known for laptop and you have requested strict checking.\r\n\
                 Host key verification failed.\r\n",
                "the host key of laptop is not known; accept it once: plyn-notify tunnel setup",
            ),
            (
                "me@laptop: Permission denied (publickey).\r\n",
                "laptop refuses our key; add its line to authorized_keys there: plyn-notify tunnel setup",
            ),
            (
                "ssh: connect to host laptop port 22: Connection refused\r\n",
                "nobody listens at laptop; is sshd running there?",
            ),
            (
                "ssh: Could not resolve hostname laptop: Name or service not known\r\n",
                "there is no host laptop; see: plyn-notify config get remote.host",
            ),
            ("ssh: connect to host laptop port 22: Connection timed out\r\n", "laptop cannot be reached"),
            ("Timeout, server laptop not responding.\r\n", "the connection to laptop was lost"),
            ("Connection to laptop closed by remote host.\r\n", "the connection to laptop was lost"),
            ("something \u{1b}[31mnew\r\n", "ssh to laptop failed: something [31mnew"),
            ("", "ssh to laptop failed"),
        ] {
            assert_eq!(said(Some(255), complaint), text);
        }
    }

    #[test]
    fn what_the_other_host_says_is_repeated() {
        assert_eq!(said(None, ""), "ssh to laptop was ended by a signal");
        let flood = End { flooded: true, ..End::default() };
        let text = "laptop prints without end; look at the login scripts there";
        assert_eq!(words(&flood, &target(Some("laptop"))), text);
        let text = "laptop does not find plyn-notify; install it there, or repair the command of its authorized_keys line";
        assert_eq!(said(Some(127), "sh: 1: plyn-notify: not found\n"), text);
        assert_eq!(
            said(Some(1), "motd\nplyn-notify: too many are open\n\n"),
            "laptop says: too many are open"
        );
        assert_eq!(
            said(Some(1), ""),
            "laptop answered nothing (exit status 1); is its key for `plyn-notify receive`?"
        );
    }

    #[test]
    fn a_shell_in_its_place_is_seen() {
        let shell = "a shell answers at laptop, not plyn-notify; the key's line in authorized_keys there needs its \
                     command: plyn-notify tunnel setup";
        for complaint in ["sh: 1: Syntax error: word unexpected\n", "Badly placed ()'s.\n"] {
            assert_eq!(said(Some(2), complaint), shell);
        }
    }

    #[test]
    fn a_tunnel_that_is_not_there_says_how_it_is_made() {
        let end = End {
            status: Some(255),
            complaint: "ssh: connect to host localhost port 10022: Connection refused\n".to_owned(),
            flooded: false,
        };
        let text =
            "nobody listens at localhost:10022; connect from the desktop by: ssh -R 10022:localhost:22 …";
        assert_eq!(words(&end, &target(None)), text);
        let changed = End { complaint: "REMOTE HOST IDENTIFICATION HAS CHANGED".to_owned(), ..end };
        assert!(words(&changed, &target(None)).ends_with("ssh-keygen -R '[localhost]:10022'"));
    }
}
