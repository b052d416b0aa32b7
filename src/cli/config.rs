//! `plyn-notify config`.

mod editor;
mod show;

use std::path::Path;

use crate::{
    cli::{
        Result,
        args::{
            Global,
            config::{Config, ConfigCommand},
        },
        exit::Exit,
        output::Output,
        report::Report,
    },
    engine::{
        config::{self, ChangeError, Changed, Loaded, Origin, Sources, WriteError},
        signal,
    },
};

/// Does it, and says how the process ends.
///
/// # Errors
///
/// On wrong usage, when the configuration does not have what is asked for or cannot take what is to be set, and when a file
/// cannot be written.
pub(super) fn run(global: &Global, args: &Config, output: Output) -> Result<Exit> {
    signal::outlive_size_limit().map_err(|error| Report::io("signals cannot be caught", &error))?;
    let sources = Sources::detect(args.file.clone().or_else(|| global.config.clone()));
    match &args.command {
        ConfigCommand::Path { all } => path(&sources, *all, output),
        ConfigCommand::Show { json } => {
            let loaded = load(&sources, output);
            let shown = if *json { show::json(&sources, &loaded) } else { show::toml(&loaded) };
            output.text(&shown).map(|()| Exit::OK)
        }
        ConfigCommand::Get { key } => get(&load(&sources, output), key, output),
        ConfigCommand::Set { key, value } => set(&sources, key, value, output),
        ConfigCommand::Unset { key } => {
            let changed = config::unset(&sources, key).map_err(|error| report(&error))?;
            tell(&sources, &changed, output);
            Ok(Exit::OK)
        }
        ConfigCommand::Check => check(&sources, output),
        ConfigCommand::Edit => editor::edit(&sources, output),
    }
}

/// The configuration; its faults are said as `wait` says them.
fn load(sources: &Sources, output: Output) -> Loaded {
    let loaded = config::load(sources);
    for fault in &loaded.faults {
        output.note(&format!("plyn-notify: {fault}"));
    }
    loaded
}

fn path(sources: &Sources, all: bool, output: Output) -> Result<Exit> {
    let (target, _) = sources.target().ok_or_else(|| report(&ChangeError::NoHome))?;
    let paths: Vec<&Path> = if all { sources.files().collect() } else { vec![target] };
    output.paths(&paths).map(|()| Exit::OK)
}

fn get(loaded: &Loaded, key: &str, output: Output) -> Result<Exit> {
    let listed =
        loaded.get(key).map_err(|problem| report(&ChangeError::Key { key: key.to_owned(), problem }))?;
    if let Some(value) = listed.value {
        return output.text(&format!("{}\n", value.bare())).map(|()| Exit::OK);
    }
    output.note(&format!("plyn-notify: {} is not set", listed.key));
    Ok(Exit::FAULTY)
}

fn set(sources: &Sources, key: &str, value: &str, output: Output) -> Result<Exit> {
    let changed = config::set(sources, key, value).map_err(|error| report(&error))?;
    if changed.made {
        output.note(&format!("plyn-notify: made {}", name(&changed.path)));
    }
    tell(sources, &changed, output);
    Ok(Exit::OK)
}

/// Says so if the key still has its value from elsewhere than from the file or a layer below it.
fn tell(sources: &Sources, changed: &Changed, output: Output) {
    let loaded = config::load(sources);
    if let Some(origin @ Origin::Environment { .. }) = loaded.origins.get(&changed.key) {
        output.note(&format!("plyn-notify: {}: the variable {origin} is set, and wins", changed.key));
    }
}

fn check(sources: &Sources, output: Output) -> Result<Exit> {
    let loaded = config::load(sources);
    if !loaded.faults.is_empty() {
        let lines: Vec<String> = loaded.faults.iter().map(ToString::to_string).collect();
        return output.text(&format!("{}\n", lines.join("\n"))).map(|()| Exit::FAULTY);
    }
    let mut places: Vec<String> = sources.present().map(name).collect();
    places.extend(loaded.origins.values().filter_map(|origin| match origin {
        Origin::Environment { .. } => Some(origin.to_string()),
        _ => None,
    }));
    let summary = if places.is_empty() {
        "no faults: there is no configuration, and the defaults count".to_owned()
    } else {
        format!("no faults in {}", places.join(", "))
    };
    output.summary(&summary).map(|()| Exit::OK)
}

/// A file's name on one line.
fn name(path: &Path) -> String {
    Origin::File { path: path.to_owned(), line: None }.to_string()
}

/// What went wrong, and what to do next.
fn report(error: &ChangeError) -> Report {
    let faulty =
        |hint: &str| Report { exit: Exit::FAULTY, error: error.to_string(), hints: vec![hint.to_owned()] };
    match error {
        ChangeError::Key { .. } => {
            Report::usage(error.to_string()).hint("Every key is in: plyn-notify config show")
        }
        ChangeError::Value { .. } => Report::usage(error.to_string()),
        ChangeError::NoHome => faulty("Name a file with --file FILE."),
        ChangeError::Unparsable(_) => faulty("Nothing was changed. Repair it first: plyn-notify config edit"),
        ChangeError::Foreign { .. } => faulty("Set it in your own file: leave --file out."),
        ChangeError::InTheWay { .. } => faulty("Nothing was changed. By hand: plyn-notify config edit"),
        ChangeError::NotSet { .. } => Report { exit: Exit::FAULTY, error: error.to_string(), hints: vec![] },
        ChangeError::Write(write) => Report {
            exit: match write {
                WriteError::Busy { .. } | WriteError::Changed { .. } => Exit::FAULTY,
                WriteError::Unreadable { .. } | WriteError::Io { .. } => Exit::IO,
            },
            error: error.to_string(),
            hints: vec![format!("Nothing was changed. {}", advice(write))],
        },
    }
}

/// What to do about a file that cannot be written.
fn advice(error: &WriteError) -> &'static str {
    use std::io::ErrorKind;
    match error {
        WriteError::Busy { .. } | WriteError::Changed { .. } => "Try again.",
        WriteError::Unreadable { .. } => "Name another file with --file FILE.",
        WriteError::Io { source, .. } => match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "Make room on that disk and try again.",
            ErrorKind::FileTooLarge => "A limit on the size of files is in force; see ulimit -f.",
            ErrorKind::ReadOnlyFilesystem => {
                "That disk is mounted read-only; name another file with --file FILE."
            }
            ErrorKind::PermissionDenied => {
                "Allow yourself to write the file and its folder, or name another with --file FILE."
            }
            _ => "Name another file with --file FILE.",
        },
    }
}

/// A copy that is kept because it was not taken, for a report.
fn kept(copy: &Path) -> String {
    format!("What you wrote is in {}", name(copy))
}
