//! `plyn-notify config edit`: the human's editor on a copy.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the editor is a program of the human's choice"
)]

use std::{
    ffi::{OsStr, OsString},
    io::{self, IsTerminal as _},
    path::Path,
    process::{Command, ExitStatus},
};

use super::{advice, kept, name, report};
use crate::{
    cli::{Result, exit::Exit, output::Output, report::Report},
    engine::{
        config::{ChangeError, Draft, Sources},
        facts,
        signal::Keyboard,
    },
};

/// Edits the file, and puts the copy in its place if nothing is wrong with it.
pub(super) fn edit(sources: &Sources, output: Output) -> Result<Exit> {
    let editor = facts::editor();
    let draft = Draft::new(sources).map_err(|error| report(&error))?;
    let original = name(draft.original());
    let keyboard = Keyboard::take().map_err(|error| Report::io("the editor cannot be started", &error))?;
    loop {
        if let Err(error) = keyboard.lend(|| open(&editor, draft.path())) {
            return Err(refused(draft, format!("{original} is as it was: {error}")));
        }
        if !draft.is_changed() {
            output.note(&format!("plyn-notify: {original} is as it was: nothing was edited"));
            return Ok(Exit::OK);
        }
        let faults = match draft.faults() {
            Ok(faults) => faults,
            Err(error) => return Err(refused(draft, format!("{original} is as it was: {error}"))),
        };
        if faults.is_empty() {
            return match draft.accept() {
                Ok(()) => Ok(Exit::OK),
                Err(error) => {
                    let hint = advice(&error).to_owned();
                    let hints = vec![format!("Nothing was changed. {}", kept(&draft.keep())), hint];
                    Err(Report { hints, ..report(&ChangeError::Write(error)) })
                }
            };
        }
        for fault in &faults {
            output.note(&format!("plyn-notify: {fault}"));
        }
        if !again(output) {
            return Err(refused(draft, format!("{original} is as it was: the copy has faults")));
        }
    }
}

/// Starts the editor as git does, through a shell: it may come with arguments.
fn open(editor: &OsStr, file: &Path) -> std::result::Result<(), String> {
    // The shell outlives a Ctrl-C that its child outlives; a trap, unlike an ignored signal, is not handed on.
    let mut script = OsString::from("trap : INT QUIT; ");
    script.push(editor);
    script.push(" \"$@\"");
    let status = Command::new("sh").arg("-c").arg(script).arg(editor).arg(file).status();
    let shown = editor.to_string_lossy();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the editor {shown:?} failed ({})", how(status))),
        Err(error) => Err(format!("the editor {shown:?} cannot be started: {error}")),
    }
}

fn how(status: ExitStatus) -> String {
    match status.code() {
        // What a shell says of a command that is not there.
        Some(127) => "no such command; set VISUAL or EDITOR".to_owned(),
        Some(code) => format!("exit status {code}"),
        None => "ended by a signal".to_owned(),
    }
}

/// The file is not changed; what was written is kept.
fn refused(draft: Draft<'_>, error: String) -> Report {
    let hints = if draft.is_changed() { vec![kept(&draft.keep())] } else { Vec::new() };
    Report { exit: Exit::FAULTY, error, hints }
}

/// Whether the human wants another try; nobody does where nobody can be asked.
fn again(output: Output) -> bool {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return false;
    }
    output.ask("Edit it again? [Y/n]");
    let mut answer = String::new();
    match io::stdin().read_line(&mut answer) {
        Ok(0) | Err(_) => false,
        Ok(_) => matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes"),
    }
}
