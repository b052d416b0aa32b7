//! Notifications that are shown to see what becomes of them: what is heard, and what that proves.

use std::sync::mpsc::{self, Receiver};

use plyn_notify::engine::{
    config::Sources,
    doctor::{Answer, Capability, Context, Proof, Signal, Trial, TrialEvent, TrialHandle},
    facts::{Facts, Surroundings},
};

use crate::support::{Bus, Emit, Script, Server};

/// A trial that runs.
struct Run {
    handle: TrialHandle,
    events: Receiver<TrialEvent>,
    server: Server,
    bus: Bus,
}

fn start(profile: &str, trial: Trial) -> Run {
    start_on(Script::load(profile), trial)
}

fn start_on(script: Script, trial: Trial) -> Run {
    let bus = Bus::start();
    let server = Server::start(&bus, script);
    let (sender, events) = mpsc::channel();
    let handle = trial.start(&context(&bus), move |event| drop(sender.send(event)));
    Run { handle, events, server, bus }
}

fn context(bus: &Bus) -> Context {
    let mut facts = Facts::read();
    facts.bus.address = Some(bus.address());
    let (surroundings, sources) = (Surroundings::default(), Sources::default());
    Context { facts, surroundings, sources, usable: None, channels: |_, _| Vec::new() }
}

impl Run {
    /// What is said until the end.
    fn to_end(&self) -> Vec<TrialEvent> {
        self.events.iter().take_while(|event| *event != TrialEvent::Ended).collect()
    }
}

/// Name, what it says and what it means of each signal.
fn heard(events: &[TrialEvent]) -> Vec<(&str, &str, &str)> {
    let signals = events.iter().filter_map(|event| match event {
        TrialEvent::Heard(signal) => Some(signal),
        _ => None,
    });
    signals
        .map(|Signal { heard, means, .. }| (heard.name.as_str(), heard.says.as_str(), means.as_str()))
        .collect()
}

fn proven(events: &[TrialEvent]) -> Vec<(Capability, Answer)> {
    let proofs = events.iter().filter_map(|event| match event {
        TrialEvent::Proven(Proof { capability, answer, .. }) => Some((*capability, *answer)),
        _ => None,
    });
    proofs.collect()
}

#[test]
fn a_press_is_heard_with_all_that_follows_and_is_a_proof() {
    let run = start("plasma", Trial::Buttons);
    let note = run.server.wait_notify(1);
    run.server.press(note.id, "Deny");
    let events = run.to_end();
    assert!(matches!(events[0], TrialEvent::Shown { id: 1, .. }), "{events:?}");
    let heard = heard(&events);
    let names: Vec<&str> = heard.iter().map(|(name, ..)| *name).collect();
    assert_eq!(&names[..3], ["ActivationToken", "ActionInvoked", "NotificationClosed"], "{heard:?}");
    assert_eq!((heard[0].2, heard[1].2), ("nothing", "the answer deny"));
    assert_eq!((heard[2].1, heard[2].2), ("3, withdrawn by its program", "it is closed, which is no answer"));
    assert_eq!(proven(&events)[0], (Capability::Buttons, Answer::Yes));
    assert_eq!(run.server.open(), Vec::<u32>::new());
}

#[test]
fn what_does_not_close_after_a_press_is_taken_down() {
    let run = start("lxqt", Trial::Buttons);
    let note = run.server.wait_notify(1);
    run.server.press(note.id, "Allow once");
    let events = run.to_end();
    assert_eq!(proven(&events), [(Capability::Buttons, Answer::Yes), (Capability::Withdrawn, Answer::Yes)]);
    run.server.wait_closed(note.id);
}

#[test]
fn a_text_that_is_sent_is_a_proof() {
    let run = start("plasma", Trial::Reply);
    let note = run.server.wait_notify(1);
    run.server.reply(note.id, "a word");
    let events = run.to_end();
    assert!(proven(&events).contains(&(Capability::Reply, Answer::Yes)), "{events:?}");
    assert_eq!(heard(&events)[0], ("NotificationReplied", "a word", "the answer a word"));
}

#[test]
fn stopped_or_dropped_it_is_withdrawn() {
    let run = start("gnome", Trial::Plain);
    let note = run.server.wait_notify(1);
    assert_eq!(note.actions, []);
    run.handle.stop();
    let events = run.to_end();
    run.server.wait_closed(note.id);
    assert_eq!(proven(&events), [(Capability::Withdrawn, Answer::Yes)]);

    let Run { handle, events, server, bus } = start("gnome", Trial::Plain);
    let note = server.wait_notify(1);
    drop(handle);
    server.wait_closed(note.id);
    assert_eq!(events.iter().last(), Some(TrialEvent::Ended));
    drop(bus);
}

