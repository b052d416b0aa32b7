//! What comes from the terminal, and what it does to the prompt.

use std::time::Duration;

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};
use zeroize::Zeroizing;

use super::Session;
use crate::engine::{
    channel::prompt::{Reaction, plain::Judgement},
    clock::now,
    tty::{
        ask::Heard,
        parse::{Input, Key},
    },
    wait::TerminalEvent,
};

impl Session {
    pub(super) fn has_input(&self) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut [PollFd::new(self.tty.fd(), PollFlags::IN)], Some(&now)).is_ok_and(|ready| ready > 0)
    }

    /// How long a lone ESC is still waited behind, if there is one.
    pub(super) fn lone_escape(&self) -> Option<Duration> {
        let is_lone = self.reading && self.parser.pending_escape();
        is_lone.then(|| self.patience.left(self.talk.may_speak(), now()))
    }

    pub(super) fn read(&mut self) {
        // A command of the same round may have ended the prompt or given the terminal back: the next byte is not ours.
        if !self.reading || self.mode.is_none() {
            return;
        }
        if !self.tty.in_foreground() {
            // Reading now would stop the whole job.
            self.lose();
            return;
        }
        let mut buffer = [0_u8; 4096];
        let wanted = if self.manner.terminal.ansi { 1 } else { buffer.len() };
        let Some(room) = buffer.get_mut(..wanted) else { return };
        match rustix::io::read(self.tty.fd(), &mut *room) {
            Ok(0) if !self.manner.terminal.ansi && self.tty.usable().is_ok() => {
                self.react(Reaction::Dismissed);
            }
            Ok(0) => self.lose(),
            Ok(count) => {
                let bytes = Zeroizing::new(room.get(..count).unwrap_or_default().to_vec());
                room.fill(0);
                self.take_in(&bytes);
            }
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => self.lose(),
        }
    }

    pub(super) fn take_in(&mut self, bytes: &[u8]) {
        self.patience.heard(now());
        if self.manner.terminal.ansi {
            for &byte in bytes {
                match self.parser.push(byte) {
                    Some(Input::Key(key)) => self.key(key),
                    Some(Input::Report(report)) => self.report(report),
                    None => {}
                }
            }
        } else {
            self.line.extend_from_slice(bytes);
            if self.line.last() != Some(&b'\n') {
                // Ctrl-D behind half a line is no Enter: the rest is still to come.
                return;
            }
            let bytes = std::mem::take(&mut self.line);
            let line = Zeroizing::new(String::from_utf8_lossy(&bytes).into_owned());
            match self.plain.judge(&line) {
                Judgement::Answered(answer) => self.react(Reaction::Answered(answer)),
                Judgement::Dismissed => self.react(Reaction::Dismissed),
                Judgement::Reask(text) => self.outlet.write(text.as_bytes()),
            }
        }
    }

    pub(super) fn key(&mut self, key: Key) {
        self.inbox.keyboard.settle();
        let reaction = self.prompt.key(key);
        self.react(reaction);
    }

    pub(super) fn react(&mut self, reaction: Reaction) {
        match reaction {
            Reaction::None => {}
            Reaction::Redraw => self.dirty = true,
            Reaction::Page => self.page(),
            Reaction::Answered(answer) => self.end(TerminalEvent::Answered(answer)),
            Reaction::Dismissed => self.end(TerminalEvent::Dismissed),
        }
    }

    /// No key matters any more; the rest of the input is somebody else's.
    pub(super) fn end(&mut self, event: TerminalEvent) {
        self.reading = false;
        self.dirty = false;
        (self.post)(Heard::Prompt(event));
    }

    /// The terminal is not ours any more.
    pub(super) fn lose(&mut self) {
        self.give_back(false);
        // Who hears that it is down knows already that nobody can answer at the terminal.
        self.set_usable(false);
        self.retract();
    }
}
