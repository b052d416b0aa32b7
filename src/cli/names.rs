//! The names under which the program is called: a link of such a name to it takes that program's arguments.

use std::{ffi::OsString, path::Path};

/// Each name, the command that its first argument has to be, if any, and what stands in its place. lacode's programs have
/// no options (spec §2), and neither has what asks for a password: a word that starts with a dash is a word.
const NAMES: [(&str, Option<&str>, &[&str]); 3] = [
    ("oc-notify", None, &["notify", "--lacode", "--"]),
    ("lacode", Some("notify"), &["notify", "--lacode", "--"]),
    ("plyn-notify-askpass", None, &["askpass", "--"]),
];
/// lacode's names for `receive`, which are the command of a key in `authorized_keys`: what is sent to it is not in its
/// arguments.
const RECEIVE: [&str; 2] = ["oc-notify-receiver", "lacode-notify-receiver"];

/// The arguments as ours.
pub(super) fn translate(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let name = arguments.first().and_then(|name| Path::new(name).file_name()).unwrap_or_default().to_owned();
    if RECEIVE.iter().any(|known| name == *known) {
        arguments.truncate(1);
        arguments.push("receive".into());
        return arguments;
    }
    for (known, command, ours) in NAMES {
        let is_called = command.is_none_or(|command| arguments.get(1).is_some_and(|first| first == command));
        if name == known && is_called {
            let replaced = 1 + usize::from(command.is_some());
            arguments.splice(1..replaced, ours.iter().map(OsString::from));
            break;
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(arguments: &[&str]) -> Vec<OsString> {
        translate(arguments.iter().map(OsString::from))
    }

    #[test]
    fn only_these_names_are_special() {
        assert_eq!(
            translated(&["/usr/bin/oc-notify", "-x", "y"]),
            ["/usr/bin/oc-notify", "notify", "--lacode", "--", "-x", "y"]
        );
        assert_eq!(
            translated(&["lacode", "notify", "-x", "y"]),
            ["lacode", "notify", "--lacode", "--", "-x", "y"]
        );
        for words in [&["lacode"][..], &["lacode", "forward", "host", "--", "notify"], &["lacode", "--help"]]
        {
            assert_eq!(translated(words), words);
        }
        assert_eq!(translated(&["./oc-notify-receiver", "a", "b"]), ["./oc-notify-receiver", "receive"]);
        assert_eq!(
            translated(&["plyn-notify-askpass", "--help?"]),
            ["plyn-notify-askpass", "askpass", "--", "--help?"]
        );
        assert_eq!(translated(&["plyn-notify", "notify", "-x"]), ["plyn-notify", "notify", "-x"]);
        assert_eq!(translated(&[]), [""; 0]);
    }
}
