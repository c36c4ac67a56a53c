//! Random joints through the whole compiler.
//!
//! Closures of every operator, method and row are drawn by `proptest`, 2,500 in all, from a fixed seed (others by `SEED=7 cargo test
//! --test properties`). Of each, at a random
//! state: the simplified expressions equal the plain ones, the staged code equals them, the derivatives equal those of dual
//! numbers, nothing is left over in the code, the derivation's text says the same when it is read, no unit of mass changes the motion, and nothing panics on the way.

mod check;
mod expression;
mod joint;
mod number;
mod plain;
mod printed;
#[path = "../derivations/reader.rs"]
mod reader;
mod state;
mod text;
mod unit;
#[path = "../derivations/value.rs"]
mod value;

use proptest::strategy::{BoxedStrategy, Strategy as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use check::Tally;

/// Always the same, unless `SEED` is a number: then those of that one.
fn numbers() -> TestRng {
    match std::env::var("SEED").ok().and_then(|seed| seed.parse::<u128>().ok()) {
        Some(seed) => TestRng::from_seed(RngAlgorithm::XorShift, &seed.wrapping_add(1).to_le_bytes()),
        None => TestRng::deterministic_rng(RngAlgorithm::XorShift),
    }
}

/// Draws joints and checks each.
fn run(joints: BoxedStrategy<joint::Case>, cases: u32) -> Tally {
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 100, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, numbers());
    let tally = std::cell::RefCell::new(Tally::default());
    let cases = (joints, proptest::num::u64::ANY.no_shrink());
    let outcome = runner.run(&cases, |(joint, seed)| {
        check::joint(&joint.0, seed, &mut tally.borrow_mut());
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    tally.into_inner()
}

/// Half of the cases are small enough that nearly all of their values mean something: at most one in thirty is discarded, as
/// infinite, next to a kink, or drowned in rounding.
#[test]
fn small_expressions() {
    let tally = run(joint::joints(2), 1000);
    assert!(tally.compared > 150_000, "{tally:?}");
    assert!(tally.in_units > 10_000, "{tally:?}");
    assert!(30 * tally.discarded <= tally.compared, "{tally:?}");
}

/// Tangents of quotients of exponentials: at most one value in ten is discarded.
#[test]
fn large_expressions() {
    let tally = run(joint::joints(4), 1000);
    assert!(tally.compared > 150_000, "{tally:?}");
    assert!(tally.in_units > 10_000, "{tally:?}");
    assert!(10 * tally.discarded <= tally.compared, "{tally:?}");
}

/// Sums of angles, told from another angle of each body when the step began: at most one value in thirty is discarded.
#[test]
fn sums_of_angles() {
    let tally = run(joint::of_angles(4), 500);
    assert!(tally.compared > 50_000, "{tally:?}");
    assert!(30 * tally.discarded <= tally.compared, "{tally:?}");
}
