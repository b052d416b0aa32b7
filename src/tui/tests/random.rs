//! Whatever comes in whatever order: no panic, and the selection is one of what there is.

use std::time::Duration;

use proptest::prelude::*;

use crate::{
    engine::{
        doctor::{Answer, Capability, Channel, Proof, Trial, TrialEvent},
        tty::key::Key,
    },
    tui::{
        command::Command,
        form::Editing,
        items,
        message::{Message, Outcome, Preview, Refused, Rehearsal},
        model::{Model, Screen},
        mouse::{Gesture, Mouse},
        testing::{File, diagnosis, frame, nothing, send, theme},
        theme::Ground,
        trials::Test,
    },
};

fn keys() -> impl Strategy<Value = Key> {
    let named = [
        Key::Enter,
        Key::Tab,
        Key::BackTab,
        Key::Backspace,
        Key::Delete,
        Key::Left,
        Key::Right,
        Key::Up,
        Key::Down,
        Key::Home,
        Key::End,
        Key::PageUp,
        Key::PageDown,
        Key::Esc,
        Key::Ctrl('s'),
        Key::Ctrl('r'),
        Key::Ctrl('u'),
        Key::WordLeft,
        Key::Alt('x'),
        Key::Paste("3.5\n\u{1b}[2J\u{65e5}".to_owned()),
    ];
    prop_oneof![
        2 => proptest::sample::select(named.to_vec()),
        3 => proptest::sample::select("123456789.?/qfcrxsuUdoeytghjklnG w-+".chars().collect::<Vec<_>>()).prop_map(Key::Char),
        1 => any::<char>().prop_filter("typed", |c| !c.is_control()).prop_map(Key::Char),
    ]
}

fn messages() -> impl Strategy<Value = Message> {
    let mouse = (0_u16..170, 0_u16..60, 0_u8..3).prop_map(|(column, row, gesture)| {
        let gesture = [Gesture::Press, Gesture::WheelUp, Gesture::WheelDown][usize::from(gesture)];
        Message::Mouse(Mouse { gesture, column, row })
    });
    let proof = Proof {
        capability: Capability::Buttons,
        channel: Channel::Desktop,
        answer: Answer::Yes,
        how: "pressed".into(),
    };
    let trial = proptest::sample::select(vec![
        TrialEvent::Ended,
        TrialEvent::Failed("the server is gone".into()),
        TrialEvent::Proven(proof),
        TrialEvent::Shown { id: 3, server: ":1.2".into(), delay: Duration::ZERO },
    ]);
    let refused = proptest::sample::select(vec![
        Ok(()),
        Err(Refused::Conflict),
        Err(Refused::Because("disk full".into())),
    ]);
    let outcome = Outcome {
        command: "x".into(),
        stdout: "a\u{1b}[2J\n".into(),
        stderr: String::new(),
        status: Ok(0),
        took: Duration::ZERO,
    };
    prop_oneof![
        20 => keys().prop_map(Message::Key),
        2 => mouse,
        1 => (0_u16..200, 0_u16..60).prop_map(|(columns, rows)| Message::Resize(columns, rows)),
        1 => (0_u64..100_000).prop_map(|millis| Message::Time(Duration::from_millis(millis))),
        1 => Just(Message::Diagnosed(Box::new(diagnosis()))),
        1 => Just(Message::Diagnosed(Box::new(nothing()))),
        1 => (proptest::sample::select(Trial::ALL.to_vec()), trial).prop_map(|(trial, event)| Message::Trial(trial, event)),
        1 => Just(Message::Rehearsed(Rehearsal::Ask, outcome)),
        1 => refused.clone().prop_map(|result| Message::Saved(result.map(|()| "~/x".into()))),
        1 => refused.prop_map(|refused| Message::Previewed(Preview {
            path: "~/x".into(),
            is_new: true,
            lines: refused.map(|()| crate::tui::diff::diff("a\nb\n", "a\nc\n")),
        })),
        1 => Just(Message::Ground(Ground::Light)),
    ]
}

#[track_caller]
fn is_sound(model: &Model) {
    if let Some(form) = model.form() {
        assert!(form.selected < form.len());
        if let Some(Editing::Order { channels, at }) = &form.editing {
            assert!(*at < channels.len());
        }
    }
    assert!(model.tests.selected < Test::all().len());
    // What is selected is among what there is, or the list is at its top.
    let names = items::names(model);
    assert!(model.check().is_none_or(|check| names.contains(&items::Name::Check(check.id))));
    if model.screen.is_found() && model.overlay.is_none() {
        let moved = items::moved(model, isize::MAX);
        assert_eq!(moved.as_ref(), names.last());
    }
    assert!(Screen::ALL.contains(&model.screen));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn no_messages_break_it(messages in proptest::collection::vec(messages(), 250)) {
        let file = File::new("# a\n[notify]\nbell = \"loud\"\ngrace_seconds = 3\n");
        let mut model = Model::new((80, 24), &theme(), nothing());
        send(&mut model, file.opened());
        for (number, message) in messages.into_iter().enumerate() {
            for command in send(&mut model, message) {
                // As the loop does.
                if matches!(command, Command::Survey { .. }) {
                    send(&mut model, file.opened());
                }
            }
            if number % 4 == 0 {
                is_sound(&model);
            }
            if number % 50 == 0 {
                frame_at_least(&model);
            }
        }
    }
}

/// A frame of any size that a terminal can have; ratatui has none without cells.
fn frame_at_least(model: &Model) {
    let (width, height) = model.size;
    frame(&Model { size: (width.max(1), height.max(1)), ..model.clone() });
}
