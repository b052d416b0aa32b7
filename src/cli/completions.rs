//! `plyn-notify completions`: the scripts, which ask `plyn-notify complete` what can stand at the cursor.

use crate::cli::{
    Result,
    args::{Completions, Shell},
    exit::Exit,
    output::Output,
};

/// Prints the script of a shell.
///
/// # Errors
///
/// When stdout does not take it.
pub(super) fn run(args: &Completions, output: Output) -> Result<Exit> {
    output.text(script(args.shell)).map(|()| Exit::OK)
}

fn script(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => include_str!("../../completions/plyn-notify.bash"),
        Shell::Zsh => include_str!("../../completions/_plyn-notify"),
        Shell::Fish => include_str!("../../completions/plyn-notify.fish"),
        Shell::Powershell => include_str!("../../completions/_plyn-notify.ps1"),
        Shell::Elvish => include_str!("../../completions/plyn-notify.elv"),
        Shell::Nushell => include_str!("../../completions/plyn-notify.nu"),
    }
}
