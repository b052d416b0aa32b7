//! Whose Ctrl-C it is while a pager has the terminal.
//!
//! The key's signal reaches the pager and us at once, and two threads of ours hear of the signal and of what it did to
//! the pager, in any order.

use std::sync::atomic::{AtomicU8, Ordering};

const OURS: u8 = 0;
const PAGER: u8 = 1;
/// A pager runs, and we have heard of a signal that was for it.
const HEARD: u8 = 2;
/// A pager has died of a signal that we have not heard of yet.
const DUE: u8 = 3;

/// Shared by the thread that has the terminal and the one that hears of signals.
#[derive(Debug, Default)]
pub(super) struct Keyboard(AtomicU8);

impl Keyboard {
    /// A pager gets it.
    pub(super) fn lend(&self) {
        self.0.store(PAGER, Ordering::SeqCst);
    }

    /// The pager has ended; `died` says that it was of such a signal.
    pub(super) fn take_back(&self, died: bool) {
        let next = |state| if died && state == PAGER { DUE } else { OURS };
        let _ = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |state| Some(next(state)));
    }

    /// A key came: a signal from before that would have come, too.
    pub(super) fn settle(&self) {
        let _ = self.0.compare_exchange(DUE, OURS, Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Whether the signal that came is the pager's.
    pub(super) fn is_lent(&self) -> bool {
        let next = |state| match state {
            OURS | DUE => OURS,
            _ => HEARD,
        };
        let before = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |state| Some(next(state)));
        before != Ok(OURS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_signal_is_heard_of_once_in_any_order() {
        let keyboard = Keyboard::default();
        assert!(!keyboard.is_lent());
        // The signal first, then the pager's death.
        keyboard.lend();
        assert!(keyboard.is_lent() && keyboard.is_lent());
        keyboard.take_back(true);
        assert!(!keyboard.is_lent());
        // The other way round.
        keyboard.lend();
        keyboard.take_back(true);
        assert!(keyboard.is_lent() && !keyboard.is_lent());
        // It ended by itself.
        keyboard.lend();
        keyboard.take_back(false);
        assert!(!keyboard.is_lent());
        // It died of a signal that was for it alone.
        keyboard.lend();
        keyboard.take_back(true);
        keyboard.settle();
        assert!(!keyboard.is_lent());
    }
}
