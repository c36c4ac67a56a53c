//! A joint that no engine has: a bead that slides along an elliptical wire, the wire being a body that moves.
//!
//! This file is all there is to it. Nobody derived a formula: the Jacobian, the effective mass and the impulses on both
//! bodies follow from the closure, and `cargo run --release --example tour` prints them.

use constraint_core::prelude::*;

/// A bead on an elliptical wire.
///
/// Seen from the wire and squeezed along its long axis, the ellipse is a circle: C is the bead's distance from that.
#[constraint(|wire, bead| {
    let seen = wire.rotation.inverse() * (bead.position - wire.position);
    let squeezed = Vec2::new(seen.x / self.aspect, seen.y);
    squeezed.length() - self.half_height
})]
#[derive(Clone, Debug)]
pub struct BeadOnWire {
    /// How many times wider than high the ellipse is; its width is along the wire body's x.
    pub aspect: Scalar,
    /// Half of its height, m.
    pub half_height: Scalar,
}
