//! C and J of joints, in `f64`: by generated code, by `num-dual` at run time, and by `symdiff` at compile time.
//!
//! `cargo run --release` prints a table. All three start from positions and angles, so that each works out the sines and
//! cosines, and each gives C and J of both bodies, in the form that is its own. They are held to each other before they are timed.

mod joints;
mod peers;

use std::hint::black_box;
use std::time::Instant;

use joints::{Distance, Line, Pivot, Weld};
use peers::dual::{self, Matrices};
use peers::{Coordinates, Parameters};

/// How many states are evaluated in one go, and how often each tool takes its turn.
const STATES: usize = 1000;
const ROUNDS: usize = 201;

fn main() {
    let (states, parameters) = (states(), Parameters::some());
    println!("| joint | generated, ns | num-dual | symdiff |\n|---|---|---|---|");
    let Parameters { anchor_a, anchor_b, direction, length } = parameters;
    let pivot = Pivot { anchor_a, anchor_b };
    row("pivot", &states, &pivot, &|x| dual::pivot(x, &parameters), &|x| peers::symbolic::pivot(x, &parameters));
    let weld = Weld { anchor_a, anchor_b };
    row("weld", &states, &weld, &|x| dual::weld(x, &parameters), &|x| peers::symbolic::weld(x, &parameters));
    let distance = Distance { anchor_a, anchor_b, length };
    row("distance", &states, &distance, &|x| dual::distance(x, &parameters), &|x| {
        peers::symbolic::distance(x, &parameters)
    });
    let line = Line { anchor_a, anchor_b, direction };
    row("line", &states, &line, &|x| dual::line(x, &parameters), &|x| peers::symbolic::line(x, &parameters));
    let angles = |x: &Coordinates| [x[2].sin_cos(), x[5].sin_cos()];
    let times = (0..ROUNDS).map(|_| time(&states, &angles)).collect();
    println!("\nThe sines and cosines by themselves: {:.1} ns.", median(times));
}

/// C, and J by rows: x, y and angle of the first body, then of the second.
type Evaluated<const ROWS: usize> = ([f64; ROWS], [[f64; 6]; ROWS]);

fn row<J, const ROWS: usize>(
    name: &str,
    states: &[Coordinates],
    joint: &J,
    dual: &dyn Fn(&Coordinates) -> Matrices<ROWS>,
    symbolic: &dyn Fn(&Coordinates) -> Evaluated<ROWS>,
) where
    J: joints::Evaluate<ROWS>,
{
    let generated = |x: &Coordinates| joint.evaluate(x);
    for x in states {
        let expected = joints::by_coordinates(&generated(x));
        for found in [dual::by_rows(&dual(x)), symbolic(x)] {
            assert!(agree(&expected, &found), "{name} at {x:?}: {expected:?} and {found:?}");
        }
    }
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        times[0].push(time(states, &generated));
        times[1].push(time(states, dual));
        times[2].push(time(states, symbolic));
    }
    let [ours, dual, symbolic] = times.map(median);
    println!("| {name} | {ours:.1} | {dual:.1}, {:.1} × | {symbolic:.1}, {:.1} × |", dual / ours, symbolic / ours);
}

/// Nanoseconds for one state.
fn time<T>(states: &[Coordinates], evaluate: &dyn Fn(&Coordinates) -> T) -> f64 {
    // A function that is called: what it costs does not depend on the loop around it.
    let evaluate = black_box(evaluate);
    let start = Instant::now();
    for x in states {
        black_box(evaluate(black_box(x)));
    }
    #[allow(clippy::cast_precision_loss)] // a thousand
    let count = STATES as f64;
    start.elapsed().as_secs_f64() * 1e9 / count
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// To rounding: some ten operations on numbers of size 10.
fn agree<const ROWS: usize>(a: &Evaluated<ROWS>, b: &Evaluated<ROWS>) -> bool {
    let all = |e: &Evaluated<ROWS>| -> Vec<f64> { e.0.into_iter().chain(e.1.into_iter().flatten()).collect() };
    all(a).into_iter().zip(all(b)).all(|(a, b)| (a - b).abs() < 1e-12 * (10.0 + a.abs()))
}

/// Bodies some metres apart, turned any way.
fn states() -> Vec<Coordinates> {
    let mut seed = 1_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(seed >> 32).unwrap_or(0)) / f64::from(u32::MAX) * 6.0 - 3.0
    };
    (0..STATES).map(|_| [next(), next(), next(), next() + 8.0, next(), next()]).collect()
}
