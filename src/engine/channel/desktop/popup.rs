//! The notifications of one channel, from `Notify` to their end.
//!
//! Pure bookkeeping: which reply belongs to which popup, and what a signal about an id means to us.

use super::spec::{Keys, ServerSignal};
use crate::engine::{
    answer::{Answer, CloseReason},
    plan::Press,
    request::Request,
    wait::{SurfaceEvent, SurfaceId},
};

/// How many signals are kept while a `Notify` is unanswered and their ids mean nothing yet. A server sends one or
/// two so early (Budgie, xfce4-notifyd); more is a flood.
const EARLY_LIMIT: usize = 64;

/// One popup.
#[derive(Debug)]
pub(super) struct Popup {
    pub(super) surface: SurfaceId,
    pub(super) state: State,
    /// What its keys mean.
    pub(super) keys: Keys,
    /// Whether it may be sent once more without buttons.
    pub(super) plain_retry: bool,
    /// Whether it may be sent once more with new keys.
    pub(super) rate_retry: bool,
    /// Whether it can be answered at a terminal too.
    pub(super) terminal: bool,
}

/// Where a popup is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// `Notify` with this serial is unanswered; `close` if it is to be closed when the reply comes.
    Opening { serial: u32, close: bool },
    /// Up under this id.
    Up(u32),
    /// The server says it closed; its presses may still come.
    Closed(u32),
    /// Over.
    Gone,
}

/// All popups of the channel, and the signals that came too early.
#[derive(Debug, Default)]
pub(super) struct Popups {
    list: Vec<Popup>,
    early: Vec<ServerSignal>,
}

impl Popups {
    pub(super) fn add(&mut self, popup: Popup) {
        self.list.push(popup);
    }

    pub(super) fn by_surface(&mut self, surface: SurfaceId) -> Option<&mut Popup> {
        self.list.iter_mut().find(|popup| popup.surface == surface)
    }

    /// The popup whose `Notify` had this serial.
    pub(super) fn by_serial(&mut self, wanted: u32) -> Option<&mut Popup> {
        self.list
            .iter_mut()
            .find(|popup| matches!(popup.state, State::Opening { serial, .. } if serial == wanted))
    }

    /// The server is gone, and its ids mean nothing any more.
    pub(super) fn forget_all(&mut self) {
        self.early.clear();
        for popup in &mut self.list {
            popup.state = State::Gone;
        }
    }

    fn any_opening(&self) -> bool {
        self.list.iter().any(|popup| matches!(popup.state, State::Opening { .. }))
    }

    /// What a signal of the server means. While a `Notify` is unanswered, a signal about an unknown id is kept: it
    /// may be about that very popup.
    pub(super) fn on_signal(
        &mut self,
        signal: ServerSignal,
        request: &Request,
    ) -> Option<(SurfaceId, SurfaceEvent)> {
        let id = signal.id();
        let known = |popup: &&mut Popup| matches!(popup.state, State::Up(at) | State::Closed(at) if at == id);
        let Some(popup) = self.list.iter_mut().find(known) else {
            if self.any_opening() && self.early.len() < EARLY_LIMIT {
                self.early.push(signal);
            }
            return None;
        };
        let event = popup.meaning(&signal, request)?;
        if matches!(event, SurfaceEvent::Closed(_)) {
            if matches!(popup.state, State::Closed(_)) {
                return None;
            }
            popup.state = State::Closed(id);
        }
        Some((popup.surface, event))
    }

    /// The signals that came before their id was known.
    pub(super) fn take_early(&mut self) -> Vec<ServerSignal> {
        std::mem::take(&mut self.early)
    }
}

impl Popup {
    fn meaning(&self, signal: &ServerSignal, request: &Request) -> Option<SurfaceEvent> {
        match signal {
            ServerSignal::Invoked { key, .. } => match self.keys.press(key)? {
                Press::Choice(at) => {
                    let choice = request.answers.choices().get(at)?;
                    Some(SurfaceEvent::Answered(Answer::Choice(choice.clone())))
                }
                Press::GoToTerminal => Some(SurfaceEvent::GoToTerminal),
                Press::Dismiss => Some(SurfaceEvent::Closed(CloseReason::Dismissed)),
            },
            ServerSignal::Replied { text, .. } => {
                self.keys.takes_reply(text).then(|| SurfaceEvent::Answered(Answer::Text(text.clone())))
            }
            ServerSignal::Closed { reason, .. } => {
                Some(SurfaceEvent::Closed(CloseReason::from_number(*reason)))
            }
        }
    }
}
