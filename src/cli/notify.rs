//! `plyn-notify notify`.

use std::{ffi::OsStr, io};

use crate::{
    cli::{
        Result,
        args::{Global, Notify},
        descriptor::Descriptor,
        exit::Exit,
        input,
        logging::Log,
        output::Output,
        report::Report,
        sequence, telling,
    },
    engine::{
        channel::{
            desktop::{hint, value::Value},
            remote::Way,
        },
        config::{self, NotifySettings},
        duration::compact,
        facts::Facts,
        notice::{Action, Expiry, Notice, Sound, Urgency},
        tell::{self, Ending, Job, News, Told},
        text::{clean_lines, lossy},
    },
};

/// Tells it and says how the process ends: by 0 but for wrong usage, `--strict`, and output that is lost.
///
/// # Errors
///
/// In those three cases.
pub(super) fn run(global: &Global, args: &Notify, output: Output) -> Result<Exit> {
    // First of all, before files of our own take the numbers.
    let mut id_fd = inherited("--id-fd", args.id_fd)?;
    let mut action_fd = inherited("--selected-action-fd", args.selected_action_fd)?;
    let facts = Facts::read();
    let loaded = config::load(&config::Sources::detect(global.config.clone()));
    let settings = loaded.settings.notify;
    let notice = notice(args, &facts, &settings, output)?;
    for fault in &loaded.faults {
        output.note(&format!("plyn-notify: {fault}"));
    }
    let _log = Log::start(global.verbose, facts.log.as_deref());
    if args.print_sequence {
        return sequence::print(global, args, &settings, &facts, &notice, output);
    }

    let way = Way::new(&loaded.settings.remote, &facts);
    let job = Job {
        lifeline: None,
        watch: args.wait || !notice.actions.is_empty(),
        channels: telling::channels(args.channels.as_ref(), &settings, way.leads_home(&facts)),
        way,
        protocol: args.protocol.or(settings.protocol),
        bell: settings.bell,
        notice,
        facts,
    };
    let mut failed: Option<Report> = None;
    let write = |text: &str, stdout: bool, descriptor: &mut Option<Descriptor>| {
        let printed = if stdout { output.answer(text) } else { Ok(()) };
        let sent = descriptor.as_mut().map_or(Ok(()), |descriptor| {
            descriptor.line(text).map_err(|error| Report::io("cannot write to the file descriptor", &error))
        });
        printed.and(sent).err()
    };
    let told = tell::tell(&job, |news| match news {
        News::Shown(id) => failed = write(&id.to_string(), args.print_id, &mut id_fd),
        News::Chosen(name) => {
            let lost = write(name, true, &mut action_fd);
            failed = failed.take().or(lost);
        }
        News::Over(told) if failed.is_none() => match conclude(global, args, &settings, Ok(told), output) {
            Ok(exit) => exit.take(),
            Err(report) => failed = Some(report),
        },
        News::Over(_) => {}
    });
    match failed {
        Some(report) => Err(report),
        None => conclude(global, args, &settings, told.as_ref(), output),
    }
}

/// What is said in the end, and how the process ends.
fn conclude(
    global: &Global,
    args: &Notify,
    settings: &NotifySettings,
    told: std::result::Result<&Told, &io::Error>,
    output: Output,
) -> Result<Exit> {
    if let Some(silence) = telling::silence(told, settings) {
        if args.strict {
            return Err(Report { exit: Exit::UNREACHABLE, error: silence.error, hints: Vec::new() });
        }
        if !silence.is_wanted || global.verbose > 0 {
            output.note(&format!("plyn-notify: {}", silence.error));
        }
    }
    if let (Ok(Told { hint: Some(hint), .. }), true) = (&told, global.verbose > 0) {
        output.note(&format!("plyn-notify: terminal: {hint}"));
    }
    Ok(told.map_or(Exit::OK, |told| end(told.ending, output)))
}

/// How the process ends, and a word where nothing was chosen for another reason than a human's.
fn end(ending: Ending, output: Output) -> Exit {
    let word = match ending {
        Ending::Interrupted(signal) => return Exit::Signal(signal.number()),
        Ending::WithoutActions => "nothing can be chosen: the notification server has no buttons".to_owned(),
        Ending::OneWay => {
            "nothing can be chosen: no answer comes back from the terminal's notification".to_owned()
        }
        Ending::TimedOut(limit) => format!("no answer in {}", compact(limit)),
        Ending::Lost => "the notification server is gone".to_owned(),
        Ending::Cut => "the connection to the other host was lost".to_owned(),
        Ending::Unanswerable => {
            "nothing can be chosen on the other host: its notification server has no buttons, or is gone"
                .to_owned()
        }
        Ending::Shown | Ending::Chosen | Ending::Closed | Ending::Rung | Ending::Nothing => return Exit::OK,
    };
    output.note(&format!("plyn-notify: {word}"));
    Exit::OK
}

