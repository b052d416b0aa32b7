//! A human at one prompt, step by step, and what has to come of it.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::{
    case::{Case, Fault, Rig, SOON},
    human::{Step, Way},
    screen::{Click, Screen},
    typing::{Hand, Stroke},
};
use crate::{
    pty::{self, clock},
    support::{Emit, Notification, pty::Pty},
};

/// How long a human looks for a notification.
const GLANCE: Duration = Duration::from_millis(250);
const SIGNALS: [Signal; 3] = [Signal::INT, Signal::TERM, Signal::HUP];

/// What has to come of what the human did.
#[derive(Debug)]
pub(super) enum Sure {
    /// This answer, by a press or from a reply field.
    Pressed {
        answer: String,
        text: bool,
    },
    /// This answer, entered at the terminal at that time.
    Entered {
        answer: String,
        at: Instant,
    },
    /// One of these two: the press came first.
    Either {
        pressed: String,
        entered: String,
    },
    Escaped,
    Signalled(Signal),
}

/// A case while it runs.
pub(super) struct Play<'a> {
    pub(super) case: &'a Case,
    pub(super) way: &'a Way,
    pub(super) rig: Rig,
    pub(super) screen: Screen,
    pub(super) hand: Hand,
    /// What was pressed and perhaps never heard of.
    pub(super) maybe: Vec<String>,
    /// Whether the human closed a notification in some way.
    pub(super) closed: bool,
    /// Whether it ended while something was typed, which may then have been for whoever reads next.
    pub(super) cut_short: bool,
}

