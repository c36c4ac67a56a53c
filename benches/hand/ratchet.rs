use constraint_core::joints::RatchetJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::turn::{Turn, lacks};
use super::{ByHand, Dice, larger, number, smaller};
use crate::Float;

/// The way, ±1, goes into the inverse inertias.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    way: Float,
    tooth: Float,
    turn: Turn,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    to_tooth_at_start: Float,
    to_tooth: Float,
    reach: Float,
    passed: bool,
}

impl ByHand for RatchetJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let way = dice.between(-1.0, 1.0).signum();
        Self { pitch: way * dice.between(0.1, 1.0), tooth: dice.between(-2.0, 2.0) }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let way = number(self.pitch.signum());
        Known { way, tooth: number(self.tooth), turn: Turn::new(masses, way, way) }
    }

    fn begin(known: &Known, &[a, b]: &[f64; 2], kept: &mut Kept) {
        kept.to_tooth_at_start = known.way * lacks(known.tooth, b - a);
    }

    #[inline(always)]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        kept.to_tooth = kept.to_tooth_at_start - known.way * (b.angle - a.angle);
        kept.reach = kept.to_tooth * step.inverse_h;
        kept.passed = kept.to_tooth > 0.0;
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
        let free_rate = known.way * (velocities[1].angular - velocities[0].angular) - known.turn.k * impulses[0];
        let least = smaller(kept.to_tooth * pass.bias_rate, kept.reach);
        let scale = if kept.passed { pass.mass_scale } else { 1.0 };
        let impulse = (larger(free_rate, least) - free_rate) * (known.turn.inverse_k * scale);
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        known.turn.apply(change, velocities);
    }
}
