use constraint_core::joints::WeldJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::pin::{Anchors, Pin, Symmetric, push};
use super::track::Turning;
use super::{ByHand, Dice, Masses, Vector, number, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: Anchors,
    reference_angle: Float,
    masses: Masses,
    turning: Turning,
    /// μ/m
    reduced_per_m: Float,
    /// Which part of the turning each body has.
    shares: [Float; 2],
}

/// The angle is eliminated first, and leaves `m 1 + μ perp(e) perp(e)ᵀ` of K, e from one anchor's arm to the other's.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    pin: Pin,
    /// The arm of the point in which the anchors' impulse does not turn the bodies against each other.
    lean: Vector,
    inverse_k: Symmetric,
    missing: Vector,
    missing_angle: Float,
}

impl Known {
    /// What is left of K, inverted: `(1 + μ/m e eᵀ)/(m + μ e²)`, a sum of what is positive.
    #[inline(always)]
    fn inverse_k(&self, e: Vector) -> Symmetric {
        if self.masses.m > 0.0 {
            let easy = 1.0 / (self.masses.m + self.turning.reduced * e.dot(e));
            let (x, y) = (self.reduced_per_m * easy * e.x, self.reduced_per_m * easy * e.y);
            Symmetric { xx: easy + x * e.x, xy: x * e.y, yy: easy + y * e.y }
        } else {
            self.inverse_of_turning(e)
        }
    }

    /// The same where the bodies only turn: μ perp(e) perp(e)ᵀ, inverted in its one direction.
    #[cold]
    fn inverse_of_turning(&self, e: Vector) -> Symmetric {
        let inverse = recip(self.turning.reduced * e.dot(e));
        let n = e.along(1.0, Vector::X).0;
        Symmetric { xx: inverse * n.y * n.y, xy: -inverse * n.x * n.y, yy: inverse * n.x * n.x }
    }
}

#[inline(always)]
fn apply(known: &Known, kept: &Kept, p: Vector, torque: Float, velocities: &mut [Velocity<Float>; 2]) {
    let turning = [kept.pin.r_a.cross(p) + torque, kept.pin.r_b.cross(p) + torque];
    push(&known.masses, p, turning, velocities);
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
            reduced_per_m: turning.reduced * recip(masses.m),
            shares,
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], _: &Step<Float>, kept: &mut Kept) {
        (kept.pin, kept.missing) = known.anchors.at(poses);
        let (Pin { r_a, r_b }, [a, b]) = (kept.pin, known.shares);
        kept.lean = Vector { x: a * r_a.x + b * r_b.x, y: a * r_a.y + b * r_b.y };
        kept.inverse_k = known.inverse_k(Vector { x: r_b.x - r_a.x, y: r_b.y - r_a.y });
        kept.missing_angle = known.reference_angle - (poses[1].angle - poses[0].angle);
    }

    #[inline(always)]
    fn warm_start(known: &Known, kept: &Kept, &[x, y, torque]: &[Float; 3], velocities: &mut [Velocity<Float>; 2]) {
        apply(known, kept, Vector { x, y }, torque, velocities);
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
            x: pass.mass_scale * (rate.x + pass.bias_rate * kept.missing.x + kept.lean.y * angle),
            y: pass.mass_scale * (rate.y + pass.bias_rate * kept.missing.y - kept.lean.x * angle),
        });
        let torque = pass.mass_scale * known.turning.inverse_k * angle - kept.lean.cross(p);
        let mut changes = [p.x, p.y, torque];
        for (impulse, change) in impulses.iter_mut().zip(&mut changes) {
            *change -= pass.impulse_scale * *impulse;
            *impulse += *change;
        }
        apply(known, kept, Vector { x: changes[0], y: changes[1] }, changes[2], velocities);
    }
}
