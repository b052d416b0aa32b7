//! A lone ESC: the Escape key, or the start of something whose rest is still to come. Only time tells.
//!
//! It reads no clock and no terminal: whoever does says what time it is.

use std::time::{Duration, Instant};

/// How long it may be the start of a key's sequence; they arrive in one piece but for very bad lines. What others use is
/// 10 (tmux's `escape-time` in its newer versions) to 50 (vim's `ttimeoutlen`).
const PAUSE: Duration = Duration::from_millis(50);
/// The same while the terminal may speak: what it says begins with ESC, too, and its rest would be typed.
const REPORT_PAUSE: Duration = Duration::from_millis(200);

/// How long a lone ESC is waited behind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Patience {
    heard: Option<Instant>,
}

impl Patience {
    /// Bytes came.
    pub(super) fn heard(&mut self, now: Instant) {
        self.heard = Some(now);
    }

    /// How long the rest is still waited for; nothing once it is over. Whatever else somebody wakes up for meanwhile, a
    /// tick of the clock or a reply that is overdue, ends it no sooner.
    pub(super) fn left(self, may_speak: bool, now: Instant) -> Duration {
        let pause = if may_speak { REPORT_PAUSE } else { PAUSE };
        self.heard.map_or(Duration::ZERO, |heard| pause.saturating_sub(now.duration_since(heard)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::clock::now;

    #[test]
    fn it_is_over_when_its_own_time_is() {
        let (mut patience, start, ms) = (Patience::default(), now(), Duration::from_millis);
        patience.heard(start);
        for (after, may_speak, left) in
            [(0, false, 50), (49, false, 1), (50, false, 0), (50, true, 150), (199, true, 1), (300, true, 0)]
        {
            assert_eq!(patience.left(may_speak, start + ms(after)), ms(left), "{after} {may_speak}");
        }
        patience.heard(start + ms(40));
        assert_eq!(patience.left(false, start + ms(60)), ms(30), "each byte may have another behind it");
    }
}
