use crate::{Scalar, Softness, Vec2, constraint};

/// A strut: two anchors with a spring, a motor and stops on the distance between them.
///
/// `C = |(p_b + r_b) − (p_a + r_a)|` is pulled to a length, driven at a rate and kept within `lower..=upper`. Three rows, in
/// metres. Box2D's distance joint with its spring on.
#[doc(alias = "b2DistanceJoint")]
#[doc(alias = "SpringJoint")]
#[constraint(|a, b| {
    let length = a.point(self.local_anchor_a).distance(b.point(self.local_anchor_b));
    (
        (length - self.length).soft(self.spring),
        length.at_rate(self.motor_speed).max_force(self.max_motor_force),
        length.within(self.lower..=self.upper),
    )
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StrutJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// Where the spring is at rest, m.
    pub length: Scalar,
    /// The spring; 0 Hz for none.
    pub spring: Softness,
    /// The rate of the distance, m/s.
    pub motor_speed: Scalar,
    /// The motor's greatest force, N; 0 for no motor.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_motor_force: Scalar,
    /// The least distance, m.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub lower: Scalar,
    /// The greatest distance, m; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub upper: Scalar,
}
