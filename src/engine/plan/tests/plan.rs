//! The plan: which channels, when, and why not.

use super::*;

fn wishes() -> Wishes {
    Wishes {
        enabled: true,
        channels: vec![DESKTOP, TERMINAL],
        actions: true,
        terminal_only: false,
        elsewhere: None,
        grace: Duration::from_secs(5),
        min_interval: Duration::from_secs(10),
        continues: false,
        bell: true,
    }
}

/// The channels of a plan, and what is said about those that it leaves out.
fn plan_of(answers: &Question, wishes: &Wishes, terminal: bool) -> (Vec<ChannelKind>, Vec<String>) {
    let plan = Plan::new(&request(answers.clone()), wishes, terminal);
    let failures = plan.failures.iter().map(|f| format!("{}: {}", f.channel.name(), f.error));
    (plan.channels, failures.collect())
}

#[test]
fn at_a_terminal_every_channel_may_announce_whatever_may_answer() {
    for actions in [true, false] {
        for terminal_only in [true, false] {
            let wishes = Wishes { actions, terminal_only, ..wishes() };
            let plan = plan_of(&question("allow deny", false), &wishes, true);
            assert_eq!(plan, (vec![DESKTOP, TERMINAL], vec![]), "{actions} {terminal_only}");
        }
    }
}

#[test]
fn without_a_terminal_only_a_channel_that_can_be_answered_is_left() {
    let none = "terminal: there is no terminal";
    let only = "desktop: only the terminal may answer, and there is none";
    let off = "desktop: buttons are switched off, and there is no terminal to answer at";
    for (actions, terminal_only, channels, failures) in [
        (true, false, vec![DESKTOP], vec![none]),
        (true, true, vec![], vec![only, none]),
        (false, true, vec![], vec![only, none]),
        (false, false, vec![], vec![off, none]),
    ] {
        let wishes = Wishes { actions, terminal_only, ..wishes() };
        for answers in [question("allow deny", false), Question::Reply] {
            let failures: Vec<String> = failures.iter().map(|&failure| failure.to_owned()).collect();
            assert_eq!(plan_of(&answers, &wishes, false), (channels.clone(), failures));
        }
    }
}

#[test]
fn a_secret_is_announced_nowhere_and_so_is_nothing_when_it_is_switched_off() {
    for terminal in [true, false] {
        for actions in [true, false] {
            for terminal_only in [true, false] {
                let wishes = Wishes { actions, terminal_only, ..wishes() };
                assert_eq!(plan_of(&Question::Secret, &wishes, terminal), (vec![], vec![]));
                let wishes = Wishes { enabled: false, ..wishes };
                assert_eq!(plan_of(&question("allow deny", false), &wishes, terminal), (vec![], vec![]));
            }
        }
    }
}

#[test]
fn a_list_and_a_form_are_for_the_terminal_alone() {
    for (answers, what) in [(list("a b"), "a list"), (form("A B"), "a form")] {
        for actions in [true, false] {
            let wishes = Wishes { actions, ..wishes() };
            assert_eq!(plan_of(&answers, &wishes, true), (vec![DESKTOP, TERMINAL], vec![]));
            let only = format!("desktop: {what} can only be answered at the terminal, and there is none");
            let none = "terminal: there is no terminal".to_owned();
            assert_eq!(plan_of(&answers, &wishes, false), (vec![], vec![only.clone(), none]));
            // Should the terminal go while it is being announced.
            let scene = Scene { actions, ..ALONE };
            let error = render(&request(answers.clone()), &can(Buttons::Menu), scene).unwrap_err();
            assert_eq!(format!("desktop: {error}"), only);
        }
    }
}

#[test]
fn channels_keep_the_order_they_were_named_in() {
    for channels in [vec![], vec![TERMINAL], vec![DESKTOP], vec![TERMINAL, DESKTOP]] {
        let wishes = Wishes { channels: channels.clone(), ..wishes() };
        assert_eq!(plan_of(&Question::Reply, &wishes, true), (channels, vec![]));
    }
}

#[test]
fn there_is_grace_at_a_terminal_only_and_not_within_an_exchange() {
    for (terminal, continues, grace) in [
        (true, false, Duration::from_secs(5)),
        (true, true, Duration::ZERO),
        (false, false, Duration::ZERO),
        (false, true, Duration::ZERO),
    ] {
        let plan = Plan::new(&choices("allow"), &Wishes { continues, ..wishes() }, terminal);
        assert_eq!(plan.grace, grace, "{terminal} {continues}");
        assert_eq!((plan.terminal, plan.continues), (terminal, continues));
        assert_eq!(plan.min_interval, Duration::from_secs(10), "what expired comes back no sooner");
    }
}

#[test]
fn the_bell_rings_where_it_is_wanted_and_there_is_a_terminal() {
    for (bell, terminal, rings) in
        [(true, true, true), (true, false, false), (false, true, false), (false, false, false)]
    {
        let plan = Plan::new(&choices("allow"), &Wishes { bell, ..wishes() }, terminal);
        assert_eq!(plan.bell, rings, "{bell} {terminal}");
    }
}

#[test]
fn the_deadline_is_the_request_s() {
    let deadline = Deadline { after: HOUR, otherwise: Some(Answer::Choice(choice("deny"))) };
    let request = Request { deadline: Some(deadline.clone()), ..choices("allow deny") };
    assert_eq!(Plan::new(&request, &wishes(), true).deadline, Some(deadline));
    assert_eq!(Plan::new(&choices("allow deny"), &wishes(), true).deadline, None);
}

#[test]
fn what_another_program_asks_too_may_be_announced_whatever_may_answer_here() {
    let list = Question::List { choices: vec![choice("a"), choice("b")], other: false, multi: true };
    for (elsewhere, grace) in
        [(Elsewhere::Meanwhile, Duration::from_secs(5)), (Elsewhere::Afterwards, Duration::ZERO)]
    {
        let wishes = Wishes { elsewhere: Some(elsewhere), actions: false, ..wishes() };
        let plan = plan_of(&list, &wishes, false);
        assert_eq!(plan, (vec![DESKTOP], vec!["terminal: there is no terminal".to_owned()]));
        let plan = Plan::new(&choices("allow"), &wishes, false);
        assert_eq!((plan.terminal, plan.elsewhere, plan.grace), (false, Some(elsewhere), grace));
    }
}
