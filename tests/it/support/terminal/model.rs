//! A terminal without its window: what is written to it goes in, what it says comes out.

use std::collections::BTreeMap;

use super::{
    notification::{self, Escape, Notification},
    personality::{Osc99, Personality, Unknown},
    vt::{End, Sequence, Vt},
};

/// What a terminal sends, sequence by sequence.
pub(crate) type Replies = Vec<Vec<u8>>;

/// A terminal with this personality, and what it has seen.
#[derive(Debug)]
pub(crate) struct Model {
    personality: Personality,
    vt: Vt,
    /// Everything that was written to it, in order.
    pub(crate) log: Vec<Sequence>,
    /// Every notification that it has shown, in order.
    pub(crate) notifications: Vec<Notification>,
    /// Whether it has crashed, with all that ran in it.
    pub(crate) crashed: bool,
    faults: Vec<String>,
    /// OSC 99 that is not complete.
    unfinished: BTreeMap<String, Notification>,
    /// What is said behind the next fence.
    late: Vec<u8>,
}

impl Model {
    pub(crate) fn new(personality: Personality) -> Self {
        Self {
            personality,
            vt: Vt::default(),
            log: Vec::new(),
            notifications: Vec::new(),
            crashed: false,
            faults: Vec::new(),
            unfinished: BTreeMap::new(),
            late: Vec::new(),
        }
    }

