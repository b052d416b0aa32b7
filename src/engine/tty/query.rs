//! What is asked of a terminal, and when to stop listening.
//!
//! Pure: it says what to write and is given what the terminal sends; time is an argument, as in [`crate::engine::wait`].
//! It may only be used while the terminal is raw and does not echo, and only on the terminal itself: a multiplexer hands
//! the replies to another pane. It writes control sequences that every terminal takes, and `OSC 99 ; p=?` only to one that
//! has named itself and is known to survive it.
//!
//! Each question ends with DA1 as a fence: every terminal answers that, and in order. A reply that comes later than
//! anybody waits for still is a report to the parser, and never typing.

use std::time::Duration;

use super::report::Report;
use crate::engine::channel::terminal::{
    identity::Identity,
    osc99::report::{Capabilities, Reply, parse},
};

/// How long an exchange may take in all.
pub const BOUND: Duration = Duration::from_millis(200);
/// How long it listens behind the fence to a terminal that answers out of order (facts/terminals.md §3.1).
pub const LATE: Duration = Duration::from_millis(100);
/// How long the end of a prompt listens for what is still to come.
pub const DRAIN: Duration = Duration::from_millis(300);
/// A terminal that has said nothing for so long will not. What it answers comes before the keys that were typed after the
/// question was seen there, so only who answers blindly, or within this time, can be ahead of a reply: hardly anybody who
/// has read the question. It has to hold two round trips, where the first took less than [`BOUND`].
pub const SILENCE: Duration = Duration::from_millis(500);

/// XTVERSION, and DA1.
const WHO: &[u8] = b"\x1b[>q\x1b[c";
/// XTVERSION, DA2, and DA1.
const WHO_ELSE: &[u8] = b"\x1b[>q\x1b[>c\x1b[c";
/// DA1.
const FENCE: &[u8] = b"\x1b[c";
/// Most characters of an id: old foots crash at longer ones (facts/terminals.md §3).
const ID_LIMIT: usize = 24;

/// What may be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Whether nothing stands between us and the terminal. Otherwise nothing is asked at all.
    pub direct: bool,
    /// Whether DA2 is asked for too, which some are known by that do not name themselves.
    pub secondary: bool,
    /// The id for `p=?`, which nobody can guess: letters and digits; none if what OSC 99 can do is of no interest.
    pub id: Option<String>,
}

/// What is known when an exchange is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Which terminal it is, if it said so.
    pub identity: Option<Identity>,
    /// Which terminal it is by DA2, if it was asked and that is a number of one terminal only.
    pub secondary: Option<Identity>,
    /// What its OSC 99 can do, if it was asked and answered in time.
    pub capabilities: Option<Capabilities>,
    /// Whether it answers at all.
    pub answers: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// XTVERSION and a fence are on their way.
    Identity,
    /// `p=?` and a fence are.
    Capabilities,
    /// The fence has come, and a terminal that answers late may still do so until then.
    Late(Duration),
    Over,
}

/// Questions to a terminal, from the first to the last that is waited for.
#[derive(Debug)]
pub struct Exchange {
    ask: Ask,
    stage: Stage,
    started: Duration,
    findings: Findings,
    /// To be written.
    output: Vec<u8>,
    /// Fences that have not come back.
    due: u32,
    /// Whether a fence has come back, in time or not.
    heard: bool,
    /// Whether `p=?` was asked and not answered.
    open: bool,
    /// Whether it had all the time that it needs, and will not be answered any more.
    given_up: bool,
}

impl Exchange {
    /// Begins it. [`poll_output`](Self::poll_output) has the first question.
    pub fn new(now: Duration, ask: Ask) -> Self {
        let asks = ask.direct;
        let who = if ask.secondary { WHO_ELSE } else { WHO };
        Self {
            ask,
            stage: if asks { Stage::Identity } else { Stage::Over },
            started: now,
            findings: Findings::default(),
            output: if asks { who.to_vec() } else { Vec::new() },
            due: 0,
            heard: false,
            open: false,
            given_up: false,
        }
    }

    /// What is to be written to the terminal now, in one piece.
    pub fn poll_output(&mut self) -> Option<Vec<u8>> {
        if self.output.is_empty() {
            return None;
        }
        self.due += 1;
        self.open = self.stage == Stage::Capabilities;
        Some(std::mem::take(&mut self.output))
    }

    /// Whether there is something to be written.
    pub fn has_output(&self) -> bool {
        !self.output.is_empty()
    }

    /// Whether a reply is still to come, in time or not.
    pub fn is_due(&self) -> bool {
        self.due > 0 || (self.open && !self.given_up)
    }

    /// When it has to be given the time, if nothing comes before.
    pub fn poll_timeout(&self) -> Option<Duration> {
        match self.stage {
            Stage::Over => None,
            Stage::Late(until) => Some(until),
            Stage::Identity | Stage::Capabilities => Some(self.started + BOUND),
        }
    }

    /// What it has come to, once it is over; that does not change any more.
    pub fn outcome(&self) -> Option<&Findings> {
        (self.stage == Stage::Over).then_some(&self.findings)
    }