fn inherited(option: &str, number: Option<u16>) -> Result<Option<Descriptor>> {
    let open = |number| {
        Descriptor::inherited(number)
            .map_err(|error| Report::usage(format!("{option} {number} cannot be written to: {error}")))
    };
    number.map(open).transpose()
}

/// The notice that the arguments describe.
fn notice(args: &Notify, facts: &Facts, settings: &NotifySettings, output: Output) -> Result<Notice> {
    let word = |at: usize| args.words.get(at).map(|word| lossy(word));
    let is_lacode = args.lacode || args.words.len() > 2;
    let title = clean_lines(&word(0).unwrap_or_default());
    let body = match args.words.get(1) {
        Some(word) if word == OsStr::new("-") && !args.lacode && !args.is_literal => input::stdin()
            .map_err(|error| Report::usage(format!("the text could not be read from stdin: {error}")))?,
        word => word.map(|word| lossy(word)).unwrap_or_default(),
    };
    let body = clean_lines(&body);
    if title.is_empty() && body.is_empty() {
        return Err(Report::usage("there is nothing to tell: title and text are empty"));
    }
    let (urgency, sound) = (urgency(word(2), output), sound(word(4).or_else(|| facts.sound.clone()), output));
    let expiry = args.expire_time.map(Expiry::from_milliseconds);
    let mut actions: Vec<Action> = args
        .actions
        .iter()
        .enumerate()
        .map(|(at, action)| parse_action(at, action))
        .collect::<Result<_>>()?;
    if actions.is_empty() && facts.is_request {
        actions = Action::permission();
    }
    Ok(Notice {
        title,
        body,
        urgency: args.urgency.or(urgency).unwrap_or_default(),
        expiry: expiry.unwrap_or(if is_lacode { Expiry::Never } else { Expiry::Server }),
        application: args.app_name.clone(),
        image: args.icon.clone().or_else(|| word(3).filter(|icon| !icon.is_empty())),
        icon: args.app_icon.clone(),
        category: args.category.clone(),
        transient: args.transient,
        sound: args.sound.or(sound).filter(|_| settings.sound),
        hints: args.hints.iter().map(|hint| parse_hint(hint)).collect::<Result<_>>()?,
        replaces: args.replace_id.unwrap_or(0),
        actions,
    })
}

/// lacode's word for the urgency. A word that is none is no reason to tell nothing.
fn urgency(word: Option<String>, output: Output) -> Option<Urgency> {
    let word = word.filter(|word| !word.is_empty())?;
    let found = Urgency::ALL.into_iter().find(|urgency| urgency.name().eq_ignore_ascii_case(&word));
    if found.is_none() {
        output.note(&format!("plyn-notify: no urgency is called {word:?}: low, normal, critical"));
    }
    found
}

/// lacode's word for the sound, or a variable's.
fn sound(word: Option<String>, output: Output) -> Option<Sound> {
    let word = word.filter(|word| !word.is_empty())?;
    let found = Sound::find(&word);
    if found.is_none() {
        output.note(&format!(
            "plyn-notify: no sound is called {word:?}: none, done, question, permission, error"
        ));
    }
    found
}

/// `[NAME=]TEXT`, as `notify-send` takes it: without a name its number stands for it.
fn parse_action(at: usize, action: &str) -> Result<Action> {
    let (name, label) = match action.split_once('=') {
        Some((name, label)) => (name.trim().to_owned(), label.trim()),
        None => (at.to_string(), action.trim()),
    };
    if name.is_empty() || label.is_empty() {
        return Err(Report::usage(format!("the action {action:?} lacks a name or a text: [NAME=]TEXT")));
    }
    if name.chars().any(char::is_control) {
        return Err(Report::usage(format!("the name of the action {action:?} holds a control character")));
    }
    Ok(Action { name, label: clean_lines(label) })
}

fn parse_hint(hint: &str) -> Result<(String, Value)> {
    let mut parts = hint.splitn(3, ':');
    let (Some(kind), Some(name), Some(value)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(Report::usage(format!("the hint {hint:?} is not of the form TYPE:NAME:VALUE")));
    };
    if name.is_empty() {
        return Err(Report::usage(format!("the hint {hint:?} has no name: TYPE:NAME:VALUE")));
    }
    match hint::parse(kind, value) {
        Ok(value) => Ok((name.to_owned(), value)),
        Err(error) => Err(Report::usage(format!("the hint {name:?} cannot be sent: {error}"))),
    }
}
