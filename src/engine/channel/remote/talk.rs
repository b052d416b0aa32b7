//! What the far end says, as what happens to a notification.
//!
//! Pure: no clock, no environment, no input or output.

use super::{Reader, Said};
use crate::engine::{
    answer::{ChannelKind, CloseReason},
    request::Request,
    ssh::session::Heard,
    wait::{ChannelEvent, Event, Stage, SurfaceEvent, SurfaceId},
};

/// One notification, from the start of its ssh to its end.
#[derive(Clone, Debug)]
pub(super) struct Talk {
    pub(super) surface: SurfaceId,
    pub(super) request: Request,
    /// Whether there is a terminal to answer at besides.
    pub(super) terminal: bool,
    pub(super) reader: Reader,
}

impl Talk {
    /// What follows from what is heard, while nobody has told it to end.
    pub(super) fn hear(&mut self, heard: &Heard) -> Vec<Event> {
        let said = self.reader.hear(heard);
        said.into_iter().flat_map(|said| self.on_said(said)).collect()
    }

    fn on_said(&self, said: Said) -> Vec<Event> {
        let surface = |event| vec![Event::Surface(self.surface, event)];
        let channel = |event| Event::Channel(ChannelKind::Remote, event);
        match said {
            Said::Shown => surface(SurfaceEvent::Shown),
            Said::Held => vec![channel(ChannelEvent::Held)],
            Said::Answered(given) => match given.answer(&self.request) {
                Some(answer) => surface(SurfaceEvent::Answered(answer)),
                None => self.on_said(self.reader.wrong_answer()),
            },
            Said::ToTerminal => surface(SurfaceEvent::GoToTerminal),
            Said::Dismissed => surface(SurfaceEvent::Closed(CloseReason::Dismissed)),
            Said::TimedOut => surface(SurfaceEvent::Closed(CloseReason::Expired)),
            Said::Plain if self.terminal => {
                [surface(SurfaceEvent::Shown), surface(SurfaceEvent::Gone)].concat()
            }
            Said::Plain => surface(SurfaceEvent::NotShown(format!(
                "what runs at {} takes no such answers, and there is no terminal to answer at",
                self.reader.name()
            ))),
            // The next channel is to be tried.
            Said::NotShown(error) => surface(SurfaceEvent::NotShown(error)),
            Said::Failed(error) => vec![channel(ChannelEvent::Failed(error))],
            // It is tried once more at once: the other host may only have changed networks.
            Said::Lost => {
                [ChannelEvent::ServerLost, ChannelEvent::Progress(Stage::Reach), ChannelEvent::Ready]
                    .map(channel)
                    .into()
            }
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
            remote::wire::{self, Desk, Given, encode_event},
        },
        config::RemoteSettings,
        ssh::{session::End, target::Target},
    };

    const SURFACE: SurfaceId = SurfaceId(3);

    fn talk(choices: &str, terminal: bool) -> Talk {
        let settings = RemoteSettings { host: Some("laptop".to_owned()), ..RemoteSettings::default() };
        let target = Target::of(&settings).unwrap();
        let reader = Reader::new(target, "n1".to_owned(), choices.starts_with("once"));
        Talk { surface: SURFACE, request: choice(choices), terminal, reader }
    }

    fn line(event: &wire::Event) -> Heard {
        let desk = Desk { host: "desk".to_owned(), server: None, version: "1".to_owned() };
        Heard::Line(encode_event("n1", &desk, event))
    }

    fn ended(status: u8, complaint: &str) -> Heard {
        Heard::Ended(End { status: Some(status), complaint: complaint.to_owned(), flooded: false })
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
        heard.extend([foreign, Heard::Waited, line(&wire::Event::Ready)]);
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
    fn a_connection_that_the_far_end_has_given_up_is_tried_again_too() {
        let heard = [line(&wire::Event::Shown), ended(1, "")];
        let given_up = hears(talk("allow,deny", true), &heard);
        assert_eq!(given_up[1], channel(ChannelEvent::ServerLost));
        let refused = hears(talk("allow,deny", true), &[ended(1, "")]);
        assert!(matches!(&refused[0], Event::Surface(_, SurfaceEvent::NotShown(_))), "{refused:?}");
    }

    #[test]
    fn a_six_field_receiver_answers_by_a_bare_name_or_nothing() {
        let six = || talk("once=Allow once,always=Always allow,reject=Deny", true);
        let reject = Answer::Choice(six().request.answers.choices()[2].clone());
        let answered = [surface(SurfaceEvent::Shown), surface(SurfaceEvent::Answered(reject))];
        let name = || Heard::Line("reject".to_owned());
        assert_eq!(hears(six(), &[name(), ended(0, "")]), answered);
        let noise = || Heard::Line("Welcome to laptop".to_owned());
        assert_eq!(hears(six(), &[noise(), Heard::Waited, Heard::Waited, name(), ended(0, "")]), answered);
        let dismissed = [surface(SurfaceEvent::Shown), closed(CloseReason::Dismissed)];
        assert_eq!(hears(six(), &[Heard::Waited, ended(0, "")]), dismissed);
        assert_eq!(hears(six(), &[ended(0, "")]), dismissed);
        let plain = hears(talk("allow,deny", true), &[ended(0, "")]);
        assert_eq!(plain, [surface(SurfaceEvent::Shown), surface(SurfaceEvent::Gone)]);
    }

    #[test]
    fn a_bare_name_counts_only_as_the_last_word_of_one_that_is_not_ours() {
        let six = || talk("once=Allow once,always=Always allow,reject=Deny", true);
        let name = || Heard::Line("once".to_owned());
        let shown = || surface(SurfaceEvent::Shown);
        assert_eq!(hears(six(), &[name()]), [], "it may be a login script's");
        for heard in [[line(&wire::Event::Shown), name()], [name(), line(&wire::Event::Shown)]] {
            let ours = hears(six(), &[&heard[..], &[ended(0, "")]].concat());
            assert_eq!(ours[0], shown());
            assert!(matches!(&ours[1..], [Event::Channel(_, ChannelEvent::Failed(_))]), "{ours:?}");
        }
        for end in [ended(1, ""), ended(255, "Connection reset")] {
            let failed = hears(six(), &[name(), end]);
            assert!(matches!(&failed[..], [Event::Surface(_, SurfaceEvent::NotShown(_))]), "{failed:?}");
        }
        assert_eq!(
            hears(six(), &[line(&wire::Event::Held), Heard::Waited]).len(),
            1,
            "ours says when it shows it"
        );
        let error = "there is no server".to_owned();
        let refused = hears(six(), &[Heard::Waited, line(&wire::Event::Failed(error))]);
        let not_shown = surface(SurfaceEvent::NotShown("desk: there is no server".to_owned()));
        assert_eq!(refused, [shown(), not_shown], "it was only believed to be up");
    }
}
