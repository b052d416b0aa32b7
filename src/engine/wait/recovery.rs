//! What a prompt does when channels, servers and the terminal come and go (spec §3 rules 11, 12 and 14).

use super::{ChannelEvent, Effect, Event, Slot, Stage, SurfaceEvent, SurfaceId, TerminalEvent, testing::*};
use crate::engine::{
    answer::{CloseReason, Ending},
    plan::Plan,
};

/// The server comes back and is ready to show something.
fn returns(t: &mut Tester) -> &mut Tester {
    t.channel(ChannelEvent::Progress(Stage::Call)).channel(ChannelEvent::Ready)
}

/// Answers that the slot is busy until the prompt asks no more, and counts how often it asked.
fn busy(t: &mut Tester) -> usize {
    let mut asked = 0;
    loop {
        asked += 1;
        assert!(asked < 100, "it asks for ever");
        t.event(Event::Slot(Slot::Busy));
        if !t.take().is_empty() {
            return asked;
        }
        let due = t.wait.poll_timeout().expect("a time to ask again");
        t.until(u64::try_from(due.as_millis()).unwrap()).asks(&[TAKE_SLOT]);
    }
}

#[test]
fn each_stage_ends_after_its_own_time_with_its_own_words() {
    for (stage, limit, words) in [
        (Stage::Connect, 2000, "the session bus did not answer within 2s"),
        (Stage::Activate, 5000, "the notification server did not start within 5s"),
        (Stage::Call, 2000, "the notification server did not answer within 2s"),
    ] {
        let mut t = Tester::new(unattended());
        t.until(1000).channel(ChannelEvent::Progress(stage)).until(999 + limit).waits().until(1000 + limit);
        assert_eq!(t.ending(), &Ending::Unreachable);
        assert_eq!(t.failures(), [format!("desktop: {words}")]);
    }
}

#[test]
fn a_terminal_that_is_held_is_not_called_a_server() {
    let terminal = |event| Event::Channel(TERMINAL, event);
    let mut t = Tester::new(Plan { channels: vec![TERMINAL], ..plan() });
    t.until(5000).event(terminal(ChannelEvent::Ready)).event(Event::Slot(Slot::Granted)).take();
    t.until(7000).asks(&[Effect::Close(SurfaceId(0))]).typed("allow");
    assert_eq!(t.failures(), ["terminal: the terminal took nothing within 2s"]);
    let mut t = Tester::new(Plan { channels: vec![TERMINAL], ..plan() });
    t.until(7000).typed("allow");
    assert_eq!(t.failures(), ["terminal: what is known of the terminal was not there within 2s"]);
}

/// The connection to another host is lost, and made anew at once.
fn redials(t: &mut Tester) {
    for event in [ChannelEvent::ServerLost, ChannelEvent::Progress(Stage::Reach), ChannelEvent::Ready] {
        t.event(Event::Channel(REMOTE, event));
    }
}

#[test]
fn another_host_is_given_20_s_and_asked_again_when_it_is_lost() {
    let ready = Event::Channel(REMOTE, ChannelEvent::Ready);
    let remote = || Tester::new(Plan { channels: vec![REMOTE, DESKTOP], ..unattended() });
    let show = |id| Effect::Show(SurfaceId(id), REMOTE);
    let mut t = remote();
    t.event(ready.clone()).event(Event::Slot(Slot::Granted)).take();
    t.until(19_999).asks(&[]).until(20_000).asks(&[Effect::Close(SurfaceId(0)), PREPARE]).failed("no bus");
    assert_eq!(t.failures(), ["remote: the other host showed nothing within 20s", "desktop: no bus"]);

    let mut t = remote();
    t.event(ready).event(Event::Slot(Slot::Granted)).surface(0, SurfaceEvent::Shown).until(60_000).take();
    redials(&mut t);
    t.asks(&[show(1)]).until(70_000).surface(1, SurfaceEvent::Shown).until(71_000).waits();
    redials(&mut t);
    t.asks(&[show(2)]).surface(2, SurfaceEvent::Shown).waits();
    redials(&mut t);
    t.asks(&[PREPARE]).failed("no bus");
    assert_eq!(t.failures(), ["remote: the connection was lost twice", "desktop: no bus"]);
}

#[test]
fn only_the_channel_in_use_is_listened_to_and_not_within_the_grace() {
    let mut t = Tester::new(Plan { channels: vec![DESKTOP, TERMINAL], ..plan() });
    t.until(4000).channel(ChannelEvent::Held).failed("too early").until(5000).asks(&[PREPARE]);
    t.event(Event::Channel(TERMINAL, ChannelEvent::Ready)).asks(&[]);
    t.event(Event::Channel(TERMINAL, ChannelEvent::Held));
    t.event(Event::Channel(TERMINAL, ChannelEvent::Failed("not asked".to_owned()))).asks(&[]);
    t.channel(ChannelEvent::Ready).asks(&[TAKE_SLOT]).typed("allow");
    assert!(!t.outcome().held);
    assert_eq!(t.failures(), [""; 0]);
}

