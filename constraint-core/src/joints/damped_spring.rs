use crate::{Scalar, Vec2, constraint};

/// A coil spring with a damper between two anchors, by its constants.
///
/// `C = |(p_b + r_b) − (p_a + r_a)| − L`, one row, in metres: the force −κ C, and a damper that leaves the share
/// exp(−ζ h K) of the rate. Chipmunk's damped spring (*Constraints in Chipmunk2D* IM6). Explicit: a stiff one needs short steps, where
/// [`SoftDistanceJoint`](super::SoftDistanceJoint) does not.
#[doc(alias = "cpDampedSpring")]
#[constraint(|a, b| {
    let length = a.point(self.local_anchor_a).distance(b.point(self.local_anchor_b));
    (length - self.rest_length).spring(self.stiffness, self.damping)
})]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DampedSpring {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// L: the length without force, m.
    pub rest_length: Scalar,
    /// κ, N/m.
    pub stiffness: Scalar,
    /// ζ, N·s/m.
    pub damping: Scalar,
}
