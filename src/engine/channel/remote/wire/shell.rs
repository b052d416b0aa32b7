//! A first line that no shell runs.

use super::TITLE_LIMIT;
use crate::engine::text::{clean, cut};

/// What stands for a host without a name, and the longest that is shown.
const NAMELESS: &str = "remote";
const HOST_LIMIT: usize = 63;
/// What is put before a title that begins with what could be an operator, such as `;` or `2>`.
const PREFIX: &str = "Notice: ";

/// `(host) Title`: see the module above.
pub(super) fn headline(host: &str, title: &str) -> String {
    let host: String = host
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
        .take(HOST_LIMIT)
        .collect();
    let host = if host.is_empty() { NAMELESS } else { &host };
    let title = clean(title);
    let prefix = if title.starts_with(char::is_alphabetic) { "" } else { PREFIX };
    cut(&format!("({host}) {prefix}{title}"), TITLE_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_follows_its_host() {
        for (host, title, line) in [
            ("build", "Deploy?", "(build) Deploy?"),
            ("", "Deploy?", "(remote) Deploy?"),
            ("a; rm -rf /\n(", "x", "(arm-rf) x"),
            ("build", "; rm", "(build) Notice: ; rm"),
            ("build", "2>/etc/passwd", "(build) Notice: 2>/etc/passwd"),
            ("build", "", "(build) Notice: "),
            ("build", "\n\u{202e}Größe", "(build) Größe"),
            ("build", "説明", "(build) 説明"),
        ] {
            assert_eq!(headline(host, title), line);
        }
        assert_eq!(headline(&"h".repeat(200), &"t".repeat(500)).chars().count(), TITLE_LIMIT);
    }
}
