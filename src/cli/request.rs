//! From the arguments of `wait` to a checked [`Request`]: the usage errors are here.

mod choices;
mod form;

use zeroize::Zeroizing;

use crate::{
    cli::{Result, args::Wait, input, report::Report},
    engine::{
        answer::Answer,
        detail::Detail,
        field::Field,
        request::{Deadline, Kind, Object, Question, Request},
    },
};

/// The request that the arguments describe.
///
/// # Errors
///
/// When they contradict themselves, or name what is not there: exit status 2.
pub(super) fn build(args: &Wait, source: String, include_reason: bool) -> Result<Request> {
    let kind = kind(args);
    let answers = answers(args, kind)?;
    let default = default_answer(&args.default, &answers)?;
    Ok(Request {
        kind,
        title: args.title.clone().unwrap_or_else(|| kind.title().to_owned()),
        question: question(args)?,
        reason: args.reason.clone().filter(|reason| !reason.trim().is_empty()),
        include_reason,
        objects: args.objects.iter().map(|object| parse_object(object)).collect::<Result<_>>()?,
        deadline: args.timeout.map(|after| Deadline { after, otherwise: default.clone() }),
        default,
        answers,
        source,
    })
}

/// What Tab completes a typed answer to, beside the choices.
///
/// # Errors
///
/// When nothing is typed, or the file cannot be read: exit status 2.
pub(super) fn completions(args: &Wait, answers: &Question) -> Result<Vec<String>> {
    let Some(path) = &args.complete else { return Ok(Vec::new()) };
    if !answers.takes_text() || *answers == Question::Secret {
        return Err(Report::usage(
            "--complete helps to type an answer: it needs --reply, --other or --kind ask",
        ));
    }
    if path.as_os_str() == "-" {
        return Err(Report::usage("--complete -: it takes a file, since stdin may be the question"));
    }
    input::lines(path).map_err(|error| Report::usage(format!("--complete {}: {error}", path.display())))
}

/// The longer text for the terminal.
///
/// # Errors
///
/// When the file cannot be read: exit status 2.
pub(super) fn detail(args: &Wait) -> Result<Option<Detail>> {
    let Some(path) = &args.detail else { return Ok(None) };
    if path.as_os_str() == "-" && args.question.as_deref() == Some("-") {
        return Err(Report::usage("--detail -: stdin is the question already"));
    }
    let unreadable =
        |error| Report::usage(format!("--detail {}: it cannot be read: {error}", path.display()));
    let text = input::whole(path).map_err(unreadable)?;
    Ok(Detail::new(&text))
}

/// The kind that was named, or the one that the other options speak of.
fn kind(args: &Wait) -> Kind {
    args.kind.unwrap_or(if !args.fields.is_empty() {
        Kind::Form
    } else if args.other || args.multi {
        Kind::Choose
    } else if args.reply && !has_choices(args) {
        Kind::Ask
    } else {
        Kind::Confirm
    })
}

fn has_choices(args: &Wait) -> bool {
    !args.choices.is_empty() || !args.choice.is_empty()
}

/// The question, or what stdin has of it.
fn question(args: &Wait) -> Result<String> {
    match args.question.as_deref() {
        Some("-") if !args.is_literal => input::stdin()
            .map_err(|error| Report::usage(format!("the question could not be read from stdin: {error}"))),
        argument => Ok(argument.unwrap_or_default().to_owned()),
    }
}

fn answers(args: &Wait, kind: Kind) -> Result<Question> {
    if kind != Kind::Choose && (args.other || args.multi) {
        let option = if args.multi { "--multi" } else { "--other" };
        return Err(Report::usage(format!("{option} is for --kind choose, and this is {}", kind.name())));
    }
    if kind != Kind::Form && !(args.fields.is_empty() && args.validate.is_empty()) {
        let option = if args.fields.is_empty() { "--validate" } else { "--field" };
        return Err(Report::usage(format!("{option} is for --kind form, and this is {}", kind.name())));
    }
    let has_choice_options = has_choices(args) || args.reply || !args.refuse.is_empty();
    match kind {
        Kind::Secret if has_choice_options => {
            Err(Report::usage("a secret is typed: it takes no --choices, --choice, --refuse or --reply"))
        }
        Kind::Secret if !args.default.is_empty() => {
            Err(Report::usage("a secret has no --default: it would stand in the command line"))
        }
        Kind::Secret => Ok(Question::Secret),
        Kind::Form if has_choice_options => {
            Err(Report::usage("a form has fields: it takes no --choices, --choice, --refuse or --reply"))
        }
        Kind::Form => form::build(args),
        Kind::Choose if !has_choices(args) => Err(Report::usage("--kind choose has nothing to choose from")
            .hint("Name the choices: --choices KEY,KEY,… or --choice KEY=LABEL.")),
        Kind::Choose if args.reply && args.multi => {
            Err(Report::usage("--multi takes choices, and --reply a text: they do not go together"))
        }
        Kind::Choose => {
            let other = args.other || args.reply;
            Ok(Question::List { choices: choices::build(args, kind)?, other, multi: args.multi })
        }
        Kind::Confirm
        | Kind::Batch
        | Kind::Policy
        | Kind::Access
        | Kind::Skills
        | Kind::Limit
        | Kind::Ask => {
            let choices = choices::build(args, kind)?;
            let reply = args.reply || kind == Kind::Ask;
            Ok(if choices.is_empty() { Question::Reply } else { Question::Choice { choices, reply } })
        }
    }
}

/// The answer that is offered; none of a form of which some fields have none.
fn default_answer(defaults: &[String], answers: &Question) -> Result<Option<Answer>> {
    if let Question::Form(fields) = answers {
        let value = |field: &Field| Some((field.name.clone(), field.preset.clone()?));
        return Ok(fields.iter().map(value).collect::<Option<_>>().map(Answer::Form));
    }
    if let Question::List { choices, multi: true, .. } = answers {
        return choices::several(defaults, choices);
    }
    let default = match defaults {
        [] => return Ok(None),
        [default] => default,
        [_, second, ..] => return Err(Report::usage(format!("--default {second}: there is one already"))),
    };
    match answers {
        Question::Choice { choices, .. } | Question::List { choices, .. } => {
            choices::named("--default", default, choices).map(|choice| Some(Answer::Choice(choice.clone())))
        }
        Question::Reply | Question::Form(_) => Ok(Some(Answer::Text(default.clone()))),
        Question::Secret => Ok(Some(Answer::Secret(Zeroizing::new(default.clone())))),
    }
}

fn parse_object(object: &str) -> Result<Object> {
    match object.split_once('=') {
        Some((kind, value)) if !kind.trim().is_empty() => {
            Ok(Object { kind: kind.trim().to_owned(), value: value.to_owned() })
        }
        _ => Err(Report::usage(format!("--object {object}: expected KIND=VALUE, such as program=rm"))),
    }
}
