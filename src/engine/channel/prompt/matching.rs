//! Typed text → the choice it names (spec §4).
//!
//! Pure. It only looks: it neither remembers what was typed nor decides whether Enter takes it.

use crate::engine::request::{Choice, Verdict};

/// What typed text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// Nothing was typed, or nothing that begins or names a choice.
    Nothing,
    /// More than one choice, or a prefix and `y`/`n` that disagree.
    Ambiguous,
    /// The choice at this index.
    One(usize),
}

/// The choice that `typed` names, compared whole and in any case, space around it ignored. The first rule that finds
/// anything decides: exact key, exact label, position, then prefix together with `y`/`yes`/`n`/`no`. Where the deciding
/// rule finds two choices, or prefix and `y`/`n` name different ones, nothing is selected: it is not for us to guess
/// which approval was meant.
pub fn find(choices: &[Choice], typed: &str) -> Match {
    let typed = fold(typed.trim());
    if typed.is_empty() {
        return Match::Nothing;
    }
    let those = |test: &dyn Fn(&Choice) -> bool| one(choices, test);
    let exact = [
        those(&|choice| fold(&choice.key) == typed),
        those(&|choice| fold(&choice.label) == typed),
        position(choices, &typed),
    ];
    if let Some(found) = exact.into_iter().find(|found| *found != Match::Nothing) {
        return found;
    }
    // A key and a label of one choice that begin alike are still one choice.
    let prefix =
        those(&|choice| fold(&choice.key).starts_with(&typed) || fold(&choice.label).starts_with(&typed));
    let meant = match typed.as_str() {
        "y" | "yes" => the_only(choices, Verdict::Affirm),
        "n" | "no" => the_only(choices, Verdict::Refuse),
        _ => Match::Nothing,
    };
    match (prefix, meant) {
        (Match::Nothing, other) | (other, Match::Nothing) => other,
        (Match::One(a), Match::One(b)) if a == b => Match::One(a),
        _ => Match::Ambiguous,
    }
}

/// Whether a choice can be named by its position: not when some key is a number, since then a digit means that key.
pub(super) fn has_positions(choices: &[Choice]) -> bool {
    !choices.iter().any(|choice| is_number(&choice.key))
}

