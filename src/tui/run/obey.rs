//! What the model asks for, done to the world.

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::{Failed, Left, Session, script, trial::Running};
use crate::{
    engine::{
        doctor::{Probe, Trial, TrialEvent},
        text::clean,
    },
    tui::{
        command::Command,
        message::{Message, Rehearsal},
        update::update,
    },
};

impl Session {
    pub(super) fn tried(&mut self, trial: Trial, event: TrialEvent) -> Result<Option<Left>, Failed> {
        if let TrialEvent::Proven(proof) = &event {
            self.report.prove(proof.clone());
            self.diagnose();
        }
        if event == TrialEvent::Ended {
            self.running.take_if(|running| running.trial == trial);
        }
        self.obey(Message::Trial(trial, event))
    }

    /// Hands something to the model and does what it asks for; how it is left, if that ends it.
    pub(super) fn obey(&mut self, message: Message) -> Result<Option<Left>, Failed> {
        let time = Message::Time(self.elapsed());
        self.tell(time);
        for command in update(&mut self.model, message) {
            if let Some(left) = self.carry_out(command)? {
                return Ok(Some(left));
            }
        }
        Ok(None)
    }

    fn carry_out(&mut self, command: Command) -> Result<Option<Left>, Failed> {
        match command {
            Command::Quit => return Ok(Some(Left::Quit)),
            Command::Probe => {
                self.lookout.look(&Probe::ALL);
                self.talk.repeat();
            }
            Command::Survey { file, keep } => {
                let opened = self.files.open(file, keep);
                self.tell(Message::Surveyed(opened));
            }
            Command::Preview { changes, of_form } => {
                let preview = self.files.preview(changes, of_form);
                return self.obey(Message::Previewed(preview));
            }
            Command::Save => {
                let saved = self.files.save();
                return self.obey(Message::Saved(saved));
            }
            Command::Copy(text) => {
                // OSC 52, "Manipulate Selection Data" of xterm's control sequences.
                let sequence = format!("\x1b]52;c;{}\x1b\\", STANDARD.encode(&text));
                self.screen.write(sequence.as_bytes());
                self.tell(Message::Copied(clean(&text)));
            }
            Command::Try(trial) => {
                self.running = Some(Running::start(trial, &self.setup.context, &self.outbox));
            }
            Command::StopTrial => {
                if let Some(running) = &self.running {
                    running.stop();
                }
            }
            Command::Prove(proof) => {
                self.report.prove(proof);
                self.diagnose();
            }
            Command::Rehearse(rehearsal) => return self.rehearse(rehearsal),
            Command::Redraw => self.terminal.clear()?,
        }
        Ok(None)
    }

    /// Leaves the screen, runs `wait` there, and comes back; how it is left, if a signal ended both.
    fn rehearse(&mut self, rehearsal: Rehearsal) -> Result<Option<Left>, Failed> {
        self.screen.give_back();
        let ran = script::run(rehearsal, &self.setup, &mut self.inbox);
        if let Some(signal) = ran.ended_by {
            return Ok(Some(Left::Signal(signal.number())));
        }
        self.inbox.signals().continuation_is_known();
        self.come_back()?;
        for event in ran.meanwhile {
            if let Some(left) = self.happened(event)? {
                return Ok(Some(left));
            }
        }
        if let Some(proof) = rehearsal.proof(&ran.outcome) {
            self.report.prove(proof);
            self.diagnose();
        }
        self.obey(Message::Rehearsed(rehearsal, ran.outcome))
    }
}