    /// Takes what the terminal has sent. Whether it was a reply to this exchange, in time or not.
    pub fn handle(&mut self, now: Duration, report: &Report) -> bool {
        self.handle_timeout(now);
        if report.is_primary_attributes() {
            return self.fence(now);
        }
        match report {
            Report::Dcs(text) if self.stage == Stage::Identity && self.findings.identity.is_none() => {
                self.findings.identity = Identity::from_xtversion(text);
                self.findings.identity.is_some()
            }
            // One that was too late.
            Report::Dcs(text) => self.due > 0 && Identity::from_xtversion(text).is_some(),
            Report::Osc(text) => {
                let Some(capabilities) = self.open.then(|| self.capabilities(text)).flatten() else {
                    return false;
                };
                self.open = false;
                match self.stage {
                    Stage::Capabilities => self.findings.capabilities = Some(capabilities),
                    Stage::Late(_) => {
                        self.findings.capabilities = Some(capabilities);
                        self.stage = Stage::Over;
                    }
                    Stage::Identity | Stage::Over => {}
                }
                true
            }
            Report::Csi { private: b'>', parameters, last: b'c' } if self.ask.secondary => {
                self.findings.secondary = Identity::from_secondary_attributes(parameters);
                self.stage == Stage::Identity
            }
            Report::Csi { .. } => false,
        }
    }

    /// Lets time pass.
    pub fn handle_timeout(&mut self, now: Duration) {
        if let Some(until) = self.poll_timeout().filter(|&until| now >= until) {
            // One that had all its time has nothing to say: VS Code, where notifications are switched off.
            self.given_up |= matches!(self.stage, Stage::Late(_)) && until < self.started + BOUND;
            self.stage = Stage::Over;
            // Nobody took it in time.
            self.output.clear();
        }
    }

    /// A fence has come back, if one is due.
    fn fence(&mut self, now: Duration) -> bool {
        if self.due == 0 {
            return false;
        }
        self.due -= 1;
        self.heard = true;
        self.findings.answers |= self.stage != Stage::Over;
        match self.stage {
            Stage::Identity => self.ask_capabilities(),
            Stage::Capabilities if self.open && self.answers_late() => {
                self.stage = Stage::Late((now + LATE).min(self.started + BOUND));
            }
            Stage::Capabilities => {
                // It answers in order, so this is all that comes.
                self.given_up = true;
                self.stage = Stage::Over;
            }
            Stage::Late(_) | Stage::Over => {}
        }
        true
    }

    fn ask_capabilities(&mut self) {
        let survives = self.findings.identity.as_ref().is_some_and(Identity::survives_capability_query);
        let id = self.ask.id.as_deref().filter(|id| survives && is_id(id));
        let Some(id) = id else {
            self.stage = Stage::Over;
            return;
        };
        // `i` first: foot answers while it still reads. The fence ends with the same write.
        self.output = format!("\x1b]99;i={id}:p=?;\x1b\\").into_bytes();
        self.output.extend_from_slice(FENCE);
        self.stage = Stage::Capabilities;
    }

    fn capabilities(&self, osc: &[u8]) -> Option<Capabilities> {
        match parse(osc, self.ask.id.as_deref()?, 0)? {
            Reply::Capabilities(capabilities) => Some(capabilities),
            _ => None,
        }
    }

    fn answers_late(&self) -> bool {
        self.findings.identity.as_ref().is_some_and(Identity::answers_late)
    }

    /// What is left to be done before the terminal is given back. What comes meanwhile has to be read, and what the human
    /// types meanwhile is read with it: where nothing is to come, nothing is to be done. With `fence` something may come
    /// that was not asked for.
    pub fn drain(self, now: Duration, fence: bool) -> Option<Drain> {
        // What is older than that will not come any more.
        let silent = self.started + SILENCE;
        let is_recent = now < silent;
        let due = if is_recent { self.due } else { 0 };
        let late = self.ask.id.filter(|_| self.open && !self.given_up && is_recent);
        let mut drain = Drain { output: Vec::new(), due, late, until: (now + DRAIN).min(silent) };
        if fence && self.ask.direct && (self.heard || is_recent) {
            drain.output.extend_from_slice(FENCE);
            drain.due += 1;
            drain.until = now + DRAIN;
        }
        drain.poll_timeout().is_some().then_some(drain)
    }
}

/// The end of the talk with a terminal: nothing that it still has to say may be left to be typed into the shell.
#[derive(Debug)]
pub struct Drain {
    output: Vec<u8>,
    due: u32,
    /// The id of a `p=?` that may be answered behind its fence.
    late: Option<String>,
    until: Duration,
}

impl Drain {
    /// What is to be written now, in one piece.
    pub fn poll_output(&mut self) -> Option<Vec<u8>> {
        Some(std::mem::take(&mut self.output)).filter(|output| !output.is_empty())
    }

    /// Until when to read; none once there is nothing to wait for.
    pub fn poll_timeout(&self) -> Option<Duration> {
        (self.due > 0 || self.late.is_some()).then_some(self.until)
    }

    /// Takes what the terminal has sent: none of it is an answer any more.
    pub fn handle(&mut self, report: &Report) {
        match report {
            Report::Osc(osc) if self.late.as_ref().is_some_and(|id| parse(osc, id, 0).is_some()) => {
                self.late = None;
            }
            report if report.is_primary_attributes() => self.due = self.due.saturating_sub(1),
            _ => {}
        }
    }

    /// Lets time pass.
    pub fn handle_timeout(&mut self, now: Duration) {
        if now >= self.until {
            self.due = 0;
            self.late = None;
        }
    }
}

/// Letters and digits, and few enough: nothing that could be read as anything else on the way.
fn is_id(id: &str) -> bool {
    (1..=ID_LIMIT).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests;
