use constraint_core::joints::DampedRotarySpring;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::spring::Coil;
use super::{ByHand, Dice, number, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    rest_angle: Float,
    stiffness: Float,
    /// −ζ K
    decay: Float,
    i_a: Float,
    i_b: Float,
    inverse_k: Float,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    coil: Coil,
}

#[inline(always)]
fn apply(known: &Known, impulse: Float, [a, b]: &mut [Velocity<Float>; 2]) {
    a.angular -= known.i_a * impulse;
    b.angular += known.i_b * impulse;
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

    fn known(&self, [a, b]: &[MassProperties<Float>; 2]) -> Known {
        let (i_a, i_b) = (a.inverse_inertia, b.inverse_inertia);
        Known {
            rest_angle: number(self.rest_angle),
            stiffness: number(self.stiffness),
            decay: -number(self.damping) * (i_a + i_b),
            i_a,
            i_b,
            inverse_k: recip(i_a + i_b),
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let missing = known.rest_angle - (b.angle - a.angle);
        kept.coil = Coil::new(known.stiffness * step.h * missing, step.h * known.decay, known.inverse_k);
    }

    #[inline(always)]
    fn warm_start(known: &Known, _: &Kept, impulses: &[Float; 1], velocities: &mut [Velocity<Float>; 2]) {
        apply(known, impulses[0], velocities);
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
        apply(known, change, velocities);
    }
}
