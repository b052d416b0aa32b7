//! Each terminal of `tests/terminals`: what it is asked, what it is sent, what it shows.

use super::{Asked, Exit, at_once};
use crate::support::terminal::{Kind, Personality};

/// What a terminal is told, word for word, and what it shows: the protocol and the buttons.
type Row = (&'static str, &'static [&'static str], Option<(Kind, &'static [&'static str])>);

const BUTTONS: &[&str] = &["allow", "deny", "Go to terminal"];
const SHOWN: Option<(Kind, &[&str])> = Some((Kind::Osc99, BUTTONS));

const TABLE: [Row; 20] = [
    ("apple", &["bell"], None),
    ("conemu", &["bell"], None),
    ("contour", &["who", "fence", "?", "fence", "title+", "body+"], Some((Kind::Osc99, &[]))),
    ("echoing", &["bell"], None),
    ("foot", &["who", "fence", "?", "fence", "title+", "body+", "buttons+", "close"], SHOWN),
    ("foot-1.26", &["who", "fence", "title+", "body+", "buttons+", "close"], SHOWN),
    (
        "ghostty",
        &["777;notify;Confirmation needed;Deploy, now? · answer at the terminal · here"],
        Some((Kind::Osc777, &[])),
    ),
    (
        "iterm2",
        &[
            "1337;Notification=title=Q29uZmlybWF0aW9uIG5lZWRlZCAg;message=RGVwbG95OyBub3c/IMK3IGFuc3dlciBhdCB0aGUgdGVybWluYWwgwrcgaGVyZSAg",
        ],
        Some((Kind::Iterm2, &[])),
    ),
    ("kitty", &["who", "fence", "?", "fence", "title+", "body+", "buttons+", "close"], SHOWN),
    ("konsole", &["who", "fence", "?", "fence", "title+", "body+", "buttons+"], SHOWN),
    ("konsole-focused", &["who", "fence", "?", "fence", "title+", "body+", "buttons+"], None),
    // It has no replies, so nothing of it can be known but what `TERM` says.
    ("mute", &["who", "fence", "title", "body", "close"], None),
    ("slow", &["who", "fence", "title", "body", "close"], Some((Kind::Osc99, &[]))),
    ("tmux", &["bell"], None),
    ("vscode", &["who", "fence", "?", "fence", "title+", "body+", "buttons+", "close"], SHOWN),
    // It was asked what it can show, and shows nothing.
    ("vscode-off", &["who", "fence", "?", "fence", "bell"], None),
    ("vte", &["bell"], None),
    (
        "wezterm",
        &["777;notify;Confirmation needed;Deploy, now? · answer at the terminal · here"],
        Some((Kind::Osc777, &[])),
    ),
    ("windows-terminal", &["bell"], None),
    ("xterm", &["bell"], None),
];

#[test]
fn every_terminal_is_sent_what_it_takes_and_leaves_the_prompt_alone() {
    let names: Vec<String> = Personality::all().into_iter().map(|personality| personality.name).collect();
    assert_eq!(names, TABLE.map(|(name, ..)| name));
    // Some at once: most of the time they wait.
    let start =
        |row: &Row| (Asked::start(at_once(&["--choices", "allow,deny", "Deploy; now?"]), row.0), *row);
    let all = TABLE.chunks(5).flat_map(|rows| rows.iter().map(start).collect::<Vec<_>>());
    for (mut asked, (name, told, shown)) in all {
        asked.run.ready("Deploy; now?");
        let last = told.iter().rfind(|word| **word != "close").unwrap();
        let sent = asked.told();
        asked.terminal.wait(&format!("{name} to be told {last} after {sent:?}"), |model| {
            model.log.iter().filter_map(super::brief).any(|word| word == *last).then_some(())
        });
        asked.answer("deny");
        asked.ends(Exit::code(1), "deny\n", "");
        assert_eq!(asked.told(), told, "{name}");
        let seen = asked.terminal.notifications();
        let seen: Vec<_> =
            seen.iter().map(|one| (one.kind, one.buttons.iter().map(String::as_str).collect())).collect();
        let shown: Vec<(Kind, Vec<&str>)> =
            shown.iter().map(|(kind, buttons)| (*kind, buttons.to_vec())).collect();
        assert_eq!(seen, shown, "{name}");
        // What can be taken down is down.
        let stays = if told.contains(&"close") { 0 } else { shown.len() };
        assert_eq!(asked.up(), stays, "{name}");
    }
}
