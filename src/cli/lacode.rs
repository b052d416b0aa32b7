//! The names under which lacode's programs are called: a link of such a name to this program takes their arguments.

use std::{ffi::OsString, path::Path};

/// lacode's names for `notify` (spec §2).
const NOTIFY: [&str; 2] = ["oc-notify", "lacode"];

/// The arguments as ours. A word that starts with a dash is a word: lacode's programs have no options.
pub(super) fn translate(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let name = arguments.first().and_then(|name| Path::new(name).file_name());
    if name.is_some_and(|name| NOTIFY.iter().any(|known| name == *known)) {
        arguments.splice(1..1, ["notify", "--lacode", "--"].map(OsString::from));
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
        assert_eq!(translated(&["lacode"]), ["lacode", "notify", "--lacode", "--"]);
        assert_eq!(translated(&["plyn-notify", "notify", "-x"]), ["plyn-notify", "notify", "-x"]);
        assert_eq!(translated(&[]), [""; 0]);
    }
}
