//! What is said to the terminal itself: who it is, and the notification that it shows.
//!
//! Only the thread that reads the keys may do this, since what the terminal answers comes between them. A notification is
//! written in one write, and only when the terminal takes it; whoever gets the terminal next gets no answer of it.

use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::Session;
use crate::engine::{
    clock::now,
    tty::{
        ask::Heard,
        parse::Input,
        query::{Ask, Exchange},
        report::Report,
    },
};

/// What is on its way, and what is up.
pub(super) struct Talk {
    started: Instant,
    exchange: Option<Exchange>,
    /// Whether what it came to was said.
    told: bool,
    /// A notification that the terminal has not taken yet.
    pending: Option<Notification>,
    /// One that is up, by what takes it down; empty where nothing does.
    up: Option<Vec<u8>>,
    /// Whether there was one that can be answered: what was answered last may still be on its way.
    answers: bool,
}

/// A notification as the terminal reads it.
#[derive(Debug)]
pub(in super::super) struct Notification {
    pub(in super::super) bytes: Vec<u8>,
    pub(in super::super) close: Vec<u8>,
    pub(in super::super) answers: bool,
}

impl Talk {
    pub(super) fn new() -> Self {
        Self { started: now(), exchange: None, told: false, pending: None, up: None, answers: false }
    }

    fn elapsed(&self) -> Duration {
        now().duration_since(self.started)
    }

    /// Whether something is to be written as soon as the terminal takes it.
    pub(super) fn is_pending(&self) -> bool {
        self.pending.is_some() || self.exchange.as_ref().is_some_and(Exchange::has_output)
    }

    /// Whether the terminal may say something now.
    pub(super) fn may_speak(&self) -> bool {
        let is_asked = self.exchange.as_ref().is_some_and(Exchange::is_due);
        is_asked || (self.answers && self.up.is_some())
    }

    /// How long the terminal is waited for, while it is.
    pub(super) fn timeout(&self) -> Option<Duration> {
        let due = self.exchange.as_ref()?.poll_timeout()?;
        Some(due.saturating_sub(self.elapsed()))
    }
}

impl Session {
    /// Asks the terminal who it is; the answer is posted in any case, at once where it cannot be asked now.
    pub(super) fn query(&mut self, ask: Ask) {
        if self.mode.is_none() || !self.reading {
            (self.post)(Heard::Findings(None));
            return;
        }
        self.talk.told = false;
        self.talk.exchange = Some(Exchange::new(self.talk.elapsed(), ask));
        self.converse();
    }

    /// Shows a notification, as soon as the terminal takes it. One that nobody would listen to is not shown at all: what it
    /// reports would be typed into whatever has the terminal.
    pub(super) fn show(&mut self, notification: Notification) {
        if self.mode.is_none() {
            let whose = if self.pager.is_some() { "a pager" } else { "another program" };
            (self.post)(Heard::NotShown(format!("{whose} has the terminal")));
            return;
        }
        self.talk.pending = Some(notification);
        self.converse();
    }

    /// Takes it down, or does not show it at all.
    pub(super) fn withdraw(&mut self) {
        self.talk.pending = None;
        if let Some(close) = self.talk.up.take()
            && self.mode.is_some()
        {
            self.outlet.write(&close);
        }
    }

    /// Takes it down although the terminal is another job's by now, or gone: nobody listens to it any more.
    pub(super) fn retract(&mut self) {
        let close = self.talk.up.take();
        if self.talk.pending.take().is_some() || close.is_some() {
            if let Some(close) = close
                && self.tty.takes_output()
            {
                self.outlet.write(&close);
            }
            (self.post)(Heard::Withdrawn);
        }
    }

    /// Says what is to be said now.
    pub(super) fn converse(&mut self) {
        let elapsed = self.talk.elapsed();
        let mine = self.mode.is_some();
        if let Some(exchange) = &mut self.talk.exchange {
            exchange.handle_timeout(elapsed);
            // A question that the terminal takes later than anybody listens is not asked.
            if mine
                && exchange.has_output()
                && self.outlet.is_ready()
                && let Some(question) = exchange.poll_output()
            {
                self.outlet.write(&question);
            }
            if let Some(findings) = exchange.outcome().filter(|_| !self.talk.told) {
                (self.post)(Heard::Findings(Some(findings.clone())));
                self.talk.told = true;
            }
        }
        if self.mode.is_some()
            && let Some(notification) = self.talk.pending.take()
        {
            if self.outlet.write_whole(&notification.bytes) {
                self.talk.answers |= notification.answers;
                self.talk.up = Some(notification.close);
                (self.post)(Heard::Shown);
            } else {
                self.talk.pending = Some(notification);
            }
        }
    }

    /// The terminal has said something that is no key.
    pub(super) fn report(&mut self, report: Report) {
        let elapsed = self.talk.elapsed();
        if self.talk.exchange.as_mut().is_some_and(|exchange| exchange.handle(elapsed, &report)) {
            self.converse();
        } else if let Report::Osc(text) = report {
            (self.post)(Heard::Osc(text));
        }
    }

    /// Ends the talk, since somebody else reads the terminal from here on. What is still to come is waited for; with a
    /// fence also what may be on its way without being asked for. Keys that come meanwhile are lost, so a fence is for
    /// who drops them anyway.
    pub(super) fn part(&mut self, fence: bool) {
        // What cannot be taken down stays, and can be answered once the terminal is ours again.
        let goes = self.talk.up.as_ref().is_some_and(|close| !close.is_empty());
        if goes || self.talk.pending.is_some() {
            self.withdraw();
            (self.post)(Heard::Withdrawn);
        }
        let fence = fence && self.talk.answers;
        let Some(exchange) = self.talk.exchange.take() else { return };
        if !self.talk.told {
            (self.post)(Heard::Findings(None));
        }
        if self.mode.is_none() || !self.tty.in_foreground() {
            return;
        }
        let Some(mut drain) = exchange.drain(self.talk.elapsed(), fence) else { return };
        if let Some(output) = drain.poll_output() {
            self.outlet.write(&output);
        }
        while let Some(until) = drain.poll_timeout() {
            let left = until.saturating_sub(self.talk.elapsed());
            let timeout = Timespec::try_from(left).ok();
            let mut fds = [PollFd::new(self.tty.fd(), PollFlags::IN)];
            let is_ready = !left.is_zero() && poll(&mut fds, timeout.as_ref()).is_ok_and(|ready| ready > 0);
            let mut byte = [0_u8];
            if is_ready && rustix::io::read(self.tty.fd(), &mut byte).is_ok_and(|count| count > 0) {
                if let Some(Input::Report(report)) = self.parser.push(byte[0]) {
                    drain.handle(&report);
                }
            } else {
                drain.handle_timeout(if is_ready { until } else { self.talk.elapsed() });
            }
        }
    }
}
