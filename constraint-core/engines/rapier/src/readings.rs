//! What a world can be asked about its joints: impulses, forces, errors, angles, points.

use constraint_core::{Constraint, JointId, Scalar, Vec2, Wrench};

use crate::bodies::{centre_of_mass, nearest_turn};
use crate::error::Error;
use crate::rapier::prelude::RigidBodyHandle;
use crate::world::JointedWorld;

/// Readings are of the end of the last step.
impl JointedWorld {
    /// The impulse λ of each row in the last substep, N·s, or N·m·s for an angle. Zero before the joint's first step and while it is
    /// disabled.
    ///
    /// # Errors
    /// [`Error::Joint`] for an unknown joint.
    pub fn impulse<J: Constraint>(&self, id: JointId<J>) -> Result<J::Rows<Scalar>, Error> {
        Ok(self.set.impulse(id)?)
    }

    /// The force, N, and the torque about the centre of mass, N·m, with which the joint has acted on each of its bodies over the last
    /// substep.
    ///
    /// # Errors
    /// [`Error::Joint`] for an unknown joint.
    pub fn reaction<J: Constraint>(&self, id: JointId<J>) -> Result<J::Bodies<Wrench<Scalar>>, Error> {
        Ok(self.set.reaction(&self.bodies, id)?)
    }

    /// How far each row is from where the joint would have it, with its sign: m, or rad for an angle.
    ///
    /// # Errors
    /// [`Error::Joint`] for an unknown joint.
    pub fn position_error<J: Constraint>(&self, id: JointId<J>) -> Result<J::Rows<Scalar>, Error> {
        Ok(self.set.position_error(&self.bodies, id)?)
    }

    /// The largest position error of an enabled joint: the norm over its rows, m, with rad for an angle. Springs count with their
    /// stretch.
    pub fn max_position_error(&self) -> Scalar {
        self.set.max_position_error(&self.bodies)
    }

    /// The angle of a body, rad, with the whole turns that it has made since a joint held it first.
    ///
    /// Rapier keeps no turns. A body that no joint holds has the angle that Rapier tells.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn angle(&self, body: RigidBodyHandle) -> Result<f64, Error> {
        let found = self.physics.bodies.get(body).ok_or(Error::UnknownBody { body })?;
        let of_rapier = f64::from(found.rotation().angle());
        Ok(self.bodies.angle(body).map_or(of_rapier, |angle| nearest_turn(of_rapier, angle)))
    }

    /// A point of the world in the frame of a body, m: an anchor there. Joints measure anchors from the centre of mass, Rapier's from
    /// the body's origin. The two differ where colliders are not centred.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn local_point(&self, body: RigidBodyHandle, point: Vec2) -> Result<Vec2, Error> {
        let mut found = self.physics.bodies.get(body).ok_or(Error::UnknownBody { body })?.clone();
        // Rapier finds the centre of mass of a new body in its next step.
        found.recompute_mass_properties_from_colliders(&self.physics.colliders);
        Ok(found.rotation().inverse_transform_vector(point - centre_of_mass(&found)))
    }
}
