//! Readers of what was written, each as strict as the real one is, or stricter.

use base64::{Engine as _, prelude::BASE64_STANDARD};

use super::Mux;

const ESC: u8 = 0x1b;
const BELL: u8 = 0x07;

/// What a terminal makes of what it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// An operating system command, whole, and the byte that ended it.
    Osc(String, u8),
    Bell,
    /// Anything else: text on the screen, another sequence, one that never ends.
    Wrong(&'static str),
}

/// What a terminal that reads UTF-8 makes of these bytes.
pub(super) fn terminal(bytes: &[u8]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        match (first, after.first()) {
            (BELL, _) => events.push(Event::Bell),
            (ESC, Some(b']')) => {
                let text = &after[1..];
                let Some(end) = text.iter().position(|byte| *byte < 0x20 || *byte == 0x7f) else {
                    events.push(Event::Wrong("a sequence that never ends"));
                    return events;
                };
                let length = match (text[end], text.get(end + 1)) {
                    (BELL, _) => 1,
                    (ESC, Some(b'\\')) => 2,
                    _ => {
                        events.push(Event::Wrong("a control character in a sequence"));
                        return events;
                    }
                };
                events.push(match std::str::from_utf8(&text[..end]) {
                    Ok(content) if content.chars().any(char::is_control) => {
                        Event::Wrong("an eight-bit control")
                    }
                    Ok(content) => Event::Osc(content.to_owned(), text[end]),
                    Err(_) => Event::Wrong("no UTF-8"),
                });
                rest = &text[end + length..];
            }
            (ESC, _) => events.push(Event::Wrong("another sequence")),
            (0..0x20 | 0x7f, _) => events.push(Event::Wrong("a control character")),
            _ => events.push(Event::Wrong("text on the screen")),
        }
    }
    events
}

/// What leaves the multiplexers for the terminal behind them.
pub(super) fn through(bytes: &[u8], chain: &[Mux]) -> Vec<u8> {
    chain.iter().fold(bytes.to_vec(), |bytes, mux| match mux {
        Mux::Tmux => tmux(&bytes),
        Mux::Screen => screen(&bytes),
        Mux::Zellij => bytes,
    })
}

/// tmux: the body of a DCS that begins with `tmux;`, where an escape character stands for the byte after it; other
/// sequences are its own (input.c, the states `dcs_handler` and `dcs_escape`). What is left over shows as text.
fn tmux(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != ESC {
            out.push(first);
            continue;
        }
        let kind = rest.first().copied();
        rest = rest.get(1..).unwrap_or_default();
        if kind != Some(b'P') {
            // Swallowed, up to its end.
            let end =
                rest.iter().position(|byte| matches!(*byte, BELL | ESC)).map_or(rest.len(), |at| at + 1);
            rest = rest[end..].strip_prefix(b"\\").unwrap_or(&rest[end..]);
            continue;
        }
        let mut body = Vec::new();
        loop {
            match rest {
                [] => return out,
                [ESC, b'\\', after @ ..] => {
                    rest = after;
                    break;
                }
                [ESC, byte, after @ ..] | [byte, after @ ..] => {
                    body.push(*byte);
                    rest = after;
                }
            }
        }
        out.extend(body.strip_prefix(b"tmux;").unwrap_or_default());
    }
    out
}

/// GNU screen: the body of a DCS, of each character the low byte, at most 767 of them (ansi.c, `ASTR` and `STRESC`).
fn screen(bytes: &[u8]) -> Vec<u8> {
    const MOST: usize = 767;
    let text: Vec<u8> =
        String::from_utf8_lossy(bytes).chars().map(|c| u32::from(c).to_le_bytes()[0]).collect();
    let mut out = Vec::new();
    let mut rest = &text[..];
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != ESC || rest.first() != Some(&b'P') {
            out.push(first);
            continue;
        }
        let body = &rest[1..];
        let Some(end) = body.windows(2).position(|pair| pair == b"\x1b\\") else { return out };
        if end > MOST {
            // The tail is printed.
            out.extend(&body[MOST..end]);
        } else {
            out.extend(&body[..end]);
        }
        rest = &body[end + 2..];
    }
    out
}

/// A notification as a terminal raises it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Popup {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) body: String,
    pub(super) buttons: Vec<String>,
    /// What else is said of it, as `key=value`, decoded where it is base64.
    pub(super) keys: Vec<String>,
}

/// The notification that a terminal raises for these commands, if it is one and nothing else.
pub(super) fn popup(commands: &[String]) -> Result<Popup, String> {
    match commands {
        [] => Err("nothing".to_owned()),
        [first, ..] if first.starts_with("99;") => kitty(commands),
        [command] => match command.split_once(';') {
            Some(("777", rest)) => {
                let fields: Vec<&str> = rest.split(';').collect();
                let ["notify", title, body] = fields[..] else { return Err(format!("fields: {fields:?}")) };
                texts(title, body)
            }
            Some(("9", text)) if text.contains(';') || text.starts_with(|c: char| c.is_ascii_digit()) => {
                Err(format!("a command: {text}"))
            }
            Some(("9", text)) => texts("-", text),
            Some(("1337", rest)) => {
                let rest = rest.strip_prefix("Notification=title=").ok_or("no title")?;
                let (title, body) = rest.split_once(";message=").ok_or("no message")?;
                if (title.to_owned() + body).contains(['=', ';']) {
                    return Err("padding".to_owned());
                }
                texts(&decode(title)?, &decode(body)?)
            }
            _ => Err(format!("unknown: {command}")),
        },
        _ => Err(format!("several: {commands:?}")),
    }
}

