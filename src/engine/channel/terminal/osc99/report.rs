//! What a terminal says in OSC 99: what became of a notification, and what it can show.
//!
//! Pure, and distrustful: whatever is not exactly what the protocol has for our id is nothing. A terminal that sends back
//! what it is sent must not answer for the human, so a report holds no key that only a request has
//! (<https://sw.kovidgoyal.net/kitty/desktop-notifications/>; facts/terminals.md §3).

/// What a terminal said about one of our ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The notification itself was clicked, or VS Code's was closed: never an answer.
    Clicked,
    /// The button with this index was pressed, counted from 0 as they were shown.
    Pressed(usize),
    /// The notification is closed.
    Closed,
    /// The terminal cannot know when the notification will be closed.
    Untracked,
    /// The ids of those that are up, which is what was asked.
    Alive(Vec<String>),
    /// What the terminal can show, which is what was asked.
    Capabilities(Capabilities),
}

/// What a terminal's OSC 99 can do, as it says itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// `p`: the payloads it knows. One that is not here must not be sent: Contour makes it the title, and Konsole an empty
    /// notification.
    pub payloads: Vec<String>,
    /// `a`: what may happen when it is clicked: `report`, `focus`.
    pub actions: Vec<String>,
    /// `o`: when it is shown: `always`, `unfocused`, `invisible`. Without the first, foot shows nothing while it has the
    /// focus.
    pub occasions: Vec<String>,
    /// `u`: the urgencies it knows, `0` to `2`.
    pub urgencies: Vec<String>,
    /// `s`: the sounds it knows.
    pub sounds: Vec<String>,
    /// `c`: whether it can report that one is closed.
    pub reports_close: bool,
    /// `w`: whether one can expire.
    pub expires: bool,
}

impl Capabilities {
    /// Whether this payload may be sent: `title`, `body`, `buttons`, `close`, `alive`, `icon`.
    pub fn has_payload(&self, name: &str) -> bool {
        self.payloads.iter().any(|payload| payload == name)
    }

    /// Whether it can report what is clicked.
    pub fn reports(&self) -> bool {
        self.actions.iter().any(|action| action == "report")
    }
}

/// Reads an OSC: `osc` is what stands between `ESC ]` and its end, `id` the one that was sent, `buttons` how many were shown.
///
/// None for anything that is not OSC 99, not about this id, or not as the protocol has it.
pub fn parse(osc: &[u8], id: &str, buttons: usize) -> Option<Reply> {
    let text = std::str::from_utf8(osc).ok()?;
    let (metadata, payload) = text.strip_prefix("99;")?.split_once(';')?;
    let pairs: Vec<(&str, &str)> =
        metadata.split(':').map(|pair| pair.split_once('=')).collect::<Option<_>>()?;
    let is_ours = |&(_, value): &(&str, &str)| value == id;
    let mut ids = pairs.iter().filter(|(key, _)| *key == "i").peekable();
    ids.peek()?;
    if !ids.all(is_ours) {
        return None;
    }
    if let Some(said) = said_about_query(&pairs, payload) {
        return capabilities(&said).map(Reply::Capabilities);
    }
    match pairs.as_slice() {
        [_] if payload.is_empty() => Some(Reply::Clicked),
        [_] => button(payload, buttons).map(Reply::Pressed),
        [.., ("p", kind)] | [("p", kind), _] if pairs.len() == 2 => match (*kind, payload) {
            ("close", "") => Some(Reply::Closed),
            ("close", "untracked") => Some(Reply::Untracked),
            ("alive", ids) => Some(Reply::Alive(list(ids))),
            _ => None,
        },
        _ => None,
    }
}

/// The index of a button: a number from 1 without a leading zero, and of no more than were shown.
fn button(payload: &str, buttons: usize) -> Option<usize> {
    let is_number = matches!(payload.as_bytes(), [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']);
    let number: usize = payload.parse().ok().filter(|_| is_number)?;
    (number <= buttons).then(|| number - 1)
}

/// The pairs of a reply to `p=?`, if it is one. What it says stands in the payload with kitty and foot, there behind a
/// second `p=?;` with Konsole, and in the metadata with VS Code.
fn said_about_query<'a>(
    metadata: &[(&'a str, &'a str)],
    payload: &'a str,
) -> Option<Vec<(&'a str, &'a str)>> {
    let in_payload = payload.split([':', ';']).filter_map(|pair| pair.split_once('='));
    let all: Vec<_> = metadata.iter().copied().chain(in_payload).collect();
    all.contains(&("p", "?")).then_some(all)
}

/// None where nothing is said that can be shown: a query that was sent back to us.
fn capabilities(said: &[(&str, &str)]) -> Option<Capabilities> {
    let value =
        |wanted| said.iter().rfind(|(key, value)| *key == wanted && *value != "?").map(|(_, value)| *value);
    let values = |wanted| value(wanted).map(list).unwrap_or_default();
    Some(Capabilities {
        payloads: list(value("p")?),
        actions: values("a"),
        occasions: values("o"),
        urgencies: values("u"),
        sounds: values("s"),
        reports_close: value("c") == Some("1"),
        expires: value("w") == Some("1"),
    })
}

fn list(text: &str) -> Vec<String> {
    text.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
