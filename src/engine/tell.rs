//! Tells something: on the first channel that can show it, within a time limit, and never at anybody's cost.
//!
//! It keeps the notice's time. What went wrong is a value: whoever tells something goes on all the same.

mod remote;
mod sequence;

use std::time::{Duration, Instant};

use crate::engine::{
    answer::{ChannelKind, Failure, Signal},
    channel::{
        desktop::{Limit, NoticeEvent, NoticeHandle, alongside, show_notice},
        remote::Way,
        terminal::Lost,
    },
    clock::now,
    config::Protocol,
    facts::Facts,
    inbox::{Inbox, Turn},
    lifeline::Lifeline,
    notice::{Expiry, Notice},
    signal::Caught,
    ssh::session::Heard,
    tty::open::Tty,
    wait::{CLOSE_GRACE, LINGER, WITHDRAW, WITHDRAW_MOST},
};

pub use sequence::{NoSequence, Sequence};

/// How long a notice may take until it is up, from the start (spec §2 notify: a missing server never blocks).
const SHOW: Duration = Duration::from_secs(3);
/// How long a choice is waited for (spec §2 notify).
const WATCH: Duration = Duration::from_mins(10);
/// How soon a server is asked again that has its name and not its object yet, and how often: as for a prompt.
const SETTLE: Duration = Duration::from_millis(50);
const MOST_TRIES: u32 = 5;

/// What is told, and where.
#[derive(Debug)]
pub struct Job {
    /// What.
    pub notice: Notice,
    /// Where, in order: the first that shows it is enough.
    pub channels: Vec<ChannelKind>,
    /// The surroundings.
    pub facts: Facts,
    /// How another host's desktop is reached.
    pub way: Way,
    /// The protocol of the terminal's notifications, where it is set.
    pub protocol: Option<Protocol>,
    /// Whether the terminal's bell may ring besides.
    pub bell: bool,
    /// Whether to wait until something is chosen or it closes.
    pub watch: bool,
    /// The connection that asked for it, if one did: when it is cut, a wait hangs up.
    pub lifeline: Option<Lifeline>,
}

/// What the caller hears while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News<'a> {
    /// It is up under this id.
    Shown(u32),
    /// This action was chosen, or this text typed.
    Chosen(&'a str),
    /// It is over, and nothing more is heard: once. All that is left to do is to give back memory and descriptors, which
    /// the kernel does faster when the process ends: a caller that has nothing else to do may end it in here.
    Over(&'a Told),
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// How it ended.
    pub ending: Ending,
    /// The channels that failed before, in order.
    pub failures: Vec<Failure>,
    /// What the user could do for more than a bell at the terminal; a sentence, or a line for a configuration file.
    pub hint: Option<String>,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It is up, and nobody waits for more.
    Shown,
    /// It is up, and what was to be chosen from cannot be chosen there.
    WithoutActions,
    /// It is up at the terminal, from where no choice comes back.
    OneWay,
    /// Something was chosen.
    Chosen,
    /// It closed and nothing was chosen.
    Closed,
    /// Nothing was chosen for so long.
    TimedOut(Duration),
    /// The server is gone, or the bus.
    Lost,
    /// The connection to the other host is gone.
    Cut,
    /// The other host's server cannot bring a choice, or not any more.
    Unanswerable,
    /// The terminal rang, which shows nothing.
    Rung,
    /// Nothing at all.
    Nothing,
    /// A signal came while we waited.
    Interrupted(Signal),
}

impl Ending {
    /// Whether anybody could read it.
    pub fn was_shown(self) -> bool {
        !matches!(self, Self::Rung | Self::Nothing)
    }
}

/// Tells it.
///
/// # Errors
///
/// When the process has no signals or threads to spare.
pub fn tell(job: &Job, mut on_news: impl FnMut(News<'_>)) -> std::io::Result<Told> {
    let mut teller =
        Teller { on_news: &mut on_news, deadline: now() + SHOW, failures: Vec::new(), told: None };
    for channel in &job.channels {
        let told = match channel {
            ChannelKind::Desktop => teller.desktop(job)?,
            ChannelKind::Remote => teller.remote(job)?.map(|ending| teller.over(ending, None)),
            ChannelKind::Terminal => at_terminal(job, teller.deadline.saturating_duration_since(now()))
                .map(|(ending, hint)| teller.over(ending, hint)),
        };
        match told {
            Ok(()) => break,
            Err(error) => teller.failures.push(Failure { channel: *channel, error }),
        }
    }
    if teller.told.is_none() {
        teller.over(Ending::Nothing, None);
    }
    teller.told.ok_or_else(|| std::io::Error::other("what was told ended in nothing"))
}

/// Tells it by the terminal's own means, which is found out in the time that is left. Nothing comes back from there, since nobody reads it.
#[cold]
#[inline(never)]
fn at_terminal(job: &Job, left: Duration) -> Result<(Ending, Option<String>), String> {
    job.facts.terminal.bell()?;
    let tty = Tty::open()?;
    let Sequence { detection, encoded } =
        Sequence::of(&job.notice, &job.facts.environment, job.protocol, job.bell, left);
    let encoded = encoded.map_err(|error| error.to_string())?;
    tty.send(&encoded.bytes)?;
    let ending = match detection.protocol {
        None | Some(Protocol::Bell) => Ending::Rung,
        Some(_) if encoded.lost.contains(&Lost::Text) => Ending::Rung,
        Some(_) if !job.notice.actions.is_empty() => Ending::OneWay,
        Some(_) => Ending::Shown,
    };
    Ok((ending, detection.hint))
}

/// What reaches the loop.
enum Incoming {
    Notice(NoticeEvent),
    Far(Heard),
    Signal(Caught),
}

impl From<Caught> for Incoming {
    fn from(caught: Caught) -> Self {
        Self::Signal(caught)
    }
}

struct Teller<'a> {
    on_news: &'a mut dyn FnMut(News<'_>),
    /// When it has to be up.
    deadline: Instant,
    /// The channels that failed, in order.
    failures: Vec<Failure>,
    /// What became of it, once it is over.
    told: Option<Told>,
}

