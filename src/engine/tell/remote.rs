//! A notice on another host's desktop: one run of ssh, followed as long as something can be chosen.

use std::time::Instant;

use super::{Ending, Incoming, News, Teller, limit};
use crate::engine::{
    channel::remote::wire::{self, Event, Given},
    clock::now,
    inbox::Inbox,
    signal::Caught,
    ssh::{
        failure,
        session::{End, Heard, Session},
        target::Target,
    },
    tell::Job,
    wait::LINGER,
};

/// What is left for the next channel when the other host does not answer.
const RESERVE: std::time::Duration = std::time::Duration::from_millis(500);

/// Where it is.
enum Phase {
    /// It has to be up by then.
    Opening(Instant),
    /// It is up, and waited for until then.
    Up(Instant),
    /// It is known how it ended; ssh may take until then to end.
    Leaving(Instant, Result<Ending, String>),
}

struct Follow<'a, 'n> {
    job: &'a Job,
    target: &'a Target,
    nonce: String,
    session: Session,
    teller: &'a mut Teller<'n>,
    phase: Phase,
}

impl Teller<'_> {
    pub(super) fn remote(&mut self, job: &Job) -> std::io::Result<Result<Ending, String>> {
        let mut inbox = Inbox::open()?;
        let outbox = inbox.outbox();
        let sent = job.way.send_notice(&job.notice, move |heard| outbox.post(Incoming::Far(heard)));
        let (target, (session, nonce)) = match (job.way.target(), sent) {
            (Ok(target), Ok(sent)) => (target, sent),
            (Err(error), _) | (_, Err(error)) => return Ok(Err(error)),
        };
        let until = self.deadline.checked_sub(RESERVE).unwrap_or(self.deadline);
        let phase = Phase::Opening(until);
        let mut follow = Follow { job, target, nonce, session, teller: self, phase };
        loop {
            match inbox.take() {
                Some(Incoming::Far(Heard::Ended(end))) => return Ok(follow.ended(&end)),
                Some(Incoming::Far(heard)) => follow.hear(heard),
                Some(Incoming::Signal(Caught::End(signal))) => follow.leave(Ok(Ending::Interrupted(signal))),
                Some(Incoming::Signal(Caught::Stop)) => inbox.signals().stop(),
                Some(Incoming::Signal(Caught::Continue)) => inbox.signals().continuation_is_known(),
                Some(Incoming::Signal(Caught::Resize) | Incoming::Notice(_)) => {}
                None => {
                    let left = follow.due().saturating_duration_since(now());
                    if !left.is_zero() {
                        inbox.sleep(Some(left));
                    } else if let Some(result) = follow.on_due() {
                        return Ok(result);
                    }
                }
            }
        }
    }
}

impl Follow<'_, '_> {
    fn due(&self) -> Instant {
        match &self.phase {
            Phase::Opening(until) | Phase::Up(until) | Phase::Leaving(until, _) => *until,
        }
    }

    fn on_due(&mut self) -> Option<Result<Ending, String>> {
        match &self.phase {
            Phase::Opening(_) => {
                self.leave(Err(format!("{} did not answer in time", self.target.name())));
                None
            }
            Phase::Up(_) => {
                self.leave(Ok(Ending::TimedOut(limit(self.job.notice.expiry))));
                None
            }
            Phase::Leaving(_, result) => Some(result.clone()),
        }
    }

    fn hear(&mut self, heard: Heard) {
        let line = match (heard, &self.phase) {
            (_, Phase::Leaving(..)) | (Heard::Ended(_), _) => return,
            (Heard::Silence, _) => return self.shown(),
            (Heard::Line(line), _) => line,
        };
        match wire::decode_event(&line, &self.nonce) {
            Some((Event::Shown, _)) => self.shown(),
            Some((Event::Answered(given), _)) => self.chosen(given),
            Some((Event::Dismissed | Event::ToTerminal, _)) => self.leave(Ok(Ending::Closed)),
            Some((Event::TimedOut, _)) => self.leave(Ok(Ending::TimedOut(limit(self.job.notice.expiry)))),
            Some((Event::Failed(_), _)) if matches!(self.phase, Phase::Up(_)) => self.leave(Ok(Ending::Lost)),
            Some((Event::Failed(error), desk)) => {
                let name = if desk.host.is_empty() { self.target.name() } else { desk.host };
                self.leave(Err(format!("{name}: {error}")));
            }
            Some((Event::Ready | Event::Held, _)) => {}
            // A six-field receiver says nothing else.
            None => {
                if let Some(given) = wire::bare(&line) {
                    self.chosen(given);
                }
            }
        }
    }

    fn shown(&mut self) {
        if !matches!(self.phase, Phase::Opening(_)) {
            return;
        }
        if self.job.watch {
            self.phase = Phase::Up(now() + limit(self.job.notice.expiry));
        } else {
            self.leave_standing();
        }
    }

    fn chosen(&mut self, given: Given) {
        let (Given::Key(name) | Given::Text(name)) = given;
        if self.job.notice.actions.iter().any(|action| action.name == name) {
            (self.teller.on_news)(News::Chosen(&name));
            self.leave(Ok(Ending::Chosen));
        }
    }

    /// Takes it down, if it is up, and gives ssh the time to do so.
    fn leave(&mut self, result: Result<Ending, String>) {
        if !matches!(self.phase, Phase::Leaving(..)) {
            self.session.hang_up();
            self.phase = Phase::Leaving(now() + LINGER, result);
        }
    }

    /// It stays up without us; the far end has nothing left to do.
    fn leave_standing(&mut self) {
        self.phase = Phase::Leaving(now() + LINGER, Ok(Ending::Shown));
    }

    fn ended(self, end: &End) -> Result<Ending, String> {
        match (self.phase, end.status) {
            (Phase::Leaving(_, result), _) => result,
            // A six-field receiver has shown it, and waits for a choice itself.
            (Phase::Opening(_), Some(0)) if self.job.notice.actions.is_empty() => Ok(Ending::Shown),
            (_, Some(0)) => Ok(Ending::Closed),
            (Phase::Opening(_), _) => Err(failure::words(end, self.target)),
            (Phase::Up(_), _) => Ok(Ending::Lost),
        }
    }
}
