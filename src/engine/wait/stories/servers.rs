//! What a server does to a notification: closed, expired, lost, back again.

use super::*;

#[test]
fn closed_within_300_ms_was_not_shown() {
    for (after, next) in [(299, true), (300, false)] {
        let mut t = Tester::new(Plan { channels: vec![DESKTOP, TERMINAL], ..plan() });
        t.until(5000).shown(0).until(5000 + after).take();
        t.closed(0, CloseReason::Dismissed).until(5000 + after + 199).asks(&[]);
        t.until(5000 + after + 200);
        t.asks(if next { &[Effect::Prepare(TERMINAL)] } else { &[] }).waits();
        t.typed("allow").asks(&[Effect::Handoff(false)]);
        assert_eq!(t.outcome().announced, if next { vec![] } else { vec![DESKTOP] });
        assert_eq!(t.outcome().closed_reason, Some(CloseReason::Dismissed));
    }
}

#[test]
fn a_press_up_to_200_ms_after_its_close_counts() {
    for (after, counts) in [(0, true), (200, true), (201, false)] {
        for reason in
            [CloseReason::Expired, CloseReason::Dismissed, CloseReason::Closed, CloseReason::Undefined]
        {
            let mut t = Tester::new(plan());
            t.until(5000).shown(0).until(9000).closed(0, reason).take();
            t.now = ms(9000 + after);
            t.pressed(0, "allow");
            assert_eq!(t.wait.outcome().is_some(), counts, "{after} ms after {reason:?}");
            if counts {
                assert_eq!(t.ending(), &on_desktop("allow"));
                t.asks(&[Effect::Handoff(true)]);
                assert!(t.wait.is_done(), "a closed notification need not be closed");
            }
        }
    }
}

#[test]
fn without_a_terminal_closing_it_is_dismissing_the_prompt() {
    for reason in [CloseReason::Dismissed, CloseReason::Closed, CloseReason::Undefined] {
        let mut t = Tester::new(unattended());
        t.shown(0).until(300).closed(0, reason).until(499).waits().until(500);
        assert_eq!(t.ending(), &Ending::Dismissed);
        assert_eq!(t.outcome().closed_reason, Some(reason));
        assert!(t.wait.is_done());
    }
}

#[test]
fn at_a_terminal_closing_it_leaves_the_prompt() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).until(9000).closed(0, CloseReason::Dismissed).take();
    t.until(100_000).asks(&[]).waits();
    assert_eq!(t.wait.poll_timeout(), None);
}

#[test]
fn what_expired_is_put_up_again_after_the_interval() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).until(9000).closed(0, CloseReason::Expired).take();
    t.until(19_199).asks(&[]).until(19_200).asks(&[TAKE_SLOT]);
    t.event(Event::Slot(Slot::Granted)).asks(&[show(1)]).surface(1, SurfaceEvent::Shown).asks(&[]);
    t.pressed(0, "deny").waits().pressed(1, "allow");
    assert_eq!(t.ending(), &on_desktop("allow"));
    assert_eq!(t.outcome().announced, [DESKTOP]);
}

#[test]
fn even_without_an_interval_it_does_not_come_back_in_a_flood() {
    let mut t = Tester::new(Plan { min_interval: Duration::ZERO, ..unattended() });
    t.shown(0)
        .until(300)
        .closed(0, CloseReason::Expired)
        .until(1499)
        .asks(&[])
        .until(1500)
        .asks(&[TAKE_SLOT]);
}

#[test]
fn a_server_that_returns_gets_it_once_more() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).until(20_000).take();
    t.channel(ChannelEvent::ServerLost).asks(&[]).waits();
    assert_eq!(t.wait.poll_timeout(), None, "with a terminal there is no hurry");
    t.until(90_000).channel(ChannelEvent::Progress(Stage::Call)).pressed(0, "allow").waits();
    t.channel(ChannelEvent::Ready).asks(&[show(1)]).surface(1, SurfaceEvent::Shown).asks(&[]);
    t.typed("allow").asks(&[Effect::Handoff(false), close(1)]);
}

#[test]
fn without_a_terminal_a_new_server_is_waited_for_five_seconds() {
    let mut t = Tester::new(unattended());
    t.shown(0).until(20_000).channel(ChannelEvent::ServerLost).until(24_999).waits().until(25_000);
    assert_eq!(t.ending(), &Ending::Unreachable);
    assert_eq!(t.failures(), ["desktop: the notification server is gone, and none came back within 5s"]);
    assert!(t.wait.is_done());
}

#[test]
fn a_server_that_dies_of_it_does_not_get_it_a_third_time() {
    let mut t = Tester::new(unattended());
    t.channel(ChannelEvent::Ready).event(Event::Slot(Slot::Granted)).take();
    t.channel(ChannelEvent::ServerLost).waits();
    t.channel(ChannelEvent::Progress(Stage::Call)).channel(ChannelEvent::Ready).asks(&[show(1)]);
    t.channel(ChannelEvent::ServerLost);
    assert_eq!(t.ending(), &Ending::Unreachable);
    assert_eq!(t.failures(), ["desktop: the notification server died twice with this notification"]);
}

#[test]
fn a_server_that_is_restarted_now_and_then_gets_it_each_time() {
    let mut t = Tester::new(unattended());
    t.shown(0);
    for round in 1..5 {
        t.until(round * 5000).channel(ChannelEvent::ServerLost).channel(ChannelEvent::Progress(Stage::Call));
        t.channel(ChannelEvent::Ready).asks(&[show(usize::try_from(round).unwrap())]);
        t.surface(usize::try_from(round).unwrap(), SurfaceEvent::Shown).waits();
    }
}

#[test]
fn a_server_lost_before_it_showed_anything_is_waited_for_and_the_slot_asked_for() {
    let mut t = Tester::new(unattended());
    t.channel(ChannelEvent::ServerLost)
        .until(4999)
        .waits()
        .channel(ChannelEvent::Progress(Stage::Call))
        .take();
    t.channel(ChannelEvent::Ready).asks(&[TAKE_SLOT]);
}

#[test]
fn a_bus_that_is_gone_ends_a_prompt_without_a_terminal_at_once() {
    let mut t = Tester::new(unattended());
    t.shown(0).until(1000).failed("the session bus is gone");
    assert_eq!(t.ending(), &Ending::Unreachable);
    assert!(t.wait.is_done(), "there is nobody to close anything");
}

#[test]
fn a_server_that_is_not_quite_there_is_asked_again_in_a_moment() {
    let mut t = Tester::new(unattended());
    t.channel(ChannelEvent::NotYet).asks(&[PREPARE]).until(49).asks(&[]).until(50).asks(&[PREPARE]);
    t.channel(ChannelEvent::NotYet)
        .until(100)
        .asks(&[PREPARE])
        .channel(ChannelEvent::Ready)
        .asks(&[TAKE_SLOT]);
    // One that comes back is asked again just so, and shown the notification once more without a slot.
    let mut t = Tester::new(unattended());
    t.shown(0).until(20_000).channel(ChannelEvent::ServerLost).channel(ChannelEvent::Progress(Stage::Call));
    t.channel(ChannelEvent::NotYet)
        .until(20_050)
        .asks(&[PREPARE])
        .channel(ChannelEvent::Ready)
        .asks(&[show(1)]);
    // And it is given the time of a call, no more.
    let mut t = Tester::new(unattended());
    t.channel(ChannelEvent::NotYet).until(50).take();
    t.until(2049).waits().until(2050);
    assert_eq!(t.failures(), ["desktop: the notification server did not answer within 2s"]);
}