#[test]
fn a_stranger_s_press_is_shown_and_proves_nothing() {
    // noctalia presses from a connection of its own (noctalia #2698).
    let run = start("noctalia-foreign-sender", Trial::Buttons);
    let note = run.server.wait_notify(1);
    run.server.press(note.id, "Deny");
    let press = loop {
        match run.events.recv().unwrap() {
            TrialEvent::Heard(signal) if signal.heard.name == "ActionInvoked" => break signal,
            TrialEvent::Ended => panic!("it ended"),
            _ => {}
        }
    };
    assert!(!press.heard.genuine && press.heard.ours, "{press:?}");
    assert_eq!(press.means, "nothing: it does not come from the server");
    assert_ne!(press.heard.sender, run.server.unique_name());
    run.handle.stop();
    assert!(!proven(&run.to_end()).contains(&(Capability::Buttons, Answer::Yes)));
}

#[test]
fn other_programs_notifications_are_told_apart() {
    let run = start_on(Script::default(), Trial::Buttons);
    let note = run.server.wait_notify(1);
    let other = run.bus.client();
    let id = other.notify("another", &[("a", "A")]).unwrap();
    run.server.press(id, "A");
    run.server.emit(note.id, &Emit::Closed(2));
    let events = run.to_end();
    let signals: Vec<_> = heard(&events).into_iter().filter(|(name, ..)| *name == "ActionInvoked").collect();
    assert!(
        signals.iter().all(|(_, _, means)| means.starts_with("nothing: it is about another")),
        "{events:?}"
    );
    assert!(!signals.is_empty());
}

#[test]
fn what_is_closed_at_once_was_not_shown() {
    let run = start("xfce-dnd", Trial::Plain);
    let events = run.to_end();
    assert_eq!(proven(&events), [(Capability::Shown, Answer::No)]);
}

#[test]
fn what_cannot_be_shown_says_why() {
    let said = |script: Script| {
        let run = start_on(script, Trial::Plain);
        match run.to_end().as_slice() {
            [TrialEvent::Failed(error)] => error.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(said(Script::load("deepin-off")), "it did not take the notification (id 0)");
    assert_eq!(
        said(Script {
            error_on_notify: Some((crate::support::When::Always, "org.x.No".to_owned())),
            ..Script::default()
        }),
        "the notification was refused: No (scripted)"
    );
    let bus = Bus::start();
    let (sender, events) = mpsc::channel();
    let _handle = Trial::Plain.start(&context(&bus), move |event| drop(sender.send(event)));
    let events: Vec<TrialEvent> = events.iter().collect();
    let error = "no notification server is running".to_owned();
    assert_eq!(events, [TrialEvent::Failed(error), TrialEvent::Ended]);
}

#[test]
fn a_server_that_dies_meanwhile_ends_it() {
    let run = start("gnome", Trial::Buttons);
    run.server.wait_notify(1);
    run.server.kill();
    let events = run.to_end();
    let last = events.last();
    assert_eq!(last, Some(&TrialEvent::Failed("the notification server is gone".to_owned())));
}

#[test]
fn every_kind_says_what_to_look_for() {
    let runs = Trial::ALL.map(|trial| (trial, start("plasma", trial)));
    for (trial, run) in &runs {
        let note = run.server.wait_notify(1);
        match trial {
            Trial::LongText => {
                assert!(note.body.ends_with("END") && note.body.chars().count() > 400, "{}", note.body);
            }
            Trial::Markup => {
                assert!(note.body.contains("&lt;b&gt;bold&lt;/b&gt; &amp; *stars*"), "{}", note.body);
            }
            Trial::Unicode => assert!(note.body.contains("日本語"), "{}", note.body),
            Trial::Reply => assert!(note.actions.iter().any(|(key, _)| key == "inline-reply")),
            Trial::Plain | Trial::Buttons => assert!(note.body.contains(trial.task()), "{}", note.body),
        }
        run.handle.stop();
    }
    for (trial, run) in &runs {
        run.to_end();
        assert_eq!(run.server.open(), Vec::<u32>::new(), "{trial:?}");
    }
}
