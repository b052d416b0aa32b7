//! `OSC 777 ; notify ; TITLE ; BODY`, urxvt's, which many have taken over. Pure.

use super::{Coded, Limits, Lost, Notification, field::Field};

/// A title that Warp reads as a message of its own.
const SENTINEL: &str = "warp://";

/// The sequence. Both fields always say something: Warp drops an empty body, others need both semicolons.
pub(super) fn encode(notification: &Notification, limits: &Limits) -> Coded {
    let (title, body) = notification.title_and_body();
    let shape = |text: &str| {
        let field = Field::new(text).without_semicolons();
        let field = if limits.ascii { field.ascii() } else { field };
        if limits.shell { field.harmless_in_a_shell() } else { field }
    };
    let mut title = shape(title);
    if title.text.starts_with(SENTINEL) {
        title.text.insert(0, ' ');
    }
    if limits.shell {
        // The extension that everybody uses takes a title without spaces: /^notify;(\S+);(.*)$/.
        title.text = title.text.replace(' ', "_");
    }
    let title = title.bytes(limits.title);
    let body = shape(body).bytes(limits.body);
    let lost = title.losses(Lost::Title).chain(body.losses(Lost::Body)).collect();
    let say = |field: Field| if field.text.is_empty() { "-".to_owned() } else { field.text };
    Coded { texts: vec![format!("777;notify;{};{}", say(title), say(body))], lost }
}
