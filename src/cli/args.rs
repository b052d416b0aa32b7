//! The arguments, as typed. Nothing is decided here; the doc comments are the manual.

pub mod config;
mod deferred;
mod notify;
mod run;

use std::{path::PathBuf, time::Duration};

use clap::{ArgAction, Parser, Subcommand, ValueEnum, builder::PossibleValue};

use crate::engine::{
    config::{ChannelName, Protocol, parse_channels},
    duration::parse_duration,
    request::Kind,
};
pub use deferred::Deferred;
pub use notify::Notify;
pub use run::Run;

/// Ask a human and bring the answer back.
///
/// A script, a build or a coding agent is blocked and needs a decision. plyn-notify asks at the terminal and on a
/// desktop notification that carries the answers, takes whichever is given first, withdraws the other and prints the
/// answer.
#[derive(Debug, Parser)]
#[command(name = "plyn-notify", version, disable_help_subcommand = true, arg_required_else_help = true)]
pub struct Args {
    /// What holds for every command.
    #[command(flatten)]
    pub global: Global,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Options that every command takes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// Read this configuration file instead of the user's
    ///
    /// Any file with a `[notify]` table will do. Also set by the variable `PLYN_NOTIFY_CONFIG`.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Say on stderr what failed on the way; repeat for more
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// Leave out warnings and explanations
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Use colours
    ///
    /// auto follows the variable `NO_COLOR` and the terminal.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
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
    #[command(after_long_help = WAIT_MORE)]
    Wait(Deferred<Wait>),
    /// Tell something on a desktop notification
    ///
    /// It never fails its caller: whatever happens to the notification, the exit status is 0.
    #[command(after_long_help = notify::MORE, disable_help_flag = true)]
    Notify(Deferred<Notify>),
    /// Run a command and tell when it has ended, if that took long
    ///
    /// Tells whether it is done or failed, how long it took and how it ended.
    #[command(after_long_help = run::RUN_MORE, override_usage = "plyn-notify run [OPTIONS] -- COMMAND…
       plyn-notify run [OPTIONS] --pid PID")]
    Run(Deferred<Run>),
    /// Show, check and change the configuration
    ///
    /// Later wins: the defaults, the system's files, the user's file, `PLYN_NOTIFY_*` variables, options. Changes go to
    /// the user's file, or to the one that --file or `PLYN_NOTIFY_CONFIG` names: to one value in it, and every other byte
    /// stays.
    #[command(after_long_help = config::MORE, arg_required_else_help = true)]
    Config(Deferred<config::Config>),
    /// Print the version
    Version,
}

const WAIT_MORE: &str = "\
Exit status:
  0    answered: an affirming or neutral choice, or text
  1    answered: a refusing choice
  2    wrong usage
  3    dismissed: Esc or Ctrl-D, or the notification closed where there is no terminal
  69   nobody can be asked
  74   the answer could not be written to stdout
  124  the deadline passed and there is no --default
  128+n  ended by signal n

stdout carries the answer and nothing else: the choice's key or the typed text, and a newline. The question is asked
on the terminal itself, so stdin and stdout are free for pipes.

Examples:
  plyn-notify wait \"Deploy?\" && ./deploy
  plyn-notify wait --choices now,tonight,never --timeout 10m --default never \"Restart the database?\"
  name=$(plyn-notify wait --reply \"Which branch?\") && git switch \"$name\"
  plyn-notify wait --kind secret \"Token for staging:\" | ./login --token-stdin

Programs that run as you can press a notification's buttons. Where that matters, let only the terminal answer:
--terminal-only.";

/// The options of `wait`.
#[derive(Debug, clap::Args)]
pub struct Wait {
    /// What is asked; - reads it from stdin
    #[arg(value_name = "QUESTION")]
    pub question: Option<String>,

    /// What kind of question it is: presets for title and choices
    #[arg(long, value_name = "KIND", help_heading = "The question")]
    pub kind: Option<Kind>,
    /// A short label, the notification's title
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, help_heading = "The question")]
    pub title: Option<String>,
    /// Why it is asked
    ///
    /// Shown at the terminal always, on a notification only with --include-reason.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, help_heading = "The question")]
    pub reason: Option<String>,
    /// What it is about, such as program=rm or target=notes.md; may be repeated
    ///
    /// On a notification a program is cut to its name, a target to its file name, and what holds :// is left out.
    #[arg(
        long = "object",
        value_name = "KIND=VALUE",
        allow_hyphen_values = true,
        help_heading = "The question"
    )]
    pub objects: Vec<String>,
    /// Who is waiting; default: the working directory's name
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, help_heading = "The question")]
    pub source: Option<String>,

    /// The answers accepted, in order, separated by commas
    ///
    /// Each is a key to print, or KEY=LABEL with the label to show.
    #[arg(long, value_name = "KEY[=LABEL],…", allow_hyphen_values = true, help_heading = "The answers")]
    pub choices: Vec<String>,
    /// One answer accepted, for a label that holds a comma; may be repeated
    #[arg(
        long = "choice",
        value_name = "KEY[=LABEL]",
        allow_hyphen_values = true,
        help_heading = "The answers"
    )]
    pub choice: Vec<String>,
    /// This choice means no: exit status 1
    ///
    /// By themselves deny, n, no, reject, refuse, cancel, stop, abort, block and decline do.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true, help_heading = "The answers")]
    pub refuse: Vec<String>,
    /// Take a typed answer; with --choices, beside them
    #[arg(long, help_heading = "The answers")]
    pub reply: bool,
    /// The answer to offer, and to take at the deadline
    ///
    /// The key of a choice, or a text where text is asked for.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true, help_heading = "The answers")]
    pub default: Option<String>,
    /// How long to wait: 30s, 5m, 1h30m or plain seconds
    ///
    /// Without --default an unanswered question then fails with exit status 124.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "The answers")]
    pub timeout: Option<Duration>,
    /// Let input that was typed before the question appeared answer it
    #[arg(long, help_heading = "The answers")]
    pub type_ahead: bool,
    /// Print one JSON object, whatever the outcome, instead of the bare answer
    #[arg(long, help_heading = "The answers")]
    pub json: bool,

    /// How long to wait for an answer at the terminal before it is announced
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "The announcement")]
    pub grace: Option<Duration>,
    /// The least time between two announcements from one terminal
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "The announcement")]
    pub min_interval: Option<Duration>,
    /// Where to announce it: auto, or a list of desktop, terminal and remote
    #[arg(long, value_name = "LIST", value_parser = channels, help_heading = "The announcement")]
    pub channels: Option<Channels>,
    /// The escape sequence of the terminal's own notification
    ///
    /// Checked, and of no effect yet: the terminal's own notification is its bell.
    #[arg(long, value_name = "NAME", help_heading = "The announcement")]
    pub protocol: Option<Protocol>,
    /// Announce without buttons
    #[arg(long, help_heading = "The announcement")]
    pub no_actions: bool,
    /// Show the reason on the notification too
    #[arg(long, help_heading = "The announcement")]
    pub include_reason: bool,
    /// This continues an exchange: announce it at once
    #[arg(long, help_heading = "The announcement")]
    pub follow_up: bool,
    /// Neither read nor draw on the terminal
    #[arg(long, conflicts_with = "terminal_only", help_heading = "The announcement")]
    pub no_terminal: bool,
    /// Announce without buttons and let only the terminal answer
    #[arg(long, help_heading = "The announcement")]
    pub terminal_only: bool,
}

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
