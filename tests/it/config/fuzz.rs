//! Ten thousand configurations that nobody would write, whole and damaged: none breaks loading, which is all that `wait`
//! and `config check` do with one, and whatever is wrong is told by file and line.

use std::fs;

use plyn_notify::engine::config::{Fault, Loaded, Origin, Sources, load, set, unset};
use proptest::{collection::vec, prelude::*, sample::select};

/// Names, ours and others.
const NAMES: [&str; 20] = [
    "notify",
    "remote",
    "agents",
    "enabled",
    "grace_seconds",
    "min_interval_seconds",
    "channels",
    "actions",
    "protocol",
    "bell",
    "host",
    "port",
    "key",
    "mode",
    "hold_seconds",
    "strange",
    "\"a.b\"",
    "''",
    "\"\\u0007\"",
    "1",
];

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| value.to_string()),
        any::<f64>().prop_map(|value| format!("{value:?}").replace("NaN", "nan")),
        select(
            &[
                "nan",
                "-inf",
                "0x7f",
                "1_000",
                "1979-05-27",
                "07:32:00",
                "1979-05-27T07:32:00Z",
                "''",
                "\"\\u001b[2J\""
            ][..]
        )
        .prop_map(str::to_owned),
        select(&["'auto'", "\"desktop\"", "'osc99'", "'x'", "'''\n#\n[notify]\n'''", "\"\"\"\n\"\"\""][..])
            .prop_map(str::to_owned),
    ]
}

/// Any value, lists and tables in it.
fn value() -> impl Strategy<Value = String> {
    scalar().prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|values| format!("[ {} ]", values.join(", "))),
            vec(inner.clone(), 0..4).prop_map(|values| format!("[\n  {}\n]", values.join(",\n  "))),
            vec((select(&NAMES[..]), inner), 0..4).prop_map(|pairs| {
                let pairs: Vec<String> =
                    pairs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                format!("{{ {} }}", pairs.join(", "))
            }),
        ]
    })
}

fn name() -> impl Strategy<Value = String> {
    vec(select(&NAMES[..]), 1..4).prop_map(|names| names.join("."))
}

/// A text of headers, keys, comments and blank lines, most of it TOML with wrong types and strangers.
fn structured() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        4 => (select(&NAMES[..]), value()).prop_map(|(name, value)| format!("{name} = {value}")),
        1 => (name(), value()).prop_map(|(name, value)| format!("{name} = {value} # c")),
        2 => select(&["[notify]", "[remote]", "[agents.x]", "[agents]", "[[notify]]", "[other]"][..]).prop_map(str::to_owned),
        1 => name().prop_map(|name| format!("[{name}]")),
        1 => Just("# comment".to_owned()),
        1 => Just(String::new()),
    ];
    (vec(line, 0..12), select(&["\n", "\r\n"][..]), any::<bool>()).prop_map(|(mut lines, eol, unique)| {
        if unique {
            // A name twice makes a text no TOML; without that the parser would seldom let one through.
            let mut seen = std::collections::HashSet::new();
            lines.retain(|line| line.is_empty() || seen.insert(line.split(" =").next().map(str::to_owned)));
        }
        lines.join(eol)
    })
}

/// One piece of damage: where, how much of it goes, and what comes.
type Damage = (prop::sample::Index, usize, Vec<u8>);

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let bytes = prop_oneof![
            vec(any::<u8>(), 0..3),
            select(
                &[
                    "\n", "[", "]", "{", "=", "\"", "'''", "#", ".", "\r", "\0", "\u{feff}", "[[a]]\n",
                    "notify"
                ][..]
            )
            .prop_map(|text| text.as_bytes().to_vec()),
        ];
    vec((any::<prop::sample::Index>(), 0..6_usize, bytes), 0..4)
}

fn damaged(text: &str, damages: Vec<Damage>) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (at, gone, come) in damages {
        let at = at.index(bytes.len() + 1);
        let end = (at + gone).min(bytes.len());
        bytes.splice(at..end, come);
    }
    bytes
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let whole = Just(super::DEFAULT_CONFIG.replace("\n#", "\n"));
    let deep = (1..300_usize, select(&["[", "{a=", "a."][..]))
        .prop_map(|(times, piece)| format!("[notify]\nx = {}", piece.repeat(times)));
    let base = prop_oneof![12 => structured(), 2 => whole, 1 => deep];
    (base, damage()).prop_map(|(text, damage)| damaged(&text, damage))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn no_file_breaks_loading_and_every_fault_has_its_line(text in text(), foreign in any::<bool>(), change in 0..40_u8) {
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
        let file = folder.join(if foreign { "fuzz/plyngent.toml" } else { "fuzz/config.toml" });
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &text).unwrap();
        let sources = Sources { explicit: Some(file.clone()), ..Sources::default() };
        let lines = text.split(|byte| *byte == b'\n').count();

        let loaded = load(&sources);
        prop_assert!(!loaded.settings.notify.channels.is_empty());
        for fault in &loaded.faults {
            check(fault, &file, lines)?;
        }
        // Now and then it is changed too: that works, or leaves it alone.
        let unchanged = || fs::read(&file).is_ok_and(|now| now == text);
        if change == 0 {
            if set(&sources, "notify.grace_seconds", "7.25").is_ok() {
                let after = load(&sources);
                prop_assert_eq!(after.settings.notify.grace.as_millis(), 7250);
                prop_assert_eq!(others(&after), others(&loaded));
            } else {
                prop_assert!(unchanged());
            }
        } else if change == 1 {
            if unset(&sources, "notify.bell").is_ok() {
                prop_assert!(load(&sources).settings.notify.bell);
            } else {
                prop_assert!(unchanged());
            }
        }
    }
}

/// What is wrong with all but the key that is changed.
fn others(loaded: &Loaded) -> Vec<&str> {
    let other = |fault: &&Fault| fault.key.as_deref() != Some("notify.grace_seconds");
    loaded.faults.iter().filter(other).map(|fault| fault.problem.as_str()).collect()
}

fn check(fault: &Fault, file: &std::path::Path, lines: usize) -> Result<(), TestCaseError> {
    let Origin::File { path, line: Some(line) } = &fault.origin else {
        return Err(TestCaseError::fail(format!("no line: {fault}")));
    };
    prop_assert_eq!(path, file);
    prop_assert!((1..=lines).contains(line), "{} of {}: {}", line, lines, fault);
    prop_assert!(!fault.to_string().contains(char::is_control), "{:?}", fault);
    Ok(())
}
