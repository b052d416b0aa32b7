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
        if !self.any_opening() {
            // Kept for a popup that nobody asks about any more; the id may be this one's.
            self.early.clear();
        }
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

    /// What a signal of the server means. While a `Notify` is unanswered, a signal that means nothing yet is kept: it
    /// may be about that very popup.
    pub(super) fn on_signal(
        &mut self,
        signal: ServerSignal,
        request: &Request,
    ) -> Option<(SurfaceId, SurfaceEvent)> {
        let id = signal.id();
        let known = |popup: &&mut Popup| matches!(popup.state, State::Up(at) | State::Closed(at) if at == id);
        // The newest first: a server may use the id of a closed popup again.
        let heard = self
            .list
            .iter_mut()
            .rev()
            .filter(known)
            .find_map(|popup| Some((popup.surface, popup.hear(&signal, request)?)));
        if heard.is_none() && self.any_opening() && self.early.len() < EARLY_LIMIT {
            self.early.push(signal);
        }
        heard
    }

    /// The signals that came before their id was known.
    pub(super) fn take_early(&mut self) -> Vec<ServerSignal> {
        std::mem::take(&mut self.early)
    }
}

impl Popup {
    /// What the signal means to this popup. It closes once; presses may come after that.
    fn hear(&mut self, signal: &ServerSignal, request: &Request) -> Option<SurfaceEvent> {
        let event = self.meaning(signal, request)?;
        if matches!(event, SurfaceEvent::Closed(_)) {
            let State::Up(id) = self.state else { return None };
            self.state = State::Closed(id);
        }
        Some(event)
    }

    pub(super) fn meaning(&self, signal: &ServerSignal, request: &Request) -> Option<SurfaceEvent> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{
        channel::desktop::{
            quirks::UNKNOWN,
            spec::{Server, notice},
        },
        plan::{Button, Rendering},
        request::{Choice, Question},
    };

    fn choice(key: &str) -> Choice {
        Choice::new(key, &key.to_uppercase())
    }

    fn request() -> Request {
        Request {
            title: "t".into(),
            answers: Question::Choice { choices: vec![choice("allow"), choice("deny")], reply: true },
            ..Request::confirm("", "")
        }
    }

    /// The keys of a popup with this nonce: allow, deny, one choice that the request has not, dismiss, a reply
    /// field and a click on the body.
    fn keys(nonce: &str) -> Keys {
        let presses = [Press::Choice(0), Press::Choice(1), Press::Choice(2), Press::Dismiss];
        let button = |press| Button { press, label: "x".into() };
        let rendering = Rendering {
            summary: "t".into(),
            lines: Vec::new(),
            buttons: presses.into_iter().map(button).collect(),
            body_click: true,
            reply: true,
            lost: Vec::new(),
        };
        notice(&rendering, &Server::default(), &UNKNOWN, nonce).1
    }

    /// A popup whose nonce is its surface's number.
    fn popup(surface: usize, state: State) -> Popup {
        Popup {
            surface: SurfaceId(surface),
            state,
            keys: keys(&surface.to_string()),
            plain_retry: false,
            rate_retry: false,
            terminal: true,
        }
    }

    fn popups(states: &[State]) -> Popups {
        let mut popups = Popups::default();
        for (surface, &state) in states.iter().enumerate() {
            popups.add(popup(surface, state));
        }
        popups
    }

    fn opening(serial: u32) -> State {
        State::Opening { serial, close: false }
    }

    fn invoked(id: u32, key: &str) -> ServerSignal {
        ServerSignal::Invoked { id, key: key.into() }
    }

    fn replied(id: u32, text: &str) -> ServerSignal {
        ServerSignal::Replied { id, text: text.into() }
    }

    fn closed(id: u32, reason: u32) -> ServerSignal {
        ServerSignal::Closed { id, reason }
    }

    fn on(popups: &mut Popups, signal: ServerSignal) -> Option<(SurfaceId, SurfaceEvent)> {
        popups.on_signal(signal, &request())
    }

    fn answer(surface: usize, key: &str) -> (SurfaceId, SurfaceEvent) {
        (SurfaceId(surface), SurfaceEvent::Answered(Answer::Choice(choice(key))))
    }

