//! Payloads that somebody has tampered with: ten thousand of them, from a seed.

use super::{HEADER, choice, notice, request};
use crate::engine::{
    capability::{Buttons, Capability, TextLimits},
    channel::{
        desktop::markup,
        remote::wire::{
            MESSAGE_LIMIT, TITLE_LIMIT, What, decode, encode_notice, encode_probe, encode_prompt,
        },
    },
    notice::Notice,
    plan::{Scene, render},
    request::{Question, Request},
    text::is_forbidden,
};

/// A small generator (`SplitMix64`), so that a failure can be run again.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % limit as u64).unwrap()
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

const PIECES: [&str; 40] = [
    "\n",
    "\n\n\n\n\n\n",
    "\r",
    "\0",
    "\u{1b}]0;x\u{7}",
    "\u{9b}31m",
    "\u{202e}",
    "\u{200b}",
    "\u{2028}",
    "\u{feff}",
    "\u{fffd}",
    "; rm -rf /",
    "$(reboot)",
    "`id`",
    "'",
    "\"",
    "\\",
    "\\u0007",
    "\\u001b",
    "\\ud800",
    "\\n",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "{\"v\":1,",
    "{\"v\":2}",
    "\"v\":1e999",
    "\"choices\":[]",
    "\"left_ms\":18446744073709551615",
    "-1",
    "null",
    "true",
    "<img src=x>",
    "&amp;",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "👩\u{200d}💻",
    "((((((((((((((((((((",
];

fn bases() -> Vec<String> {
    let permission = ["once", "always", "reject"].map(|key| choice(key, key)).to_vec();
    let answers = Question::Choice { choices: permission, reply: true };
    let list = vec![choice("a", "A"), choice("b", "B")];
    let list = Question::List { choices: list, other: false, multi: true };
    let prompt = |answers| encode_prompt(&HEADER, &Request { answers, ..request() }, None, true).unwrap();
    let told = notice("T\nM\nnormal\ndialog-error\ndone\nid");
    vec![
        prompt(answers),
        prompt(list),
        prompt(Question::Reply),
        encode_notice(&HEADER, &Notice { actions: told.actions, ..told }).unwrap(),
        encode_probe(&HEADER),
        "opencode\nMay I?\ncritical\ndialog-warning\npermission\nper_123".to_owned(),
        "T".to_owned(),
        String::new(),
    ]
}

fn mutated(chance: &mut Chance, bases: &[String]) -> String {
    let mut payload: Vec<char> = chance.of(bases).chars().collect();
    for _ in 0..=chance.below(6) {
        let at = chance.below(payload.len() + 1);
        let end = (at + chance.below(12)).min(payload.len());
        match chance.below(7) {
            0 | 1 => drop(payload.splice(at..at, chance.of(&PIECES).chars())),
            2 => drop(payload.drain(at..end)),
            3 => drop(payload.splice(at..end, chance.of(&PIECES).chars())),
            4 => payload.truncate(at),
            5 => {
                let part = payload[at..end].to_vec();
                let copies = chance.below(40);
                let _ = payload.splice(at..at, part.repeat(copies));
            }
            _ => {
                let any = char::from_u32(u32::try_from(chance.below(0x11_0000)).unwrap());
                payload.insert(at, any.unwrap_or('\u{7f}'));
            }
        }
    }
    payload.into_iter().collect()
}

/// Nothing that draws over its neighbours, and no more than was allowed.
fn is_clean(text: &str, limit: usize, lines: bool) {
    assert!(!text.chars().any(|c| is_forbidden(c) && !(lines && c == '\n')), "{text:?}");
    assert!(text.chars().count() <= limit, "{text:?}");
}

fn look_at(payload: &str) {
    let Ok(ask) = decode(payload) else { return };
    is_clean(&ask.host, TITLE_LIMIT, false);
    match ask.what {
        What::Probe => {}
        What::Notice(notice) => {
            is_clean(&notice.title, TITLE_LIMIT, false);
            assert!(!notice.title.is_empty());
            let shown = markup::body(&notice.body, false).into_owned();
            is_clean(&shown, MESSAGE_LIMIT, true);
            assert_eq!(markup::body(&notice.body, true), markup::escape(&shown), "nothing of it is markup");
            notice.actions.iter().for_each(|action| is_clean(&action.label, TITLE_LIMIT, false));
            assert!(notice.actions.iter().all(|action| !action.name.chars().any(char::is_control)));
            assert!(notice.icon.is_none() && notice.hints.is_empty() && notice.replaces == 0);
            assert!(!notice.image.unwrap().contains('/'));
        }
        What::Prompt { request, .. } => {
            for choice in request.answers.choices() {
                is_clean(&choice.label, TITLE_LIMIT, false);
                assert!(!choice.key.chars().any(char::is_control) && !choice.label.is_empty());
            }
            let capability = Capability {
                buttons: Buttons::Menu,
                reply: true,
                body_click: true,
                unique_text: true,
                text: TextLimits::DESKTOP,
            };
            let scene = Scene { terminal: true, actions: true, mark: "ab12" };
            let rendering = render(&request, &capability, scene).unwrap();
            is_clean(&rendering.summary, capability.text.title, false);
            rendering.lines.iter().for_each(|line| is_clean(line, capability.text.line, false));
        }
    }
}

#[test]
fn ten_thousand_hostile_payloads_show_nothing_harmful() {
    let bases = bases();
    let mut chance = Chance(7);
    let mut shown = 0;
    for _ in 0..10_000 {
        let payload = mutated(&mut chance, &bases);
        look_at(&payload);
        shown += usize::from(decode(&payload).is_ok());
    }
    assert!(shown > 5_000, "only {shown} were looked at closely");
}

#[test]
fn the_longest_and_the_deepest_are_no_slower() {
    for piece in PIECES {
        look_at(&piece.repeat(60_000 / piece.len()));
        look_at(&format!("T\nM\n\n\n\n\n{}", piece.repeat(60_000 / piece.len())));
    }
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(5_000), close.repeat(5_000));
    for (open, close) in [("[", "]"), ("{\"v\":", "}"), ("{\"v\":1,\"x\":[", "]}")] {
        look_at(&format!("T\nM\n\n\n\n\n{}", deep(open, close)));
    }
}
