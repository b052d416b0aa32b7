//! Who reviews Codex's requests: its hook is called before that is looked at, and must not take the place of a reviewer
//! that the user has chosen (facts/agents.md §3).

use std::path::Path;

use crate::engine::{config, files};

/// Whether somebody else than the user decides, by the configuration in Codex's folder.
pub(super) fn is_another(folder: &Path) -> bool {
    files::text(&folder.join("config.toml")).is_some_and(|text| names_another(&text))
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
