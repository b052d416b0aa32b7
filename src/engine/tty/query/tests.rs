use proptest::prelude::*;

use super::*;

const KITTY: &str = "kitty(0.41.1)";
const CODE: &str = "xterm.js(6.1.0-beta.56)";
const QUERY: &[u8] = b"\x1b]99;i=q7k:p=?;\x1b\\\x1b[c";
const SAID: &str = "99;i=q7k:p=?;a=focus,report:p=title,body,?,close,icon,alive,buttons:c=1";

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn ask() -> Ask {
    Ask { direct: true, secondary: false, id: Some("q7k".to_owned()) }
}

fn da1() -> Report {
    Report::Csi { private: b'?', parameters: b"62;52;".to_vec(), last: b'c' }
}

fn name(text: &str) -> Report {
    Report::Dcs(format!(">|{text}").into_bytes())
}

fn osc(text: &str) -> Report {
    Report::Osc(text.as_bytes().to_vec())
}

/// An exchange with a terminal that has named itself after 10 ms, and what it is asked next.
fn named(text: &str) -> (Exchange, Option<Vec<u8>>) {
    let mut exchange = Exchange::new(ms(0), ask());
    assert_eq!(exchange.poll_output().as_deref(), Some(WHO));
    assert!(exchange.handle(ms(10), &name(text)));
    assert_eq!((exchange.poll_output(), exchange.outcome()), (None, None));
    assert!(exchange.handle(ms(10), &da1()));
    let output = exchange.poll_output();
    (exchange, output)
}

#[track_caller]
fn finds(exchange: &Exchange, identity: Option<&str>, capable: bool, answers: bool) {
    let findings = exchange.outcome().expect("it is over");
    let named = findings.identity.as_ref().map(|identity| identity.name.as_str());
    assert_eq!((named, findings.capabilities.is_some(), findings.answers), (identity, capable, answers));
    assert_eq!(exchange.poll_timeout(), None);
}

#[test]
fn a_terminal_that_can_all_of_it() {
    let (mut exchange, output) = named(KITTY);
    assert_eq!(output.as_deref(), Some(QUERY));
    assert_eq!(exchange.poll_timeout(), Some(BOUND));
    assert!(exchange.handle(ms(20), &osc(SAID)));
    assert_eq!(exchange.outcome(), None, "the fence is still to come");
    assert!(exchange.handle(ms(20), &da1()));
    finds(&exchange, Some("kitty"), true, true);
    assert!(exchange.drain(ms(30), false).is_none());
}

#[test]
fn who_may_not_survive_is_not_asked_again() {
    for text in [
        "foot(1.26.1)",
        "foot(1.21.0)",
        "kitty(0.35.0)",
        "ghostty 1.3.1",
        "tmux 3.5a",
        "Zellij(0.45.0)",
        "VTE(8500)",
    ] {
        let (exchange, output) = named(text);
        assert_eq!(output, None, "{text}");
        finds(&exchange, Some(text.split(['(', ' ']).next().unwrap()), false, true);
    }
}

#[test]
fn who_does_not_name_itself_is_not_asked_again() {
    let mut exchange = Exchange::new(ms(5), ask());
    assert_eq!(exchange.poll_output().as_deref(), Some(WHO));
    assert!(exchange.handle(ms(9), &da1()));
    assert_eq!(exchange.poll_output(), None);
    finds(&exchange, None, false, true);
    assert!(!exchange.handle(ms(9), &da1()), "nothing is due any more");
}

#[test]
fn a_name_behind_the_fence_is_too_late() {
    let mut exchange = Exchange::new(ms(0), ask());
    exchange.poll_output();
    exchange.handle(ms(1), &da1());
    exchange.handle(ms(1), &name(KITTY));
    assert_eq!(exchange.poll_output(), None);
    finds(&exchange, None, false, true);
}

