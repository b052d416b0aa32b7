//! What holds in every terminal, whatever its human does at the prompt and at the notification.
//!
//! 1. There is exactly one answer, and it is what was typed or pressed.
//! 2. Every byte that is typed arrives once: at the prompt, or behind the answer at the shell.
//! 3. Nothing that the terminal says arrives anywhere.
//! 4. The terminal is as it was, it was sent nothing that it does not understand, and what it can take down is down.
//! 5. The prompt ends as soon as it is answered.
//!
//! A case that fails says its name; `PLYN_CASE='NAME' cargo test --test it notified::random::one_case -- --ignored` runs
//! it again.

#![expect(clippy::print_stdout, reason = "a test says what it has tried")]

mod case;
mod human;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use crate::{chance, support::terminal::Personality};
use case::Case;

/// How many run at once: most of the time each of them waits.
const AT_ONCE: usize = 8;
/// How many `cargo test` runs.
const FEW: u64 = 40;
/// How often one that failed when others ran is tried again, alone: a busy machine is slow.
const TRIES: u32 = 2;

#[test]
fn whatever_the_terminal_and_the_human_do() {
    run(FEW, 1);
}

#[test]
#[ignore = "a minute long; run by .ci/run"]
fn whatever_they_do_thousands_of_times() {
    run(chance::runs(3000), chance::seed());
}

#[test]
#[ignore = "one case, named by $PLYN_CASE"]
fn one_case() {
    let name = chance::variable("PLYN_CASE").expect("PLYN_CASE='TERMINAL SEED'");
    let (terminal, seed) = name.split_once(' ').expect("TERMINAL SEED");
    let case = Case { terminal: terminal.to_owned(), seed: seed.parse().unwrap() };
    println!("{:#?}", case.way());
    case.run();
}

fn run(runs: u64, seed: u64) {
    let names: Vec<String> = Personality::all().into_iter().map(|personality| personality.name).collect();
    let (next, retried) = (AtomicU64::new(0), AtomicU64::new(0));
    let faults = Mutex::new(Vec::<String>::new());
    // Those that are tried again alone hold it to write.
    let machine = RwLock::new(());
    let start = crate::pty::clock();
    let locked = || faults.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= runs || locked().len() >= 10 {
                return;
            }
            let at = usize::try_from(n).unwrap() % names.len();
            let case = Case { terminal: names[at].clone(), seed: seed.wrapping_mul(1_000_000_007) + n };
            let shared = machine.read().unwrap_or_else(PoisonError::into_inner);
            let mut result = attempt(&case);
            drop(shared);
            for _ in 0..TRIES {
                if result.is_err() {
                    let _alone = machine.write().unwrap_or_else(PoisonError::into_inner);
                    println!("{} failed: {result:?}", case.name());
                    retried.fetch_add(1, Ordering::Relaxed);
                    result = attempt(&case);
                }
            }
            if let Err(fault) = result {
                locked().push(format!("{}\n  {fault}\n  {:?}", case.name(), case.way()));
            }
        }
    };
    thread::scope(|scope| (0..AT_ONCE).for_each(|_| drop(scope.spawn(work))));
    let retried = retried.load(Ordering::Relaxed);
    println!("{runs} runs in {:?}, seed {seed}; tried again alone: {retried}", start.elapsed());
    assert!(locked().is_empty(), "{}", locked().join("\n"));
    // A fault that shows now and then is one all the same.
    assert!(retried <= 1 + runs / 100, "{retried} of {runs} were tried again");
}

fn attempt(case: &Case) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| case.run())).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default()
    })
}
