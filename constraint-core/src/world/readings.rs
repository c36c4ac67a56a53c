//! What a world can be asked about its motion: forces in joints, errors, energy, momenta.

use super::World;
use crate::body::Body;
use crate::constraint::Constraint;
use crate::error::Error;
use crate::id::JointId;
use crate::kinematics::Wrench;
use crate::math::{Scalar, Vec2, double, nearest, saturated};

/// Of a joint.
impl World {
    /// The impulse λ of each row in the last substep, N·s, or N·m·s for an angle. Zero before the joint's first step and
    /// while it is disabled.
    ///
    /// A step of `dt` has [`substeps`](Self::substeps) of one length, so the force of a row is `impulse * substeps / dt`, N or N·m.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn impulse<J: Constraint>(&self, id: JointId<J>) -> Result<J::Rows<Scalar>, Error> {
        self.joints.impulse(id)
    }

    /// The force, N, and the torque about the centre of mass, N·m, with which the joint has acted on each of its bodies
    /// over the last substep: Jᵀλ/h at the present poses.
    ///
    /// A pin away from the centre of mass has a torque about that centre, also if the bodies turn freely about the pin. The tension of a
    /// rope is `reaction[0].linear().length()`.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn reaction<J: Constraint>(&self, id: JointId<J>) -> Result<J::Bodies<Wrench<Scalar>>, Error> {
        self.joints.reaction(&self.bodies, id)
    }

    /// How far each row is from where the joint would have it, with its sign, at the present poses: m, or rad for an angle.
    /// Zero for a motor and for a spring without stiffness; [`Scalar::MAX`] for a row that has no value there.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn position_error<J: Constraint>(&self, id: JointId<J>) -> Result<J::Rows<Scalar>, Error> {
        self.joints.position_error(&self.bodies, id)
    }
}

/// Of all dynamic bodies, added up in `f64`. A body of infinite inertia counts without its rotation, though it may spin.
impl World {
    /// Σ ½(m v² + I ω²), J.
    pub fn kinetic_energy(&self) -> Scalar {
        saturated(nearest(self.dynamic_bodies().map(Body::kinetic_energy).sum()))
    }

    /// Kinetic energy and that of gravity, J: Σ ½(m v² + I ω²) − m g·x, which is zero for a body at rest at the origin.
    ///
    /// What springs hold is not in it, nor what [`Body::pushed`] forces could still do.
    pub fn energy(&self) -> Scalar {
        let potential = |body: &Body| {
            let [g_x, g_y] = self.gravity().to_array().map(double);
            let [x, y] = body.centre();
            -double(body.mass()) * double(body.gravity_scale()) * (g_x * x + g_y * y)
        };
        saturated(nearest(self.dynamic_bodies().map(|body| body.kinetic_energy() + potential(body)).sum()))
    }

    /// Σ m v, N·s.
    pub fn linear_momentum(&self) -> Vec2 {
        let [x, y] = self.dynamic_bodies().fold([0.0; 2], |[x, y], body| {
            let [v_x, v_y] = body.linear_velocity().to_array().map(double);
            [x + double(body.mass()) * v_x, y + double(body.mass()) * v_y]
        });
        Vec2::new(saturated(nearest(x)), saturated(nearest(y)))
    }

    /// Σ m x × v + I ω, N·m·s: about the origin of the world.
    pub fn angular_momentum(&self) -> Scalar {
        let orbit = |body: &Body| {
            let [x, y] = body.centre();
            let [v_x, v_y] = body.linear_velocity().to_array().map(double);
            double(body.mass()) * (x * v_y - y * v_x)
        };
        saturated(nearest(self.dynamic_bodies().map(|body| orbit(body) + body.spin()).sum()))
    }

    fn dynamic_bodies(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter().map(|(_, body)| body).filter(|body| body.is_dynamic())
    }
}
