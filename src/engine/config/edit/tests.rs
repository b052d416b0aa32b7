//! What becomes of a text, case by case.

use super::*;
use crate::engine::config::toml;

fn path(key: &str) -> Vec<String> {
    toml::path(key).unwrap()
}

#[track_caller]
fn sets(before: &str, key: &str, value: &str, after: &str) {
    assert_eq!(set(before, &path(key), value).as_deref(), Ok(after), "{key} in {before:?}");
}

#[track_caller]
fn unsets(before: &str, key: &str, after: &str) {
    assert_eq!(unset(before, &path(key)), Ok(Some(after.to_owned())), "{key} in {before:?}");
}

#[test]
fn a_value_is_replaced_where_it_stands() {
    let key = "notify.bell";
    sets("[notify]\nbell = true\n", key, "false", "[notify]\nbell = false\n");
    sets(
        "\u{feff}[notify]\r\n\tbell=true # why\r\n",
        key,
        "false",
        "\u{feff}[notify]\r\n\tbell=false # why\r\n",
    );
    sets("notify.bell = true", key, "false", "notify.bell = false");
    sets("notify . \"bell\"\t= true # x", key, "false", "notify . \"bell\"\t= false # x");
    sets(
        "notify = { sound = 1, bell = true } # x\n",
        key,
        "false",
        "notify = { sound = 1, bell = false } # x\n",
    );
    sets("notify = {\n  bell = true, # x\n}\n", key, "false", "notify = {\n  bell = false, # x\n}\n");
    sets("[notify]\nbell = { a = 1, b = [\n2] } # x\n", key, "false", "[notify]\nbell = false # x\n");
    sets(
        "[ notify ]\nbell = \"\"\"\na\n\"\"\" # x\nsound = 1",
        key,
        "false",
        "[ notify ]\nbell = false # x\nsound = 1",
    );
    sets(
        "[[a]]\nbell = 1\n[notify]\nbell = true\n[[a]]\nbell = 2\n",
        key,
        "false",
        "[[a]]\nbell = 1\n[notify]\nbell = false\n[[a]]\nbell = 2\n",
    );
    sets(
        "[notify]\nchannels = [ # a\n  'auto', # b\n  # c\n] # d\n# e\n",
        "notify.channels",
        "[\"desktop\"]",
        "[notify]\nchannels = [\"desktop\"] # d\n# e\n",
    );
    sets("[agents.\"a.b\"]\nmode = 'x'", "agents.'a.b'.mode", "\"y\"", "[agents.\"a.b\"]\nmode = \"y\"");
}

#[test]
fn a_new_key_comes_at_the_end_of_its_table() {
    let key = "notify.bell";
    sets(
        "[notify]\nsound = 1 # x\n\n# of remote\n[remote]\n",
        key,
        "false",
        "[notify]\nsound = 1 # x\nbell = false\n\n# of remote\n[remote]\n",
    );
    sets(
        "[notify] # x\r\n\r\n[remote]\r\n",
        key,
        "false",
        "[notify] # x\r\nbell = false\r\n\r\n[remote]\r\n",
    );
    sets("[notify]", key, "false", "[notify]\nbell = false");
    sets("[notify]\n[notify.z]\na = 1\n", key, "false", "[notify]\nbell = false\n[notify.z]\na = 1\n");
    sets("a = 1\r\n[notify]", key, "false", "a = 1\r\n[notify]\r\nbell = false");
    sets("[notify]\n  sound = [\n1]\n", key, "false", "[notify]\n  sound = [\n1]\n  bell = false\n");
    sets(
        "[notify.x]\ny = 1\n[notify]\nsound = 1\n[notify.z]\n",
        key,
        "false",
        "[notify.x]\ny = 1\n[notify]\nsound = 1\nbell = false\n[notify.z]\n",
    );
    sets("notify.sound = 1\nx = 2\n", key, "false", "notify.sound = 1\nnotify.bell = false\nx = 2\n");
    sets(
        "[agents]\nx.mode = 'a'\n",
        "agents.x.hold_seconds",
        "1",
        "[agents]\nx.mode = 'a'\nx.hold_seconds = 1\n",
    );
    sets(
        "agents.x.mode = 'a'\n",
        "agents.\"y z\".mode",
        "'b'",
        "agents.x.mode = 'a'\nagents.\"y z\".mode = 'b'\n",
    );
}

