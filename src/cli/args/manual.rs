//! The arguments of what helps to learn the program: `man`, `completions`.

use std::ffi::OsString;

use clap::ValueEnum;

/// The options of `man`.
#[derive(Debug, clap::Args)]
pub struct Man {
    /// Which page: a command, configuration, channels or agents; by default the program's own
    pub page: Option<String>,
    /// Print the page's source, for installing it
    #[arg(long)]
    pub roff: bool,
    /// Print the names of all pages
    #[arg(long, conflicts_with_all = ["page", "roff"])]
    pub list: bool,
}

/// The end of `man --help`.
pub(super) const MAN_MORE: &str = "\
On a terminal the page is shown by man, or by a pager where there is no man. In a pipe it is plain text.

Exit status:
  0    shown
  2    there is no such page
  74   it could not be written

Environment:
  PAGER  shows the page where there is no man; else less, else more

Examples:
  plyn-notify man wait
  plyn-notify man configuration | grep -A3 grace_seconds
  plyn-notify man --roff channels >plyn-notify-channels.7";

/// The options of `completions`.
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell
    pub shell: Shell,
}

/// The end of `completions --help`.
pub(super) const COMPLETIONS_MORE: &str = "\
The script asks plyn-notify itself what can stand at the cursor, so it never has to be renewed. It needs plyn-notify
on the path.

Exit status:
  0    printed
  2    wrong usage
  74   it could not be written

Examples:
  eval \"$(plyn-notify completions bash)\"                                   # in ~/.bashrc
  plyn-notify completions zsh >\"${fpath[1]}/_plyn-notify\"                  # before compinit
  plyn-notify completions fish >~/.config/fish/completions/plyn-notify.fish
  plyn-notify completions powershell | Out-String | Invoke-Expression      # in $PROFILE
  plyn-notify completions elvish >~/.config/elvish/lib/plyn-notify.elv      # then: use plyn-notify
  plyn-notify completions nushell |
      save -f ~/.config/nushell/autoload/plyn-notify.nu";

/// A shell that has a completion script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[expect(missing_docs, reason = "each is the name of a program")]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
    Elvish,
    Nushell,
}

/// What a completion script asks.
#[derive(Debug, clap::Args)]
pub struct Complete {
    /// The words are bash's `COMP_LINE` up to the cursor, and its `COMP_WORDBREAKS`
    #[arg(long)]
    pub bash: bool,
    /// The words up to the cursor, the program's name first and the unfinished one last
    #[arg(last = true, required = true, value_name = "WORD")]
    pub words: Vec<OsString>,
}
