//! What is heard of the far end, told apart from what a login script prints there.
//!
//! Ours says everything in lines that repeat our nonce, and from its first one on nothing else is listened to. A six-field
//! receiver says the bare name of what was chosen as its last word, or nothing: so a bare word counts only once it has ended
//! well, and only where it was asked the one question that it knows.
//!
//! Pure: no clock, no environment, no input or output.

use std::time::Duration;

use super::wire::{self, Given};
use crate::engine::ssh::{
    failure::{self, SSH_FAILED},
    session::{End, Heard},
    target::Target,
};

/// What our receiver ends with when nobody is left to hear of it.
const NOT_HEARD: u8 = 1;

/// What became of a notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It is up, or is believed to be.
    Shown,
    /// Do-not-disturb is on there.
    Held,
    /// The end: something was chosen or typed. Whether that was offered is for the asker to say.
    Answered(Given),
    /// The end: *Go to terminal*, or a click on the body.
    ToTerminal,
    /// The end: the human closed it.
    Dismissed,
    /// The end: the time was up there.
    TimedOut,
    /// The end: it was shown by a receiver that takes no such answers.
    Plain,
    /// The end: it was not shown; a lowercase fragment says why.
    NotShown(String),
    /// The end: it was shown and cannot be answered any more, likewise.
    Failed(String),
    /// The end: it was shown, and the connection was lost, or the far end has given us up for lost.
    Lost,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    /// Nothing is up.
    Silent,
    /// It has had the time to be up, and nothing says that it is not.
    Believed,
    /// It is up, as was said.
    Shown,
}

/// Reads what is heard of one run of ssh.
#[derive(Clone, Debug)]
pub struct Reader {
    target: Target,
    /// What each line of ours repeats.
    nonce: String,
    /// Whether a six-field receiver has the buttons for what was sent.
    suits_six_fields: bool,
    /// Whether the far end has shown to be ours.
    is_ours: bool,
    progress: Progress,
    is_over: bool,
    /// The last bare name that was heard.
    bare: Option<Given>,
}

impl Reader {
    /// Of a run that has just been started.
    pub(super) fn new(target: Target, nonce: String, suits_six_fields: bool) -> Self {
        let (is_ours, progress, is_over) = (false, Progress::Silent, false);
        Self { target, nonce, suits_six_fields, is_ours, progress, is_over, bare: None }
    }

    /// What the host is called in a sentence.
    pub fn name(&self) -> String {
        self.target.name()
    }

    /// How long connecting may take, if it may take no longer than that.
    pub fn connecting(&self, within: Duration) -> Duration {
        self.target.connecting(Some(within))
    }

    /// What it comes to if what was given was never offered.
    pub fn wrong_answer(&self) -> Said {
        self.failure(format!("{} answers what was not asked", self.name()))
    }

    /// What follows from what is heard. Of ssh's end something always does, unless the end was heard of before.
    pub fn hear(&mut self, heard: &Heard) -> Vec<Said> {
        match heard {
            _ if self.is_over => Vec::new(),
            Heard::Line(line) => self.on_line(line),
            // A receiver that says nothing when it shows something, and has had the time to do so.
            Heard::Waited if self.suits_six_fields && !self.is_ours => self.shown(Progress::Believed),
            Heard::Waited => Vec::new(),
            Heard::Ended(end) => self.on_end(end),
        }
    }

    fn on_line(&mut self, line: &str) -> Vec<Said> {
        if let Some((event, desk)) = wire::decode_event(line, &self.nonce) {
            self.is_ours = true;
            return self.on_event(event, desk.host);
        }
        if let Some(given) = wire::bare(line) {
            self.bare = Some(given);
        }
        Vec::new()
    }

    fn on_event(&mut self, event: wire::Event, desk: String) -> Vec<Said> {
        match event {
            wire::Event::Ready => Vec::new(),
            wire::Event::Shown => self.shown(Progress::Shown),
            wire::Event::Held => vec![Said::Held],
            wire::Event::Answered(given) => self.over(Said::Answered(given)),
            wire::Event::ToTerminal => self.over(Said::ToTerminal),
            wire::Event::Dismissed => self.over(Said::Dismissed),
            wire::Event::TimedOut => self.over(Said::TimedOut),
            wire::Event::Failed(error) => {
                let name = if desk.is_empty() { self.name() } else { desk };
                self.failed(format!("{name}: {error}"))
            }
        }
    }

    fn on_end(&mut self, end: &End) -> Vec<Said> {
        match end.status {
            _ if end.flooded => self.failed(failure::words(end, &self.target)),
            Some(0) if !self.is_ours && self.suits_six_fields => {
                let mut said = self.shown(Progress::Shown);
                said.extend(self.over(self.bare.clone().map_or(Said::Dismissed, Said::Answered)));
                said
            }
            Some(0) if !self.is_ours => self.over(Said::Plain),
            Some(SSH_FAILED) if self.progress != Progress::Silent => self.over(Said::Lost),
            Some(NOT_HEARD) if self.progress == Progress::Shown => self.over(Said::Lost),
            _ => self.failed(failure::words(end, &self.target)),
        }
    }

    fn shown(&mut self, progress: Progress) -> Vec<Said> {
        let before = self.progress;
        self.progress = before.max(progress);
        if before == Progress::Silent { vec![Said::Shown] } else { Vec::new() }
    }

    fn failed(&mut self, error: String) -> Vec<Said> {
        self.over(self.failure(error))
    }

    fn failure(&self, error: String) -> Said {
        if self.progress == Progress::Shown { Said::Failed(error) } else { Said::NotShown(error) }
    }

    fn over(&mut self, said: Said) -> Vec<Said> {
        self.is_over = true;
        vec![said]
    }
}
