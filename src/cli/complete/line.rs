//! The finished words of a command line, as clap will read them.

use clap::{Arg, Command, Id};

use super::takes_value;

/// What the finished words come to.
#[derive(Debug)]
pub(super) struct Line<'a> {
    /// The command that is being given its arguments.
    pub(super) command: &'a Command,
    /// The option whose value comes next.
    pub(super) awaits: Option<&'a Arg>,
    /// How many values without an option it has.
    pub(super) operands: usize,
    /// Whether `--` was there: nothing is an option any more.
    pub(super) is_over: bool,
    /// The options and values that are there; of a flag the value is empty.
    pub(super) given: Vec<(&'a Id, String)>,
    /// The number of the word with which another command starts.
    pub(super) command_starts: Option<usize>,
}

impl<'a> Line<'a> {
    /// Reads the words, of which the first is the program.
    pub(super) fn read(program: &'a Command, words: &[String]) -> Self {
        let mut line = Self {
            command: program,
            awaits: None,
            operands: 0,
            is_over: false,
            given: Vec::new(),
            command_starts: None,
        };
        for (at, word) in words.iter().enumerate().skip(1) {
            line.word(at, word);
            if line.command_starts.is_some() {
                break;
            }
        }
        line
    }

    /// The values that were given to an option or in a place, in their order.
    pub(super) fn values(&self, id: &str) -> impl Iterator<Item = &str> {
        self.given.iter().filter(move |(given, _)| given.as_str() == id).map(|(_, value)| value.as_str())
    }

    fn word(&mut self, at: usize, word: &str) {
        if let Some(option) = self.awaits {
            // bash makes three words of --option=value.
            if word != "=" {
                self.awaits = None;
                self.given.push((option.get_id(), word.to_owned()));
            }
        } else if self.is_over {
            self.operand(at, word);
        } else if word == "--" {
            self.is_over = true;
            let is_command = |arg: &&Arg| arg.is_last_set() || arg.is_trailing_var_arg_set();
            let next = positional(self.command, self.operands).filter(is_command);
            self.command_starts =
                next.or_else(|| self.command.get_positionals().find(|arg| arg.is_last_set())).map(|_| at + 1);
        } else if let Some(name) = word.strip_prefix("--") {
            let (name, value) =
                name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
            let option = self.command.get_arguments().find(|arg| arg.get_long() == Some(name));
            if let Some(option) = option {
                self.option(option, value);
            }
        } else if word.starts_with('-') && word.len() > 1 {
            self.letters(word);
        } else if let (0, Some(command)) = (self.operands, self.command.find_subcommand(word)) {
            self.command = command;
        } else {
            self.operand(at, word);
        }
    }

    fn option(&mut self, option: &'a Arg, value: Option<&str>) {
        if takes_value(option) && value.is_none() {
            self.awaits = Some(option);
        } else {
            self.given.push((option.get_id(), value.unwrap_or_default().to_owned()));
        }
    }

    /// `-qv`, or `-tVALUE`.
    fn letters(&mut self, word: &str) {
        for (at, letter) in word.char_indices().skip(1) {
            let option = self.command.get_arguments().find(|arg| arg.get_short() == Some(letter));
            let Some(option) = option else { return };
            let rest = &word[at + letter.len_utf8()..];
            if takes_value(option) {
                return self.option(option, Some(rest).filter(|rest| !rest.is_empty()));
            }
            self.option(option, None);
        }
    }

    fn operand(&mut self, at: usize, word: &str) {
        match positional(self.command, self.operands) {
            Some(arg) if arg.is_trailing_var_arg_set() => self.command_starts = Some(at),
            Some(arg) => {
                self.given.push((arg.get_id(), word.to_owned()));
                self.operands += 1;
            }
            None => self.operands += 1,
        }
    }
}

/// The value in this place; the last one may take many.
pub(super) fn positional(command: &Command, place: usize) -> Option<&Arg> {
    let places: Vec<&Arg> = command
        .get_positionals()
        .filter(|arg| !arg.is_last_set() || command.get_positionals().count() == 1)
        .collect();
    let many = |arg: &&&Arg| arg.get_num_args().is_some_and(|range| range.max_values() > 1);
    places.get(place).or_else(|| places.last().filter(many)).copied()
}
