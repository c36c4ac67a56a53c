//! What each pass of the compiler saves: the table in `constraint-macros/symbolic/src/optimize/mod.rs`.
//!
//! ```text
//! cargo bench --bench passes                 # operations and expansion time of all passes
//! cargo bench --bench passes -- code         # also instructions: some minutes a pass
//! cargo bench --bench passes -- code Hoist   # of one pass
//! ```
//!
//! Each pass is turned off by itself. Operations are those of a warm start, of prepare and of two iterations, over the catalogue and
//! over odd joints: those of all tests, examples and benches, and the odd closures of the compiler's own tests. Instructions are those of
//! a crate with the catalogue, which is generated into the target folder: executed scalar instructions (callgrind, if valgrind is there),
//! and the static ones of the AVX2 and AVX-512 kernels.

#![forbid(unsafe_code)]

include!("../../constraint-macros/src/modules.rs");

#[path = "../../constraint-macros/src/tests/odd/closures.rs"]
mod closures;
mod code;
mod corpus;
#[path = "../../constraint-macros/src/tests/drawing.rs"]
#[allow(dead_code)] // of tests
mod drawing;
#[path = "../generated/mod.rs"]
#[allow(dead_code)] // of other benches
mod generated;

use std::fs;
use std::time::{Duration, Instant};

use constraint_symbolic::frontend::syntax;
use constraint_symbolic::ir::emitted::Operations;
use constraint_symbolic::passes::{self, Pass};

use generated::{Outcome, repository};

/// Rounds of which the least time counts.
const ROUNDS: usize = 15;

/// The figures of one set of joints.
struct Figures {
    operations: usize,
    seconds: f64,
}

fn figures(joints: &[syntax::Joint], off: Option<Pass>) -> Figures {
    let (clock, start) = (Instant::now(), processor_time());
    let mut operations = 0;
    for joint in joints {
        if let Ok(compiled) = passes::without(off, || constraint_symbolic::compile(joint)) {
            let (fast, count) = (&compiled.program.fast, |of: Operations| of.arithmetic + of.choices);
            operations += count(fast.prepare.operations()) + count(fast.warm_start.operations());
            operations += 2 * count(fast.iteration());
        }
    }
    let taken = start.zip(processor_time()).map_or_else(|| clock.elapsed(), |(start, end)| end.saturating_sub(start));
    Figures { operations, seconds: taken.as_secs_f64() }
}

/// How long joints take to compile without a pass, and with all: the least of some rounds, in turns.
fn times(joints: &[syntax::Joint], off: Pass) -> [f64; 2] {
    let mut least = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (least, off) in least.iter_mut().zip([Some(off), None]) {
            *least = least.min(figures(joints, off).seconds);
        }
    }
    least
}

/// The processor time of this thread: other work on the machine is not in it. None where the system does not tell it.
fn processor_time() -> Option<Duration> {
    std::thread::yield_now();
    let status = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    status.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// The joints that are right, as the compiler is given them.
fn read(joints: &[corpus::Joint]) -> Vec<syntax::Joint> {
    let read = |joint: &corpus::Joint| parse::read(&joint.attribute, joint.item.clone()).parsed;
    let parsed = joints.iter().filter_map(read).map(|parsed| parsed.joint);
    parsed.filter(|joint| constraint_symbolic::compile(joint).is_ok()).collect()
}

/// By how many percent one figure is above another.
fn above(off: f64, on: f64) -> String {
    format!("{:+.2} %", 100.0 * (off / on - 1.0))
}

#[allow(clippy::cast_precision_loss)] // some millions
fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let wants_code = arguments.iter().any(|argument| argument == "code");
    let is_asked = |pass: &Pass| {
        let mut names = arguments.iter().filter(|argument| *argument != "code").peekable();
        names.peek().is_none() || names.any(|name| *name == format!("{pass:?}"))
    };
    let (catalogue, mut odd) = (corpus::catalogue(repository()), corpus::odd(repository()));
    for closure in closures::closures() {
        let (attribute, item) = (closure.parse()?, drawing::FIELDS.parse()?);
        odd.push(corpus::Joint { name: closure, attribute, item });
    }
    let (catalogue, odd) = (read(&catalogue), read(&odd));
    let on = [&catalogue, &odd].map(|joints| figures(joints, None));
    println!("{} joints of the catalogue, {} odd ones", catalogue.len(), odd.len());
    println!("{} and {} operations", on[0].operations, on[1].operations);
    let code_on = if wants_code { Some(code::Code::new()?) } else { None };
    println!(
        "| without | operations | of odd joints | expansion | scalar | AVX2 | AVX-512 |\n|---|---|---|---|---|---|---|"
    );
    for &pass in passes::ALL.iter().filter(|pass| is_asked(pass)) {
        let off = [&catalogue, &odd].map(|joints| figures(joints, Some(pass)));
        let [of_catalogue, of_odd] = [0, 1].map(|set| above(off[set].operations as f64, on[set].operations as f64));
        let [without, with] = times(&catalogue, pass);
        let time = above(without, with);
        let code = match &code_on {
            Some(on) => on.without(pass)?.join(" | "),
            None => " | | ".to_owned(),
        };
        println!("| {pass:?} | {of_catalogue} | {of_odd} | {time} | {code} |");
    }
    Ok(())
}
