//! Kernels of generated joints against kernels of the same joints by hand: `cargo bench --bench kernels`.
//!
//! Both are called through the table of their joint type, at 8 and at 16 lanes, or at as many as the processor has. A
//! hand-written joint implements [`Constraint`](constraint_core::Constraint), so its kernels have the same loop and the same
//! loads and stores. Before anything is timed, both must give the same results. Generated and hand-written run in turn, A B B A,
//! and each round gives one ratio. The table has medians.

#![allow(clippy::inline_always)] // kernels of lanes are compiled for one processor

mod hand;
mod joints;

#[allow(dead_code)] // other benches use the rest
#[path = "../hand/dice.rs"]
mod dice;

use std::hint::black_box;
use std::time::Instant;

use constraint_core::joints::{DistanceJoint, MotorJoint, PivotJoint, SoftDistanceJoint};
use constraint_core::kernel_driver::{Packs, Phase, packs};
use constraint_core::math::Scalar;
use constraint_core::{Softness, Step};

use dice::Dice;
use hand::{ByHand, Hand};

/// So few that their numbers stay in the first cache, as those of a batch do.
const PACKS: usize = 12;
/// Calls of a kernel in one measurement.
const CALLS: usize = 24;
const ROUNDS: usize = 400;
const H: Scalar = 1.0 / 240.0;

/// The time of a joint's three kernels, ns a pack.
#[derive(Clone, Copy, Default)]
struct Times {
    generated: [f64; 3],
    by_hand: [f64; 3],
}

fn phases() -> [Phase; 3] {
    [
        Phase::Prepare(Step { h: H, inverse_h: 1.0 / H, time: 0.0 }),
        Phase::Apply,
        Phase::Solve(Softness::new(60.0, 2.0).pass(H)),
    ]
}

fn main() {
    for lanes in [8, 16] {
        println!("\n{lanes} lanes, ns a pack: generated / by hand\n");
        println!("| joint | prepare | | apply | | solve | | sum |\n|---|---|---|---|---|---|---|---|");
        let times = [
            report("distance", lanes, |dice| {
                let lower = dice.between(0.5, 3.0);
                DistanceJoint {
                    local_anchor_a: dice.vector(1.0),
                    local_anchor_b: dice.vector(1.0),
                    lower,
                    upper: lower + dice.between(0.0, 1.0),
                }
            }),
            report("motor", lanes, |dice| MotorJoint {
                ratio: dice.between(0.5, 3.0),
                rate: dice.between(-3.0, 3.0),
                max_torque: dice.between(1.0, 100.0),
            }),
            report("pivot", lanes, |dice| PivotJoint {
                local_anchor_a: dice.vector(1.0),
                local_anchor_b: dice.vector(1.0),
            }),
            report("soft distance", lanes, |dice| SoftDistanceJoint {
                local_anchor_a: dice.vector(1.0),
                local_anchor_b: dice.vector(1.0),
                rest_length: dice.between(0.0, 3.0),
                softness: dice.softness(),
            }),
        ];
        let mut sum = Times::default();
        for Times { generated, by_hand } in times {
            for phase in 0..3 {
                sum.generated[phase] += generated[phase];
                sum.by_hand[phase] += by_hand[phase];
            }
        }
        print_row("**sum**", sum);
    }
}

fn report<J: ByHand>(name: &str, lanes: usize, sample: impl Fn(&mut Dice) -> J) -> Times {
    let mut generated = state(lanes, &sample);
    let mut by_hand = state(lanes, |dice: &mut Dice| Hand(sample(dice)));
    let mut times = Times::default();
    for (number, phase) in phases().into_iter().enumerate() {
        generated.reset();
        by_hand.reset();
        generated.run(phase);
        by_hand.run(phase);
        compare(name, &generated.results(), &by_hand.results());
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let (a, b) = (time(&mut *generated, phase), time(&mut *by_hand, phase));
            let (c, d) = (time(&mut *by_hand, phase), time(&mut *generated, phase));
            ours.extend([a, d]);
            theirs.extend([b, c]);
        }
        (times.generated[number], times.by_hand[number]) = (median(ours), median(theirs));
    }
    print_row(name, times);
    times
}

fn state<J: constraint_core::Constraint>(lanes: usize, sample: impl Fn(&mut Dice) -> J) -> Box<dyn Packs> {
    let (mut joints, mut numbers) = (Dice(1), Dice(2));
    packs(lanes, PACKS, || sample(&mut joints), &mut || numbers.between(-1.0, 1.0))
}

/// Both round alike up to the order of some fifty operations, on values up to 100.
fn compare(name: &str, generated: &[Scalar], by_hand: &[Scalar]) {
    for (a, b) in generated.iter().zip(by_hand) {
        assert!((a - b).abs() <= 2e-3 * (1.0 + a.abs()), "{name}: {a} generated, {b} by hand");
    }
}

/// Nanoseconds that a kernel takes for one pack.
#[allow(clippy::cast_precision_loss)] // small numbers
fn time(packs: &mut dyn Packs, phase: Phase) -> f64 {
    packs.reset();
    let start = Instant::now();
    for _ in 0..CALLS {
        black_box(&mut *packs).run(phase);
    }
    start.elapsed().as_secs_f64() * 1e9 / (CALLS * PACKS) as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn print_row(name: &str, Times { generated, by_hand }: Times) {
    print!("| {name} ");
    for (ours, theirs) in generated.into_iter().zip(by_hand) {
        print!("| {ours:.1} / {theirs:.1} | {:.2} ", ours / theirs);
    }
    println!("| {:.2} |", generated.iter().sum::<f64>() / by_hand.iter().sum::<f64>());
}
