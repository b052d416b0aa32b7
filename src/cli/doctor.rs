//! `plyn-notify doctor`.

mod json;
mod plain;

use crate::{
    cli::{
        Result,
        args::{Color, Doctor, Global},
        channels,
        exit::Exit,
        output::Output,
        report::Report as Failure,
    },
    engine::{
        config::Sources,
        doctor::{Check, Context, Level, Probe, Report, find, look, nearest},
        facts::{Colours, Facts, Surroundings},
        tty::open::Tty,
    },
    tui::{self, Left, Setup},
};

/// What the verdict depends on, and nothing else: `--check` is to be quick.
const VERDICT: [Probe; 5] = [Probe::Desktop, Probe::Services, Probe::Terminal, Probe::Config, Probe::Remote];

/// Looks, and says what was found.
///
/// # Errors
///
/// On a check that does not exist, and when stdout does not take the report.
pub(super) fn run(global: &Global, args: &Doctor, output: Output) -> Result<Exit> {
    let only = only(&args.only)?;
    let context = Context {
        facts: Facts::read(),
        surroundings: Surroundings::read(),
        sources: Sources::detect(global.config.clone()),
        usable: None,
        channels: channels::resolve,
    };
    if args.check {
        return check(&context, &only, output);
    }
    let tty = Tty::open().ok();
    let is_terminal = output.is_terminal();
    let wants_screen = is_terminal && !args.plain && !args.json && only.is_empty();
    if let Some(tty) = tty.as_ref().filter(|tty| wants_screen && can_show(&context, tty)) {
        return screen(global, context, tty);
    }
    let manner = plain::Manner {
        color: match global.color {
            Color::Auto => context.facts.terminal.color && is_terminal,
            Color::Always => true,
            Color::Never => false,
        },
        unicode: context.facts.terminal.unicode,
        width: tty.as_ref().filter(|_| is_terminal).map_or(plain::WIDTH, |tty| tty.size().0.into()),
        tables: global.verbose > 0,
    };
    let report = look(&context, &Probe::ALL, tty.as_ref());
    let text = if args.json { json::document(&report, &only) } else { plain::text(&report, &only, &manner) };
    output.text(&text).map(|()| Exit::OK)
}

/// Whether a screen can be shown and left again.
fn can_show(context: &Context, tty: &Tty) -> bool {
    context.facts.terminal.ansi && tty.usable().is_ok()
}

/// The screen.
fn screen(global: &Global, context: Context, tty: &Tty) -> Result<Exit> {
    let color = match global.color {
        Color::Auto => context.facts.terminal.color,
        Color::Always => true,
        Color::Never => false,
    };
    let context = Context { usable: Some(Ok(())), ..context };
    match tui::run(Setup { context, tty: tty.clone(), color, colours: Colours::read() }) {
        Ok(Left::Quit) => Ok(Exit::OK),
        Ok(Left::Signal(number)) => Ok(Exit::Signal(number)),
        Err(error) => Err(Failure { exit: Exit::IO, error: error.to_string(), hints: Vec::new() }
            .hint("As text: plyn-notify doctor --plain")),
    }
}

/// The names of the checks that are wanted; none for all.
fn only(names: &[String]) -> Result<Vec<&'static str>> {
    let name = |name: &String| {
        find(name.trim()).map(|id| id.name).ok_or_else(|| {
            let failure = Failure::usage(format!("there is no check {name:?}"));
            match nearest(name) {
                Some(near) => failure.hint(format!("Did you mean {near}?")),
                None => failure.hint("All names are in the report: plyn-notify doctor --plain"),
            }
        })
    };
    names.iter().map(name).collect()
}

/// The checks of these names.
fn chosen(report: &Report, only: &[&str]) -> Vec<Check> {
    let is_wanted = |check: &Check| only.is_empty() || only.contains(&check.id);
    report.checks().into_iter().filter(is_wanted).collect()
}

/// One line, and how the process ends.
fn check(context: &Context, only: &[&str], output: Output) -> Result<Exit> {
    if only.is_empty() {
        let verdict = look(context, &VERDICT, None).verdict();
        let exit = if verdict.is_well() { Exit::OK } else { Exit::UNWELL };
        return output.summary(&verdict.would).map(|()| exit);
    }
    let checks = chosen(&look(context, &Probe::ALL, None), only);
    let worst = checks.iter().max_by_key(|check| check.level).filter(|check| check.level >= Level::Warning);
    match worst {
        Some(check) => {
            let line = format!("{}: {}", check.id, check.title);
            output.summary(&line).map(|()| Exit::UNWELL)
        }
        None => output.summary("nothing is wrong with it").map(|()| Exit::OK),
    }
}

#[cfg(test)]
mod tests;
