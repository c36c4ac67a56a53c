// The end of the generated program.

use constraint_core::__private0::Values as Numbers;
use constraint_core::{Array, Constraint, MassProperties, Pass, Pose, Softness, Step, Velocity};

#[inline(never)]
fn scalar_prepare<J: Constraint>(
    setup: &J::Setup<f32>,
    poses: &J::Bodies<Pose<f32>>,
    step: &Step<f32>,
    prepared: &mut J::Prepared<f32>,
) {
    J::prepare(setup, poses, step, prepared);
}

#[inline(never)]
fn scalar_warm_start<J: Constraint>(
    setup: &J::Setup<f32>,
    prepared: &J::Prepared<f32>,
    impulses: &J::Rows<f32>,
    velocities: &mut J::Bodies<Velocity<f32>>,
) {
    J::warm_start(setup, prepared, impulses, velocities);
}

#[inline(never)]
fn scalar_solve<J: Constraint>(
    setup: &J::Setup<f32>,
    prepared: &J::Prepared<f32>,
    pass: &Pass<f32>,
    impulses: &mut J::Rows<f32>,
    velocities: &mut J::Bodies<Velocity<f32>>,
) {
    J::solve(setup, prepared, pass, impulses, velocities);
}

/// A fixed sequence of numbers.
struct Dice(u32);

impl Dice {
    fn between(&mut self, least: f32, most: f32) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        least + (most - least) * (self.0 >> 8) as f32 / 16_777_216.0
    }
}

/// Runs a joint many times from one state, so that nothing else counts.
fn run<J: Constraint>() {
    let mut dice = Dice(7);
    let numbers: Vec<f32> = (0..<J::Setup<f32> as Numbers<f32>>::COUNT).map(|_| dice.between(0.3, 1.5)).collect();
    let setup = <J::Setup<f32> as Numbers<f32>>::load(&numbers);
    let poses =
        J::Bodies::from_fn(|_| Pose::new(dice.between(-2.0, 2.0), dice.between(-2.0, 2.0), dice.between(-4.0, 4.0)));
    let step = Step { h: 1.0 / 240.0, inverse_h: 240.0, time: 0.0 };
    let pass = Softness::new(60.0, 2.0).pass(step.h);
    let mut prepared = J::Prepared::<f32>::default();
    J::begin(&setup, &J::Bodies::from_fn(|_| 0.0), &mut prepared);
    let impulses = J::Rows::from_fn(|_| dice.between(-0.5, 0.5));
    let velocities = J::Bodies::from_fn(|_| Velocity {
        x: dice.between(-3.0, 3.0),
        y: dice.between(-3.0, 3.0),
        angular: dice.between(-3.0, 3.0),
    });
    for _ in 0..2000 {
        let (mut impulses, mut velocities) = (impulses.clone(), velocities.clone());
        scalar_prepare::<J>(&setup, &poses, &step, &mut prepared);
        scalar_warm_start::<J>(&setup, &prepared, &impulses, &mut velocities);
        for _ in 0..2 {
            scalar_solve::<J>(&setup, &prepared, &pass, &mut impulses, &mut velocities);
        }
        std::hint::black_box((&velocities, &impulses));
    }
}

/// The kernels of all lane widths are part of the program, too.
fn kernels<J: Constraint>() {
    std::hint::black_box(J::table());
}
