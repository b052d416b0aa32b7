//! What a prompt does, rule by rule of spec §3, each to the millisecond.

use std::time::Duration;

use super::{ChannelEvent, Effect, Event, Slot, Stage, SurfaceEvent, SurfaceId, TerminalEvent, testing::*};
use crate::engine::{
    answer::{CloseReason, Ending, Failure, Signal, Source},
    plan::{Elsewhere, Plan},
};

fn answered(key: &str, source: Source) -> Ending {
    Ending::Answered { answer: choice(key), source }
}

fn on_desktop(key: &str) -> Ending {
    answered(key, Source::Channel(DESKTOP))
}

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
fn the_process_stays_until_the_bus_took_the_close_and_two_seconds_at_most() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).typed("allow").asks(&[Effect::Handoff(false), close(0)]);
    assert_eq!(t.wait.poll_timeout(), Some(ms(7000)));
    t.until(6999);
    assert!(!t.wait.is_done());
    t.until(7000);
    assert!(t.wait.is_done());
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

#[test]
fn do_not_disturb_is_reported() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).channel(ChannelEvent::Held).typed("allow");
    assert!(t.outcome().held);
    let mut t = Tester::new(plan());
    t.typed("allow");
    assert!(!t.outcome().held);
}

#[test]
fn dismissing_at_the_terminal_ends_it_and_tells_nobody_of_an_answer() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).take();
    t.terminal(TerminalEvent::Dismissed).asks(&[close(0)]);
    assert_eq!(t.ending(), &Ending::Dismissed);
}

#[test]
fn a_signal_withdraws_and_ends() {
    for signal in [Signal::Hup, Signal::Int, Signal::Quit, Signal::Term] {
        let mut t = Tester::new(plan());
        t.until(5000).shown(0).take();
        t.event(Event::Signal(signal)).asks(&[close(0)]);
        assert_eq!(t.ending(), &Ending::Interrupted(signal));
    }
}

#[test]
fn a_terminal_that_goes_away_ends_the_grace() {
    let mut t = Tester::new(plan());
    t.until(1000).terminal(TerminalEvent::Lost).asks(&[PREPARE]);
    assert!(!t.wait.has_terminal());
    t.failed("no bus");
    assert_eq!(t.ending(), &Ending::Unreachable);
}

#[test]
fn a_terminal_that_goes_away_when_nothing_else_is_left_is_the_end() {
    let mut t = Tester::new(plan());
    t.until(5000).failed("no bus").waits().terminal(TerminalEvent::Lost);
    assert_eq!(t.ending(), &Ending::Unreachable);
}

#[test]
fn a_terminal_that_goes_away_while_the_server_is_lost_starts_the_five_seconds() {
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).until(20_000).channel(ChannelEvent::ServerLost).until(30_000);
    t.terminal(TerminalEvent::Lost).until(34_999).waits().until(35_000);
    assert_eq!(t.ending(), &Ending::Unreachable);
}

#[test]
fn a_terminal_that_is_found_is_answered_at_and_takes_the_hurry_out() {
    let mut t = Tester::new(unattended());
    t.shown(0).until(20_000).channel(ChannelEvent::ServerLost).until(22_000);
    t.terminal(TerminalEvent::Found).until(60_000).waits();
    assert!(t.wait.has_terminal());
    t.typed("allow");
    assert_eq!(t.ending(), &answered("allow", Source::Terminal));
}

#[test]
fn what_was_closed_at_once_was_not_announced_however_soon_the_answer_is_there() {
    for (closed, announced) in [(5299, vec![]), (5300, vec![DESKTOP])] {
        let mut t = Tester::new(plan());
        t.until(5000).shown(0).until(closed).closed(0, CloseReason::Dismissed).typed("allow");
        assert_eq!(t.outcome().announced, announced, "{closed}");
    }
    // A press that belongs to the close says that it was seen.
    let mut t = Tester::new(plan());
    t.until(5000).shown(0).until(5100).closed(0, CloseReason::Dismissed).pressed(0, "allow");
    assert_eq!(t.outcome().announced, [DESKTOP]);
}

#[test]
fn what_another_program_asks_too_is_announced_late_and_left_to_its_terminal() {
    let plan = Plan { elsewhere: Some(Elsewhere::Meanwhile), grace: ms(5000), ..unattended() };
    let mut t = Tester::new(plan);
    assert!(!t.wait.has_terminal() && t.wait.offers_terminal());
    t.until(4999).asks(&[]).until(5000).asks(&[PREPARE]);
    t.shown(0).surface(0, SurfaceEvent::GoToTerminal);
    assert_eq!(t.ending(), &Ending::ToTerminal);
    t.asks(&[close(0)]);
}

#[test]
fn what_another_program_asks_afterwards_is_not_kept_back_while_nobody_is_to_be_disturbed() {
    for (elsewhere, ends) in
        [(None, false), (Some(Elsewhere::Meanwhile), false), (Some(Elsewhere::Afterwards), true)]
    {
        let mut t = Tester::new(Plan { elsewhere, ..unattended() });
        t.channel(ChannelEvent::Held);
        assert_eq!(t.wait.outcome().map(|outcome| &outcome.ending), ends.then_some(&Ending::Unreachable));
    }
}
