//! What keys and the mouse come to.

use std::time::Duration;

use crate::{
    engine::{
        config::Effective,
        doctor::{Answer, Capability, Channel, Proof, Trial, TrialEvent},
    },
    tui::{
        command::Command,
        form::Editing,
        items::Name,
        message::{Message, Rehearsal},
        model::{Overlay, Screen},
        mouse::{Gesture, Mouse},
        testing::{frame, model, press, send},
        theme::Ground,
        trials::{Test, Verdict},
        view::{self, Target},
    },
};

#[test]
fn every_screen_is_reached_by_its_number_and_by_tab() {
    let mut model = model((80, 24), "");
    for (number, screen) in Screen::ALL.into_iter().enumerate() {
        press(&mut model, &(number + 1).to_string());
        assert_eq!(model.screen, screen);
    }
    press(&mut model, "<tab>");
    assert_eq!(model.screen, Screen::Overview);
    press(&mut model, "<backtab>");
    assert_eq!(model.screen, Screen::Agents);
    press(&mut model, "<right>l<left>h");
    assert_eq!(model.screen, Screen::Agents);
}

/// What is longer than the screen is high is read to its end, down and up again.
#[test]
fn what_is_selected_is_scrolled_before_the_next_is() {
    for size in [(40, 9), (160, 13)] {
        let mut model = model(size, "");
        let words = (0..90).map(|number| format!("word{number}")).collect::<Vec<_>>().join(" ");
        model.diagnosis.checks.truncate(2);
        for check in &mut model.diagnosis.checks {
            check.seen.clone_from(&words);
        }
        press(&mut model, "<down>");
        let first = model.selected().cloned();
        let mut seen = frame(&model);
        assert!(seen.contains("word0 ") && !seen.contains("word89"), "{size:?}: {seen}");
        while model.selected() == first.as_ref() && !frame(&model).contains("word89") {
            press(&mut model, "<down>");
            seen.push_str(&frame(&model));
        }
        assert_eq!(model.selected(), first.as_ref());
        assert!((0..90).all(|number| seen.contains(&format!("word{number}"))), "{size:?}: {seen}");
        let down = model.scroll;
        press(&mut model, &"<up>".repeat(down.into()));
        assert_eq!((model.selected(), model.scroll), (first.as_ref(), 0));
        let mut pressed = 0;
        while model.selected() == first.as_ref() {
            press(&mut model, "<down>");
            pressed += 1;
        }
        assert!(pressed > down, "{size:?}: {pressed} {down}");
        assert_eq!(model.scroll, 0);
        press(&mut model, "<up><down><end>");
        assert_ne!(model.selected(), first.as_ref(), "an end is reached at once");
    }
}

#[test]
fn leaving_is_asked_about_only_where_something_is_not_saved() {
    for keys in ["q", "<esc>", "4q", "5q"] {
        assert_eq!(press(&mut model((80, 24), ""), keys), [Command::Quit], "{keys}");
    }
    let mut model = model((80, 24), "");
    assert_eq!(press(&mut model, "5 q"), []);
    assert_eq!(model.overlay, Some(Overlay::Leave));
    assert_eq!(press(&mut model, "<esc>"), []);
    assert_eq!(press(&mut model, "qd"), [Command::Quit]);
}

#[test]
fn escape_goes_back_one_step_at_a_time() {
    let mut model = model((80, 24), "");
    press(&mut model, "/tmux<enter>?");
    assert_eq!(press(&mut model, "<esc>"), []);
    assert_eq!((&model.overlay, model.filter.text()), (&None, "tmux"));
    assert_eq!(press(&mut model, "<esc>"), []);
    assert_eq!(model.filter.text(), "");
    assert_eq!(press(&mut model, "<esc>"), [Command::Quit]);
}

#[test]
fn a_fix_is_shown_before_anything_is_written_and_a_command_is_only_copied() {
    let mut model = model((80, 24), "");
    press(&mut model, "<down>");
    assert_eq!(model.selected(), Some(&Name::Check("config.faults")));
    let changes = vec![("notify.bell".to_owned(), Some("true".to_owned()))];
    assert_eq!(press(&mut model, "f"), [Command::Preview { changes, of_form: false }]);
    assert_eq!(press(&mut model, "c"), [Command::Copy("plyn-notify config set notify.bell true".into())]);
    press(&mut model, "<down>");
    assert_eq!(press(&mut model, "f"), []);
    assert_eq!(press(&mut model, "c"), [Command::Copy("dunstctl context".into())]);
}

