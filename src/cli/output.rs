//! The only file that prints.

use std::{
    fmt::Write as _,
    io::{self, IsTerminal as _, Write as _},
    os::fd::OwnedFd,
    path::Path,
};

use clap::{
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};
use rustix::stdio;
use zeroize::Zeroizing;

use crate::{
    cli::{args::Global, exit::Exit, manual::help, report::Report},
    engine::tty::open,
};

/// stdout and stderr, as far as this run may use them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Output {
    quiet: bool,
}

impl Output {
    /// The output that the global options ask for.
    pub(super) fn new(global: &Global) -> Self {
        Self { quiet: global.quiet }
    }

    /// Writes an answer and a newline to stdout in one piece, and leaves no copy of it in memory.
    ///
    /// # Errors
    ///
    /// When stdout does not take it: exit status 74.
    #[expect(clippy::unused_self, reason = "all printing goes through the output")]
    pub(super) fn answer(self, text: &str) -> Result<(), Report> {
        let mut line = Zeroizing::new(Vec::with_capacity(text.len() + 1));
        line.extend_from_slice(text.as_bytes());
        line.push(b'\n');
        write_all(&line).map_err(|error| Report::io("the answer could not be written to stdout", &error))
    }

    /// Writes text to stdout.
    ///
    /// # Errors
    ///
    /// When stdout does not take it: exit status 74.
    #[expect(clippy::unused_self, reason = "all printing goes through the output")]
    pub(super) fn text(self, text: &str) -> Result<(), Report> {
        to_stdout(text.as_bytes())
    }

    /// Whether stdout is a terminal.
    #[expect(clippy::unused_self, reason = "all printing goes through the output")]
    pub(super) fn is_terminal(self) -> bool {
        io::stdout().is_terminal()
    }

    /// Writes an escape sequence to stdout: as it is, or escaped where a terminal would act on it.
    ///
    /// # Errors
    ///
    /// When stdout does not take it: exit status 74.
    pub(super) fn sequence(self, bytes: &[u8], escaped: &str) -> Result<(), Report> {
        if self.is_terminal() { to_stdout(format!("{escaped}\n").as_bytes()) } else { to_stdout(bytes) }
    }

    /// Writes file names to stdout, one a line, each byte as it is.
    ///
    /// # Errors
    ///
    /// When stdout does not take it: exit status 74.
    #[expect(clippy::unused_self, reason = "all printing goes through the output")]
    pub(super) fn paths(self, paths: &[&Path]) -> Result<(), Report> {
        let mut lines = Vec::new();
        for path in paths {
            lines.extend_from_slice(path.as_os_str().as_encoded_bytes());
            lines.push(b'\n');
        }
        to_stdout(&lines)
    }

    /// Writes a line to stdout that only a human has a use for, unless nobody wants it.
    ///
    /// # Errors
    ///
    /// When stdout does not take it: exit status 74.
    pub(super) fn summary(self, text: &str) -> Result<(), Report> {
        if self.quiet { Ok(()) } else { self.text(&format!("{text}\n")) }
    }

    /// Asks something on stderr; the answer is typed on the same line.
    #[expect(clippy::unused_self, reason = "all printing goes through the output")]
    pub(super) fn ask(self, text: &str) {
        stderr(&format!("{text} "));
    }

    /// Says something on stderr that the caller may want to know, unless it wants to know nothing.
    pub(super) fn note(self, text: &str) {
        if !self.quiet {
            stderr(&format!("{text}\n"));
        }
    }

    /// Says on stderr what went wrong, and how the process ends for it.
    pub(super) fn report(self, report: &Report) -> Exit {
        let mut text = format!("plyn-notify: {}\n", report.error);
        for hint in report.hints.iter().filter(|_| !self.quiet) {
            let _ = writeln!(text, "  {hint}");
        }
        stderr(&text);
        report.exit
    }
}

/// How many columns the terminal has that text is written to, which may be a pager's; none where there is none.
pub(super) fn columns() -> Option<usize> {
    [stdio::stdout(), stdio::stderr(), stdio::stdin()].into_iter().find_map(open::columns)
}

/// A text of clap's own: help, which is as wide as the terminal, or the version.
#[cold]
#[inline(never)]
pub(super) fn help(text: &StyledStr, color: bool) -> Exit {
    let text = if color && io::stdout().is_terminal() { text.ansi().to_string() } else { text.to_string() };
    let written = to_stdout(text.replace(help::FIXED, " ").as_bytes());
    written.map_or_else(|report| Output { quiet: false }.report(&report), |()| Exit::OK)
}

fn to_stdout(bytes: &[u8]) -> Result<(), Report> {
    write_all(bytes).map_err(|error| Report::io("cannot write to stdout", &error))
}

/// What clap has to say: help and version on stdout, wrong usage on stderr.
#[cold]
#[inline(never)]
pub(super) fn clap(error: &mut clap::Error) -> Exit {
    // What a text without quotes comes to.
    let is_word =
        |value: &ContextValue| matches!(value, ContextValue::String(word) if !word.starts_with('-'));
    if error.kind() == ErrorKind::UnknownArgument && error.get(ContextKind::InvalidArg).is_some_and(is_word) {
        let tip = StyledStr::from("a text of several words is put in quotes");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    if !error.use_stderr() {
        return help(&error.render(), false);
    }
    let _ = error.print();
    Exit::USAGE
}

/// Log lines, which are written as they are.
pub(super) fn log(bytes: &[u8]) {
    let _ = io::stderr().lock().write_all(bytes);
}

/// A handle of stdout, to see whether somebody still reads it.
///
/// # Errors
///
/// When the process has no file descriptors to spare.
pub(super) fn handle() -> io::Result<OwnedFd> {
    rustix::stdio::stdout().try_clone_to_owned()
}

/// A caller that closed stderr does not want to hear it.
fn stderr(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Unbuffered, so that nothing is kept and nothing is believed written that is not.
fn write_all(mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::write(rustix::stdio::stdout(), bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
