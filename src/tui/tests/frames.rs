//! What every screen and everything that lies over it looks like, at every size. `SNAPSHOTS=overwrite cargo test` draws
//! them anew.

use std::time::Duration;

use snapbox::{assert_data_eq, file};

use crate::{
    engine::{
        config::Protocol,
        doctor::{Answer, Capability, Channel, Overheard, Proof, Signal, Trial, TrialEvent},
    },
    tui::{
        diagnosis::Diagnosis,
        message::{Message, Outcome, Preview, Refused, Rehearsal},
        model::Model,
        testing::{File, check, diagnosis, frame, frames, model, nothing, press, send, theme},
        theme::{Depth, Ground, Theme},
    },
};

const TEXT: &str = "# mine\n[notify]\ngrace_seconds = 2.5 # quick\nchannels = [\"desktop\", \"terminal\"]\nbell = \"loud\"\n";

fn at(keys: &str) -> Model {
    let mut model = model((80, 24), TEXT);
    press(&mut model, keys);
    model
}

#[test]
fn overview() {
    assert_data_eq!(frames(&at("")), file!["frames/overview.txt"]);
}

#[test]
fn overview_with_a_check_selected() {
    assert_data_eq!(frames(&at("<down><down>")), file!["frames/overview-selected.txt"]);
}

#[test]
fn overview_before_anything_is_known() {
    let model = Model::new((80, 24), &theme(), nothing());
    assert_data_eq!(frames(&model), file!["frames/overview-first.txt"]);
}

#[test]
fn desktop() {
    assert_data_eq!(frames(&at("2<down><down>")), file!["frames/desktop.txt"]);
}

#[test]
fn terminal() {
    assert_data_eq!(frames(&at("3<end>")), file!["frames/terminal.txt"]);
}

#[test]
fn remote_and_agents() {
    assert_data_eq!(frames(&at("6<down>")), file!["frames/remote.txt"]);
    assert_data_eq!(frames(&at("7")), file!["frames/agents.txt"]);
}

#[test]
fn filtered() {
    assert_data_eq!(frames(&at("/tmux<down>")), file!["frames/filter.txt"]);
    assert_data_eq!(frame(&at("/nothing like it<enter>")), file!["frames/filter-empty.txt"]);
}

#[test]
fn help() {
    assert_data_eq!(frames(&at("?")), file!["frames/help.txt"]);
    assert_data_eq!(frame(&at("5?<end>")), file!["frames/help-end.txt"]);
}

#[test]
fn config() {
    assert_data_eq!(frames(&at("5<down>")), file!["frames/config.txt"]);
}

#[test]
fn config_while_it_is_changed() {
    assert_data_eq!(frames(&at("5<down><enter>30s")), file!["frames/config-typing.txt"]);
    assert_data_eq!(frames(&at("5<down><down><down><enter><down> ")), file!["frames/config-order.txt"]);
    let dirty = at("5 <down><enter>4<enter>jjjj ");
    assert_data_eq!(frames(&dirty), file!["frames/config-dirty.txt"]);
    let mut leaving = dirty;
    press(&mut leaving, "q");
    assert_data_eq!(frames(&leaving), file!["frames/leave.txt"]);
}

#[test]
fn a_change_before_it_is_made() {
    let file = File::new(TEXT);
    let mut model = model((80, 24), TEXT);
    send(&mut model, file.opened());
    press(&mut model, "5<down><enter>4<enter>");
    let form = model.form().unwrap();
    let after = form.survey.changed(&form.changes()).unwrap();
    let lines = Ok(crate::tui::diff::diff(&form.survey.text, &after));
    let path = "~/.config/plyn-notify/config.toml".to_owned();
    send(&mut model, Message::Previewed(Preview { path: path.clone(), is_new: false, lines }));
    assert_data_eq!(frames(&model), file!["frames/change.txt"]);
    send(&mut model, Message::Previewed(Preview { path, is_new: false, lines: Err(Refused::Conflict) }));
    assert_data_eq!(frames(&model), file!["frames/conflict.txt"]);
}

