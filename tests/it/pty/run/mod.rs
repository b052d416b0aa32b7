//! `plyn-notify run` at a real terminal: the command is as it would be without us.

mod ends;
mod jobs;
mod process;
mod signals;
mod streams;
mod usage;

use super::Case;

/// `plyn-notify run` of this script, as the process that is waited for; its streams are files.
fn command(script: &str) -> Case {
    let mut case = Case::script("sh", r#"exec "$PLYN" run -- sh -c "$1" >out 2>err"#);
    case.command = case.command.arg("sh").arg(script);
    case
}

/// The same with the terminal as its streams.
fn at_terminal(script: &str) -> Case {
    let mut case = Case::script("sh", r#"exec "$PLYN" run -- sh -c "$1""#);
    case.command = case.command.arg("sh").arg(script);
    case
}

/// A script that notes each of these signals in the file `got`, says in `ready` that it does, and ends with status 3
/// when the file `stop` is there. What the shell says of a `sleep` that a key ended is nobody's business.
fn noting(signals: &str) -> String {
    format!(
        "exec 2>/dev/null; for signal in {signals}; do trap \"echo $signal >>got\" $signal; done; echo up >ready
         until [ -e stop ]; do sleep 0.01; done; exit 3"
    )
}
