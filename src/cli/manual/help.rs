//! The end of a help text, laid out for a terminal of any width. clap breaks each of its lines by itself: it knows of no
//! paragraphs, columns and commands there.

use clap::{Command, CommandFactory as _};

use super::{
    Block,
    command::after,
    plain::{Layout, write},
};
use crate::cli::args::Args;

/// What stands for a space until it is printed: clap breaks no line there.
pub(in crate::cli) const FIXED: char = '\u{a0}';

/// The program, whose help texts are for so many columns.
pub(in crate::cli) fn program(width: usize) -> Command {
    let mut program = Args::command().term_width(width);
    // The options of a command are described when it is called, and so are its commands.
    program.build();
    laid_out(program, width)
}

fn laid_out(command: Command, width: usize) -> Command {
    let end = end(&command, width);
    let command = if end.is_empty() { command } else { command.after_long_help(end) };
    command.mut_subcommands(|command| laid_out(command, width))
}

fn end(command: &Command, width: usize) -> String {
    let mut lines = Vec::new();
    for part in after(command) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let text = if part.title.is_some() { 2 } else { 0 };
        lines.extend(part.title.map(|title| format!("{title}:")));
        let layout = Layout { width, text, about: column(&part.blocks, width), code: text };
        let mut before = None;
        for block in part.blocks.into_iter().map(|block| without_columns(block, width)) {
            if matches!((&before, &block), (Some(Block::Text(_)), Block::Text(_))) {
                lines.push(String::new());
            }
            write(&mut lines, &block, &layout);
            before = Some(block);
        }
    }
    lines.join("\n").replace(' ', &FIXED.to_string())
}

/// Where the text about terms begins: beside the longest, unless that takes half of the line.
fn column(blocks: &[Block], width: usize) -> usize {
    let terms = blocks.iter().filter_map(|block| match block {
        Block::Item(term, _) => Some(term.iter().map(|span| span.text().chars().count()).sum::<usize>()),
        _ => None,
    });
    let column = terms.max().unwrap_or_default() + 4;
    if column * 2 > width { 8 } else { column }
}

/// A command stays in one line, as it is copied; what is said about it goes below it where both do not fit.
fn without_columns(block: Block, width: usize) -> Block {
    let Block::Code(typed) = block else { return block };
    let mut lines = Vec::new();
    for line in typed {
        match line.split_once("  # ") {
            Some((command, about)) if line.chars().count() + 2 > width => {
                lines.extend([command.trim_end().to_owned(), format!("    # {about}")]);
            }
            _ => lines.push(line),
        }
    }
    Block::Code(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MORE: &str = "\
This is a paragraph that
is broken by hand.

Exit status:
  the command's own
  0    it is done, and
       that is all
  128+n  ended

Examples:
  plyn-notify is --never 'broken in two' # not a comment
  short      # a comment

Security:
  One paragraph.

  Another one.";

    fn shown(width: usize) -> String {
        end(&Command::new("x").after_long_help(MORE), width).replace(FIXED, " ")
    }

    #[test]
    fn paragraphs_are_joined_and_columns_hang() {
        let expected = "\
This is a paragraph that is
broken by hand.

Exit status:
  the command's own
  0      it is done, and that
         is all
  128+n  ended

Examples:
  plyn-notify is --never 'broken in two' # not a comment
  short      # a comment

Security:
  One paragraph.

  Another one.";
        assert_eq!(shown(30), expected);
    }

    #[test]
    fn what_has_no_room_beside_goes_below() {
        let shown = shown(16);
        assert!(shown.contains("\n  0     it is\n        done,\n"), "{shown}");
        assert!(shown.contains("\n  128+n\n        ended\n"), "{shown}");
        assert!(shown.contains("\n  short\n      # a comment\n"), "{shown}");
    }

    #[test]
    fn a_space_that_is_not_broken_at_is_nobody_s_own() {
        fn look(command: &Command) {
            let texts = [command.get_after_long_help(), command.get_long_about(), command.get_about()];
            assert!(!texts.into_iter().flatten().any(|text| text.to_string().contains(FIXED)));
            let helps = command.get_arguments().flat_map(|arg| [arg.get_help(), arg.get_long_help()]);
            assert!(!helps.flatten().any(|help| help.to_string().contains(FIXED)));
            command.get_subcommands().for_each(look);
        }
        let mut program = Args::command();
        program.build();
        look(&program);
    }
}
