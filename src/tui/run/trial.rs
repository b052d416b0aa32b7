//! A trial that runs.

use std::time::Duration;

use super::Event;
use crate::engine::{
    clock::now,
    doctor::{Context, Trial, TrialEvent, TrialHandle},
    inbox::{Inbox, Outbox},
};

/// How long the end waits for a notification to be taken down, as `wait` does for one that is being shown.
const PATIENCE: Duration = Duration::from_millis(400);

/// A trial that runs.
pub(in crate::tui) struct Running {
    pub(in crate::tui) trial: Trial,
    handle: TrialHandle,
}

impl Running {
    pub(in crate::tui) fn start(trial: Trial, context: &Context, outbox: &Outbox<Event>) -> Self {
        let outbox = outbox.clone();
        let handle = trial.start(context, move |event| outbox.post(Event::Trial(trial, event)));
        Self { trial, handle }
    }

    /// Takes its notification down; that it is over is heard later.
    pub(in crate::tui) fn stop(&self) {
        self.handle.stop();
    }

    /// Takes its notification down, and waits until the server says that it is.
    pub(in crate::tui) fn end(self, inbox: &mut Inbox<Event>) {
        self.handle.stop();
        let until = now() + PATIENCE;
        loop {
            if inbox.take_all().iter().any(is_down) {
                return;
            }
            let left = until.saturating_duration_since(now());
            if left.is_zero() {
                return;
            }
            inbox.sleep(Some(left));
        }
    }
}

fn is_down(event: &Event) -> bool {
    match event {
        Event::Trial(_, TrialEvent::Ended) => true,
        Event::Trial(_, TrialEvent::Heard(signal)) => {
            signal.heard.ours && signal.heard.name == "NotificationClosed"
        }
        _ => false,
    }
}
