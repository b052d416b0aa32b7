//! `plyn-notify receive`: the desktop's end of a hop over ssh (spec §7).
//!
//! It is a key's forced command: what the other end asks for is in the environment, and nothing of it is run. It reads no
//! terminal and no argument, asks nobody further, and ends by 0 or 1.

use std::{io, time::Duration};

use crate::{
    cli::{
        args::Global,
        exit::Exit,
        input,
        logging::Log,
        output::{self, Output},
        report::Report,
    },
    engine::{
        answer::{Answer, ChannelKind, Ending, Failure, Outcome, Signal},
        channel::{
            desktop,
            remote::{
                Way,
                wire::{self, Desk, Dialect, Event, Given, What},
            },
        },
        config::{self, NotifySettings},
        crowd,
        drive::{self, News},
        facts::{Facts, Hop},
        lifeline::Lifeline,
        notice::Notice,
        plan::{Plan, Wishes},
        request::Request,
        tell,
        throttle::Throttle,
    },
};

/// How many may be open at once: a desktop with more of them is of no use to anybody (issue 7).
const SEATS: usize = 64;
/// Where they are counted, and whose prompts those of other hosts are.
const CALLER: &str = "receive";
/// How long a server may take to say who it is; it may have to be started.
const PROBE: Duration = Duration::from_secs(5);
/// How long is waited at most where the other end says neither how long nor that it is still there.
const LONGEST: Duration = Duration::from_mins(10);

/// Shows what the other end of the connection asks for, and says what became of it.
pub(super) fn run(global: &Global, output: Output) -> Exit {
    let hop = Hop::read();
    let ask = match wire::decode(hop.command.as_deref().unwrap_or_default()) {
        Ok(ask) => ask,
        Err(wire::Bad::Nothing) => {
            let error = "nothing was sent to be shown: this is the far end of a notification, and no login";
            return fail(error, output);
        }
        Err(error) => return fail(&error.to_string(), output),
    };
    let facts = Facts::read();
    let loaded = config::load(&config::Sources::detect(global.config.clone()));
    let _log = Log::start(global.verbose, facts.log.as_deref());
    for fault in &loaded.faults {
        // Not on stderr, which is the other end's.
        tracing::warn!(%fault, "configuration");
    }
    let seats = facts.state_dir.as_ref().map(|dir| dir.join(CALLER));
    let mut speaker = Speaker {
        is_heard: true,
        dialect: ask.dialect,
        desk: Desk { host: facts.host.clone(), server: None, version: env!("CARGO_PKG_VERSION").to_owned() },
        output,
    };
    let _seat = match crowd::sit(seats.as_deref(), SEATS) {
        Ok(seat) => seat,
        Err(error) => return speaker.refuse(&error.to_string()),
    };
    let lifeline = match lifeline(ask.alive) {
        Ok(lifeline) => lifeline,
        Err(error) => return speaker.refuse(&format!("the connection cannot be watched: {error}")),
    };
    let here = Here { facts, settings: loaded.settings.notify, lifeline, speaker };
    let ended = match ask.what {
        What::Probe => Ok(here.probe()),
        What::Notice(mut notice) => {
            let origin = wire::origin("", &ask.host, hop.address.as_deref());
            notice.body = wire::signed(&notice.body, &origin);
            here.tell(notice)
        }
        What::Prompt { mut request, left, terminal } => {
            request.source = wire::origin(&request.source, &ask.host, hop.address.as_deref());
            let limit = if ask.alive.is_some() { left } else { Some(left.unwrap_or(LONGEST)) };
            here.ask(request, limit, terminal)
        }
    };
    ended.unwrap_or_else(|error| fail(&format!("cannot ask: {error}"), output))
}

fn lifeline(alive: Option<Duration>) -> io::Result<Lifeline> {
    Ok(Lifeline::new(input::handle()?, output::handle()?, alive))
}

/// One line on stderr, which ssh carries to the other end.
fn fail(error: &str, output: Output) -> Exit {
    output.report(&Report { exit: Exit::NOT_RECEIVED, error: error.to_owned(), hints: Vec::new() })
}

/// This desktop, and the one who waits for what it says.
struct Here {
    facts: Facts,
    settings: NotifySettings,
    lifeline: Lifeline,
    speaker: Speaker,
}

impl Here {
    /// Says whether a prompt could be shown here.
    fn probe(mut self) -> Exit {
        if !self.settings.enabled {
            return self.speaker.refuse(SWITCHED_OFF);
        }
        match desktop::find_server(&self.facts.bus, PROBE) {
            Ok(server) => {
                self.speaker.desk.server = Some(server);
                self.speaker.end(&Event::Ready)
            }
            Err(error) => self.speaker.refuse(&format!("desktop: {error}")),
        }
    }

