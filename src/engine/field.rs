//! The fields of a form, and what their values have to look like.
//!
//! Pure: no clock, no environment, no input or output.

use std::fmt;

use regex_lite::Regex;

use crate::engine::text::is_forbidden;

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What the script reads: a shell identifier.
    pub name: String,
    /// What the human reads: clean, one line, never empty.
    pub label: String,
    /// What it holds at first, and what it is worth at a deadline.
    pub preset: Option<String>,
    /// What a value has to match; without one anything goes, nothing included.
    pub pattern: Option<Pattern>,
}

impl Field {
    /// Whether this may be its value.
    pub fn accepts(&self, value: &str) -> bool {
        self.pattern.as_ref().is_none_or(|pattern| pattern.matches(value))
    }
}

/// Whether a name can stand to the left of `=` in every shell (POSIX, "Name").
pub fn is_identifier(name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty() && name.chars().all(is_word) && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a text could have been typed into a field: one line, with nothing in it that cannot be seen.
pub fn is_typable(text: &str) -> bool {
    !text.chars().any(is_forbidden)
}

/// A regular expression that a whole value has to match, as HTML's `pattern` does.
#[derive(Clone)]
pub struct Pattern {
    source: String,
    whole: Regex,
}

impl Pattern {
    /// The pattern with this source.
    ///
    /// # Errors
    ///
    /// When it is no regular expression; the text says what is wrong with it.
    pub fn new(source: &str) -> Result<Self, String> {
        // By itself first: `a)|(b` is none, and would be one in the parentheses below.
        Regex::new(source).map_err(|error| error.to_string())?;
        // A comment of `(?x)` goes to the end of its line.
        let whole = Regex::new(&format!(r"\A(?:{source})\z"))
            .or_else(|_| Regex::new(&format!("\\A(?:{source}\n)\\z")))
            .map_err(|error| error.to_string())?;
        Ok(Self { source: source.to_owned(), whole })
    }

    /// The regular expression as it was given.
    pub fn source(&self) -> &str {
        &self.source
    }

    fn matches(&self, value: &str) -> bool {
        self.whole.is_match(value)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Eq for Pattern {}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}/", self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shell_identifiers() {
        for name in ["a", "_", "A1", "version", "_x9", "IFS"] {
            assert!(is_identifier(name), "{name}");
        }
        for name in ["", "1a", "a-b", "a b", "é", "a=b", "a;b", "$a", "a\n"] {
            assert!(!is_identifier(name), "{name:?}");
        }
    }

    #[test]
    fn a_pattern_has_to_match_the_whole_value() {
        for (pattern, value, matches) in [
            ("[0-9]+", "12", true),
            ("[0-9]+", "12a", false),
            ("[0-9]+", "", false),
            (".*", "", true),
            // As an alternative, not as two anchors; and the longer one is found.
            ("a|ab", "ab", true),
            ("a|b", "ab", false),
            ("^a$", "a", true),
            ("(?i)main", "MAIN", true),
            ("(?x) a b # c", "ab", true),
            ("(?x) a b # c", "abc", false),
            (".", "日", true),
            (r"\d+\.\d+", "1.2", true),
            (r"\d+\.\d+", "1.2\n", false),
        ] {
            let field = Field {
                name: "n".into(),
                label: "N".into(),
                preset: None,
                pattern: Some(Pattern::new(pattern).unwrap()),
            };
            assert_eq!(field.accepts(value), matches, "{value:?} for {pattern}");
        }
    }

    #[test]
    fn what_is_no_regular_expression_says_why() {
        for source in ["(", "[a", "a)|(b", "*", r"\p{L}", "(?=a)", "a{1000000000}"] {
            let error = Pattern::new(source).unwrap_err();
            assert!(!error.is_empty() && error.lines().count() == 1, "{source}: {error}");
        }
    }

    #[test]
    fn what_could_not_be_typed_is_told_apart() {
        for text in ["", "a b", "日本", "e\u{301}", "'"] {
            assert!(is_typable(text), "{text:?}");
        }
        for text in ["a\nb", "\t", "\u{1b}[0m", "a\u{202e}b", "\u{200b}"] {
            assert!(!is_typable(text), "{text:?}");
        }
    }
}