#[test]
fn a_file_that_does_not_parse() {
    let mut model = model((80, 24), "[notify\n");
    press(&mut model, "5");
    let text = frame(&model).replace("\"\n\"", "").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("does not parse") && text.contains("plyn-notify config edit"), "{text}");
}

#[test]
fn tests() {
    let mut model = at("4<down><enter>");
    let trial = |model: &mut Model, event| send(model, Message::Trial(Trial::Buttons, event));
    trial(&mut model, TrialEvent::Shown { id: 12, server: ":1.7".into(), delay: Duration::from_millis(3) });
    let signal = |sender: &str, genuine, name: &str, says: &str, means: &str, at| Signal {
        at: Duration::from_millis(at),
        delay: Duration::from_millis(at - 3),
        heard: Overheard {
            sender: sender.into(),
            genuine,
            name: name.into(),
            id: Some(12),
            ours: true,
            says: says.into(),
            event: None,
        },
        means: means.into(),
    };
    for signal in [
        signal(":1.99", false, "ActionInvoked", "allow", "nothing", 2_031),
        signal(":1.7", true, "ActionInvoked", "deny", "the answer \"Deny\"", 2_044),
        signal(":1.7", true, "NotificationClosed", "2 (by the human)", "nothing any more", 2_046),
    ] {
        trial(&mut model, TrialEvent::Heard(signal));
    }
    assert_data_eq!(frames(&model), file!["frames/tests-running.txt"]);
    trial(
        &mut model,
        TrialEvent::Proven(Proof {
            capability: Capability::Buttons,
            channel: Channel::Desktop,
            answer: Answer::Yes,
            how: "pressed Deny, 2.0 s".into(),
        }),
    );
    trial(&mut model, TrialEvent::Ended);
    send(
        &mut model,
        Message::Rehearsed(
            Rehearsal::Wait,
            Outcome {
                command: "plyn-notify wait 'Is this a test?'".into(),
                stdout: "deny\n".into(),
                stderr: String::new(),
                status: Ok(1),
                took: Duration::from_millis(2_345),
            },
        ),
    );
    press(&mut model, "<down><down><down><down><down><down><down><down><down>");
    assert_eq!(model.tests.test().unwrap().title(), Protocol::Osc9.name());
    assert_data_eq!(frames(&model), file!["frames/tests-over.txt"]);
}

#[test]
fn without_unicode_all_is_ascii_but_what_others_say() {
    let mut model = at("");
    model.theme = Theme::new(Ground::Unknown, Depth::None, false);
    let shown: String = ["", "2", "4", "5<down><enter>", "<esc>3<enter>", "q", "<esc>?"]
        .into_iter()
        .map(|keys| {
            press(&mut model, keys);
            frame(&model)
        })
        .collect();
    assert!(shown.is_ascii(), "{shown}");
    assert_data_eq!(frame(&at_ascii()), file!["frames/ascii.txt"]);
}

fn at_ascii() -> Model {
    let mut model = at("<down>");
    model.theme = Theme::new(Ground::Unknown, Depth::None, false);
    model
}

#[test]
fn wide_characters_take_their_room() {
    let title = "\u{65e5}\u{672c}\u{8a9e}".repeat(20);
    let wide = check(
        "x",
        crate::engine::doctor::Area::Desktop,
        crate::engine::doctor::Level::Note,
        [&title, &title, ""],
        None,
    );
    let mut model = Model::new((40, 12), &theme(), Diagnosis { checks: vec![wide], ..diagnosis() });
    press(&mut model, "2<down>");
    assert_data_eq!(frame(&model), file!["frames/wide.txt"]);
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    for size in [(1, 1), (19, 24), (80, 4), (20, 5), (21, 6)] {
        for keys in ["", "?", "4", "5<enter>", "5 q"] {
            let mut model = model(size, TEXT);
            press(&mut model, keys);
            frame(&model);
        }
    }
    let text = frame(&Model { size: (19, 4), ..at("") });
    assert!(text.contains("too small"), "{text}");
}
