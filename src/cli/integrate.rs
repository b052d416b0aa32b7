//! `plyn-notify integrate`.

use crate::cli::{
    Result,
    args::{Global, Integrate},
    exit::Exit,
    output::Output,
};

pub(super) fn run(_global: &Global, _args: &Integrate, _output: Output) -> Result<Exit> {
    Ok(Exit::OK)
}
