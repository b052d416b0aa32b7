//! Tab at a typed answer: what the line may become.
//!
//! Pure. The whole line is completed, since the whole line is the answer. The first Tab adds what all candidates have in
//! common, the second shows them, each further one puts the next in the line and Shift-Tab the one before, as
//! readline's `menu-complete` does: past the end comes what was typed.

use std::collections::HashSet;

use crate::engine::{channel::prompt::matching::fold, request::Question};

/// What can be completed to, and how far the human got with it.
#[derive(Debug, Default)]
pub(super) struct Completion {
    words: Vec<String>,
    stage: Stage,
}

#[derive(Debug, Default)]
enum Stage {
    /// Tab was not the last key.
    #[default]
    Idle,
    /// It was, and there are several candidates.
    Several(Vec<String>),
    /// They are shown.
    Shown { typed: String, candidates: Vec<String>, at: Option<usize> },
}

impl Completion {
    /// For a question's typed answer: its choices' keys and labels, then the caller's own words. Nothing where no text is
    /// typed.
    pub(super) fn new(answers: &Question, own: &[String]) -> Self {
        if !answers.takes_text() || *answers == Question::Secret {
            return Self::default();
        }
        let mut seen = HashSet::new();
        let choices = answers.choices().iter().flat_map(|choice| [&choice.key, &choice.label]);
        let words = choices.chain(own).filter(|word| seen.insert(word.as_str())).cloned().collect();
        Self { words, stage: Stage::Idle }
    }

    /// Whether there is anything to complete to.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The candidates, while they are shown, and which of them is in the line.
    pub(super) fn shown(&self) -> Option<(&[String], Option<usize>)> {
        match &self.stage {
            Stage::Shown { candidates, at, .. } => Some((candidates, *at)),
            Stage::Idle | Stage::Several(_) => None,
        }
    }

    /// Another key was pressed. Whether that takes candidates off the screen.
    pub(super) fn reset(&mut self) -> bool {
        matches!(std::mem::take(&mut self.stage), Stage::Shown { .. })
    }

    /// Tab at this text: the text that takes its place, if any does.
    pub(super) fn tab(&mut self, text: &str) -> Option<String> {
        match std::mem::take(&mut self.stage) {
            Stage::Idle => {
                let candidates = self.candidates(text);
                let completed = common(&candidates);
                if candidates.len() > 1 {
                    self.stage = Stage::Several(candidates.into_iter().map(str::to_owned).collect());
                }
                // In another case than typed it may be as long: the case of the first is as good.
                Some(completed).filter(|completed| completed.len() >= text.len() && completed != text)
            }
            Stage::Several(candidates) => {
                self.stage = Stage::Shown { typed: text.to_owned(), candidates, at: None };
                None
            }
            Stage::Shown { typed, candidates, at } => {
                let next = at.map_or(0, |at| at + 1);
                Some(self.turn_to(typed, candidates, Some(next)))
            }
        }
    }

    /// Shift-Tab: the text that takes the line's place, while the candidates are shown.
    pub(super) fn back_tab(&mut self) -> Option<String> {
        match std::mem::take(&mut self.stage) {
            Stage::Shown { typed, candidates, at } => {
                let before = at.map_or(candidates.len(), |at| at).checked_sub(1);
                Some(self.turn_to(typed, candidates, before))
            }
            other => {
                self.stage = other;
                None
            }
        }
    }

    fn turn_to(&mut self, typed: String, candidates: Vec<String>, at: Option<usize>) -> String {
        let at = at.filter(|&at| at < candidates.len());
        let text = at.map_or_else(|| typed.clone(), |at| candidates[at].clone());
        self.stage = Stage::Shown { typed, candidates, at };
        text
    }

    /// What begins with the text; in any case, if nothing does as it is written.
    fn candidates(&self, text: &str) -> Vec<&str> {
        let those = |test: &dyn Fn(&str) -> bool| -> Vec<&str> {
            self.words.iter().map(String::as_str).filter(|word| test(word)).collect()
        };
        let exact = those(&|word| word.starts_with(text));
        if !exact.is_empty() {
            return exact;
        }
        let folded = fold(text);
        those(&|word| fold(word).starts_with(&folded))
    }
}

