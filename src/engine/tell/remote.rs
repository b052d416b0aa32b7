//! A notice on another host's desktop: one run of ssh, followed as long as something can be chosen.

use std::time::Instant;

use super::{Ending, Incoming, News, Teller, limit};
use crate::engine::{
    channel::remote::{Reader, Said, wire::Given},
    clock::now,
    inbox::Inbox,
    notice::Action,
    signal::Caught,
    ssh::session::{Heard, Session},
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
    session: Session,
    reader: Reader,
    teller: &'a mut Teller<'n>,
    phase: Phase,
}

impl Teller<'_> {
    #[cold]
    #[inline(never)]
    pub(super) fn remote(&mut self, job: &Job) -> std::io::Result<Result<Ending, String>> {
        let mut inbox = Inbox::open()?;
        let outbox = inbox.outbox();
        let mut until = self.deadline.checked_sub(RESERVE).unwrap_or(self.deadline);
        let within = until.saturating_duration_since(now());
        let sent = job.way.send_notice(&job.notice, within, move |heard| outbox.post(Incoming::Far(heard)));
        let (session, reader) = match sent {
            Ok(sent) => sent,
            Err(error) => return Ok(Err(error)),
        };
        if job.notice.actions == Action::permission() {
            // A six-field receiver does not say that it is up: it is once ssh has had its time to connect, and still runs.
            until = now() + reader.connecting(within) + RESERVE;
        }
        let mut follow = Follow { job, session, reader, teller: self, phase: Phase::Opening(until) };
        loop {
            match inbox.take() {
                Some(Incoming::Far(heard)) => {
                    follow.hear(&heard);
                    if let (Heard::Ended(_), Phase::Leaving(_, result)) = (heard, &follow.phase) {
                        return Ok(result.clone());
                    }
                }
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
                self.hear(&Heard::Waited);
                if matches!(self.phase, Phase::Opening(_)) {
                    self.leave(Err(format!("{} did not answer in time", self.reader.name())));
                }
                None
            }
            Phase::Up(_) => {
                self.leave(Ok(Ending::TimedOut(limit(self.job.notice.expiry))));
                None
            }
            Phase::Leaving(_, result) => Some(result.clone()),
        }
    }

    fn hear(&mut self, heard: &Heard) {
        for said in self.reader.hear(heard) {
            // What comes when it is known how it ended is too late.
            if !matches!(self.phase, Phase::Leaving(..)) {
                self.on_said(said);
            }
        }
    }

    fn on_said(&mut self, said: Said) {
        match said {
            Said::Shown => self.shown(),
            Said::Held => {}
            Said::Answered(given) => self.chosen(given),
            Said::Dismissed | Said::ToTerminal => self.leave(Ok(Ending::Closed)),
            Said::TimedOut => self.leave(Ok(Ending::TimedOut(limit(self.job.notice.expiry)))),
            Said::Plain if self.job.notice.actions.is_empty() => self.leave(Ok(Ending::Shown)),
            Said::Plain => self.leave(Ok(Ending::WithoutActions)),
            Said::NotShown(error) => self.leave(Err(error)),
            Said::Failed(_) => self.leave(Ok(Ending::Unanswerable)),
            Said::Lost => self.leave(Ok(Ending::Cut)),
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
        match given {
            Given::Key(name) if self.job.notice.actions.iter().any(|action| action.name == name) => {
                (self.teller.on_news)(News::Chosen(&name));
                self.leave(Ok(Ending::Chosen));
            }
            _ => {
                let said = self.reader.wrong_answer();
                self.on_said(said);
            }
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
}
