//! `plyn-notify complete`: what can stand at the cursor, for all shells alike.
//!
//! It is asked by the scripts of `completions`, and knows no more than clap does of the commands: what a new option takes
//! is said by its possible values, its value hint or its value's name. What no shell could know is in `values.rs`.

mod bash;
mod line;
mod values;

use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command, CommandFactory as _};

use crate::cli::{
    Result,
    args::{Args, Complete},
    exit::Exit,
    output::Output,
};
use bash::Typed;
use line::Line;

/// What a shell is to offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// These words, each with what it means. After one that ends in `=` no space follows.
    Words(Vec<(String, String)>),
    /// Files.
    Files,
    /// Folders.
    Directories,
    /// What stands at the cursor in the command that begins with the word of this number.
    Command(usize),
}

/// Prints the offer: a line that says what it is, then a line a word, with a tab before what it means.
///
/// # Errors
///
/// When stdout does not take it.
pub(super) fn run(args: &Complete, output: Output) -> Result<Exit> {
    let words: Vec<String> = args.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let text = match (words.as_slice(), args.bash) {
        ([line, breaks], true) => {
            let typed = Typed::read(line, breaks);
            match typed.offered(offer(&typed.words)) {
                // Its words are other ones: it breaks them at `=` and `:` too.
                Offer::Command(number) => format!("command {}\n", typed.before(number)),
                offer => written(offer),
            }
        }
        _ => written(offer(&words)),
    };
    output.text(&text).map(|()| Exit::OK)
}

fn written(offer: Offer) -> String {
    match offer {
        Offer::Words(words) => {
            let is_open = !words.is_empty() && words.iter().all(|(word, _)| word.ends_with('='));
            let mut text = String::from(if is_open { "nospace\n" } else { "words\n" });
            for (word, about) in words {
                let _ = writeln!(text, "{word}\t{about}");
            }
            text
        }
        Offer::Files => "files\n".to_owned(),
        Offer::Directories => "directories\n".to_owned(),
        Offer::Command(start) => format!("command {start}\n"),
    }
}

/// What can stand in the place of the last word.
pub fn offer(words: &[String]) -> Offer {
    let mut program = Args::command();
    program.build();
    let Some((last, before)) = words.split_last() else { return Offer::Words(Vec::new()) };
    let line = Line::read(&program, before);
    if let Some(start) = line.command_starts {
        return Offer::Command(start);
    }
    let offer = if let Some(option) = line.awaits {
        values::of(option, last, &line)
    } else if let Some((option, value)) = assigned(&line, last) {
        let start = &last[..last.len() - value.len()];
        match values::of(option, value, &line) {
            Offer::Words(words) => Offer::Words(
                words.into_iter().map(|(word, about)| (format!("{start}{word}"), about)).collect(),
            ),
            other => other,
        }
    } else if last.starts_with('-') && !line.is_over {
        return Offer::Words(options(&line, last));
    } else {
        operand(&line, last, words.len() - 1)
    };
    match offer {
        Offer::Words(words) => {
            Offer::Words(words.into_iter().filter(|(word, _)| word.starts_with(last)).collect())
        }
        other => other,
    }
}

/// The option of `--option=VALUE`, and the value so far.
fn assigned<'a, 'b>(line: &Line<'a>, word: &'b str) -> Option<(&'a Arg, &'b str)> {
    let (name, value) = word.strip_prefix("--").filter(|_| !line.is_over)?.split_once('=')?;
    let option = line.command.get_arguments().find(|arg| arg.get_long() == Some(name))?;
    takes_value(option).then_some((option, value))
}

/// The options that can still be given. Short ones are for who knows them.
fn options(line: &Line<'_>, start: &str) -> Vec<(String, String)> {
    let repeats = |arg: &Arg| matches!(arg.get_action(), ArgAction::Append | ArgAction::Count);
    let open = |arg: &&Arg| {
        !arg.is_hide_set() && (repeats(arg) || !line.given.iter().any(|(id, _)| *id == arg.get_id()))
    };
    let arguments = line.command.get_arguments().filter(open);
    let mut found: Vec<(String, String)> = arguments
        .filter_map(|arg| Some((format!("--{}", arg.get_long()?), about(arg.get_help()))))
        .filter(|(name, _)| name.starts_with(start))
        .collect();
    found.sort();
    found
}

/// A command, or a value without an option.
fn operand(line: &Line<'_>, word: &str, at: usize) -> Offer {
    if line.operands == 0 && !line.is_over && line.command.has_subcommands() {
        let commands = line.command.get_subcommands().filter(|command| !command.is_hide_set());
        return Offer::Words(
            commands.map(|command| (command.get_name().to_owned(), about(command.get_about()))).collect(),
        );
    }
    match line::positional(line.command, line.operands) {
        Some(arg) if arg.is_trailing_var_arg_set() || arg.is_last_set() => Offer::Command(at),
        Some(arg) => values::of(arg, word, line),
        None => Offer::Words(Vec::new()),
    }
}

/// The first line of a help text.
fn about(help: Option<&clap::builder::StyledStr>) -> String {
    help.map(ToString::to_string).unwrap_or_default().lines().next().unwrap_or_default().to_owned()
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_num_args().is_some_and(|range| range.takes_values())
}

/// Options and values of which nobody has said what can stand there, as `command option`: a test wants none.
pub fn unknown() -> Vec<String> {
    fn look(command: &Command, found: &mut Vec<String>) {
        let arguments = command.get_arguments().filter(|arg| !arg.is_hide_set() && takes_value(arg));
        let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
        found.extend(
            arguments.filter(|arg| !values::is_known(arg)).map(|arg| format!("{name} {}", arg.get_id())),
        );
        command
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .for_each(|command| look(command, found));
    }
    let mut program = Args::command();
    program.build();
    let mut found = Vec::new();
    look(&program, &mut found);
    found
}

#[cfg(test)]
mod tests;
