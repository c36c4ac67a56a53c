use constraint_core::joints::SliderJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::rail::Rail;
use super::track::{Track, Turning};
use super::turn::lacks;
use super::{ByHand, Dice, Masses, number};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    rail: Rail,
    reference_angle: Float,
    masses: Masses,
    turning: Turning,
}

impl ByHand for SliderJoint {
    type Known = Known;
    type Kept = Track;

    fn sample(dice: &mut Dice) -> Self {
        Self {
            local_anchor_a: dice.vector(1.0),
            local_anchor_b: dice.vector(1.0),
            local_axis_a: dice.direction(),
            reference_angle: dice.between(-2.0, 2.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        Known {
            rail: Rail::across(self.local_anchor_a, self.local_axis_a, self.local_anchor_b),
            reference_angle: number(self.reference_angle),
            masses: Masses::new(masses),
            turning: Turning::new(masses),
        }
    }

    fn begin(known: &Known, &[a, b]: &[f64; 2], kept: &mut Track) {
        kept.missing_angle_at_start = lacks(known.reference_angle, b - a);
    }

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], _: &Step<Float>, kept: &mut Track) {
        let place = known.rail.at(poses);
        place.lengthwise(&known.masses, &mut kept.axis);
        kept.set(&known.masses, known.turning);
        kept.missing = known.rail.along - place.along;
        kept.missing_angle = kept.missing_angle_at_start - (poses[1].angle - poses[0].angle);
    }

    #[inline(always)]
    fn warm_start(known: &Known, kept: &Track, impulses: &[Float; 2], velocities: &mut [Velocity<Float>; 2]) {
        kept.apply(&known.masses, *impulses, velocities);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Track,
        pass: &Pass<Float>,
        impulses: &mut [Float; 2],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        *impulses = kept.solve(&known.masses, known.turning, pass, kept.rates(velocities), *impulses, velocities);
    }
}
