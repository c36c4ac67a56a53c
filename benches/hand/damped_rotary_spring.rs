use constraint_core::joints::DampedRotarySpring;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::spring::Coil;
use super::turn::{Turn, lacks};
use super::{ByHand, Dice, number};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    rest_angle: Float,
    stiffness: Float,
    /// −ζ K
    decay: Float,
    turn: Turn,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    missing_at_start: Float,
    coil: Coil,
}

impl ByHand for DampedRotarySpring {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self {
            rest_angle: dice.between(-2.0, 2.0),
            stiffness: dice.between(1.0, 50.0),
            damping: dice.between(0.1, 10.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let turn = Turn::new(masses, 1.0, 1.0);
        Known {
            rest_angle: number(self.rest_angle),
            stiffness: number(self.stiffness),
            decay: -number(self.damping) * turn.k,
            turn,
        }
    }

    fn begin(known: &Known, &[a, b]: &[f64; 2], kept: &mut Kept) {
        kept.missing_at_start = lacks(known.rest_angle, b - a);
    }

    #[inline(always)]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let missing = kept.missing_at_start - (b.angle - a.angle);
        kept.coil = Coil::new(known.stiffness * step.h * missing, step.h * known.decay, known.turn.inverse_k);
    }

    #[inline(always)]
    fn warm_start(known: &Known, _: &Kept, impulses: &[Float; 1], velocities: &mut [Velocity<Float>; 2]) {
        known.turn.apply(impulses[0], velocities);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 1],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        let change = kept.coil.change(velocities[1].angular - velocities[0].angular, impulses[0], pass);
        impulses[0] += change;
        known.turn.apply(change, velocities);
    }
}
