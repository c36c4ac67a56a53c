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
    k_across: Float,
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

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let place = known.rail.at(poses);
        place.lengthwise(&known.masses, &mut kept.along);
        place.crosswise(&known.masses, &mut kept.across);
        kept.stop.set(&known.limits, place.along, step.inverse_h);
        kept.k = kept.along.k(known.masses.m);
        kept.inverse_k = recip(kept.k);
        kept.k_across = kept.along.k_across(&kept.across);
        kept.hold.missing = known.rail.across + place.across;
        kept.hold.inverse_k = recip(kept.across.k(known.masses.m));
    }

    #[inline(always)]
    fn warm_start(_: &Known, kept: &Kept, impulses: &[Float; 2], [a, b]: &mut [Velocity<Float>; 2]) {
        kept.along.apply_both(impulses[1], &kept.across, impulses[0], a, b);
    }

    #[inline(always)]
    fn solve(_: &Known, kept: &Kept, pass: &Pass<Float>, impulses: &mut [Float; 2], [a, b]: &mut [Velocity<Float>; 2]) {
        // The second rate is measured beside the first one, and follows what the first row changes of it.
        let (rate, across) = (kept.along.rate(a, b), kept.across.rate(a, b));
        let free_rate = rate - kept.k * impulses[1];
        let impulse = kept.stop.impulse(free_rate, kept.inverse_k, pass);
        let stopped = impulse - impulses[1];
        impulses[1] = impulse;

        let held = kept.hold.change(across + kept.k_across * stopped, impulses[0], pass);
        impulses[0] += held;
        kept.along.apply_both(stopped, &kept.across, held, a, b);
    }
}
