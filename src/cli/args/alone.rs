//! The two commands that have to be fast, parsed without a description of all the others: that is a twentieth of what
//! `notify` takes. Whatever is not plain is left to the whole description: what is wrong, help texts, options before the name.

use std::{ffi::OsString, mem::ManuallyDrop};

use clap::{Args as _, Command as Description, FromArgMatches as _};

use super::{Args, Command, Deferred, Global, Notify, Wait};

/// The arguments, the program's name first, if they are those of one of these commands and nothing is wrong with them.
pub(super) fn read(arguments: &[OsString]) -> Option<Args> {
    let (_, arguments) = arguments.split_first()?;
    match arguments.first()?.to_str()? {
        "wait" => parsed::<Wait>(arguments, false, Command::Wait),
        // Its -h is a hint.
        "notify" => parsed::<Notify>(arguments, true, Command::Notify),
        _ => None,
    }
}

/// The same for one command, whose name comes first.
fn parsed<T: clap::Args>(
    arguments: &[OsString],
    disable_help: bool,
    command: impl FnOnce(Deferred<T>) -> Command,
) -> Option<Args> {
    let description = Description::new("command").disable_help_flag(disable_help);
    let description = Global::augment_args(T::augment_args(description));
    // What clap knows of it goes with the process, see `Args::read`.
    let mut matches = ManuallyDrop::new(description).try_get_matches_from_mut(arguments).ok()?;
    let options = T::from_arg_matches_mut(&mut matches).ok()?;
    let global = Global::from_arg_matches_mut(&mut matches).ok()?;
    Some(Args { global, command: command(Deferred::new(options)) })
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt as _;

    use clap::{ArgAction, CommandFactory as _};
    use proptest::prelude::*;

    use super::*;

    /// Words that a command line of this command may have: its options in all spellings, and others.
    fn words(name: &str) -> Vec<String> {
        let mut program = Args::command();
        program.build();
        let command = program.find_subcommand(name).expect("a command");
        let mut words: Vec<String> =
            ["--", "-", "a", "yes=Yes,no=No", "5", "1m", "choose", "low", "auto", "-x", "--no-such", "ü"]
                .map(str::to_owned)
                .into();
        for option in command.get_arguments().filter(|option| !option.is_positional()) {
            let takes_value =
                !matches!(option.get_action(), ArgAction::SetTrue | ArgAction::Count | ArgAction::Help);
            let value = if takes_value { "1" } else { "" };
            words.extend(option.get_short().map(|short| format!("-{short}{value}")));
            words.extend(option.get_short().map(|short| format!("-{short}")));
            words.extend(option.get_long().map(|long| format!("--{long}")));
            words.extend(option.get_long().map(|long| format!("--{long}=a")));
            words.extend(option.get_possible_values().iter().map(|value| value.get_name().to_owned()));
        }
        words
    }

    fn line(name: &'static str) -> impl Strategy<Value = Vec<OsString>> {
        let mut words: Vec<OsString> = words(name).into_iter().map(OsString::from).collect();
        words.push(OsString::from_vec(b"\xff".to_vec()));
        prop::collection::vec(prop::sample::select(words), 0..6).prop_map(move |words| {
            ["plyn-notify", name].map(OsString::from).into_iter().chain(words).collect()
        })
    }

    proptest! {
        #[test]
        fn a_command_that_is_parsed_alone_is_what_the_whole_description_makes_of_it(
            arguments in prop_oneof![line("wait"), line("notify")],
        ) {
            let whole = Args::read_whole(&arguments);
            match read(&arguments) {
                Some(alone) => prop_assert_eq!(
                    format!("{alone:?}"),
                    whole.map(|args| format!("{args:?}")).map_err(|error| error.to_string())
                        .unwrap_or_else(|error| error)
                ),
                None => prop_assert!(whole.is_err(), "{whole:?}"),
            }
        }
    }

    #[test]
    fn what_is_no_plain_call_is_not_parsed_alone() {
        for line in [
            &[][..],
            &["plyn-notify"],
            &["plyn-notify", "-q", "wait", "Go?"],
            &["plyn-notify", "run", "--", "true"],
            &["plyn-notify", "wait", "--help"],
            &["plyn-notify", "notify", "-?"],
            &["plyn-notify", "wait", "--no-such"],
        ] {
            let arguments: Vec<OsString> = line.iter().map(OsString::from).collect();
            assert!(read(&arguments).is_none(), "{line:?}");
        }
    }
}
