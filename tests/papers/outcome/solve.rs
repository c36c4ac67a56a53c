//! E50 … E66: what one solve with a wrong V or K leaves of a velocity error, for the line page and the derivation sheet.

use constraint_core::Constraint;
use glam::DVec2;

use super::{ROUNDING, impulse_for, left};
use crate::derived::velocity;
use crate::right::chipmunk::{normal, pin};
use crate::right::sheet::Rail;
use crate::state::{Body, Pair, Random};
use crate::table::Outcome;

const WHAT: &str = "share of the velocity error that one solve leaves";

/// By an impulse of the printed rule against that of the derived one.
fn outcome(joint: &impl Constraint, bodies: &[Body], lambda: f64) -> Outcome {
    let right = left(joint, bodies, &impulse_for(joint, bodies, &velocity(joint, bodies)));
    Outcome { what: WHAT, printed: left(joint, bodies, &[lambda]), right, allowed: ROUNDING }
}

/// By a printed V.
fn by_velocity(joint: &impl Constraint, bodies: &[Body], v: f64) -> Outcome {
    outcome(joint, bodies, impulse_for(joint, bodies, &[v])[0])
}

fn rail() -> Rail {
    Rail::random(&mut Random::new(11))
}

/// The page's K, of bodies that both move.
pub fn page_mass() -> Outcome {
    let Rail { joint, pair: s, t, u, .. } = rail();
    let k = 1.0 / s.m2 + s.r2.perp_dot(t) / s.i2 - (1.0 / s.m1 + (s.r1 + u).perp_dot(t) / s.i1);
    outcome(&joint, &s.bodies(), -velocity(&joint, &s.bodies())[0] / k)
}

/// The page's K with its first body fixed: a body that hangs on a horizontal rail by its left end, r₂ × t = −2 m.
pub fn page_mass_fixed() -> Outcome {
    let hanging = Body { v: DVec2::new(0.0, -1.0), ..Body::at(0.0, 0.0) };
    let pair = Pair::of(Body::fixed(0.0, 0.0), hanging, DVec2::ZERO, DVec2::new(-2.0, 0.0));
    let Rail { joint, pair: s, t, .. } = Rail::along(pair, DVec2::X);
    let k = 1.0 / s.m2 + s.r2.perp_dot(t) / s.i2;
    outcome(&joint, &s.bodies(), -velocity(&joint, &s.bodies())[0] / k)
}

/// The page's J v.
pub fn page_velocity() -> Outcome {
    let Rail { joint, pair: s, t, u, .. } = rail();
    let jv = t.dot(s.v2) + s.r2.perp_dot(t) * s.w2 - (t.dot(s.v1) + (s.r2 + u).perp_dot(t) * s.w1);
    by_velocity(&joint, &s.bodies(), jv)
}

fn rod() -> (Pair, DVec2) {
    let s = Pair::random(&mut Random::new(13));
    (s, normal(&s).0)
}

/// u/(u |u|) · u', divided component by component.
pub fn fraction() -> Outcome {
    let (s, _) = rod();
    by_velocity(&pin(&s), &s.bodies(), DVec2::ONE.dot(s.rv()) / s.d.length())
}

pub fn sign_of_v2() -> Outcome {
    let (s, n) = rod();
    let v = n.dot(-s.v1 - s.w1 * s.r1.perp() - s.v2 + s.w2 * s.r2.perp());
    by_velocity(&pin(&s), &s.bodies(), v)
}

/// The vector v₂ added by its x.
pub fn factor_n() -> Outcome {
    let (s, n) = rod();
    let v = -n.dot(s.v1) - n.dot(s.w1 * s.r1.perp()) + s.v2.x + n.dot(s.w2 * s.r2.perp());
    by_velocity(&pin(&s), &s.bodies(), v)
}

/// The vector ω₁ × t added by its x.
pub fn factor_u() -> Outcome {
    let Rail { joint, pair: s, t, .. } = rail();
    by_velocity(&joint, &s.bodies(), t.dot(s.rv()) + (s.w1 * t.perp()).x)
}