/// The longest beginning that all have in common, compared in any case and written as in the first.
fn common(candidates: &[&str]) -> String {
    let Some((first, others)) = candidates.split_first() else { return String::new() };
    let mut end = first.len();
    for other in others {
        let same = first.char_indices().zip(other.chars()).take_while(|((_, a), b)| {
            let folded = |c: &char| fold(c.encode_utf8(&mut [0; 4]));
            a == b || folded(a) == folded(b)
        });
        end = end.min(same.last().map_or(0, |((at, c), _)| at + c.len_utf8()));
    }
    first[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::channel::prompt::fixtures::choices;

    fn completion(words: &[&str]) -> Completion {
        let own: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        Completion::new(&Question::Reply, &own)
    }

    /// The lines after each Tab (`+`) or Shift-Tab (`-`), with what is shown then in brackets.
    fn lines(words: &[&str], typed: &str, keys: &str) -> Vec<String> {
        let mut completion = completion(words);
        let mut line = typed.to_owned();
        let press = |key| {
            let text = if key == '+' { completion.tab(&line) } else { completion.back_tab() };
            line = text.unwrap_or_else(|| line.clone());
            match completion.shown() {
                Some((candidates, _)) => format!("{line} [{}]", candidates.join(" ")),
                None => line.clone(),
            }
        };
        keys.chars().map(press).collect()
    }

    #[test]
    fn first_what_is_common_then_the_list_then_one_after_the_other() {
        let branches = ["main", "release-1", "release-2", "topic"];
        let list = "[release-1 release-2]";
        assert_eq!(lines(&branches, "m", "++"), ["main", "main"]);
        assert_eq!(
            lines(&branches, "r", "++++++"),
            [
                "release-".to_owned(),
                format!("release- {list}"),
                format!("release-1 {list}"),
                format!("release-2 {list}"),
                format!("release- {list}"),
                format!("release-1 {list}"),
            ]
        );
        assert_eq!(
            lines(&branches, "release-", "++--+"),
            [
                "release-".to_owned(),
                format!("release- {list}"),
                format!("release-2 {list}"),
                format!("release-1 {list}"),
                format!("release-2 {list}"),
            ]
        );
        assert_eq!(lines(&branches, "x", "+++"), ["x", "x", "x"]);
        assert_eq!(lines(&branches, "", "++").len(), 2);
        assert_eq!(lines(&branches, "", "++")[1], " [main release-1 release-2 topic]");
        assert_eq!(lines(&branches, "r", "-"), ["r"], "nothing is shown yet");
    }

    #[test]
    fn as_written_first_and_in_any_case_then() {
        let words = ["Main", "mainline", "MASTER", "straße"];
        assert_eq!(lines(&words, "M", "++"), ["Ma", "Ma [Main MASTER]"]);
        assert_eq!(lines(&words, "mai", "+"), ["mainline"]);
        assert_eq!(lines(&words, "mAi", "++"), ["Main", "Main [Main mainline]"]);
        assert_eq!(lines(&words, "STRA", "+"), ["straße"]);
        assert_eq!(lines(&["日本", "日光"], "日", "++"), ["日", "日 [日本 日光]"]);
    }

    #[test]
    fn a_list_s_keys_and_labels_and_no_secret() {
        let list = Question::List { choices: choices("ny=New York,york"), other: true, multi: false };
        let own = ["Ulm".to_owned(), "york".to_owned()];
        assert_eq!(Completion::new(&list, &own).words, ["ny", "New York", "york", "Ulm"]);
        let closed = Question::List { choices: choices("ny=New York,york"), other: false, multi: false };
        for answers in [closed, Question::Secret, Question::Form(Vec::new())] {
            assert!(Completion::new(&answers, &own).is_empty(), "{answers:?}");
        }
    }

    #[test]
    fn another_key_begins_anew() {
        let mut completion = completion(&["aa", "ab"]);
        assert!(!completion.reset());
        assert_eq!(completion.tab("a"), None);
        assert!(!completion.reset(), "nothing was shown");
        completion.tab("a");
        completion.tab("a");
        assert!(completion.shown().is_some() && completion.reset() && completion.shown().is_none());
    }
}
