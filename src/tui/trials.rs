//! The tests: what can be tried, what runs, and what was heard.
//!
//! Pure.

use std::time::Duration;

use super::message::{Outcome, Rehearsal};
use crate::engine::{
    config::Protocol,
    doctor::{Answer, Capability, Channel, Invocation, Proof, Trial, TrialEvent},
    text::clean,
};

/// Something that can be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::tui) enum Test {
    /// A notification on the desktop.
    Trial(Trial),
    /// `plyn-notify wait` at the terminal.
    Rehearsal(Rehearsal),
}

impl Test {
    /// All of them, as they are listed.
    pub(in crate::tui) fn all() -> Vec<Self> {
        let rehearsals =
            [Rehearsal::Wait, Rehearsal::Ask].into_iter().chain(Protocol::ALL.map(Rehearsal::Protocol));
        Trial::ALL.map(Self::Trial).into_iter().chain(rehearsals.map(Self::Rehearsal)).collect()
    }

    /// Its name in the list.
    pub(in crate::tui) fn title(self) -> &'static str {
        match self {
            Self::Trial(trial) => trial.title(),
            Self::Rehearsal(Rehearsal::Wait) => "A question",
            Self::Rehearsal(Rehearsal::Ask) => "A typed answer",
            Self::Rehearsal(Rehearsal::Protocol(protocol)) => protocol.name(),
        }
    }

    /// The heading that it stands under.
    pub(in crate::tui) fn group(self) -> &'static str {
        match self {
            Self::Trial(_) => "On the desktop",
            Self::Rehearsal(Rehearsal::Wait | Rehearsal::Ask) => "As a script asks",
            Self::Rehearsal(Rehearsal::Protocol(_)) => "On the terminal's own notification",
        }
    }

    /// What it does, and what the human is to do.
    pub(in crate::tui) fn task(self) -> &'static str {
        match self {
            Self::Trial(trial) => trial.task(),
            Self::Rehearsal(Rehearsal::Wait) => {
                "Leaves this screen and asks as a script would. Answer it here or on the notification."
            }
            Self::Rehearsal(Rehearsal::Ask) => "Leaves this screen and asks for a text.",
            Self::Rehearsal(Rehearsal::Protocol(_)) => {
                "Leaves this screen and announces a question by this sequence. Look whether a notification appears, then answer."
            }
        }
    }

    /// The command that it runs, without the program's name.
    pub(in crate::tui) fn arguments(self) -> Option<Vec<&'static str>> {
        let words = |words: &[&'static str]| Some(words.to_vec());
        match self {
            Self::Trial(_) => None,
            Self::Rehearsal(Rehearsal::Wait) => words(&["wait", "Is this a test?"]),
            Self::Rehearsal(Rehearsal::Ask) => words(&["wait", "--reply", "What shall it print?"]),
            Self::Rehearsal(Rehearsal::Protocol(protocol)) => words(&[
                "wait",
                "--choices",
                "yes=Yes,no=No",
                "--grace",
                "0",
                "--min-interval",
                "0",
                "--channels",
                "terminal",
                "--protocol",
                protocol.name(),
                "Did a notification appear?",
            ]),
        }
    }

    /// The same as it is typed.
    pub(in crate::tui) fn command(self, ours: &Invocation) -> Option<String> {
        Some(ours.command(&self.arguments()?))
    }
}

impl Rehearsal {
    /// What the human's answer proves.
    pub(in crate::tui) fn proof(self, outcome: &Outcome) -> Option<Proof> {
        let Self::Protocol(protocol) = self else { return None };
        let answer = match outcome.status {
            Ok(0) => Answer::Yes,
            Ok(1) => Answer::No,
            _ => return None,
        };
        let how = match answer {
            Answer::Yes => format!("{protocol} was seen"),
            _ => format!("{protocol} was not seen"),
        };
        Some(Proof { capability: Capability::Shown, channel: Channel::Terminal, answer, how })
    }
}

/// What came of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Verdict {
    /// It is proven that this works.
    Yes(String),
    /// It is proven that it does not, or it failed.
    No(String),
    /// It is over, and nothing is proven.
    Over(String),
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) enum Line {
    /// A test began, at this time since the start.
    Began(Test, Duration),
    /// A trial said something, at this time since the start.
    Event(Duration, TrialEvent),
    /// What a script would have seen.
    Outcome(Outcome),
}

/// A longer log is nobody's to read.
const MOST_LINES: usize = 1000;

