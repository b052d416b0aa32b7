//! `plyn-notify hook`: for programs that take any status but 0, and anything else on stdout or stderr, for something else.

use std::{ffi::OsString, io::IsTerminal as _, os::unix::ffi::OsStringExt as _};

use crate::{
    cli::{
        args::{Global, Hook, hook::OnTimeout},
        channels,
        exit::Exit,
        input,
        output::{self, Output},
    },
    engine::{
        agents::{Agent, Journal, Mode, Policy, hook, popup},
        channel::remote::Way,
        config::{self, AgentSettings},
        facts::{self, AgentEnvironment, Facts},
        signal,
    },
};

/// Whether these arguments, the program's name first, call the hook.
pub(super) fn is_meant(arguments: &[OsString]) -> bool {
    let mut words = arguments.iter().skip(1);
    while let Some(word) = words.next() {
        if word == "--config" || word == "--color" {
            words.next();
        } else if !word.as_encoded_bytes().starts_with(b"-") {
            return word == "hook";
        }
    }
    false
}

/// A hook that is called wrongly ends as one that has nothing to say: an agent takes 2 for a denial. Only a human is told.
#[cold]
#[inline(never)]
pub(super) fn misused(error: &mut clap::Error) -> Exit {
    if !error.use_stderr() || std::io::stderr().is_terminal() {
        output::clap(error);
    }
    Exit::OK
}

/// Answers the agent.
pub(super) fn run(global: &Global, args: &Hook, output: Output) -> Exit {
    // What cannot be kept is not worth a death.
    let _ = signal::outlive_size_limit();
    let facts = Facts::read();
    let loaded = config::load(&config::Sources::detect(global.config.clone()));
    let settings = loaded.settings.agents.get(args.agent.name()).cloned().unwrap_or_default();
    let policy = Policy { mode: mode(args, &settings), subagents: !args.no_subagents };
    let journal = Journal::new(facts::hook_log());
    let named = args.event.clone().map(OsString::into_vec);
    let (argument, event) = match named {
        Some(json) if json.first() == Some(&b'{') => (Some(json), None),
        named => (None, named.and_then(|name| String::from_utf8(name).ok())),
    };
    if args.popup {
        let way = Way::new(&loaded.settings.remote, &facts);
        let job = popup::Job {
            agent: args.agent,
            event,
            policy,
            hold: args.hold.or(settings.hold),
            denies_late: args.on_timeout == OnTimeout::Deny,
            channels: channels::resolve(&loaded.settings.notify.channels, way.leads_home(&facts)),
            way,
            protocol: loaded.settings.notify.protocol,
            settings: loaded.settings.notify,
            facts,
            journal,
        };
        if let Ok(link) = input::handle() {
            let _ = popup::run(&job, link);
        }
        return Exit::OK;
    }
    let (Ok(input), Ok(handle)) = (input::handle(), output::handle()) else { return Exit::OK };
    if args.agent != Agent::Aider && argument.is_none() && std::io::stdin().is_terminal() {
        return by_hand(output);
    }
    let job = hook::Job {
        agent: args.agent,
        popup: popup_arguments(global, args, event.as_deref()),
        event,
        policy,
        argument: argument.or_else(|| (args.agent == Agent::Aider).then(|| b"{}".to_vec())),
        state_dir: facts.state_dir,
        environment: AgentEnvironment::read(),
        journal,
        output: handle,
    };
    hook::run(&job, input, |object| output.answer(object).is_ok());
    Exit::OK
}

/// A human has called it, and not an agent.
fn by_hand(output: Output) -> Exit {
    if std::io::stderr().is_terminal() {
        output.note(
            "plyn-notify: a coding agent calls this, with its JSON on stdin; plyn-notify integrate sets that up",
        );
    }
    Exit::OK
}

/// What the command line says, or the configuration, as far as the agent can do it.
fn mode(args: &Hook, settings: &AgentSettings) -> Mode {
    let configured = || settings.mode.as_deref().and_then(Mode::find);
    let mode = args.mode.or_else(configured).unwrap_or(args.agent.default_mode());
    if args.agent.modes().contains(&mode) { mode } else { Mode::Alert }
}

/// The same call, for the process that owns the notification.
fn popup_arguments(global: &Global, args: &Hook, event: Option<&str>) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    if let Some(config) = &global.config {
        words.extend(["--config".into(), config.into()]);
    }
    words.extend(["hook".into(), "--popup".into(), args.agent.name().into()]);
    words.extend(event.map(OsString::from));
    words.extend(args.mode.map(|mode| format!("--mode={}", mode.name()).into()));
    words.extend(args.hold.map(|hold| format!("--hold={}", hold.as_secs_f64()).into()));
    words.extend((args.on_timeout == OnTimeout::Deny).then(|| "--on-timeout=deny".into()));
    words.extend(args.no_subagents.then(|| "--no-subagents".into()));
    words
}
