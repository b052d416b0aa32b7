//! Do-not-disturb, signals, and a terminal that goes or comes.

use super::*;

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