#[test]
fn enter_goes_to_the_screen_that_says_more() {
    let mut model = model((80, 24), "");
    press(&mut model, "<down><down><enter>");
    assert_eq!(model.screen, Screen::Desktop);
    assert_eq!(model.selected(), Some(&Name::Check("desktop.buttons")));
    let mut model = crate::tui::testing::model((80, 24), "");
    press(&mut model, "<down><enter>");
    assert_eq!(model.screen, Screen::Config);
    assert_eq!(model.form().and_then(crate::tui::form::Form::row).map(|row| row.name), Some("bell"));
}

#[test]
fn what_is_selected_stays_while_more_is_found() {
    let mut model = model((80, 24), "");
    press(&mut model, "<down><down>");
    let mut more = crate::tui::testing::diagnosis();
    more.checks.insert(
        0,
        crate::tui::testing::check(
            "system.new",
            crate::engine::doctor::Area::System,
            crate::engine::doctor::Level::Problem,
            ["new", "new", ""],
            None,
        ),
    );
    send(&mut model, Message::Diagnosed(Box::new(more)));
    assert_eq!(model.check().map(|check| check.id), Some("desktop.buttons"));
}

#[test]
fn one_trial_runs_at_a_time() {
    let mut model = model((80, 24), "");
    assert_eq!(press(&mut model, "4<enter>"), [Command::Try(Trial::Plain)]);
    assert_eq!(press(&mut model, "<down><enter>"), [Command::StopTrial]);
    let next = send(&mut model, Message::Trial(Trial::Plain, TrialEvent::Ended));
    assert_eq!(next, [Command::Try(Trial::Buttons)]);
    assert_eq!(press(&mut model, "x"), [Command::StopTrial]);
    assert_eq!(send(&mut model, Message::Trial(Trial::Buttons, TrialEvent::Ended)), []);
    assert!(!frame(&model).contains("stop"));
    press(&mut model, "<down><down><down><down><down>");
    assert_eq!(press(&mut model, "<enter>"), [Command::Rehearse(Rehearsal::Wait)]);
    assert_eq!(press(&mut model, "c"), [Command::Copy("plyn-notify wait 'Is this a test?'".into())]);
}

#[test]
fn a_test_passes_by_what_it_is_about_and_by_nothing_else() {
    let result = |trial: Trial, capability, answer| {
        let mut model = model((80, 24), "");
        model.tests.selected = Trial::ALL.iter().position(|other| *other == trial).unwrap();
        press(&mut model, "4<enter>");
        let (channel, how) = (Channel::Desktop, "seen".to_owned());
        let proof = Proof { capability, channel, answer, how };
        send(&mut model, Message::Trial(trial, TrialEvent::Proven(proof)));
        send(&mut model, Message::Trial(trial, TrialEvent::Ended));
        match model.tests.result(Test::Trial(trial)) {
            Some(Verdict::Yes(_)) => "passed",
            Some(Verdict::No(_)) => "failed",
            Some(Verdict::Over(_)) => "over",
            None => "nothing",
        }
    };
    for trial in Trial::ALL {
        for capability in Capability::ALL {
            let is_its_own = trial.capability() == capability;
            let yes = result(trial, capability, Answer::Yes);
            assert_eq!(yes == "passed", is_its_own, "{trial:?} by {capability:?}: {yes}");
            assert_ne!(yes, "nothing");
            let no = result(trial, capability, Answer::No);
            assert_eq!(
                no == "failed",
                is_its_own || capability == Capability::Shown,
                "{trial:?} {capability:?}: {no}"
            );
        }
    }
}

#[test]
fn what_only_the_human_sees_the_human_says() {
    let mut model = model((80, 24), "");
    press(&mut model, "4<enter>");
    assert_eq!(press(&mut model, "y"), [], "nothing was to be seen yet");
    let shown = TrialEvent::Shown { id: 1, server: ":1.7".into(), delay: Duration::ZERO };
    send(&mut model, Message::Trial(Trial::Plain, shown));
    send(&mut model, Message::Trial(Trial::Plain, TrialEvent::Ended));
    assert!(frame(&model).contains("was it so? y or n"), "{}", frame(&model));
    let commands = press(&mut model, "y");
    let [Command::Prove(proof)] = commands.as_slice() else { panic!("{commands:?}") };
    assert_eq!((proof.capability, proof.answer), (Capability::Shown, Answer::Yes));
    assert!(frame(&model).contains("you have seen it"), "{}", frame(&model));
    let commands = press(&mut model, "n");
    let [Command::Prove(proof)] = commands.as_slice() else { panic!("{commands:?}") };
    assert_eq!((proof.capability, proof.answer), (Capability::Shown, Answer::No));
    assert_eq!(press(&mut model, "<down>y"), [], "a button tells by itself");
}

