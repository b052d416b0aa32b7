//! The `plyn-notify` program.

use std::env;

use plyn_notify::cli;

fn main() {
    cli::run(env::args_os()).take()
}
