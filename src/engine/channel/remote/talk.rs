//! What the far end says, as what happens to a notification.
//!
//! Pure: no clock, no environment, no input or output.

use super::wire::{self, Given};
use crate::engine::{
    answer::{ChannelKind, CloseReason},
    request::Request,
    ssh::{
        failure::{self, SSH_FAILED},
        session::{End, Heard},
        target::Target,
    },
    wait::{ChannelEvent, Event, Stage, SurfaceEvent, SurfaceId},
};

/// One notification, from the start of its ssh to its end.
#[derive(Clone, Debug)]
pub(super) struct Talk {
    pub(super) surface: SurfaceId,
    pub(super) target: Target,
    pub(super) request: Request,
    /// What each line of the far end repeats.
    pub(super) nonce: String,
    /// Whether a six-field receiver has the buttons for it.
    pub(super) suits_six_fields: bool,
    /// Whether there is a terminal to answer at besides.
    pub(super) terminal: bool,
    progress: Progress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// Nothing was heard.
    Silent,
    /// It is up; `by_lines` if that was said, and not only likely.
    Shown { by_lines: bool },
    /// What became of it is known.
    Over,
}

impl Talk {
    pub(super) fn new(
        surface: SurfaceId,
        target: Target,
        request: Request,
        nonce: String,
        suits_six_fields: bool,
        terminal: bool,
    ) -> Self {
        Self { surface, target, request, nonce, suits_six_fields, terminal, progress: Progress::Silent }
    }

    /// What follows from what is heard, while nobody has told it to end.
    pub(super) fn hear(&mut self, heard: &Heard) -> Vec<Event> {
        match heard {
            _ if self.progress == Progress::Over => Vec::new(),
            Heard::Line(line) => self.on_line(line),
            // A receiver that says nothing when it shows something, and has the time to do so by now.
            Heard::Silence if self.suits_six_fields => self.shown(false),
            Heard::Silence => Vec::new(),
            Heard::Ended(end) => self.on_end(end),
        }
    }

    fn on_line(&mut self, line: &str) -> Vec<Event> {
        if let Some((event, desk)) = wire::decode_event(line, &self.nonce) {
            return self.on_event(event, &desk.host);
        }
        match wire::bare(line) {
            Some(given) if self.suits_six_fields && self.progress != (Progress::Shown { by_lines: true }) => {
                let mut events = self.shown(false);
                events.extend(self.answered(given));
                events
            }
            _ => Vec::new(),
        }
    }

    fn on_event(&mut self, event: wire::Event, desk: &str) -> Vec<Event> {
        match event {
            wire::Event::Ready => Vec::new(),
            wire::Event::Shown => self.shown(true),
            wire::Event::Held => vec![Event::Channel(ChannelKind::Remote, ChannelEvent::Held)],
            wire::Event::Answered(given) => self.answered(given),
            wire::Event::ToTerminal => self.over(SurfaceEvent::GoToTerminal),
            wire::Event::Dismissed => self.over(SurfaceEvent::Closed(CloseReason::Dismissed)),
            wire::Event::TimedOut => self.over(SurfaceEvent::Closed(CloseReason::Expired)),
            wire::Event::Failed(error) => {
                let name = if desk.is_empty() { self.target.name() } else { desk.to_owned() };
                self.failed(format!("{name}: {error}"))
            }
        }
    }

    fn shown(&mut self, by_lines: bool) -> Vec<Event> {
        let is_news = self.progress == Progress::Silent;
        self.progress = Progress::Shown { by_lines };
        if is_news { vec![Event::Surface(self.surface, SurfaceEvent::Shown)] } else { Vec::new() }
    }

    fn answered(&mut self, given: Given) -> Vec<Event> {
        match given.answer(&self.request) {
            Some(answer) => self.over(SurfaceEvent::Answered(answer)),
            None => self.failed(format!("{} answers what was not asked", self.target.name())),
        }
    }

    fn over(&mut self, event: SurfaceEvent) -> Vec<Event> {
        self.progress = Progress::Over;
        vec![Event::Surface(self.surface, event)]
    }

