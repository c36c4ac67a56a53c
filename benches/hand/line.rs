use constraint_core::joints::LineJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::{Axis, Hold};
use super::rail::Rail;
use super::stop::{Limits, Stop};
use super::{ByHand, Dice, Masses, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    rail: Rail,
    limits: Limits,
    masses: Masses,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    along: Axis,
    across: Axis,
    stop: Stop,
    hold: Hold,
    k: Float,
    inverse_k: Float,
}

impl ByHand for LineJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let lower = dice.between(-1.0, 1.0);
        Self {
            local_anchor_a: dice.vector(1.0),
            local_direction_a: dice.direction(),
            local_anchor_b: dice.vector(1.0),
            lower,
            upper: lower + dice.between(0.0, 1.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let rail = Rail::new(self.local_anchor_a, self.local_direction_a, self.local_anchor_b);
        let limits = Limits::new(self.lower, self.upper).shifted(rail.along);
        Known { rail, limits, masses: Masses::new(masses) }
    }

    #[inline]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let place = known.rail.at(poses);
        place.lengthwise(&known.masses, &mut kept.along);
        place.crosswise(&known.masses, &mut kept.across);
        kept.stop.set(&known.limits, place.along, step.inverse_h);
        kept.k = kept.along.k(&known.masses);
        kept.inverse_k = recip(kept.k);
        kept.hold.missing = known.rail.across + place.across;
        kept.hold.inverse_k = recip(kept.across.k(&known.masses));
    }

    #[inline]
    fn warm_start(_: &Known, kept: &Kept, impulses: &[Float; 2], [a, b]: &mut [Velocity<Float>; 2]) {
        kept.across.apply(impulses[0], a, b);
        kept.along.apply(impulses[1], a, b);
    }

    #[inline]
    fn solve(_: &Known, kept: &Kept, pass: &Pass<Float>, impulses: &mut [Float; 2], [a, b]: &mut [Velocity<Float>; 2]) {
        let free_rate = kept.along.rate(a, b) - kept.k * impulses[1];
        let impulse = kept.stop.impulse(free_rate, kept.inverse_k, pass);
        let change = impulse - impulses[1];
        impulses[1] = impulse;
        kept.along.apply(change, a, b);

        let change = kept.hold.change(kept.across.rate(a, b), impulses[0], pass);
        impulses[0] += change;
        kept.across.apply(change, a, b);
    }
}
