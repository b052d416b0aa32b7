//! `plyn-notify forward`.

use std::{
    ffi::OsString,
    io::{self, IsTerminal as _},
    os::unix::ffi::OsStrExt as _,
};

use crate::{
    cli::{
        Result,
        args::{Forward, Global},
        exit::Exit,
        logging::Log,
        output::Output,
        report::Report,
    },
    engine::{
        facts::Facts,
        run::{self, End, RunError, StartError},
        ssh::{command::for_login_shell, failure::SSH_FAILED, host},
    },
};

/// Runs the command on the host and says how ours is to end.
///
/// # Errors
///
/// On wrong usage, and when there is no ssh.
pub(super) fn run(global: &Global, args: &Forward, output: Output) -> Result<Exit> {
    let facts = Facts::read();
    Log::start(global.verbose, facts.log.as_deref());
    host::check(&args.host).map_err(|error| Report::usage(format!("{:?}: {error}", args.host)))?;
    let words: Vec<&[u8]> = args.command.iter().map(|word| word.as_bytes()).collect();
    let all = || io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal();
    let tty = match (args.tty, args.no_tty) {
        // By one of them ssh gives none where stdin is no terminal (ssh(1)).
        (true, _) => "-tt",
        // A terminal makes one stream of stdout and stderr, and changes line breaks: whoever has parted them gets none.
        (false, false) if all() => "-t",
        (false, _) => "-T",
    };
    let ssh = ["ssh", tty, "--", &args.host, &for_login_shell(&words)].map(OsString::from);
    let finished = run::command(&ssh).map_err(|error| cannot_run(&error))?;
    if finished.end == End::Status(SSH_FAILED) {
        // So ssh ends of a signal, too.
        if let Some(signal) = finished.asked {
            return Ok(Exit::Signal(signal));
        }
        output.note(&format!(
            "plyn-notify: exit status 255: ssh to {} failed, unless a line above says that it is the command's own",
            args.host
        ));
    }
    Ok(Exit::of_command(finished.end))
}

fn cannot_run(error: &RunError) -> Report {
    let (exit, hint) = match error {
        RunError::Start(StartError::NotFound) => {
            (Exit::NOT_FOUND, "Install OpenSSH's client, such as the package openssh-client.")
        }
        RunError::Start(StartError::NotExecutable(_)) => {
            (Exit::NOT_EXECUTABLE, "The command may be too long; put it into a script on that host.")
        }
        RunError::Watch(_) => (Exit::SOFTWARE, "Run it again with -v."),
    };
    Report { exit, error: format!("cannot run `ssh`: {error}"), hints: Vec::new() }.hint(hint)
}
