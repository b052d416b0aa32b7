//! Options that are described only for the command that is called: describing them all takes a tenth of a short run.

use std::ops::{Deref, DerefMut};

use clap::{ArgMatches, Args, Command, FromArgMatches, builder::Resettable};

use super::Global;

/// The options of a subcommand. Who looks at the commands without parsing has to `build` them first.
#[derive(Debug)]
pub struct Deferred<T>(Box<T>);

impl<T> Deferred<T> {
    /// These options.
    pub(super) fn new(options: T) -> Self {
        Self(Box::new(options))
    }
}

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
        T::from_arg_matches(matches).map(Self::new)
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

/// With its options and, behind them, the global ones. What the command is about was said before, and holds.
fn described<T: Args>(command: Command) -> Command {
    let (about, long_about) = (command.get_about().cloned(), command.get_long_about().cloned());
    with_global(T::augment_args(command))
        .about(Resettable::from(about))
        .long_about(Resettable::from(long_about))
}

/// With the global options: clap hands their values on to the program's, which have the same names. Were those the global
/// ones, each command would get a copy of them, called or not.
fn with_global(command: Command) -> Command {
    let mut own = command.get_arguments().count();
    Global::augment_args(command).mut_args(|option| {
        let is_own = own > 0;
        own = own.saturating_sub(1);
        if is_own { option } else { option.global(true) }
    })
}
