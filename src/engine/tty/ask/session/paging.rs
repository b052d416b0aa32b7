//! The longer text, in a pager that has the terminal meanwhile.

use super::Session;
use crate::engine::{
    channel::prompt::Painter,
    tty::{
        ask::pager::{Pager, died_of_a_key},
        raw::{self, RawMode},
    },
};

impl Session {
    /// Hands the terminal to a pager.
    pub(super) fn page(&mut self) {
        let Some(detail) = &self.manner.detail else { return };
        let text = detail.paged(self.manner.terminal.color);
        self.part(false);
        self.give_back(false);
        self.modes = raw::modes(&self.tty);
        // Before it runs: the first key may be a Ctrl-C.
        self.inbox.keyboard.lend();
        match Pager::start(&text) {
            Ok(pager) => self.pager = Some(pager),
            Err(error) => {
                self.inbox.keyboard.take_back(false);
                self.unpage(Some(format!("the pager cannot be started: {error}")));
            }
        }
    }

    /// Takes the terminal again when the pager has ended.
    pub(super) fn attend(&mut self) {
        if let Some(status) = self.pager.as_mut().and_then(Pager::ended) {
            self.inbox.keyboard.take_back(died_of_a_key(status));
            let failed = status.code().filter(|code| matches!(code, 126 | 127));
            self.unpage(failed.map(|code| format!("there is no such pager (exit status {code}): set PAGER")));
        }
    }

    pub(super) fn unpage(&mut self, notice: Option<String>) {
        self.pager = None;
        raw::set_modes(&self.tty, self.modes.take().as_ref(), false);
        if let Some(notice) = notice {
            self.prompt.say(notice);
        }
        self.look();
    }

    /// Ends the pager, and takes the terminal for what is shown last: it belongs onto the screen that the prompt was on.
    pub(super) fn end_pager(&mut self, pager: Pager) {
        let was_killed = pager.end();
        raw::set_modes(&self.tty, self.modes.take().as_ref(), was_killed);
        self.inbox.keyboard.take_back(false);
        // In the background that would stop the whole job.
        self.mode = self.tty.in_foreground().then(|| RawMode::enter(&self.tty, self.input()).ok()).flatten();
        self.painter = Painter::new(self.tty.size().0);
    }
}
