//! The command line: arguments to requests, outcomes to output and exit statuses.

pub mod args;
mod channels;
mod config;
mod descriptor;
pub mod exit;
mod forward;
mod hook;
mod input;
mod integrate;
mod json;
mod lacode;
mod logging;
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

use clap::Parser as _;

use args::{Args, Command};
use exit::Exit;
use output::Output;
use report::Report;

use crate::engine::tty::raw::restore_after_panic;

/// Runs the program with these arguments, the program's name first, and says how the process is to end.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let standard = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        restore_after_panic();
        standard(info);
    }));
    let arguments = lacode::translate(arguments);
    let is_hook = hook::is_meant(&arguments);
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) if is_hook => return hook::misused(&error),
        Err(error) => return output::clap(&error),
    };
    let output = Output::new(&args.global);
    let result = match args.command {
        Command::Wait(wait) => wait::run(&args.global, &wait, output),
        Command::Notify(notify) => notify::run(&args.global, &notify, output),
        Command::Run(run) => run::run(&args.global, &run, output),
        Command::Forward(forward) => forward::run(&args.global, &forward, output),
        Command::Config(config) => config::run(&args.global, &config, output),
        Command::Hook(hook) => return hook::run(&args.global, &hook, output),
        Command::Integrate(integrate) => integrate::run(&args.global, &integrate, output),
        Command::Tunnel(tunnel) => tunnel::run(&args.global, &tunnel, output),
        Command::Receive => Ok(receive::run(&args.global, output)),
        Command::Version => {
            output.text(&format!("plyn-notify {}\n", env!("CARGO_PKG_VERSION"))).map(|()| Exit::OK)
        }
    };
    result.unwrap_or_else(|report| output.report(&report))
}

/// What a subcommand comes to.
type Result<T> = std::result::Result<T, Report>;
