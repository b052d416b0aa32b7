//! What is done on a thread of its own, so that nobody waits for it.

use std::thread;

/// Does it there. A thread that cannot be had is something that does not answer: whoever waits for an answer has a limit
/// of its own.
pub fn aside(name: &str, body: impl FnOnce() + Send + 'static) {
    if let Err(error) = thread::Builder::new().name(name.to_owned()).spawn(body) {
        tracing::warn!(%error, name, "cannot start a thread");
    }
}
