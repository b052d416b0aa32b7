//! A prompt in a world of its own: time, what is shown there, and the rules that hold after each event.

use super::*;

/// A prompt, and what an outsider has seen of it.
#[derive(Debug)]
pub(super) struct World {
    plan: Plan,
    pub(super) wait: Wait,
    pub(super) now: Duration,
    log: Vec<Effect>,
    /// What the channel was told and has not done.
    todo: VecDeque<Effect>,
    pub(super) shown: Vec<ChannelKind>,
    /// Surfaces that are up as far as anybody can know: an answer on any other is void.
    live: BTreeSet<usize>,
    gone: BTreeSet<usize>,
    /// When the server first said that a surface closed.
    closed_at: BTreeMap<usize, Duration>,
    closes: BTreeSet<usize>,
    /// Whether an announcement is allowed: the slot was granted, or is not needed.
    terminal_was_lost: bool,
    granted: bool,
    busy: u32,
    server_was_lost: bool,
    sent_to_terminal: bool,
    /// The last answer that was given in each place while it could be.
    typed: bool,
    dismissed: bool,
    pressed: BTreeSet<usize>,
    rings: u32,
    pub(super) outcome: Option<Outcome>,
    /// When it was known.
    ended: Duration,
}

impl World {
    pub(super) fn new(plan: Plan) -> Self {
        let mut world = Self {
            wait: Wait::new(plan.clone()),
            plan,
            now: Duration::ZERO,
            log: Vec::new(),
            todo: VecDeque::new(),
            shown: Vec::new(),
            live: BTreeSet::new(),
            gone: BTreeSet::new(),
            closed_at: BTreeMap::new(),
            closes: BTreeSet::new(),
            terminal_was_lost: false,
            granted: false,
            busy: 0,
            server_was_lost: false,
            sent_to_terminal: false,
            typed: false,
            dismissed: false,
            pressed: BTreeSet::new(),
            rings: 0,
            outcome: None,
            ended: Duration::ZERO,
        };
        world.drain();
        world.verify_invariants();
        world
    }

    pub(super) fn apply(&mut self, op: Op) {
        match op {
            Op::Pass(time) => self.pass(ms(time)),
            Op::Late(time) => self.now += ms(time),
            Op::NextTimer => {
                if let Some(due) = self.wait.poll_timeout() {
                    self.pass(due.saturating_sub(self.now));
                }
            }
            Op::Terminal(event) => self.event(Event::Terminal(event)),
            Op::Channel(kind, event) => self.event(Event::Channel(kind, event)),
            Op::Surface(back, event) => {
                if let Some(at) = self.shown.len().checked_sub(back + 1) {
                    self.event(Event::Surface(SurfaceId(at), event));
                }
            }
            Op::Slot(slot) => self.event(Event::Slot(slot)),
            Op::Signal(signal) => self.event(Event::Signal(signal)),
            Op::Obey => {
                while let Some(effect) = self.todo.pop_front() {
                    self.obey(effect);
                }
            }
        }
    }

    fn pass(&mut self, time: Duration) {
        let then = self.now + time;
        while let Some(due) = self.wait.poll_timeout().filter(|due| *due <= then) {
            self.now = self.now.max(due);
            self.wait.handle_timeout(self.now);
            self.drain();
            self.verify_invariants();
        }
        self.now = then;
    }

    fn obey(&mut self, effect: Effect) {
        match effect {
            Effect::Prepare(kind) => self.event(Event::Channel(kind, ChannelEvent::Ready)),
            Effect::TakeSlot { .. } => self.event(Event::Slot(Slot::Granted)),
            Effect::Show(id, _) => self.event(Event::Surface(id, SurfaceEvent::Shown)),
            Effect::Close(id) => self.event(Event::Surface(id, SurfaceEvent::Gone)),
            Effect::Abandon(_) | Effect::Ring | Effect::Handoff(_) => {}
        }
    }

    fn event(&mut self, event: Event) {
        let same = event.clone();
        self.notice(&same);
        self.wait.handle(self.now, event);
        self.drain();
        self.note_ends(&same);
        self.wait.handle_timeout(self.now);
        self.drain();
        self.verify_invariants();
    }

    /// What an outsider knows before the machine hears of it.
    fn notice(&mut self, event: &Event) {
        if self.outcome.is_some() {
            return;
        }
        match event {
            Event::Terminal(TerminalEvent::Answered(_)) => self.typed = true,
            Event::Terminal(TerminalEvent::Dismissed) => self.dismissed = true,
            Event::Terminal(TerminalEvent::Lost) => self.terminal_was_lost = true,
            Event::Slot(Slot::Granted) => self.granted = true,
            Event::Slot(Slot::Busy) => self.busy += 1,
            Event::Surface(id, SurfaceEvent::Answered(_)) if self.live.contains(&id.0) => {
                self.pressed.insert(id.0);
            }
            Event::Surface(id, SurfaceEvent::GoToTerminal) if self.live.contains(&id.0) => {
                // Later, or in the instant in which the timer has gone off, it is from what is over.
                let heard = |at: &Duration| self.now < *at + CLOSE_GRACE;
                self.sent_to_terminal |= self.closed_at.get(&id.0).is_none_or(heard);
            }
            Event::Channel(_, ChannelEvent::ServerLost) => self.server_was_lost = true,
            _ => {}
        }
    }

