use constraint_core::joints::PulleyJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::Axis;
use super::stop::{Limits, Stop};
use super::{ByHand, Dice, Masses, Vector, number, recip};
use crate::Float;

/// The second stretch's masses are multiplied by the ratio, so that one impulse does for both.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: [[Vector; 2]; 2],
    ratio: Float,
    limits: Limits,
    masses: [Masses; 2],
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    first: Axis,
    second: Axis,
    stop: Stop,
    k: Float,
    inverse_k: Float,
}

impl Kept {
    #[inline]
    fn apply(&self, impulse: Float, [a, b, c, d]: &mut [Velocity<Float>; 4]) {
        self.first.apply(impulse, a, b);
        self.second.apply(impulse, c, d);
    }
}

impl ByHand for PulleyJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let lower = dice.between(0.5, 5.0);
        Self {
            local_anchor_a: dice.vector(1.0),
            local_anchor_b: dice.vector(1.0),
            local_anchor_c: dice.vector(1.0),
            local_anchor_d: dice.vector(1.0),
            ratio: dice.between(0.5, 2.0),
            lower,
            upper: lower + dice.between(0.0, 1.0),
        }
    }

    fn known(&self, &[a, b, c, d]: &[MassProperties<Float>; 4]) -> Known {
        let ratio = number(self.ratio);
        let counted = |body: MassProperties<Float>| MassProperties {
            inverse_mass: ratio * body.inverse_mass,
            inverse_inertia: ratio * body.inverse_inertia,
        };
        let world = Vector::from_world;
        Known {
            anchors: [
                [world(self.local_anchor_a), world(self.local_anchor_b)],
                [world(self.local_anchor_c), world(self.local_anchor_d)],
            ],
            ratio,
            limits: Limits::new(self.lower, self.upper),
            masses: [Masses::new(&[a, b]), Masses::new(&[counted(c), counted(d)])],
        }
    }

    #[inline]
    fn prepare(known: &Known, [a, b, c, d]: &[Pose<Float>; 4], step: &Step<Float>, kept: &mut Kept) {
        let length = kept.first.set_between(known.anchors[0], &known.masses[0], a, b);
        let other = kept.second.set_between(known.anchors[1], &known.masses[1], c, d);
        kept.k = kept.first.k(&known.masses[0]) + known.ratio * kept.second.k(&known.masses[1]);
        kept.inverse_k = recip(kept.k);
        kept.stop.set(&known.limits, length + known.ratio * other, step.inverse_h);
    }

    #[inline]
    fn warm_start(_: &Known, kept: &Kept, impulses: &[Float; 1], velocities: &mut [Velocity<Float>; 4]) {
        kept.apply(impulses[0], velocities);
    }

    #[inline]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 1],
        velocities: &mut [Velocity<Float>; 4],
    ) {
        let [a, b, c, d] = &*velocities;
        let rate = kept.first.rate(a, b) + known.ratio * kept.second.rate(c, d);
        let impulse = kept.stop.impulse(rate - kept.k * impulses[0], kept.inverse_k, pass);
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        kept.apply(change, velocities);
    }
}