#[test]
fn nothing_is_asked_through_a_multiplexer() {
    let mut exchange = Exchange::new(ms(0), Ask { direct: false, ..ask() });
    assert_eq!(exchange.poll_output(), None);
    finds(&exchange, None, false, false);
    assert!(!exchange.handle(ms(1), &name(KITTY)) && !exchange.handle(ms(1), &da1()));
    assert!(!exchange.handle(ms(1), &osc(SAID)));
    assert!(exchange.drain(ms(2), true).is_none(), "nothing is waited for");
}

#[test]
fn only_a_plain_id_is_sent() {
    for id in [
        None,
        Some(""),
        Some("a;b"),
        Some("a:p=x"),
        Some("\u{1b}"),
        Some("é"),
        Some("abcdefghijklmnopqrstuvwxy"),
    ] {
        let mut exchange =
            Exchange::new(ms(0), Ask { direct: true, secondary: false, id: id.map(str::to_owned) });
        exchange.poll_output();
        exchange.handle(ms(1), &name(KITTY));
        exchange.handle(ms(1), &da1());
        assert_eq!(exchange.poll_output(), None, "{id:?}");
        finds(&exchange, Some("kitty"), false, true);
    }
}

#[test]
fn a_mute_terminal_costs_200_ms_once() {
    let mut exchange = Exchange::new(ms(50), ask());
    exchange.poll_output();
    exchange.handle_timeout(ms(249));
    assert_eq!((exchange.outcome(), exchange.poll_timeout()), (None, Some(ms(250))));
    exchange.handle_timeout(ms(250));
    finds(&exchange, None, false, false);
    assert!(exchange.drain(ms(50) + SILENCE, false).is_none());
}

#[test]
fn a_mute_terminal_is_not_waited_for_when_a_notification_is_taken_down() {
    let mut exchange = Exchange::new(ms(0), ask());
    exchange.poll_output();
    exchange.handle_timeout(ms(200));
    assert!(exchange.drain(SILENCE, true).is_none());
}

#[test]
fn what_comes_too_late_is_known_and_changes_nothing() {
    let (mut exchange, _) = named(KITTY);
    exchange.handle_timeout(ms(200));
    finds(&exchange, Some("kitty"), false, true);
    assert!(exchange.handle(ms(201), &osc(SAID)));
    assert!(exchange.handle(ms(201), &da1()));
    finds(&exchange, Some("kitty"), false, true);
    assert!(!exchange.handle(ms(202), &osc(SAID)), "it was asked once");

    let mut exchange = Exchange::new(ms(0), ask());
    exchange.poll_output();
    assert!(exchange.handle(ms(300), &name(KITTY)));
    assert!(exchange.handle(ms(300), &da1()));
    assert_eq!(exchange.poll_output(), None, "nothing is asked after the bound");
    finds(&exchange, None, false, false);
}

#[test]
fn a_terminal_that_answers_behind_the_fence_has_100_ms_more() {
    let (mut exchange, output) = named(CODE);
    assert_eq!(output.as_deref(), Some(QUERY));
    exchange.handle(ms(20), &da1());
    assert_eq!((exchange.outcome(), exchange.poll_timeout()), (None, Some(ms(120))));
    exchange.handle(ms(119), &osc(SAID));
    finds(&exchange, Some("xterm.js"), true, true);

    let (mut exchange, _) = named(CODE);
    exchange.handle(ms(20), &da1());
    exchange.handle_timeout(ms(120));
    finds(&exchange, Some("xterm.js"), false, true);
    assert!(exchange.handle(ms(150), &osc(SAID)));

    let (mut exchange, _) = named(CODE);
    exchange.handle(ms(150), &da1());
    assert_eq!(exchange.poll_timeout(), Some(BOUND), "and no more than in all");

    let (mut exchange, _) = named(CODE);
    exchange.handle(ms(20), &osc(SAID));
    exchange.handle(ms(20), &da1());
    finds(&exchange, Some("xterm.js"), true, true);
}

