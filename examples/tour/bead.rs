//! A joint that no engine has: a bead that slides along an elliptical wire, the wire being a body that moves.
//!
//! This file is all there is to it. Nobody derived a formula: the Jacobian, the effective mass and the impulses on both
//! bodies follow from the closure, and `cargo run --example tour` prints them.

use constraint_core::prelude::*;

/// A bead on an elliptical wire.
///
/// With F(r) = ½ ((x/p)² + (y/q)² − 1), which is zero on the ellipse, C = F / |∇F| is the distance from the wire to first
/// order: so the solver, and whoever reads the joint's error, gets metres all around the wire, sharp bends included.
#[constraint(|wire, bead| {
    let r = wire.rotation.inverse() * (bead.position - wire.position);
    let on_circle = Vec2::new(r.x / self.half_width, r.y / self.half_height);
    let gradient = Vec2::new(on_circle.x / self.half_width, on_circle.y / self.half_height);
    (on_circle.length_squared() - 1.0) / (2.0 * gradient.length())
})]
#[derive(Clone, Debug)]
pub struct BeadOnWire {
    /// p: the ellipse's half axis along the wire body's x, m.
    pub half_width: Scalar,
    /// q: the ellipse's half axis along the wire body's y, m.
    pub half_height: Scalar,
}
