//! The `plyn-notify` program.

use std::{env, process::ExitCode};

use plyn_notify::{
    cli::{self, exit::Exit},
    engine::signal,
};

fn main() -> ExitCode {
    let exit = cli::run(env::args_os());
    if let Exit::Signal(number) = exit {
        signal::die_by(number);
    }
    ExitCode::from(exit.status())
}
