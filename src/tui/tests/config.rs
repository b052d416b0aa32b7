//! The form: every type by its widget, undo, and what is written.

use std::fs;

use proptest::prelude::*;

use crate::{
    engine::config::{Effective, Survey},
    tui::{
        command::Command,
        message::{Keep, Message, Refused},
        model::{Model, Overlay, Purpose, Screen},
        testing::{File, SIZES, frame, model, press, send},
    },
};

fn form(text: &str) -> Model {
    let mut model = model((80, 24), text);
    press(&mut model, "5");
    model
}

fn own(model: &Model, name: &str) -> Option<String> {
    let form = model.form().unwrap();
    let at = form.survey.rows.iter().position(|row| row.name == name).unwrap();
    form.own(at).map(Effective::bare)
}

#[test]
fn a_switch_is_turned_over() {
    let mut model = form("");
    for (keys, value) in
        [(" ", "false"), ("<enter>", "true"), ("<left>", "false"), ("<left>", "false"), ("l", "true")]
    {
        press(&mut model, keys);
        assert_eq!(own(&model, "enabled").as_deref(), Some(value), "{keys}");
    }
    press(&mut model, "d");
    assert_eq!(own(&model, "enabled"), None);
}

#[test]
fn seconds_are_typed_or_stepped() {
    let mut model = form("");
    press(&mut model, "<down><enter>2.5<enter>");
    assert_eq!(own(&model, "grace_seconds").as_deref(), Some("2.5"));
    for (keys, value) in [
        ("<right>", "3"),
        ("<left><left><left><left><left><left><left>", "0"),
        ("<enter>12<enter>", "12"),
        ("<right>", "17"),
        ("<enter><up><enter>", "22"),
    ] {
        press(&mut model, keys);
        assert_eq!(own(&model, "grace_seconds").as_deref(), Some(value), "{keys}");
    }
    press(&mut model, "<enter>5m");
    assert!(frame(&model).contains("did you mean 300?"), "{}", frame(&model));
    press(&mut model, "<enter>");
    assert_eq!(own(&model, "grace_seconds").as_deref(), Some("22"), "what is wrong is not taken");
    press(&mut model, "<esc>");
    assert_eq!(own(&model, "grace_seconds").as_deref(), Some("22"));
}

#[test]
fn a_number_is_typed_after_enter_and_is_a_screen_before() {
    let mut model = form("[notify]\ngrace_seconds = 25\n");
    press(&mut model, "<down><enter><left>3<enter>");
    assert_eq!(own(&model, "grace_seconds").as_deref(), Some("235"), "an arrow goes into what is there");
    press(&mut model, "<enter>7<enter>");
    assert_eq!(own(&model, "grace_seconds").as_deref(), Some("7"), "what is typed takes its place");
    press(&mut model, "<enter><esc>");
    assert_eq!(own(&model, "grace_seconds").as_deref(), Some("7"));
    for (number, screen) in (1..).zip(Screen::ALL) {
        press(&mut model, &number.to_string());
        assert_eq!(model.screen, screen);
        press(&mut model, "5");
    }
    assert_eq!(own(&model, "grace_seconds").as_deref(), Some("7"));
}

#[test]
fn channels_are_put_in_order() {
    let mut model = form("[notify]\nchannels = [\"desktop\", \"terminal\"]\n");
    press(&mut model, "jjj<enter>j<left><enter>");
    assert_eq!(own(&model, "channels").as_deref(), Some("[\"terminal\", \"desktop\"]"));
    press(&mut model, "<enter> j <enter>");
    assert!(frame(&model).contains("At least one"), "{}", frame(&model));
    assert_eq!(own(&model, "channels").as_deref(), Some("[\"terminal\", \"desktop\"]"));
}

#[test]
fn a_protocol_is_chosen() {
    let mut model = form("");
    press(&mut model, "jjjjjj<right>");
    assert_eq!(own(&model, "protocol").as_deref(), Some("osc99"));
    press(&mut model, "<left><left>");
    assert_eq!(own(&model, "protocol").as_deref(), Some("bell"));
}

#[test]
fn every_step_is_undone_and_done_again() {
    let mut model = form("[notify]\nbell = false\n");
    press(&mut model, " j<enter>3<enter>jjjjjjd");
    let dirty = model.form().unwrap().changes();
    assert_eq!(dirty.len(), 3);
    press(&mut model, "uuu");
    assert_eq!(model.dirty(), 0);
    press(&mut model, "u");
    assert!(frame(&model).contains("Nothing to undo"));
    press(&mut model, "UUU");
    assert_eq!(model.form().unwrap().changes(), dirty);
    press(&mut model, "u ");
    press(&mut model, "U");
    assert!(frame(&model).contains("Nothing to redo"), "a new step is the last");
}

