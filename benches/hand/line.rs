use constraint_core::joints::LineJoint;
use constraint_core::math::Vec2;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::{Axis, ByHand, Dice, Limits, Masses, Stop, Vector, recip};
use crate::Float;

/// The anchor on the line is known along and across it, so that only the line's direction has to be rotated.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    direction: Vector,
    anchor_b: Vector,
    across: Float,
    limits: Limits,
    masses: Masses,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    along: Axis,
    across: Axis,
    stop: Stop,
    c: Float,
    k_along: Float,
    inverse_along: Float,
    inverse_across: Float,
}

impl ByHand for LineJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let angle = dice.between(-3.0, 3.0);
        let lower = dice.between(-1.0, 1.0);
        Self {
            local_anchor_a: dice.vector(1.0),
            local_direction_a: Vec2::new(angle.cos(), angle.sin()),
            local_anchor_b: dice.vector(1.0),
            lower,
            upper: lower + dice.between(0.0, 1.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let (direction, anchor_a) =
            (Vector::from_world(self.local_direction_a), Vector::from_world(self.local_anchor_a));
        let inverse = recip(direction.dot(direction).sqrt());
        let direction = Vector { x: direction.x * inverse, y: direction.y * inverse };
        let (limits, along) = (Limits::new(self.lower, self.upper), direction.dot(anchor_a));
        Known {
            direction,
            anchor_b: Vector::from_world(self.local_anchor_b),
            across: direction.cross(anchor_a),
            limits: Limits { lower: limits.lower + along, upper: limits.upper + along, ..limits },
            masses: Masses::new(masses),
        }
    }

    #[inline]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let n = known.direction.rotated(a);
        let r_b = known.anchor_b.rotated(b);
        let d = Vector { x: b.x - a.x + r_b.x, y: b.y - a.y + r_b.y };
        let (place, height) = (n.dot(d), n.cross(d));
        // s = r × n; the arm on the first body is d, because the line turns with it.
        let along = Axis { n, s_a: -height, s_b: r_b.cross(n) };
        let across = Axis { n: Vector { x: -n.y, y: n.x }, s_a: place, s_b: n.dot(r_b) };
        let k_along = along.k(&known.masses);
        *kept = Kept {
            along,
            across,
            stop: Stop::new(&known.limits, place, step.inverse_h),
            c: height - known.across,
            k_along,
            inverse_along: recip(k_along),
            inverse_across: recip(across.k(&known.masses)),
        };
    }

    #[inline]
    fn warm_start(known: &Known, kept: &Kept, impulses: &[Float; 2], velocities: &mut [Velocity<Float>; 2]) {
        kept.across.apply(&known.masses, impulses[0], velocities);
        kept.along.apply(&known.masses, impulses[1], velocities);
    }

    #[inline]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 2],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        let free_rate = kept.along.rate(velocities) - kept.k_along * impulses[1];
        let impulse = kept.stop.impulse(free_rate, kept.inverse_along, pass);
        let change = impulse - impulses[1];
        impulses[1] = impulse;
        kept.along.apply(&known.masses, change, velocities);

        let missing = kept.across.rate(velocities) + pass.bias_rate * kept.c;
        let change = -(pass.mass_scale * kept.inverse_across) * missing - pass.impulse_scale * impulses[0];
        impulses[0] += change;
        kept.across.apply(&known.masses, change, velocities);
    }
}
