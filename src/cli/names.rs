//! The names under which the program is called: a link of such a name to it takes that program's arguments.

use std::{ffi::OsString, path::Path};

/// Each name, and what stands between it and its arguments. lacode's programs have no options (spec §2), and neither has
/// what asks for a password: a word that starts with a dash is a word.
const NAMES: [(&str, &[&str]); 3] = [
    ("oc-notify", &["notify", "--lacode", "--"]),
    ("lacode", &["notify", "--lacode", "--"]),
    ("plyn-notify-askpass", &["askpass", "--"]),
];

/// The arguments as ours.
pub(super) fn translate(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let name = arguments.first().and_then(|name| Path::new(name).file_name());
    let found = NAMES.iter().find(|(known, _)| name.is_some_and(|name| name == *known));
    if let Some((_, between)) = found {
        arguments.splice(1..1, between.iter().map(OsString::from));
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
        assert_eq!(translated(&["lacode"]), ["lacode", "notify", "--lacode", "--"]);
        assert_eq!(
            translated(&["plyn-notify-askpass", "--help?"]),
            ["plyn-notify-askpass", "askpass", "--", "--help?"]
        );
        assert_eq!(translated(&["plyn-notify", "notify", "-x"]), ["plyn-notify", "notify", "-x"]);
        assert_eq!(translated(&[]), [""; 0]);
    }
}
