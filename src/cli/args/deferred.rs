//! Options that are described only for the command that is called: describing them all takes a tenth of a short run.

use std::ops::{Deref, DerefMut};

use clap::{
    Arg, ArgMatches, Args, Command, FromArgMatches,
    builder::{Resettable, StyledStr},
};

/// The options of a subcommand. Who looks at the commands without parsing has to `build` them first.
#[derive(Debug)]
pub struct Deferred<T>(Box<T>);

impl<T> Deref for Deferred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Deferred<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches(matches).map(|options| Self(Box::new(options)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(described::<T>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

/// With its options. What the command is about was said before, and holds; the global options were there before, and
/// belong behind.
fn described<T: Args>(command: Command) -> Command {
    let before = Before::of(&command);
    before.restore(T::augment_args(command))
}

/// What is said of a command without its options: one code for all of them.
struct Before {
    about: Option<StyledStr>,
    long_about: Option<StyledStr>,
    options: usize,
}

impl Before {
    fn of(command: &Command) -> Self {
        Self {
            about: command.get_about().cloned(),
            long_about: command.get_long_about().cloned(),
            options: command.get_arguments().count(),
        }
    }

    fn restore(self, command: Command) -> Command {
        let command =
            command.about(Resettable::from(self.about)).long_about(Resettable::from(self.long_about));
        let mut options = Vec::new();
        let command = command.mut_args(|option| {
            options.push(option);
            Arg::new("")
        });
        options.rotate_left(self.options);
        let mut options = options.into_iter();
        command.mut_args(|empty| options.next().unwrap_or(empty))
    }
}
