//! The arguments of what is about this copy of the program: `version` and `update`.

/// The options of `version`, which are the global ones.
#[derive(Debug, clap::Args)]
pub struct Version {}

/// The end of `version --help`.
pub(super) const VERSION_MORE: &str = "\
With --verbose it also says what this copy was made of and for, which file is running and how that was installed,
whether there are other copies on the path, and what it can do.

Exit status:
  0    printed
  74   it could not be written

Examples:
  plyn-notify version --verbose";

/// The options of `update`.
#[derive(Debug, clap::Args)]
pub struct Update {
    /// Run the command
    #[arg(short, long)]
    pub yes: bool,
    /// Only print it, whatever else is said
    #[arg(short = 'n', long)]
    pub dry_run: bool,
}

/// The end of `update --help`.
pub(super) const UPDATE_MORE: &str = "\
It knows cargo, dpkg, rpm, pacman, nix, brew and a checkout. The command is printed on stdout, what it is for on stderr.

Exit status:
  0    printed; with --yes it is the command's own
  1    nobody knows how this copy was installed
  2    wrong usage
  74   it could not be written
  127  with --yes: the command is not there

Examples:
  plyn-notify update
  plyn-notify update --yes

Security:
  plyn-notify downloads nothing itself. What a package manager downloads it checks as it always does.";
