//! The command line: arguments to requests, outcomes to output and exit statuses.

pub mod args;
mod askpass;
mod channels;
pub mod complete;
mod completions;
mod config;
mod copy;
mod descriptor;
mod doctor;
pub mod exit;
mod forward;
mod hook;
mod input;
mod integrate;
mod json;
mod logging;
mod man;
pub mod manual;
mod names;
mod notify;
mod output;
mod receive;
mod report;
mod request;
mod run;
mod sequence;
mod telling;
mod tunnel;
mod wait;

use std::{ffi::OsString, panic};

use clap::error::ErrorKind;

use args::{Args, Command, Global};
use exit::Exit;
use output::Output;
use report::Report;

use crate::engine::{
    facts::{self, Facts},
    tty::raw::restore_after_panic,
};

/// Runs the program with these arguments, the program's name first, and says how the process is to end. Where a prompt or a
/// notice came to a good end, it has ended by then, which is sooner.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let standard = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        restore_after_panic();
        standard(info);
    }));
    let arguments = names::translate(arguments);
    let is_hook = hook::is_meant(&arguments);
    let args = match Args::read(&arguments) {
        Ok(args) => args,
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            let exit = help(&arguments, &error);
            return if is_hook { Exit::OK } else { exit };
        }
        Err(mut error) if is_hook => return hook::misused(&mut error),
        Err(mut error) => return output::clap(&mut error),
    };
    let output = Output::new(&args.global);
    dispatch(&args.global, &args.command, output).unwrap_or_else(|report| output.report(&report))
}

/// The help text that was asked for, once it is known that it was.
#[cold]
#[inline(never)]
fn help(arguments: &[OsString], error: &clap::Error) -> Exit {
    let width = output::columns().or_else(facts::columns).unwrap_or(100);
    let wide = manual::help::program(width).try_get_matches_from(arguments);
    output::help(&wide.err().as_ref().unwrap_or(error).render(), Facts::read().terminal.color)
}

/// Does what the command says, and says how the process ends.
fn dispatch(global: &Global, command: &Command, output: Output) -> Result<Exit> {
    match command {
        Command::Wait(wait) => wait::run(global, wait, output),
        Command::Notify(notify) => notify::run(global, notify, output),
        command => dispatch_other(global, command, output),
    }
}

/// The same for what need not be fast: kept apart, it is not among what a short run maps.
#[cold]
#[inline(never)]
fn dispatch_other(global: &Global, command: &Command, output: Output) -> Result<Exit> {
    match command {
        Command::Wait(_) | Command::Notify(_) => dispatch(global, command, output),
        Command::Run(run) => run::run(global, run, output),
        Command::Forward(forward) => forward::run(global, forward, output),
        Command::Doctor(doctor) => doctor::run(global, doctor, output),
        Command::Config(config) => config::run(global, config, output),
        Command::Hook(hook) => Ok(hook::run(global, hook, output)),
        Command::Integrate(integrate) => integrate::run(global, integrate, output),
        Command::Tunnel(tunnel) => tunnel::run(global, tunnel, output),
        Command::Receive(_) => Ok(receive::run(global, output)),
        Command::Askpass(askpass) => askpass::run(global, askpass, output),
        Command::Completions(completions) => completions::run(completions, output),
        Command::Complete(words) => complete::run(words, output),
        Command::Man(man) => man::run(man, output),
        Command::Version(_) => copy::version(global, output),
        Command::Update(update) => copy::update(update, output),
    }
}

/// What a subcommand comes to.
type Result<T> = std::result::Result<T, Report>;
