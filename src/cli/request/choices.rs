//! The choices of a question: `--choices`, `--choice`, `--refuse`, and what `--default` names of them.

use crate::{
    cli::{Result, args::Wait, report::Report},
    engine::{
        answer::Answer,
        request::{Choice, Kind, Verdict},
        text,
    },
};

/// The choices that the arguments name, or else the kind's own; none where text is typed.
///
/// # Errors
///
/// When they are none, or name what is not there.
pub(super) fn build(args: &Wait, kind: Kind) -> Result<Vec<Choice>> {
    let mut choices: Vec<Choice> = Vec::new();
    if super::has_choices(args) {
        for item in args.choices.iter().flat_map(|list| list.split(',')).map(str::trim) {
            choices.push(parse_choice(item)?);
        }
        for item in &args.choice {
            choices.push(parse_choice(item)?);
        }
    } else if args.kind.is_some() || !args.reply {
        for (key, label) in kind.choices() {
            choices.push(choice(key, label));
        }
    }
    if let (true, Some(key)) = (choices.is_empty(), args.refuse.first()) {
        return Err(Report::usage(format!("--refuse {key}: there are no choices to refuse with")));
    }
    check_unique(&choices)?;
    for key in &args.refuse {
        match choices.iter_mut().find(|choice| choice.key == *key) {
            Some(choice) => choice.verdict = Verdict::Refuse,
            None => return Err(unknown("--refuse", key, &choices)),
        }
    }
    Ok(choices)
}

/// The choice with this key, which an option names.
///
/// # Errors
///
/// When there is none.
pub(super) fn named<'a>(option: &str, key: &str, choices: &'a [Choice]) -> Result<&'a Choice> {
    choices.iter().find(|choice| choice.key == key).ok_or_else(|| unknown(option, key, choices))
}

/// The choices that are offered where several can be taken: each default is a key, or a list of them.
///
/// # Errors
///
/// When one is not there.
pub(super) fn several(defaults: &[String], choices: &[Choice]) -> Result<Option<Answer>> {
    let mut keys: Vec<&str> = Vec::new();
    for default in defaults {
        if choices.iter().any(|choice| choice.key == *default) {
            keys.push(default);
        } else {
            keys.extend(default.split(',').map(str::trim));
        }
    }
    for key in &keys {
        named("--default", key, choices)?;
    }
    let taken: Vec<Choice> =
        choices.iter().filter(|choice| keys.contains(&choice.key.as_str())).cloned().collect();
    Ok(Some(taken).filter(|taken| !taken.is_empty()).map(Answer::Choices))
}

/// `KEY` or `KEY=LABEL`.
fn parse_choice(item: &str) -> Result<Choice> {
    let (key, label) = item.split_once('=').unwrap_or((item, item));
    if key.is_empty() {
        return Err(Report::usage("a choice has an empty key"));
    }
    if key.chars().any(char::is_control) {
        return Err(Report::usage(format!("the choice {key:?} has a control character in its key")));
    }
    Ok(choice(key, label))
}

fn choice(key: &str, label: &str) -> Choice {
    let clean = |text| text::clean_label(text);
    let label = Some(clean(label)).filter(|label| !label.is_empty()).unwrap_or_else(|| clean(key));
    Choice { verdict: Verdict::of_key(key), key: key.to_owned(), label }
}

fn check_unique(choices: &[Choice]) -> Result<()> {
    for (at, choice) in choices.iter().enumerate() {
        if choice.label.is_empty() {
            return Err(Report::usage(format!(
                "the choice {:?} has nothing in it that can be shown",
                choice.key
            )));
        }
        for other in choices.iter().take(at) {
            if other.key == choice.key {
                return Err(Report::usage(format!("the choice {} is there twice", choice.key)));
            }
            if other.label == choice.label {
                let (one, two) = (&other.key, &choice.key);
                return Err(Report::usage(format!(
                    "the choices {one} and {two} have the same label, {}",
                    choice.label
                )));
            }
        }
    }
    Ok(())
}

fn unknown(option: &str, key: &str, choices: &[Choice]) -> Report {
    let keys: Vec<&str> = choices.iter().map(|choice| choice.key.as_str()).collect();
    Report::usage(format!("{option} {key}: there is no such choice"))
        .hint(format!("The choices are {}.", keys.join(", ")))
}
