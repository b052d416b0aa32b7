//! A prompt in virtual time, for the tests of this module.

use std::time::Duration;

use super::{ChannelEvent, Effect, Event, Slot, SurfaceEvent, SurfaceId, TerminalEvent, Wait};
use crate::engine::{
    answer::{Answer, ChannelKind, CloseReason, Ending, Outcome},
    plan::Plan,
    request::{Choice, Deadline, Verdict},
};

pub(super) const DESKTOP: ChannelKind = ChannelKind::Desktop;
pub(super) const TERMINAL: ChannelKind = ChannelKind::Terminal;
pub(super) const REMOTE: ChannelKind = ChannelKind::Remote;

pub(super) const PREPARE: Effect = Effect::Prepare(DESKTOP);
pub(super) const TAKE_SLOT: Effect = Effect::TakeSlot { force: false };

pub(super) fn show(id: usize) -> Effect {
    Effect::Show(SurfaceId(id), DESKTOP)
}

pub(super) fn close(id: usize) -> Effect {
    Effect::Close(SurfaceId(id))
}

pub(super) fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

pub(super) fn choice(key: &str) -> Answer {
    Answer::Choice(Choice { key: key.to_owned(), label: key.to_uppercase(), verdict: Verdict::of_key(key) })
}

/// A prompt at a terminal, announced on the desktop after five seconds.
pub(super) fn plan() -> Plan {
    Plan {
        terminal: true,
        elsewhere: None,
        channels: vec![DESKTOP],
        grace: ms(5000),
        min_interval: ms(10_000),
        continues: false,
        bell: true,
        deadline: None,
        failures: Vec::new(),
    }
}

/// The same without a terminal: announced at once.
pub(super) fn unattended() -> Plan {
    Plan { terminal: false, grace: Duration::ZERO, bell: false, ..plan() }
}

pub(super) fn deadline(after: u64, otherwise: Option<&str>) -> Deadline {
    Deadline { after: ms(after), otherwise: otherwise.map(choice) }
}

/// A prompt and the time.
#[derive(Debug)]
pub(super) struct Tester {
    pub(super) wait: Wait,
    pub(super) now: Duration,
    /// What it asked for and was not yet looked at.
    effects: Vec<Effect>,
}

impl Tester {
    pub(super) fn new(plan: Plan) -> Self {
        let mut tester = Self { wait: Wait::new(plan), now: Duration::ZERO, effects: Vec::new() };
        tester.drain();
        tester
    }

    fn drain(&mut self) {
        while let Some(effect) = self.wait.poll_effect() {
            self.effects.push(effect);
        }
    }

    /// Something happens, and nothing else in this instant.
    pub(super) fn event(&mut self, event: Event) -> &mut Self {
        self.wait.handle(self.now, event);
        self.drain();
        self.wait.handle_timeout(self.now);
        self.drain();
        self
    }

    /// Something happens, and more follows in this instant.
    pub(super) fn meanwhile(&mut self, event: Event) -> &mut Self {
        self.wait.handle(self.now, event);
        self.drain();
        self
    }

    /// Time passes; every timer goes off when it is due.
    pub(super) fn until(&mut self, then: u64) -> &mut Self {
        let then = ms(then);
        assert!(then >= self.now, "time goes forward");
        while let Some(due) = self.wait.poll_timeout().filter(|due| *due <= then) {
            self.now = self.now.max(due);
            self.wait.handle_timeout(self.now);
            self.drain();
        }
        self.now = then;
        self
    }

    pub(super) fn terminal(&mut self, event: TerminalEvent) -> &mut Self {
        self.event(Event::Terminal(event))
    }

    pub(super) fn typed(&mut self, key: &str) -> &mut Self {
        self.terminal(TerminalEvent::Answered(choice(key)))
    }

    pub(super) fn channel(&mut self, event: ChannelEvent) -> &mut Self {
        self.event(Event::Channel(DESKTOP, event))
    }

    pub(super) fn surface(&mut self, id: usize, event: SurfaceEvent) -> &mut Self {
        self.event(Event::Surface(SurfaceId(id), event))
    }

    pub(super) fn pressed(&mut self, id: usize, key: &str) -> &mut Self {
        self.surface(id, SurfaceEvent::Answered(choice(key)))
    }

    pub(super) fn closed(&mut self, id: usize, reason: CloseReason) -> &mut Self {
        self.surface(id, SurfaceEvent::Closed(reason))
    }

    pub(super) fn failed(&mut self, error: &str) -> &mut Self {
        self.channel(ChannelEvent::Failed(error.to_owned()))
    }

    /// The channel gets ready, the slot is free and the notification with this id goes up.
    pub(super) fn shown(&mut self, id: usize) -> &mut Self {
        self.channel(ChannelEvent::Ready).event(Event::Slot(Slot::Granted)).surface(id, SurfaceEvent::Shown);
        assert!(self.take().contains(&Effect::Show(SurfaceId(id), DESKTOP)), "surface {id} was not shown");
        self
    }

    /// What it asked for since the last look.
    pub(super) fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Asserts what it asked for since the last look.
    pub(super) fn asks(&mut self, expected: &[Effect]) -> &mut Self {
        assert_eq!(self.take(), expected);
        self
    }

    pub(super) fn outcome(&self) -> &Outcome {
        self.wait.outcome().expect("no outcome yet")
    }

    pub(super) fn ending(&self) -> &Ending {
        &self.outcome().ending
    }

    pub(super) fn waits(&mut self) -> &mut Self {
        assert_eq!(self.wait.outcome(), None);
        self
    }

    /// What failed, as text.
    pub(super) fn failures(&self) -> Vec<String> {
        let failures = self.outcome().failures.iter();
        failures.map(|failure| format!("{}: {}", failure.channel.name(), failure.error)).collect()
    }
}
