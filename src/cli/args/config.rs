//! The arguments of `config`.

use std::path::PathBuf;

use clap::Subcommand;

/// What all of `config` takes.
#[derive(Debug, clap::Args)]
pub struct Config {
    /// Read and change this file instead of the user's; the same as --config
    ///
    /// Of another program's file, such as plyngent.toml, only `[notify]` is read, and only the keys that plyngent knows
    /// are written.
    #[arg(long, global = true, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: ConfigCommand,
}

/// What can be done with the configuration.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print the name of the file that changes go to
    Path {
        /// Print every file that is read, there or not, the least important first
        #[arg(long)]
        all: bool,
    },
    /// Print every key, its value and where that came from
    ///
    /// What is printed is TOML.
    Show {
        /// Print one JSON object instead
        #[arg(long)]
        json: bool,
    },
    /// Print the value of one key
    ///
    /// A text is printed without its quotes, a list as TOML. Exit status 1 if the key has no value.
    Get {
        /// The key, such as `grace_seconds` or `remote.host`
        key: String,
    },
    /// Set one key
    ///
    /// Everything else in the file stays as it is, byte for byte. A file that is not there is made, with every key in
    /// it as a comment.
    #[command(after_long_help = SET_MORE)]
    Set {
        /// The key, such as `grace_seconds` or `remote.host`
        key: String,
        /// The value, as TOML or as bare text; a list also as its elements between commas
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Take one key out of the file
    ///
    /// Its line goes; comments above it stay.
    Unset {
        /// The key, such as `grace_seconds` or `remote.host`
        key: String,
    },
    /// List everything that is wrong, by file and line
    ///
    /// Exit status 1 if anything is.
    Check,
    /// Change the file in an editor
    ///
    /// $VISUAL, else $EDITOR, else vi is started on a copy, which takes the file's place only if nothing is wrong with it.
    Edit,
}

/// The end of `config set --help`.
const SET_MORE: &str = "\
Examples:
  plyn-notify config set grace_seconds 2.5
  plyn-notify config set channels desktop,terminal
  plyn-notify config set channels '[\"desktop\", \"terminal\"]'
  plyn-notify config set remote.host laptop
  plyn-notify config set agents.claude.mode ask";

/// The end of `config --help`.
pub(super) const MORE: &str = "\
Exit status:
  0    done
  1    the configuration has faults, or the key has no value, or the file cannot take the change
  2    wrong usage: no such key, or a value that it cannot have
  74   the file could not be written; the old one is as it was

Environment:
  PLYN_NOTIFY_CONFIG  the file, as --file
  VISUAL, EDITOR      what edit starts; else vi

Files:
  ~/.config/plyn-notify/config.toml  what is changed; plyn-notify(5) has its keys
  /etc/xdg/plyn-notify/config.toml   the system's, which is only read

Examples:
  plyn-notify config show
  plyn-notify config set grace_seconds 2.5
  plyn-notify config set channels desktop,terminal
  plyn-notify config set protocol osc99
  plyn-notify config get remote.host
  plyn-notify config unset remote.host
  plyn-notify config --file ~/.config/plyngent/plyngent.toml \\
      set include_reason true
  plyn-notify config check && echo fine";