#[test]
fn a_new_key_comes_beneath_its_comment() {
    let text =
        "[notify]\n\n# The bell.\n#bell = true\n\n# The sound.\n  # sound = true\n[remote]\n#host = \"\"\n";
    sets(text, "notify.bell", "false", &text.replace("#bell = true\n", "#bell = true\nbell = false\n"));
    sets(
        text,
        "notify.sound",
        "false",
        &text.replace("# sound = true\n", "# sound = true\n  sound = false\n"),
    );
    sets(text, "remote.host", "'x'", &format!("{text}host = 'x'\n"));
    // Not one that is text, or in another table, or the head of something longer.
    sets(
        "[notify]\nx = '''\n#bell = 1\n'''\n",
        "notify.bell",
        "2",
        "[notify]\nx = '''\n#bell = 1\n'''\nbell = 2\n",
    );
    sets("[notify]\n[remote]\n#bell = 1\n", "notify.bell", "2", "[notify]\nbell = 2\n[remote]\n#bell = 1\n");
    sets(
        "[notify]\nx = 1\n#bell = [\n# 1]\n",
        "notify.bell",
        "2",
        "[notify]\nx = 1\nbell = 2\n#bell = [\n# 1]\n",
    );
}

#[test]
fn a_new_key_comes_between_the_braces() {
    let key = "notify.bell";
    sets("notify = {}", key, "false", "notify = { bell = false }");
    sets("notify = { }", key, "false", "notify = { bell = false }");
    sets("notify = { sound = 1 } # x", key, "false", "notify = { sound = 1, bell = false } # x");
    sets("notify = { sound = 1, }", key, "false", "notify = { sound = 1, bell = false, }");
    sets("notify = { sound = 1 # x\n}", key, "false", "notify = { sound = 1, bell = false # x\n}");
    sets(
        "agents = { x.mode = 'a', y = {} }",
        "agents.x.hold_seconds",
        "1",
        "agents = { x.mode = 'a', x.hold_seconds = 1, y = {} }",
    );
    sets("agents = {}", "agents.x.mode", "'a'", "agents = { x.mode = 'a' }");
    sets(
        "[agents]\nx = { mode = 'a' }\n",
        "agents.x.hold_seconds",
        "1",
        "[agents]\nx = { mode = 'a', hold_seconds = 1 }\n",
    );
}

#[test]
fn a_new_table_comes_at_the_end_of_the_text() {
    let key = "notify.bell";
    sets("", key, "false", "[notify]\nbell = false\n");
    sets("\u{feff}", key, "false", "\u{feff}[notify]\nbell = false\n");
    sets("# x\n", key, "false", "# x\n\n[notify]\nbell = false\n");
    sets("# x\r\n\r\n", key, "false", "# x\r\n\r\n[notify]\r\nbell = false\r\n");
    sets("# x", key, "false", "# x\n\n[notify]\nbell = false");
    sets("[remote]\r\nport = 1", key, "false", "[remote]\r\nport = 1\r\n\r\n[notify]\r\nbell = false");
    sets("[notify.x]\ny = 1\n", key, "false", "[notify.x]\ny = 1\n\n[notify]\nbell = false\n");
    sets(
        "[agents.x]\nmode = 'a'\n",
        "agents.'y.z'.mode",
        "'b'",
        "[agents.x]\nmode = 'a'\n\n[agents.\"y.z\"]\nmode = 'b'\n",
    );
}

#[test]
fn what_is_in_the_way_stays_there() {
    let blocked = |text: &str, key: &str| match set(text, &path(key), "1") {
        Err(obstacle @ Obstacle::InTheWay { line, .. }) => format!("{line:?}: {obstacle}"),
        other => panic!("{other:?}"),
    };
    assert_eq!(blocked("\n[notify.bell]\n", "notify.bell"), "Some(2): notify.bell is a table there");
    assert_eq!(blocked("[notify]\nbell.x = 1", "notify.bell"), "Some(2): notify.bell is a table there");
    assert_eq!(blocked("notify = { bell.x = 1 }", "notify.bell"), "Some(1): notify.bell is a table there");
    assert_eq!(blocked("[[notify]]\nbell = 1", "notify.bell"), "Some(1): notify is a list of tables there");
    assert_eq!(blocked("notify = 3", "notify.bell"), "Some(1): notify is no table there");
    assert_eq!(set("notify =", &path("notify.bell"), "1"), Err(Obstacle::Unparsable));
    assert_eq!(
        unset("[notify.bell]", &path("notify.bell")).unwrap_err().to_string(),
        "notify.bell is a table there"
    );
}

