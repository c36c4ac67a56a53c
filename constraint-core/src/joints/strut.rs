use crate::{Scalar, Softness, Vec2, constraint};

/// A strut: two anchors with a spring, a motor and stops on the distance between them.
///
#[doc = include_str!("../pictures/strut.svg")]
///
/// `C = |(p_b + r_b) − (p_a + r_a)|` is pulled to a length, driven at a rate and kept within `lower..=upper`. Three rows, in
/// metres. Box2D's distance joint with its spring on.
///
/// ```
/// use constraint_core::joints::{PivotJoint, StrutJoint};
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// // A hatch of 10 kg and 1 m, and a hydraulic cylinder that lifts it.
/// let hatch = world.add_body(Body::dynamic(10.0, 0.84).at(Vec2::new(0.5, 0.0)))?;
/// let hinge = PivotJoint::at(&world, [ground, hatch], Vec2::ZERO)?;
/// world.add_joint([ground, hatch], hinge)?;
/// let cylinder = StrutJoint::at(&world, [ground, hatch], [Vec2::new(0.2, -0.6), Vec2::new(0.8, 0.0)])?;
/// let begins_at = cylinder.length;
/// let cylinder = StrutJoint { motor_speed: 0.2, max_motor_force: 500.0, ..cylinder };
/// world.add_joint([ground, hatch], cylinder)?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// // It has got longer by 0.2 m.
/// let end = world.body(hatch)?.world_point(Vec2::new(0.3, 0.0));
/// assert!((end.distance(Vec2::new(0.2, -0.6)) - begins_at - 0.2).abs() < 0.01);
/// # Ok::<(), constraint_core::Error>(())
/// ```
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
