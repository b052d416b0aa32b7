//! The arguments, as typed. Nothing is decided here; the doc comments are the manual.

mod alone;
mod askpass;
pub mod config;
mod copy;
mod deferred;
mod doctor;
mod forward;
pub mod hook;
mod integrate;
mod manual;
mod notify;
mod receive;
mod run;
pub mod tunnel;
mod wait;

use std::{ffi::OsString, mem::ManuallyDrop, path::PathBuf};

use clap::{
    ArgAction, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum,
    builder::PossibleValue,
};

use crate::engine::{
    config::{ChannelName, parse_channels},
    request::Kind,
};
pub use askpass::Askpass;
pub use copy::{Update, Version};
pub use deferred::Deferred;
pub use doctor::Doctor;
pub use forward::Forward;
pub use hook::Hook;
pub use integrate::{Integrate, Scope};
pub use manual::{Complete, Completions, Man, Shell};
pub use notify::Notify;
pub use receive::Receive;
pub use run::Run;
pub use wait::Wait;

/// Ask a human and bring the answer back.
///
/// A script, a build or a coding agent is blocked and needs a decision. plyn-notify asks at the terminal and on a
/// desktop notification that carries the answers, takes whichever is given first, withdraws the other and prints the
/// answer.
#[derive(Debug, Parser)]
#[command(
    name = "plyn-notify",
    version,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    after_long_help = MORE
)]
pub struct Args {
    /// What holds for every command.
    #[command(flatten)]
    pub global: Global,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

impl Args {
    /// Reads the arguments, the program's name first.
    ///
    /// # Errors
    ///
    /// When they are wrong, or all they ask for is a help text or the version.
    pub fn read(arguments: &[OsString]) -> Result<Self, clap::Error> {
        alone::read(arguments).map_or_else(|| Self::read_whole(arguments), Ok)
    }

