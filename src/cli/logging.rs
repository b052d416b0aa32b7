//! What the engine says of itself, for `-v` and `PLYN_NOTIFY_LOG`.
//!
//! While a prompt is on the terminal, a line on stderr would run into it: lines are held until it is over.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use tracing_subscriber::{
    filter::Targets, fmt::MakeWriter, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

use crate::cli::output;

/// Lines on their way to stderr: held while there is a buffer, written at once while there is none.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Arc<Mutex<Option<Vec<u8>>>>);

impl Log {
    /// Starts logging as far as `verbose` (how often `-v` was given) or `filter` (such as `debug`, or
    /// `plyn_notify::engine=trace`) ask for it; nothing by default.
    pub(super) fn start(verbose: u8, filter: Option<&str>) -> Self {
        let log = Self::default();
        let targets = match (filter.and_then(|filter| filter.parse::<Targets>().ok()), verbose) {
            (Some(targets), _) => targets,
            (None, 0 | 1) => return log,
            (None, 2) => Targets::new().with_target("plyn_notify", tracing::Level::DEBUG),
            (None, _) => Targets::new().with_target("plyn_notify", tracing::Level::TRACE),
        };
        let layer = tracing_subscriber::fmt::layer().without_time().with_ansi(false).with_writer(log.clone());
        // A second subscriber is refused; the first goes on.
        let _ = tracing_subscriber::registry().with(targets).with(layer).try_init();
        log
    }

    /// Holds lines back from now on.
    pub(super) fn hold(&self) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.get_or_insert_default();
    }

    /// Writes what was held, and everything from now on at once.
    pub(super) fn release(&self) {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        output::log(&held.unwrap_or_default());
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(held) => held.extend_from_slice(bytes),
            None => output::log(bytes),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
