//! The remote channel at work: between the prompt and the run of ssh that shows it elsewhere.

use super::{Driver, reporter};
use crate::engine::{
    answer::ChannelKind,
    channel::remote::{Handle, Settings},
    wait::{Event, SurfaceEvent, SurfaceId},
};

impl Driver<'_> {
    pub(super) fn prepare_remote(&mut self) {
        let remote = self.remote.get_or_insert_with(|| {
            Handle::new(Settings {
                way: self.job.way.clone(),
                request: self.job.request.clone(),
                actions: self.job.actions,
            })
        });
        let event = remote.prepare();
        self.happen(Event::Channel(ChannelKind::Remote, event));
    }

    pub(super) fn show_remotely(&mut self, surface: SurfaceId) {
        let left = self.job.request.deadline.as_ref().map(|d| d.after.saturating_sub(self.elapsed()));
        let terminal = self.wait.offers_terminal();
        let post = reporter(self.inbox.outbox());
        let Some(remote) = &mut self.remote else { return };
        if let Err(error) = remote.show(surface, left, terminal, post) {
            self.happen(Event::Surface(surface, SurfaceEvent::NotShown(error)));
        }
    }

    pub(super) fn withdraw_remotely(&mut self, surface: SurfaceId) {
        if self.remote.as_ref().is_some_and(Handle::close) {
            self.happen(Event::Surface(surface, SurfaceEvent::Gone));
        }
    }
}
