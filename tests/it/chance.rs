//! Random runs: what the caller says of them, and what comes of a seed.
#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

#[expect(
    clippy::disallowed_methods,
    reason = "how much is tried, and on which program, is the caller's to say"
)]
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The program under test, where it is not the one that was built with the tests.
pub(crate) fn program() -> Option<String> {
    variable("PLYN_BIN")
}

/// How many runs there are to be.
pub(crate) fn runs(few: u64) -> u64 {
    variable("PLYN_RUNS").map_or(few, |runs| runs.parse().expect("a number"))
}

/// The seed of all of them; a random one is small enough to be typed.
pub(crate) fn seed() -> u64 {
    variable("PLYN_SEED").map_or_else(random, |seed| seed.parse().expect("a number"))
}

fn random() -> u64 {
    let mut bytes = [0; 8];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty()).expect("random numbers");
    u64::from_ne_bytes(bytes) >> 32
}

/// What belongs to this seed: the same each time.
pub(crate) fn drawn<T: std::fmt::Debug>(from: impl Strategy<Value = T>, seed: u64) -> T {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    from.new_tree(&mut runner).expect("a value").current()
}
