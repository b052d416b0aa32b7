//! The arguments of `run`.

use std::{ffi::OsString, time::Duration};

use clap::value_parser;

use crate::engine::duration::parse_duration;

/// The options of `run`.
#[derive(Debug, clap::Args)]
pub struct Run {
    /// The command and its arguments, which are left as they are
    #[arg(value_name = "COMMAND", trailing_var_arg = true, required_unless_present = "pid")]
    pub command: Vec<OsString>,

    /// Tell only if it took at least this long: 30s, 5m, 1h30m or plain seconds; 0 is always
    ///
    /// By default 10s, and 0 with --pid, where it counts from when the wait began.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub after: Option<Duration>,
    /// What it is called when it is told of; by default the program's name
    ///
    /// The command's arguments are never shown: they may hold what is nobody else's business.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub title: Option<String>,
    /// Wait for the process of this number, which runs already, instead of running a command
    #[arg(long, value_name = "PID", conflicts_with = "command", value_parser = value_parser!(u32).range(1..))]
    pub pid: Option<u32>,
}

/// What follows the options in `run --help`.
pub(super) const RUN_MORE: &str = "\
Exit status:
  the command's own; where a signal ended it, the same signal ends plyn-notify
  2    wrong usage
  126  the command cannot be executed
  127  the command is not found
  with --pid: 0 when the process has ended, 1 when there is none

The command keeps the terminal, stdin, stdout, stderr and the process group: pipes, Ctrl-C,
Ctrl-Z and fg work as without plyn-notify, and a signal that is sent to plyn-notify reaches it.
Nothing is printed.

Examples:
  plyn-notify run -- cargo build --release
  plyn-notify run --after 0 --title \"Nightly backup\" -- ./backup.sh /srv &&
      echo backed up
  plyn-notify run --after 1m -- make -j8 2>&1 | tee build.log
  plyn-notify run --pid \"$(pgrep -n rsync)\"";
