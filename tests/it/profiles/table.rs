//! The table of bug reports in CONTRIBUTING.md: all of them are there, and what proves them exists.

use std::{collections::BTreeSet, fs, path::Path};

use crate::support::Script;

/// How many reports there are to survive (facts/servers.md §9).
const REPORTS: usize = 61;

/// How many of them are about coding agents, whose numbers begin with an A.
const AGENTS_REPORTS: usize = 36;

#[test]
fn every_report_is_covered_by_something_that_exists() {
    assert_covered("", REPORTS);
}

#[test]
fn every_report_about_agents_is_covered_too() {
    assert_covered("A", AGENTS_REPORTS);
}

/// Whether the rows of these numbers are all there, each once, and so is what they name.
#[track_caller]
fn assert_covered(letter: &str, count: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("CONTRIBUTING.md");
    let profiles: BTreeSet<String> = Script::names().into_iter().collect();
    let tests = [("tests/it", ""), ("tests/e2e", "e2e::"), ("src", "")]
        .into_iter()
        .flat_map(|(folder, prefix)| tests_in(&root.join(folder), prefix))
        .collect::<BTreeSet<_>>();
    let mut numbers = Vec::new();
    let mut unknown = Vec::new();
    for row in text.lines().filter_map(|line| line.strip_prefix("| ")) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [number, _what, proof] = cells[..] else { continue };
        let Some(Ok(number)) = number.trim().strip_prefix(letter).map(str::parse::<usize>) else { continue };
        numbers.push(number);
        let names: Vec<&str> = proof.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty() || proof.starts_with("later: "), "nothing proves {number}");
        for name in names {
            match name.strip_suffix(".toml") {
                Some(profile) if profiles.contains(profile) => (),
                None if tests.contains(name) => (),
                _ => unknown.push(format!("{number}: {name}")),
            }
        }
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=count).collect::<Vec<_>>());
    assert_eq!(unknown, Vec::<String>::new());
}

/// The paths of all tests in the sources under a folder.
fn tests_in(folder: &Path, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("sources").map(|entry| entry.expect("an entry").path()) {
        let stem = entry.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if entry.is_dir() {
            found.extend(tests_in(&entry, &format!("{prefix}{stem}::")));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let module = if stem == "mod" { prefix.to_owned() } else { format!("{prefix}{stem}::") };
            let text = fs::read_to_string(&entry).expect("a source");
            // A file's own tests are in a module of this name.
            let inner = if text.contains("\nmod tests {") { "tests::" } else { "" };
            let mut is_test = false;
            for line in text.lines().map(str::trim_start) {
                if let (true, Some(rest)) = (is_test, line.strip_prefix("fn ")) {
                    let name = rest.split('(').next().unwrap_or_default();
                    found.push(format!("{module}{inner}{name}"));
                }
                is_test = line == "#[test]" || is_test && line.starts_with("#[");
            }
        }
    }
    found
}
