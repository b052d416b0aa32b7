//! The state machine of one prompt: events in, effects and at last one outcome out.
//!
//! It owns every decision of the race between the terminal and the channels. It may not touch the world: time is an
//! argument (how long the prompt has existed), effects are values that [`crate::engine::drive`] carries out. After
//! each call the caller drains [`Wait::poll_effect`] and comes back at [`Wait::poll_timeout`].

mod event;
mod phase;
mod timer;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod recovery;
#[cfg(test)]
mod stories;
#[cfg(test)]
mod testing;

use std::{collections::VecDeque, time::Duration};

pub use event::{ChannelEvent, Effect, Event, Slot, Stage, SurfaceEvent, SurfaceId, TerminalEvent};

use crate::engine::{
    answer::{Answer, ChannelKind, CloseReason, Ending, Failure, Outcome, Source},
    plan::Plan,
};
use phase::Phase;
use timer::{Timer, Timers};

/// How long a close waits for the press that belongs to it: some servers report them in the wrong order
/// (spec §2 exit status 3; facts/servers.md §1.9).
pub const CLOSE_GRACE: Duration = Duration::from_millis(200);
/// A notification that closes sooner than this was not shown (spec §3 rule 11).
pub const NOT_SHOWN: Duration = Duration::from_millis(300);
/// How long a prompt without a terminal waits for a new notification server (spec §3 rule 14).
pub const SERVER_RETURN: Duration = Duration::from_secs(5);
/// How long the process stays after the outcome while a `Notify` is unanswered (spec §3 rule 5).
pub const LINGER: Duration = Duration::from_millis(400);
/// How long it stays for the bus to take the close of a notification that is up, from when it was last heard of. It takes a
/// fraction of a millisecond, and where hundreds of prompts end at once two seconds and more: each hears of each other's
/// answer, and leaving sooner would leave the notification.
pub const WITHDRAW: Duration = Duration::from_secs(2);
/// How long it stays at most for a bus that is heard of all the time.
pub const WITHDRAW_MOST: Duration = Duration::from_secs(10);
/// The least time between the expiry of a notification and its return, where the configuration asks for none.
const LEAST_PAUSE: Duration = Duration::from_secs(1);
/// How soon a server is asked again that has its name and not its object yet: GNOME Shell takes about a millisecond.
const SETTLE: Duration = Duration::from_millis(50);
/// How soon a slot that another process is taking is asked for again.
const SLOT_RETRY: Duration = Duration::from_millis(2);
/// How often it is asked for before the prompt is announced without it: a stopped holder may not silence us.
const SLOT_RETRIES: u32 = 50;

/// A popup, from the decision to show it until it is known to be gone.
#[derive(Debug)]
struct Surface {
    channel: ChannelKind,
    state: SurfaceState,
    /// Whether its one close was asked for.
    closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SurfaceState {
    /// The channel was told to show it.
    Opening,
    /// The server took it.
    Shown,
    /// The server says it is closed: nothing to take down, but a press that it belongs to may still come.
    Closed,
    /// Nothing of it is left.
    Gone,
}

/// One prompt, from its start to its end.
#[derive(Debug)]
pub struct Wait {
    plan: Plan,
    /// Whether there is a terminal to answer at now.
    terminal: bool,
    /// Where the announcement is.
    phase: Phase,
    /// The index of the channel in use in `plan.channels`.
    channel: usize,
    /// Every popup so far; the index is its identity.
    surfaces: Vec<Surface>,
    timers: Timers,
    /// The latest time that is known. What is due before it happens at its own time all the same, but what comes after
    /// it, the withdrawal, begins only now: the process may have been stopped.
    latest: Duration,
    /// How long the withdrawal may be put off; until then if it has begun, for what is up.
    withdrawn_by: Option<Duration>,
    effects: VecDeque<Effect>,
    /// An answer on a channel that the terminal may still beat in this very instant.
    tie: Option<(Answer, ChannelKind)>,
    /// How often the server died soon after it was given our notification.
    crashes: u32,
    /// Whether the announcement has its slot.
    slot_taken: bool,
    /// Whether the bell has rung.
    rang: bool,
    announced: Vec<ChannelKind>,
    held: bool,
    closed_reason: Option<CloseReason>,
    failures: Vec<Failure>,
    outcome: Option<Outcome>,
}

impl Wait {
    /// A prompt that starts now, at time zero.
    pub fn new(plan: Plan) -> Self {
        let mut wait = Self {
            terminal: plan.terminal,
            phase: Phase::Over,
            channel: 0,
            surfaces: Vec::new(),
            timers: Timers::default(),
            latest: Duration::ZERO,
            withdrawn_by: None,
            effects: VecDeque::new(),
            tie: None,
            crashes: 0,
            slot_taken: false,
            rang: false,
            announced: Vec::new(),
            held: false,
            closed_reason: None,
            failures: plan.failures.clone(),
            outcome: None,
            plan,
        };
        if let Some(deadline) = &wait.plan.deadline {
            wait.timers.set(Timer::Deadline, deadline.after);
        }
        wait.begin();
        wait
    }

