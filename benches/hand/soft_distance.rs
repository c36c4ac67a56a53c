use constraint_core::joints::SoftDistanceJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::Axis;
use super::spring::{Pull, Spring};
use super::{ByHand, Dice, Local, Masses, number};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: [Local; 2],
    rest_length: Float,
    spring: Spring,
    masses: Masses,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    axis: Axis,
    pull: Pull,
}

impl ByHand for SoftDistanceJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self {
            local_anchor_a: dice.vector(1.0),
            local_anchor_b: dice.vector(1.0),
            rest_length: dice.between(0.0, 3.0),
            softness: dice.softness(),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        Known {
            anchors: [Local::from_world(self.local_anchor_a), Local::from_world(self.local_anchor_b)],
            rest_length: number(self.rest_length),
            spring: Spring::new(self.softness),
            masses: Masses::new(masses),
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let length = kept.axis.set_between(known.anchors, 1.0, &known.masses, a, b);
        kept.pull = known.spring.alone(step.h, kept.axis.k(known.masses.m), known.rest_length - length);
    }

    #[inline(always)]
    fn warm_start(_: &Known, kept: &Kept, impulses: &[Float; 1], [a, b]: &mut [Velocity<Float>; 2]) {
        kept.axis.apply(impulses[0], a, b);
    }

    #[inline(always)]
    fn solve(_: &Known, kept: &Kept, pass: &Pass<Float>, impulses: &mut [Float; 1], [a, b]: &mut [Velocity<Float>; 2]) {
        let change = kept.pull.change(kept.axis.rate(a, b), impulses[0], pass);
        impulses[0] += change;
        kept.axis.apply(change, a, b);
    }
}
