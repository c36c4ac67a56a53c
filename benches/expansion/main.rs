//! What the attribute takes to expand, from tokens to tokens.
//!
//! ```text
//! cargo bench --bench expansion                # optimized
//! cargo bench --bench expansion --profile dev  # as Cargo builds procedural macros of a debug build
//! ```
//!
//! The time of a joint is the mean of many runs, in time of the processor where the system tells it (Linux): other work on
//! the machine is not in it. It is the macro's pipeline with proc-macro2's own tokens in the place of the compiler's.

#![forbid(unsafe_code)]

#[path = "../../constraint-macros/src/tests/lengthy.rs"]
mod lengthy;

mod joints;

include!("../../constraint-macros/src/modules.rs");

use std::hint::black_box;
use std::time::{Duration, Instant};

use joints::Joint;

/// How long one joint is expanded again and again.
const PATIENCE: Duration = Duration::from_millis(200);

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

/// How many tokens a joint's expansion has, and its time in milliseconds.
fn measured(joint: &Joint) -> (usize, f64) {
    let text = expand::expand(&joint.attribute, &joint.item).to_string();
    assert!(!text.contains("compile_error"), "{} has mistakes: {text}", joint.name);
    let clock = Instant::now();
    let now = || processor_time().unwrap_or_else(|| clock.elapsed());
    let (start, mut runs) = (now(), 0.0);
    loop {
        black_box(expand::expand(black_box(&joint.attribute), black_box(&joint.item)));
        runs += 1.0;
        let taken = now().saturating_sub(start);
        if taken > PATIENCE {
            return (text.split_whitespace().count(), taken.as_secs_f64() * 1e3 / runs);
        }
    }
}

/// What this thread has had of the processor.
fn processor_time() -> Option<Duration> {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    status.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
