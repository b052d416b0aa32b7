//! Every server of `tests/profiles`: a document that can be read, and what is said of the ones that are special.

use super::{json, level, with};
use crate::support::Script;

/// Whether a prompt without a terminal would be announced and could be answered there, and which check has to say more.
const SPECIAL: [(&str, bool, bool, &str, &str); 22] = [
    ("budgie-dnd", true, true, "desktop.stays", "note"),
    ("cosmic", false, false, "desktop.buttons", "problem"),
    ("dunst-paused", false, false, "desktop.quiet", "warning"),
    ("elementary", true, true, "desktop.back-doors", "note"),
    ("flashback", true, true, "desktop.stays", "ok"),
    ("gnome", true, true, "desktop.stays", "note"),
    ("hung", false, false, "desktop.server", "problem"),
    ("hyprnotify", false, false, "desktop.buttons", "problem"),
    ("lxqt", true, true, "desktop.buttons", "ok"),
    ("mako", true, true, "desktop.buttons", "note"),
    ("no-actions", false, false, "desktop.buttons", "problem"),
    ("noctalia-foreign-sender", true, true, "desktop.foreign", "note"),
    ("notify-osd", false, false, "desktop.buttons", "problem"),
    ("plasma", true, true, "desktop.reply", "ok"),
    ("plasma-dnd", false, false, "desktop.quiet", "warning"),
    ("qtile", false, false, "desktop.buttons", "problem"),
    ("salut", true, true, "desktop.server", "warning"),
    ("stub", false, false, "desktop.buttons", "problem"),
    ("swaync", true, true, "desktop.reply", "note"),
    ("tiramisu", false, false, "desktop.foreign", "note"),
    ("xfce", true, true, "desktop.quiet", "note"),
    ("xfce-dnd", false, false, "desktop.quiet", "warning"),
];

#[test]
fn every_server_is_described() {
    let mut known = 0;
    for (name, script) in Script::all() {
        // What is said of dunst depends on whether this machine has its menu.
        if matches!(name.as_str(), "dunst" | "dunst-no-dmenu") {
            continue;
        }
        let document = json(&with(script, &["--json"]));
        let verdict = &document["verdict"];
        let special = SPECIAL.iter().find(|(special, ..)| *special == name);
        known += usize::from(special.is_some());
        let (_, announced, answerable, id, expected) =
            *special.unwrap_or(&("", true, true, "desktop.server", "ok"));
        assert_eq!(
            (&verdict["announced"], &verdict["answerable"]),
            (&announced.into(), &answerable.into()),
            "{name}: {verdict}"
        );
        assert_eq!(level(&document, id), expected, "{name}: {id} of {document}");
        assert_eq!(level(&document, "desktop.bus"), "ok", "{name}");
        assert_eq!(document["schema"], 1);
        assert!(document["capabilities"].as_array().is_some_and(|rows| rows.len() == 10), "{name}");
    }
    assert_eq!(known, SPECIAL.len(), "a profile of the table is gone");
}

/// The program for dunst's menu is looked for where its configuration names it.
#[test]
fn dunst_without_its_menu_program_is_told_so() {
    for (command, expected, status) in [("/nonexistent/menu -p x", "problem", 1), ("sh -c true", "ok", 0)] {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("dunst");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("dunstrc"), format!("[global]\n    dmenu = {command}\n")).unwrap();
        let bus = crate::support::Bus::start();
        let _server = crate::support::Server::start(&bus, Script::load("dunst-no-dmenu"));
        let run = |args: &[&str]| super::doctor(&bus, args).env("XDG_CONFIG_HOME", home.path()).run();
        let document = json(&run(&["--json"]));
        assert_eq!(level(&document, "desktop.menu"), expected, "{document}");
        let check = run(&["--check"]);
        assert_eq!((check.stderr.as_str(), check.code), ("", Some(status)), "{}", check.stdout);
    }
}
