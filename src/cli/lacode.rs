//! The names under which lacode's programs are called: a link of such a name to this program takes their arguments.

use std::{ffi::OsString, path::Path};

/// lacode's program with commands, of which `notify` takes words and no options (spec §2).
const LACODE: &str = "lacode";
/// lacode's name for that command.
const NOTIFY: &str = "oc-notify";
/// lacode's names for `receive`, which are the command of a key in `authorized_keys`.
const RECEIVE: [&str; 2] = ["oc-notify-receiver", "lacode-notify-receiver"];

/// The arguments as ours. A word that starts with a dash is a word: lacode's programs have no options. What is sent to a
/// receiver is not in its arguments.
pub(super) fn translate(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let name = arguments.first().and_then(|name| Path::new(name).file_name()).unwrap_or_default().to_owned();
    let words = ["notify", "--lacode", "--"].map(OsString::from);
    if name == NOTIFY {
        arguments.splice(1..1, words);
    } else if name == LACODE && arguments.get(1).is_some_and(|command| command == "notify") {
        arguments.splice(1..2, words);
    } else if RECEIVE.iter().any(|known| name == *known) {
        arguments.truncate(1);
        arguments.push("receive".into());
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
    fn only_lacode_s_names_are_special() {
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
        assert_eq!(translated(&["plyn-notify", "notify", "-x"]), ["plyn-notify", "notify", "-x"]);
        assert_eq!(translated(&[]), [""; 0]);
    }
}
