//! Tells something: on the first channel that can show it, within a time limit, and never at anybody's cost.
//!
//! It keeps the notice's time. What went wrong is a value: whoever tells something goes on all the same.

use std::time::{Duration, Instant};

use crate::engine::{
    answer::{ChannelKind, Failure, Signal},
    channel::desktop::{Limit, NoticeEvent, NoticeHandle, show_notice},
    clock::now,
    facts::{Facts, TerminalFacts},
    inbox::Inbox,
    notice::{Expiry, Notice},
    signal::Caught,
    tty::open::Tty,
    wait::{CLOSE_GRACE, LINGER, WITHDRAW},
};

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
    /// Whether to wait until something is chosen or it closes.
    pub watch: bool,
}

/// What the caller hears while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News<'a> {
    /// It is up under this id.
    Shown(u32),
    /// This action was chosen, or this text typed.
    Chosen(&'a str),
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// How it ended.
    pub ending: Ending,
    /// The channels that failed before, in order.
    pub failures: Vec<Failure>,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It is up, and nobody waits for more.
    Shown,
    /// It is up, and what was to be chosen from cannot be chosen there.
    WithoutActions,
    /// Something was chosen.
    Chosen,
    /// It closed and nothing was chosen.
    Closed,
    /// Nothing was chosen for so long.
    TimedOut(Duration),
    /// The server is gone, or the bus.
    Lost,
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
pub fn tell(job: &Job, on_news: impl FnMut(News<'_>)) -> std::io::Result<Told> {
    let mut failures = Vec::new();
    let mut teller = Teller { on_news, deadline: now() + SHOW };
    for channel in &job.channels {
        let error = match channel {
            ChannelKind::Desktop => match teller.desktop(job)? {
                Ok(ending) => return Ok(Told { ending, failures }),
                Err(error) => error,
            },
            ChannelKind::Terminal => match ring(job.facts.terminal) {
                Ok(()) => return Ok(Told { ending: Ending::Rung, failures }),
                Err(error) => error,
            },
        };
        failures.push(Failure { channel: *channel, error });
    }
    Ok(Told { ending: Ending::Nothing, failures })
}

fn ring(terminal: TerminalFacts) -> Result<(), String> {
    terminal.bell()?;
    Tty::open()?.ring()
}

/// What reaches the loop.
enum Incoming {
    Notice(NoticeEvent),
    Signal(Caught),
}

impl From<Caught> for Incoming {
    fn from(caught: Caught) -> Self {
        Self::Signal(caught)
    }
}

struct Teller<F> {
    on_news: F,
    /// When it has to be up.
    deadline: Instant,
}

impl<F: FnMut(News<'_>)> Teller<F> {
    fn desktop(&mut self, job: &Job) -> std::io::Result<Result<Ending, String>> {
        if !job.watch {
            let limit = Limit {
                until: self.deadline,
                left: &|| self.deadline.saturating_duration_since(now()),
                settle: SETTLE,
                tries: MOST_TRIES,
            };
            let shown = show_notice(&job.facts.bus, job.notice.clone(), &limit);
            return Ok(shown.map(|id| {
                (self.on_news)(News::Shown(id));
                Ending::Shown
            }));
        }
        let inbox = Inbox::open()?;
        let outbox = inbox.outbox();
        let handle = NoticeHandle::watch(job.facts.bus.clone(), job.notice.clone(), move |event| {
            outbox.post(Incoming::Notice(event));
        });
        let mut loops = Loop { inbox, handle };
        Ok(match loops.until_shown(self.deadline) {
            Ok(Up::Shown { id, actions }) => {
                (self.on_news)(News::Shown(id));
                Ok(if !actions && !job.notice.actions.is_empty() {
                    Ending::WithoutActions
                } else {
                    loops.watch(limit(job.notice.expiry), &mut self.on_news)
                })
            }
            Ok(Up::Interrupted(signal)) => Ok(Ending::Interrupted(signal)),
            Err(error) => Err(error),
        })
    }
}

/// How long it is watched: as long as it lives, and never for good.
fn limit(expiry: Expiry) -> Duration {
    match expiry {
        Expiry::After(milliseconds) => WATCH.min(Duration::from_millis(milliseconds.into())),
        Expiry::Server | Expiry::Never => WATCH,
    }
}

/// What came of the attempt to show it.
enum Up {
    Shown { id: u32, actions: bool },
    Interrupted(Signal),
}

struct Loop {
    inbox: Inbox<Incoming>,
    handle: NoticeHandle,
}

impl Loop {
    /// The next thing that happens before then, if anything does.
    fn next(&mut self, until: Instant) -> Option<Incoming> {
        loop {
            match self.inbox.take() {
                Some(Incoming::Signal(Caught::Stop)) => self.inbox.signals().stop(),
                Some(Incoming::Signal(Caught::Continue)) => self.inbox.signals().continuation_is_known(),
                Some(Incoming::Signal(Caught::Resize)) => {}
                Some(incoming) => return Some(incoming),
                None => {
                    let left = until.saturating_duration_since(now());
                    if left.is_zero() {
                        return None;
                    }
                    self.inbox.sleep(Some(left));
                }
            }
        }
    }

    fn until_shown(&mut self, deadline: Instant) -> Result<Up, String> {
        let mut tries = 1;
        let mut again = None;
        loop {
            match self.next(again.unwrap_or(deadline)) {
                None if again.take().is_some() => self.handle.again(),
                None => {
                    // It may still come, and nobody would hear what is chosen on it.
                    self.take_down(LINGER);
                    return Err("it does not answer".to_owned());
                }
                Some(Incoming::Notice(event)) => match event {
                    NoticeEvent::Shown { id, actions } => return Ok(Up::Shown { id, actions }),
                    NoticeEvent::Failed(error) => return Err(error),
                    NoticeEvent::NotYet if tries < MOST_TRIES => {
                        tries += 1;
                        again = Some(deadline.min(now() + SETTLE));
                    }
                    NoticeEvent::NotYet => return Err("the notification server shows nothing".to_owned()),
                    NoticeEvent::Lost => return Err("the notification server is gone".to_owned()),
                    NoticeEvent::Chosen(_) | NoticeEvent::Closed | NoticeEvent::Down => {}
                },
                Some(Incoming::Signal(Caught::End(signal))) => {
                    self.take_down(LINGER);
                    return Ok(Up::Interrupted(signal));
                }
                Some(Incoming::Signal(_)) => {}
            }
        }
    }

    fn watch(&mut self, limit: Duration, on_news: &mut impl FnMut(News<'_>)) -> Ending {
        let mut until = now() + limit;
        let mut closed = false;
        loop {
            match self.next(until) {
                // Some servers report the close before the choice that belongs to it (facts/servers.md §1.9).
                None if closed => return Ending::Closed,
                None => {
                    self.take_down(WITHDRAW);
                    return Ending::TimedOut(limit);
                }
                Some(Incoming::Notice(event)) => match event {
                    NoticeEvent::Chosen(name) => {
                        on_news(News::Chosen(&name));
                        self.take_down(WITHDRAW);
                        return Ending::Chosen;
                    }
                    NoticeEvent::Closed if !closed => {
                        closed = true;
                        until = until.min(now() + CLOSE_GRACE);
                    }
                    NoticeEvent::Lost | NoticeEvent::Failed(_) if closed => return Ending::Closed,
                    NoticeEvent::Lost | NoticeEvent::Failed(_) => return Ending::Lost,
                    NoticeEvent::Closed
                    | NoticeEvent::NotYet
                    | NoticeEvent::Shown { .. }
                    | NoticeEvent::Down => {}
                },
                Some(Incoming::Signal(Caught::End(signal))) => {
                    self.take_down(WITHDRAW);
                    return Ending::Interrupted(signal);
                }
                Some(Incoming::Signal(_)) => {}
            }
        }
    }

    /// Takes it down and waits until the bus has heard of that.
    fn take_down(&mut self, most: Duration) {
        self.handle.close();
        let until = now() + most;
        while let Some(incoming) = self.next(until) {
            if let Incoming::Notice(NoticeEvent::Down | NoticeEvent::Lost | NoticeEvent::Failed(_)) = incoming
            {
                return;
            }
        }
    }
}