    /// The next channel is to be tried.
    fn failed(&mut self, error: String) -> Vec<Event> {
        let was_shown = self.progress != Progress::Silent;
        self.progress = Progress::Over;
        vec![if was_shown {
            Event::Channel(ChannelKind::Remote, ChannelEvent::Failed(error))
        } else {
            Event::Surface(self.surface, SurfaceEvent::NotShown(error))
        }]
    }

    fn on_end(&mut self, end: &End) -> Vec<Event> {
        match (self.progress, end.status) {
            // The connection was lost. It is tried once more at once: the other host may only have changed networks.
            (Progress::Shown { .. }, Some(SSH_FAILED)) => {
                self.progress = Progress::Over;
                [ChannelEvent::ServerLost, ChannelEvent::Progress(Stage::Reach), ChannelEvent::Ready]
                    .map(|event| Event::Channel(ChannelKind::Remote, event))
                    .into()
            }
            // A six-field receiver says nothing where nothing was chosen, and shows what it cannot take an answer for.
            (Progress::Shown { by_lines: false }, Some(0)) => {
                self.over(SurfaceEvent::Closed(CloseReason::Dismissed))
            }
            (Progress::Silent, Some(0)) if self.suits_six_fields => {
                let mut events = self.shown(false);
                events.extend(self.over(SurfaceEvent::Closed(CloseReason::Dismissed)));
                events
            }
            (Progress::Silent, Some(0)) if self.terminal => {
                let mut events = self.shown(false);
                events.extend(self.over(SurfaceEvent::Gone));
                events
            }
            (Progress::Silent, Some(0)) => self.failed(format!(
                "what runs at {} takes no such answers, and there is no terminal to answer at",
                self.target.name()
            )),
            _ => self.failed(failure::words(end, &self.target)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{
        answer::Answer,
        channel::{
            prompt::fixtures::choice,
            remote::wire::{Desk, encode_event},
        },
        config::RemoteSettings,
    };

    const SURFACE: SurfaceId = SurfaceId(3);

    fn talk(choices: &str, terminal: bool) -> Talk {
        let settings = RemoteSettings { host: Some("laptop".to_owned()), ..RemoteSettings::default() };
        let target = Target::of(&settings).unwrap();
        Talk::new(SURFACE, target, choice(choices), "n1".to_owned(), choices.starts_with("once"), terminal)
    }

    fn line(event: &wire::Event) -> Heard {
        let desk = Desk { host: "desk".to_owned(), server: None, version: "1".to_owned() };
        Heard::Line(encode_event("n1", &desk, event))
    }

    fn ended(status: u8, complaint: &str) -> Heard {
        Heard::Ended(End { status: Some(status), complaint: complaint.to_owned() })
    }

    fn surface(event: SurfaceEvent) -> Event {
        Event::Surface(SURFACE, event)
    }

    fn channel(event: ChannelEvent) -> Event {
        Event::Channel(ChannelKind::Remote, event)
    }

    /// All that follows, event by event.
    fn hears(mut talk: Talk, heard: &[Heard]) -> Vec<Event> {
        heard.iter().flat_map(|heard| talk.hear(heard)).collect()
    }

    fn closed(reason: CloseReason) -> Event {
        surface(SurfaceEvent::Closed(reason))
    }

    #[test]
    fn the_far_end_s_events_are_the_notification_s() {
        let shown = || surface(SurfaceEvent::Shown);
        let answers = |event: wire::Event| {
            hears(talk("allow,deny", true), &[line(&wire::Event::Shown), line(&event), ended(0, "")])
        };
        let request = choice("allow,deny");
        let deny = Answer::Choice(request.answers.choices()[1].clone());
        let key = |key: &str| wire::Event::Answered(Given::Key(key.to_owned()));
        assert_eq!(answers(key("deny")), [shown(), surface(SurfaceEvent::Answered(deny))]);
        assert_eq!(answers(wire::Event::ToTerminal), [shown(), surface(SurfaceEvent::GoToTerminal)]);
        assert_eq!(answers(wire::Event::Dismissed), [shown(), closed(CloseReason::Dismissed)]);
        assert_eq!(answers(wire::Event::TimedOut), [shown(), closed(CloseReason::Expired)]);
        let failed = |error: &str| channel(ChannelEvent::Failed(error.to_owned()));
        assert_eq!(
            answers(wire::Event::Failed("it is gone".to_owned())),
            [shown(), failed("desk: it is gone")]
        );
        assert_eq!(answers(key("never")), [shown(), failed("laptop answers what was not asked")]);
        let held = hears(talk("allow,deny", true), &[line(&wire::Event::Held), line(&wire::Event::Shown)]);
        assert_eq!(held, [channel(ChannelEvent::Held), shown()]);
    }

    #[test]
    fn what_is_not_for_us_is_noise() {
        let desk = Desk::default();
        let foreign = Heard::Line(encode_event("n2", &desk, &wire::Event::Shown));
        let noise = ["", "deny", "once", "Welcome to laptop", "{\"v\":1}", "{"];
        let mut heard: Vec<Heard> = noise.into_iter().map(|line| Heard::Line(line.to_owned())).collect();
        heard.extend([foreign, Heard::Silence, line(&wire::Event::Ready)]);
        assert_eq!(hears(talk("allow,deny", true), &heard), []);
    }

    #[test]
    fn what_is_not_shown_says_why() {
        for (terminal, heard, error) in [
            (
                true,
                ended(255, "me@laptop: Permission denied (publickey).\n"),
                "laptop refuses our key; add its line to authorized_keys there: plyn-notify tunnel setup",
            ),
            (true, ended(1, "plyn-notify: 64 are open\n"), "laptop says: 64 are open"),
            (
                true,
                line(&wire::Event::Failed("no notification server is running".to_owned())),
                "desk: no notification server is running",
            ),
            (
                false,
                ended(0, ""),
                "what runs at laptop takes no such answers, and there is no terminal to answer at",
            ),
        ] {
            let expected = surface(SurfaceEvent::NotShown(error.to_owned()));
            assert_eq!(hears(talk("allow,deny", terminal), &[heard]), [expected]);
        }
    }

    #[test]
    fn a_lost_connection_is_tried_again_at_once() {
        let heard = [line(&wire::Event::Shown), ended(255, "Timeout, server laptop not responding.\n")];
        let lost = [ChannelEvent::ServerLost, ChannelEvent::Progress(Stage::Reach), ChannelEvent::Ready];
        let mut expected = vec![surface(SurfaceEvent::Shown)];
        expected.extend(lost.map(channel));
        assert_eq!(hears(talk("allow,deny", true), &heard), expected);
        let crashed = hears(talk("allow,deny", true), &[line(&wire::Event::Shown), ended(101, "")]);
        assert!(matches!(&crashed[1], Event::Channel(_, ChannelEvent::Failed(_))), "{crashed:?}");
    }

    #[test]
    fn a_six_field_receiver_answers_by_a_bare_name_or_nothing() {
        let six = || talk("once=Allow once,always=Always allow,reject=Deny", true);
        let reject = Answer::Choice(six().request.answers.choices()[2].clone());
        let answered = [surface(SurfaceEvent::Shown), surface(SurfaceEvent::Answered(reject))];
        let name = Heard::Line("reject".to_owned());
        assert_eq!(hears(six(), &[name.clone(), ended(0, "")]), answered);
        assert_eq!(hears(six(), &[Heard::Silence, Heard::Silence, name.clone()]), answered);
        let dismissed = [surface(SurfaceEvent::Shown), closed(CloseReason::Dismissed)];
        assert_eq!(hears(six(), &[Heard::Silence, ended(0, "")]), dismissed);
        assert_eq!(hears(six(), &[ended(0, "")]), dismissed);
        let ours = hears(six(), &[line(&wire::Event::Shown), name]);
        assert_eq!(ours, [surface(SurfaceEvent::Shown)], "from ours a bare name is noise");
        let plain = hears(talk("allow,deny", true), &[ended(0, "")]);
        assert_eq!(plain, [surface(SurfaceEvent::Shown), surface(SurfaceEvent::Gone)]);
    }
}
