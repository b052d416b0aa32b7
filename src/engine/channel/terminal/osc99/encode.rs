//! A notification as a burst of `OSC 99` sequences. Pure.
//!
//! The recipe that works everywhere: the id first, the same in each; what is text in base64, which no multiplexer and no
//! eight-bit parser can mistake; actions and urgency repeated in every sequence, since Contour reads none in the last and
//! zellij rewrites each by itself; all of it in one write, since kitty forgets what another program interrupts.

use super::super::{
    Coded, Id, Limits, Lost, Notification,
    field::{Field, base64},
    quirks::Osc99,
};
use crate::engine::notice::{Expiry, Sound, Urgency};

/// Most bytes of a payload before it is encoded.
const CHUNK: usize = 2048;
/// What separates the labels of buttons.
const SEPARATOR: &str = "\u{2028}";
/// Most bytes of one label. kitty takes 256 characters; nobody reads so many.
const LABEL: usize = 128;

/// The burst; `answers` asks for reports of what is pressed.
pub(in super::super) fn encode(
    notification: &Notification,
    limits: &Limits,
    takes: Osc99,
    answers: bool,
) -> Coded {
    let mut lost = Vec::new();
    let mut cut = |field: Field, what: Lost, most: usize| {
        let field = field.chars(takes.chars).bytes(most);
        lost.extend(field.losses(what));
        field.text
    };
    if takes.single {
        let text = cut(Field::new(notification.line()), Lost::Body, CHUNK);
        return Coded { texts: vec![format!("99;i={};{text}", notification.id)], lost };
    }
    let (title, body) = if takes.body || notification.title.is_empty() {
        notification.title_and_body()
    } else {
        (notification.title.as_str(), notification.body.as_str())
    };
    let title = cut(Field::new(title), Lost::Title, limits.title_osc99);
    let body = cut(Field::new(body), Lost::Body, limits.body_osc99);
    let common = format!(
        "i={}:a={}:o=always:u={}{}",
        notification.id,
        if answers { "report" } else { "focus" },
        urgency(notification.urgency),
        expiry(notification.expires, takes)
    );
    let labels = if answers { labels(&notification.buttons, takes, &mut lost) } else { Vec::new() };
    let mut payloads: Vec<(String, String)> = Vec::new();
    for (at, chunk) in chunks(&title).into_iter().enumerate() {
        let once = if at == 0 { decoration(notification, takes) } else { String::new() };
        payloads.push((format!("{common}{once}"), chunk));
    }
    payloads.extend(chunks(&body).into_iter().map(|chunk| (format!("{common}:p=body"), chunk)));
    if !labels.is_empty() {
        payloads.push((format!("{common}:p=buttons"), labels.join(SEPARATOR)));
    }
    let end = payloads.len();
    let texts = payloads.into_iter().enumerate().map(|(at, (metadata, payload))| {
        let more = if at + 1 == end { "" } else { ":d=0" };
        format!("99;{metadata}{more}:e=1;{}", base64(&payload))
    });
    Coded { texts: texts.collect(), lost }
}

/// Takes the notification down. `report` has to be repeated where each sequence is rewritten by itself.
pub(in super::super) fn close(id: &Id, report: bool) -> String {
    let report = if report { ":a=report" } else { "" };
    format!("99;i={id}{report}:p=close;")
}

fn urgency(urgency: Urgency) -> u8 {
    match urgency {
        Urgency::Low => 0,
        Urgency::Normal => 1,
        Urgency::Critical => 2,
    }
}

fn expiry(expires: Expiry, takes: Osc99) -> String {
    match expires {
        Expiry::Never if takes.expiry => ":w=0".to_owned(),
        Expiry::After(milliseconds) if takes.expiry => format!(":w={milliseconds}"),
        _ => String::new(),
    }
}

/// What is said once, in the first sequence.
fn decoration(notification: &Notification, takes: Osc99) -> String {
    let short = |text: &str| base64(&Field::new(text).bytes(LABEL).text);
    let application = takes.application.then(|| format!(":f={}", short(notification.who())));
    let icon = notification.icon_name().filter(|_| takes.decoration);
    let icon = icon.map(|icon| format!(":n={}", short(icon)));
    let sound = notification.sound.filter(|_| takes.decoration);
    let sound = sound.map(|sound| format!(":s={}", base64(sound_name(sound))));
    [application, icon, sound].into_iter().flatten().collect()
}

/// The specification's names of sounds.
fn sound_name(sound: Sound) -> &'static str {
    match sound {
        Sound::None => "silent",
        Sound::Done => "info",
        Sound::Question => "question",
        Sound::Permission => "warning",
        Sound::Error => "error",
    }
}

/// The labels as they are sent: all of them or none, since a button is known by its number alone, and no two alike.
fn labels(buttons: &[String], takes: Osc99, lost: &mut Vec<Lost>) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for button in buttons {
        let field = Field::new(button);
        let field = if takes.ascii_labels { field.ascii() } else { field };
        let field = field.bytes(LABEL);
        if field.text.is_empty() || labels.contains(&field.text) {
            lost.push(Lost::Buttons);
            return Vec::new();
        }
        lost.extend(field.losses(Lost::Characters));
        labels.push(field.text);
    }
    if labels.len() > takes.buttons {
        lost.push(Lost::Buttons);
        return Vec::new();
    }
    labels
}

/// The text in pieces that are texts themselves: foot decodes each by itself.
fn chunks(text: &str) -> Vec<String> {
    let mut chunks = Vec::new();
    let mut chunk = String::new();
    for c in text.chars() {
        if chunk.len() + c.len_utf8() > CHUNK {
            chunks.push(std::mem::take(&mut chunk));
        }
        chunk.push(c);
    }
    if !chunk.is_empty() {
        chunks.push(chunk);
    }
    chunks
}
