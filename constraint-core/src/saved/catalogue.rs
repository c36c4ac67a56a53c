//! The joints of the catalogue as a list of types.

use super::{JointTypes, Registry};
use crate::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};

impl<T: JointTypes> Registry<T> {
    /// Adds every joint type of the [catalogue](crate::joints) under its own name, as `"PivotJoint"`.
    ///
    /// ```
    /// use constraint_core::joints::MouseJoint;
    /// use constraint_core::saved::Registry;
    /// use constraint_core::{Body, Vec2, World};
    ///
    /// let registry = Registry::new().with_catalogue();
    /// let mut world = World::new();
    /// let ball = world.add_body(Body::dynamic(1.0, 0.1))?;
    /// let grip = MouseJoint::at(&world, [ball], Vec2::ZERO)?;
    /// let grip = world.add_joint([ball], grip)?;
    /// world.remove_joint(grip)?;
    /// // The world still has the id of the joint that was removed.
    /// let text = serde_json::to_string(&registry.save(&world)?)?;
    /// assert!(text.contains("MouseJoint"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_catalogue(self) -> Registry<impl JointTypes> {
        self.with::<AngleJoint>("AngleJoint")
            .with::<DampedRotarySpring>("DampedRotarySpring")
            .with::<DampedSpring>("DampedSpring")
            .with::<DistanceJoint>("DistanceJoint")
            .with::<DriveJoint>("DriveJoint")
            .with::<GroundPulleyJoint>("GroundPulleyJoint")
            .with::<LineJoint>("LineJoint")
            .with::<LinearMotorJoint>("LinearMotorJoint")
            .with::<MotorJoint>("MotorJoint")
            .with::<MouseJoint>("MouseJoint")
            .with::<PivotJoint>("PivotJoint")
            .with::<PrismaticJoint>("PrismaticJoint")
            .with::<PulleyJoint>("PulleyJoint")
            .with::<RailJoint>("RailJoint")
            .with::<RatchetJoint>("RatchetJoint")
            .with::<RevoluteJoint>("RevoluteJoint")
            .with::<SliderJoint>("SliderJoint")
            .with::<SoftDistanceJoint>("SoftDistanceJoint")
            .with::<SoftRailJoint>("SoftRailJoint")
            .with::<StrutJoint>("StrutJoint")
            .with::<WeldJoint>("WeldJoint")
            .with::<WheelJoint>("WheelJoint")
    }
}
