//! `--help` of every command, at terminals of several widths.

use clap::{Command, CommandFactory as _};
use plyn_notify::cli::args::Args;

use crate::support::Program;

/// Every command's words, and what its help text ends in.
fn commands() -> Vec<(Vec<String>, String)> {
    fn look(command: &Command, words: &[String], found: &mut Vec<(Vec<String>, String)>) {
        let end = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
        found.push((words.to_vec(), end));
        for command in command.get_subcommands() {
            let words: Vec<String> = words.iter().cloned().chain([command.get_name().to_owned()]).collect();
            look(command, &words, found);
        }
    }
    let mut program = Args::command();
    program.build();
    let mut found = Vec::new();
    look(&program, &[], &mut found);
    found
}

fn help(words: &[String], width: usize) -> String {
    let program = Program::new().env("COLUMNS", width.to_string());
    let ended = program.args(words.iter().map(String::as_str).chain(["--help"])).run();
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)), "{words:?}");
    ended.stdout
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// What begins in the first column and stands above other lines.
fn title(line: &str) -> Option<&str> {
    line.strip_suffix(':').filter(|title| indent(title) == 0)
}

/// Lines that could have held the first word of the next one.
fn ragged(end: &str, width: usize) -> Vec<String> {
    let mut section = "";
    let mut found = Vec::new();
    let lines: Vec<&str> = end.lines().collect();
    for pair in lines.windows(2) {
        let [line, next] = pair else { continue };
        section = title(line).unwrap_or(section);
        let goes_on = match section {
            "Examples" => false,
            "Exit status" | "Environment" | "Files" if indent(line) > 0 => {
                // A term that is alone in its line has its text below.
                indent(next) > 2 && (indent(line) == indent(next) || line.trim().contains("  "))
            }
            _ => !line.is_empty() && !next.is_empty() && title(line).is_none(),
        };
        let word = next.split_whitespace().next().unwrap_or_default();
        if goes_on && line.chars().count() + 1 + word.chars().count() <= width {
            found.push(format!("{line}\n{next}"));
        }
    }
    found
}

fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.replace('`', "").split_whitespace().map(str::to_owned).collect();
    words.sort();
    words
}

#[test]
fn every_help_text_fits_its_terminal() {
    for (command, source) in commands() {
        for width in [40, 60, 80, 100] {
            let text = help(&command, width);
            let first: Vec<&str> = source.lines().next().unwrap_or_default().split(' ').take(3).collect();
            let start = text.rfind(&format!("\n\n{}", first.join(" "))).expect("its end");
            let end = if source.is_empty() { "" } else { &text[start + 2..] };
            assert_eq!(words(end), words(&source), "{command:?} at {width}");
            assert_eq!(ragged(end, width), [""; 0], "{command:?} at {width}");
            let mut is_example = false;
            for line in text.lines() {
                is_example = title(line).map_or(is_example, |title| title == "Examples");
                let is_usage = line.starts_with("Usage: ") || line.starts_with("       plyn-notify ");
                // A command is one line, or it could not be copied.
                let is_command = width < 80 && (is_example || is_usage);
                let is_too_long = line.chars().count() > width && !is_command;
                assert!(!is_too_long, "{command:?} at {width}: {line}");
            }
        }
    }
}

/// In a pipe to a pager the terminal is that of stderr; a variable says it where there is none.
#[test]
fn colours_are_for_terminals() {
    let text = help(&["update".to_owned()], 80);
    assert!(!text.contains('\x1b') && !text.contains('\u{a0}'), "{text}");
    assert!(text.contains("\nExit status:\n  0    printed; with --yes it is the command's own\n"), "{text}");
}

#[test]
fn a_text_without_quotes_is_explained() {
    for command in ["wait", "man"] {
        let ended = Program::new().args([command, "Delete", "it?"]).run();
        assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(2)));
        assert!(ended.stderr.starts_with("error: unexpected argument 'it?' found\n\n  tip: a text of several words is put in quotes\n\n"), "{ended:?}");
    }
    let ended = Program::new().args(["wait", "--delete"]).run();
    assert!(!ended.stderr.contains("quotes"), "{ended:?}");
}

#[test]
fn what_cannot_be_printed_is_said() {
    let line = "plyn-notify: cannot write to stdout: No space left on device (os error 28)\n";
    for words in ["--version", "--help", "wait -h", "version", "man wait", "completions bash", "config path"]
    {
        Program::new().args(words.split(' ')).stdout_to("/dev/full").run().is("", line, 74);
    }
}
