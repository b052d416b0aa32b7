//! Words of a command line for shells of Bourne's family.
//!
//! Pure: nothing is run here.

use std::borrow::Cow;

/// In single quotes, where every one of these shells takes each character but the quote for itself.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// As it is if it means nothing to a shell, else in quotes.
pub fn word(text: &str) -> Cow<'_, str> {
    if !text.is_empty() && text.chars().all(is_plain) { text.into() } else { quoted(text).into() }
}

/// Whether a character means nothing to a shell, wherever it stands.
pub fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || "/._-+:@,=%".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_quoted_where_it_has_to_be() {
        for (text, expected) in [
            ("/a/b-c_1.2+x:y@z,k=v", "/a/b-c_1.2+x:y@z,k=v"),
            ("über", "über"),
            ("", "''"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("~", "'~'"),
            ("$x", "'$x'"),
            ("[\"a\"]", "'[\"a\"]'"),
            ("a\nb", "'a\nb'"),
        ] {
            assert_eq!(word(text), expected);
        }
        assert_eq!(quoted("plain"), "'plain'");
    }
}
