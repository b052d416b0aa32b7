//! What each mode writes into an agent's settings: a gate above all.

use serde_json::Value;

use super::{places, wish};
use crate::engine::{
    agents::{Agent, Mode},
    integrate::{
        Change, add,
        hooks::{CLOSED, WRAPPER},
        recipe::{Places, Scope, Wish, parts},
        remove,
    },
};

/// Every command of an agent's files, with how long it may take.
fn commands(agent: Agent, wish: &Wish) -> Vec<(String, u64)> {
    fn walk(value: &Value, found: &mut Vec<(String, u64)>) {
        if let Some(command) = ["command", "bash"].iter().find_map(|key| value.get(key)?.as_str()) {
            let timeout = ["timeout", "timeoutSec"].iter().find_map(|key| value.get(key)?.as_u64());
            found.push((command.to_owned(), timeout.unwrap()));
        }
        value.as_array().into_iter().flatten().for_each(|value| walk(value, found));
        value.as_object().into_iter().flatten().for_each(|(_, value)| walk(value, found));
    }
    let mut found = Vec::new();
    for part in parts(agent, Scope::User, &places(), wish).unwrap() {
        if let Some(text) = part.add(None).unwrap().filter(|_| part.path.extension().unwrap() == "json") {
            walk(&serde_json::from_str(&text).unwrap(), &mut found);
        }
    }
    found
}

#[test]
fn a_gate_is_closed_without_our_program_and_before_the_agent_gives_up() {
    for agent in Agent::ALL.into_iter().filter(|agent| agent.modes().contains(&Mode::Gate)) {
        for hold in [20, 3600] {
            let commands = commands(agent, &Wish { hold, ..wish(Mode::Gate) });
            let asking: Vec<_> = commands.iter().filter(|(command, _)| command.starts_with(CLOSED)).collect();
            assert!(!asking.is_empty() || agent == Agent::Opencode, "{agent:?}");
            for (command, timeout) in asking {
                // The event is named, for what cannot be read.
                let (_, words) = command.split_once(&format!(" hook {} ", agent.name())).unwrap();
                let words: Vec<&str> = words.split(' ').collect();
                assert!(!words[0].starts_with('-') && words.contains(&"--mode=gate"), "{command}");
                let held = words.iter().find_map(|word| word.strip_prefix("--hold=")?.parse::<u64>().ok());
                let unit = if agent == Agent::Gemini { 1000 } else { 1 };
                if agent != Agent::ClaudeCode {
                    assert!(held.unwrap() * unit < *timeout, "{command} {timeout}");
                }
            }
        }
        let open = commands(agent, &wish(Mode::Alert));
        assert!(open.iter().all(|(command, _)| command.starts_with(WRAPPER)), "{agent:?}");
    }
}

#[test]
fn what_approves_everything_goes_before_what_asks_and_comes_after_it() {
    let home = tempfile::tempdir().unwrap();
    let places = Places { home: home.path().to_owned(), ..places() };
    let names = |changes: &[Change]| -> Vec<String> {
        let due = changes.iter().filter(|change| change.is_change());
        due.map(|change| change.path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
    };
    let gate = add(Agent::Gemini, Scope::User, &places, &wish(Mode::Gate)).unwrap();
    assert_eq!(names(&gate), ["settings.json", "plyn-notify.toml"]);
    for change in gate {
        change.carry_out().unwrap();
    }
    let off = add(Agent::Gemini, Scope::User, &places, &wish(Mode::Alert)).unwrap();
    assert_eq!(names(&off), ["plyn-notify.toml", "settings.json"]);
    let off = remove(Agent::Gemini, Scope::User, &places, &wish(Mode::Gate)).unwrap();
    assert_eq!(names(&off), ["plyn-notify.toml", "settings.json"]);
}

#[test]
fn the_plugin_says_its_mode_only_where_it_is_not_the_usual_one() {
    let plugin = |mode: Mode| {
        let part = parts(Agent::Opencode, Scope::User, &places(), &wish(mode)).unwrap().remove(0);
        part.add(None).unwrap().unwrap()
    };
    assert!(plugin(Mode::Answer).contains("\nconst MODE = []\n"), "the configuration decides");
    assert!(plugin(Mode::Gate).contains("\nconst MODE = [\"--mode=gate\"]\n"));
}
