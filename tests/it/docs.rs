//! What is written for humans: the manual, the completions, the help texts. All of it is made from one place, and what is
//! checked in is what is made.
//!
//! Where a test here fails after a change, `SNAPSHOTS=overwrite cargo test --test it docs` writes the files anew.

#![expect(clippy::expect_used, reason = "a test without its files has failed")]
#![expect(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "programs are made for the program to start"
)]

use std::{
    fs,
    path::{Path, PathBuf},
    process,
};

use clap::{Command, CommandFactory as _};
use plyn_notify::{
    cli::{args::Args, complete, manual},
    engine::{
        channel::{desktop::quirks as servers, terminal::quirks as terminals},
        config::{self, Sources},
    },
};
use snapbox::{Assert, Data};

use crate::support::Program;

mod askpass;
mod completions;
mod copy;
mod help;
mod man;
mod packages;
mod recipes;

const REPAIR: &str = "SNAPSHOTS=overwrite cargo test --test it docs";

fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Makes programs of these scripts. Another process writes them: what a test holds open for writing, the children of other
/// tests do too for a moment, and no such file can be executed.
fn make_programs<'a>(scripts: impl IntoIterator<Item = (PathBuf, &'a str)>) {
    const SCRIPT: &str = r#"
        while [ $# -gt 1 ]; do printf '#!/bin/sh\n%s\n' "$2" >"$1" && made="$made $1" || exit; shift 2; done
        [ -z "$made" ] || chmod 755 $made"#;
    let mut shell = process::Command::new("sh");
    shell.args(["-c", SCRIPT, "sh"]);
    for (path, script) in scripts {
        shell.arg(path).arg(script);
    }
    assert!(shell.status().expect("a shell").success());
}

/// Copies a program, for the same reason by another process.
fn copy_program(from: &Path, to: &Path) {
    let status = process::Command::new("cp").arg(from).arg(to).status().expect("cp");
    assert!(status.success());
}

/// All commands that can be called, the program itself first.
fn commands() -> Vec<Command> {
    fn add(command: &Command, all: &mut Vec<Command>) {
        all.push(command.clone());
        command
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .for_each(|command| add(command, all));
    }
    let mut program = Args::command();
    program.build();
    let mut all = Vec::new();
    add(&program, &mut all);
    all
}

fn name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or_else(|| command.get_name())
}

#[test]
fn the_manual_that_is_checked_in_is_the_one_that_is_made() {
    let pages = manual::pages();
    for page in &pages {
        let path = project("man").join(page.file());
        Assert::new().action_env("SNAPSHOTS").eq(page.roff(), Data::read_from(&path, None).raw());
    }
    let made: Vec<String> = pages.iter().map(manual::Page::file).collect();
    for entry in fs::read_dir(project("man")).expect("the folder man") {
        let name = entry.expect("a file").file_name().into_string().expect("a name");
        assert!(made.contains(&name), "man/{name} is no page any more: remove it");
    }
}

/// What the man page, the completions and `--help` have of a command is its doc comments.
#[test]
fn every_command_and_option_is_documented() {
    for command in commands() {
        assert!(command.get_about().is_some(), "{}: give it a doc comment", name(&command));
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            assert!(arg.get_help().is_some(), "{} {}: give it a doc comment", name(&command), arg.get_id());
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(
                !help.ends_with('.') || help.contains(". "),
                "{} {}: {help}",
                name(&command),
                arg.get_id()
            );
        }
    }
}

#[test]
fn every_page_has_its_exit_statuses_and_examples() {
    for page in manual::pages().iter().filter(|page| page.section == 1) {
        let text = page.plain(80);
        for section in ["EXIT STATUS", "EXAMPLES"] {
            let repair = "give the command an after_long_help with a line \"Exit status:\" and one \"Examples:\", \
                          and what belongs to each below it, indented by two spaces";
            assert!(text.contains(&format!("\n{section}\n")), "{} has no {section}: {repair}", page.file());
        }
    }
}

/// `plyn-notify complete` can complete every option, or knows that it cannot.
#[test]
fn every_value_can_be_completed_or_is_the_human_s_own() {
    let unknown = complete::unknown();
    assert!(
        unknown.is_empty(),
        "{unknown:#?}: say what can stand there by #[arg(value_hint = …)] (Hostname, FilePath, Other for a text of the \
         human's own), or in cli/complete/values.rs"
    );
}

#[test]
fn the_configuration_s_page_has_every_key_with_its_default() {
    let pages = manual::pages();
    let page = manual::find(&pages, "plyn-notify.5").expect("a page").plain(10_000);
    let defaults = config::load(&Sources::default());
    for known in config::known_keys() {
        let name = known.key.rsplit('.').next().expect("a name");
        assert!(page.contains(&format!("       {name} = {}\n", known.takes)), "{}", known.key);
        let default = defaults.get(&known.key).ok().and_then(|listed| listed.value);
        let default = default.map_or("not set".to_owned(), |value| value.toml());
        let line = format!("By default {default}. Variable: {}.\n", known.variable);
        assert!(page.contains(&line), "{}: {line}", known.key);
    }
}

#[test]
fn the_channels_page_has_every_server_and_terminal_that_is_known() {
    let pages = manual::pages();
    let page = manual::find(&pages, "channels").expect("a page").plain(10_000).replace('`', "");
    for (name, reason) in servers::QUIRKS
        .iter()
        .map(|quirk| (quirk.name, quirk.reason))
        .chain(terminals::QUIRKS.iter().map(|quirk| (quirk.name, quirk.reason)))
    {
        assert!(page.contains(&format!("\n       {name}")), "{name}");
        assert!(page.contains(&reason.replace('`', "")), "{reason}");
    }
}

/// Help has lines that fit, and says nothing that only a manual's reader would look for.
#[test]
fn every_command_s_help_fits_and_names_the_command() {
    for command in commands() {
        let words: Vec<&str> = name(&command).split(' ').skip(1).collect();
        let help = if words.first() == Some(&"notify") { "-?" } else { "--help" };
        let ended = Program::new().args(words).args([help]).run();
        assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)), "{}", name(&command));
        assert!(ended.stdout.contains(&format!("Usage: {}", name(&command))), "{}", ended.stdout);
        let long = ended.stdout.lines().find(|line| line.chars().count() > 120);
        assert_eq!(long, None, "{}: {REPAIR}", name(&command));
    }
}
