//! Who reviews Codex's requests: its hook is called before that is looked at, and must not take the place of a reviewer
//! that the user has chosen (facts/agents.md §3).

use std::{fs::File, io::Read as _, path::Path};

use crate::engine::config;

/// A settings file is a few kilobytes.
const LONGEST: u64 = 1024 * 1024;

/// Whether somebody else than the user decides, by the configuration in Codex's folder.
pub(super) fn is_another(folder: &Path) -> bool {
    let mut text = String::new();
    let read =
        File::open(folder.join("config.toml")).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
    read.is_ok() && names_another(&text)
}

fn names_another(text: &str) -> bool {
    let setting = |key: &str| {
        let profile = config::text_at(text, &["profile"]);
        profile
            .and_then(|profile| config::text_at(text, &["profiles", &profile, key]))
            .or_else(|| config::text_at(text, &[key]))
    };
    setting("approvals_reviewer").is_some_and(|reviewer| reviewer != "user")
        || setting("approval_policy").as_deref() == Some("never")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_user_or_nobody_named_leaves_it_to_us() {
        for (text, another) in [
            ("", false),
            ("approvals_reviewer = \"user\"", false),
            ("approvals_reviewer = \"auto_review\"", true),
            ("approvals_reviewer = 'guardian_subagent'", true),
            ("approval_policy = \"never\"", true),
            ("approval_policy = \"on-request\"", false),
            ("profile = \"a\"\n[profiles.a]\napprovals_reviewer = \"auto_review\"", true),
            ("profile = \"b\"\n[profiles.a]\napprovals_reviewer = \"auto_review\"", false),
            (
                "approvals_reviewer = \"auto_review\"\nprofile = \"a\"\n[profiles.a]\napprovals_reviewer = \"user\"",
                false,
            ),
            ("approvals_reviewer = 7", false),
            ("approvals_reviewer = \"auto_review", false),
        ] {
            assert_eq!(names_another(text), another, "{text}");
        }
    }
}
