//! The arguments of `doctor`.

/// The options of `doctor`.
#[derive(Debug, clap::Args)]
pub struct Doctor {
    /// Print the report as text, on a terminal too
    ///
    /// Without this, --json, --check and --only, a terminal gets a screen; ? shows its keys.
    #[arg(long, conflicts_with_all = ["json", "check"])]
    pub plain: bool,
    /// Print one JSON document
    #[arg(long, conflicts_with = "check")]
    pub json: bool,
    /// Print one line: whether a prompt can be announced and answered as configured
    ///
    /// Exit status 1 if it cannot; with --only, if one of those checks is a problem or a warning.
    #[arg(long)]
    pub check: bool,
    /// Only these checks, by their names, separated by commas
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub only: Vec<String>,
}

pub(super) const MORE: &str = "\
Exit status:
  0    done; with --check, a prompt can be announced and answered as configured
  1    with --check, it cannot
  2    wrong usage

On a terminal that a program can talk to, the terminal is asked who it is, for 200 ms at most; not with --check. With -v
the report has the tables of all that was found. Every check has a name that stays the same; they are in the report and,
in JSON, in id.

Examples:
  plyn-notify doctor
  plyn-notify doctor --check || echo \"a prompt would not reach you\"
  plyn-notify doctor --json |
      jq -r '.checks[] | select(.level == \"problem\") | .title'
  plyn-notify doctor --only desktop.buttons,desktop.quiet";
