//! `plyn-notify integrate`.

use std::{io::ErrorKind, path::PathBuf};

use crate::{
    cli::{
        Result,
        args::{Global, Integrate, Scope as Typed},
        exit::Exit,
        output::Output,
        report::Report,
    },
    engine::{
        agents::{Agent, Journal, Mode},
        config::{self, WriteError},
        facts::{self, AgentEnvironment},
        integrate::{self, Change, IntegrateError, Places, Scope, State, Wish},
        signal,
    },
};

/// Does it, and says how the process ends.
///
/// # Errors
///
/// When an agent's settings cannot be changed; those of the agents before it are.
pub(super) fn run(global: &Global, args: &Integrate, output: Output) -> Result<Exit> {
    signal::outlive_size_limit().map_err(|error| Report::io("signals cannot be caught", &error))?;
    let environment = AgentEnvironment::read();
    let nowhere = || failed("there is no home folder with an agent's settings");
    let places = Places::of(&environment).ok_or_else(nowhere)?;
    let path = facts::search_path();
    let program = integrate::program(&path)
        .map_err(|error| failed(&format!("the system does not say where plyn-notify is: {error}")))?;
    let program = program.to_str().ok_or_else(|| failed("the path of plyn-notify is not UTF-8"))?.to_owned();
    let loaded = config::load(&config::Sources::detect(global.config.clone()));
    let wish = |agent: Agent| Wish::of(agent, args.mode, &loaded.settings, program.clone());
    if args.list {
        return list(&path, &places, wish, output);
    }
    let scope = match args.scope {
        Typed::User => Scope::User,
        Typed::Project => Scope::Project,
        Typed::Local => Scope::Local,
    };
    let mut agents = args.agents.clone();
    agents.dedup();
    for agent in agents {
        let wish = wish(agent);
        if !agent.modes().contains(&wish.mode) || wish.mode == Mode::Off {
            return Err(Report::usage(format!(
                "{} cannot be served by --mode {}",
                agent.title(),
                wish.mode.name()
            ))
            .hint(format!("It can by: {}.", modes(agent))));
        }
        one(agent, scope, &places, &wish, args, output).map_err(|error| report(&error))?;
    }
    Ok(Exit::OK)
}

fn modes(agent: Agent) -> String {
    let modes = agent.modes().iter().filter(|mode| **mode != Mode::Off).map(|mode| mode.name());
    modes.collect::<Vec<_>>().join(", ")
}

/// One agent.
fn one(
    agent: Agent,
    scope: Scope,
    places: &Places,
    wish: &Wish,
    args: &Integrate,
    output: Output,
) -> std::result::Result<(), IntegrateError> {
    let changes = if args.remove {
        integrate::remove(agent, scope, places, wish)?
    } else {
        integrate::add(agent, scope, places, wish)?
    };
    let due: Vec<&Change> = changes.iter().filter(|change| change.is_change()).collect();
    let say = |text: &str| {
        let _ = output.summary(text);
    };
    if due.is_empty() {
        say(&format!(
            "{}: {}",
            agent.title(),
            if args.remove { "was not integrated" } else { "is integrated already" }
        ));
        return Ok(());
    }
    if args.dry_run {
        for change in due {
            let _ = output.text(&change.diff());
        }
        return Ok(());
    }
    for backup in integrate::backups(agent, &changes) {
        backup.carry_out()?;
    }
    for change in due {
        change.carry_out()?;
        let verb = match (&change.before, &change.after) {
            (None, _) => "made",
            (_, None) => "removed",
            _ => "changed",
        };
        say(&format!("{}: {verb} {}", agent.title(), change.path.display()));
    }
    if !args.remove {
        for advice in advice(agent, wish.mode) {
            say(&format!("  {advice}"));
        }
    }
    Ok(())
}

/// What the human has to do or to know besides.
fn advice(agent: Agent, mode: Mode) -> Vec<&'static str> {
    let mut advice = match agent {
        Agent::ClaudeCode => vec!["It counts at once, in folders that Claude Code trusts."],
        Agent::Codex => vec![
            "Start Codex and accept \"Hooks need review\" (/hooks): until then it skips them without a word.",
        ],
        Agent::Opencode => vec!["Start opencode again."],
        Agent::Qwen => vec!["Start Qwen Code again, or say /hooks."],
        Agent::Copilot | Agent::Gemini | Agent::Goose | Agent::Crush => vec!["Start it again."],
        Agent::Kiro => vec!["It is told of alone: Kiro takes no answer from a hook."],
        Agent::Aider => vec!["It is told of alone: Aider takes no answer from elsewhere."],
        Agent::Cursor => Vec::new(),
    };
    if mode == Mode::Gate {
        advice.push(
            "This is a gate: what nobody allows is denied, also while you are away and when plyn-notify is gone.",
        );
    }
    advice
}

/// Every agent on a line.
fn list(path: &[PathBuf], places: &Places, wish: impl Fn(Agent) -> Wish, output: Output) -> Result<Exit> {
    let journal = Journal::new(facts::hook_log());
    let mut text = String::new();
    let all = integrate::list(places, path, &journal, wish);
    let found: Vec<Option<PathBuf>> = all.iter().map(|standing| standing.found.clone()).collect();
    for (standing, version) in all.into_iter().zip(integrate::versions(&found)) {
        let version = version.map(|version| format!(" {version}")).unwrap_or_default();
        let found = standing.found.as_deref().map(|path| format!("{}{version}", path.display()));
        let last = standing.last.map(|(time, event)| format!("last heard of {time} ({event})"));
        let state = match (&found, standing.state) {
            (None, State::Absent) => "not found",
            (_, state) => state.name(),
        };
        let more: Vec<String> = found.into_iter().chain(last).collect();
        let line = format!("{:<12} {state:<15} {}", standing.agent.name(), more.join(", "));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    output.text(&text).map(|()| Exit::OK)
}

fn failed(error: &str) -> Report {
    Report { exit: Exit::FAULTY, error: error.to_owned(), hints: Vec::new() }
}

fn report(error: &IntegrateError) -> Report {
    let report = |exit, hints: Vec<String>| Report { exit, error: error.to_string(), hints };
    match error {
        IntegrateError::NoScope { .. } | IntegrateError::NothingToDo(_) => report(Exit::USAGE, Vec::new()),
        IntegrateError::InTheWay { snippet, .. } => {
            let lines: Vec<String> = snippet.lines().map(|line| format!("  {line}")).collect();
            let hint = format!("Nothing was changed. Repair it, or add this by hand:\n{}", lines.join("\n"));
            report(Exit::FAULTY, vec![hint])
        }
        IntegrateError::Write(WriteError::Busy { .. } | WriteError::Changed { .. }) => {
            report(Exit::FAULTY, vec!["Nothing was changed. Try again.".to_owned()])
        }
        IntegrateError::Write(WriteError::Unreadable { .. }) => report(Exit::IO, Vec::new()),
        IntegrateError::Write(WriteError::Io { source, .. }) => {
            let hint = match source.kind() {
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "Make room on that disk and try again.",
                ErrorKind::PermissionDenied => "Allow yourself to write the file and its folder.",
                _ => "The file is as it was.",
            };
            report(Exit::IO, vec![hint.to_owned()])
        }
    }
}
