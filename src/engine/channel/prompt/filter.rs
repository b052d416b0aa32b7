//! Typed text → the choices of a long list that are still shown.
//!
//! Pure. It decides what is seen; what is named is `matching`'s to say.

use crate::engine::{
    channel::prompt::matching::{self, Match, fold, has_positions},
    request::Choice,
};

/// Most choices that are all shown whatever is typed: as many as one digit can name.
pub(super) const UNFILTERED: usize = 9;

/// The choices that are left, by index and in their order: those that hold the text in their key or label, in any
/// case, those whose number begins with it, and the one that it names.
pub(super) fn left(choices: &[Choice], typed: &str) -> Vec<usize> {
    let wanted = fold(typed.trim());
    if wanted.is_empty() {
        return (0..choices.len()).collect();
    }
    let has_positions = has_positions(choices);
    let named = matching::find(choices, typed);
    let is_left = |&index: &usize| {
        let choice = &choices[index];
        fold(&choice.key).contains(&wanted)
            || fold(&choice.label).contains(&wanted)
            || (has_positions && (index + 1).to_string().starts_with(&wanted))
            || named == Match::One(index)
    };
    (0..choices.len()).filter(is_left).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::channel::prompt::fixtures::{CITIES, choices};

    #[test]
    fn leaves_what_holds_the_text() {
        for (typed, left) in [
            ("", "1 2 3 4 5 6 7 8 9 10 11 12"),
            ("  ", "1 2 3 4 5 6 7 8 9 10 11 12"),
            ("new", "1 2"),
            (" NEW ", "1 2"),
            ("new y", "1"),
            ("york", "1 3"),
            ("rome", "5"),
            // Numbers that begin so, and what is named by its number.
            ("1", "1 10 11 12"),
            ("12", "12"),
            ("2", "2"),
            ("zzz", ""),
            // `n` is no prefix of one alone, and nothing here refuses.
            ("wien", "11"),
        ] {
            let found: Vec<String> =
                super::left(&choices(CITIES), typed).iter().map(|index| (index + 1).to_string()).collect();
            assert_eq!(found.join(" "), left, "{typed:?}");
        }
        assert_eq!(super::left(&choices("10=Ten,20=Twenty,5=Five"), "0"), [0, 1]);
        assert_eq!(super::left(&choices("10=Ten,20=Twenty,5=Five"), "3"), [0; 0], "keys that are numbers");
        assert_eq!(super::left(&choices("go=Ship it,no=Hold"), "n"), [1]);
        assert_eq!(super::left(&choices("go=Ship it,stop=Hold"), "n"), [1], "what is named is seen");
    }

    proptest! {
        #[test]
        fn what_is_named_is_left(spec in "[a-e0-9,]{1,40}", typed in "[a-e0-9 ]{0,3}") {
            let choices = choices(&spec);
            let left = left(&choices, &typed);
            prop_assert!(left.is_sorted());
            if let Match::One(index) = matching::find(&choices, &typed) {
                prop_assert!(left.contains(&index));
            }
        }
    }
}
