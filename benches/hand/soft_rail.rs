use constraint_core::joints::SoftRailJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::Axis;
use super::rail::Rail;
use super::spring::{Pull, Spring};
use super::{ByHand, Dice, Masses};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    rail: Rail,
    spring: Spring,
    masses: Masses,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    axis: Axis,
    pull: Pull,
}

impl ByHand for SoftRailJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self {
            local_anchor_a: dice.vector(1.0),
            local_direction_a: dice.direction(),
            local_anchor_b: dice.vector(1.0),
            softness: dice.softness(),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        Known {
            rail: Rail::across(self.local_anchor_a, self.local_direction_a, self.local_anchor_b),
            spring: Spring::new(self.softness),
            masses: Masses::new(masses),
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let place = known.rail.at(poses);
        place.lengthwise(&known.masses, &mut kept.axis);
        let missing = known.rail.along - place.along;
        kept.pull = known.spring.alone(step.h, kept.axis.k(known.masses.m), missing);
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
