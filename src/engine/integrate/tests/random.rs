//! Texts that nobody has written.

use proptest::prelude::*;

use super::*;

/// JSON laid out at random, with comments and other hooks.
fn text() -> impl Strategy<Value = String> {
    let blank = prop_oneof![
        4 => Just(String::new()), 3 => Just(" ".to_owned()), 3 => Just("\n".to_owned()), 2 => Just("\n    ".to_owned()),
        1 => Just("\r\n\t".to_owned()), 1 => Just(" // x, y }\n".to_owned()), 1 => Just("/* [ */".to_owned())
    ];
    let scalar = prop_oneof![
        Just("1".to_owned()),
        Just("null".to_owned()),
        Just("\"a, b\"".to_owned()),
        Just("\"}\\\"\"".to_owned()),
        Just("[]".to_owned()),
        Just("{}".to_owned()),
        Just("[ 1, 2 ]".to_owned())
    ];
    let handler = prop_oneof![
        Just(r#"{"type": "command", "command": "x"}"#.to_owned()),
        Just("{\n  \"command\": \"y\" // z\n}".to_owned()),
    ];
    let blanks = proptest::collection::vec(blank, 40);
    let groups = proptest::collection::vec(proptest::collection::vec(handler, 1..3), 1..3);
    let event = prop_oneof![Just("Stop"), Just("PermissionRequest"), Just("PreToolUse"), Just("Other")];
    let events = proptest::collection::btree_map(event, groups, 0..4);
    let other = proptest::collection::btree_map("[a-g]", scalar, 0..4);
    (other, proptest::option::of(events), blanks, any::<bool>(), any::<usize>()).prop_map(
        |(other, events, blanks, trailing, at)| {
            let mut next = 0;
            let mut blank = || {
                next += 1;
                blanks[next % blanks.len()].clone()
            };
            let mut list = |open: &str, items: Vec<String>, close: &str| {
                let comma = if trailing && !items.is_empty() { "," } else { "" };
                let items: Vec<String> =
                    items.iter().map(|item| format!("{}{item}{}", blank(), blank())).collect();
                format!("{open}{}{comma}{}{close}", items.join(","), blank())
            };
            let mut entries: Vec<String> =
                other.iter().map(|(key, value)| format!("\"{key}\": {value}")).collect();
            if let Some(events) = events.filter(|events| !events.is_empty()) {
                let mut written = Vec::new();
                for (event, groups) in events {
                    let groups = groups.iter().map(|handlers| {
                        let handlers = list("[", handlers.clone(), "]");
                        list("{", vec![format!("\"hooks\": {handlers}")], "}")
                    });
                    let groups: Vec<String> = groups.collect();
                    written.push(format!("\"{event}\": {}", list("[", groups, "]")));
                }
                let hooks = list("{", written, "}");
                entries.insert(at % (entries.len() + 1), format!("\"hooks\": {hooks}"));
            }
            list("{", entries, "}")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_file_looks_like_the_rest_stays(before in text()) {
        for mode in [Mode::Answer, Mode::Alert] {
            let part = shared(Agent::ClaudeCode, mode);
            let after = part.add(Some(&before)).unwrap().unwrap();
            prop_assert_eq!(part.add(Some(&after)).unwrap().unwrap(), after.clone(), "a second time");
            let removed = part.remove(Some(&after), None).unwrap();
            let removed = removed.unwrap_or_else(|| "{}".to_owned());
            prop_assert_eq!(strip(&removed), strip(&before));
            // Every line of theirs that nothing was put behind is there, and in its order.
            let mut lines = after.lines();
            for line in before.lines().filter(|line| line.contains("// ")) {
                let comment = line.split("// ").nth(1).unwrap();
                prop_assert!(lines.any(|other| other.contains(comment)), "{line} is gone:\n{after}");
            }
            prop_assert_eq!(part.remove(Some(&after), Some(&before)).unwrap(), Some(before.clone()));
        }
    }
}
