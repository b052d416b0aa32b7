//! Where the announcement of a prompt is, and how it gets on.
//!
//! There is one announcement at a time, so there is one phase and one timer for it.

use std::time::Duration;

use super::{
    CLOSE_GRACE, ChannelEvent, Effect, LEAST_PAUSE, NOT_SHOWN, SERVER_RETURN, SETTLE, SLOT_RETRIES,
    SLOT_RETRY, Slot, Stage, Surface, SurfaceEvent, SurfaceId, SurfaceState, Timer, Wait,
};
use crate::engine::{
    answer::{ChannelKind, CloseReason, Ending, Failure},
    plan::Elsewhere,
};

/// Where the announcement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The terminal has some time of its own.
    Grace,
    /// The channel is getting ready; `shown_before` if a server that had our notification was lost.
    Preparing { stage: Stage, shown_before: bool },
    /// The channel's server has only just come and cannot be used yet.
    Settling { shown_before: bool },
    /// The channel is ready, and the prompt may not be announced yet.
    Slot { tries: u32 },
    /// The channel was told to show it.
    Opening { surface: SurfaceId },
    /// It is up.
    Shown { surface: SurfaceId, since: Duration },
    /// The server says that it is closed; a press may still follow.
    Closing { surface: SurfaceId, reason: CloseReason, at_once: bool },
    /// It expired and will be put up again.
    Pause,
    /// The server is gone; a new one may come.
    Lost { shown_before: bool },
    /// Nothing is announced any more: no channel is left, or a human sent it to the terminal.
    Over,
}

impl Wait {
    /// Sets out: grace at the terminal, or the first channel at once.
    pub(super) fn begin(&mut self) {
        if self.plan.channels.is_empty() {
            self.give_up(Duration::ZERO);
        } else if !self.plan.grace.is_zero() {
            self.enter(Phase::Grace, Some(self.plan.grace));
        } else {
            self.announce(Duration::ZERO);
        }
    }

    pub(super) fn on_channel(&mut self, now: Duration, channel: ChannelKind, event: ChannelEvent) {
        if self.plan.channels.get(self.channel) != Some(&channel) || self.phase == Phase::Grace {
            return;
        }
        match event {
            ChannelEvent::Held => {
                self.held = true;
                // Nobody sees it, and it would keep the other program's own question back.
                if !self.terminal && self.plan.elsewhere == Some(Elsewhere::Afterwards) {
                    self.end(now, Ending::Unreachable);
                }
            }
            ChannelEvent::Progress(stage) => match self.phase {
                Phase::Preparing { shown_before, .. } | Phase::Lost { shown_before } => {
                    self.enter(Phase::Preparing { stage, shown_before }, Some(now + stage.limit()));
                }
                _ => {}
            },
            ChannelEvent::NotYet => {
                if let Phase::Preparing { shown_before, .. } = self.phase {
                    self.enter(Phase::Settling { shown_before }, Some(now + SETTLE));
                }
            }
            ChannelEvent::Ready => match self.phase {
                Phase::Preparing { shown_before: true, .. } => self.show(now),
                Phase::Preparing { .. } if self.slot_taken => self.show(now),
                Phase::Preparing { .. } => self.ask_for_slot(0),
                _ => {}
            },
            ChannelEvent::Failed(error) => {
                self.forget_surfaces(channel);
                if self.phase != Phase::Over {
                    self.next_channel(now, error);
                }
            }
            ChannelEvent::ServerLost => {
                self.forget_surfaces(channel);
                self.on_server_lost(now);
            }
        }
    }

