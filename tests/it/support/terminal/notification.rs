//! What a terminal makes of the sequences that are notifications: which one shows, and with what in it.

use std::collections::BTreeMap;

use super::personality::{Osc9, Osc777, Personality, Unknown};

/// The sequence that a notification came in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Osc9,
    Osc777,
    Iterm2,
    Osc99,
}

/// One that was shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Notification {
    pub(crate) kind: Kind,
    /// Only OSC 99 has one.
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) buttons: Vec<String>,
    /// The other keys of OSC 99, as they were sent last: `a`, `c`, `o`, `u`, `w`, and, not decoded, `f`, `n`, `s`.
    pub(crate) keys: BTreeMap<String, String>,
    /// Whether it is on the screen.
    pub(crate) up: bool,
}

impl Notification {
    /// Whether this word is in a key's list.
    pub(crate) fn asks(&self, key: &str, word: &str) -> bool {
        self.keys.get(key).is_some_and(|list| list.split(',').any(|part| part == word))
    }

    fn is_empty(&self) -> bool {
        self.title.is_empty() && self.body.is_empty() && self.buttons.is_empty() && self.keys.is_empty()
    }

    fn plain(kind: Kind, title: &str, body: &str) -> Self {
        let (title, body) = (title.to_owned(), body.to_owned());
        Self { kind, title, body, up: true, ..Self::default() }
    }
}

/// `OSC 9`, `OSC 777` or `OSC 1337`, as this terminal takes it. The error is a fault.
pub(crate) fn plain(personality: &Personality, osc: &str) -> Result<Option<Notification>, String> {
    if let Some(text) = osc.strip_prefix("9;") {
        let first = text.split(';').next().unwrap_or_default();
        let is_number = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        let shows = match personality.osc9 {
            Osc9::Ignored => false,
            Osc9::Whole => true,
            Osc9::UnlessNumber => !is_number,
            Osc9::UnlessSemicolon => !text.contains(';'),
            Osc9::Executed => return Err(format!("it carries out {text:?}")),
        };
        return Ok(shows.then(|| Notification::plain(Kind::Osc9, "", text)));
    }
    if let Some(text) = osc.strip_prefix("777;notify;") {
        let fields: Vec<&str> = text.split(';').collect();
        let (title, body) = text.split_once(';').unwrap_or((text, ""));
        let body = match personality.osc777 {
            Osc777::Whole => body,
            Osc777::Cut => fields.get(1).copied().unwrap_or_default(),
            Osc777::Exact if fields.len() == 2 => body,
            Osc777::Exact | Osc777::Ignored => return Ok(None),
        };
        return Ok(Some(Notification::plain(Kind::Osc777, title, body)));
    }
    if let Some(fields) = osc.strip_prefix("1337;Notification=").filter(|_| personality.iterm2) {
        let mut shown = Notification::plain(Kind::Iterm2, "", "");
        for field in fields.split(';') {
            let Some((name, value)) = field.split_once('=') else {
                return Err(format!("{field:?} is no field"));
            };
            let text = decode(value)?;
            match name {
                "title" => shown.title = text,
                "message" => shown.body = text,
                _ => {}
            }
        }
        return Ok(Some(shown));
    }
    Ok(None)
}

/// One escape of OSC 99.
#[derive(Debug)]
pub(crate) struct Escape {
    pub(crate) id: String,
    pub(crate) payload: String,
    /// The kind of payload: `p`.
    pub(crate) kind: String,
    /// Whether it is the last of its notification: `d`.
    pub(crate) is_last: bool,
    keys: BTreeMap<String, String>,
}

impl Escape {
    /// Reads what follows `99;`, as strictly as the protocol is written.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let (metadata, payload) = text.split_once(';').ok_or("no payload")?;
        let mut keys = BTreeMap::new();
        for pair in metadata.split(':') {
            let (key, value) = pair.split_once('=').ok_or_else(|| format!("{pair:?} is no pair"))?;
            let is_plain =
                |byte: u8| byte.is_ascii_alphanumeric() || b"-_/\\+.,(){}[]*&^%$#@!`~=?".contains(&byte);
            if key.len() != 1 || !value.bytes().all(is_plain) {
                return Err(format!("{pair:?} is not allowed"));
            }
            if keys.insert(key.to_owned(), value.to_owned()).is_some() && !matches!(key, "n" | "t") {
                return Err(format!("{key:?} is there twice"));
            }
        }
        let encoded = keys.remove("e").as_deref() == Some("1");
        if payload.len() > if encoded { 4096 } else { 2048 } {
            return Err(format!("a payload of {} bytes", payload.len()));
        }
        Ok(Self {
            id: keys.remove("i").ok_or("no id")?,
            payload: if encoded { decode(payload)? } else { payload.to_owned() },
            kind: keys.remove("p").unwrap_or_else(|| "title".to_owned()),
            is_last: keys.remove("d").as_deref() != Some("0"),
            keys,
        })
    }

    /// Adds it to what is known of its notification already. The error is a fault.
    pub(crate) fn add_to(
        mut self,
        shown: &mut Notification,
        known: &[String],
        unknown: Unknown,
    ) -> Result<(), String> {
        let counts = |keys: &BTreeMap<String, String>| {
            let counts = |(key, _): &(&String, &String)| matches!(key.as_str(), "a" | "c" | "o" | "u" | "w");
            keys.iter().filter(counts).map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>()
        };
        // Terminals differ in whose keys count.
        let (before, now) = (counts(&shown.keys), counts(&self.keys));
        if !shown.is_empty() && before != now {
            return Err(format!("{before:?} and then {now:?}"));
        }
        shown.keys.append(&mut self.keys);
        let is_known = known.contains(&self.kind);
        match self.kind.as_str() {
            "body" if is_known => shown.body.push_str(&self.payload),
            "buttons" if is_known => {
                shown.buttons.extend(self.payload.split('\u{2028}').map(str::to_owned));
            }
            "icon" if is_known => {}
            "title" => shown.title.push_str(&self.payload),
            _ if unknown == Unknown::Title => shown.title.push_str(&self.payload),
            _ => {}
        }
        Ok(())
    }
}

/// RFC 4648, with or without padding; text only.
fn decode(text: &str) -> Result<String, String> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for digit in text.trim_end_matches('=').bytes() {
        let value = ALPHABET.iter().position(|&letter| letter == digit);
        let value = value.ok_or_else(|| format!("{text:?} is not base64"))?;
        bits = bits << 6 | u32::try_from(value).expect("less than 64");
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).expect("a byte"));
        }
    }
    String::from_utf8(bytes).map_err(|_| format!("{text:?} is not text"))
}