#[test]
fn a_test_that_fails_has_everything_looked_at_again() {
    let mut model = model((80, 24), "");
    press(&mut model, "4<enter>");
    let failed = TrialEvent::Failed("the notification server is gone".to_owned());
    assert_eq!(send(&mut model, Message::Trial(Trial::Plain, failed)), [Command::Probe]);
    assert_eq!(send(&mut model, Message::Trial(Trial::Plain, TrialEvent::Ended)), []);
}

/// Where something is drawn that a click means something on.
fn find(model: &crate::tui::model::Model, target: &Target) -> Mouse {
    let hits = view::drawn(model).hits;
    let (area, _) = hits
        .iter()
        .rev()
        .find(|(_, there)| there == target)
        .unwrap_or_else(|| panic!("{target:?} is not drawn:\n{}", frame(model)));
    let (column, row) = (area.x, area.y);
    assert_eq!(view::target(model, column, row).as_ref(), Some(target));
    Mouse { gesture: Gesture::Press, column, row }
}

#[test]
fn a_click_means_what_is_drawn_there() {
    let mut model = model((80, 24), "");
    let click = |model: &mut crate::tui::model::Model, target: &Target| {
        let mouse = find(model, target);
        send(model, Message::Mouse(mouse))
    };
    let check = Target::Item(Name::Check("terminal.tmux"));
    click(&mut model, &check);
    assert_eq!(model.check().map(|check| check.id), Some("terminal.tmux"));
    click(&mut model, &check);
    assert_eq!(model.screen, Screen::Terminal);
    click(&mut model, &Target::Screen(Screen::Tests));
    assert_eq!(click(&mut model, &Target::Test(2)), []);
    assert_eq!(click(&mut model, &Target::Test(2)), [Command::Try(Trial::Reply)]);
    click(&mut model, &Target::Screen(Screen::Config));
    click(&mut model, &Target::Field(3));
    click(&mut model, &Target::Field(3));
    click(&mut model, &Target::Channel(1));
    let Some(Editing::Order { channels, .. }) = model.form().unwrap().editing.clone() else { panic!() };
    assert_eq!(channels.iter().filter(|(_, taken)| *taken).count(), 2);
    click(&mut model, &Target::Hint(crate::tui::keys::Action::TakeOrder));
    assert_eq!(model.form().unwrap().own(3), Some(&Effective::List(vec!["auto".into(), "desktop".into()])));
    click(&mut model, &Target::Hint(crate::tui::keys::Action::Quit));
    assert_eq!(model.overlay, Some(Overlay::Leave));
    assert_eq!(click(&mut model, &Target::Hint(crate::tui::keys::Action::Discard)), [Command::Quit]);
}

#[test]
fn the_wheel_goes_up_and_down() {
    let mut model = model((80, 24), "");
    let wheel = |model: &mut crate::tui::model::Model, gesture| {
        send(model, Message::Mouse(Mouse { gesture, column: 5, row: 12 }));
    };
    wheel(&mut model, Gesture::WheelDown);
    assert_eq!(model.selected(), Some(&Name::Check("config.faults")));
    wheel(&mut model, Gesture::WheelUp);
    assert_eq!(model.selected(), None);
    press(&mut model, "?");
    wheel(&mut model, Gesture::WheelDown);
    assert_eq!(model.overlay, Some(Overlay::Help { scroll: 1 }));
}

#[test]
fn the_ground_is_taken_from_the_terminal_unless_the_human_has_chosen() {
    let mut model = model((80, 24), "");
    model.theme = model.theme.on(Ground::Unknown);
    send(&mut model, Message::Ground(Ground::Light));
    assert_eq!(model.theme.ground, Ground::Light);
    send(&mut model, Message::Ground(Ground::Dark));
    assert_eq!(model.theme.ground, Ground::Light);
}
