//! Closures that stand for a paper's own form of something: Nape's one-sided C(x), another sign, an identity, an energy.
//!
//! Nape turns limits `x₀ ≤ c ≤ x₁` into a C(x) that is `x₀ − c` below, 0 between and `c − x₁` above, and carries the sign
//! through every formula as a weight w of −1, 0 or 1. Written as a closure, C is a maximum, and w is its derivative.

use constraint_core::prelude::*;

/// Nape's angle joint (paper 000 §3.3).
#[constraint(|a, b| {
    let c = self.ratio * b.angle - a.angle;
    (self.lower - c).max(c - self.upper).max(0.0)
})]
pub struct AngleStop {
    pub ratio: Scalar,
    pub lower: Scalar,
    pub upper: Scalar,
}

/// Nape's distance joint (paper 000 §3.4).
#[constraint(|a, b| {
    let c = a.point(self.local_anchor_a).distance(b.point(self.local_anchor_b));
    (self.lower - c).max(c - self.upper).max(0.0)
})]
pub struct DistanceStop {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub lower: Scalar,
    pub upper: Scalar,
}

/// Nape's line joint (paper 000 §3.5).
#[constraint(|a, b| {
    let n = a.rotation * self.local_direction_a.normalize();
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    let c = n.dot(d);
    (n.perp_dot(d), (self.lower - c).max(c - self.upper).max(0.0))
})]
pub struct LineStop {
    pub local_anchor_a: Vec2,
    pub local_direction_a: Vec2,
    pub local_anchor_b: Vec2,
    pub lower: Scalar,
    pub upper: Scalar,
}

/// Nape's pulley (paper 000 §3.7).
#[constraint(|a, b, c, d| {
    let first = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    let second = d.point(self.local_anchor_d) - c.point(self.local_anchor_c);
    let c = first.length() + self.ratio * second.length();
    (self.lower - c).max(c - self.upper).max(0.0)
})]
pub struct PulleyStop {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub local_anchor_c: Vec2,
    pub local_anchor_d: Vec2,
    pub ratio: Scalar,
    pub lower: Scalar,
    pub upper: Scalar,
}

/// A pulley whose stretches meet on one body: its second and third are the same.
#[constraint(|a, b, d| {
    let first = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    let second = d.point(self.local_anchor_d) - b.point(self.local_anchor_c);
    first.length() + self.ratio * second.length()
})]
pub struct PulleyOverSecond {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub local_anchor_c: Vec2,
    pub local_anchor_d: Vec2,
    pub ratio: Scalar,
}

/// A pulley whose first and fourth bodies are the same.
#[constraint(|a, b, c| {
    let first = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    let second = a.point(self.local_anchor_d) - c.point(self.local_anchor_c);
    first.length() + self.ratio * second.length()
})]
pub struct PulleyOverFirst {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub local_anchor_c: Vec2,
    pub local_anchor_d: Vec2,
    pub ratio: Scalar,
}

/// A pulley on two bodies: 1 = 4 and 2 = 3.
#[constraint(|a, b| {
    let first = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    let second = a.point(self.local_anchor_d) - b.point(self.local_anchor_c);
    first.length() + self.ratio * second.length()
})]
pub struct PulleyOfTwo {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub local_anchor_c: Vec2,
    pub local_anchor_d: Vec2,
    pub ratio: Scalar,
}

/// The prismatic joint with the angle's sign of paper 004 §1.6: `(t · u, α₁ − α₂ − α_ref)`.
#[constraint(|a, b| {
    let n = a.rotation * self.local_direction_a.normalize();
    let u = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    (n.perp_dot(u), a.angle - b.angle - self.reference_angle)
})]
pub struct Prismatic {
    pub local_anchor_a: Vec2,
    pub local_direction_a: Vec2,
    pub local_anchor_b: Vec2,
    pub reference_angle: Scalar,
}

/// The motored revolute joint of paper 004 §1.9, with the speed that it lacks there.
#[constraint(|a, b| (
    b.point(self.local_anchor_b) - a.point(self.local_anchor_a),
    (b.angle - a.angle).at_rate(self.speed).max_force(self.max_torque),
))]
#[derive(Clone, Copy)]
pub struct MotoredRevolute {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub speed: Scalar,
    pub max_torque: Scalar,
}

