//! Dragging a body with the mouse.

use constraint_core::joints::MouseJoint;
use constraint_core::prelude::*;
use constraint_core::{Error, World};

use crate::stage::Stage;

/// A body that the mouse holds at a point.
#[derive(Clone, Copy, Debug)]
pub struct Drag {
    grip: JointId<MouseJoint>,
    body: BodyId,
}

/// How fast a body follows the mouse: Hz, and the damping ratio.
const SOFTNESS: (Scalar, Scalar) = (4.0, 1.0);
/// The greatest acceleration that the mouse gives to a body and what hangs from it, m/s².
const MAX_ACCELERATION: Scalar = 100.0;
/// A mechanism of more than this many times the mass of the body does not make the mouse stronger.
const MAX_MASS_RATIO: Scalar = 30.0;

impl Drag {
    /// Takes hold of a point of a body, given in the world.
    pub fn grab(stage: &mut Stage, body: BodyId, point: Vec2) -> Result<Self, Error> {
        let mass = stage.world.body(body)?.mass();
        let ratio = (stage.connected_mass(body) / mass).min(MAX_MASS_RATIO);
        let (hertz, damping_ratio) = SOFTNESS;
        let grip = MouseJoint {
            local_anchor: stage.local(body, point)?,
            target: point,
            // The spring belongs to the mass of the body alone. A light link of a heavy mechanism needs a stiffer one.
            softness: Softness::new(hertz * ratio.sqrt(), damping_ratio),
            max_force: MAX_ACCELERATION * mass * ratio,
        };
        Ok(Self { grip: stage.world.add_joint([body], grip)?, body })
    }

    /// Moves the mouse.
    pub fn to(&self, world: &mut World, target: Vec2) -> Result<(), Error> {
        if world.joint(self.grip)?.target != target {
            world.joint_mut(self.grip)?.target = target;
        }
        Ok(())
    }

    /// Lets go.
    pub fn release(self, world: &mut World) -> Result<(), Error> {
        world.remove_joint(self.grip).map(|_| ())
    }

    /// The point that is held and where it is drawn to, both in the world.
    pub fn line(&self, world: &World) -> Result<[Vec2; 2], Error> {
        let joint = world.joint(self.grip)?;
        Ok([world.body(self.body)?.state().point(joint.local_anchor), joint.target])
    }
}
