//! What holds after any sequence of events: operations at random, the invariants after each.

mod world;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::Duration,
};

use proptest::prelude::*;

use super::{
    CLOSE_GRACE, ChannelEvent, Effect, Event, Slot, Stage, SurfaceEvent, SurfaceId, TerminalEvent, WITHDRAW,
    WITHDRAW_MOST, Wait, testing::*,
};
use crate::engine::{
    answer::{ChannelKind, CloseReason, Ending, Outcome, Signal, Source},
    plan::{Elsewhere, Plan},
};

use world::World;

/// Something that can happen. A new kind of event belongs here, so that the random sequences have it.
#[derive(Clone, Debug)]
enum Op {
    /// Time passes, and timers go off as they fall due.
    Pass(u64),
    /// Time passes, and the caller is late: no timer goes off before the next event.
    Late(u64),
    /// The time jumps to the next timer.
    NextTimer,
    Terminal(TerminalEvent),
    Channel(ChannelKind, ChannelEvent),
    /// To the surface that was shown so many ago.
    Surface(usize, SurfaceEvent),
    Slot(Slot),
    Signal(Signal),
    /// The channel does what it was told, as a good one would.
    Obey,
}

fn op() -> impl Strategy<Value = Op> {
    let time = prop_oneof![0_u64..3, 3_u64..400, 400_u64..12_000];
    let answer = prop_oneof![Just(choice("allow")), Just(choice("deny"))];
    let reason = prop_oneof![
        Just(CloseReason::Expired),
        Just(CloseReason::Dismissed),
        Just(CloseReason::Closed),
        Just(CloseReason::Undefined)
    ];
    let surface = prop_oneof![
        3 => Just(SurfaceEvent::Shown),
        1 => Just(SurfaceEvent::NotShown("refused".to_owned())),
        1 => answer.clone().prop_map(SurfaceEvent::Answered),
        1 => Just(SurfaceEvent::GoToTerminal),
        3 => reason.prop_map(SurfaceEvent::Closed),
        1 => Just(SurfaceEvent::Withdrawing),
        1 => Just(SurfaceEvent::Gone),
    ];
    let stage =
        prop_oneof![Just(Stage::Connect), Just(Stage::Activate), Just(Stage::Call), Just(Stage::Reach)];
    let channel = prop_oneof![
        2 => stage.prop_map(ChannelEvent::Progress),
        4 => Just(ChannelEvent::Ready),
        1 => Just(ChannelEvent::NotYet),
        1 => Just(ChannelEvent::Failed("broken".to_owned())),
        2 => Just(ChannelEvent::ServerLost),
        1 => Just(ChannelEvent::Held),
    ];
    let terminal = prop_oneof![
        answer.prop_map(TerminalEvent::Answered),
        Just(TerminalEvent::Dismissed),
        Just(TerminalEvent::Lost),
        Just(TerminalEvent::Found)
    ];
    let slot = prop_oneof![
        Just(Slot::Granted),
        (0_u64..9000).prop_map(|rest| Slot::Held(ms(rest))),
        Just(Slot::Busy)
    ];
    let signal = prop_oneof![Just(Signal::Int), Just(Signal::Term), Just(Signal::Hup), Just(Signal::Quit)];
    prop_oneof![
        8 => time.clone().prop_map(Op::Pass),
        2 => time.prop_map(Op::Late),
        4 => Just(Op::NextTimer),
        1 => terminal.prop_map(Op::Terminal),
        4 => (prop_oneof![4 => Just(DESKTOP), 1 => Just(TERMINAL), 2 => Just(REMOTE)], channel)
            .prop_map(|(kind, event)| Op::Channel(kind, event)),
        6 => (0_usize..3, surface).prop_map(|(back, event)| Op::Surface(back, event)),
        2 => slot.prop_map(Op::Slot),
        1 => signal.prop_map(Op::Signal),
        10 => Just(Op::Obey),
    ]
}

fn any_plan() -> impl Strategy<Value = Plan> {
    let channels = prop_oneof![
        1 => Just(vec![]),
        4 => Just(vec![DESKTOP]),
        2 => Just(vec![DESKTOP, TERMINAL]),
        1 => Just(vec![TERMINAL]),
        2 => Just(vec![REMOTE]),
        2 => Just(vec![REMOTE, DESKTOP, TERMINAL]),
    ];
    let deadline = prop_oneof![
        2 => Just(None),
        1 => (1_u64..30_000).prop_map(|after| Some(deadline(after, None))),
        1 => (1_u64..30_000).prop_map(|after| Some(deadline(after, Some("deny")))),
    ];
    let elsewhere = prop_oneof![
        3 => Just(None),
        1 => Just(Some(Elsewhere::Meanwhile)),
        1 => Just(Some(Elsewhere::Afterwards))
    ];
    let switches = (any::<bool>(), elsewhere, any::<bool>(), any::<bool>());
    (switches, channels, 0_u64..6000, 0_u64..12_000, deadline).prop_map(
        |((terminal, elsewhere, continues, bell), channels, grace, min_interval, deadline)| Plan {
            terminal,
            elsewhere: elsewhere.filter(|_| !terminal),
            channels: if terminal {
                channels
            } else {
                channels.into_iter().filter(|c| *c != TERMINAL).collect()
            },
            grace: if (terminal || elsewhere == Some(Elsewhere::Meanwhile)) && !continues {
                ms(grace)
            } else {
                Duration::ZERO
            },
            min_interval: ms(min_interval),
            continues,
            bell: bell && terminal,
            deadline,
            failures: Vec::new(),
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn random_events_break_no_rule(plan in any_plan(), ops in prop::collection::vec(op(), 0..60)) {
        let mut world = World::new(plan);
        for op in ops {
            world.apply(op);
        }
        world.run_out();
    }

    /// Two events of one instant in either order: at most the winner differs, and the terminal wins.
    #[test]
    fn the_order_within_an_instant_decides_nothing_but_between_equals(
        plan in any_plan(),
        ops in prop::collection::vec(op(), 0..40),
        back in 0_usize..2,
    ) {
        let pair = || {
            let mut world = World::new(plan.clone());
            for op in ops.clone() {
                world.apply(op);
            }
            world
        };
        let run = |terminal_first: bool| {
            let mut world = pair();
            world.wait.handle_timeout(world.now);
            world.drain();
            let over = world.outcome.is_some();
            let at = world.shown.len().saturating_sub(back + 1);
            let typed = Event::Terminal(TerminalEvent::Answered(choice("deny")));
            let pressed = Event::Surface(SurfaceId(at), SurfaceEvent::Answered(choice("allow")));
            let events = if terminal_first { [typed, pressed] } else { [pressed, typed] };
            for event in events {
                world.wait.handle(world.now, event);
            }
            world.wait.handle_timeout(world.now);
            (over, world.wait.outcome().cloned())
        };
        let (over, first) = run(true);
        let (_, second) = run(false);
        prop_assert_eq!(&first, &second);
        if !over {
            let ending = first.map(|outcome| outcome.ending);
            prop_assert_eq!(ending, Some(Ending::Answered { answer: choice("deny"), source: Source::Terminal }));
        }
    }
}
