//! The arguments of `forward`.

use std::ffi::OsString;

/// The options of `forward`.
#[derive(Debug, clap::Args)]
pub struct Forward {
    /// The host, as ssh takes it: HOST, USER@HOST or ssh://USER@HOST:PORT
    #[arg(value_name = "HOST")]
    pub host: String,
    /// The command and its arguments, which arrive as they are
    #[arg(value_name = "COMMAND", trailing_var_arg = true, required = true)]
    pub command: Vec<OsString>,

    /// Give the command a terminal, even if not all of stdin, stdout and stderr are one
    #[arg(short = 't', long, overrides_with = "no_tty")]
    pub tty: bool,
    /// Give the command no terminal
    #[arg(short = 'T', long, overrides_with = "tty")]
    pub no_tty: bool,
}

/// What follows the options in `forward --help`.
pub(super) const FORWARD_MORE: &str = "\
Exit status:
  the command's own
  2    wrong usage
  127  there is no ssh
  255  ssh failed, and has said why; or the command's own, and then a line on stderr says so
  128+n  a signal ended ssh, such as by Ctrl-C (130) or kill (143)

Spaces, quotes, line breaks, * and $ in an argument are the argument's own, whatever shell the
user has on that host. The command keeps stdin, stdout and stderr, and gets a terminal if all
three are one. ssh asks for passwords and reads its configuration as always.

Examples:
  plyn-notify forward build@server -- make -C \"my project\" all
  plyn-notify forward server -- printf '%s\\n' 'a b' '*' '$HOME'
  git diff | plyn-notify forward server -- git -C /srv/site apply";
