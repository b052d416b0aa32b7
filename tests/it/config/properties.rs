//! Whatever a file or a variable holds, loading neither breaks nor loses a good key.

use plyn_notify::engine::config::Origin;
use proptest::{prelude::*, sample};

use super::Files;

/// Pieces of files, so that random text gets past the parser often enough to matter.
const PIECES: [&str; 26] = [
    "[notify]",
    "[remote]",
    "[agents.x]",
    "[[notify]]",
    "[",
    "]",
    "{",
    "}",
    "=",
    ".",
    ",",
    "\n",
    "\r\n",
    "\"",
    "'",
    "#",
    "notify",
    "bell",
    "grace_seconds",
    "channels",
    "true",
    "-1",
    "1e999",
    "nan",
    "1979-05-27",
    "\u{feff}",
];

/// Every key of `[notify]` with a good value and a wrong line in its place.
const KEYS: [(&str, &str, &[&str]); 9] = [
    ("enabled", "false", &["2", "'maybe'", "[]"]),
    ("grace_seconds", "1.5", &["-1", "nan", "'x'", "1e9", "true"]),
    ("min_interval_seconds", "0", &["-0.1", "inf", "{}", "1979-05-27"]),
    ("channels", "['desktop', 'terminal']", &["[]", "['x']", "[3]", "7", "{ a = 1 }"]),
    ("actions", "'off'", &["''", "'truee'"]),
    ("include_reason", "1", &["-1", "1.0"]),
    ("protocol", "'osc99'", &["'osc'", "99", "[]"]),
    ("bell", "false", &["07:32:00", "'x'"]),
    ("sound", "false", &["3", "{ a = 'b' }"]),
];

proptest! {
    #[test]
    fn no_text_breaks_loading(text in any::<String>(), bytes in any::<Vec<u8>>()) {
        for contents in [text.as_bytes(), &bytes] {
            let loaded = Files::new().user(contents).variable("PLYN_NOTIFY_CHANNELS", &text).load();
            for fault in &loaded.faults {
                prop_assert!(!fault.to_string().contains(char::is_control), "{fault:?}");
            }
        }
    }

    #[test]
    fn no_near_miss_breaks_loading(pieces in prop::collection::vec(sample::select(&PIECES[..]), 0..30)) {
        let loaded = Files::new().user(pieces.concat()).load();
        for fault in &loaded.faults {
            prop_assert!(!fault.to_string().contains(char::is_control), "{fault:?}");
        }
        prop_assert!(!loaded.settings.notify.channels.is_empty());
    }

    #[test]
    fn no_variable_breaks_loading(name in "[A-Z_]{0,30}", value in any::<String>()) {
        let loaded = Files::new().variable(&format!("PLYN_NOTIFY_{name}"), &value).load();
        prop_assert!(loaded.faults.len() <= 1);
    }

    /// A file with one wrong line says of everything else what it says without that line.
    #[test]
    fn one_wrong_line_costs_one_key(
        keys in sample::subsequence(KEYS.to_vec(), 1..=KEYS.len()).prop_shuffle(),
        wrong in any::<sample::Index>(),
        value in any::<sample::Index>(),
        unknown in any::<bool>(),
    ) {
        let wrong = wrong.index(keys.len());
        let mut lines: Vec<String> = keys.iter().map(|(key, good, _)| format!("{key} = {good}")).collect();
        let (key, good, bad) = keys[wrong];
        lines[wrong] = if unknown { format!("x{key} = {good}") } else { format!("{key} = {}", value.get(bad)) };
        let with = format!("[notify]\n{}\n", lines.join("\n"));
        lines.remove(wrong);
        let without = format!("[notify]\n{}\n", lines.join("\n"));

        let (with, without) = (Files::new().user(&with).load(), Files::new().user(&without).load());
        prop_assert_eq!(&without.faults, &[]);
        prop_assert_eq!(with.faults.len(), 1);
        prop_assert_eq!(with.settings, without.settings);
        // The keys start on the second line.
        let line = |origin: &Origin| match origin { Origin::File { line, .. } => *line, _ => None };
        prop_assert_eq!(line(&with.faults[0].origin), Some(wrong + 2));
    }
}
