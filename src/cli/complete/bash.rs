//! bash's command line: bash hands it on as it is typed, quotes and all, and takes words that are quoted already.

use super::Offer;
use crate::engine::shell;

/// A command line up to the cursor.
#[derive(Debug)]
pub(super) struct Typed<'a> {
    line: &'a str,
    /// The words as the program would get them, the unfinished one last.
    pub(super) words: Vec<String>,
    /// Where each of them begins in the line.
    starts: Vec<usize>,
    /// How much of the last word stays. What comes after is replaced: readline completes from the last of `COMP_WORDBREAKS`
    /// on, quotes included.
    kept: usize,
    /// The quote that is open at the cursor.
    open: Option<char>,
}

impl<'a> Typed<'a> {
    /// Nothing is expanded: what a variable holds or a command prints is not looked at.
    pub(super) fn read(line: &'a str, breaks: &str) -> Self {
        let mut typed = Self { line, words: Vec::new(), starts: Vec::new(), kept: 0, open: None };
        let mut in_word = false;
        let mut characters = line.char_indices().peekable();
        while let Some((at, c)) = characters.next() {
            if typed.open.is_none() && c.is_ascii_whitespace() {
                in_word = false;
                continue;
            }
            if !in_word {
                typed.begin(at);
                in_word = true;
            }
            let is_escape = c == '\\'
                && match (typed.open, characters.peek()) {
                    (None, _) => true,
                    (Some('"'), Some((_, next))) => "\"\\$`".contains(*next),
                    _ => false,
                };
            if is_escape {
                typed.push(characters.next().map(|(_, next)| next));
            } else if typed.open == Some(c) {
                typed.open = None;
                typed.keep();
            } else if typed.open.is_none() && "'\"".contains(c) {
                typed.open = Some(c);
                typed.keep();
            } else {
                typed.push(Some(c));
                if typed.open.is_none() && breaks.contains(c) {
                    typed.keep();
                }
            }
        }
        if !in_word {
            typed.begin(line.len());
        }
        typed
    }

    fn begin(&mut self, at: usize) {
        self.words.push(String::new());
        self.starts.push(at);
        self.kept = 0;
    }

    fn push(&mut self, c: Option<char>) {
        if let Some(word) = self.words.last_mut() {
            word.extend(c);
        }
    }

    fn keep(&mut self) {
        self.kept = self.words.last().map_or(0, String::len);
    }

    /// The offer as bash takes it.
    pub(super) fn offered(&self, offer: Offer) -> Offer {
        match offer {
            Offer::Words(words) => {
                let rest = |word: String| word.get(self.kept..).map(|rest| self.quoted(rest));
                Offer::Words(
                    words.into_iter().filter_map(|(word, about)| Some((rest(word)?, about))).collect(),
                )
            }
            other => other,
        }
    }

    fn quoted(&self, text: &str) -> String {
        if self.open == Some('\'') {
            return text.replace('\'', r"'\''");
        }
        let is_double = self.open.is_some();
        let is_plain = |c| if is_double { !"\"\\$`".contains(c) } else { shell::is_plain(c) };
        text.chars().flat_map(|c| (!is_plain(c)).then_some('\\').into_iter().chain([c])).collect()
    }

    /// What stands before the word of this number.
    pub(super) fn before(&self, number: usize) -> &'a str {
        self.starts.get(number).and_then(|start| self.line.get(..*start)).unwrap_or(self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As bash sets it.
    const BREAKS: &str = " \t\n\"'@><=;|&(:";

    #[test]
    fn words_are_what_the_program_would_get() {
        for (line, expected) in [
            ("p wait ", &["p", "wait", ""][..]),
            (r"p 'a b' c\ d e", &["p", "a b", "c d", "e"]),
            (r#"p "a \"b\" \$x \x"  --kind=con"#, &["p", r#"a "b" $x \x"#, "--kind=con"]),
            (r"p --choice='it'\''s' a:b", &["p", "--choice=it's", "a:b"]),
            (r"p 'a b", &["p", "a b"]),
            (r#"p "a $(touch x) `touch y` b"#, &["p", "a $(touch x) `touch y` b"]),
            (r"p a\", &["p", "a"]),
            (r"p 'a\", &["p", r"a\"]),
            (r#"p "a\"#, &["p", r"a\"]),
            ("p '' ", &["p", "", ""]),
            ("p ''", &["p", ""]),
            ("", &[""]),
        ] {
            assert_eq!(Typed::read(line, BREAKS).words, expected, "{line}");
        }
    }

    #[test]
    fn what_is_put_in_is_quoted_as_the_cursor_is() {
        let word = r#"--x=a:it's "$y" \z"#;
        for (line, expected) in [
            ("p ", r#"--x=a:it\'s\ \"\$y\"\ \\z"#),
            ("p --x=", r#"a:it\'s\ \"\$y\"\ \\z"#),
            ("p --x=a", r#"a:it\'s\ \"\$y\"\ \\z"#),
            ("p --x=a:i", r#"it\'s\ \"\$y\"\ \\z"#),
            (r"p --x=a:it\'s\ ", r#"it\'s\ \"\$y\"\ \\z"#),
            ("p --x='a:i", r#"a:it'\''s "$y" \z"#),
            (r#"p --x="a:i"#, r#"a:it's \"\$y\" \\z"#),
            ("p '--x=a", r#"--x=a:it'\''s "$y" \z"#),
            ("p '--x='a", r#"a:it\'s\ \"\$y\"\ \\z"#),
        ] {
            let typed = Typed::read(line, BREAKS);
            let offer = typed.offered(Offer::Words(vec![(word.to_owned(), String::new())]));
            assert_eq!(offer, Offer::Words(vec![(expected.to_owned(), String::new())]), "{line}");
        }
    }

    #[test]
    fn a_command_begins_after_what_stands_before_it() {
        let typed = Typed::read("p run --title 'a b'  -- git com", BREAKS);
        assert_eq!(typed.before(5), "p run --title 'a b'  -- ");
        assert_eq!(typed.before(9), "p run --title 'a b'  -- git com");
    }
}