    fn close_event(surface: usize, reason: CloseReason) -> (SurfaceId, SurfaceEvent) {
        (SurfaceId(surface), SurfaceEvent::Closed(reason))
    }

    #[test]
    fn every_signal_means_what_its_keys_say_and_the_rest_is_noise() {
        let text = |text: &str| Some((SurfaceId(0), SurfaceEvent::Answered(Answer::Text(text.into()))));
        for (signal, meaning) in [
            (invoked(7, "0-0"), Some(answer(0, "allow"))),
            (invoked(7, "0-1"), Some(answer(0, "deny"))),
            (invoked(7, "0-2"), None),
            (invoked(7, "0-3"), Some(close_event(0, CloseReason::Dismissed))),
            (invoked(7, "default"), Some((SurfaceId(0), SurfaceEvent::GoToTerminal))),
            (invoked(7, "inline-reply"), None),
            (invoked(7, "allow"), None),
            (invoked(7, ""), None),
            (invoked(8, "0-0"), None),
            (invoked(0, "0-0"), None),
            (replied(7, "allow"), text("allow")),
            (replied(7, " as it is\n"), text(" as it is\n")),
            (replied(7, "  "), None),
            (replied(8, "allow"), None),
            (closed(7, 1), Some(close_event(0, CloseReason::Expired))),
            (closed(7, 2), Some(close_event(0, CloseReason::Dismissed))),
            (closed(7, 3), Some(close_event(0, CloseReason::Closed))),
            (closed(7, 4), Some(close_event(0, CloseReason::Undefined))),
            (closed(8, 2), None),
        ] {
            let mut popups = popups(&[State::Up(7)]);
            assert_eq!(on(&mut popups, signal.clone()), meaning, "{signal:?}");
            assert_eq!(popups.take_early(), [], "nothing is opening, so nothing is kept");
        }
    }

    #[test]
    fn a_press_after_its_close_counts_and_a_second_close_does_not() {
        let mut popups = popups(&[State::Up(7)]);
        assert_eq!(on(&mut popups, closed(7, 2)), Some(close_event(0, CloseReason::Dismissed)));
        assert_eq!(popups.by_surface(SurfaceId(0)).unwrap().state, State::Closed(7));
        assert_eq!(on(&mut popups, closed(7, 2)), None);
        assert_eq!(on(&mut popups, invoked(7, "0-3")), None, "to dismiss is to close");
        assert_eq!(on(&mut popups, invoked(7, "0-1")), Some(answer(0, "deny")));
        assert_eq!(on(&mut popups, replied(7, "x")).unwrap().0, SurfaceId(0));
    }

    #[test]
    fn a_press_of_dismiss_closes_it_once() {
        let mut popups = popups(&[State::Up(7)]);
        assert_eq!(on(&mut popups, invoked(7, "0-3")), Some(close_event(0, CloseReason::Dismissed)));
        assert_eq!(on(&mut popups, closed(7, 2)), None);
    }

    #[test]
    fn a_press_leaves_it_up() {
        let mut popups = popups(&[State::Up(7)]);
        on(&mut popups, invoked(7, "0-0"));
        assert_eq!(popups.by_surface(SurfaceId(0)).unwrap().state, State::Up(7));
    }

    #[test]
    fn of_what_is_gone_nothing_is_heard() {
        let mut popups = popups(&[State::Gone]);
        for signal in [invoked(7, "0-0"), replied(7, "x"), closed(7, 2)] {
            assert_eq!(on(&mut popups, signal), None);
        }
        assert_eq!(popups.take_early(), []);
    }

    #[test]
    fn what_comes_before_the_id_is_kept_in_order_and_once() {
        let mut popups = popups(&[opening(3)]);
        let signals = [invoked(7, "0-1"), invoked(9, "x"), closed(7, 2), replied(7, "x")];
        for signal in &signals {
            assert_eq!(on(&mut popups, signal.clone()), None);
        }
        popups.by_serial(3).unwrap().state = State::Up(7);
        assert_eq!(popups.take_early(), signals);
        assert_eq!(popups.take_early(), []);
        let meanings: Vec<_> = signals.into_iter().map(|signal| on(&mut popups, signal)).collect();
        assert_eq!(meanings[0], Some(answer(0, "deny")));
        assert_eq!(meanings[1], None);
        assert_eq!(meanings[2], Some(close_event(0, CloseReason::Dismissed)));
    }