    /// What happened to a notification that is neither gone nor told to go.
    pub(super) fn on_live_surface(&mut self, now: Duration, id: SurfaceId, event: SurfaceEvent) {
        match event {
            SurfaceEvent::Shown => {
                if self.phase == (Phase::Opening { surface: id }) {
                    self.enter(Phase::Shown { surface: id, since: now }, None);
                    self.on_shown(id);
                }
            }
            SurfaceEvent::NotShown(error) => self.next_channel(now, error),
            SurfaceEvent::Answered(answer) => {
                if self.tie.is_none()
                    && let Some(surface) = self.surfaces.get(id.0)
                {
                    self.tie = Some((answer, surface.channel));
                    self.timers.set(Timer::Tie, now);
                }
            }
            SurfaceEvent::GoToTerminal if !self.terminal && self.plan.elsewhere.is_some() => {
                // What was pressed in this very instant was pressed before.
                if self.tie.is_none() {
                    self.end(now, Ending::ToTerminal);
                }
            }
            SurfaceEvent::GoToTerminal => {
                self.close(id);
                self.give_up(now);
            }
            // Whether the close that follows a press is in the same batch is luck, and shall not show; it saves us ours.
            SurfaceEvent::Closed(_) if self.tie.is_some() => self.set_state(id, SurfaceState::Closed),
            SurfaceEvent::Closed(reason) => {
                let since = match self.phase {
                    Phase::Shown { since, .. } => since,
                    // Closed before it was shown: not for long, then.
                    Phase::Opening { .. } => now,
                    _ => return,
                };
                self.closed_reason = Some(reason);
                self.set_state(id, SurfaceState::Closed);
                let at_once = now.saturating_sub(since) < NOT_SHOWN;
                self.enter(Phase::Closing { surface: id, reason, at_once }, Some(now + CLOSE_GRACE));
            }
            // Nobody has told it to go.
            SurfaceEvent::Withdrawing => {}
            SurfaceEvent::Gone if self.terminal => self.give_up(now),
            SurfaceEvent::Gone => self.next_channel(now, "the notification went away".to_owned()),
        }
    }

    pub(super) fn on_slot(&mut self, now: Duration, slot: Slot) {
        let Phase::Slot { tries } = self.phase else { return };
        match slot {
            Slot::Granted => {
                self.slot_taken = true;
                self.show(now);
            }
            Slot::Held(rest) => self.enter(Phase::Slot { tries: 0 }, Some(now + rest.max(SLOT_RETRY))),
            Slot::Busy if tries >= SLOT_RETRIES => self.show(now),
            Slot::Busy => self.enter(Phase::Slot { tries: tries + 1 }, Some(now + SLOT_RETRY)),
        }
    }

    pub(super) fn on_phase_timer(&mut self, now: Duration) {
        match self.phase {
            Phase::Grace => self.announce(now),
            Phase::Preparing { stage, .. } => {
                if let Some(&channel) = self.plan.channels.get(self.channel) {
                    self.effects.push_back(Effect::Abandon(channel));
                }
                self.took_too_long(now, stage);
            }
            Phase::Settling { shown_before } => self.prepare(now, Stage::Call, shown_before),
            Phase::Slot { tries } => self.ask_for_slot(tries),
            Phase::Opening { surface } => {
                self.close(surface);
                let channel = self.plan.channels.get(self.channel).copied();
                self.took_too_long(now, channel.map_or(Stage::Call, opening));
            }
            Phase::Closing { surface, reason, at_once } => self.on_closed(now, surface, reason, at_once),
            Phase::Pause => self.ask_for_slot(0),
            Phase::Lost { .. } => {
                self.next_channel(
                    now,
                    "the notification server is gone, and none came back within 5s".to_owned(),
                );
            }
            Phase::Shown { .. } | Phase::Over => {}
        }
    }

    /// There is a terminal again: nothing else needs to happen in a hurry.
    pub(super) fn terminal_found(&mut self) {
        if matches!(self.phase, Phase::Lost { .. }) {
            self.timers.stop(Timer::Phase);
        }
    }

    /// There is no terminal any more: only a channel can bring an answer now.
    pub(super) fn terminal_lost(&mut self, now: Duration) {
        match self.phase {
            Phase::Grace => self.announce(now),
            Phase::Lost { .. } => self.timers.set(Timer::Phase, now + SERVER_RETURN),
            Phase::Over => self.give_up(now),
            _ => {}
        }
    }

    /// Sets out with the channel in use.
    fn announce(&mut self, now: Duration) {
        self.prepare(now, Stage::Connect, false);
    }

    /// Gets the channel in use ready.
    fn prepare(&mut self, now: Duration, stage: Stage, shown_before: bool) {
        let Some(&channel) = self.plan.channels.get(self.channel) else { return };
        self.effects.push_back(Effect::Prepare(channel));
        self.enter(Phase::Preparing { stage, shown_before }, Some(now + stage.limit()));
    }

    fn ask_for_slot(&mut self, tries: u32) {
        self.enter(Phase::Slot { tries }, None);
        self.effects.push_back(Effect::TakeSlot { force: self.plan.continues });
    }

    fn show(&mut self, now: Duration) {
        let Some(&channel) = self.plan.channels.get(self.channel) else { return };
        let surface = SurfaceId(self.surfaces.len());
        self.surfaces.push(Surface { channel, state: SurfaceState::Opening, closed: false });
        self.effects.push_back(Effect::Show(surface, channel));
        self.enter(Phase::Opening { surface }, Some(now + opening(channel).limit()));
    }

