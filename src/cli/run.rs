//! `plyn-notify run`.

use std::{ffi::OsString, time::Duration};

use signal_hook::{
    consts::{SIGINT, SIGQUIT},
    low_level::signal_name,
};

use crate::{
    cli::{
        Result,
        args::{Global, Run},
        exit::Exit,
        logging::Log,
        output::Output,
        report::Report,
        telling,
    },
    engine::{
        channel::remote::Way,
        config,
        duration::compact,
        facts::Facts,
        notice::{Notice, Sound, Urgency},
        run::{self, Absent, End, Other, RunError, StartError},
        tell::{self, Job},
        text,
    },
};

/// How long a command has to take for its end to be told.
const LONG: Duration = Duration::from_secs(10);

/// Runs the command, or waits for the process, tells of its end and says how ours is to be.
///
/// # Errors
///
/// When the command does not start, or there is no such process.
pub(super) fn run(global: &Global, args: &Run, output: Output) -> Result<Exit> {
    let facts = Facts::read();
    Log::start(global.verbose, facts.log.as_deref());
    let title = args.title.as_deref();
    let Some(number) = args.pid else {
        let finished = run::command(&args.command).map_err(|error| cannot_run(&args.command, &error))?;
        if finished.took >= args.after.unwrap_or(LONG) {
            let name = title.map_or_else(|| program(&args.command), str::to_owned);
            let notice = of_command(&name, finished.end, finished.took, &facts.source);
            tell(global, facts, notice, output);
        }
        return Ok(Exit::of_command(finished.end));
    };
    let mut other = Other::find(number).map_err(|error| cannot_wait(&error))?;
    let took = other.wait().map_err(|error| cannot_wait(&Absent::Unknown(number, error)))?;
    if took >= args.after.unwrap_or_default() {
        tell(global, facts, of_process(title.unwrap_or(&other.name), number, took), output);
    }
    Ok(Exit::OK)
}

/// Tells it; whatever comes of that, the command's end is ours.
fn tell(global: &Global, facts: Facts, notice: Notice, output: Output) {
    let loaded = config::load(&config::Sources::detect(global.config.clone()));
    for fault in &loaded.faults {
        output.note(&format!("plyn-notify: {fault}"));
    }
    let settings = loaded.settings.notify;
    let way = Way::new(&loaded.settings.remote, &facts);
    let sound = notice.sound.filter(|_| settings.sound);
    let job = Job {
        lifeline: None,
        notice: Notice { sound, ..notice },
        channels: telling::channels(None, &settings, way.leads_home(&facts)),
        way,
        facts,
        protocol: settings.protocol,
        bell: settings.bell,
        watch: false,
    };
    let silence = telling::silence(tell::tell(&job, |_| {}).as_ref(), &settings);
    // A bell is what one expects of a command at a terminal.
    if let Some(silence) =
        silence.filter(|silence| !(silence.is_wanted || silence.rang) || global.verbose > 0)
    {
        output.note(&format!("plyn-notify: {}", silence.error));
    }
}

/// What is said of a command's end.
fn of_command(name: &str, end: End, took: Duration, source: &str) -> Notice {
    let (word, how) = match end {
        End::Status(0) => ("Done", "exit status 0".to_owned()),
        End::Status(status) => ("Failed", format!("exit status {status}")),
        End::Signal(number) => {
            ("Failed", signal_name(number).map_or_else(|| format!("signal {number}"), str::to_owned))
        }
    };
    Notice {
        title: format!("{word}: {name}"),
        body: format!("{how} after {} · {source}", shown(took)),
        urgency: match end {
            // Whoever pressed Ctrl-C knows.
            End::Status(0) | End::Signal(SIGINT | SIGQUIT) => Urgency::Normal,
            _ => Urgency::Critical,
        },
        sound: Some(if word == "Done" { Sound::Done } else { Sound::Error }),
        ..Notice::default()
    }
}

/// What is said of a process's end: how it ended is not known, and neither is where it ran.
fn of_process(name: &str, number: u32, took: Duration) -> Notice {
    Notice {
        title: format!("Ended: {name}"),
        body: format!("process {number}, waited for {}", shown(took)),
        sound: Some(Sound::Done),
        ..Notice::default()
    }
}