/// The tests as they are now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) struct Tests {
    /// The one that is selected, by number.
    pub(in crate::tui) selected: usize,
    /// The trial that runs, and since when.
    pub(in crate::tui) running: Option<(Trial, Duration)>,
    /// The one that follows when it has ended.
    pub(in crate::tui) next: Option<Trial>,
    /// How far the log is scrolled back, in lines.
    pub(in crate::tui) back: usize,
    results: Vec<(Test, Verdict)>,
    /// The trials whose notification was up.
    shown: Vec<Trial>,
    log: Vec<Line>,
}

impl Tests {
    /// The test that is selected.
    pub(in crate::tui) fn test(&self) -> Option<Test> {
        Test::all().get(self.selected).copied()
    }

    /// What came of a test, if it has run.
    pub(in crate::tui) fn result(&self, test: Test) -> Option<&Verdict> {
        self.results.iter().find(|(of, _)| *of == test).map(|(_, verdict)| verdict)
    }

    /// The log, the oldest first.
    pub(in crate::tui) fn log(&self) -> &[Line] {
        &self.log
    }

    /// A trial begins.
    pub(in crate::tui) fn begin(&mut self, trial: Trial, now: Duration) {
        self.running = Some((trial, now));
        self.results.retain(|(of, _)| *of != Test::Trial(trial));
        self.shown.retain(|of| *of != trial);
        self.write(Line::Began(Test::Trial(trial), now));
    }

    /// A trial says something.
    pub(in crate::tui) fn hear(&mut self, trial: Trial, event: TrialEvent, now: Duration) {
        let test = Test::Trial(trial);
        match &event {
            TrialEvent::Proven(proof) => self.proven(trial, proof),
            TrialEvent::Shown { .. } => self.shown.push(trial),
            TrialEvent::Failed(why) => self.settle(test, Verdict::No(clean(why))),
            TrialEvent::Ended => {
                if self.running.is_some_and(|(running, _)| running == trial) {
                    self.running = None;
                }
                if self.result(test).is_none() {
                    let words = if trial.judged(true).is_some() {
                        "was it so? y or n"
                    } else {
                        "over, nothing is proven"
                    };
                    self.settle(test, Verdict::Over(words.to_owned()));
                }
            }
            TrialEvent::Heard(_) => {}
        }
        self.write(Line::Event(now, event));
    }

    /// A test has passed or failed by what it is there to prove, and by that alone: a click on the body is no button, and what
    /// was taken down was not therefore seen.
    fn proven(&mut self, trial: Trial, proof: &Proof) {
        let (test, how) = (Test::Trial(trial), clean(&proof.how));
        let is_its_own = proof.capability == trial.capability();
        match proof.answer {
            Answer::Yes if is_its_own => self.settle(test, Verdict::Yes(how)),
            Answer::No if is_its_own || proof.capability == Capability::Shown => {
                self.settle(test, Verdict::No(how));
            }
            _ if proof.capability == Capability::Withdrawn || self.result(test).is_some() => {}
            _ => self.settle(test, Verdict::Over(how)),
        }
    }

    /// What is proven if the human says whether it was so; none where there was nothing to be seen, or the notification
    /// itself tells.
    pub(in crate::tui) fn judged(&self, is_so: bool) -> Option<(Trial, Proof)> {
        let Test::Trial(trial) = self.test()? else { return None };
        Some((trial, trial.judged(is_so).filter(|_| self.shown.contains(&trial))?))
    }

    /// A test at the terminal is over.
    pub(in crate::tui) fn rehearsed(&mut self, rehearsal: Rehearsal, outcome: Outcome, now: Duration) {
        let test = Test::Rehearsal(rehearsal);
        let verdict = match &outcome.status {
            Ok(status @ (0 | 1)) => {
                Verdict::Yes(format!("printed {:?}, exit status {status}", clean(&outcome.stdout)))
            }
            Ok(status) => Verdict::Over(format!("exit status {status}")),
            Err(why) => Verdict::No(clean(why)),
        };
        self.settle(test, verdict);
        self.write(Line::Began(test, now));
        self.write(Line::Outcome(outcome));
    }

    fn settle(&mut self, test: Test, verdict: Verdict) {
        self.results.retain(|(of, _)| *of != test);
        self.results.push((test, verdict));
    }

    fn write(&mut self, line: Line) {
        if self.log.len() == MOST_LINES {
            self.log.remove(0);
        }
        self.log.push(line);
        self.back = 0;
    }
}
