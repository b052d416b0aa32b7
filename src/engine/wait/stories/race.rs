//! When it is announced, who answers it, and when it ends by itself.

use super::*;

#[test]
fn an_answer_within_the_grace_is_never_announced() {
    let mut t = Tester::new(plan());
    t.until(4999).asks(&[]).typed("allow").asks(&[Effect::Handoff(false)]);
    assert_eq!(t.ending(), &answered("allow", Source::Terminal));
    assert!(t.wait.is_done(), "nothing is up, so nothing holds the process");
    assert_eq!(t.wait.poll_timeout(), None);
    assert_eq!(t.outcome().waited, ms(4999));
}

#[test]
fn after_the_grace_it_is_announced_once_with_one_bell() {
    let mut t = Tester::new(plan());
    t.until(4999).asks(&[]).until(5000).asks(&[PREPARE]);
    t.channel(ChannelEvent::Ready).asks(&[TAKE_SLOT]);
    t.event(Event::Slot(Slot::Granted)).asks(&[show(0)]);
    t.surface(0, SurfaceEvent::Shown).asks(&[Effect::Ring]);
    assert_eq!(t.wait.poll_timeout(), None, "an announced prompt wakes nobody");
    t.until(1_000_000).asks(&[]).waits();
    t.typed("deny").asks(&[Effect::Handoff(false), close(0)]);
    assert_eq!(t.outcome().announced, [DESKTOP]);
}

#[test]
fn without_a_bell_nothing_rings() {
    let mut t = Tester::new(Plan { bell: false, ..plan() });
    t.until(5000).shown(0).asks(&[]);
}

#[test]
fn without_grace_or_without_a_terminal_it_is_announced_at_once() {
    for plan in [Plan { grace: Duration::ZERO, ..plan() }, unattended()] {
        Tester::new(plan).asks(&[PREPARE]);
    }
}

#[test]
fn a_press_is_the_answer_and_the_notification_is_closed() {
    let mut t = Tester::new(unattended());
    t.shown(0).pressed(0, "allow").asks(&[Effect::Handoff(true), close(0)]);
    assert_eq!(t.ending(), &on_desktop("allow"));
    assert!(!t.wait.is_done(), "its notification is still up");
    t.surface(0, SurfaceEvent::Gone);
    assert!(t.wait.is_done());
}

#[test]
fn the_terminal_wins_an_instant_in_either_order() {
    for terminal_first in [true, false] {
        let mut t = Tester::new(plan());
        t.until(5000).shown(0).until(6000);
        let typed = Event::Terminal(TerminalEvent::Answered(choice("deny")));
        let pressed = Event::Surface(SurfaceId(0), SurfaceEvent::Answered(choice("allow")));
        if terminal_first {
            t.meanwhile(typed).event(pressed);
        } else {
            t.meanwhile(pressed).waits().event(typed);
        }
        assert_eq!(t.ending(), &answered("deny", Source::Terminal));
        t.asks(&[Effect::Handoff(false), close(0)]);
    }
}

#[test]
fn of_two_presses_in_an_instant_the_first_counts() {
    let mut t = Tester::new(unattended());
    t.shown(0).meanwhile(Event::Surface(SurfaceId(0), SurfaceEvent::Answered(choice("allow"))));
    t.pressed(0, "deny");
    assert_eq!(t.ending(), &on_desktop("allow"));
}

#[test]
fn the_close_that_follows_a_press_in_its_instant_is_not_mentioned() {
    let mut t = Tester::new(unattended());
    t.shown(0).until(1000).meanwhile(Event::Surface(SurfaceId(0), SurfaceEvent::Answered(choice("allow"))));
    t.closed(0, CloseReason::Dismissed).asks(&[Effect::Handoff(true)]);
    assert_eq!(t.outcome().closed_reason, None);
}

#[test]
fn a_press_an_instant_before_the_terminal_counts() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).meanwhile(Event::Surface(SurfaceId(0), SurfaceEvent::Answered(choice("allow"))));
    t.now += Duration::from_nanos(1);
    t.typed("deny");
    assert_eq!(t.ending(), &on_desktop("allow"));
}

#[test]
fn nothing_that_comes_after_the_outcome_changes_it() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).typed("deny");
    let outcome = t.outcome().clone();
    t.take();
    t.pressed(0, "allow").closed(0, CloseReason::Dismissed).failed("x").typed("allow");
    t.channel(ChannelEvent::Ready).channel(ChannelEvent::ServerLost).event(Event::Signal(Signal::Term));
    t.event(Event::Slot(Slot::Granted)).terminal(TerminalEvent::Lost).until(60_000);
    assert_eq!(t.outcome(), &outcome);
    assert!(t.wait.has_terminal(), "what it was when it ended");
    t.asks(&[]);
}

