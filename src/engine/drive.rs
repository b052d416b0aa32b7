//! Runs a prompt in the world: the clock, the threads, and one short loop over one channel of events.
//!
//! All decisions are the [`Wait`]'s; here its effects are carried out and everything that happens is handed to it.
//! It keeps the prompt's time.

mod job;
mod remote;
mod terminal;

use std::time::{Duration, Instant};

use crate::engine::{
    answer::{ChannelKind, Ending, Signal, Source},
    channel::{
        Report, desktop, prompt,
        remote::{self as far},
        terminal::tmux,
    },
    clock::now,
    inbox::{Inbox, Outbox, Turn},
    signal::Caught,
    tty::{
        ask::{Asker, Heard, Manner},
        open::Tty,
    },
    wait::{ChannelEvent, Effect, Event, Slot, SurfaceEvent, SurfaceId, Wait},
};

pub use job::{Job, News, Ran};
use terminal::Notifier;

/// What reaches the loop.
#[derive(Debug)]
enum Incoming {
    Report(Report),
    Terminal(Heard),
    Tmux(Result<tmux::Level, tmux::AskError>),
    Signal(Caught),
}

impl From<Caught> for Incoming {
    fn from(caught: Caught) -> Self {
        Self::Signal(caught)
    }
}

impl Incoming {
    /// Whether somebody may have answered on a notification.
    fn is_press(&self) -> bool {
        matches!(
            self,
            Self::Report(Report::Event(Event::Surface(_, SurfaceEvent::Answered(_))))
                | Self::Terminal(Heard::Osc(_))
        )
    }

    /// Whether it happened at the terminal.
    fn is_terminal(&self) -> bool {
        matches!(self, Self::Report(Report::Event(Event::Terminal(_))))
    }
}

/// Runs the prompt to its end, and says what becomes of it.
///
/// # Errors
///
/// When the process has no signals, threads or file descriptors to spare.
pub fn run(job: Job, mut on_news: impl FnMut(News<'_>)) -> std::io::Result<Ran> {
    // One loop in the program for all who call it, not one for each.
    drive(job, &mut on_news)
}

fn drive(job: Job, on_news: &mut dyn FnMut(News<'_>)) -> std::io::Result<Ran> {
    let start = now();
    let inbox = Inbox::open()?;
    if let Some(lifeline) = &job.lifeline {
        let outbox = inbox.outbox();
        lifeline.watch(move || outbox.post(Incoming::Signal(Caught::End(Signal::Hup))))?;
    }
    let leftovers =
        if job.plan.channels.contains(&ChannelKind::Desktop) { job.throttle.leftovers() } else { Vec::new() };
    if !leftovers.is_empty() {
        desktop::sweep(job.facts.bus.clone(), leftovers);
    }
    let wait = Wait::new(job.plan.clone());
    let asker = match job.tty.clone().filter(|_| wait.outcome().is_none()) {
        Some(tty) => Some(start_asker(&job, tty, inbox.outbox())?),
        None => None,
    };
    let mut driver = Driver {
        job,
        wait,
        start,
        inbox,
        asker,
        desktop: None,
        terminal: None,
        remote: None,
        handoff: None,
        down: Vec::new(),
        is_told: false,
        ran: None,
        on_news,
    };
    if driver.asker.is_none() {
        let (desktop, life) =
            desktop::Handle::resident(driver.desktop_settings(), local_reporter(&driver.inbox));
        driver.desktop = Some(desktop);
        desktop::alongside(driver.inbox.bell()?, life, || driver.turn())?;
    } else {
        driver.introduce();
        while let Turn::Sleep(most) = driver.turn() {
            driver.inbox.sleep(most);
        }
    }
    driver.ran.ok_or_else(|| std::io::Error::other("the prompt ended without an outcome"))
}

fn start_asker(job: &Job, tty: Tty, outbox: Outbox<Incoming>) -> std::io::Result<Asker> {
    let manner = Manner {
        terminal: job.facts.terminal,
        type_ahead: job.type_ahead,
        completions: job.completions.clone(),
        detail: job.detail.clone(),
    };
    Asker::start(tty, job.plan.terminal, &job.request, manner, move |heard| {
        outbox.post(match heard {
            Heard::Prompt(event) => Incoming::Report(Report::Event(Event::Terminal(event))),
            heard => Incoming::Terminal(heard),
        });
    })
}

/// What a channel says goes to the loop.
fn reporter(outbox: Outbox<Incoming>) -> impl Fn(Report) + Send {
    move |report| outbox.post(Incoming::Report(report))
}

/// What a channel says between the loop's turns.
fn local_reporter(inbox: &Inbox<Incoming>) -> impl Fn(Report) + use<> {
    let outbox = inbox.local_outbox();
    move |report| outbox.post(Incoming::Report(report))
}

struct Driver<'a> {
    job: Job,
    wait: Wait,
    start: Instant,
    inbox: Inbox<Incoming>,
    asker: Option<Asker>,
    desktop: Option<desktop::Handle>,
    terminal: Option<Notifier>,
    remote: Option<far::Handle>,
    /// What is to be recorded about the answer, once it is out.
    handoff: Option<bool>,
    /// Notifications that are down, and up as far as the next process knows.
    down: Vec<desktop::Trace>,
    /// Whether the outcome was said.
    is_told: bool,
    /// What was made of it all, once it is over.
    ran: Option<Ran>,
    on_news: &'a mut dyn FnMut(News<'_>),
}

