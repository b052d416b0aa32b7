//! The arguments of `wait`.

use std::{path::PathBuf, time::Duration};

use super::{Channels, channels};
use crate::engine::{config::Protocol, duration::parse_duration, request::Kind};

pub(super) const MORE: &str = "\
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
enough, >/dev/null keeps it off the screen. With --multi it is a key a line, in the order of the choices; of a form a line
NAME='value' a field, quoted so that eval in a shell is safe. The question is asked on the terminal itself, so stdin and
stdout are free for pipes.

Environment:
  PAGER  shows what --detail names, at Ctrl-O; else less, else more
  PLYN_NOTIFY_SESSION  whose prompts belong together, for --min-interval; by default those of one terminal

Examples:
  plyn-notify wait \"Deploy?\" && ./deploy
  plyn-notify wait --choices now,tonight,never --timeout 10m \\
      --default never \"Restart the database?\"
  name=$(plyn-notify wait --reply \"Which branch?\") && git switch \"$name\"
  plyn-notify wait --kind choose --multi --choices unit,docs,e2e \\
      --default unit \"Which tests?\"
  branch=$(plyn-notify wait --reply \"Which branch?\" \\
      --complete <(git branch --format='%(refname:short)'))
  values=$(plyn-notify wait --kind form --field version=Version \\
      --validate 'version=[0-9.]+' --field branch=Branch --default branch=main \\
      \"New release?\") && eval \"$values\"
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
    /// The question is a program's, and `-` is nothing but what it says.
    #[arg(skip)]
    pub is_literal: bool,

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
