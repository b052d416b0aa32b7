//! Tests that run.
//!
//! Pure.

use crate::{
    engine::doctor::{Trial, TrialEvent},
    tui::{command::Command, model::Model, trials::Test},
};

/// Starts the selected test. A trial that runs is stopped before, and the next one waits for its end.
pub(in crate::tui) fn run(model: &mut Model) -> Vec<Command> {
    let Some(test) = model.tests.test() else { return Vec::new() };
    let running = model.tests.running.is_some();
    match test {
        Test::Trial(trial) if running => {
            model.tests.next = Some(trial);
            vec![Command::StopTrial]
        }
        Test::Trial(trial) => {
            model.tests.begin(trial, model.now);
            vec![Command::Try(trial)]
        }
        Test::Rehearsal(rehearsal) if running => vec![Command::StopTrial, Command::Rehearse(rehearsal)],
        Test::Rehearsal(rehearsal) => vec![Command::Rehearse(rehearsal)],
    }
}

/// Stops the trial that runs.
pub(in crate::tui) fn stop(model: &mut Model) -> Vec<Command> {
    model.tests.next = None;
    if model.tests.running.is_some() { vec![Command::StopTrial] } else { Vec::new() }
}

/// The human says whether it was so.
pub(in crate::tui) fn judge(model: &mut Model, is_so: bool) -> Vec<Command> {
    let Some((trial, proof)) = model.tests.judged(is_so) else { return Vec::new() };
    model.tests.hear(trial, TrialEvent::Proven(proof.clone()), model.now);
    vec![Command::Prove(proof)]
}

/// A trial has something to say. One that has failed says that what was known of the desktop may be over.
pub(in crate::tui) fn heard(model: &mut Model, trial: Trial, event: TrialEvent) -> Vec<Command> {
    let (is_over, has_failed) = (event == TrialEvent::Ended, matches!(event, TrialEvent::Failed(_)));
    model.tests.hear(trial, event, model.now);
    if has_failed {
        return vec![Command::Probe];
    }
    match model.tests.next.take_if(|_| is_over) {
        Some(next) => {
            model.tests.begin(next, model.now);
            vec![Command::Try(next)]
        }
        None => Vec::new(),
    }
}

/// Goes up or down in the list.
pub(in crate::tui) fn go(model: &mut Model, by: isize) {
    let last = Test::all().len().saturating_sub(1);
    model.tests.selected = model.tests.selected.saturating_add_signed(by).min(last);
}