impl Teller<'_> {
    /// It is over, like this.
    fn over(&mut self, ending: Ending, hint: Option<String>) {
        let told = Told { ending, failures: std::mem::take(&mut self.failures), hint };
        (self.on_news)(News::Over(&told));
        self.told = Some(told);
    }

    fn desktop(&mut self, job: &Job) -> std::io::Result<Result<(), String>> {
        if !job.watch {
            let limit = Limit { until: self.deadline, settle: SETTLE, tries: MOST_TRIES };
            return Ok(show_notice(&job.facts.bus, job.notice.clone(), &limit, &mut |id| {
                (self.on_news)(News::Shown(id));
                self.over(Ending::Shown, None);
            }));
        }
        let inbox = Inbox::open()?;
        if let Some(lifeline) = &job.lifeline {
            let outbox = inbox.outbox();
            lifeline.watch(move || outbox.post(Incoming::Signal(Caught::End(Signal::Hup))))?;
        }
        let outbox = inbox.local_outbox();
        let bell = inbox.bell()?;
        let post = move |event| outbox.post(Incoming::Notice(event));
        let (handle, life) = NoticeHandle::watch(job.facts.bus.clone(), job.notice.clone(), post);
        // What comes later than that is still to be taken down within the limit.
        let until = self.deadline.checked_sub(LINGER).unwrap_or(self.deadline);
        let phase = Phase::Opening { until, tries: 1, again: None };
        let mut watch = Watch { inbox, handle, notice: &job.notice, teller: self, phase };
        alongside(bell, life, || watch.turn())?;
        match watch.phase {
            Phase::Over(result) => Ok(result.map(drop)),
            phase => Err(std::io::Error::other(format!("the notice was left {phase:?}"))),
        }
    }
}

/// How long it is watched: as long as it lives, and never for good.
fn limit(expiry: Expiry) -> Duration {
    match expiry {
        Expiry::After(milliseconds) => WATCH.min(Duration::from_millis(milliseconds.into())),
        Expiry::Server | Expiry::Never => WATCH,
    }
}

/// A notice that is followed, from its call to its end.
struct Watch<'a, 'n> {
    inbox: Inbox<Incoming>,
    handle: NoticeHandle,
    notice: &'a Notice,
    teller: &'a mut Teller<'n>,
    phase: Phase,
}

/// Where it is.
#[derive(Clone, Debug)]
enum Phase {
    /// It has to be up by then. The server was asked so often to show it, and will be asked again at that time.
    Opening { until: Instant, tries: u32, again: Option<Instant> },
    /// It is up.
    Up { until: Instant, limit: Duration },
    /// The server says that it is closed; some report the close before the choice that belongs to it
    /// (facts/servers.md §1.9).
    Closing { until: Instant },
    /// It is being taken down, and the bus has to hear of that.
    Leaving { until: Instant, most: Instant, result: Result<Ending, String> },
    /// Nothing is left to do.
    Over(Result<Ending, String>),
}

impl Watch<'_, '_> {
    /// Does all that is to be done now.
    fn turn(&mut self) -> Turn {
        loop {
            match self.inbox.take() {
                Some(Incoming::Notice(event)) => self.on_event(event),
                Some(Incoming::Signal(Caught::End(signal))) => self.on_signal(signal),
                Some(Incoming::Signal(Caught::Stop)) => self.inbox.signals().stop(),
                Some(Incoming::Signal(Caught::Continue)) => self.inbox.signals().continuation_is_known(),
                Some(Incoming::Signal(Caught::Resize) | Incoming::Far(_)) => {}
                None => {
                    let Some(due) = self.due() else {
                        if let Phase::Over(Ok(ending)) = self.phase {
                            self.teller.over(ending, None);
                        }
                        return Turn::End;
                    };
                    let left = due.saturating_duration_since(now());
                    if !left.is_zero() {
                        return Turn::Sleep(Some(left));
                    }
                    self.on_due();
                }
            }
        }
    }