    /// Takes in one event that happened at `now`, counted from the start of the prompt.
    ///
    /// What was due before `now` happens first, so that a late caller changes nothing.
    pub fn handle(&mut self, now: Duration, event: Event) {
        self.latest = self.latest.max(now);
        self.fire(|due| due < now);
        match event {
            Event::Surface(id, event) => self.on_surface(now, id, event),
            // After the outcome too: what a dead server showed need not be taken down.
            Event::Channel(channel, event) => self.on_channel(now, channel, event),
            Event::Terminal(event) if self.outcome.is_none() => self.on_terminal(now, event),
            Event::Slot(slot) if self.outcome.is_none() => self.on_slot(now, slot),
            Event::Signal(signal) if self.outcome.is_none() => self.end(now, Ending::Interrupted(signal)),
            Event::Terminal(_) | Event::Slot(_) | Event::Signal(_) => {}
        }
    }

    /// Lets everything happen that is due at `now`; call it after each batch of events of one instant.
    pub fn handle_timeout(&mut self, now: Duration) {
        self.latest = self.latest.max(now);
        self.fire(|due| due <= now);
    }

    /// Fires the timers that are due, the earliest first, each as if at its own time.
    fn fire(&mut self, is_due: impl Fn(Duration) -> bool) {
        while let Some((timer, due)) = self.timers.first()
            && is_due(due)
        {
            self.timers.stop(timer);
            match timer {
                Timer::Tie => {
                    if let Some((answer, channel)) = self.tie.take() {
                        self.end(due, Ending::Answered { answer, source: Source::Channel(channel) });
                    }
                }
                Timer::Deadline => self.on_deadline(due),
                Timer::Phase => self.on_phase_timer(due),
                Timer::Linger => {}
            }
        }
    }

