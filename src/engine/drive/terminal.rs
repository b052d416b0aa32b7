//! The terminal channel at work: between the thread that holds the terminal and what the channel knows.

use super::{Driver, Incoming};
use crate::engine::{
    answer::ChannelKind,
    channel::{
        desktop,
        terminal::{
            live::{Channel, Settings, Step},
            tmux,
        },
    },
    random,
    tty::{
        ask::Heard,
        query::{Ask, Findings},
    },
    wait::{ChannelEvent, Event, SurfaceEvent, SurfaceId},
};

/// The channel, and what it shows.
#[derive(Debug)]
pub(super) struct Notifier {
    pub(super) channel: Channel,
    /// The notification that is on its way or up.
    pub(super) surface: Option<SurfaceId>,
    /// Whether there is more to it than that it was shown: it can be taken down, or answered.
    stays: bool,
    /// Whether there ever was one.
    pub(super) was_used: bool,
    /// Whether the prompt waits for the channel to be ready.
    wanted: bool,
    /// Whether the terminal is being asked.
    asking: bool,
}

impl Driver<'_> {
    /// Asks the terminal who it is right behind the question, if it may well be what shows the notification: where it
    /// comes first, there is no bus, or one that seldom has a desktop. What is typed after the question was seen comes
    /// behind the replies then: an answer has none to wait for.
    pub(super) fn introduce(&mut self) {
        let (channels, facts) = (&self.job.plan.channels, &self.job.facts);
        let Some(at) = channels.iter().position(|channel| *channel == ChannelKind::Terminal) else { return };
        let is_likely = at == 0 || facts.is_remote || desktop::is_nowhere(&facts.bus);
        if is_likely && self.notifier().channel.next() == Step::AskTerminal {
            self.ask_terminal();
        }
    }

    pub(super) fn prepare_terminal(&mut self) {
        self.notifier().wanted = true;
        self.get_on();
    }

    fn notifier(&mut self) -> &mut Notifier {
        self.terminal.get_or_insert_with(|| {
            let channel = Channel::new(Settings {
                environment: self.job.facts.environment.clone(),
                pinned: self.job.protocol,
                request: self.job.request.clone(),
                actions: self.job.actions,
                bell: self.job.plan.bell,
            });
            let (surface, stays, was_used, wanted, asking) = (None, false, false, false, false);
            Notifier { channel, surface, stays, was_used, wanted, asking }
        })
    }

    fn ask_terminal(&mut self) {
        let (Some(notifier), Some(asker)) = (&mut self.terminal, &self.asker) else { return };
        if !std::mem::replace(&mut notifier.asking, true) {
            // Without a random number it is not asked what it takes.
            let id = random::number().ok().map(|number| format!("q{number:016x}"));
            asker.query(Ask { direct: true, secondary: false, id });
        }
    }

    /// Finds out what is still to be found out.
    pub(super) fn get_on(&mut self) {
        let (Some(notifier), true) = (&self.terminal, self.asker.is_some()) else {
            self.tell_terminal(ChannelEvent::Failed("there is no terminal".to_owned()));
            return;
        };
        if let Err(error) = self.job.facts.terminal.bell() {
            self.tell_terminal(ChannelEvent::Failed(error));
            return;
        }
        match notifier.channel.next() {
            Step::AskTmux => {
                let outbox = self.inbox.outbox();
                let post = move |answer| outbox.post(Incoming::Tmux(answer));
                tmux::ask_aside(self.job.facts.environment.clone(), post);
            }
            Step::AskTerminal => self.ask_terminal(),
            Step::Ready => self.tell_terminal(ChannelEvent::Ready),
            Step::Failed(error) => self.tell_terminal(ChannelEvent::Failed(error)),
        }
    }

    fn tell_terminal(&mut self, event: ChannelEvent) {
        tracing::debug!(?event, "terminal");
        self.happen(Event::Channel(ChannelKind::Terminal, event));
    }

    pub(super) fn show_at_terminal(&mut self, surface: SurfaceId) {
        let (Some(notifier), Some(asker)) = (&mut self.terminal, &self.asker) else { return };
        let shown = random::number()
            .map_err(|error| format!("the system has no random numbers ({error})"))
            .and_then(|number| notifier.channel.show(surface, number));
        match shown {
            Ok(shown) => {
                tracing::debug!(detection = ?notifier.channel.settled(), lost = ?shown.lost, "terminal");
                notifier.surface = Some(surface);
                notifier.was_used = true;
                notifier.stays = shown.answers || shown.close.is_some();
                asker.show(shown.bytes, shown.close.unwrap_or_default(), shown.answers);
            }
            Err(error) => self.happen(Event::Surface(surface, SurfaceEvent::NotShown(error))),
        }
    }

    pub(super) fn withdraw_at_terminal(&mut self, surface: SurfaceId) {
        if let Some(asker) = &self.asker {
            asker.withdraw();
        }
        self.gone(surface);
    }

    fn gone(&mut self, surface: SurfaceId) {
        if let Some(notifier) = &mut self.terminal {
            notifier.surface = None;
        }
        self.happen(Event::Surface(surface, SurfaceEvent::Gone));
    }

    pub(super) fn on_heard(&mut self, heard: Heard) {
        let Some(notifier) = &mut self.terminal else { return };
        match heard {
            Heard::Findings(findings) => {
                notifier.asking = false;
                // Where it could not be asked yet, it will be once that is needed.
                if findings.is_some() || notifier.wanted {
                    let Findings { identity, capabilities, .. } = findings.unwrap_or_default();
                    notifier.channel.on_findings(identity, capabilities);
                }
                if notifier.wanted {
                    self.get_on();
                }
            }
            Heard::Shown => {
                let (Some(surface), stays) = (notifier.surface, notifier.stays) else { return };
                self.happen(Event::Surface(surface, SurfaceEvent::Shown));
                if !stays {
                    self.gone(surface);
                }
            }
            Heard::NotShown(error) => {
                if let Some(surface) = notifier.surface.take() {
                    self.happen(Event::Surface(surface, SurfaceEvent::NotShown(error)));
                }
            }
            Heard::Withdrawn => {
                if let Some(surface) = notifier.surface {
                    self.gone(surface);
                }
            }
            Heard::Osc(text) => {
                if let Some((surface, event)) = notifier.channel.on_osc(&text) {
                    tracing::debug!(?surface, ?event, "terminal");
                    self.happen(Event::Surface(surface, event));
                }
            }
            Heard::Prompt(_) => {}
        }
    }
}