#[test]
fn nothing_is_written_before_it_was_shown() {
    let mut model = form("");
    assert_eq!(press(&mut model, "s"), []);
    let changes = vec![("notify.enabled".to_owned(), Some("false".to_owned()))];
    assert_eq!(press(&mut model, " s"), [Command::Preview { changes, of_form: true }]);
    assert_eq!(press(&mut model, "q<esc>"), []);
}

#[test]
fn after_a_conflict_the_changes_are_still_there() {
    let file = File::new("[notify]\nbell = false\n");
    let mut model = form("");
    send(&mut model, file.opened());
    press(&mut model, "j<enter>4<enter>s");
    let path = file.sources.user.clone().unwrap();
    fs::write(&path, "[notify]\nbell = false\nsound = false\n").unwrap();
    let survey = model.form().unwrap().survey.clone();
    assert!(survey.save(&model.form().unwrap().changes()).is_err());
    send(&mut model, Message::Saved(Err(Refused::Conflict)));
    assert_eq!(model.overlay, Some(Overlay::Conflict));
    assert_eq!(press(&mut model, "r"), [Command::Survey { file: 0, keep: Keep::Changes }]);
    let Message::Surveyed(mut opened) = file.opened() else { unreachable!() };
    opened.keep = Keep::Changes;
    send(&mut model, Message::Surveyed(opened));
    assert_eq!(model.form().unwrap().changes(), [("notify.grace_seconds".to_owned(), Some("4".to_owned()))]);
    assert_eq!(own(&model, "sound").as_deref(), Some("false"));
    model.form().unwrap().survey.save(&model.form().unwrap().changes()).unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "[notify]\nbell = false\nsound = false\ngrace_seconds = 4\n"
    );
    drop(file.folder);
}

#[test]
fn saving_on_the_way_out_ends_it() {
    let mut model = form("");
    assert!(matches!(press(&mut model, " qs").as_slice(), [Command::Preview { .. }]));
    assert_eq!(model.purpose, Purpose::SaveAndQuit);
    assert_eq!(send(&mut model, Message::Saved(Ok("~/c.toml".to_owned()))), [Command::Quit]);
}

/// What a file says now, as the form gets it.
fn reread(file: &File, keep: Keep) -> Message {
    let Message::Surveyed(mut opened) = file.opened() else { unreachable!() };
    opened.keep = keep;
    Message::Surveyed(opened)
}

#[test]
fn steps_are_taken_back_after_the_file_was_read_again() {
    let file = File::new("[notify]\nbell = false\n");
    let path = file.sources.user.clone().unwrap();
    let mut model = form("");
    send(&mut model, file.opened());
    press(&mut model, " j<enter>4<enter><enter>6<enter>");
    fs::write(&path, "[notify]\nbell = true\nsound = false\ngrace_seconds = 6\n").unwrap();
    send(&mut model, reread(&file, Keep::Changes));
    assert_eq!(model.form().unwrap().changes(), [("notify.enabled".to_owned(), Some("false".to_owned()))]);
    for (undone, grace, enabled) in [(1, "4", Some("false")), (2, "6", Some("false")), (3, "6", None)] {
        press(&mut model, "u");
        assert_eq!(own(&model, "grace_seconds").as_deref(), Some(grace), "{undone}");
        assert_eq!(own(&model, "enabled").as_deref(), enabled, "{undone}");
        assert_eq!(own(&model, "bell").as_deref(), Some("true"), "others' changes are no step");
    }
    assert_eq!(model.dirty(), 0);
    press(&mut model, "UUU");
    assert_eq!(own(&model, "enabled").as_deref(), Some("false"));
}

#[test]
fn steps_are_taken_back_after_they_were_saved() {
    let file = File::new("[notify]\n");
    let path = file.sources.user.clone().unwrap();
    let mut model = form("");
    send(&mut model, file.opened());
    press(&mut model, " ");
    fs::write(&path, "[notify]\nenabled = false\n").unwrap();
    let saved = send(&mut model, Message::Saved(Ok("~/c.toml".to_owned())));
    assert_eq!(saved, [Command::Survey { file: 0, keep: Keep::Everything }, Command::Probe]);
    send(&mut model, reread(&file, Keep::Everything));
    assert_eq!(model.dirty(), 0);
    press(&mut model, "u");
    assert_eq!(model.form().unwrap().changes(), [("notify.enabled".to_owned(), None)]);
    press(&mut model, "U");
    assert_eq!(model.dirty(), 0);
}

