//! The joints of scenes.

use constraint_core::joints::PivotJoint;
use constraint_core::prelude::*;

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

/// A joint and the numbers of the bodies that it holds.
#[derive(Clone, Debug)]
pub enum Joint {
    /// Two anchors held together.
    Pivot([usize; 2], PivotJoint),
    /// The same with stops.
    Hinge([usize; 2], Hinge),
}

impl Joint {
    /// Adds the joint to a world of this crate.
    pub fn add_to(&self, world: &mut World, bodies: &[BodyId]) {
        let added = match *self {
            Self::Pivot([a, b], joint) => world.add_joint([bodies[a], bodies[b]], joint).map(drop),
            Self::Hinge([a, b], joint) => world.add_joint([bodies[a], bodies[b]], joint).map(drop),
        };
        added.expect("joints of scenes are sound");
    }
}