    fn on_shown(&mut self, id: SurfaceId) {
        let Some(channel) = self.surfaces.get(id.0).map(|surface| surface.channel) else { return };
        if !self.announced.contains(&channel) {
            self.announced.push(channel);
        }
        let is_desktop = matches!(channel, ChannelKind::Desktop | ChannelKind::Remote);
        if is_desktop && self.plan.bell && !self.rang {
            self.rang = true;
            self.effects.push_back(Effect::Ring);
        }
    }

    /// No press came with the close.
    fn on_closed(&mut self, now: Duration, id: SurfaceId, reason: CloseReason, at_once: bool) {
        self.set_state(id, SurfaceState::Gone);
        if at_once {
            self.was_not_shown(id);
            self.next_channel(now, format!("the notification was closed at once ({})", reason.name()));
        } else if reason == CloseReason::Expired {
            self.slot_taken = false;
            self.enter(Phase::Pause, Some(now + self.plan.min_interval.max(LEAST_PAUSE)));
        } else if self.terminal {
            self.give_up(now);
        } else {
            self.end(now, Ending::Dismissed);
        }
    }

    /// What was closed at once nobody has seen.
    pub(super) fn was_not_shown(&mut self, id: SurfaceId) {
        let channel = self.surfaces.get(id.0).map(|surface| surface.channel);
        self.announced.retain(|announced| Some(*announced) != channel);
    }

    /// The server is gone, and with it all that we had there.
    fn on_server_lost(&mut self, now: Duration) {
        let shown_before = match self.phase {
            // No press can follow any more, and what expired is to be put up again, on whichever server there is then.
            Phase::Closing { reason: CloseReason::Expired, at_once: false, .. } if self.tie.is_none() => {
                self.slot_taken = false;
                false
            }
            Phase::Grace | Phase::Closing { .. } | Phase::Lost { .. } | Phase::Over => return,
            Phase::Preparing { shown_before, .. } | Phase::Settling { shown_before } => shown_before,
            Phase::Slot { .. } | Phase::Pause => false,
            Phase::Opening { .. } => {
                self.crashes += 1;
                true
            }
            Phase::Shown { since, .. } => {
                let soon = now.saturating_sub(since) < SERVER_RETURN;
                self.crashes = if soon { self.crashes + 1 } else { 0 };
                true
            }
        };
        if self.crashes > 1 {
            let died = match self.plan.channels.get(self.channel) {
                Some(ChannelKind::Remote) => "the connection was lost twice",
                _ => "the notification server died twice with this notification",
            };
            self.next_channel(now, died.to_owned());
        } else {
            let patience = (!self.terminal).then_some(now + SERVER_RETURN);
            self.enter(Phase::Lost { shown_before }, patience);
        }
    }

    /// A stage of the channel in use took longer than it may.
    fn took_too_long(&mut self, now: Duration, stage: Stage) {
        let Some(&channel) = self.plan.channels.get(self.channel) else { return };
        self.next_channel(now, stage.complaint(channel).to_owned());
    }

    /// The channel in use failed; the next one is tried.
    fn next_channel(&mut self, now: Duration, error: String) {
        let Some(&channel) = self.plan.channels.get(self.channel) else { return };
        self.failures.push(Failure { channel, error });
        self.channel += 1;
        self.crashes = 0;
        if self.channel < self.plan.channels.len() {
            self.announce(now);
        } else {
            self.give_up(now);
        }
    }

    /// Nothing is announced any more; without a terminal that is the end.
    fn give_up(&mut self, now: Duration) {
        self.enter(Phase::Over, None);
        if !self.terminal && self.tie.is_none() {
            self.end(now, Ending::Unreachable);
        }
    }

    fn forget_surfaces(&mut self, channel: ChannelKind) {
        for surface in &mut self.surfaces {
            if surface.channel == channel {
                surface.state = SurfaceState::Gone;
            }
        }
    }

    fn set_state(&mut self, id: SurfaceId, state: SurfaceState) {
        if let Some(surface) = self.surfaces.get_mut(id.0) {
            surface.state = state;
        }
    }

    /// Changes the phase and sets its timer, or stops it.
    fn enter(&mut self, phase: Phase, timer: Option<Duration>) {
        self.phase = phase;
        match timer {
            Some(due) => self.timers.set(Timer::Phase, due),
            None => self.timers.stop(Timer::Phase),
        }
    }
}

/// What a channel is at while a notification of its own is on the way.
fn opening(channel: ChannelKind) -> Stage {
    match channel {
        ChannelKind::Desktop | ChannelKind::Terminal => Stage::Call,
        ChannelKind::Remote => Stage::Reach,
    }
}
