//! Do-not-disturb, where a server says that it is on.

use super::asked;
use crate::support::{NOTIFICATIONS, NOTIFICATIONS_PATH, Reply, Script, Value};

/// What `held` is in the result of a prompt on this server.
fn held(script: Script, question: &str) -> String {
    let (bus, server, program, note) = asked(script, &["--json", "Q?"]);
    server.wait_call(question, 1);
    // Once the server has answered this it has answered that too.
    let asked = bus.client().call(NOTIFICATIONS, NOTIFICATIONS_PATH, NOTIFICATIONS, "GetCapabilities", &[]);
    assert!(asked.is_ok(), "{asked:?}");
    server.press(note.id, "Deny");
    let ended = program.end();
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(1)));
    let value = ended.stdout.split("\"held\":").nth(1).and_then(|rest| rest.split(',').next());
    value.unwrap_or_default().to_owned()
}

const ON: &str = "\"do-not-disturb\"";
const OFF: &str = "null";

#[test]
fn a_property_says_it_if_it_is_there_and_a_boolean() {
    let mute = Script { properties: Vec::new(), ..Script::load("plasma") };
    assert_eq!(held(mute, "Get"), OFF);
    for (value, says) in [
        (Value::Bool(true), ON),
        (Value::Bool(false), OFF),
        (Value::str("true"), OFF),
        (Value::U32(1), OFF),
        (Value::Strs(vec!["true".to_owned()]), OFF),
    ] {
        for (name, interface, property) in
            [("plasma", NOTIFICATIONS, "Inhibited"), ("dunst", "org.dunstproject.cmd0", "paused")]
        {
            let script = Script::load(name).property(NOTIFICATIONS_PATH, interface, property, value.clone());
            assert_eq!(held(script, "Get"), says, "{name}: {value:?}");
        }
    }
}

#[test]
fn a_list_of_modes_says_it_by_a_name() {
    let strs = |modes: &[&str]| Value::Strs(modes.iter().map(|&mode| mode.to_owned()).collect());
    for (value, says) in [
        (strs(&["default", "do-not-disturb"]), ON),
        (strs(&["default", "dnd"]), OFF),
        (strs(&[]), OFF),
        (Value::str("do-not-disturb"), OFF),
        (Value::Bool(true), OFF),
    ] {
        let script =
            Script::load("mako").property("/fr/emersion/Mako", "fr.emersion.Mako", "Modes", value.clone());
        assert_eq!(held(script, "Get"), says, "{value:?}");
    }
}

#[test]
fn a_method_of_another_name_says_it() {
    for (reply, says) in [
        (Reply::Body(vec![Value::Bool(true)]), ON),
        (Reply::Body(vec![Value::Bool(false)]), OFF),
        (Reply::Body(vec![Value::str("true")]), OFF),
        (Reply::Body(vec![]), OFF),
        (Reply::error("org.freedesktop.DBus.Error.UnknownMethod"), OFF),
        (Reply::Never, OFF),
    ] {
        assert_eq!(held(Script::load("swaync").method("GetDnd", reply.clone()), "GetDnd"), says, "{reply:?}");
    }
}
