//! Lines that no shell runs, should there be a shell where a forced command was meant to be.
//!
//! A word behind a subshell is a syntax error everywhere. The shells of Bourne's family and fish then run nothing of the
//! whole text; csh and tcsh go on with the next line, so each has to be such a line, or hold only words that are no
//! commands.

use std::fmt::Write as _;

use crate::engine::text::{clean, cut};

/// What stands for a name that has no letters, and the longest that is shown, in characters.
const NAMELESS: &str = "remote";
const NAME_LIMIT: usize = 63;
/// What is put before a text that begins with what could be an operator, such as `;` or `2>`.
const PREFIX: &str = "Notice: ";

/// `(name) Text`, of at most so many characters.
pub(super) fn line(name: &str, text: &str, limit: usize) -> String {
    let name: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { ' ' })
        .collect();
    let name = cut(&clean(&name), NAME_LIMIT).replace('…', "");
    let name = if name.is_empty() { NAMELESS } else { &name };
    let text = clean(text);
    let prefix = if text.starts_with(char::is_alphabetic) { "" } else { PREFIX };
    cut(&format!("({name}) {prefix}{text}"), limit)
}

/// The same JSON, with everything in its strings that means something to a shell as `\u` and digits.
pub(super) fn quiet(json: &str) -> String {
    let mut quiet = String::with_capacity(json.len());
    let mut chars = json.chars();
    let mut inside = false;
    while let Some(c) = chars.next() {
        let special = match c {
            '"' => {
                inside = !inside;
                None
            }
            '\\' if inside => match chars.next() {
                // Of what is escaped the rest is hexadecimal digits, or one of a few letters.
                Some(escaped @ ('"' | '\\' | '/')) => Some(escaped),
                Some(letter) => {
                    quiet.push('\\');
                    quiet.push(letter);
                    continue;
                }
                None => None,
            },
            c => Some(c).filter(|c| inside && c.is_ascii_punctuation() && !"_-./:,=+@".contains(*c)),
        };
        match special {
            // Writing to a string does not fail.
            Some(special) => drop(write!(quiet, "\\u{:04x}", u32::from(special))),
            None => quiet.push(c),
        }
    }
    quiet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_follows_its_name() {
        for (name, text, shown) in [
            ("build", "Deploy?", "(build) Deploy?"),
            ("", "Deploy?", "(remote) Deploy?"),
            ("a; rm -rf /\n(", "x", "(a rm -rf) x"),
            ("build", "; rm", "(build) Notice: ; rm"),
            ("build", "2>/etc/passwd", "(build) Notice: 2>/etc/passwd"),
            ("build", "", "(build) Notice: "),
            ("build", "\n\u{202e}Größe", "(build) Größe"),
            ("build", "説明", "(build) 説明"),
        ] {
            assert_eq!(line(name, text, 120), shown);
        }
        assert_eq!(line(&"h".repeat(200), &"t".repeat(500), 120).chars().count(), 120);
        assert!(line(&"h".repeat(200), "x", 120).ends_with("hhh) x"));
    }

    #[test]
    fn json_means_the_same_without_a_shell_s_characters() {
        for text in
            ["plain", "`id` $(id) ${x} ; | & < > ! * ? ~ # ' \" \\ \\\" \\\\", "a\n\t\u{7}é説\u{10ffff}/"]
        {
            let json = serde_json::to_string(&[(text, 1)]).unwrap();
            let quiet = quiet(&json);
            assert_eq!(serde_json::from_str::<Vec<(String, u8)>>(&quiet).unwrap(), [(text.to_owned(), 1)]);
            let inside = quiet.strip_prefix("[[\"").unwrap().strip_suffix("\",1]]").unwrap();
            assert!(!inside.contains(['`', '$', '"', ';', '|', '&', '<', '>', '!', '\'']), "{inside}");
        }
    }
}