    /// What of it is over after the event. A server's close leaves the surface live: its press may follow.
    fn note_ends(&mut self, event: &Event) {
        match event {
            Event::Surface(id, SurfaceEvent::Gone | SurfaceEvent::NotShown(_)) => {
                self.live.remove(&id.0);
                self.gone.insert(id.0);
            }
            Event::Surface(id, SurfaceEvent::Closed(_)) => {
                self.gone.insert(id.0);
                self.closed_at.entry(id.0).or_insert(self.now);
            }
            Event::Channel(kind, ChannelEvent::ServerLost | ChannelEvent::Failed(_)) => {
                for (at, channel) in self.shown.iter().enumerate() {
                    if channel == kind {
                        self.gone.insert(at);
                        self.live.remove(&at);
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn drain(&mut self) {
        let over = self.outcome.is_some();
        while let Some(effect) = self.wait.poll_effect() {
            match effect {
                Effect::Prepare(_) | Effect::TakeSlot { .. } | Effect::Ring | Effect::Abandon(_) => {
                    assert!(!over, "{effect:?} after the outcome");
                    self.rings += u32::from(effect == Effect::Ring);
                }
                Effect::Show(id, kind) => {
                    assert!(!over, "shown after the outcome");
                    assert_eq!(id.0, self.shown.len(), "a surface is shown once");
                    assert!(!self.sent_to_terminal, "shown after it was sent to the terminal");
                    let in_grace = self.now < self.plan.grace && !self.terminal_was_lost;
                    assert!(!in_grace, "shown within the grace");
                    let excused = self.granted || self.busy > 50 || self.server_was_lost;
                    assert!(excused, "shown without its slot");
                    self.shown.push(kind);
                    self.live.insert(id.0);
                }
                Effect::Close(id) => {
                    assert!(id.0 < self.shown.len(), "closed what was never shown");
                    assert!(self.closes.insert(id.0), "closed twice");
                    self.live.remove(&id.0);
                }
                Effect::Handoff(_) => {}
            }
            self.log.push(effect);
            self.todo.push_back(effect);
        }
        if self.outcome.is_none() {
            self.outcome = self.wait.outcome().cloned();
            self.ended = self.now;
        }
    }

    fn verify_invariants(&self) {
        assert_eq!(self.wait.outcome(), self.outcome.as_ref(), "the outcome changed");
        assert!(self.rings <= u32::from(self.plan.bell), "{} bells", self.rings);
        match &self.outcome {
            None => self.verify_waiting(),
            Some(outcome) => self.verify_over(outcome),
        }
    }

    fn verify_waiting(&self) {
        let asked = self.todo.iter().any(|effect| matches!(effect, Effect::TakeSlot { .. }));
        let up = (0..self.shown.len()).any(|at| !self.gone.contains(&at) && !self.closes.contains(&at));
        let alive = self.wait.has_terminal() || self.wait.poll_timeout().is_some() || up || asked;
        assert!(alive, "nothing can ever end this prompt: {:?}", self.wait);
    }

    fn verify_over(&self, outcome: &Outcome) {
        for at in 0..self.shown.len() {
            let closed = self.closes.contains(&at);
            assert!(closed || self.gone.contains(&at), "surface {at} is left behind");
        }
        if let Some(deadline) = &self.plan.deadline {
            assert!(outcome.waited <= deadline.after, "later than the deadline");
        }
        if let Some(linger) = self.wait.poll_timeout() {
            assert!(linger <= outcome.waited.max(self.now) + WITHDRAW);
            assert!(linger <= self.ended + WITHDRAW_MOST);
        }
        match &outcome.ending {
            Ending::Answered { source, .. } => match source {
                Source::Terminal => assert!(self.typed, "nobody typed it"),
                Source::Channel(_) => assert!(!self.pressed.is_empty(), "nobody pressed it"),
                Source::Default => {
                    let due = self.plan.deadline.as_ref().is_some_and(|d| d.otherwise.is_some());
                    assert!(due && outcome.waited == self.plan.deadline.as_ref().unwrap().after);
                }
            },
            Ending::Dismissed => {
                assert!(self.dismissed || (!self.wait.has_terminal() && outcome.closed_reason.is_some()));
            }
            Ending::ToTerminal => assert!(self.plan.elsewhere.is_some() && self.sent_to_terminal),
            Ending::TimedOut => {
                let deadline = self.plan.deadline.as_ref().unwrap();
                assert!(deadline.otherwise.is_none() && outcome.waited == deadline.after);
            }
            Ending::Unreachable => {
                assert!(!self.wait.has_terminal());
                let failed: Vec<_> = outcome.failures.iter().map(|failure| failure.channel).collect();
                let held = outcome.held && self.plan.elsewhere == Some(Elsewhere::Afterwards);
                let done =
                    self.shown.contains(&TERMINAL) || self.sent_to_terminal || self.terminal_was_lost || held;
                assert!(failed == self.plan.channels || done, "{failed:?} of {:?}", self.plan.channels);
            }
            Ending::Interrupted(_) => {}
        }
    }

    /// Lets it run out: whatever happened, the process ends.
    pub(super) fn run_out(mut self) {
        self.event(Event::Signal(Signal::Term));
        self.pass(WITHDRAW);
        assert!(self.wait.is_done());
        assert_eq!(self.wait.poll_timeout(), None);
    }
}
