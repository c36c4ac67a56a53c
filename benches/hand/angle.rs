use constraint_core::joints::AngleJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::stop::{Limits, Stop};
use super::{ByHand, Dice, number, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    ratio: Float,
    limits: Limits,
    i_a: Float,
    ratio_i_b: Float,
    k: Float,
    inverse_k: Float,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    stop: Stop,
}

#[inline(always)]
fn apply(known: &Known, impulse: Float, [a, b]: &mut [Velocity<Float>; 2]) {
    a.angular -= known.i_a * impulse;
    b.angular += known.ratio_i_b * impulse;
}

impl ByHand for AngleJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let lower = dice.between(-2.0, 2.0);
        Self { ratio: dice.between(-2.0, 2.0), lower, upper: lower + dice.between(0.0, 1.0) }
    }

    fn known(&self, [a, b]: &[MassProperties<Float>; 2]) -> Known {
        let (ratio, i_a) = (number(self.ratio), a.inverse_inertia);
        let ratio_i_b = ratio * b.inverse_inertia;
        let k = i_a + ratio * ratio_i_b;
        Known { ratio, limits: Limits::new(self.lower, self.upper), i_a, ratio_i_b, k, inverse_k: recip(k) }
    }

    #[inline(always)]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        kept.stop.set(&known.limits, known.ratio * b.angle - a.angle, step.inverse_h);
    }

    #[inline(always)]
    fn warm_start(known: &Known, _: &Kept, impulses: &[Float; 1], velocities: &mut [Velocity<Float>; 2]) {
        apply(known, impulses[0], velocities);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 1],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        let free_rate = known.ratio * velocities[1].angular - velocities[0].angular - known.k * impulses[0];
        let impulse = kept.stop.impulse(free_rate, known.inverse_k, pass);
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        apply(known, change, velocities);
    }
}
