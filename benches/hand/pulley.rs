use constraint_core::joints::PulleyJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::Axis;
use super::stop::{Limits, Stop};
use super::{ByHand, Dice, Local, Masses, Vector, number, recip};
use crate::Float;

/// The second stretch's row is along n, ratio times as long, so that one impulse does for both.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: [[Local; 2]; 2],
    ratio: Float,
    limits: Limits,
    masses: [Masses; 2],
    /// The linear part of K.
    m: Float,
}

#[derive(Clone, Copy)]
pub(crate) struct Kept {
    first: Axis,
    second: Axis,
    stop: Stop,
    k: Float,
    inverse_k: Float,
}

impl Default for Kept {
    fn default() -> Self {
        let along = Axis::along(Vector::X);
        Self { first: along, second: along, stop: Stop::default(), k: 0.0, inverse_k: 0.0 }
    }
}

impl Kept {
    #[inline(always)]
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
        let (world, ratio) = (Local::from_world, number(self.ratio));
        let masses = [Masses::new(&[a, b]), Masses::new(&[c, d])];
        Known {
            anchors: [
                [world(self.local_anchor_a), world(self.local_anchor_b)],
                [world(self.local_anchor_c), world(self.local_anchor_d)],
            ],
            ratio,
            limits: Limits::new(self.lower, self.upper),
            masses,
            m: masses[0].m + ratio * ratio * masses[1].m,
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, [a, b, c, d]: &[Pose<Float>; 4], step: &Step<Float>, kept: &mut Kept) {
        let length = kept.first.set_between(known.anchors[0], 1.0, &known.masses[0], a, b);
        let other = kept.second.set_between(known.anchors[1], known.ratio, &known.masses[1], c, d);
        kept.k = kept.second.k(kept.first.k(known.m));
        kept.inverse_k = recip(kept.k);
        kept.stop.set(&known.limits, length + known.ratio * other, step.inverse_h);
    }

    #[inline(always)]
    fn warm_start(_: &Known, kept: &Kept, impulses: &[Float; 1], velocities: &mut [Velocity<Float>; 4]) {
        kept.apply(impulses[0], velocities);
    }

    #[inline(always)]
    fn solve(
        _: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 1],
        velocities: &mut [Velocity<Float>; 4],
    ) {
        let [a, b, c, d] = &*velocities;
        let (first, second) = (kept.first.rates(a, b), kept.second.rates(c, d));
        let rate = (first[0] + second[0]) + (first[1] + second[1]);
        let impulse = kept.stop.impulse(rate - kept.k * impulses[0], kept.inverse_k, pass);
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        kept.apply(change, velocities);
    }
}
