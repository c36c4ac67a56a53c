use constraint_core::joints::MotorJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::{ByHand, Cap, Dice, number, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    ratio: Float,
    rate: Float,
    force: Cap,
    i_a: Float,
    ratio_i_b: Float,
    inverse_k: Float,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    cap: Cap,
}

#[inline(always)]
fn apply(known: &Known, impulse: Float, [a, b]: &mut [Velocity<Float>; 2]) {
    a.angular -= known.i_a * impulse;
    b.angular += known.ratio_i_b * impulse;
}

impl ByHand for MotorJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self { ratio: dice.between(0.5, 2.0), rate: dice.between(-3.0, 3.0), max_torque: dice.between(1.0, 100.0) }
    }

    fn known(&self, [a, b]: &[MassProperties<Float>; 2]) -> Known {
        let (ratio, i_a) = (number(self.ratio), a.inverse_inertia);
        let ratio_i_b = ratio * b.inverse_inertia;
        Known {
            ratio,
            rate: number(self.rate),
            force: Cap::of(self.max_torque),
            i_a,
            ratio_i_b,
            inverse_k: recip(i_a + ratio * ratio_i_b),
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, _: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        kept.cap = known.force.during(step.h);
    }

    #[inline(always)]
    fn warm_start(known: &Known, _: &Kept, impulses: &[Float; 1], velocities: &mut [Velocity<Float>; 2]) {
        apply(known, impulses[0], velocities);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        _: &Pass<Float>,
        impulses: &mut [Float; 1],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        let missing = known.rate + velocities[0].angular - known.ratio * velocities[1].angular;
        let impulse = kept.cap.hold(impulses[0] + known.inverse_k * missing);
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        apply(known, change, velocities);
    }
}
