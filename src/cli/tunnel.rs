//! `plyn-notify tunnel`.

mod ask;
mod authorize;
mod remove;
mod setup;
mod status;

use std::path::{Path, PathBuf};

use crate::{
    cli::{
        Result,
        args::{
            Global,
            tunnel::{Tunnel, TunnelCommand},
        },
        exit::Exit,
        logging::Log,
        output::Output,
        report::Report,
    },
    engine::{
        channel::remote::Way,
        config::{self, ChangeError, Loaded, RemoteSettings, Sources, WriteError},
        duration::compact,
        facts::{self, Facts, Places},
        text::clean,
        tunnel::{
            key::KeyError,
            probe::{ProbeError, Reached, probe},
            record::Record,
        },
    },
};

/// Does it, and says how the process ends.
///
/// # Errors
///
/// On wrong usage, when the human says no or cannot be asked, when something cannot be changed, and when the other host does not
/// answer.
pub(super) fn run(global: &Global, args: &Tunnel, output: Output) -> Result<Exit> {
    let facts = Facts::read();
    let _log = Log::start(global.verbose, facts.log.as_deref());
    let places = facts::places().ok_or_else(|| Report {
        exit: Exit::FAULTY,
        error: "there is no home folder for a key".to_owned(),
        hints: vec!["Set HOME.".to_owned()],
    })?;
    if let TunnelCommand::Authorize { key, remove, file } = &args.command {
        return authorize::run(key, *remove, file.as_deref(), &places, output);
    }
    let sources = Sources::detect(global.config.clone());
    let loaded = config::load(&sources);
    for fault in &loaded.faults {
        output.note(&format!("plyn-notify: {fault}"));
    }
    let record = Record::read(&places.record).map_err(|error| unwritten(&error))?;
    let desk = Desk { facts, places, sources, loaded, record, output };
    match &args.command {
        TunnelCommand::Setup(setup) => desk.setup(setup),
        TunnelCommand::Remove { yes, dry_run, force } => desk.remove(*yes, *dry_run, *force),
        TunnelCommand::Status | TunnelCommand::Authorize { .. } => desk.status(),
    }
}

/// What every command of the asker's side works with.
struct Desk {
    facts: Facts,
    places: Places,
    sources: Sources,
    loaded: Loaded,
    record: Record,
    output: Output,
}

impl Desk {
    fn way(&self, settings: &RemoteSettings) -> Way {
        Way::new(settings, &self.facts)
    }

    /// The file that `~` in a configured key stands for.
    fn expanded(&self, key: &Path) -> PathBuf {
        key.strip_prefix("~").map_or_else(|_| key.to_owned(), |rest| self.places.home.join(rest))
    }

    fn save(&self) -> Result<()> {
        self.record.write(&self.places.record).map_err(|error| unwritten(&error))
    }
}

/// Tries the way, and again on the connection that there is then; what came of it.
///
/// # Errors
///
/// When the other host does not answer.
fn tried(way: &Way, accept: bool) -> std::result::Result<String, ProbeError> {
    let first = probe(way, accept)?;
    let Reached { desk, took } = probe(way, false).unwrap_or_else(|_| first.clone());
    let name = if desk.host.is_empty() { "the other host".to_owned() } else { desk.host };
    let version = if desk.version.is_empty() { String::new() } else { format!(" {}", desk.version) };
    let server = desk.server.map(|server| format!(" on {server}")).unwrap_or_default();
    let millis = |took: std::time::Duration| {
        compact(std::time::Duration::from_millis(u64::try_from(took.as_millis()).unwrap_or(u64::MAX).max(1)))
    };
    Ok(format!(
        "{name} answers in {} ({} with connecting): plyn-notify{version}{server}",
        millis(took),
        millis(first.took)
    ))
}

fn unreached(error: &ProbeError) -> Report {
    Report { exit: Exit::UNREACHABLE, error: format!("no prompt would be shown: {error}"), hints: Vec::new() }
}

fn unwritten(error: &WriteError) -> Report {
    Report { exit: Exit::IO, error: error.to_string(), hints: Vec::new() }
}

fn unchanged(error: &ChangeError) -> Report {
    Report { exit: Exit::FAULTY, error: error.to_string(), hints: Vec::new() }
        .hint("See what is wrong: plyn-notify config check")
}

fn keyless(error: &KeyError) -> Report {
    let report = Report { exit: Exit::FAULTY, error: error.to_string(), hints: Vec::new() };
    match error {
        KeyError::Start(_) => report.hint("Install OpenSSH's client, such as the package openssh-client."),
        KeyError::Public(..) => {
            report.hint("A key with a passphrase cannot be used; name another with --key FILE.")
        }
        KeyError::Failed(_) | KeyError::Folder(..) => report.hint("Name another file with --key FILE."),
    }
}

/// A file's name on one line.
fn name(path: &Path) -> String {
    clean(&path.to_string_lossy())
}