fn texts(title: &str, body: &str) -> Result<Popup, String> {
    if title.is_empty() || body.is_empty() {
        return Err("an empty field".to_owned());
    }
    Ok(Popup { title: title.to_owned(), body: body.to_owned(), ..Popup::default() })
}

fn decode(text: &str) -> Result<String, String> {
    let bytes = BASE64_STANDARD.decode(text).map_err(|error| format!("{text}: {error}"))?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// kitty's reading of a burst, with what others need besides: the same id and actions in each, a payload in each.
fn kitty(commands: &[String]) -> Result<Popup, String> {
    let mut popup = Popup::default();
    let mut common = Vec::new();
    for (at, command) in commands.iter().enumerate() {
        let mut parts = command.splitn(3, ';');
        let (Some("99"), Some(metadata), Some(payload)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(format!("parts: {command}"));
        };
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_/\\+.,(){}[]*&^%$#@!`~=:".contains(c);
        if !metadata.chars().all(is_allowed) {
            return Err(format!("metadata: {metadata}"));
        }
        let pairs = metadata.split(':').map(|pair| pair.split_once('=').ok_or("no value"));
        let pairs = pairs.collect::<Result<Vec<_>, _>>()?;
        let get = |key: &str| pairs.iter().find(|(name, _)| *name == key).map(|(_, value)| *value);
        if pairs[0].0 != "i" || pairs[0].1.len() > 24 || pairs.iter().any(|(key, _)| key.len() != 1) {
            return Err(format!("keys: {metadata}"));
        }
        let is_last = at + 1 == commands.len();
        if (get("d") == Some("0")) == is_last {
            return Err(format!("not the last or the last: {metadata}"));
        }
        let same: Vec<_> = ["i", "a", "o", "u", "c"].map(|key| get(key).map(str::to_owned)).into();
        if at > 0 && common != same {
            return Err(format!("differs: {metadata}"));
        }
        common = same;
        if payload.is_empty() || payload.len() > 4096 {
            return Err(format!("payload of {} bytes", payload.len()));
        }
        let text = if get("e") == Some("1") { decode(payload)? } else { payload.to_owned() };
        if text.chars().any(char::is_control) {
            return Err(format!("payload: {text:?}"));
        }
        get("i").unwrap_or_default().clone_into(&mut popup.id);
        match get("p") {
            None | Some("title") => popup.title += &text,
            Some("body") => popup.body += &text,
            Some("buttons") => popup.buttons = text.split('\u{2028}').map(str::to_owned).collect(),
            Some(other) => return Err(format!("payload {other}")),
        }
        for (key, value) in pairs {
            let said = match key {
                "i" | "d" | "e" | "p" => continue,
                "f" | "n" | "s" | "t" => format!("{key}={}", decode(value)?),
                _ => format!("{key}={value}"),
            };
            if !popup.keys.contains(&said) {
                popup.keys.push(said);
            }
        }
    }
    Ok(popup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readers_see_what_is_wrong() {
        let osc = |text: &str, end| Event::Osc(text.to_owned(), end);
        assert_eq!(terminal(b"\x1b]9;a\x1b\\\x07"), [osc("9;a", ESC), Event::Bell]);
        for wrong in [
            &b"x"[..],
            b"\x1b]9;a",
            b"\x1b]9;\n\x07",
            b"\x1b[m",
            b"\x1b]9;\xc2\x9c\x07",
            b"\x1b]9;\xff\x07",
            b"\n",
        ] {
            assert!(terminal(wrong).iter().any(|event| matches!(event, Event::Wrong(_))), "{wrong:?}");
        }
        // The printable text of facts/terminals.md §0.4, through screen: a title is set.
        let evil = "\x1bP\x1b]777;notify;t;ć ě]0;PWNEDć\x07\x1b\\".as_bytes();
        let seen = terminal(&screen(evil));
        assert!(seen.contains(&osc("0;PWNED", BELL)), "{seen:?}");
        assert_eq!(tmux(b"\x1bPtmux;\x1b\x1b]9;a\x07\x1b\\\x1b]9;b\x07"), b"\x1b]9;a\x07");
        assert_eq!(tmux(b"\x1bPtmux;\x1b]9;hello\x07\x1b\\"), b"]9;hello\x07", "not doubled: text");
        let long = [&b"\x1bP"[..], &[b'x'; 800], b"\x1b\\"].concat();
        assert_eq!(screen(&long), [b'x'; 33], "the tail is printed");
    }

    #[test]
    fn a_popup_is_one_or_none() {
        let popup = |texts: &[&str]| popup(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        assert!(popup(&["777;notify;a;b"]).is_ok());
        for wrong in [
            &["777;notify;a;b;c"][..],
            &["777;notify;a;"],
            &["9;4;1;50"],
            &["9;5 tests"],
            &["9;a", "9;b"],
            &["99;i=a:d=0;x"],
            &["99;i=a;x", "99;i=a;y"],
            &["99;i=a:d=0;x", "99;i=b;y"],
            &["99;i=a b;x"],
            &["1337;Notification=title=YQ==;message=YQ=="],
            &["0;title"],
            &[],
        ] {
            assert!(popup(wrong).is_err(), "{wrong:?}");
        }
    }
}
