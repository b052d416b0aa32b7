//! The arguments of `integrate`.

use clap::ValueEnum;

use crate::engine::agents::{Agent, Mode};

/// The options of `integrate`.
#[derive(Debug, clap::Args)]
pub struct Integrate {
    /// The agents
    #[arg(value_name = "AGENT", required_unless_present = "list")]
    pub agents: Vec<Agent>,

    /// Take the hook out again
    #[arg(long)]
    pub remove: bool,
    /// Print what would be changed, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Whose settings: user, project or local
    ///
    /// project is the working directory's settings, and local those of them that are not for others.
    #[arg(long, value_name = "SCOPE", default_value = "user", hide_possible_values = true)]
    pub scope: Scope,
    /// What to do about a question: answer, alert or gate; see plyn-notify hook --help
    #[arg(long, value_name = "MODE", hide_possible_values = true, conflicts_with = "remove")]
    pub mode: Option<Mode>,
    /// Print which agents are there, in which version, and which have the hook
    #[arg(long, conflicts_with_all = ["agents", "remove", "dry_run", "mode"])]
    pub list: bool,
}

/// Whose settings are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scope {
    /// The user's.
    User,
    /// The working directory's.
    Project,
    /// The working directory's that are the user's own.
    Local,
}

/// What follows the options in `integrate --help`.
pub(super) const MORE: &str = "\
Exit status:
  0    done, or there was nothing to do
  1    a file cannot be changed; nothing was, and what to add is printed
  2    wrong usage
  74   a file could not be written; the old one is as it was

A second run changes nothing. The file as it was before is kept beside it, with .plyn-notify.bak at the end of its name.
If plyn-notify is uninstalled, the agents go on without it, but for those with a gate: their calls are denied.

Examples:
  plyn-notify integrate claude-code opencode
  plyn-notify integrate --dry-run codex
  plyn-notify integrate --mode answer copilot
  plyn-notify integrate --remove claude-code
  plyn-notify integrate --list";
