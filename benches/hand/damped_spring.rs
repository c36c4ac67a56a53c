use constraint_core::joints::DampedSpring;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::Axis;
use super::spring::Coil;
use super::{ByHand, Dice, Local, Masses, number, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: [Local; 2],
    rest_length: Float,
    stiffness: Float,
    /// −ζ
    decay: Float,
    masses: Masses,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    axis: Axis,
    coil: Coil,
}

impl ByHand for DampedSpring {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self {
            local_anchor_a: dice.vector(1.0),
            local_anchor_b: dice.vector(1.0),
            rest_length: dice.between(0.0, 3.0),
            stiffness: dice.between(1.0, 50.0),
            damping: dice.between(0.1, 10.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        Known {
            anchors: [Local::from_world(self.local_anchor_a), Local::from_world(self.local_anchor_b)],
            rest_length: number(self.rest_length),
            stiffness: number(self.stiffness),
            decay: -number(self.damping),
            masses: Masses::new(masses),
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let length = kept.axis.set_between(known.anchors, 1.0, &known.masses, a, b);
        let k = kept.axis.k(known.masses.m);
        let elastic = known.stiffness * step.h * (known.rest_length - length);
        kept.coil = Coil::new(elastic, known.decay * step.h * k, recip(k));
    }

    #[inline(always)]
    fn warm_start(_: &Known, kept: &Kept, impulses: &[Float; 1], [a, b]: &mut [Velocity<Float>; 2]) {
        kept.axis.apply(impulses[0], a, b);
    }

    #[inline(always)]
    fn solve(_: &Known, kept: &Kept, pass: &Pass<Float>, impulses: &mut [Float; 1], [a, b]: &mut [Velocity<Float>; 2]) {
        let change = kept.coil.change(kept.axis.rate(a, b), impulses[0], pass);
        impulses[0] += change;
        kept.axis.apply(change, a, b);
    }
}