impl Play<'_> {
    /// The human does all there is to do, until something is sure to end the prompt or it has ended.
    pub(super) fn through(&mut self) -> Result<Option<Sure>, Fault> {
        for step in &self.way.steps {
            if self.has_ended() {
                return Ok(None);
            }
            if let Some(sure) = self.step(step)? {
                return Ok(Some(sure));
            }
        }
        if self.way.deadline.is_some() || self.has_ended() {
            return Ok(None);
        }
        Ok(self.enter(self.way.last))
    }

    fn step(&mut self, step: &Step) -> Result<Option<Sure>, Fault> {
        match step {
            Step::Look(milliseconds) => {
                self.pty().ends_within(Duration::from_millis(*milliseconds));
                Ok(None)
            }
            Step::Press(n) => {
                let Some(note) = self.look() else { return Ok(None) };
                let click = self.screen.button(&note, *n, &self.case.kind);
                self.click(&note, click)
            }
            Step::Click => {
                let Some(note) = self.look() else { return Ok(None) };
                let click = self.screen.body(&note, &self.case.kind);
                self.click(&note, Some(click))
            }
            Step::Dismiss => {
                let Some(note) = self.look() else { return Ok(None) };
                self.closed = true;
                self.rig.server.try_emit(&note, &Emit::Dismissed);
                Ok(None)
            }
            Step::Expire => {
                let Some(note) = self.look() else { return Ok(None) };
                self.closed = true;
                self.rig.server.try_emit(&note, &Emit::Expired);
                Ok(None)
            }
            Step::Reply(text) => {
                let Some(note) = self.look().filter(|note| self.screen.has_field(note)) else {
                    return Ok(None);
                };
                self.closed = true;
                self.rig.server.try_emit(&note, &Emit::Typed((*text).to_owned()));
                let is_answer = !text.trim().is_empty();
                Ok(is_answer.then(|| self.heard((*text).to_owned(), true)).flatten())
            }
            Step::Half(n) => {
                let strokes = self.hand.half(*n);
                self.write(&strokes);
                Ok(None)
            }
            Step::Answer(n) => Ok(self.enter(*n)),
            Step::Race { answer, press, enter_first } => Ok(self.race(*answer, *press, *enter_first)),
            Step::Escape => {
                self.ready();
                self.rig.run.send("\x1b");
                Ok(Some(Sure::Escaped))
            }
            Step::Stop(milliseconds) => {
                if self.pty().try_signal(Signal::STOP) {
                    self.pty().ends_within(Duration::from_millis(*milliseconds));
                    self.pty().try_signal(Signal::CONT);
                }
                Ok(None)
            }
            Step::Signal(n) => {
                let signal = SIGNALS[n % SIGNALS.len()];
                // Before that it is a shell's, which says nothing of us.
                let pid = self.pty().pid();
                pty::comes_true(|| self.has_ended() || pty::read_proc(pid, "comm") == "plyn-notify\n");
                Ok(self.pty().try_signal(signal).then_some(Sure::Signalled(signal)))
            }
        }
    }

    /// Does what a click does, and says what has to come of it.
    fn click(&mut self, note: &Notification, click: Option<(Emit, Click)>) -> Result<Option<Sure>, Fault> {
        let Some((emit, click)) = click else { return Ok(None) };
        self.closed = true;
        if !self.rig.server.try_emit(note, &emit) {
            return Ok(None);
        }
        match click {
            Click::Choice(key) => Ok(self.heard(key, false)),
            Click::GoToTerminal if self.screen.is_heard() && self.screen.is_steady() => {
                self.screen.withdraw();
                let left =
                    if self.screen.takes_down() { self.rig.server.wait_clear(SOON) } else { Vec::new() };
                if left.is_empty() || self.has_ended() {
                    return Ok(None);
                }
                Err(Fault::Wrong(format!("{left:?} stays up after it was sent to the terminal")))
            }
            Click::GoToTerminal => {
                self.screen.doubt();
                Ok(None)
            }
            Click::Nothing => Ok(None),
        }
    }

    /// What was pressed on a server that passes presses on has to come out, on others it may or may not.
    fn heard(&mut self, answer: String, text: bool) -> Option<Sure> {
        if self.screen.is_withdrawn() || !self.screen.is_heard() {
            return None;
        }
        if self.screen.is_steady() {
            return Some(Sure::Pressed { answer, text });
        }
        self.maybe.push(answer);
        None
    }

    fn race(&mut self, answer: usize, press: usize, enter_first: bool) -> Option<Sure> {
        let Some(note) = self.look() else { return self.enter(answer) };
        let Some((emit, Click::Choice(key))) = self.screen.button(&note, press, &self.case.kind) else {
            return self.enter(answer);
        };
        let entered = self.case.kind.answer(answer);
        let strokes = self.hand.answer(answer);
        if !self.write(&strokes) {
            return None;
        }
        if enter_first {
            let at = clock();
            self.rig.run.send("\r");
            self.rig.server.try_emit(&note, &emit);
            return Some(Sure::Entered { answer: entered, at });
        }
        self.rig.server.try_emit(&note, &emit);
        self.rig.run.send("\r");
        Some(Sure::Either { pressed: key, entered })
    }

    /// Enters an answer at the terminal.
    fn enter(&mut self, n: usize) -> Option<Sure> {
        let answer = self.case.kind.answer(n);
        let strokes = self.hand.answer(n);
        if !self.write(&strokes) {
            return None;
        }
        let at = clock();
        self.rig.run.send("\r");
        Some(Sure::Entered { answer, at })
    }

    /// Types at the prompt; false if that has ended before it could be done.
    fn write(&mut self, strokes: &[Stroke]) -> bool {
        self.ready();
        let pty = &mut self.rig.run.pty;
        let taken = strokes.iter().enumerate().all(|(index, stroke)| match (index, stroke.seen.is_empty()) {
            (_, true) => {
                pty.send(&stroke.keys);
                !pty.has_ended()
            }
            (0, false) => pty.try_first_keys(&stroke.keys, &stroke.seen),
            (_, false) => pty.try_keys(&stroke.keys, &stroke.seen),
        });
        self.cut_short |= !taken;
        taken
    }

    /// Waits until the prompt reads its terminal.
    fn ready(&self) {
        self.pty().look_for("Q?", SOON);
        let pid = self.pty().pid();
        pty::comes_true(|| self.has_ended() || pty::is_idle(pid));
    }

    /// Whether it may end without an answer: there is no terminal, and nothing that could be pressed, or not any more.
    pub(super) fn can_fail(&self) -> bool {
        let was_up = self.rig.server.notifications().iter().any(|note| note.id != 0);
        !self.case.terminal && (self.closed || self.screen.may_close() || !was_up)
    }

    /// The notification that is seen, if there comes one.
    fn look(&self) -> Option<Notification> {
        self.rig.server.wait_screen(GLANCE, || self.has_ended())
    }

    pub(super) fn pty(&self) -> &Pty {
        &self.rig.run.pty
    }

    fn has_ended(&self) -> bool {
        self.pty().has_ended()
    }
}