/// Text in the form in which "any case" compares equal: up and down again, which also joins `ß` with `SS` and `ς`
/// with `σ`.
pub(super) fn fold(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

fn one(choices: &[Choice], test: &dyn Fn(&Choice) -> bool) -> Match {
    let mut found = (0..choices.len()).filter(|&index| test(&choices[index]));
    match (found.next(), found.next()) {
        (None, _) => Match::Nothing,
        (Some(index), None) => Match::One(index),
        _ => Match::Ambiguous,
    }
}

/// The choice with this verdict if there is just one; two of them are no answer to `y` rather than a conflict.
fn the_only(choices: &[Choice], verdict: Verdict) -> Match {
    match one(choices, &|choice| choice.verdict == verdict) {
        Match::Ambiguous => Match::Nothing,
        found => found,
    }
}

/// `1` is the first choice. Written as shown: no sign, no leading zero.
fn position(choices: &[Choice], typed: &str) -> Match {
    let is_plain = !typed.starts_with('0') && typed.bytes().all(|byte| byte.is_ascii_digit());
    match typed.parse::<usize>() {
        Ok(number) if is_plain && number <= choices.len() && has_positions(choices) => Match::One(number - 1),
        _ => Match::Nothing,
    }
}

/// Whether a human would call the key a number: `3`, `-1`, `2.5`, digits of any script, but not `inf`.
fn is_number(key: &str) -> bool {
    let key = key.trim();
    let has_digit = key.chars().any(char::is_numeric);
    has_digit && (key.chars().all(char::is_numeric) || key.parse::<f64>().is_ok())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::channel::prompt::fixtures::choices;

    fn named(spec: &str, typed: &str) -> String {
        let choices = choices(spec);
        match find(&choices, typed) {
            Match::Nothing => "-".to_owned(),
            Match::Ambiguous => "?".to_owned(),
            Match::One(index) => choices[index].key.clone(),
        }
    }

    #[test]
    fn names_choices() {
        const CONFIRM: &str = "allow=Allow once,deny=Deny";
        const LIMIT: &str = "continue=Continue,always=Continue; stop asking,stop=Stop here";
        for (spec, typed, key) in [
            (CONFIRM, "", "-"),
            (CONFIRM, "   ", "-"),
            (CONFIRM, "allow", "allow"),
            (CONFIRM, "ALLOW ONCE", "allow"),
            (CONFIRM, "  Deny  ", "deny"),
            (CONFIRM, "a", "allow"),
            (CONFIRM, "d", "deny"),
            (CONFIRM, "allow o", "allow"),
            (CONFIRM, "allow  once", "-"),
            (CONFIRM, "allowed", "-"),
            (CONFIRM, "y", "allow"),
            (CONFIRM, "YES", "allow"),
            (CONFIRM, "n", "deny"),
            (CONFIRM, "No", "deny"),
            (CONFIRM, "ye", "-"),
            (CONFIRM, "1", "allow"),
            (CONFIRM, "2", "deny"),
            (CONFIRM, "3", "-"),
            (CONFIRM, "0", "-"),
            (CONFIRM, "01", "-"),
            (CONFIRM, "+1", "-"),
            (CONFIRM, "x", "-"),
            // Keys that are numbers: a digit is that key, and no position.
            ("3,2,1", "1", "1"),
            ("3,2,1", "3", "3"),
            ("10,20,30", "1", "10"),
            ("10,20,30", "2", "20"),
            ("10,11", "1", "?"),
            ("5=Five,later=Later", "2", "-"),
            ("2.5,x", "1", "-"),
            ("-1,x", "1", "-"),
            ("inf,nan", "2", "nan"),
            // Ten and more: a whole number, not its first digit.
            ("a,b,c,d,e,f,g,h,i,j,k", "1", "a"),
            ("a,b,c,d,e,f,g,h,i,j,k", "11", "k"),
            // A number out of range may still begin a label.
            ("short=10 minutes,long=1 day", "10", "short"),
            ("short=10 minutes,long=1 day", "1", "short"),
            // y and n against prefixes.
            ("yes,no", "y", "yes"),
            ("yes,no", "n", "no"),
            ("now,later", "n", "now"),
            ("now,later", "y", "-"),
            ("now,deny", "n", "?"),
            ("now,deny", "no", "?"),
            ("now,deny", "d", "deny"),
            ("next,never,no", "n", "?"),
            ("next,never,no", "no", "no"),
            ("later=Not now,no=No", "n", "?"),
            ("later=Not now,no=No", "no", "no"),
            ("yesterday,allow", "yes", "?"),
            ("yesterday,allow", "ye", "yesterday"),
            ("allow,later", "n", "-"),
            // Two that affirm: y is nobody, n still is somebody.
            (LIMIT, "y", "-"),
            (LIMIT, "n", "stop"),
            (LIMIT, "c", "?"),
            (LIMIT, "continue", "continue"),
            (LIMIT, "continue;", "always"),
            (LIMIT, "s", "stop"),
            (LIMIT, "a", "always"),
            // Key before label, label before prefix.
            ("a=deny,deny=Allow", "deny", "deny"),
            ("a=b,b=c,c=a", "b", "b"),
            ("x=Stop,stopped=Y", "stop", "x"),
            ("2nd=1,first=2", "2", "first"),
            // One choice matched by key and label counts once; two do not.
            ("allow=Allow once,also=Also", "al", "?"),
            ("allow=Allow once,also=Also", "all", "allow"),
            ("Yes,yes=Really", "yes", "?"),
            // Any case, in any script.
            ("ja=Ärger,nein=Öl", "ÄRGER", "ja"),
            ("a=STRASSE,b=x", "straße", "a"),
            ("a=ΟΔΟΣ,b=x", "οδος", "a"),
            ("да=Да,нет=Нет", "Н", "нет"),
            ("好=好的,不=不要", "好", "好"),
            ("好=好的,不=不要", "不要", "不"),
        ] {
            assert_eq!(named(spec, typed), key, "{typed:?} among {spec}");
        }
    }

    proptest! {
        #[test]
        fn a_key_names_its_choice(keys in prop::collection::btree_set("[a-z0-9]{1,4}", 1..6), pick in any::<prop::sample::Index>()) {
            let spec: Vec<&str> = keys.iter().map(String::as_str).collect();
            let key = spec[pick.index(spec.len())];
            prop_assert_eq!(named(&spec.join(","), &format!(" {} ", key.to_uppercase())), key);
        }

        #[test]
        fn nothing_panics(spec in "[a-z0-9=ß日,]{0,20}", typed in "\\PC{0,6}") {
            if let Match::One(index) = find(&choices(&spec), &typed) {
                prop_assert!(index < choices(&spec).len());
            }
        }
    }
}
