//! The arguments, as typed. Nothing is decided here; the doc comments are the manual.

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

use std::{path::PathBuf, time::Duration};

use clap::{ArgAction, Parser, Subcommand, ValueEnum, builder::PossibleValue};

use crate::engine::{
    config::{ChannelName, Protocol, parse_channels},
    duration::parse_duration,
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
pub use run::Run;

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
    ///
    /// --kind choose shows a numbered list. Of more than nine choices, what is typed leaves those that hold it. With --multi,
    /// Space marks the selected one and Enter takes what is marked; Enter at the typed name of one that is not marked marks
    /// it. While nothing is selected, a space is part of what is typed.
    ///
    /// --kind form shows all fields. Enter, Tab or Down go to the next one, Shift-Tab or Up back, and Enter on the last
    /// takes the form.
    #[command(after_long_help = WAIT_MORE)]
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
    Receive,
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
  make && plyn-notify notify \"Built\" || plyn-notify notify -u critical \"The build failed\"
  plyn-notify run -- cargo build --release";

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

stdout carries the answer and nothing else: the choice's key or the typed text, and a newline; where the exit status is
enough, >/dev/null keeps it off the screen. With --multi it is a key
a line, in the order of the choices; of a form a line NAME='value' a field, quoted so that eval in a shell is safe. The
question is asked on the terminal itself, so stdin and stdout are free for pipes.

Environment:
  PAGER  shows what --detail names, at Ctrl-O; else less, else more
  PLYN_NOTIFY_SESSION  whose prompts belong together, for --min-interval; by default those of one terminal

Examples:
  plyn-notify wait \"Deploy?\" && ./deploy
  plyn-notify wait --choices now,tonight,never --timeout 10m --default never \"Restart the database?\"
  name=$(plyn-notify wait --reply \"Which branch?\") && git switch \"$name\"
  plyn-notify wait --kind choose --multi --choices unit,docs,e2e --default unit \"Which tests?\"
  branch=$(plyn-notify wait --reply --complete <(git branch --format='%(refname:short)') \"Which branch?\")
  values=$(plyn-notify wait --kind form --field version=Version --validate 'version=[0-9.]+' \\
      --field branch=Branch --default branch=main \"New release?\") && eval \"$values\"
  git diff | plyn-notify wait --detail - \"Commit this?\" && git commit -a
  plyn-notify wait --kind secret \"Token for staging:\" | ./login --token-stdin

Security:
  Programs that run as you can press a notification's buttons. Where that matters, let only the terminal answer:
  --terminal-only. Only exit status 0 means yes: a deadline, a dismissed prompt or a lost desktop never do.";

/// The options of `wait`.
#[derive(Debug, clap::Args)]
pub struct Wait {
    /// What is asked; - reads it from stdin
    #[arg(value_name = "QUESTION")]
    pub question: Option<String>,

    /// What kind of question it is: presets for title and choices
    ///
    /// choose is a list and form has fields: only the terminal can answer them, a notification shows what is asked.
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
    /// A longer text for the terminal, such as a diff; - reads it from stdin
    ///
    /// Its head is shown, Ctrl-O opens it in $PAGER. It is never on a notification.
    #[arg(long, value_name = "FILE", help_heading = "The question")]
    pub detail: Option<PathBuf>,
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
    /// With --kind choose: a typed text that names no choice is an answer too
    #[arg(long, conflicts_with = "multi", help_heading = "The answers")]
    pub other: bool,
    /// With --kind choose: take any number of the choices, at least one
    #[arg(long, help_heading = "The answers")]
    pub multi: bool,
    /// A field of a form: the name to print, and what to ask for; may be repeated
    ///
    /// NAME is made of letters, digits and _. A field may be left empty, unless --validate says otherwise.
    #[arg(
        long = "field",
        value_name = "NAME[=PROMPT]",
        allow_hyphen_values = true,
        help_heading = "The answers"
    )]
    pub fields: Vec<String>,
    /// What the value of a field has to match, all of it; may be repeated
    ///
    /// A regular expression as in Perl, without look-around. It has to match the whole value, as the pattern of an HTML form
    /// does, and an empty value too: .+ asks for something.
    #[arg(
        long = "validate",
        value_name = "NAME=REGEX",
        allow_hyphen_values = true,
        help_heading = "The answers"
    )]
    pub validate: Vec<String>,
    /// Complete a typed answer with Tab to a line of this file
    ///
    /// Beside the choices' keys and labels, where there are any. The first Tab adds what all candidates have in common, in
    /// any case if nothing begins as it is typed; the second shows them; each further Tab takes the next, Shift-Tab the
    /// one before. The file is read once, and at most 1 MiB of it.
    #[arg(long, value_name = "FILE", help_heading = "The answers")]
    pub complete: Option<PathBuf>,
    /// The answer to offer, and to take at the deadline
    ///
    /// The key of a choice, or a text where text is asked for. With --multi it is a list of keys, with --field NAME=VALUE;
    /// then it may be repeated. A form is answered by its defaults if every field has one.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true, help_heading = "The answers")]
    pub default: Vec<String>,
    /// How long to wait: 30s, 5m, 1h30m or plain seconds
    ///
    /// Without --default an unanswered question then fails with exit status 124.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "The answers")]
    pub timeout: Option<Duration>,
    /// Let input that was typed before the question appeared answer it
    #[arg(long, help_heading = "The answers")]
    pub type_ahead: bool,
    /// Print one JSON object, whatever the outcome, instead of the bare answer
    ///
    /// With --multi its answers is an array of the keys, and of a form its answer is an object.
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
    /// osc99, osc777, osc9, iterm2 or bell; found out where it is not given. With osc99 the choices can be pressed there.
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
