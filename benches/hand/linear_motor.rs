use constraint_core::joints::LinearMotorJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::Axis;
use super::rail::Rail;
use super::{ByHand, Cap, Dice, Masses, number, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    rail: Rail,
    speed: Float,
    force: Cap,
    masses: Masses,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    axis: Axis,
    inverse_k: Float,
    cap: Cap,
}

impl ByHand for LinearMotorJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self {
            local_anchor_a: dice.vector(1.0),
            local_direction_a: dice.direction(),
            local_anchor_b: dice.vector(1.0),
            speed: dice.between(-3.0, 3.0),
            max_force: dice.between(1.0, 100.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        Known {
            rail: Rail::new(self.local_anchor_a, self.local_direction_a, self.local_anchor_b),
            speed: number(self.speed),
            force: Cap::of(self.max_force),
            masses: Masses::new(masses),
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        known.rail.at(poses).lengthwise(&known.masses, &mut kept.axis);
        kept.inverse_k = recip(kept.axis.k(known.masses.m));
        kept.cap = known.force.during(step.h);
    }

    #[inline(always)]
    fn warm_start(_: &Known, kept: &Kept, impulses: &[Float; 1], [a, b]: &mut [Velocity<Float>; 2]) {
        kept.axis.apply(impulses[0], a, b);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        _: &Pass<Float>,
        impulses: &mut [Float; 1],
        [a, b]: &mut [Velocity<Float>; 2],
    ) {
        let missing = known.speed - kept.axis.rate(a, b);
        let impulse = kept.cap.hold(impulses[0] + kept.inverse_k * missing);
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        kept.axis.apply(change, a, b);
    }
}