#[test]
fn the_slot_is_waited_for_and_asked_for_again() {
    let mut t = Tester::new(plan());
    t.until(5000).channel(ChannelEvent::Ready).asks(&[PREPARE, TAKE_SLOT]);
    t.event(Event::Slot(Slot::Held(ms(3000)))).until(7999).asks(&[]).until(8000).asks(&[TAKE_SLOT]);
    t.event(Event::Slot(Slot::Held(ms(9000)))).until(17_000).asks(&[TAKE_SLOT]);
    t.event(Event::Slot(Slot::Granted)).asks(&[show(0)]);
}

#[test]
fn a_slot_that_another_process_holds_locked_silences_nobody() {
    let mut t = Tester::new(plan());
    t.until(5000).channel(ChannelEvent::Ready).take();
    let mut asked = 1;
    while t.event(Event::Slot(Slot::Busy)).take().is_empty() {
        assert!(asked < 100, "it asks for ever");
        let due = t.wait.poll_timeout().expect("a time to ask again");
        t.until(u64::try_from(due.as_millis()).unwrap()).asks(&[TAKE_SLOT]);
        asked += 1;
    }
    assert_eq!(asked, 51);
    assert_eq!(t.now, ms(5100));
    t.surface(0, SurfaceEvent::Shown).asks(&[Effect::Ring]);
}

#[test]
fn a_prompt_that_continues_an_exchange_takes_the_slot_by_force() {
    let mut t = Tester::new(Plan { continues: true, grace: Duration::ZERO, ..plan() });
    t.channel(ChannelEvent::Ready).asks(&[PREPARE, Effect::TakeSlot { force: true }]);
}

#[test]
fn going_to_the_terminal_withdraws_for_good() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).take();
    t.surface(0, SurfaceEvent::GoToTerminal).asks(&[close(0)]).waits();
    t.closed(0, CloseReason::Expired).surface(0, SurfaceEvent::Gone).until(100_000).asks(&[]).waits();
    t.pressed(0, "allow").waits();
    t.channel(ChannelEvent::ServerLost).channel(ChannelEvent::Progress(Stage::Call));
    t.channel(ChannelEvent::Ready).asks(&[]);
    t.typed("allow");
    assert_eq!(t.ending(), &answered("allow", Source::Terminal));
}

#[test]
fn going_to_a_terminal_at_the_other_end_is_the_end_here() {
    let far = || Plan { elsewhere: Some(Elsewhere::Meanwhile), ..unattended() };
    let mut t = Tester::new(far());
    assert!(t.wait.offers_terminal() && !t.wait.has_terminal());
    t.shown(0).take();
    t.surface(0, SurfaceEvent::GoToTerminal).asks(&[close(0)]);
    assert_eq!(t.ending(), &Ending::ToTerminal);

    // awesome sends `default` after every other action.
    let mut t = Tester::new(far());
    t.shown(0).take();
    t.meanwhile(Event::Surface(SurfaceId(0), SurfaceEvent::Answered(choice("deny"))));
    t.surface(0, SurfaceEvent::GoToTerminal);
    assert_eq!(t.ending(), &on_desktop("deny"));

    // Closed by a human it is dismissed, as without any terminal: what that means the asker knows.
    let mut t = Tester::new(far());
    t.shown(0).until(1000).closed(0, CloseReason::Dismissed).until(1200);
    assert_eq!(t.ending(), &Ending::Dismissed);
}

#[test]
fn a_press_that_was_followed_by_the_body_s_click_in_one_instant_counts() {
    // awesome sends `default` after every other action.
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).take();
    t.meanwhile(Event::Surface(SurfaceId(0), SurfaceEvent::Answered(choice("deny"))));
    t.surface(0, SurfaceEvent::GoToTerminal);
    assert_eq!(t.ending(), &on_desktop("deny"));
    t.asks(&[close(0), Effect::Handoff(true)]);
}

#[test]
fn a_deadline_fails_closed_and_on_time() {
    let mut t = Tester::new(Plan { deadline: Some(deadline(7000, None)), ..plan() });
    t.until(5000).shown(0).until(6999).waits().until(7000);
    assert_eq!(t.ending(), &Ending::TimedOut);
    assert_eq!(t.outcome().waited, ms(7000));
    t.asks(&[close(0)]);
}

#[test]
fn a_deadline_takes_its_default() {
    let mut t = Tester::new(Plan { deadline: Some(deadline(2000, Some("deny"))), ..plan() });
    t.until(2000);
    assert_eq!(t.ending(), &answered("deny", Source::Default));
    t.asks(&[]);
}

#[test]
fn an_answer_at_the_deadline_counts_and_one_after_it_does_not() {
    for (late, ending) in [(0, answered("allow", Source::Terminal)), (1, Ending::TimedOut)] {
        let mut t = Tester::new(Plan { deadline: Some(deadline(2000, None)), ..plan() });
        t.until(1999);
        t.now = ms(2000 + late);
        t.typed("allow");
        assert_eq!(t.ending(), &ending);
        assert_eq!(t.outcome().waited, ms(2000));
    }
}