    #[test]
    fn a_flood_before_the_id_is_bounded_and_keeps_what_came_first() {
        let mut popups = popups(&[opening(3)]);
        for id in 0..1000 {
            on(&mut popups, closed(id, 1));
        }
        let kept: Vec<u32> = popups.take_early().iter().map(ServerSignal::id).collect();
        assert_eq!(kept, (0..64).collect::<Vec<_>>());
    }

    #[test]
    fn what_was_kept_for_one_popup_is_not_heard_by_the_next() {
        let mut popups = popups(&[opening(3)]);
        on(&mut popups, closed(7, 2));
        // Taken down while it was opening, so that nobody asked for what was kept.
        popups.by_serial(3).unwrap().state = State::Gone;
        popups.add(popup(1, State::Gone));
        popups.by_surface(SurfaceId(1)).unwrap().state = opening(4);
        assert_eq!(popups.take_early(), []);
    }

    #[test]
    fn what_was_kept_stays_while_another_one_opens() {
        let mut popups = popups(&[opening(3)]);
        on(&mut popups, closed(7, 2));
        popups.add(popup(1, State::Gone));
        assert_eq!(popups.take_early(), [closed(7, 2)]);
    }

    #[test]
    fn an_id_that_a_server_uses_again_belongs_to_the_new_popup() {
        let mut popups = popups(&[State::Closed(7), State::Up(7)]);
        assert_eq!(on(&mut popups, invoked(7, "1-0")), Some(answer(1, "allow")));
        assert_eq!(on(&mut popups, invoked(7, "default")), Some((SurfaceId(1), SurfaceEvent::GoToTerminal)));
        assert_eq!(on(&mut popups, replied(7, "x")).unwrap().0, SurfaceId(1));
        assert_eq!(on(&mut popups, invoked(7, "0-1")), Some(answer(0, "deny")), "its keys are its own");
        assert_eq!(on(&mut popups, closed(7, 1)), Some(close_event(1, CloseReason::Expired)));
        assert_eq!(on(&mut popups, closed(7, 1)), None);
    }

    #[test]
    fn an_id_that_is_used_again_may_be_heard_of_before_the_reply() {
        for signal in [invoked(7, "1-0"), closed(7, 2)] {
            let mut popups = popups(&[State::Closed(7), opening(4)]);
            assert_eq!(on(&mut popups, signal.clone()), None);
            assert_eq!(popups.take_early(), [signal]);
        }
        let mut popups = popups(&[State::Closed(7), opening(4)]);
        assert_eq!(
            on(&mut popups, invoked(7, "0-0")),
            Some(answer(0, "allow")),
            "that can only be the old one"
        );
        assert_eq!(popups.take_early(), []);
    }

    #[test]
    fn a_popup_is_found_by_its_surface_and_by_its_call() {
        let mut popups = popups(&[State::Up(3), opening(4), State::Opening { serial: 5, close: true }]);
        assert_eq!(popups.by_surface(SurfaceId(1)).unwrap().state, opening(4));
        assert!(popups.by_surface(SurfaceId(3)).is_none());
        assert_eq!(popups.by_serial(4).unwrap().surface, SurfaceId(1));
        assert!(popups.by_serial(3).is_none(), "an id is no serial");
        let closing = popups.by_serial(5).unwrap();
        assert_eq!(closing.state, State::Opening { serial: 5, close: true }, "the close is remembered");
    }

    #[test]
    fn a_server_that_is_gone_takes_everything_with_it() {
        let mut popups = popups(&[State::Up(7), State::Closed(8), opening(3)]);
        on(&mut popups, closed(9, 1));
        popups.forget_all();
        assert_eq!(popups.take_early(), []);
        for signal in [invoked(7, "0-0"), invoked(8, "1-0"), closed(9, 1)] {
            assert_eq!(on(&mut popups, signal), None);
        }
        assert!(popups.by_serial(3).is_none());
        assert_eq!(popups.take_early(), [], "nothing is opening any more");
    }
}
