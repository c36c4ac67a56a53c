use constraint_core::joints::MotorJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::turn::Turn;
use super::{ByHand, Cap, Dice, number};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    ratio: Float,
    rate: Float,
    force: Cap,
    turn: Turn,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    cap: Cap,
}

impl ByHand for MotorJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self { ratio: dice.between(0.5, 2.0), rate: dice.between(-3.0, 3.0), max_torque: dice.between(1.0, 100.0) }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let ratio = number(self.ratio);
        let turn = Turn::new(masses, 1.0, ratio);
        Known { ratio, rate: number(self.rate), force: Cap::of(self.max_torque), turn }
    }

    #[inline(always)]
    fn prepare(known: &Known, _: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        kept.cap = known.force.during(step.h);
    }

    #[inline(always)]
    fn warm_start(known: &Known, _: &Kept, impulses: &[Float; 1], velocities: &mut [Velocity<Float>; 2]) {
        known.turn.apply(impulses[0], velocities);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        _: &Pass<Float>,
        impulses: &mut [Float; 1],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        let missing = known.rate + velocities[0].angular - known.ratio * velocities[1].angular;
        let impulse = kept.cap.hold(impulses[0] + known.turn.inverse_k * missing);
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        known.turn.apply(change, velocities);
    }
}
