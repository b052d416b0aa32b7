//! What the tests of the screen draw: a machine with dunst, a form on a real file, and frames as text.

use std::time::Duration;

use ratatui::{Terminal, backend::TestBackend};

use super::{
    command::Command,
    diagnosis::Diagnosis,
    message::{Keep, Message, Opened},
    model::Model,
    theme::{Depth, Ground, Theme},
    update::update,
    view,
};
use crate::engine::{
    config::{Sources, Survey},
    doctor::{
        Answer, Area, Capability, Cell, Check, Fact, Fix, Hop, Known, Level, Probe, Row, State, Verdict,
    },
    tty::key::Key,
};

/// The sizes that every screen is drawn at.
pub(in crate::tui) const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (160, 50)];

pub(in crate::tui) fn theme() -> Theme {
    Theme::new(Ground::Dark, Depth::Many, true)
}

pub(in crate::tui) fn check(
    id: &'static str,
    area: Area,
    level: Level,
    [title, seen, why]: [&str; 3],
    fix: Option<Fix>,
) -> Check {
    Check { id, area, level, title: title.into(), seen: seen.into(), why: why.into(), fix }
}

/// A machine with dunst behind tmux.
pub(in crate::tui) fn diagnosis() -> Diagnosis {
    let hop = |name: &str, detail: &str, state| Hop {
        name: name.into(),
        detail: detail.into(),
        state,
        check: None,
    };
    let fact = |name: &str, value: &str, known| Fact { name: name.into(), value: value.into(), known };
    let cell = |answer, known, how: &str| Cell { answer, known, how: how.into() };
    Diagnosis {
        verdict: Verdict {
            would: "A prompt is asked at this terminal at once. If it is not answered within 5s, it is announced on \
                    the desktop by dunst, where the answers are in a menu."
                .into(),
            path: vec![
                hop("terminal", "asks at once", State::Works),
                hop("5s", "to answer there first", State::Works),
                hop("desktop", "dunst, by a menu", State::Limited),
                hop("terminal's own", "the bell alone", State::Spare),
            ],
            announced: true,
            answerable: true,
            settled: true,
        },
        checks: vec![
            check("system.path", Area::System, Level::Note, ["plyn-notify is in no folder of PATH", "It was started as /opt/\u{65e5}\u{672c}\u{8a9e}/plyn-notify", ""], Some(Fix::Command("ln -s /opt/plyn-notify ~/.local/bin/".into()))),
            check("desktop.buttons", Area::Desktop, Level::Warning, ["answers are in a menu on dunst", "dunst 1.9.0 draws no buttons: a middle click, or `dunstctl context`, opens a menu of the answers", "Somebody who does not know of it sees only the question."], Some(Fix::Command("dunstctl context".into()))),
            check("desktop.server", Area::Desktop, Level::Ok, ["dunst shows notifications", "dunst 1.9.0 answers in 2 ms", ""], None),
            check("terminal.tmux", Area::Terminal, Level::Warning, ["tmux keeps notifications to itself", "tmux 3.4: allow-passthrough is off", "tmux swallows the notifications of terminals unless it is told to hand them on; it always hands on the bell."], Some(Fix::Command("tmux set -g allow-passthrough on".into()))),
            check("config.faults", Area::Config, Level::Problem, ["a value is wrong", "~/.config/plyn-notify/config.toml:3: notify.bell: expected true or false, found \"loud\"", "The key keeps the value of the layer below."], Some(Fix::Config { key: "notify.bell".into(), value: "true".into(), command: "plyn-notify config set notify.bell true".into() })),
            check("config.enabled", Area::Config, Level::Ok, ["prompts are announced", "notify.enabled is true", ""], None),
            check("remote.target", Area::Remote, Level::Note, ["no other host's desktop is asked", "[remote] has no host", "In an ssh session the desktop is at the other end."], Some(Fix::Text("Run plyn-notify tunnel setup on the laptop.".into()))),
        ],
        facts: vec![
            (Area::System, vec![fact("kernel", "6.12.0", Known::Seen)]),
            (Area::Desktop, vec![
                fact("session bus", "unix:path=/run/user/1000/bus, from DBUS_SESSION_BUS_ADDRESS", Known::Seen),
                fact("server", "dunst 1.9.0 of knopwob", Known::Said),
                fact("its process", "pid 812, /usr/bin/dunst", Known::Seen),
            ]),
            (Area::Terminal, vec![fact("terminal", "\u{732b}term \u{1f408} 1.2, by TERM_PROGRAM", Known::Listed)]),
            (Area::Config, vec![fact("notify.grace_seconds", "5 (default)", Known::Seen)]),
            (Area::Remote, Vec::new()),
            (Area::Agents, Vec::new()),
        ],
        matrix: vec![
            Row { capability: Capability::Shown, desktop: cell(Answer::Yes, Known::Tried, "closed after 812 ms"), terminal: cell(Answer::Yes, Known::Listed, "the bell alone") },
            Row { capability: Capability::Buttons, desktop: cell(Answer::Yes, Known::Listed, "by a menu"), terminal: cell(Answer::No, Known::Listed, "not through tmux") },
            Row { capability: Capability::Reply, desktop: cell(Answer::No, Known::Said, ""), terminal: cell(Answer::No, Known::Listed, "") },
            Row { capability: Capability::Sound, desktop: cell(Answer::Unproven, Known::Assumed, ""), terminal: cell(Answer::Unproven, Known::Assumed, "") },
        ],
        running: Vec::new(),
        awaited: Vec::new(),
    }
}

