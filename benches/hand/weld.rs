use constraint_core::joints::WeldJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::pin::{Anchors, Pin, Symmetric};
use super::track::Turning;
use super::turn::lacks;
use super::{ByHand, Dice, Masses, Vector, number, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: Anchors,
    reference_angle: Float,
    masses: Masses,
    turning: Turning,
    /// 1/m
    inverse_m: Float,
    /// μ/m
    reduced_per_m: Float,
    /// Which part of the turning each body has.
    shares: [Float; 2],
}

/// The angle is eliminated first, and leaves `m 1 + μ e eᵀ` of K, e from the quarter turn of one arm to that of the other.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    pin: Pin,
    /// The quarter turn of the arm on which the anchors' impulse does not turn the bodies against each other.
    lean: Vector,
    inverse_k: Symmetric,
    missing: Vector,
    missing_angle_at_start: Float,
    missing_angle: Float,
}

impl Known {
    /// What is left of K, inverted: `1/m (1 + μ/m perp(e) perp(e)ᵀ)/(1 + μ/m e²)`. It is set in place: an aggregate that is
    /// returned goes through general registers.
    #[inline(always)]
    fn invert_k(&self, e: Vector, inverse_k: &mut Symmetric) {
        if self.masses.m > 0.0 {
            let (x, y) = (self.reduced_per_m * e.x, self.reduced_per_m * e.y);
            let (xx, xy, yy) = (1.0 + y * e.y, x * e.y, 1.0 + x * e.x);
            let inverse = self.inverse_m / (xx + x * e.x);
            inverse_k.xx = inverse * xx;
            inverse_k.xy = -inverse * xy;
            inverse_k.yy = inverse * yy;
        } else {
            self.invert_turning(e, inverse_k);
        }
    }

    /// The same where the bodies only turn: μ e eᵀ, inverted in its one direction.
    #[cold]
    #[inline(never)]
    fn invert_turning(&self, e: Vector, inverse_k: &mut Symmetric) {
        let inverse = recip(self.turning.reduced * e.dot(e));
        let n = e.along(1.0, Vector::X).0;
        *inverse_k = Symmetric { xx: inverse * n.x * n.x, xy: inverse * n.x * n.y, yy: inverse * n.y * n.y };
    }
}

impl ByHand for WeldJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self {
            local_anchor_a: dice.vector(1.0),
            local_anchor_b: dice.vector(1.0),
            reference_angle: dice.between(-2.0, 2.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let turning = Turning::new(masses);
        let shares = masses.map(|body| turning.inverse_k * body.inverse_inertia);
        let masses = Masses::new(masses);
        Known {
            anchors: Anchors::new(self.local_anchor_a, self.local_anchor_b),
            reference_angle: number(self.reference_angle),
            masses,
            turning,
            inverse_m: recip(masses.m),
            reduced_per_m: turning.reduced * recip(masses.m),
            shares,
        }
    }

    fn begin(known: &Known, &[a, b]: &[f64; 2], kept: &mut Kept) {
        kept.missing_angle_at_start = lacks(known.reference_angle, b - a);
    }

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], _: &Step<Float>, kept: &mut Kept) {
        (kept.pin, kept.missing) = known.anchors.at(&known.masses, poses);
        let (Pin { turn_a, turn_b, .. }, [a, b]) = (kept.pin, known.shares);
        kept.lean = Vector { x: a * turn_a.x + b * turn_b.x, y: a * turn_a.y + b * turn_b.y };
        known.invert_k(Vector { x: turn_b.x - turn_a.x, y: turn_b.y - turn_a.y }, &mut kept.inverse_k);
        kept.missing_angle = kept.missing_angle_at_start - (poses[1].angle - poses[0].angle);
    }

    #[inline(always)]
    fn warm_start(known: &Known, kept: &Kept, &[x, y, torque]: &[Float; 3], velocities: &mut [Velocity<Float>; 2]) {
        kept.pin.apply_with(&known.masses, Vector { x, y }, torque, velocities);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 3],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        let rate = kept.pin.missing_rate(velocities);
        let angle = velocities[0].angular - velocities[1].angular + pass.bias_rate * kept.missing_angle;
        let p = kept.inverse_k.times(Vector {
            x: pass.mass_scale * (rate.x + pass.bias_rate * kept.missing.x - kept.lean.x * angle),
            y: pass.mass_scale * (rate.y + pass.bias_rate * kept.missing.y - kept.lean.y * angle),
        });
        let torque = pass.mass_scale * known.turning.inverse_k * angle - kept.lean.dot(p);
        let mut changes = [p.x, p.y, torque];
        for (impulse, change) in impulses.iter_mut().zip(&mut changes) {
            *change -= pass.impulse_scale * *impulse;
            *impulse += *change;
        }
        kept.pin.apply_with(&known.masses, Vector { x: changes[0], y: changes[1] }, changes[2], velocities);
    }
}