#[test]
fn the_file_is_read_again_by_a_key() {
    let again = [Command::Survey { file: 0, keep: Keep::Changes }, Command::Probe];
    let mut model = form("");
    assert_eq!(press(&mut model, "r"), again);
    let Message::Surveyed(mut opened) = File::new("").opened() else { unreachable!() };
    opened.survey = Err("it does not parse".to_owned());
    send(&mut model, Message::Surveyed(opened));
    assert_eq!(press(&mut model, "r"), again, "above all where it could not be read");
    assert_eq!(press(&mut model, "1r"), again);
}

/// The file that a fix was made in need not be the one that the form is on.
#[test]
fn what_is_said_to_be_saved_is_what_was() {
    let mut model = form("");
    press(&mut model, "1<down>f");
    send(&mut model, Message::Saved(Ok("/elsewhere/c.toml".to_owned())));
    assert!(frame(&model).contains("Saved /elsewhere/c.toml"), "{}", frame(&model));
}

#[test]
fn a_reason_is_never_cut_off() {
    let why = "/srv/a/folder/with/a/long/name/and/another/plyn-notify/config.toml: cannot be written: Read-only file system \
               (os error 30)";
    for size in SIZES {
        for keys in ["", "2", "4", "5"] {
            let mut model = model(size, "");
            press(&mut model, keys);
            send(&mut model, Message::Saved(Err(Refused::Because(why.to_owned()))));
            let shown: String = frame(&model).replace(['\n', '"'], "").split_whitespace().collect();
            let wanted: String = why.split_whitespace().collect();
            assert!(shown.contains(&wanted), "{}", frame(&model));
            let clicks = crate::tui::view::drawn(&model).hits;
            let row = size.1 - 2;
            assert!(
                size.0 > 100 || clicks.iter().all(|(area, _)| !(area.top()..area.bottom()).contains(&row)),
                "{clicks:?}"
            );
        }
    }
}

#[test]
fn a_key_that_the_file_s_program_does_not_know_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plyngent.toml");
    fs::write(&path, "[providers]\nx = 1\n[notify]\nenabled = true\n").unwrap();
    let sources = crate::engine::config::Sources { explicit: Some(path), ..Default::default() };
    let mut model = form("");
    let Message::Surveyed(mut opened) = File::new("").opened() else { unreachable!() };
    opened.survey = Ok(Box::new(Survey::of(&sources).unwrap()));
    send(&mut model, Message::Surveyed(opened));
    press(&mut model, "<end> <left><right>d");
    assert_eq!(model.dirty(), 0);
    assert!(frame(&model).contains("not in this file"), "{}", frame(&model));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_changed_the_rest_of_the_file_stays(
        keys in proptest::collection::vec(0_usize..12, 0..60),
        text in prop_oneof![
            Just("# a\r\n[notify]\r\n\tbell   =  false   # b\r\n\r\n[other]\r\nx = 'y'\r\n"),
            Just("x = 1\nnotify.grace_seconds = 3\nnotify.sound = true\n[a.b]\nc = [1,\n 2]\n"),
            Just("notify = { bell = true, protocol = \"osc9\" }\n"),
            Just(""),
        ],
    ) {
        let all = ["<up>", "<down>", " ", "<left>", "<right>", "<enter>", "3", "d", "u", "U", "j", "k"];
        let mut model = form(text);
        for key in keys {
            press(&mut model, all[key]);
        }
        press(&mut model, "<esc>");
        let Some(form) = model.form() else { return Ok(()) };
        // A form that was left by Escape has no changes to speak of.
        let after = form.survey.changed(&form.changes());
        let Ok(after) = after else { return Ok(()) };
        let is_ours = |line: &&str| line.contains('=') && form.survey.rows.iter().any(|row| line.contains(row.name));
        let rest = |text: &str| text.split('\n').filter(|line| !is_ours(line) && !line.starts_with("[notify]")).collect::<Vec<_>>().join("\n");
        if !text.contains('{') && !text.is_empty() {
            prop_assert_eq!(rest(text), rest(&after));
        }
    }
}

#[test]
fn all_that_is_said_of_a_field_is_to_be_seen() {
    for size in [(40, 12), (80, 24)] {
        let mut model = model(size, "");
        press(&mut model, "5");
        for _ in 0..model.form().unwrap().len() {
            let shown = frame(&model);
            let row = model.form().unwrap().row().unwrap();
            let words = |text: &str| text.replace('"', " ").split_whitespace().collect::<String>();
            let wanted = words(&format!("{} Default:", row.help));
            assert!(words(&shown).contains(&wanted), "{size:?} {}: {shown}", row.name);
            press(&mut model, "j");
        }
    }
}
