//! Reports as they are printed. `SNAPSHOTS=overwrite cargo test --lib doctor` writes them anew.

use super::*;
use crate::engine::doctor::fixtures;

#[test]
fn every_machine_has_its_report() {
    let manner = plain::Manner { color: false, unicode: true, width: 80, tables: false };
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/doctor/golden");
    for (name, machine) in fixtures::all() {
        let text = plain::text(&machine.report(), &[], &manner);
        let golden = snapbox::Data::read_from(&root.join(name).with_extension("txt"), None);
        snapbox::assert_data_eq!(text, golden.raw());
    }
}

#[test]
fn colours_and_signs_are_left_out_where_they_are_not_wanted() {
    let report = fixtures::named("cron");
    let manner = plain::Manner { color: false, unicode: false, width: 80, tables: true };
    let text = plain::text(&report, &[], &manner);
    assert!(text.is_ascii(), "{text}");
    let coloured = plain::text(&report, &[], &plain::Manner { color: true, ..manner });
    assert!(coloured.contains("\u{1b}[1;31mproblem"), "{coloured}");
}

#[test]
fn no_line_is_longer_than_the_screen_but_what_is_to_be_copied() {
    for width in [40, 60, 80, 200] {
        let manner = plain::Manner { color: false, unicode: true, width, tables: false };
        for (name, machine) in fixtures::all() {
            let text = plain::text(&machine.report(), &[], &manner);
            // A title stands on one line with its name, to be found by either.
            let long = text.lines().find(|line| {
                let is_title = line.ends_with(']');
                let is_command = line.trim_start().starts_with('→');
                line.chars().count() > width && line.trim().contains(' ') && !is_title && !is_command
            });
            assert_eq!(long, None, "{name} at {width}");
        }
    }
}

#[test]
fn only_what_was_asked_for_is_there() {
    let manner = plain::Manner { color: false, unicode: true, width: 80, tables: false };
    let report = fixtures::named("dunst");
    let text = plain::text(&report, &["desktop.menu"], &manner);
    assert_eq!(
        text,
        "ok       the program for the menu is there [desktop.menu]\n         The menu is /usr/bin/dmenu -p dunst (by default).\n"
    );
    assert_eq!(plain::text(&report, &["system.wsl"], &manner), "There is nothing to say about it here.\n");
    let document: serde_json::Value =
        serde_json::from_str(&json::document(&report, &["desktop.menu"])).unwrap();
    assert_eq!(document["checks"].as_array().map(Vec::len), Some(1));
    assert_eq!(document["schema"], 1);
}
