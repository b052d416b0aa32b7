//! The arguments of `tunnel`.

use std::path::PathBuf;

use clap::{Subcommand, ValueHint, value_parser};

/// What all of `tunnel` takes.
#[derive(Debug, clap::Args)]
pub struct Tunnel {
    /// What to do.
    #[command(subcommand)]
    pub command: TunnelCommand,
}

/// What can be done with the hop.
#[derive(Debug, Subcommand)]
pub enum TunnelCommand {
    /// Make the hop's key, its line at the other end and its configuration, and try it
    ///
    /// To be run where the questions are asked. Asks before each change; what is there already stays, so that it can be
    /// run again.
    #[command(after_long_help = SETUP_MORE)]
    Setup(Setup),
    /// Say what is there, and try it
    ///
    /// Exit status 69 if no prompt would be shown on the other host.
    Status,
    /// Undo what setup has done, and nothing else
    ///
    /// Exit status 69 if the key's line is still there on another host, which can be tried again.
    Remove {
        /// Do it without asking
        #[arg(short, long)]
        yes: bool,
        /// Only say what would be done
        #[arg(long)]
        dry_run: bool,
        /// Forget the key's line on a host that cannot be reached any more
        #[arg(short, long)]
        force: bool,
    },
    /// Let a key have questions shown on this host
    ///
    /// To be run on the desktop's host. Adds the key to `~/.ssh/authorized_keys`, for `plyn-notify receive` alone; setup
    /// --install-on does it from the other end.
    Authorize {
        /// The public key: ssh-ed25519 AAAA… COMMENT
        #[arg(value_name = "KEY")]
        key: String,
        /// Take it out instead
        #[arg(long)]
        remove: bool,
        /// Change this file instead
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
    },
}

/// The options of `tunnel setup`.
#[derive(Debug, clap::Args)]
pub struct Setup {
    /// The desktop's host, as it is called from here; by default that of --install-on
    ///
    /// Without any it is reached through a tunnel that it opens itself: ssh -R 10022:localhost:22 …
    #[arg(long, value_name = "HOST", value_hint = ValueHint::Hostname)]
    pub host: Option<String>,
    /// The login name there; by default ssh's choice
    #[arg(long, value_name = "USER", value_hint = ValueHint::Username)]
    pub user: Option<String>,
    /// The port of its sshd; by default ssh's choice, and 10022 of a tunnel
    #[arg(long, value_name = "PORT", value_parser = value_parser!(u16).range(1..))]
    pub port: Option<u16>,
    /// The private key's file; made if it is not there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub key: Option<PathBuf>,
    /// Add the key to `authorized_keys` there, by an ssh of your own: HOST, USER@HOST or ssh://USER@HOST:PORT
    #[arg(long, value_name = "HOST", value_hint = ValueHint::Hostname)]
    pub install_on: Option<String>,
    /// Where plyn-notify is on the desktop's host; by default in its PATH
    #[arg(long, value_name = "PATH", value_hint = ValueHint::Other)]
    pub program: Option<String>,
    /// Do it without asking
    #[arg(short, long)]
    pub yes: bool,
    /// Only say what would be done
    #[arg(long)]
    pub dry_run: bool,
}

/// The end of `tunnel setup --help`.
const SETUP_MORE: &str = "\
Examples:
  plyn-notify tunnel setup --install-on me@laptop
  plyn-notify tunnel setup --user me              # and on the laptop: ssh -R 10022:localhost:22 server
  plyn-notify tunnel setup --host laptop --dry-run";

/// The end of `tunnel --help`.
pub(super) const MORE: &str = "\
Exit status:
  0    done, and the other host answers
  1    you said no, or a file cannot take the change
  2    wrong usage
  69   the other host does not answer, or nobody can be asked
  74   a file could not be written

The key can do one thing on the desktop's host: have plyn-notify receive show something. It has no
passphrase, since nobody may be there to type one.

Examples:
  plyn-notify tunnel setup --install-on me@laptop
  plyn-notify tunnel status
  plyn-notify tunnel remove --dry-run";
