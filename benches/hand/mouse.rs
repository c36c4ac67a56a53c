use constraint_core::joints::MouseJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::pin::Symmetric;
use super::spring::{Pull, Spring};
use super::{ByHand, Dice, FAR, Local, Vector, no_longer, number, recip, smaller};
use crate::Float;

/// K⁻¹ is `across 1 + beside r rᵀ`, of which the body's pose changes r alone. Across the arm a body is as easy to move as its
/// turning helps, along it only as its mass lets it: `(m + i r²)⁻¹` and `m⁻¹`.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchor: Local,
    target: Vector,
    spring: Spring,
    max_force: Float,
    inverse_mass: Float,
    inverse_inertia: Float,
    across: Float,
    beside: Float,
}

/// The spring's share is in K⁻¹.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    r: Vector,
    rate: Symmetric,
    place: Vector,
    back: Float,
    max_impulse: Float,
}

#[inline(always)]
fn apply(known: &Known, kept: &Kept, p: Vector, body: &mut Velocity<Float>) {
    body.x += known.inverse_mass * p.x;
    body.y += known.inverse_mass * p.y;
    body.angular += known.inverse_inertia * kept.r.cross(p);
}

impl ByHand for MouseJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self {
            local_anchor: dice.vector(1.0),
            target: dice.vector(3.0),
            softness: dice.softness(),
            max_force: dice.between(1.0, 1000.0),
        }
    }

    fn known(&self, &[body]: &[MassProperties<Float>; 1]) -> Known {
        let MassProperties { inverse_mass, inverse_inertia } = body;
        let anchor = Vector::from_world(self.local_anchor);
        let square = anchor.dot(anchor);
        let across = recip(inverse_mass + inverse_inertia * square);
        // A body that only turns is not pushed along the arm. It costs nothing where the poses are.
        let beside = if inverse_mass > 0.0 { inverse_inertia / inverse_mass } else { -recip(square) };
        Known {
            anchor: Local::new(anchor),
            target: Vector::from_world(self.target),
            spring: Spring::new(self.softness),
            max_force: smaller(number(self.max_force), FAR),
            inverse_mass,
            inverse_inertia,
            across,
            beside: across * beside,
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, [body]: &[Pose<Float>; 1], step: &Step<Float>, kept: &mut Kept) {
        let Pull { rate, place, back } = known.spring.shares(step.h);
        kept.back = back;
        kept.max_impulse = step.h * known.max_force;
        kept.r = known.anchor.rotated(body);
        let r = kept.r;
        let missing = Vector { x: known.target.x - body.x - r.x, y: known.target.y - body.y - r.y };
        let (x, y) = (known.beside * r.x, known.beside * r.y);
        let inverse_k = Symmetric { xx: known.across + x * r.x, xy: x * r.y, yy: known.across + y * r.y };
        kept.rate = inverse_k.scaled(rate);
        kept.place = inverse_k.times(Vector { x: place * missing.x, y: place * missing.y });
    }

    #[inline(always)]
    fn warm_start(known: &Known, kept: &Kept, &[x, y]: &[Float; 2], [body]: &mut [Velocity<Float>; 1]) {
        apply(known, kept, Vector { x, y }, body);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 2],
        [body]: &mut [Velocity<Float>; 1],
    ) {
        let [x, y] = *impulses;
        let rate = Vector { x: body.x - kept.r.y * body.angular, y: body.y + kept.r.x * body.angular };
        let removed = kept.rate.times(rate);
        let p = Vector {
            x: x + pass.spring_scale * (kept.place.x - removed.x - kept.back * x),
            y: y + pass.spring_scale * (kept.place.y - removed.y - kept.back * y),
        };
        let p = no_longer(p, kept.max_impulse);
        *impulses = [p.x, p.y];
        apply(known, kept, Vector { x: p.x - x, y: p.y - y }, body);
    }
}