/// A duration for a glance: to the tenth of a second below a minute.
fn shown(took: Duration) -> String {
    match took.as_millis() {
        millis @ 1000..60_000 => {
            compact(Duration::from_millis(u64::try_from(millis).unwrap_or_default() / 100 * 100))
        }
        _ => compact(took),
    }
}

/// The base name of the program. Its arguments may hold secrets, and its folder is of no use on a notification.
fn program(command: &[OsString]) -> String {
    let word = text::clean(&command.first().map(|word| text::lossy(word)).unwrap_or_default());
    word.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned()
}

/// Why a command did not run, and the exit status that shells have for that.
pub(super) fn cannot_run(command: &[OsString], error: &RunError) -> Report {
    let name = text::clean(&command.first().map(|word| text::lossy(word)).unwrap_or_default());
    let exit = match error {
        RunError::Start(StartError::NotFound) => Exit::NOT_FOUND,
        RunError::Start(StartError::NotExecutable(_)) => Exit::NOT_EXECUTABLE,
        RunError::Watch(_) => Exit::SOFTWARE,
    };
    let report = Report { exit, error: format!("cannot run `{name}`: {error}"), hints: Vec::new() };
    if exit == Exit::NOT_FOUND && name.contains('/') {
        return report
            .hint("There is no such file, or what its first line names as its interpreter is missing.");
    }
    report
}

fn cannot_wait(error: &Absent) -> Report {
    let (exit, hint) = match error {
        Absent::Gone(_) => (Exit::NO_PROCESS, "It may have ended already."),
        Absent::Unknown(..) => (Exit::NO_PROCESS, "The number of a process is the PID column of `ps`."),
    };
    Report { exit, error: error.to_string(), hints: Vec::new() }.hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_how_a_command_ended() {
        let rows = [
            (End::Status(0), "Done: make", "exit status 0 after 2m13s · shop", Urgency::Normal, Sound::Done),
            (
                End::Status(101),
                "Failed: make",
                "exit status 101 after 2m13s · shop",
                Urgency::Critical,
                Sound::Error,
            ),
            (End::Signal(9), "Failed: make", "SIGKILL after 2m13s · shop", Urgency::Critical, Sound::Error),
            (End::Signal(2), "Failed: make", "SIGINT after 2m13s · shop", Urgency::Normal, Sound::Error),
            (
                End::Signal(40),
                "Failed: make",
                "signal 40 after 2m13s · shop",
                Urgency::Critical,
                Sound::Error,
            ),
        ];
        for (end, title, body, urgency, sound) in rows {
            let notice = of_command("make", end, Duration::from_millis(133_700), "shop");
            let said = (notice.title.as_str(), notice.body.as_str(), notice.urgency, notice.sound);
            assert_eq!(said, (title, body, urgency, Some(sound)));
        }
    }

    #[test]
    fn says_that_a_process_ended() {
        let notice = of_process("rsync", 1234, Duration::from_millis(90_400));
        let said = (notice.title.as_str(), notice.body.as_str(), notice.urgency, notice.sound);
        assert_eq!(
            said,
            ("Ended: rsync", "process 1234, waited for 1m30s", Urgency::Normal, Some(Sound::Done))
        );
    }

    #[test]
    fn shows_no_argument_and_no_folder() {
        let rows: [(&[&str], &str); 6] = [
            (&["cargo", "build"], "cargo"),
            (&["/usr/bin/curl", "--user", "me:secret"], "curl"),
            (&["./run me.sh"], "run me.sh"),
            (&["a\u{1b}[31m\nb"], "a[31m b"),
            (&["/"], ""),
            (&[""], ""),
        ];
        for (command, name) in rows {
            let command: Vec<OsString> = command.iter().map(OsString::from).collect();
            assert_eq!(program(&command), name);
        }
    }

    #[test]
    fn shows_a_duration_for_a_glance() {
        for (millis, text) in
            [(0, "0s"), (12, "12ms"), (1000, "1s"), (12_345, "12.3s"), (59_999, "59.9s"), (133_700, "2m13s")]
        {
            assert_eq!(shown(Duration::from_millis(millis)), text);
        }
    }
}
