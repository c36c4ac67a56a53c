use crate::{Scalar, Softness, Vec2, constraint};

/// A spring and a damper between two anchors, stable at any step, many together up to 0.2/h Hz (see [`Softness`]).
///
/// `C = |(p_b + r_b) − (p_a + r_a)| − L`, one soft row, in metres. Soft as in the derivation sheet §2.
#[constraint(|a, b| {
    (a.point(self.local_anchor_a).distance(b.point(self.local_anchor_b)) - self.rest_length).soft(self.softness)
})]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SoftDistanceJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// L: the length without force, m.
    pub rest_length: Scalar,
    /// How stiff the spring is, and how damped.
    pub softness: Softness,
}
