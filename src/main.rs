//! The `plyn-notify` program.

use std::env;

use plyn_notify::{
    cli::{self, exit::Exit},
    engine::signal,
};

fn main() {
    let exit = cli::run(env::args_os());
    if let Exit::Signal(number) = exit {
        signal::die_by(number);
    }
    signal::end(exit.status());
}