    /// The next thing to do, if there is one.
    pub fn poll_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// When [`Wait::handle_timeout`] is due next; none while only an event can change anything.
    pub fn poll_timeout(&self) -> Option<Duration> {
        self.timers.next()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Whether nothing is left to do: the outcome is known and every notification is down, or was given up.
    pub fn is_done(&self) -> bool {
        self.outcome.is_some()
            && (self.timers.get(Timer::Linger).is_none()
                || self.surfaces.iter().all(|surface| surface.state == SurfaceState::Gone))
    }

    /// Whether there is a terminal to answer at now.
    pub fn has_terminal(&self) -> bool {
        self.terminal
    }

    /// Whether there is one now, ours or another program's, which decides what a notification offers.
    pub fn offers_terminal(&self) -> bool {
        self.terminal || self.plan.elsewhere.is_some()
    }

    fn on_terminal(&mut self, now: Duration, event: TerminalEvent) {
        match event {
            TerminalEvent::Answered(answer) => {
                self.end(now, Ending::Answered { answer, source: Source::Terminal });
            }
            TerminalEvent::Dismissed => self.end(now, Ending::Dismissed),
            TerminalEvent::Found => {
                self.terminal = true;
                self.terminal_found();
            }
            TerminalEvent::Lost => {
                self.terminal = false;
                self.terminal_lost(now);
            }
        }
    }

    fn on_surface(&mut self, now: Duration, id: SurfaceId, event: SurfaceEvent) {
        let Some(surface) = self.surfaces.get_mut(id.0) else { return };
        if surface.state == SurfaceState::Gone {
            return;
        }
        match event {
            SurfaceEvent::Shown => surface.state = SurfaceState::Shown,
            SurfaceEvent::Gone | SurfaceEvent::NotShown(_) => surface.state = SurfaceState::Gone,
            SurfaceEvent::Withdrawing => return self.put_off_leaving(),
            SurfaceEvent::Answered(_) | SurfaceEvent::GoToTerminal | SurfaceEvent::Closed(_) => {}
        }
        let live = !surface.closed && self.outcome.is_none();
        if live {
            self.on_live_surface(now, id, event);
        }
    }

    fn on_deadline(&mut self, due: Duration) {
        let otherwise = self.plan.deadline.as_ref().and_then(|deadline| deadline.otherwise.clone());
        let ending = match otherwise {
            Some(answer) => Ending::Answered { answer, source: Source::Default },
            None => Ending::TimedOut,
        };
        self.end(due, ending);
    }

    /// Ends the prompt, once: takes every notification down and remembers the outcome.
    fn end(&mut self, now: Duration, ending: Ending) {
        if self.outcome.is_some() {
            return;
        }
        if let Phase::Closing { surface, at_once: true, .. } = self.phase
            && !matches!(ending, Ending::Answered { source: Source::Channel(_), .. })
        {
            self.was_not_shown(surface);
        }
        self.phase = Phase::Over;
        self.timers.stop_all();
        if let Ending::Answered { source, .. } = &ending {
            match source {
                Source::Terminal => self.effects.push_back(Effect::Handoff(false)),
                Source::Channel(_) => self.effects.push_back(Effect::Handoff(true)),
                Source::Default => {}
            }
        }
        for at in 0..self.surfaces.len() {
            self.close(SurfaceId(at));
        }
        self.tie = None;
        let any = |state, kinds: &[ChannelKind]| {
            self.surfaces.iter().any(|surface| surface.state == state && kinds.contains(&surface.channel))
        };
        let (near, far) = (&[ChannelKind::Desktop, ChannelKind::Terminal], &[ChannelKind::Remote]);
        if any(SurfaceState::Shown, near) {
            self.withdrawn_by = Some(self.latest + WITHDRAW_MOST);
            self.timers.set(Timer::Linger, self.latest + WITHDRAW);
        // Another host takes down what it shows when we are gone, too.
        } else if any(SurfaceState::Opening, near)
            || any(SurfaceState::Opening, far)
            || any(SurfaceState::Shown, far)
        {
            self.timers.set(Timer::Linger, self.latest + LINGER);
        }
        self.outcome = Some(Outcome {
            ending,
            announced: self.announced.clone(),
            held: self.held,
            closed_reason: self.closed_reason,
            waited: now,
            failures: self.failures.clone(),
        });
    }

    /// Stays on for a close that is under way.
    fn put_off_leaving(&mut self) {
        if let Some(most) = self.withdrawn_by
            && self.timers.get(Timer::Linger).is_some()
        {
            self.timers.set(Timer::Linger, most.min(self.latest + WITHDRAW));
        }
    }

    /// Asks for the one close of a surface that may still be up.
    fn close(&mut self, id: SurfaceId) {
        if let Some(surface) = self.surfaces.get_mut(id.0)
            && !surface.closed
        {
            match surface.state {
                SurfaceState::Gone => {}
                SurfaceState::Closed => surface.state = SurfaceState::Gone,
                SurfaceState::Opening | SurfaceState::Shown => {
                    surface.closed = true;
                    self.effects.push_back(Effect::Close(id));
                }
            }
        }
    }
}