#[test]
fn the_four_shapes_are_taken() {
    for said in [
        SAID,
        "99;i=q7k:p=?;p=title,body,?,close:a=focus,report:o=unfocused",
        "99;i=q7k;p=?;p=title,body,buttons:a=report,focus:o=always,unfocus",
        "99;i=q7k:p=?:a=report,focus:c=1:p=title,body,buttons,close,alive,?:u=0,1,2:w=1;",
    ] {
        let (mut exchange, _) = named(KITTY);
        exchange.handle(ms(20), &osc(said));
        exchange.handle(ms(20), &da1());
        finds(&exchange, Some("kitty"), true, true);
    }
}

#[test]
fn what_is_said_to_others_is_not_ours() {
    let (mut exchange, _) = named(KITTY);
    for said in ["99;i=other:p=?;p=title", "99;i=q7k;1", "99;i=q7k:p=?;", "99;i=q7k:p=close;", "11;rgb:0/0/0"]
    {
        assert!(!exchange.handle(ms(20), &osc(said)), "{said}");
    }
    assert!(
        !exchange
            .handle(ms(20), &Report::Csi { private: b'>', parameters: b"1;4000;41".to_vec(), last: b'c' })
    );
    exchange.handle(ms(20), &da1());
    finds(&exchange, Some("kitty"), false, true);
}

#[test]
fn the_end_takes_the_notification_down_and_waits_for_the_fence() {
    let (mut exchange, _) = named("foot(1.21.0)");
    exchange.handle(ms(20), &da1());
    let mut drain = exchange.drain(ms(5000), true).unwrap();
    assert_eq!(drain.poll_output().as_deref(), Some(FENCE));
    assert_eq!((drain.poll_output(), drain.poll_timeout()), (None, Some(ms(5300))));
    drain.handle(&osc("99;i=n;1"));
    drain.handle_timeout(ms(5299));
    assert_eq!(drain.poll_timeout(), Some(ms(5300)));
    drain.handle(&da1());
    assert_eq!(drain.poll_timeout(), None);
}

#[test]
fn the_end_waits_for_what_was_asked_before() {
    // Answered so fast that both replies are still to come.
    let asked = || {
        let mut exchange = Exchange::new(ms(0), ask());
        exchange.poll_output();
        exchange
    };
    let mut drain = asked().drain(ms(3), false).unwrap();
    assert_eq!((drain.poll_output(), drain.poll_timeout()), (None, Some(ms(303))));
    // Whoever has read the question before answering finds a mute terminal given up, or as good as.
    let drain = asked().drain(ms(450), false).unwrap();
    assert_eq!(drain.poll_timeout(), Some(SILENCE));
    assert!(asked().drain(ms(500), false).is_none());
    let mut drain = asked().drain(ms(3), false).unwrap();
    drain.handle(&name(KITTY));
    assert!(drain.poll_timeout().is_some());
    drain.handle(&da1());
    assert_eq!(drain.poll_timeout(), None);

    // And with a notification that is up: an old fence is not the new one.
    let (exchange, _) = named(KITTY);
    let mut drain = exchange.drain(ms(15), true).unwrap();
    assert_eq!(drain.poll_output().as_deref(), Some(FENCE));
    drain.handle(&da1());
    assert!(drain.poll_timeout().is_some());
    drain.handle(&da1());
    // `p=?` of a terminal that has passed both fences by may only be late with VS Code, but waiting is safe.
    drain.handle(&osc(SAID));
    assert_eq!(drain.poll_timeout(), None);
}

#[test]
fn one_that_has_had_its_time_owes_nothing() {
    // In order, nothing comes behind the fence.
    let (mut exchange, _) = named(KITTY);
    exchange.handle(ms(15), &da1());
    finds(&exchange, Some("kitty"), false, true);
    assert!(exchange.drain(ms(16), false).is_none());
    // VS Code has so long, if the exchange has.
    for (fence, until, waits) in [(15, 115, false), (150, 200, true)] {
        let (mut exchange, _) = named(CODE);
        exchange.handle(ms(fence), &da1());
        assert_eq!(exchange.poll_timeout(), Some(ms(until)));
        exchange.handle_timeout(ms(until));
        finds(&exchange, Some("xterm.js"), false, true);
        assert_eq!(exchange.drain(ms(until + 1), false).is_some(), waits, "{fence}");
    }
}