#[test]
fn a_slot_is_tried_for_as_often_each_time() {
    let mut t = Tester::new(plan());
    t.until(5000).channel(ChannelEvent::Ready).event(Event::Slot(Slot::Held(ms(100)))).take();
    t.until(5100).asks(&[TAKE_SLOT]);
    assert_eq!(busy(&mut t), 51);
    t.surface(0, SurfaceEvent::Shown).until(6000).closed(0, CloseReason::Expired).take();
    t.until(16_200).asks(&[TAKE_SLOT]);
    assert_eq!(busy(&mut t), 51, "and again when it is put up again");
}

#[test]
fn what_went_up_without_its_slot_returns_without_one() {
    for shown in [true, false] {
        let mut t = Tester::new(plan());
        t.until(5000).channel(ChannelEvent::Ready).take();
        busy(&mut t);
        if shown {
            t.surface(0, SurfaceEvent::Shown).take();
        }
        t.channel(ChannelEvent::ServerLost).asks(&[]);
        returns(&mut t).asks(&[show(1)]);
    }
}

#[test]
fn a_server_lost_while_the_slot_is_waited_for_gets_it_with_its_slot() {
    let mut t = Tester::new(plan());
    t.until(5000).channel(ChannelEvent::Ready).event(Event::Slot(Slot::Held(ms(9000)))).take();
    t.channel(ChannelEvent::ServerLost).until(60_000).asks(&[]);
    returns(&mut t).asks(&[TAKE_SLOT]);
}

#[test]
fn a_server_lost_after_the_popup_expired_needs_a_new_slot() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).until(9000).closed(0, CloseReason::Expired).until(10_000).take();
    t.channel(ChannelEvent::ServerLost).until(60_000).asks(&[]);
    returns(&mut t).asks(&[TAKE_SLOT]).event(Event::Slot(Slot::Granted)).asks(&[show(1)]);
}

#[test]
fn a_server_lost_just_after_the_popup_expired_is_waited_for() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).until(9000).closed(0, CloseReason::Expired).until(9100).take();
    t.channel(ChannelEvent::ServerLost).until(60_000).asks(&[]);
    returns(&mut t).asks(&[TAKE_SLOT]).event(Event::Slot(Slot::Granted)).asks(&[show(1)]);

    let mut t = Tester::new(unattended());
    t.shown(0).until(9000).closed(0, CloseReason::Expired).until(9100).take();
    t.channel(ChannelEvent::ServerLost).until(14_099).waits().until(14_100);
    assert_eq!(t.ending(), &Ending::Unreachable);
    let words = "desktop: the notification server is gone, and none came back within 5s";
    assert_eq!(t.failures(), [words]);
}

#[test]
fn what_ends_it_late_leaves_time_to_withdraw() {
    // It was stopped, and went on long after its deadline.
    for (shown, lingers) in [(true, 2000), (false, 400)] {
        let mut t = Tester::new(Plan { deadline: Some(deadline(10_000, None)), ..plan() });
        t.until(5000).channel(ChannelEvent::Ready).event(Event::Slot(Slot::Granted));
        if shown {
            t.surface(0, SurfaceEvent::Shown);
        }
        t.now = ms(60_000);
        t.event(Event::Channel(DESKTOP, ChannelEvent::Held));
        assert_eq!((t.ending(), t.outcome().waited), (&Ending::TimedOut, ms(10_000)));
        assert!(t.take().contains(&close(0)));
        assert!(!t.wait.is_done());
        assert_eq!(t.wait.poll_timeout(), Some(ms(60_000 + lingers)));
        t.until(60_000 + lingers);
        assert!(t.wait.is_done());
    }
}

#[test]
fn a_server_lost_just_after_the_popup_was_dismissed_changes_nothing() {
    let mut t = Tester::new(unattended());
    t.shown(0).until(9000).closed(0, CloseReason::Dismissed).until(9100).channel(ChannelEvent::ServerLost);
    t.until(9200);
    assert_eq!(t.ending(), &Ending::Dismissed);
    let mut t = Tester::new(unattended());
    t.shown(0).until(9000).closed(0, CloseReason::Dismissed).until(9100);
    t.meanwhile(Event::Surface(SurfaceId(0), SurfaceEvent::Answered(choice("deny"))));
    t.channel(ChannelEvent::ServerLost);
    assert!(matches!(t.ending(), Ending::Answered { .. }), "a press that came before the loss counts");
}

