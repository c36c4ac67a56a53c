//! The joints of scenes.

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::prelude::*;
use constraint_core::{Array as _, Error};

/// A hinge with stops: what Box2D and Rapier call a revolute joint with limits, and Chipmunk builds from two joints.
///
/// The catalogue's revolute joint has a spring and a motor besides, which would be solved here for nothing.
#[constraint(|a, b| (
    (b.angle - a.angle).within(self.lower..=self.upper),
    b.point(self.local_anchor_b) - a.point(self.local_anchor_a),
))]
#[derive(Clone, Copy, Debug)]
pub struct Hinge {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// The least angle, rad.
    pub lower: f32,
    /// The greatest angle, rad.
    pub upper: f32,
}

/// A joint and the numbers of the bodies that it holds: as many of them as it has.
#[derive(Clone, Copy, Debug)]
pub struct Joint {
    /// In the order of the joint's own parameters.
    pub bodies: [usize; 4],
    /// What it is.
    pub kind: Kind,
}

/// Names the types of joints once, for the enumeration and for what is the same for all.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident($joint:ty),)*) => {
        /// The hinge above, and the catalogue of `constraint-core`.
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)] // each is documented where it is defined
        pub enum Kind {
            $($(#[$doc])* $name($joint),)*
        }

        impl Kind {
            /// The type's name.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$name(_) => stringify!($joint),)*
                }
            }

            /// How many bodies it holds.
            pub const fn bodies(&self) -> usize {
                match self {
                    $(Self::$name(_) => <$joint as Constraint>::BODIES,)*
                }
            }
        }

        impl Joint {
            /// Adds the joint to a world of this crate.
            pub fn add_to(&self, world: &mut World, bodies: &[BodyId]) {
                let ids = self.bodies.map(|number| bodies[number]);
                let added = match self.kind {
                    $(Kind::$name(joint) => add(world, ids, joint),)*
                };
                added.expect("joints of scenes are sound");
            }
        }
    };
}

kinds! {
    Angle(AngleJoint),
    DampedRotarySpring(DampedRotarySpring),
    DampedSpring(DampedSpring),
    Distance(DistanceJoint),
    Drive(DriveJoint),
    GroundPulley(GroundPulleyJoint),
    Hinge(Hinge),
    Line(LineJoint),
    LinearMotor(LinearMotorJoint),
    Motor(MotorJoint),
    Mouse(MouseJoint),
    Pivot(PivotJoint),
    Prismatic(PrismaticJoint),
    Pulley(PulleyJoint),
    Rail(RailJoint),
    Ratchet(RatchetJoint),
    Revolute(RevoluteJoint),
    Slider(SliderJoint),
    SoftDistance(SoftDistanceJoint),
    SoftRail(SoftRailJoint),
    Strut(StrutJoint),
    Weld(WeldJoint),
    Wheel(WheelJoint),
}

fn add<J: Constraint>(world: &mut World, bodies: [BodyId; 4], joint: J) -> Result<(), Error> {
    world.add_joint(J::Bodies::from_fn(|place| bodies[place]), joint).map(drop)
}