#[test]
fn the_end_is_bounded() {
    let (exchange, _) = named(KITTY);
    let mut drain = exchange.drain(ms(15), true).unwrap();
    drain.handle_timeout(ms(314));
    assert!(drain.poll_timeout().is_some());
    drain.handle_timeout(ms(315));
    assert_eq!(drain.poll_timeout(), None);
}

#[test]
fn nobody_waits_for_what_was_asked_long_ago() {
    let (exchange, _) = named(KITTY);
    assert!(exchange.drain(SILENCE, false).is_none());
}

#[test]
fn a_question_that_was_never_written_is_not_waited_for() {
    let mut exchange = Exchange::new(ms(0), ask());
    exchange.handle_timeout(ms(200));
    assert_eq!(exchange.poll_output(), None);
    assert!(exchange.drain(ms(201), false).is_none());
}

/// What may happen to an exchange.
#[derive(Clone, Debug)]
enum Op {
    Write,
    Wait(u64),
    Report(Report),
}

fn op() -> impl Strategy<Value = Op> {
    let text = prop::sample::select(vec![
        KITTY,
        CODE,
        "foot(1.26.1)",
        "foot(1.28.0)",
        "Konsole 25.04.0",
        "tmux 3.5a",
        "Zellij(0.45.0)",
        "x",
    ]);
    prop_oneof![
        2 => Just(Op::Write),
        1 => (0_u64..120).prop_map(Op::Wait),
        2 => text.prop_map(|text| Op::Report(name(text))),
        2 => Just(Op::Report(da1())),
        1 => prop::sample::select(vec![SAID, "99;i=q7k:p=?;", "99;i=q7k;1"]).prop_map(|said| Op::Report(osc(said))),
    ]
}

proptest! {
    #[test]
    fn whatever_comes(direct: bool, ops in prop::collection::vec(op(), 0..40), fence: bool) {
        let mut exchange = Exchange::new(ms(0), Ask { direct, ..ask() });
        let (mut now, mut written, mut outcome, mut fences) = (ms(0), Vec::new(), None::<Findings>, 0_u32);
        for op in ops {
            match op {
                Op::Write => {
                    if let Some(output) = exchange.poll_output() {
                        prop_assert!(output.ends_with(FENCE));
                        fences += 1;
                        written.push(output);
                    }
                }
                Op::Wait(time) => {
                    now += ms(time);
                    exchange.handle_timeout(now);
                }
                Op::Report(report) => {
                    let was_ours = exchange.handle(now, &report);
                    prop_assert!(direct || !was_ours);
                }
            }
            // One outcome, in time, that never changes.
            let next = exchange.outcome().cloned();
            prop_assert!(outcome.is_none() || outcome == next);
            prop_assert!(next.is_some() || now < BOUND);
            prop_assert_eq!(next.is_some(), exchange.poll_timeout().is_none());
            outcome = next;
            // `p=?` goes only to who has said before that it survives it.
            let survives = exchange.findings.identity.as_ref().is_some_and(Identity::survives_capability_query);
            prop_assert!(written.len() < 2 || survives);
        }
        prop_assert!(direct || written.is_empty());
        let due = exchange.due;
        prop_assert!(due <= fences);
        let recent = now < SILENCE;
        let heard = exchange.heard;
        let Some(mut drain) = exchange.drain(now, fence) else {
            prop_assert!(!(fence && direct && (heard || recent)));
            prop_assert!(due == 0 || !recent);
            return Ok(());
        };
        let output = drain.poll_output();
        prop_assert!(output.as_ref().is_none_or(|output| fence && output == FENCE));
        let until = if output.is_some() { now + DRAIN } else { (now + DRAIN).min(SILENCE) };
        prop_assert_eq!(drain.poll_timeout(), Some(until));
        drain.handle_timeout(now + DRAIN);
        prop_assert_eq!(drain.poll_timeout(), None);
    }
}
