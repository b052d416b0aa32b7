//! What is wrong with a configuration, in words that end in a repair.
//!
//! Pure: no clock, no environment, no input or output. A fault is a warning: nothing here may stop a prompt.

use std::fmt;

use super::origin::Origin;

/// What is wrong with one value: a fragment that reads after "key: ", its repair included.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{text}")]
pub struct Problem {
    text: String,
    /// Which element of a list is meant, from 0, so that the fault can name its line.
    pub(super) element: Option<usize>,
}

impl Problem {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), element: None }
    }

    pub(super) fn at_element(self, index: usize) -> Self {
        Self { element: Some(index), ..self }
    }

    /// A word that is none of `valid`, such as a channel's name.
    pub(super) fn unknown_word(what: &str, found: &str, valid: &[&str]) -> Self {
        let quoted: Vec<String> = valid.iter().map(|word| format!("\"{word}\"")).collect();
        let repair = match nearest(found, valid) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("expected {}", any_of(&quoted)),
        };
        Self::new(format!("unknown {what} {}, {repair}", quote(found)))
    }
}

/// One thing that is wrong in one place: a single line that names the place, the key, and the nearest valid name or
/// value (spec §5).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The file and line, or the environment variable.
    pub origin: Origin,
    /// The key as a dotted name, such as `notify.grace_seconds`; none where a file as a whole is meant.
    pub key: Option<String>,
    /// What is wrong and how to repair it: one line.
    pub problem: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.origin)?;
        if let Some(key) = &self.key {
            write!(f, "{key}: ")?;
        }
        f.write_str(&self.problem)
    }
}

impl std::error::Error for Fault {}

/// The longest foreign text that a message repeats, in characters: enough to find it, short enough for one line.
pub(super) const LONGEST_QUOTE: usize = 40;

/// Text that we did not write, quoted, escaped and cut.
pub(in crate::engine) fn quote(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// `a, b or c`.
pub(in crate::engine) fn any_of<S: AsRef<str>>(words: &[S]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The valid name that was most likely meant, if any is near: the same but for case and dashes, else one that it
/// begins, else one within a third of its letters.
pub(in crate::engine) fn nearest<'a>(found: &str, valid: &[&'a str]) -> Option<&'a str> {
    /// Longer than any name and its typing errors; keeps the work bounded.
    const LONGEST: usize = 64;
    /// A shorter beginning says too little.
    const SHORTEST_BEGINNING: usize = 3;

    let found: Vec<char> = found.trim().to_lowercase().replace('-', "_").chars().take(LONGEST).collect();
    let begun: String = found.iter().collect();
    if let Some(name) = valid.iter().find(|name| **name == begun) {
        return Some(name);
    }
    if found.len() >= SHORTEST_BEGINNING
        && let Some(name) = valid.iter().find(|name| name.starts_with(&begun))
    {
        return Some(name);
    }
    valid
        .iter()
        .map(|name| {
            let letters: Vec<char> = name.chars().collect();
            (distance(&found, &letters), found.len().max(letters.len()) / 3, *name)
        })
        .filter(|(distance, limit, _)| distance <= limit)
        .min_by_key(|(distance, ..)| *distance)
        .map(|(.., name)| name)
}

/// How many letters must be added, dropped, changed or swapped with their neighbour to turn one word into the other
/// (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_typing_errors_and_nothing_far() {
        let keys = ["enabled", "grace_seconds", "min_interval_seconds", "host", "port", "key"];
        let near = |found| nearest(found, &keys);
        assert_eq!(near("enabeld"), Some("enabled"));
        assert_eq!(near("GRACE-SECONDS"), Some("grace_seconds"));
        assert_eq!(near("grace"), Some("grace_seconds"));
        assert_eq!(near("min_interval"), Some("min_interval_seconds"));
        assert_eq!(near("prot"), Some("port"));
        assert_eq!(near("hosts"), Some("host"));
        assert_eq!(near("colour"), None);
        assert_eq!(near("x"), None);
        assert_eq!(near(""), None);
        assert_eq!(near(&"grace_seconds".repeat(10_000)), None);
    }

    #[test]
    fn distance_counts_single_errors() {
        let count =
            |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!(count("", ""), 0);
        assert_eq!(count("", "abc"), 3);
        assert_eq!(count("abc", ""), 3);
        assert_eq!(count("abc", "acb"), 1);
        assert_eq!(count("abc", "abd"), 1);
        assert_eq!(count("kitten", "sitting"), 3);
    }

    #[test]
    fn quotes_are_escaped_and_cut() {
        assert_eq!(quote("a\n\u{202e}\u{1b}"), r#""a\n\u{202e}\u{1b}""#);
        assert_eq!(quote(&"ö".repeat(41)), format!("\"{}\"…", "ö".repeat(40)));
        assert_eq!(quote(&"ö".repeat(40)), format!("\"{}\"", "ö".repeat(40)));
    }

    #[test]
    fn lists_read_like_prose() {
        assert_eq!(any_of(&["a", "b", "c"]), "a, b or c");
        assert_eq!(any_of(&["a"]), "a");
        assert_eq!(any_of::<&str>(&[]), "");
    }
}
