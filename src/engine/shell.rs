//! Words as a POSIX shell takes them.
//!
//! Pure.

/// A word that is itself to the shell: as it is where that is safe, else between single quotes.
pub fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@,=%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_special_is_quoted() {
        for (text, expected) in [
            ("a/b.toml", "a/b.toml"),
            ("", "''"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("~/x", "'~/x'"),
            ("[\"a\"]", "'[\"a\"]'"),
            ("$x", "'$x'"),
        ] {
            assert_eq!(word(text), expected);
        }
    }
}
