//! The only file that reads the monotonic clock.

use std::time::Instant;

/// Now.
#[expect(clippy::disallowed_methods, reason = "the one place")]
pub fn now() -> Instant {
    Instant::now()
}