#[test]
fn a_click_on_what_expired_counts_for_200_ms_and_then_it_comes_back() {
    for (after, comes_back) in [(200, false), (201, true)] {
        let mut t = Tester::new(plan());
        t.until(5000).shown(0).until(9000).closed(0, CloseReason::Expired).take();
        t.now = ms(9000 + after);
        t.surface(0, SurfaceEvent::GoToTerminal).until(60_000).waits();
        t.asks(if comes_back { &[TAKE_SLOT] } else { &[] });
    }
}

#[test]
fn what_closes_before_it_is_shown_was_not_shown() {
    for shown in [true, false] {
        let mut t = Tester::new(Plan { channels: vec![DESKTOP, TERMINAL], ..unattended() });
        t.channel(ChannelEvent::Ready).event(Event::Slot(Slot::Granted)).closed(0, CloseReason::Dismissed);
        if shown {
            t.surface(0, SurfaceEvent::Shown);
        }
        t.take();
        t.until(199).asks(&[]).until(200).asks(&[Effect::Prepare(TERMINAL)]).waits();
    }
}

#[test]
fn a_server_that_dies_soon_twice_in_a_row_is_given_up() {
    let mut t = Tester::new(unattended());
    t.shown(0);
    // It dies soon, then not so soon, then soon again: that is once in a row.
    for (round, lived) in [(1, 4999), (2, 5000), (3, 4999)] {
        let until = u64::try_from(t.now.as_millis()).unwrap() + lived;
        t.until(until).channel(ChannelEvent::ServerLost).waits();
        returns(&mut t).asks(&[show(round)]).surface(round, SurfaceEvent::Shown);
    }
    let until = u64::try_from(t.now.as_millis()).unwrap() + 4999;
    t.until(until).channel(ChannelEvent::ServerLost);
    assert_eq!(t.ending(), &Ending::Unreachable);
    assert_eq!(t.failures(), ["desktop: the notification server died twice with this notification"]);
}

#[test]
fn one_channel_s_deaths_are_not_the_next_one_s() {
    let mut t = Tester::new(Plan { channels: vec![DESKTOP, TERMINAL], ..unattended() });
    t.channel(ChannelEvent::Ready).event(Event::Slot(Slot::Granted)).channel(ChannelEvent::ServerLost);
    returns(&mut t).take();
    t.channel(ChannelEvent::ServerLost).event(Event::Channel(TERMINAL, ChannelEvent::Ready)).take();
    t.event(Event::Channel(TERMINAL, ChannelEvent::ServerLost)).waits();
}

#[test]
fn a_notification_that_went_away_leaves_the_prompt_to_the_terminal() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).take();
    t.surface(0, SurfaceEvent::Gone).channel(ChannelEvent::ServerLost);
    returns(&mut t).asks(&[]).waits();
}

#[test]
fn without_a_terminal_a_notification_that_went_away_is_a_failure() {
    let mut t = Tester::new(unattended());
    t.shown(0).surface(0, SurfaceEvent::Gone);
    assert_eq!(t.ending(), &Ending::Unreachable);
    assert_eq!(t.failures(), ["desktop: the notification went away"]);
}

#[test]
fn a_terminal_that_goes_away_after_the_notification_was_closed_is_the_end() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).until(9000).closed(0, CloseReason::Dismissed).until(10_000).waits();
    t.terminal(TerminalEvent::Lost);
    assert_eq!(t.ending(), &Ending::Unreachable);
}

#[test]
fn with_a_terminal_found_a_new_server_is_waited_for_without_end() {
    let mut t = Tester::new(unattended());
    t.shown(0).until(20_000).channel(ChannelEvent::ServerLost).until(22_000);
    t.terminal(TerminalEvent::Found).until(60_000).asks(&[]).waits();
    returns(&mut t).asks(&[show(1)]).typed("allow");
    assert_eq!(t.failures(), [""; 0]);
}

#[test]
fn a_server_that_dies_after_the_outcome_holds_nobody() {
    for event in [ChannelEvent::ServerLost, ChannelEvent::Failed("the session bus is gone".to_owned())] {
        let mut t = Tester::new(plan());
        t.until(5000).shown(0).typed("allow");
        assert!(!t.wait.is_done());
        let outcome = t.outcome().clone();
        t.channel(event).take();
        assert!(t.wait.is_done(), "there is nothing left to take down");
        assert_eq!(t.outcome(), &outcome);
    }
}

#[test]
fn a_channel_that_gets_ready_after_the_outcome_shows_nothing() {
    let mut t = Tester::new(plan());
    t.until(5000).typed("allow").take();
    t.channel(ChannelEvent::Progress(Stage::Call)).channel(ChannelEvent::Ready).asks(&[]);
    t.event(Event::Slot(Slot::Granted)).until(60_000).asks(&[]);
    assert!(t.wait.is_done());
}
