//! From one channel to the next, and how long each of them may take.

use super::*;

#[test]
fn each_failure_leads_to_the_next_channel() {
    let mut t = Tester::new(Plan { channels: vec![DESKTOP, TERMINAL], ..plan() });
    t.until(5000).failed("no bus").asks(&[PREPARE, Effect::Prepare(TERMINAL)]);
    t.event(Event::Channel(TERMINAL, ChannelEvent::Ready)).event(Event::Slot(Slot::Granted));
    t.asks(&[TAKE_SLOT, Effect::Show(SurfaceId(0), TERMINAL)]);
    t.surface(0, SurfaceEvent::Shown).surface(0, SurfaceEvent::Gone).asks(&[]).waits();
    t.typed("allow");
    assert_eq!(t.failures(), ["desktop: no bus"]);
    assert_eq!(t.outcome().announced, [TERMINAL]);
    assert!(t.wait.is_done());
}

#[test]
fn one_slot_is_enough_for_all_channels() {
    let mut t = Tester::new(Plan { channels: vec![DESKTOP, TERMINAL], ..plan() });
    t.until(5000).channel(ChannelEvent::Ready).event(Event::Slot(Slot::Granted)).take();
    t.surface(0, SurfaceEvent::NotShown("refused".to_owned())).asks(&[Effect::Prepare(TERMINAL)]);
    t.event(Event::Channel(TERMINAL, ChannelEvent::Ready)).asks(&[Effect::Show(SurfaceId(1), TERMINAL)]);
}

#[test]
fn when_all_channels_failed_the_terminal_is_left() {
    let mut t = Tester::new(plan());
    t.until(5000).failed("no bus").waits().until(50_000).waits();
    assert_eq!(t.wait.poll_timeout(), None);
    t.typed("deny");
    assert_eq!(t.failures(), ["desktop: no bus"]);
}

#[test]
fn without_a_terminal_the_last_failure_is_the_end() {
    let mut t = Tester::new(unattended());
    t.failed("no bus");
    assert_eq!(t.ending(), &Ending::Unreachable);
    assert_eq!(t.failures(), ["desktop: no bus"]);
    assert!(t.wait.is_done());
}

#[test]
fn with_nowhere_to_ask_it_ends_before_it_begins() {
    let failure = Failure { channel: TERMINAL, error: "there is no terminal".to_owned() };
    let plan = Plan { channels: Vec::new(), failures: vec![failure], ..unattended() };
    let t = Tester::new(plan);
    assert_eq!(t.ending(), &Ending::Unreachable);
    assert_eq!(t.failures(), ["terminal: there is no terminal"]);
    assert_eq!(t.outcome().waited, Duration::ZERO);
}

#[test]
fn each_stage_has_its_own_limit() {
    let mut t = Tester::new(unattended());
    t.until(1999).waits().channel(ChannelEvent::Progress(Stage::Call)).until(3998).waits();
    t.channel(ChannelEvent::Progress(Stage::Activate)).until(8997).waits();
    t.channel(ChannelEvent::Progress(Stage::Call)).until(10_996).waits().take();
    t.until(10_997).asks(&[Effect::Abandon(DESKTOP)]);
    assert_eq!(t.failures(), ["desktop: the notification server did not answer within 2s"]);
}

#[test]
fn a_bus_that_does_not_answer_is_given_up_and_stays_so() {
    let mut t = Tester::new(plan());
    t.until(6999).asks(&[PREPARE]).until(7000).asks(&[Effect::Abandon(DESKTOP)]).waits();
    t.channel(ChannelEvent::Ready).channel(ChannelEvent::Progress(Stage::Call)).asks(&[]);
    t.typed("allow");
    assert_eq!(t.failures(), ["desktop: the session bus did not answer within 2s"]);
}

#[test]
fn a_notify_that_is_not_answered_in_time_is_closed_when_it_is() {
    let mut t = Tester::new(plan());
    t.until(5000).channel(ChannelEvent::Ready).event(Event::Slot(Slot::Granted)).take();
    t.until(6999).asks(&[]).until(7000).asks(&[close(0)]).waits();
    t.surface(0, SurfaceEvent::Shown).pressed(0, "allow").asks(&[]).waits();
    t.typed("deny").asks(&[Effect::Handoff(false)]);
    assert!(!t.wait.is_done(), "its close is not done yet");
    t.surface(0, SurfaceEvent::Gone);
    assert!(t.wait.is_done());
    assert_eq!(t.outcome().announced, []);
    assert_eq!(t.failures(), ["desktop: the notification server did not answer within 2s"]);
}

#[test]
fn the_process_lingers_for_an_unanswered_notify_and_no_longer() {
    let mut t = Tester::new(plan());
    t.until(5000).channel(ChannelEvent::Ready).event(Event::Slot(Slot::Granted)).take();
    t.typed("allow").asks(&[Effect::Handoff(false), close(0)]);
    assert_eq!(t.wait.poll_timeout(), Some(ms(5400)));
    t.until(5399);
    assert!(!t.wait.is_done());
    t.until(5400);
    assert!(t.wait.is_done());
}

#[test]
fn the_process_stays_until_the_bus_took_the_close_and_two_seconds_while_nothing_is_heard() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).typed("allow").asks(&[Effect::Handoff(false), close(0)]);
    assert_eq!(t.wait.poll_timeout(), Some(ms(7000)));
    t.until(6999);
    assert!(!t.wait.is_done());
    t.until(7000);
    assert!(t.wait.is_done());
}

#[test]
fn while_the_bus_is_heard_of_it_stays_longer_and_not_for_ever() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).until(6000).typed("allow").asks(&[Effect::Handoff(false), close(0)]);
    for at in [6000, 6900, 8800, 10_700, 12_600, 14_500] {
        t.until(at).surface(0, SurfaceEvent::Withdrawing).asks(&[]);
        assert_eq!(t.wait.poll_timeout(), Some(ms(16_000.min(at + 2000))), "at {at}");
    }
    t.until(15_999).surface(0, SurfaceEvent::Withdrawing);
    assert!(!t.wait.is_done());
    t.until(16_000);
    assert!(t.wait.is_done());
    t.surface(0, SurfaceEvent::Withdrawing);
    assert_eq!(t.wait.poll_timeout(), None, "it is over");
}

#[test]
fn an_unanswered_notify_is_given_no_longer_for_what_else_is_heard() {
    let mut t = Tester::new(plan());
    t.until(5000).channel(ChannelEvent::Ready).event(Event::Slot(Slot::Granted)).take();
    t.typed("allow").asks(&[Effect::Handoff(false), close(0)]).surface(0, SurfaceEvent::Withdrawing);
    assert_eq!(t.wait.poll_timeout(), Some(ms(5400)));
}

#[test]
fn what_is_heard_while_it_goes_on_changes_nothing() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).surface(0, SurfaceEvent::Withdrawing).asks(&[]).waits();
    assert_eq!(t.wait.poll_timeout(), None);
}

#[test]
fn another_host_is_given_as_long_as_an_unanswered_notify() {
    let mut t = Tester::new(Plan { channels: vec![REMOTE], ..plan() });
    t.until(5000).event(Event::Channel(REMOTE, ChannelEvent::Ready)).event(Event::Slot(Slot::Granted)).take();
    t.surface(0, SurfaceEvent::Shown).asks(&[Effect::Ring]);
    t.typed("allow").asks(&[Effect::Handoff(false), close(0)]);
    assert_eq!(t.wait.poll_timeout(), Some(ms(5400)));
    assert_eq!(t.outcome().announced, [REMOTE]);
}
