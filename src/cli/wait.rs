//! `plyn-notify wait`.

use std::{io::IsTerminal as _, time::Duration};

use crate::{
    cli::{
        Result,
        args::{Color, Global, Wait},
        channels,
        exit::Exit,
        json,
        logging::Log,
        output::Output,
        report::Report,
        request,
    },
    engine::{
        answer::{ChannelKind, Ending, Outcome, Source},
        channel::remote::Way,
        config::{self, NotifySettings},
        drive::{self, Job, News, Ran},
        duration::compact,
        facts::Facts,
        plan::{Plan, Wishes},
        request::Request,
        throttle::Throttle,
        tty::open::Tty,
    },
};

/// Asks the question, prints the answer and says how the process ends.
///
/// # Errors
///
/// On wrong usage, when nobody can be asked, and when the answer cannot be written.
pub(super) fn run(global: &Global, args: &Wait, output: Output) -> Result<Exit> {
    let mut facts = Facts::read();
    facts.terminal.color = match global.color {
        Color::Auto => facts.terminal.color,
        Color::Always => facts.terminal.ansi,
        Color::Never => false,
    };
    let loaded = config::load(&config::Sources::detect(global.config.clone()));
    let notify = loaded.settings.notify;
    let include_reason = args.include_reason || notify.include_reason;
    let source = args.source.clone().unwrap_or_else(|| facts.source.clone());
    let request = request::build(args, source, include_reason)?;
    let detail = request::detail(args)?;
    let completions = request::completions(args, &request.answers)?;
    for fault in &loaded.faults {
        output.note(&format!("plyn-notify: {fault}"));
    }
    let log = Log::start(global.verbose, facts.log.as_deref());

    let (tty, no_terminal) = terminal(args);
    let throttle = Throttle::new(facts.state_dir.as_deref(), &facts.caller);
    let way = Way::new(&loaded.settings.remote, &facts);
    let wishes = wishes(args, &notify, &throttle, way.leads_home(&facts));
    let plan = Plan::new(&request, &wishes, no_terminal.is_none());
    if std::io::stderr().is_terminal() {
        log.hold();
    }
    let job = Job {
        actions: wishes.actions && !wishes.terminal_only,
        type_ahead: args.type_ahead,
        protocol: args.protocol.or(notify.protocol),
        completions,
        detail,
        request: request.clone(),
        plan,
        way,
        facts,
        throttle,
        tty,
        lifeline: None,
    };
    let (mut printed, mut failed) = (Ok(()), None);
    let ran = drive::run(job, |news| match news {
        News::Outcome(outcome) => printed = print(args, outcome, output),
        News::Over(ran) => {
            log.release();
            let printed = std::mem::replace(&mut printed, Ok(()));
            match printed.and_then(|()| explain(global, &request, ran, no_terminal.as_deref(), output)) {
                Ok(exit) => exit.take(),
                Err(report) => failed = Some(report),
            }
        }
        News::Shown | News::Held => {}
    })
    .map_err(|error| Report {
        exit: Exit::SOFTWARE,
        error: format!("cannot ask: {error}"),
        hints: Vec::new(),
    })?;
    failed.map_or(Ok(Exit::of(&ran.outcome.ending)), Err)
}

/// The terminal, and why it cannot be answered at now, if it cannot.
fn terminal(args: &Wait) -> (Option<Tty>, Option<String>) {
    if args.no_terminal {
        return (None, Some("the terminal is switched off (--no-terminal)".to_owned()));
    }
    match Tty::open() {
        Ok(tty) => {
            let obstacle = tty.usable().err();
            (Some(tty), obstacle)
        }
        Err(error) => (None, Some(error)),
    }
}

fn wishes(args: &Wait, notify: &NotifySettings, throttle: &Throttle, far: bool) -> Wishes {
    let names = args.channels.as_ref().map_or(&notify.channels, |channels| &channels.0);
    Wishes {
        enabled: notify.enabled,
        channels: channels::resolve(names, far),
        actions: notify.actions && !args.no_actions,
        terminal_only: args.terminal_only,
        elsewhere: None,
        grace: args.grace.unwrap_or(notify.grace),
        min_interval: args.min_interval.unwrap_or(notify.min_interval),
        continues: args.follow_up || throttle.handoff(),
        bell: notify.bell,
    }
}

/// What goes to stdout, at once.
fn print(args: &Wait, outcome: &Outcome, output: Output) -> Result<()> {
    if args.json {
        return output.answer(&json::object(outcome));
    }
    match &outcome.ending {
        Ending::Answered { answer, .. } => output.answer(&answer.text()),
        _ => Ok(()),
    }
}

/// What goes to stderr, and the exit status.
fn explain(
    global: &Global,
    request: &Request,
    Ran { outcome, hint }: &Ran,
    no_terminal: Option<&str>,
    output: Output,
) -> Result<Exit> {
    let after = || compact(request.deadline.as_ref().map_or(Duration::ZERO, |deadline| deadline.after));
    if global.verbose > 0 && outcome.ending != Ending::Unreachable {
        for failure in &outcome.failures {
            output.note(&format!("plyn-notify: {}: {}", failure.channel.name(), failure.error));
        }
        if outcome.held {
            let channel = outcome.announced.last().map_or("desktop", |channel| channel.name());
            output.note(&format!("plyn-notify: {channel}: do-not-disturb is on"));
        }
        if let Some(hint) = hint {
            output.note(&format!("plyn-notify: terminal: {hint}"));
        }
    }
    match &outcome.ending {
        Ending::Answered { answer, source: Source::Default } => {
            output.note(&format!("no answer in {} = {}", after(), answer.shown()));
        }
        Ending::TimedOut => output.note(&format!("no answer in {}", after())),
        Ending::Unreachable => {
            // Where there was one to answer at, it was lost on the way.
            return Err(unreachable(outcome, no_terminal.unwrap_or("the terminal is gone")));
        }
        _ => {}
    }
    Ok(Exit::of(&outcome.ending))
}

/// What was tried.
fn unreachable(outcome: &Outcome, no_terminal: &str) -> Report {
    let mut tried = vec![no_terminal.to_owned()];
    tried.extend(
        outcome
            .failures
            .iter()
            .filter(|failure| failure.channel != ChannelKind::Terminal)
            .map(|failure| format!("{}: {}", failure.channel.name(), failure.error)),
    );
    Report {
        exit: Exit::UNREACHABLE,
        error: format!("nobody can be asked: {}", tried.join("; ")),
        hints: vec![],
    }
}
