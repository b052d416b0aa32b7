//! The bell, which every terminal has. Pure.

use super::{Encoded, Lost, Notification};

/// The bell, never wrapped: each multiplexer hands it on, or marks its window.
pub(super) const BELL: u8 = 0x07;

/// The bell in the notification's place, which says nothing.
pub(super) fn encode(notification: &Notification) -> Encoded {
    let mut lost = notification.extras();
    lost.insert(0, Lost::Text);
    if !notification.buttons.is_empty() {
        lost.insert(1, Lost::Buttons);
    }
    Encoded { bytes: vec![BELL], lost }
}