    /// The same by the description of all commands. What clap knows of them goes with the process: to free it piece by
    /// piece would take a twentieth of a short run.
    fn read_whole(arguments: &[OsString]) -> Result<Self, clap::Error> {
        let mut command = ManuallyDrop::new(Self::command());
        let mut matches = command.try_get_matches_from_mut(arguments)?;
        Self::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
    }
}

/// Options that every command takes, before its name or behind it; see [`Deferred`].
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// Read this configuration file instead of the user's
    ///
    /// Any file with a `[notify]` table will do. Also set by the variable `PLYN_NOTIFY_CONFIG`.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Say on stderr what failed on the way; repeat for more
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
    /// Leave out warnings and explanations
    #[arg(short, long)]
    pub quiet: bool,
    /// Use colours
    ///
    /// auto follows the variable `NO_COLOR` and the terminal.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// If the terminal shows them and `NO_COLOR` is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Ask a question and print the answer
    ///
    /// The question is asked at the terminal at once, and on a desktop notification if it is not answered there within a
    /// few seconds. The first answer counts; the other side is withdrawn. Without a terminal the notification is put up
    /// at once.
    ///
    /// At the terminal, choose with the arrow keys or type a choice's key, label, number or y/n, and take it with Enter.
    ///
    /// --kind choose shows a numbered list. Of more than nine choices, what is typed leaves those that hold it. With --multi,
    /// Space marks the selected one and Enter takes what is marked; Enter at the typed name of one that is not marked marks
    /// it. While nothing is selected, a space is part of what is typed.
    ///
    /// --kind form shows all fields. Enter, Tab or Down go to the next one, Shift-Tab or Up back, and Enter on the last
    /// takes the form.
    #[command(after_long_help = wait::MORE)]
    Wait(Deferred<Wait>),
    /// Tell something on a desktop notification
    ///
    /// It never fails its caller: whatever happens to the notification, the exit status is 0.
    #[command(
        after_long_help = notify::MORE,
        disable_help_flag = true,
        override_usage = "plyn-notify notify [OPTIONS] TITLE [BODY]"
    )]
    Notify(Deferred<Notify>),
    /// Run a command and tell when it has ended, if that took long
    ///
    /// Tells whether it is done or failed, how long it took and how it ended.
    #[command(after_long_help = run::RUN_MORE, override_usage = "plyn-notify run [OPTIONS] -- COMMAND…
       plyn-notify run [OPTIONS] --pid PID")]
    Run(Deferred<Run>),
    /// See what would become of a prompt here, and what to do about it
    ///
    /// Looks at the desktop, the terminal, the configuration and what is between, and says what works, what does not, and
    /// how to mend it. On a terminal that is a screen, which also shows test notifications and edits the configuration, if
    /// asked to; elsewhere it is a text. Of itself it changes, shows and starts nothing.
    #[command(after_long_help = doctor::MORE)]
    Doctor(Deferred<Doctor>),
    /// Show, check and change the configuration
    ///
    /// Later wins: the defaults, the system's files, the user's file, `PLYN_NOTIFY_*` variables, options. Changes go to
    /// the user's file, or to the one that --file or `PLYN_NOTIFY_CONFIG` names: to one value in it, and every other byte
    /// stays.
    #[command(after_long_help = config::MORE, arg_required_else_help = true)]
    Config(Deferred<config::Config>),
    /// Run a command on another host
    ///
    /// Through ssh, but every argument arrives as it is: nothing in it means anything to a shell. The exit status is the
    /// command's.
    #[command(after_long_help = forward::FORWARD_MORE, override_usage = "plyn-notify forward [OPTIONS] HOST -- COMMAND…")]
    Forward(Deferred<Forward>),
    /// Set up the way to another host's desktop
    ///
    /// Where you work on a server by ssh, questions can be shown on the desktop in front of you. The answer comes back on the
    /// connection that asked: there is no server process and no open port.
    #[command(after_long_help = tunnel::MORE, arg_required_else_help = true)]
    Tunnel(Deferred<tunnel::Tunnel>),
    /// Ask what a coding agent asks, from its hook
    ///
    /// The agent's JSON comes in on stdin, and its own words for the decision go out on stdout: one JSON object, or nothing,
    /// and then the agent asks as if plyn-notify were not there. plyn-notify integrate writes the hook into the agent's
    /// settings.
    #[command(after_long_help = hook::MORE)]
    Hook(Deferred<Hook>),
    /// Write that hook into a coding agent's settings, or take it out
    ///
    /// Only our own entry is touched; everything else in the file stays as it is, byte for byte.
    #[command(after_long_help = integrate::MORE)]
    Integrate(Deferred<Integrate>),
    /// Show what another host asks over ssh, and answer
    ///
    /// The desktop's end of the hop: the command of a key in `~/.ssh/authorized_keys`, such as
    ///
    ///   restrict,command="plyn-notify receive" ssh-ed25519 AAAA…
    ///
    /// What is to be shown is in the variable `SSH_ORIGINAL_COMMAND`; nothing of it is run. The notification is taken down
    /// when the connection ends.
    #[command(after_long_help = receive::MORE)]
    Receive(Deferred<Receive>),
    /// Ask what ssh, sudo or git want to know, as their askpass program
    ///
    /// PROMPT is what that program says. Whether it wants a permission, a name or a secret is told by
    /// `SSH_ASKPASS_PROMPT` and by its words; what is not known is a secret.
    #[command(after_long_help = askpass::MORE)]
    Askpass(Deferred<Askpass>),
    /// Print the completion script of a shell
    #[command(after_long_help = manual::COMPLETIONS_MORE, arg_required_else_help = true)]
    Completions(Deferred<Completions>),
    /// Say what can stand at the cursor of a shell
    #[command(hide = true)]
    Complete(Deferred<Complete>),
    /// Show a page of the manual
    #[command(after_long_help = manual::MAN_MORE)]
    Man(Deferred<Man>),
    /// Print the version
    #[command(after_long_help = copy::VERSION_MORE)]
    Version(Deferred<Version>),
    /// Say by which command this copy is updated
    #[command(after_long_help = copy::UPDATE_MORE)]
    Update(Deferred<Update>),
}

const MORE: &str = "\
plyn-notify COMMAND --help has all about a command, and plyn-notify man the whole manual.

Exit status:
  0    answered, told or done; a choice that refuses is 1
  2    wrong usage
  3    dismissed
  69   nobody can be asked
  74   an answer or a file could not be written
  124  the deadline passed
  128+n  ended by signal n

Environment:
  PLYN_NOTIFY_CONFIG   the configuration file instead of the user's, as --config
  PLYN_NOTIFY_SESSION  a name that callers share whose prompts belong together; by default the Unix session
  PLYN_NOTIFY_LOG      what is logged to stderr: error, warn, info, debug or trace
  PLYN_NOTIFY_*        each key of the configuration, such as PLYN_NOTIFY_GRACE_SECONDS
  NO_COLOR             no colours, if it is set to anything
  DBUS_SESSION_BUS_ADDRESS  the bus of the desktop; found without it where there is one

Files:
  ~/.config/plyn-notify/config.toml  the user's configuration
  /etc/xdg/plyn-notify/config.toml   the system's

Examples:
  plyn-notify wait \"Deploy?\" && ./deploy
  make && plyn-notify notify \"Built\" ||
      plyn-notify notify -u critical \"The build failed\"
  plyn-notify run -- cargo build --release";

/// A list of channels, as one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channels(pub Vec<ChannelName>);

fn channels(text: &str) -> Result<Channels, String> {
    parse_channels(text).map(Channels)
}

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}
