//! What the attribute takes to expand, from tokens to tokens.
//!
//! ```text
//! cargo bench --bench expansion                # optimized
//! cargo bench --bench expansion --profile dev  # as Cargo builds procedural macros of a debug build
//! ```
//!
//! The time of a joint is the least of many runs: whatever else the machine does can only add to it. It is the macro's
//! pipeline with proc-macro2's own tokens in the place of the compiler's.

#![forbid(unsafe_code)]
// Cargo sets `cfg(test)` for benches, but no test runs: what the modules' tests need is unused.
#![allow(dead_code, unused_imports)]

#[path = "../../constraint-macros/src/tests/lengthy.rs"]
mod lengthy;

mod joints;

include!("../../constraint-macros/src/modules.rs");

use std::hint::black_box;
use std::time::{Duration, Instant};

use joints::Joint;

/// How long one joint is expanded again and again, and how often at least.
const PATIENCE: Duration = Duration::from_millis(300);
const FEWEST: usize = 3;

fn main() {
    println!("| joint | tokens | ms |\n|---|---|---|");
    table("catalogue", &joints::catalogue());
    table("counted", &joints::counted());
    table("lengthy", &joints::lengthy());
}

fn table(title: &str, joints: &[Joint]) {
    let times: Vec<f64> = joints
        .iter()
        .map(|joint| {
            let (tokens, time) = measured(joint);
            println!("| {} | {tokens} | {time:.2} |", joint.name);
            time
        })
        .collect();
    let most = times.iter().copied().fold(0.0, f64::max);
    println!("| **{title}: {} joints, the dearest** | | **{most:.2}** |", joints.len());
}

/// How many tokens a joint's expansion has, and its least time in milliseconds.
fn measured(joint: &Joint) -> (usize, f64) {
    let text = expand::expand(&joint.attribute, &joint.item).to_string();
    assert!(!text.contains("compile_error"), "{} has mistakes: {text}", joint.name);
    let started = Instant::now();
    let mut runs = 0;
    let mut least = f64::INFINITY;
    while runs < FEWEST || started.elapsed() < PATIENCE {
        let start = Instant::now();
        black_box(expand::expand(black_box(&joint.attribute), black_box(&joint.item)));
        least = least.min(start.elapsed().as_secs_f64() * 1e3);
        runs += 1;
    }
    (text.split_whitespace().count(), least)
}
