use constraint_core::joints::PivotJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::pin::{Anchors, Ease, Pinned};
use super::{ByHand, Dice, Masses};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: Anchors,
    masses: Masses,
    ease: Ease,
}

impl ByHand for PivotJoint {
    type Known = Known;
    type Kept = Pinned;

    fn sample(dice: &mut Dice) -> Self {
        Self { local_anchor_a: dice.vector(1.0), local_anchor_b: dice.vector(1.0) }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let (anchors, masses) = (Anchors::new(self.local_anchor_a, self.local_anchor_b), Masses::new(masses));
        Known { anchors, masses, ease: Ease::new(&anchors, &masses) }
    }

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], _: &Step<Float>, kept: &mut Pinned) {
        kept.set(&known.anchors, &known.ease, &known.masses, poses);
    }

    #[inline(always)]
    fn warm_start(known: &Known, kept: &Pinned, impulses: &[Float; 2], velocities: &mut [Velocity<Float>; 2]) {
        kept.warm_start(&known.masses, *impulses, velocities);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Pinned,
        pass: &Pass<Float>,
        impulses: &mut [Float; 2],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        kept.solve(&known.masses, pass, kept.pin.missing_rate(velocities), impulses.each_mut(), velocities);
    }
}
