//! From the arguments of `wait` to a checked [`Request`]: the usage errors are here.

use zeroize::Zeroizing;

use crate::{
    cli::{Result, args::Wait, input, report::Report},
    engine::{
        answer::Answer,
        request::{Choice, Deadline, Kind, Object, Question, Request, Verdict},
        text,
    },
};

/// The request that the arguments describe.
///
/// # Errors
///
/// When they contradict themselves, or name what is not there: exit status 2.
pub(super) fn build(args: &Wait, source: String, include_reason: bool) -> Result<Request> {
    let kind = args.kind.unwrap_or(if args.reply && !has_choices(args) { Kind::Ask } else { Kind::Confirm });
    let answers = answers(args, kind)?;
    let default = args.default.as_deref().map(|default| default_answer(default, &answers)).transpose()?;
    Ok(Request {
        kind,
        title: args.title.clone().unwrap_or_else(|| kind.title().to_owned()),
        question: question(args.question.as_deref())?,
        reason: args.reason.clone().filter(|reason| !reason.trim().is_empty()),
        include_reason,
        objects: args.objects.iter().map(|object| parse_object(object)).collect::<Result<_>>()?,
        deadline: args.timeout.map(|after| Deadline { after, otherwise: default.clone() }),
        default,
        answers,
        source,
    })
}

fn has_choices(args: &Wait) -> bool {
    !args.choices.is_empty() || !args.choice.is_empty()
}

/// The question, or what stdin has of it.
fn question(argument: Option<&str>) -> Result<String> {
    match argument {
        Some("-") => input::stdin()
            .map_err(|error| Report::usage(format!("the question could not be read from stdin: {error}"))),
        argument => Ok(argument.unwrap_or_default().to_owned()),
    }
}

fn answers(args: &Wait, kind: Kind) -> Result<Question> {
    if kind == Kind::Secret {
        if has_choices(args) || args.reply || !args.refuse.is_empty() {
            return Err(Report::usage(
                "a secret is typed: it takes no --choices, --choice, --refuse or --reply",
            ));
        }
        if args.default.is_some() {
            return Err(Report::usage("a secret has no --default: it would stand in the command line"));
        }
        return Ok(Question::Secret);
    }
    let mut choices: Vec<Choice> = Vec::new();
    if has_choices(args) {
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
    if choices.is_empty() {
        if let Some(key) = args.refuse.first() {
            return Err(Report::usage(format!("--refuse {key}: there are no choices to refuse with")));
        }
        return Ok(Question::Reply);
    }
    check_unique(&choices)?;
    for key in &args.refuse {
        match choices.iter_mut().find(|choice| choice.key == *key) {
            Some(choice) => choice.verdict = Verdict::Refuse,
            None => return Err(unknown("--refuse", key, &choices)),
        }
    }
    Ok(Question::Choice { choices, reply: args.reply || kind == Kind::Ask })
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

fn default_answer(default: &str, answers: &Question) -> Result<Answer> {
    match answers {
        Question::Choice { choices, .. } => choices
            .iter()
            .find(|choice| choice.key == default)
            .map(|choice| Answer::Choice(choice.clone()))
            .ok_or_else(|| unknown("--default", default, choices)),
        Question::Reply => Ok(Answer::Text(default.to_owned())),
        Question::Secret => Ok(Answer::Secret(Zeroizing::new(default.to_owned()))),
    }
}

fn unknown(option: &str, key: &str, choices: &[Choice]) -> Report {
    let keys: Vec<&str> = choices.iter().map(|choice| choice.key.as_str()).collect();
    Report::usage(format!("{option} {key}: there is no such choice"))
        .hint(format!("The choices are {}.", keys.join(", ")))
}

fn parse_object(object: &str) -> Result<Object> {
    match object.split_once('=') {
        Some((kind, value)) if !kind.trim().is_empty() => {
            Ok(Object { kind: kind.trim().to_owned(), value: value.to_owned() })
        }
        _ => Err(Report::usage(format!("--object {object}: expected KIND=VALUE, such as program=rm"))),
    }
}
