use constraint_core::joints::MouseJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::pin::Symmetric;
use super::spring::Spring;
use super::{ByHand, Dice, FAR, Vector, no_longer, number, recip, smaller};
use crate::Float;

/// The determinant of K, m (m + i r²), does not change as the body turns.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchor: Vector,
    target: Vector,
    spring: Spring,
    max_force: Float,
    inverse_mass: Float,
    inverse_inertia: Float,
    inverse_determinant: Float,
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

#[inline]
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
        Known {
            anchor,
            target: Vector::from_world(self.target),
            spring: Spring::new(self.softness),
            max_force: smaller(number(self.max_force), FAR),
            inverse_mass,
            inverse_inertia,
            inverse_determinant: recip(inverse_mass * (inverse_mass + inverse_inertia * anchor.dot(anchor))),
        }
    }

    #[inline]
    fn prepare(known: &Known, [body]: &[Pose<Float>; 1], step: &Step<Float>, kept: &mut Kept) {
        let r = known.anchor.rotated(body);
        let missing = Vector { x: known.target.x - body.x - r.x, y: known.target.y - body.y - r.y };
        let shares = known.spring.shares(step.h);
        let (turned_x, turned_y) = (known.inverse_inertia * r.x, known.inverse_inertia * r.y);
        let adjugate = Symmetric {
            xx: known.inverse_mass + turned_x * r.x,
            xy: turned_x * r.y,
            yy: known.inverse_mass + turned_y * r.y,
        };
        let (rate, place) = (shares.rate * known.inverse_determinant, shares.place * known.inverse_determinant);
        *kept = Kept {
            r,
            rate: Symmetric { xx: rate * adjugate.xx, xy: rate * adjugate.xy, yy: rate * adjugate.yy },
            place: adjugate.times(Vector { x: place * missing.x, y: place * missing.y }),
            back: shares.back,
            max_impulse: step.h * known.max_force,
        };
    }

    #[inline]
    fn warm_start(known: &Known, kept: &Kept, &[x, y]: &[Float; 2], [body]: &mut [Velocity<Float>; 1]) {
        apply(known, kept, Vector { x, y }, body);
    }

    #[inline]
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
