//! Payloads with parts of them missing, doubled, of another type or absurd: nothing may come of them but a valid answer.

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde_json::{Map, Value, json};

use super::{
    ANSWER, Agent, Mode, Policy, Printed, Terms, What, ask, decide, fixture, folder, parse, schema::is_valid,
};
use crate::engine::{
    capability::{Buttons, Capability, TextLimits},
    plan::{Scene, render},
    request::Question,
};

/// Every payload of every agent.
fn payloads() -> Vec<Value> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap().trim_end_matches(".json").to_owned())
        .filter(|name| !name.contains(".out."))
        .collect();
    names.sort();
    names.iter().map(|name| fixture(name)).collect()
}

/// A change somewhere in a payload.
#[derive(Clone, Debug)]
enum Change {
    Remove,
    Put(Value),
    Double,
    Nest,
}

fn change() -> impl Strategy<Value = Change> {
    let odd = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,20}".prop_map(Value::from),
        ".{0,40}".prop_map(Value::from),
        Just(json!("")),
        Just(json!([])),
        Just(json!({})),
        Just(json!(["x", 7, null])),
        Just(json!("x".repeat(5000))),
        Just(json!("\u{202e}\u{0}\u{1b}[2J\n")),
        prop_oneof![
            Just("PermissionRequest"),
            Just("Elicitation"),
            Just("AskUserQuestion"),
            Just("ExitPlanMode"),
            Just("addRules"),
            Just("setMode"),
            Just("allow"),
            Just("permission.asked"),
            Just("question.asked"),
            Just("BeforeTool"),
            Just("PreToolUse"),
            Just("beforeShellExecution"),
            Just("permissionRequest")
        ]
        .prop_map(Value::from),
    ];
    prop_oneof![
        2 => Just(Change::Remove),
        4 => odd.prop_map(Change::Put),
        1 => Just(Change::Double),
        1 => Just(Change::Nest),
    ]
}

/// How many places there are to change something.
fn places(value: &Value) -> usize {
    1 + match value {
        Value::Object(object) => object.values().map(places).sum::<usize>(),
        Value::Array(list) => list.iter().map(places).sum::<usize>(),
        _ => 0,
    }
}

/// Changes the place of this number; whether it is gone.
fn mutate(value: &mut Value, at: &mut usize, change: &Change) -> bool {
    if *at == 0 {
        *at = usize::MAX;
        match change {
            Change::Remove => return true,
            Change::Put(other) => *value = other.clone(),
            Change::Double => *value = json!([value.clone(), value.clone()]),
            Change::Nest => *value = json!({"properties": value.clone(), "questions": [value.clone()]}),
        }
        return false;
    }
    *at -= 1;
    match value {
        Value::Object(object) => {
            let old = std::mem::take(object);
            let kept = old.into_iter().filter_map(|(key, mut value)| {
                if *at == usize::MAX {
                    return Some((key, value));
                }
                (!mutate(&mut value, at, change)).then_some((key, value))
            });
            *object = kept.collect::<Map<_, _>>();
        }
        Value::Array(list) => {
            let old = std::mem::take(list);
            *list = old
                .into_iter()
                .filter_map(|mut value| {
                    if *at == usize::MAX {
                        return Some(value);
                    }
                    (!mutate(&mut value, at, change)).then_some(value)
                })
                .collect();
        }
        _ => {}
    }
    false
}

/// Whatever comes of it for this agent, in every mode, is a valid answer, and can be shown.
fn check(agent: Agent, payload: &Value) {
    for mode in Mode::ALL {
        let heard = parse(agent, Some("PermissionRequest"), payload);
        let What::Ask(asked) = decide(&heard, Policy { mode, ..ANSWER }) else { continue };
        for offer in &asked.offers {
            assert!(!offer.choice.label.is_empty() && !offer.choice.key.is_empty(), "{offer:?}");
            let printed = ask::printed(&asked, Some(&offer.choice.key), None).unwrap();
            if let Printed::Object(output) = printed {
                assert!(is_valid(agent, &output), "{agent:?} {output}");
            }
        }
        if let Some(Printed::Object(output)) = ask::printed(&asked, None, Some("no \u{1b}[2J")) {
            assert!(is_valid(agent, &output), "{agent:?} {output}");
        }
        let labels: Vec<&str> = asked.offers.iter().map(|offer| offer.choice.label.as_str()).collect();
        assert!((1..labels.len()).all(|at| !labels[..at].contains(&labels[at])), "{labels:?}");
        let terms = Terms { source: "x".to_owned(), include_reason: true, hold: None, denies_late: true };
        let request = ask::request(agent, &asked, &terms);
        let text = TextLimits::DESKTOP;
        let capability = Capability {
            buttons: Buttons::Shown(3),
            reply: true,
            body_click: true,
            unique_text: false,
            text,
        };
        let shown = render(&request, &capability, Scene { terminal: true, actions: true, mark: "" }).unwrap();
        assert!(!shown.summary.is_empty());
        assert!(shown.buttons.is_empty() == matches!(request.answers, Question::List { .. }), "{shown:?}");
    }
}

fn run(cases: u32) {
    let payloads = payloads();
    let kinds =
        (0..payloads.len(), proptest::collection::vec((any::<proptest::sample::Index>(), change()), 0..5));
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config);
    let strategy = (0..Agent::ALL.len(), kinds);
    let outcome = runner.run(&strategy, |(agent, (at, changes))| {
        let mut payload = payloads[at].clone();
        for (place, change) in changes {
            let mut place = place.index(places(&payload));
            if mutate(&mut payload, &mut place, &change) {
                payload = Value::Null;
            }
        }
        check(Agent::ALL[agent], &payload);
        Ok(())
    });
    outcome.unwrap();
}

#[test]
fn a_thousand_payloads_that_nobody_sends_come_to_nothing_or_to_a_valid_answer() {
    run(1000);
}

#[test]
#[ignore = "run by .ci/run, in release"]
fn a_hundred_thousand_payloads_an_agent_come_to_nothing_or_to_a_valid_answer() {
    #[expect(clippy::disallowed_methods, reason = "how many, where that is said")]
    let runs = std::env::var("PLYN_RUNS").map_or(100_000, |runs| runs.parse().unwrap());
    run(runs * u32::try_from(Agent::ALL.len()).unwrap());
}

#[test]
fn every_payload_as_it_is_comes_to_a_valid_answer_whoever_gets_it() {
    for payload in payloads() {
        for agent in Agent::ALL {
            check(agent, &payload);
        }
    }
}
