use constraint_core::joints::AngleJoint;
use constraint_core::{MassProperties, Pass, Pose, Real, Step, Velocity};

use super::stop::{Limits, Stop};
use super::turn::Turn;
use super::{ByHand, Dice, number};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    ratio: Float,
    limits: Limits,
    turn: Turn,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    limits: Limits,
    stop: Stop,
}

impl ByHand for AngleJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let lower = dice.between(-2.0, 2.0);
        Self { ratio: dice.between(-2.0, 2.0), lower, upper: lower + dice.between(0.0, 1.0) }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let ratio = number(self.ratio);
        Known { ratio, limits: Limits::new(self.lower, self.upper), turn: Turn::new(masses, 1.0, ratio) }
    }

    fn begin(known: &Known, &[a, b]: &[f64; 2], kept: &mut Kept) {
        kept.limits = known.limits.after(known.ratio.double() * b - a);
    }

    #[inline(always)]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        kept.stop.set(&kept.limits, known.ratio * b.angle - a.angle, step.inverse_h);
    }

    #[inline(always)]
    fn warm_start(known: &Known, _: &Kept, impulses: &[Float; 1], velocities: &mut [Velocity<Float>; 2]) {
        known.turn.apply(impulses[0], velocities);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 1],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        let free_rate = known.ratio * velocities[1].angular - velocities[0].angular - known.turn.k * impulses[0];
        let impulse = kept.stop.impulse(free_rate, known.turn.inverse_k, pass);
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        known.turn.apply(change, velocities);
    }
}
