//! Whatever is sent, through the real program.

use std::ops::Range;

use plyn_notify::engine::{channel::remote::wire, notice::Notice, text::is_forbidden};
use proptest::prelude::*;

use super::{header, payload, request};
use crate::{
    chance::{drawn, runs, seed},
    support::{Bus, Emit, Program, Script, Server},
};

const PIECES: [&str; 24] = [
    "\n",
    "\n\n\n\n\n\n",
    "\r",
    "\u{1b}]0;x\u{7}",
    "\u{9b}31m",
    "\u{202e}",
    "\u{200b}",
    "\u{2028}",
    "; touch ran; ",
    "$(touch ran)",
    "`touch ran`",
    "'",
    "\"",
    "\\",
    "\\u0007",
    "{",
    "}",
    "{\"v\":1,",
    "\"left_ms\":1e999,",
    "[[[[",
    "null",
    "<img src=x>",
    "&amp;",
    "👩\u{200d}💻",
];

/// A payload of ours or of a six-field sender that somebody has tampered with, or any text at all.
fn anything() -> impl Strategy<Value = String> {
    let notice = Notice { title: "Built".into(), body: "in 3s".into(), ..Notice::default() };
    let bases = vec![
        payload(&request(), true),
        payload(&request(), false),
        wire::encode_notice(&header(), &notice).expect("it can travel"),
        wire::encode_probe(&header()),
        "opencode\nMay I?\ncritical\ndialog-warning\npermission\nper_123".to_owned(),
        String::new(),
    ];
    let piece = prop_oneof![
        4 => prop::sample::select(PIECES.to_vec()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    let edit = (any::<prop::sample::Index>(), 0_usize..8, piece);
    (prop::sample::select(bases), prop::collection::vec(edit, 0..6)).prop_map(|(base, edits)| {
        let mut text: Vec<char> = base.chars().collect();
        for (at, length, piece) in edits {
            let start = at.index(text.len() + 1);
            let cut: Range<usize> = start..(start + length).min(text.len());
            text.splice(cut, piece.chars());
        }
        // No variable holds one.
        text.into_iter().filter(|c| *c != '\0').collect()
    })
}

fn send(runs: u64) {
    let bus = Bus::start();
    // A human who closes everything at once.
    let server = Server::start(&bus, Script::default().later(1, Emit::Closed(2)));
    let first = seed();
    for seed in first..first + runs {
        let sent = drawn(anything(), seed);
        let context = format!("PLYN_SEED={seed} PLYN_RUNS=1: {sent:?}");
        let script = "\"$PLYN\" receive; echo \"status $?\"; [ ! -e ran ] || echo ran";
        let ended = Program::shell(&bus, script).env("SSH_ORIGINAL_COMMAND", &sent).run();
        let (stdout, status) = ended.stdout.rsplit_once("status ").unwrap_or_else(|| panic!("{context}"));
        assert!(status == "0\n" || status == "1\n", "{context}: {ended:?}");
        assert!(stdout.lines().all(|line| line.starts_with("{\"v\":1,")), "{context}: {ended:?}");
        let is_word = ended.stderr.starts_with("plyn-notify: ") && ended.stderr.lines().count() == 1;
        assert!(ended.stderr.is_empty() || is_word, "{context}: {ended:?}");
        assert!(!ended.stderr.chars().any(|c| c.is_control() && c != '\n'), "{context}: {ended:?}");
        for note in server.notifications() {
            let words = [note.summary.as_str(), &note.body].into_iter().chain(note.labels());
            for word in words {
                assert!(!word.chars().any(|c| c != '\n' && is_forbidden(c)), "{context}: {word:?}");
            }
        }
    }
    server.wait_none_open();
}

#[test]
fn whatever_is_sent_does_no_harm() {
    send(runs(20));
}

#[test]
#[ignore = "takes its time; PLYN_RUNS, PLYN_SEED"]
fn whatever_is_sent_a_thousand_times() {
    send(runs(1000));
}