/// Before anything is found.
pub(in crate::tui) fn nothing() -> Diagnosis {
    Diagnosis {
        verdict: Verdict {
            would: String::new(),
            path: Vec::new(),
            announced: false,
            answerable: false,
            settled: false,
        },
        checks: Vec::new(),
        facts: Vec::new(),
        matrix: Vec::new(),
        running: Probe::ALL.to_vec(),
        awaited: Area::ALL.to_vec(),
    }
}

/// A file, and what is read of it.
pub(in crate::tui) struct File {
    pub(in crate::tui) folder: tempfile::TempDir,
    pub(in crate::tui) sources: Sources,
}

impl File {
    pub(in crate::tui) fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        std::fs::write(&path, text).unwrap();
        let sources = Sources { user: Some(path), ..Sources::default() };
        Self { folder, sources }
    }

    pub(in crate::tui) fn opened(&self) -> Message {
        let survey = Survey::of(&self.sources).map(Box::new).map_err(|error| error.to_string());
        Message::Surveyed(Opened {
            file: 0,
            edit: "plyn-notify config edit".into(),
            owner: "your own",
            path: "~/.config/plyn-notify/config.toml".into(),
            files: 2,
            survey,
            keep: Keep::Nothing,
        })
    }
}

/// The model on that machine, with a form on this text.
pub(in crate::tui) fn model(size: (u16, u16), text: &str) -> Model {
    let mut model = Model::new(size, &theme(), diagnosis());
    model.now = Duration::from_secs(3);
    send(&mut model, File::new(text).opened());
    model
}

/// Hands it a message.
pub(in crate::tui) fn send(model: &mut Model, message: Message) -> Vec<Command> {
    update(model, message)
}

/// Presses keys, written as they are typed: a name in angle brackets is a key without a character.
pub(in crate::tui) fn press(model: &mut Model, keys: &str) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        let named = rest.strip_prefix('<').and_then(|name| name.split_once('>'));
        let key = if let Some((name, behind)) = named {
            rest = behind;
            match name {
                "up" => Key::Up,
                "down" => Key::Down,
                "left" => Key::Left,
                "right" => Key::Right,
                "enter" => Key::Enter,
                "esc" => Key::Esc,
                "tab" => Key::Tab,
                "backtab" => Key::BackTab,
                "end" => Key::End,
                "c-u" => Key::Ctrl('u'),
                name => panic!("{name}"),
            }
        } else {
            rest = &rest[c.len_utf8()..];
            Key::Char(c)
        };
        commands.extend(send(model, Message::Key(key)));
    }
    commands
}

/// What the model looks like.
pub(in crate::tui) fn frame(model: &Model) -> String {
    let (width, height) = model.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| {
            view::draw(model, frame.buffer_mut());
        })
        .unwrap();
    terminal.backend().to_string()
}

/// The same at every size.
pub(in crate::tui) fn frames(model: &Model) -> String {
    let at = |size| {
        let model = Model { size, ..model.clone() };
        format!("{}x{}\n{}\n", size.0, size.1, frame(&model))
    };
    SIZES.map(at).concat()
}
