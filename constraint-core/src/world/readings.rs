//! What a world can be asked about its motion: forces in joints, errors, energy, momenta.

use super::World;
use crate::body::Body;
use crate::constraint::{Array, Constraint};
use crate::error::Error;
use crate::id::JointId;
use crate::kinematics::Wrench;
use crate::math::{Scalar, Vec2, double};

/// Of a joint.
impl World {
    /// The impulse λ of each row in the last substep, N·s, or N·m·s for an angle. Zero before the joint's first step and
    /// while it is disabled.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn impulse<J: Constraint>(&self, id: JointId<J>) -> Result<J::Rows<Scalar>, Error> {
        self.entry(id).map(|(store, entry)| store.impulse(entry))
    }

    /// The force, N, and the torque about the centre of mass, N·m, with which the joint has acted on each of its bodies
    /// over the last substep: Jᵀλ/h at the present poses.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn reaction<J: Constraint>(&self, id: JointId<J>) -> Result<J::Bodies<Wrench<Scalar>>, Error> {
        let (store, entry) = self.entry(id)?;
        let inverse_h = self.pace.last.map_or(0.0, Scalar::recip);
        let impulse = store.impulse(entry);
        let force = J::Rows::from_fn(|row| double(impulse.as_ref()[row] * inverse_h));
        let reaction = entry.joint.impulse_at(&entry.poses(&self.bodies), &force, self.time);
        Ok(J::Bodies::from_fn(|body| reaction.as_ref()[body].rounded()))
    }

    /// How far each row is from where the joint would have it, with its sign, at the present poses: m, or rad for an angle.
    /// Zero for a motor and for a spring without stiffness.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn position_error<J: Constraint>(&self, id: JointId<J>) -> Result<J::Rows<Scalar>, Error> {
        let (_, entry) = self.entry(id)?;
        Ok(entry.error(&self.bodies, self.time))
    }
}

/// Of all dynamic bodies. A body that nothing turns has no angular share, though it may spin.
impl World {
    /// Σ ½(m v² + I ω²), J.
    pub fn kinetic_energy(&self) -> Scalar {
        let energy =
            |body: &Body| body.mass() * body.linear_velocity().length_squared() + body.spin() * body.angular_velocity();
        self.dynamic_bodies().map(|body| 0.5 * energy(body)).sum()
    }

    /// Kinetic energy and that of gravity, J: Σ ½(m v² + I ω²) − m g·x, which is zero for a body at rest at the origin.
    ///
    /// What springs hold is not in it, nor what [`Body::pushed`] forces could still do.
    pub fn energy(&self) -> Scalar {
        let potential = |body: &Body| -body.mass() * body.gravity_scale() * self.gravity().dot(body.position());
        self.kinetic_energy() + self.dynamic_bodies().map(potential).sum::<Scalar>()
    }

    /// Σ m v, N·s.
    pub fn linear_momentum(&self) -> Vec2 {
        self.dynamic_bodies().map(|body| body.linear_velocity() * body.mass()).sum()
    }

    /// Σ m x × v + I ω, N·m·s: about the origin of the world.
    pub fn angular_momentum(&self) -> Scalar {
        let orbit = |body: &Body| body.mass() * body.position().perp_dot(body.linear_velocity());
        self.dynamic_bodies().map(|body| orbit(body) + body.spin()).sum()
    }

    fn dynamic_bodies(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter().map(|(_, body)| body).filter(|body| body.is_dynamic())
    }
}