    /// When something is due without any event; nothing if it is over.
    fn due(&self) -> Option<Instant> {
        match &self.phase {
            Phase::Opening { until, again, .. } => Some(again.unwrap_or(*until)),
            Phase::Up { until, .. } | Phase::Closing { until } | Phase::Leaving { until, .. } => Some(*until),
            Phase::Over(_) => None,
        }
    }

    fn on_due(&mut self) {
        match &mut self.phase {
            Phase::Opening { again, .. } => match again.take() {
                Some(_) => self.handle.again(),
                // It may still come, and nobody would hear what is chosen on it.
                None => self.leave(LINGER, Err("it does not answer".to_owned())),
            },
            Phase::Up { limit, .. } => {
                let ending = Ending::TimedOut(*limit);
                self.leave(WITHDRAW, Ok(ending));
            }
            Phase::Closing { .. } => self.phase = Phase::Over(Ok(Ending::Closed)),
            Phase::Leaving { result, .. } => self.phase = Phase::Over(result.clone()),
            Phase::Over(_) => {}
        }
    }

    fn on_event(&mut self, event: NoticeEvent) {
        match (&mut self.phase, event) {
            (Phase::Opening { .. }, NoticeEvent::Shown { id, actions }) => self.on_shown(id, actions),
            (Phase::Opening { .. }, NoticeEvent::Failed(error)) => self.phase = Phase::Over(Err(error)),
            (Phase::Opening { until, tries, again }, NoticeEvent::NotYet) if *tries < MOST_TRIES => {
                *tries += 1;
                *again = Some((*until).min(now() + SETTLE));
            }
            (Phase::Opening { .. }, NoticeEvent::NotYet) => {
                self.phase = Phase::Over(Err("the notification server shows nothing".to_owned()));
            }
            (Phase::Opening { .. }, NoticeEvent::Lost) => {
                self.phase = Phase::Over(Err("the notification server is gone".to_owned()));
            }
            (Phase::Up { .. } | Phase::Closing { .. }, NoticeEvent::Chosen(name)) => {
                (self.teller.on_news)(News::Chosen(&name));
                self.leave(WITHDRAW, Ok(Ending::Chosen));
            }
            (Phase::Up { until, .. }, NoticeEvent::Closed) => {
                self.phase = Phase::Closing { until: (*until).min(now() + CLOSE_GRACE) };
            }
            (Phase::Up { .. }, NoticeEvent::Lost | NoticeEvent::Failed(_)) => {
                self.phase = Phase::Over(Ok(Ending::Lost));
            }
            (Phase::Closing { .. }, NoticeEvent::Lost | NoticeEvent::Failed(_)) => {
                self.phase = Phase::Over(Ok(Ending::Closed));
            }
            (Phase::Leaving { until, most, .. }, NoticeEvent::Withdrawing) => {
                *until = (*most).min(now() + WITHDRAW);
            }
            (
                Phase::Leaving { result, .. },
                NoticeEvent::Closed | NoticeEvent::Down | NoticeEvent::Lost | NoticeEvent::Failed(_),
            ) => self.phase = Phase::Over(result.clone()),
            _ => {}
        }
    }

    fn on_shown(&mut self, id: u32, actions: bool) {
        (self.teller.on_news)(News::Shown(id));
        self.phase = if !actions && !self.notice.actions.is_empty() {
            Phase::Over(Ok(Ending::WithoutActions))
        } else {
            let limit = limit(self.notice.expiry);
            Phase::Up { until: now() + limit, limit }
        };
    }

    fn on_signal(&mut self, signal: Signal) {
        match self.phase {
            Phase::Opening { .. } => self.leave(LINGER, Ok(Ending::Interrupted(signal))),
            Phase::Up { .. } | Phase::Closing { .. } => {
                self.leave(WITHDRAW, Ok(Ending::Interrupted(signal)));
            }
            // What became of it is known.
            Phase::Leaving { .. } | Phase::Over(_) => {}
        }
    }

    /// Takes it down and stays until the bus has heard of that; so long, and longer where it is slow to take down what is up.
    fn leave(&mut self, stay: Duration, result: Result<Ending, String>) {
        self.handle.close();
        let most = if stay < WITHDRAW { stay } else { WITHDRAW_MOST };
        self.phase = Phase::Leaving { until: now() + stay, most: now() + most, result };
    }
}