/// The weld of paper 004 §1.7 with the signs of its C.
#[constraint(|a, b| (
    a.point(self.local_anchor_a) - b.point(self.local_anchor_b),
    a.angle - b.angle - self.reference_angle,
))]
pub struct WeldBySignOfC {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub reference_angle: Scalar,
}

/// The weld of paper 004 §1.7 with the signs of its J.
#[constraint(|a, b| (
    b.point(self.local_anchor_b) - a.point(self.local_anchor_a),
    a.angle - b.angle - self.reference_angle,
))]
pub struct WeldBySignOfJ {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub reference_angle: Scalar,
}

/// The energy of a spring between two anchors, J: its force is −∂E/∂x, so Jᵀλ with λ = −h is its impulse over h.
#[constraint(|a, b| {
    let stretch = a.point(self.local_anchor_a).distance(b.point(self.local_anchor_b)) - self.rest_length;
    0.5 * self.stiffness * stretch * stretch
})]
pub struct SpringEnergy {
    pub local_anchor_a: Vec2,
    pub local_anchor_b: Vec2,
    pub rest_length: Scalar,
    pub stiffness: Scalar,
}

/// The energy of a rotary spring, J.
#[constraint(|a, b| {
    let twist = b.angle - a.angle - self.rest_angle;
    0.5 * self.stiffness * twist * twist
})]
pub struct RotarySpringEnergy {
    pub rest_angle: Scalar,
    pub stiffness: Scalar,
}

/// Dot and cross products of three vectors, which are the places of bodies.
#[constraint(|u, v, w| (
    u.position.dot(v.position),
    u.position.perp_dot(v.position),
    u.position.perp().dot(v.position),
    u.position.dot(v.position.perp()),
    v.position.perp().dot(u.position.perp()),
    u.position.perp().perp(),
    w.position,
), allow(dependent_rows))]
pub struct Products {}

/// `u (v · w)` and `[u]ₓ ([v]ₓ · w)`: their derivatives by w are the outer products `u ⊗ v` and `u ⊙ v`. The four numbers are
/// three, since each of the two vectors is along u or across it: their dot product is zero.
#[constraint(|u, v, w| (
    u.position * v.position.dot(w.position),
    u.position.perp() * v.position.perp().dot(w.position),
), allow(dependent_rows))]
pub struct OuterProducts {}

/// A vector that is fixed in a turning body: its rate of change is ω × r. And its products with another vector.
#[constraint(|turning, u| {
    let r = turning.rotation * self.local;
    (r, -r, u.position.perp_dot(r), r.perp_dot(u.position))
}, allow(dependent_rows))]
pub struct Spinning {
    pub local: Vec2,
}

/// The length of a vector, the place of a body.
#[constraint(|u| u.position.length())]
pub struct Length {}

/// Three rows of which the middle one is alone on the last body: with that one fixed, K has a zero-cross.
#[constraint(|a, b, alone| (
    self.p * a.angle + self.q * b.angle,
    alone.angle,
    self.r * a.angle + self.s * b.angle,
))]
pub struct ZeroCross {
    pub p: Scalar,
    pub q: Scalar,
    pub r: Scalar,
    pub s: Scalar,
}

/// Two rows along an orthogonal basis and two along one angle, the second of each with a weight.
#[constraint(|body| {
    let n = self.direction.normalize();
    (
        n.perp().dot(body.position),
        self.weight * n.dot(body.position),
        self.p * body.angle,
        self.weight * self.q * body.angle,
    )
}, allow(dependent_rows))]
pub struct WeightedRows {
    pub direction: Vec2,
    pub weight: Scalar,
    pub p: Scalar,
    pub q: Scalar,
}

/// A speed that decays with time, of which the body's angle is the clock.
#[constraint(|clock| self.speed * (-self.rate * clock.angle).exp())]
pub struct Decay {
    pub speed: Scalar,
    pub rate: Scalar,
}
