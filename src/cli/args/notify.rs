//! The options of `notify`: those of `notify-send`, and a few of our own.

use std::ffi::OsString;

use clap::{ArgAction, ValueEnum, ValueHint, builder::PossibleValue};

use super::{Channels, channels};
use crate::engine::{
    config::Protocol,
    notice::{Sound, Urgency},
};

pub(super) const MORE: &str = "\
Exit status:
  0    always, with one line on stderr if nothing was shown
  2    wrong usage
  69   nothing was shown, with --strict
  74   what was chosen could not be written
  128+n  ended by signal n while it waited; the notification is taken down

Environment:
  PLYN_NOTIFY_REQUEST_ID  a permission is asked for, see below; LACODE_REQUEST_ID does the same
  PLYN_NOTIFY_SOUND       the sound, as --sound; off, no, false and 0 are none. LACODE_SOUND does the same

The options are notify-send's and mean what they mean there, with these differences: the body is taken as it is (\\n is
a backslash and an n), markup that is not well-formed is shown as text, -v is --verbose, -h is a hint and -? the help;
nothing ever waits for a server that is not there, and a wait ends when the server does.

With --action, or with a request id in the variable PLYN_NOTIFY_REQUEST_ID (or LACODE_REQUEST_ID), it waits until
something is chosen, ten minutes at most, and prints the action's name. With a request id alone the actions are once,
always and reject. An empty stdout means that nothing was chosen.

Examples:
  make && plyn-notify notify \"Built\" ||
      plyn-notify notify -u critical \"The build failed\"
  git log -1 --format=%B | plyn-notify notify \"Pushed\" -
  what=$(plyn-notify notify -A open=Open -A later=Later \"Report is ready\")
  [ \"$what\" = open ] && xdg-open report.pdf

For a question that guards something use plyn-notify wait: it can be answered at the terminal too, and its exit status
tells a yes from a no.";

/// The options of `notify`.
#[derive(Debug, clap::Args)]
pub struct Notify {
    /// The title, and the text below it; - reads the text from stdin
    ///
    /// Three to five are lacode's: TITLE TEXT URGENCY ICON SOUND; such a notice never expires.
    #[arg(value_name = "TITLE [BODY]", required = true, num_args = 1..=5)]
    pub words: Vec<OsString>,
    /// The text is a program's, and `-` is nothing but what it says.
    #[arg(skip)]
    pub is_literal: bool,

    /// How much it matters: low, normal or critical
    #[arg(
        short,
        long,
        value_name = "LEVEL",
        ignore_case = true,
        hide_possible_values = true,
        help_heading = "The notice"
    )]
    pub urgency: Option<Urgency>,
    /// After how many milliseconds it goes; 0 is never
    #[arg(short = 't', long, value_name = "MS", allow_negative_numbers = true, help_heading = "The notice")]
    pub expire_time: Option<i32>,
    /// Who says it
    #[arg(short, long, value_name = "APP", allow_hyphen_values = true, help_heading = "The notice")]
    pub app_name: Option<String>,
    /// A picture: a file or an icon's name
    #[arg(short, long, value_name = "ICON", value_hint = ValueHint::FilePath, allow_hyphen_values = true, help_heading = "The notice")]
    pub icon: Option<String>,
    /// The application's icon: a file or a name
    #[arg(short = 'n', long, value_name = "ICON", value_hint = ValueHint::FilePath, allow_hyphen_values = true, help_heading = "The notice")]
    pub app_icon: Option<String>,
    /// What it is about, in the specification's words
    #[arg(short, long, value_name = "TYPE[,TYPE…]", allow_hyphen_values = true, help_heading = "The notice")]
    pub category: Option<String>,
    /// It need not be kept once it was seen
    #[arg(short = 'e', long, help_heading = "The notice")]
    pub transient: bool,
    /// A hint for the server; may be repeated
    ///
    /// TYPE is boolean, int, double, string, byte or variant.
    #[arg(
        short = 'h',
        long = "hint",
        value_name = "TYPE:NAME:VALUE",
        allow_hyphen_values = true,
        help_heading = "The notice"
    )]
    pub hints: Vec<String>,
    /// The sound it comes with: none, done, question, permission or error
    ///
    /// Also set by the variable `PLYN_NOTIFY_SOUND`. `sound = false` in the configuration leaves it to the server.
    #[arg(long, value_name = "NAME", hide_possible_values = true, help_heading = "The notice")]
    pub sound: Option<Sound>,

    /// Print the notification's id
    #[arg(short, long, help_heading = "What comes back")]
    pub print_id: bool,
    /// Replace the notification with this id
    #[arg(short, long, value_name = "ID", help_heading = "What comes back")]
    pub replace_id: Option<u32>,
    /// Wait until it closes
    #[arg(short, long, help_heading = "What comes back")]
    pub wait: bool,
    /// Something that can be chosen; prints its name, or its number from 0. May be repeated
    #[arg(
        short = 'A',
        long = "action",
        value_name = "[NAME=]TEXT",
        allow_hyphen_values = true,
        help_heading = "What comes back"
    )]
    pub actions: Vec<String>,
    /// Write the id to this file descriptor
    #[arg(long, value_name = "FD", help_heading = "What comes back")]
    pub id_fd: Option<u16>,
    /// Write the name of what was chosen to this file descriptor too
    #[arg(long, value_name = "FD", help_heading = "What comes back")]
    pub selected_action_fd: Option<u16>,
    /// Fail with exit status 69 if nothing was shown
    #[arg(long, help_heading = "What comes back")]
    pub strict: bool,

    /// Where to tell it: auto, or a list of desktop, terminal and remote
    #[arg(long, value_name = "LIST", value_parser = channels, help_heading = "The announcement")]
    pub channels: Option<Channels>,
    /// The escape sequence of the terminal's own notification
    ///
    /// osc99, osc777, osc9, iterm2 or bell; found out where it is not given.
    #[arg(long, value_name = "NAME", help_heading = "The announcement")]
    pub protocol: Option<Protocol>,
    /// Print the terminal's escape sequence instead, and do nothing else
    ///
    /// For programs that have to emit it themselves, such as a coding agent's hook or a build log. It is escaped where
    /// stdout is a terminal, and raw in a pipe.
    #[arg(
        long,
        help_heading = "The announcement",
        conflicts_with_all = ["print_id", "wait", "actions", "id_fd", "selected_action_fd"]
    )]
    pub print_sequence: bool,

    /// Called by one of lacode's names: words are never options, and nothing expires
    #[arg(long, hide = true)]
    pub lacode: bool,
    /// Print help
    #[arg(short = '?', long, action = ArgAction::HelpLong)]
    help: Option<bool>,
}

impl ValueEnum for Urgency {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl ValueEnum for Sound {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}