#[test]
fn unset_takes_the_line_and_nothing_else() {
    let key = "notify.bell";
    unsets("[notify]\n# The bell.\nbell = true # x\nsound = 1\n", key, "[notify]\n# The bell.\nsound = 1\n");
    unsets("[notify]\r\nbell = true\r\n\r\n", key, "[notify]\r\n\r\n");
    unsets("[notify]\n\tbell = [\n1, # x\n]\n", key, "[notify]\n");
    unsets("[notify]\nbell = true", key, "[notify]\n");
    unsets("\u{feff}notify.bell = true\n", key, "\u{feff}");
    unsets("x = 1\nnotify . bell = true\ny = 1", key, "x = 1\ny = 1");
    assert_eq!(unset("[notify]\n#bell = 1\n", &path(key)), Ok(None));
    assert_eq!(unset("", &path(key)), Ok(None));
    assert_eq!(unset("notify = {}", &path(key)), Ok(None));
}

#[test]
fn unset_takes_one_comma_out_of_the_braces() {
    let key = "notify.bell";
    unsets("notify = { bell = 1 }", key, "notify = {  }");
    unsets("notify = { bell = 1, sound = 2 }", key, "notify = { sound = 2 }");
    unsets("notify = { sound = 2, bell = 1 }", key, "notify = { sound = 2 }");
    unsets("notify = { sound = 2, bell = 1, actions = 3 }", key, "notify = { sound = 2, actions = 3 }");
    unsets("notify = { sound = 2, bell = 1, }", key, "notify = { sound = 2, }");
    unsets("notify = { sound = 2, # s\n  bell = 1 # b\n}", key, "notify = { sound = 2 # s\n   # b\n}");
    unsets(
        "notify = { sound = 2,\n  bell = 1 # b\n, actions = 3 }",
        key,
        "notify = { sound = 2,\n   # b\n actions = 3 }",
    );
    unsets("agents = { 'a,b'.mode = 1, x = 2 }", "agents.'a,b'.mode", "agents = { x = 2 }");
}

/// The last line of defence: no case is known that it would have to catch.
#[test]
fn a_change_of_anything_else_is_refused() {
    let before = "[notify]\nbell = true\nsound = 0x1\n[[list]]\na = 1\n";
    let verified = |after: &str, value| verify(before, after, &path("notify.bell"), value);
    assert_eq!(verified("[notify]\nbell = false\nsound = 0x1\n[[list]]\na = 1\n", Some("false")), Ok(()));
    assert_eq!(verified("[notify]\nsound = 0x1\n[[list]]\na = 1\n", None), Ok(()));
    for (after, value) in [
        ("[notify]\nbell = true\nsound = 0x1\n[[list]]\na = 1\n", Some("false")),
        ("[notify]\nbell = true\nsound = 0x1\n[[list]]\na = 1\n", None),
        ("[notify]\nsound = 0x1\n[[list]]\na = 1\n", Some("false")),
        ("[notify]\nbell = false\nsound = 1\n[[list]]\na = 1\n", Some("false")),
        ("[notify]\nbell = false\nsound = 0x1\n[[list]]\na = 2\n", Some("false")),
        ("[notify]\nbell = false\nsound = 0x1\n[list]\na = 1\n", Some("false")),
        ("[notify]\nbell = false\n[[list]]\na = 1\n", Some("false")),
        ("[notify]\nbell = false\nsound = 0x1\nmore = 1\n[[list]]\na = 1\n", Some("false")),
        ("[notify\nbell = false\nsound = 0x1\n", Some("false")),
    ] {
        assert_eq!(verified(after, value), Err(Obstacle::Entangled), "{after} {value:?}");
    }
}
