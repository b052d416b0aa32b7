//! `OSC 9 ; TEXT`, shown by iTerm2 and others. Pure.
//!
//! For `ConEmu` the same number begins a command, and a digit says which; others have taken some of them over. Text that
//! begins with a digit, or has a semicolon in it, is therefore never sent: not even `9;4`, the progress bar, can come out
//! of here.

use super::{Coded, Limits, Lost, Notification, field::Field};

/// Put before a text that would begin like a command.
const PREFIX: &str = "plyn-notify: ";

/// The sequence.
pub(super) fn encode(notification: &Notification, limits: &Limits) -> Coded {
    let field = Field::new(notification.line()).without_semicolons();
    let mut field = if limits.ascii { field.ascii() } else { field };
    if !field.text.starts_with(|c: char| c.is_alphabetic()) {
        field.text.insert_str(0, PREFIX);
    }
    let field = field.bytes(limits.body);
    let lost = field.losses(Lost::Body).collect();
    Coded { texts: vec![format!("9;{}", field.text)], lost }
}
