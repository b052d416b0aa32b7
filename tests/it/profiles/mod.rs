//! What holds on every server, whatever it does and whatever a human does: each profile of `tests/profiles`, each kind
//! of prompt, with a terminal and without one, each with a human of its own.
//!
//! 1. Nobody pressed or typed an answer: nothing is printed.
//! 2. A press of an answer prints exactly that one, or leaves a terminal that can be answered at.
//! 3. What is entered at the terminal is printed within 100 ms, and the program gone within 500 ms.
//! 4. No panic, and nothing left: no process, no file, no setting of the terminal.
//! 5. Nothing of ours is on the screen at the end, where the server closes what it is told to close.
//!
//! To start a program costs a process the more the more it holds, so that many runs are quicker in several processes.
//!
//! A case that fails says its name; `PLYN_CASE='NAME' cargo test --test it profiles::one_case -- --ignored` runs it
//! again.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says what it has tried"
)]

mod case;
mod human;
mod kind;
mod play;
mod screen;
mod table;
mod typing;
mod verdict;

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use crate::{chance, support::Script};
use case::{Case, Ending, Fault};
use kind::{KINDS, Kind};

/// How many cases run at once: most of the time each of them waits.
const AT_ONCE: usize = 24;
/// How often a case that was slow is tried again, alone.
const TRIES: u32 = 3;
/// The ways for a prompt to end; a run has all of them, a short one the first three.
const ENDINGS: [Ending; 8] =
    ["pressed", "entered", "timed out", "signalled", "escaped", "default", "dismissed", "unreachable"];
/// How many cases `cargo test` runs.
const FEW: u64 = 80;

#[test]
fn whatever_the_server_and_the_human_do() {
    let seed = chance::variable("PLYN_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    run(FEW, seed);
}

#[test]
#[ignore = "minutes long; run by .ci/run"]
fn whatever_they_do_ten_thousand_times() {
    run(chance::runs(10_000), chance::seed());
}

#[test]
#[ignore = "one case, named by $PLYN_CASE"]
fn one_case() {
    let name = chance::variable("PLYN_CASE").expect("PLYN_CASE='PROFILE KIND terminal|no-terminal SEED'");
    let words: Vec<&str> = name.split(' ').collect();
    let [profile, kind, place, seed] = words[..] else { panic!("{name:?} is not a case") };
    let case = Case {
        profile: profile.to_owned(),
        kind: Kind::named(kind),
        terminal: place == "terminal",
        seed: seed.parse().expect("a number"),
    };
    println!("{:#?}\n{:?}", case.way(), attempt(&case));
}

/// The `n`-th case of a run: all combinations in turn, each time with another human.
fn nth(n: u64, seed: u64, profiles: &[String]) -> Case {
    let combinations = profiles.len() * KINDS.len() * 2;
    // A stride that shares no divisor with their number visits them all, and neighbours are far apart.
    let stride = (combinations / 3..combinations).find(|stride| gcd(*stride, combinations) == 1).unwrap_or(1);
    let at = usize::try_from(n).expect("small") % combinations * stride % combinations;
    Case {
        profile: profiles[at % profiles.len()].clone(),
        kind: KINDS[at / profiles.len() % KINDS.len()],
        terminal: at / profiles.len() / KINDS.len() == 0,
        seed: seed.wrapping_mul(1_000_000_007).wrapping_add(n),
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn run(runs: u64, seed: u64) {
    let profiles = Script::names();
    let next = AtomicU64::new(0);
    let endings = Mutex::new(BTreeMap::<Ending, u64>::new());
    let slow = AtomicU64::new(0);
    let faults = Mutex::new(Vec::new());
    // Those that are tried again alone hold it to write.
    let machine = RwLock::new(());
    let count = |ending| *locked(&endings).entry(ending).or_default() += 1;
    let start = crate::pty::clock();
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= runs || locked(&faults).len() >= 10 {
                        return;
                    }
                    let case = nth(n, seed, &profiles);
                    let shared = machine.read().unwrap_or_else(PoisonError::into_inner);
                    let mut result = attempt(&case);
                    drop(shared);
                    for _ in 0..TRIES {
                        if matches!(result, Err(Fault::Late(_))) {
                            let _alone = machine.write().unwrap_or_else(PoisonError::into_inner);
                            slow.fetch_add(1, Ordering::Relaxed);
                            result = attempt(&case);
                        }
                    }
                    match result {
                        Ok(ending) => count(ending),
                        Err(fault) => {
                            locked(&faults).push(format!("{}\n  {fault}\n  {:?}", case.name(), case.way()));
                        }
                    }
                }
            });
        }
    });
    let (endings, faults) = (locked(&endings).clone(), locked(&faults).clone());
    println!(
        "{runs} runs in {:?}, seed {seed}: {endings:?}; tried again alone: {}",
        start.elapsed(),
        slow.load(Ordering::Relaxed)
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let all = runs >= 2000;
    for ending in if all { &ENDINGS[..] } else { &ENDINGS[..3] } {
        assert!(endings.contains_key(*ending), "no prompt was {ending}: {endings:?}");
    }
}

/// Runs a case; what the harness waited for in vain is a fault of the case.
fn attempt(case: &Case) -> Result<Ending, Fault> {
    catch_unwind(AssertUnwindSafe(|| case.run())).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        let text = text.unwrap_or_default();
        // The harness waits for ten seconds and no longer.
        let late = text.starts_with("waited ") || text.contains("Timeout");
        Err(if late { Fault::Late(text) } else { Fault::Wrong(text) })
    })
}

fn locked<T>(value: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