impl Driver<'_> {
    /// Does all that is to be done now.
    fn turn(&mut self) -> Turn {
        self.settle();
        // What has come by now happened in one instant.
        let now = self.elapsed();
        let mut pressed = false;
        for incoming in self.inbox.take_all() {
            pressed |= incoming.is_press();
            self.take_in(now, incoming);
        }
        let mut later = Vec::new();
        if let (true, Some(asker)) = (pressed, &self.asker) {
            // The terminal wins ties, also when its thread was slower (spec §3 rule 1).
            asker.catch_up();
            let (terminal, others) =
                self.inbox.take_all().into_iter().partition::<Vec<_>, _>(Incoming::is_terminal);
            for incoming in terminal {
                self.take_in(now, incoming);
            }
            later = others;
        }
        self.wait.handle_timeout(now);
        for incoming in later {
            self.take_in(self.elapsed(), incoming);
        }
        self.settle();
        if self.wait.is_done() {
            self.end();
            return Turn::End;
        }
        self.forget_down();
        Turn::Sleep(self.wait.poll_timeout().map(|due| due.saturating_sub(self.elapsed())))
    }

    /// All that is left to do when the prompt is done.
    fn end(&mut self) {
        // Behind the closes: of hundreds that end at once each would lose the time for them to files. What the bus has not
        // taken the close of is left for the caller's next prompt, as what a killed one leaves.
        self.job.throttle.end(self.handoff, &self.down);
        // It has a process to end, which would outlive ours.
        self.remote = None;
        let hint = self
            .terminal
            .as_ref()
            .filter(|notifier| notifier.was_used)
            .and_then(|notifier| notifier.channel.settled().hint);
        if let Some(outcome) = self.wait.outcome() {
            let ran = Ran { outcome: outcome.clone(), hint };
            (self.on_news)(News::Over(&ran));
            self.ran = Some(ran);
        }
    }

    fn elapsed(&self) -> Duration {
        now().duration_since(self.start)
    }

    fn take_in(&mut self, now: Duration, incoming: Incoming) {
        match incoming {
            Incoming::Report(Report::Event(event)) => {
                tracing::trace!(?now, ?event, "event");
                let news = match &event {
                    Event::Surface(_, SurfaceEvent::Shown) => Some(News::Shown),
                    Event::Channel(_, ChannelEvent::Held) => Some(News::Held),
                    _ => None,
                };
                if let Some(news) = news.filter(|_| !self.is_told) {
                    (self.on_news)(news);
                }
                self.wait.handle(now, event);
            }
            Incoming::Terminal(heard) => self.on_heard(heard),
            Incoming::Tmux(answer) => {
                if let Some(notifier) = &mut self.terminal {
                    notifier.channel.on_tmux(answer);
                    self.get_on();
                }
            }
            Incoming::Report(Report::Up(trace)) => self.job.throttle.up(&trace),
            Incoming::Report(Report::Down(trace)) => self.down.push(trace),
            // The keys that are signals reach us too, and are meant for the pager.
            Incoming::Signal(Caught::End(Signal::Int | Signal::Quit))
                if self.asker.as_ref().is_some_and(Asker::is_pagers) => {}
            Incoming::Signal(Caught::End(signal)) => self.wait.handle(now, Event::Signal(signal)),
            Incoming::Signal(Caught::Stop) => {
                if let Some(asker) = &self.asker {
                    asker.suspend();
                }
                // A script's shell stops at once, and then the terminal is another's already: to stop after its user had
                // us continued would be for good. Idle in the background does as well.
                let tty = self.job.tty.as_ref().filter(|_| self.wait.has_terminal());
                if tty.is_none_or(Tty::in_foreground) {
                    self.inbox.signals().stop();
                    self.look();
                }
            }
            Incoming::Signal(Caught::Continue) => {
                self.inbox.signals().continuation_is_known();
                self.look();
            }
            Incoming::Signal(Caught::Resize) => {
                if let Some(asker) = &self.asker {
                    asker.resize();
                }
            }
        }
    }

    /// Records what is down, in a moment when nothing else is to be done: an answer goes first.
    fn forget_down(&mut self) {
        if self.wait.outcome().is_none() && !self.down.is_empty() {
            self.job.throttle.end(None, &self.down);
            self.down.clear();
        }
    }

    fn look(&self) {
        if let Some(asker) = &self.asker {
            asker.look();
        }
    }

    /// Carries out what the prompt asks for, until it asks for nothing more.
    fn settle(&mut self) {
        while let Some(effect) = self.wait.poll_effect() {
            tracing::trace!(?effect, "effect");
            self.carry_out(effect);
        }
        if let Some(outcome) = self.wait.outcome()
            && !self.is_told
        {
            self.is_told = true;
            if let Some(asker) = self.asker.take() {
                let (width, height) = self.job.tty.as_ref().map_or((80, 24), Tty::size);
                let terminal = self.job.facts.terminal;
                let screen =
                    prompt::Screen { width, height, color: terminal.color, unicode: terminal.unicode };
                let line = prompt::summary(&self.job.request, &outcome.ending, &screen);
                asker.finish(line, !leaves_input(&outcome.ending));
            }
            (self.on_news)(News::Outcome(outcome));
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Prepare(ChannelKind::Desktop) => {
                if let Some(desktop) = &self.desktop {
                    desktop.look_again();
                    return;
                }
                self.desktop =
                    Some(desktop::Handle::start(self.desktop_settings(), reporter(self.inbox.outbox())));
            }
            Effect::Prepare(ChannelKind::Terminal) => self.prepare_terminal(),
            Effect::Prepare(ChannelKind::Remote) => self.prepare_remote(),
            // The channel is left to itself: what it says is not listened to, but it still closes what comes up late.
            Effect::Abandon(_) => {}
            Effect::TakeSlot { force } => {
                let slot = self.take_slot(force);
                self.happen(Event::Slot(slot));
            }
            Effect::Show(surface, ChannelKind::Desktop) => {
                if let Some(desktop) = &self.desktop {
                    desktop.show(surface, self.wait.offers_terminal());
                }
            }
            Effect::Show(surface, ChannelKind::Terminal) => self.show_at_terminal(surface),
            Effect::Show(surface, ChannelKind::Remote) => self.show_remotely(surface),
            Effect::Close(surface) => self.close(surface),
            Effect::Ring => self.ring(),
            Effect::Handoff(handoff) => self.handoff = Some(handoff),
        }
    }

    fn desktop_settings(&self) -> desktop::Settings {
        desktop::Settings {
            bus: self.job.facts.bus.clone(),
            request: self.job.request.clone(),
            actions: self.job.actions,
        }
    }

    fn happen(&mut self, event: Event) {
        let now = self.elapsed();
        self.wait.handle(now, event);
    }

    fn take_slot(&self, force: bool) -> Slot {
        self.job.throttle.take(self.job.plan.min_interval, force)
    }

    fn close(&mut self, surface: SurfaceId) {
        if self.terminal.as_ref().is_some_and(|notifier| notifier.surface == Some(surface)) {
            self.withdraw_at_terminal(surface);
        } else if self.remote.as_ref().is_some_and(|remote| remote.has_shown(surface)) {
            self.withdraw_remotely(surface);
        } else if let Some(desktop) = &self.desktop {
            desktop.close(surface);
        }
    }

    fn ring(&self) {
        if let Some(asker) = &self.asker {
            asker.ring();
        }
    }
}

/// Whether what was typed and not read belongs to whoever reads the terminal next: after an answer that was typed
/// there, it does; after one from elsewhere it was meant for us (spec §3 rule 5).
fn leaves_input(ending: &Ending) -> bool {
    matches!(ending, Ending::Answered { source: Source::Terminal, .. } | Ending::Dismissed)
}
