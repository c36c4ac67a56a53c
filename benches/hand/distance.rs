use constraint_core::joints::DistanceJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::Axis;
use super::stop::{Limits, Stop};
use super::{ByHand, Dice, Local, Masses, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: [Local; 2],
    limits: Limits,
    masses: Masses,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    axis: Axis,
    stop: Stop,
    k: Float,
    inverse_k: Float,
}

impl ByHand for DistanceJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let (local_anchor_a, local_anchor_b) = (dice.vector(1.0), dice.vector(1.0));
        let lower = dice.between(0.5, 3.0);
        Self { local_anchor_a, local_anchor_b, lower, upper: lower + dice.between(0.0, 1.0) }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        Known {
            anchors: [Local::from_world(self.local_anchor_a), Local::from_world(self.local_anchor_b)],
            limits: Limits::new(self.lower, self.upper),
            masses: Masses::new(masses),
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let length = kept.axis.set_between(known.anchors, 1.0, &known.masses, a, b);
        kept.stop.set(&known.limits, length, step.inverse_h);
        kept.k = kept.axis.k(known.masses.m);
        kept.inverse_k = recip(kept.k);
    }

    #[inline(always)]
    fn warm_start(_: &Known, kept: &Kept, impulses: &[Float; 1], [a, b]: &mut [Velocity<Float>; 2]) {
        kept.axis.apply(impulses[0], a, b);
    }

    #[inline(always)]
    fn solve(_: &Known, kept: &Kept, pass: &Pass<Float>, impulses: &mut [Float; 1], [a, b]: &mut [Velocity<Float>; 2]) {
        let free_rate = kept.axis.rate(a, b) - kept.k * impulses[0];
        let impulse = kept.stop.impulse(free_rate, kept.inverse_k, pass);
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        kept.axis.apply(change, a, b);
    }
}