    /// Takes what a program has written.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Replies {
        let mut replies = Vec::new();
        for &byte in bytes {
            let sequence = self.vt.push(byte).filter(|sequence| !self.crashed && !is_fence(sequence));
            if let Some(sequence) = sequence {
                replies.extend(self.take(&sequence));
                self.log.push(sequence);
            }
        }
        replies.retain(|reply: &Vec<u8>| !reply.is_empty());
        replies
    }

    /// What was wrong with what was written: it has to be nothing.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = [&self.vt.faults[..], &self.faults].concat();
        if self.crashed {
            faults.push("it crashed".to_owned());
        }
        if !self.vt.is_at_rest() {
            faults.push("the last sequence has no end".to_owned());
        }
        faults.extend(self.unfinished.keys().map(|id| format!("the notification {id} is not complete")));
        faults
    }

    /// How many times the bell was rung.
    pub(crate) fn bells(&self) -> usize {
        self.log.iter().filter(|sequence| **sequence == Sequence::Control(0x07)).count()
    }

    /// The operating system commands that were written.
    pub(crate) fn commands(&self) -> Vec<String> {
        let command = |sequence: &Sequence| match sequence {
            Sequence::Osc(body, _) => Some(String::from_utf8_lossy(body).into_owned()),
            _ => None,
        };
        self.log.iter().filter_map(command).collect()
    }

    fn take(&mut self, sequence: &Sequence) -> Replies {
        let echo = if self.personality.echoes && is_query(sequence) { sequence.bytes() } else { Vec::new() };
        let mut replies = vec![echo];
        match sequence {
            Sequence::Csi(parameters, b'q') if matches!(&parameters[..], b">" | b">0") => {
                let version = self.personality.xtversion.as_ref();
                replies.extend(version.map(|text| format!("\x1bP>|{text}\x1b\\").into_bytes()));
            }
            Sequence::Csi(parameters, b'c') => match &parameters[..] {
                b"" | b"0" => {
                    replies.extend(attributes(self.personality.da1.as_deref()));
                    replies.push(std::mem::take(&mut self.late));
                }
                b">" | b">0" => replies.extend(attributes(self.personality.da2.as_deref())),
                _ => {}
            },
            Sequence::Osc(body, end) => {
                let text = String::from_utf8_lossy(body).into_owned();
                replies.extend(self.command(&text, *end));
            }
            Sequence::Dcs(body) if self.personality.prints_dcs => {
                self.faults.push(format!("it prints {}", body.escape_ascii()));
            }
            _ => {}
        }
        replies
    }

    fn command(&mut self, osc: &str, end: End) -> Replies {
        if let Some(text) = osc.strip_prefix("99;") {
            let Some(rules) = self.personality.osc99.clone() else { return Vec::new() };
            return match Escape::read(text) {
                Ok(escape) => self.osc99(escape, &rules, end),
                Err(fault) => self.fault(&fault, osc),
            };
        }
        match notification::plain(&self.personality, osc) {
            Ok(shown) => {
                self.notifications.extend(shown);
                Vec::new()
            }
            Err(fault) => self.fault(&fault, osc),
        }
    }

    fn osc99(&mut self, escape: Escape, rules: &Osc99, end: End) -> Replies {
        let is_known = rules.payloads.contains(&escape.kind);
        match escape.kind.as_str() {
            "?" if rules.dies_of_query => self.crashed = true,
            "?" => {
                let end = if end == End::Bell { "\x07" } else { "\x1b\\" };
                let said = rules.query.as_ref().map(|said| said.replace("{id}", &escape.id));
                let reply = said.map(|said| format!("\x1b]99;{said}{end}").into_bytes()).unwrap_or_default();
                if !rules.answers_late {
                    return vec![reply];
                }
                self.late = reply;
            }
            "close" if is_known => return self.close(&escape.id, rules),
            "alive" if is_known => {
                let up = self.notifications.iter().filter(|shown| shown.up).map(|shown| shown.id.as_str());
                return vec![report(&format!("{}:p=alive", escape.id), &up.collect::<Vec<_>>().join(","))];
            }
            "close" | "alive" if rules.unknown_payload != Unknown::Dropped => {
                self.notifications.push(Notification { up: true, ..Notification::default() });
                return self.fault("it shows an empty notification", &escape.kind);
            }
            _ => return self.show(escape, rules),
        }
        Vec::new()
    }

    fn show(&mut self, escape: Escape, rules: &Osc99) -> Replies {
        let (id, is_last) = (escape.id.clone(), escape.is_last);
        let fresh =
            || Notification { kind: notification::Kind::Osc99, id: id.clone(), ..Notification::default() };
        let mut shown = self.unfinished.remove(&id).unwrap_or_else(fresh);
        if let Err(fault) = escape.add_to(&mut shown, &rules.payloads, rules.unknown_payload) {
            self.faults.push(format!("OSC 99 {id}: {fault}"));
        }
        if !is_last {
            self.unfinished.insert(id, shown);
            return Vec::new();
        }
        if rules.refuses {
            let asks = shown.asks("c", "1") && rules.reports_close;
            return if asks { vec![report(&format!("{id}:p=close"), "")] } else { Vec::new() };
        }
        shown.up = true;
        self.notifications.retain(|other| other.id != id || !other.up);
        self.notifications.push(shown);
        Vec::new()
    }

    fn fault(&mut self, fault: &str, osc: &str) -> Replies {
        self.faults.push(format!("{fault}: {osc:?}"));
        Vec::new()
    }

    /// The program closes it.
    fn close(&mut self, id: &str, rules: &Osc99) -> Replies {
        let Some(shown) = self.up(id) else { return Vec::new() };
        shown.up = false;
        let asks = shown.asks("c", "1");
        if asks && rules.reports_close { vec![report(&format!("{id}:p=close"), "")] } else { Vec::new() }
    }

    /// The human presses its button with this number, from 1 as it is drawn.
    #[track_caller]
    pub(crate) fn press(&mut self, id: &str, number: usize) -> Replies {
        let rules = self.rules();
        let shown = self.up(id).unwrap_or_else(|| panic!("{id} is not up"));
        assert!((1..=shown.buttons.len()).contains(&number), "{id} has the buttons {:?}", shown.buttons);
        let is_reported = shown.asks("a", "report") || rules.always_reports_press;
        let mut replies = if is_reported { vec![report(id, &number.to_string())] } else { Vec::new() };
        replies.extend(self.close(id, &rules));
        replies
    }

    /// The human clicks on it.
    #[track_caller]
    pub(crate) fn click(&mut self, id: &str) -> Replies {
        let rules = self.rules();
        let shown = self.up(id).unwrap_or_else(|| panic!("{id} is not up"));
        let mut replies = if shown.asks("a", "report") { vec![report(id, "")] } else { Vec::new() };
        replies.extend(self.close(id, &rules));
        replies
    }

    /// The human closes it.
    #[track_caller]
    pub(crate) fn dismiss(&mut self, id: &str) -> Replies {
        let rules = self.rules();
        if rules.close_is_click {
            return self.click(id);
        }
        assert!(self.up(id).is_some(), "{id} is not up");
        self.close(id, &rules)
    }

    fn up(&mut self, id: &str) -> Option<&mut Notification> {
        self.notifications.iter_mut().rfind(|shown| shown.id == id && shown.up)
    }

    #[track_caller]
    fn rules(&self) -> Osc99 {
        self.personality.osc99.clone().unwrap_or_else(|| panic!("{} has no OSC 99", self.personality.name))
    }
}

/// Whether a terminal may have something to say to it; of the rest some would be keys if they came back.
fn is_query(sequence: &Sequence) -> bool {
    match sequence {
        Sequence::Osc(..) | Sequence::Dcs(_) => true,
        Sequence::Csi(parameters, last) => *last == b'c' || *last == b'q' && parameters.starts_with(b">"),
        _ => false,
    }
}

/// Whether the tests' own terminal has written it ([`crate::support::pty`]).
fn is_fence(sequence: &Sequence) -> bool {
    matches!(sequence, Sequence::Osc(body, _) if body.starts_with(b"7777;"))
}

fn attributes(said: Option<&str>) -> Option<Vec<u8>> {
    said.map(|said| format!("\x1b[{said}c").into_bytes())
}

fn report(metadata: &str, payload: &str) -> Vec<u8> {
    format!("\x1b]99;i={metadata};{payload}\x1b\\").into_bytes()
}