    /// Tells it, and waits for what is chosen if there is something to choose.
    fn tell(self, notice: Notice) -> io::Result<Exit> {
        let Self { facts, settings, lifeline, mut speaker } = self;
        if !settings.enabled {
            return Ok(speaker.refuse(SWITCHED_OFF));
        }
        let job = tell::Job {
            watch: !notice.actions.is_empty(),
            notice,
            channels: vec![ChannelKind::Desktop],
            facts,
            protocol: None,
            bell: false,
            way: Way::nowhere(),
            lifeline: Some(lifeline),
        };
        let told = tell::tell(&job, |news| match news {
            tell::News::Shown(_) => speaker.say(&Event::Shown),
            tell::News::Chosen(name) => speaker.say(&Event::Answered(Given::Key(name.to_owned()))),
            tell::News::Over(_) => {}
        })?;
        Ok(match told.ending {
            // A plain notice has its end with its beginning, and of what was chosen all is said.
            tell::Ending::Shown | tell::Ending::Chosen => speaker.exit(),
            tell::Ending::Closed => speaker.end(&Event::Dismissed),
            tell::Ending::TimedOut(_) => speaker.end(&Event::TimedOut),
            tell::Ending::WithoutActions => {
                speaker.end(&Event::Failed("the notification server there has no buttons".to_owned()))
            }
            tell::Ending::Lost => {
                speaker.end(&Event::Failed("the notification server there is gone".to_owned()))
            }
            tell::Ending::Interrupted(signal) => speaker.interrupted(signal),
            tell::Ending::OneWay
            | tell::Ending::Rung
            | tell::Ending::Cut
            | tell::Ending::Unanswerable
            | tell::Ending::Nothing => speaker.refuse(&failures(&told.failures)),
        })
    }

    /// Asks it.
    fn ask(self, request: Request, left: Option<Duration>, terminal: bool) -> io::Result<Exit> {
        let Self { facts, settings, lifeline, mut speaker } = self;
        let wishes = Wishes {
            enabled: settings.enabled,
            channels: vec![ChannelKind::Desktop],
            actions: settings.actions,
            terminal_only: false,
            elsewhere: None,
            grace: Duration::ZERO,
            min_interval: settings.min_interval,
            continues: true,
            bell: false,
        };
        let plan = Plan::received(&request, &wishes, terminal, left);
        let throttle = Throttle::new(facts.state_dir.as_deref(), CALLER);
        // It goes no further: there is no way from here.
        let job = drive::Job {
            actions: wishes.actions,
            lifeline: Some(lifeline),
            ..drive::Job::new(request, plan, facts, throttle)
        };
        let mut exit = Exit::NOT_RECEIVED;
        drive::run(job, |news| match news {
            News::Shown => speaker.say(&Event::Shown),
            News::Held => speaker.say(&Event::Held),
            News::Outcome(outcome) => exit = over(outcome, settings.enabled, &mut speaker),
            News::Over(_) => {}
        })?;
        Ok(exit)
    }
}

const SWITCHED_OFF: &str = "notifications are switched off there (enabled = false)";

/// Says how it ended.
fn over(outcome: &Outcome, enabled: bool, speaker: &mut Speaker) -> Exit {
    let given = match &outcome.ending {
        Ending::Answered { answer: Answer::Choice(choice), .. } => Given::Key(choice.key.clone()),
        Ending::Answered { answer, .. } => Given::Text(answer.text().into_owned()),
        Ending::Dismissed => return speaker.end(&Event::Dismissed),
        Ending::ToTerminal => return speaker.end(&Event::ToTerminal),
        Ending::TimedOut => return speaker.end(&Event::TimedOut),
        Ending::Unreachable if !enabled => return speaker.refuse(SWITCHED_OFF),
        Ending::Unreachable => return speaker.refuse(&failures(&outcome.failures)),
        Ending::Interrupted(signal) => return speaker.interrupted(*signal),
    };
    speaker.end(&Event::Answered(given))
}

fn failures(failures: &[Failure]) -> String {
    let failures: Vec<String> =
        failures.iter().map(|failure| format!("{}: {}", failure.channel.name(), failure.error)).collect();
    format!("not shown: {}", failures.join("; "))
}

/// Who talks to the other end.
struct Speaker {
    /// Whether everything so far was written.
    is_heard: bool,
    dialect: Dialect,
    desk: Desk,
    output: Output,
}

impl Speaker {
    /// Says it in the asker's words; what is not asked for by a six-field sender is not said to it.
    fn say(&mut self, event: &Event) {
        let written = match (&self.dialect, event) {
            (Dialect::SixFields, Event::Answered(Given::Key(name))) => self.output.answer(name),
            (Dialect::SixFields, _) => Ok(()),
            (Dialect::Lines { nonce }, event) => {
                self.output.answer(&wire::encode_event(nonce, &self.desk, event))
            }
        };
        if let Err(report) = written {
            // The connection is gone, or will be found to be.
            self.is_heard = false;
            tracing::info!(error = report.error, "the other end does not listen");
        }
    }

    fn end(&mut self, event: &Event) -> Exit {
        self.say(event);
        self.exit()
    }

    fn exit(&self) -> Exit {
        if self.is_heard { Exit::OK } else { Exit::NOT_RECEIVED }
    }

    /// A hang-up is the asker's own, who listens no more.
    fn interrupted(&mut self, signal: Signal) -> Exit {
        if signal != Signal::Hup {
            self.say(&Event::Failed("it was ended by a signal".to_owned()));
        }
        Exit::NOT_RECEIVED
    }

    fn refuse(&mut self, error: &str) -> Exit {
        self.say(&Event::Failed(error.to_owned()));
        fail(error, self.output)
    }
}
