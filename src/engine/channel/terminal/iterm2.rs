//! `OSC 1337 ; Notification = title=BASE64 ; message=BASE64`, iTerm2's own since 3.5. Pure.

use super::{
    Coded, Limits, Lost, Notification,
    field::{Field, base64},
};

/// The sequence.
pub(super) fn encode(notification: &Notification, limits: &Limits) -> Coded {
    let (title, body) = notification.title_and_body();
    let title = Field::new(title).bytes(limits.title);
    let body = Field::new(body).bytes(limits.body);
    let lost = title.losses(Lost::Title).chain(body.losses(Lost::Body)).collect();
    let text = format!("1337;Notification=title={};message={}", unpadded(title.text), unpadded(body.text));
    Coded { texts: vec![text], lost }
}

/// Base64 without `=`, which separates names from values here: spaces at the end make the length one that needs none.
fn unpadded(mut text: String) -> String {
    while !text.len().is_multiple_of(3) {
        text.push(' ');
    }
    base64(&text)
}
