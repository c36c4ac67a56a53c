//! What a set can be asked about its joints: impulses, forces, errors, drawings.

use super::{BodySet, JointSet};
use crate::array::Array;
use crate::array::array;
use crate::canvas::Canvas;
use crate::constraint::Constraint;
use crate::error::Error;
use crate::id::{AnyJointId, JointId};
use crate::kinematics::Wrench;
use crate::math::{Scalar, double, finite_or_zero};

impl JointSet {
    /// The impulse λ of each row in the last substep, N·s, or N·m·s for an angle. Zero before the joint's first step and
    /// while it is disabled.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn impulse<J: Constraint>(&self, id: JointId<J>) -> Result<J::Rows<Scalar>, Error> {
        self.of_joint(id, |store| store.impulse::<J>(id.key))
    }

    /// The force, N, and the torque about the centre of mass, N·m, with which the joint has acted on each of its bodies
    /// over the last substep: Jᵀλ/h at the present poses.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn reaction<J: Constraint>(
        &self,
        bodies: &dyn BodySet,
        id: JointId<J>,
    ) -> Result<J::Bodies<Wrench<Scalar>>, Error> {
        let joint = self.joint(id)?;
        let (impulse, poses) =
            self.of_joint(id, |store| Some((store.impulse::<J>(id.key)?, store.poses::<J>(id.key, bodies))))?;
        let inverse_h = self.history.last.map_or(0.0, Scalar::recip);
        let force = J::Rows::from_fn(|row| double(finite_or_zero(impulse.as_ref()[row] * inverse_h)));
        let reaction = joint.impulse_at(&poses, &force, self.time);
        Ok(J::Bodies::from_fn(|body| {
            let Wrench { x, y, angular } = reaction.as_ref()[body].rounded();
            Wrench { x: finite_or_zero(x), y: finite_or_zero(y), angular: finite_or_zero(angular) }
        }))
    }

    /// How far each row is from where the joint would have it, with its sign, at the present poses: m, or rad for an angle.
    /// Zero for a motor and for a spring without stiffness; [`Scalar::MAX`] for a row that has no value there.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn position_error<J: Constraint>(
        &self,
        bodies: &dyn BodySet,
        id: JointId<J>,
    ) -> Result<J::Rows<Scalar>, Error> {
        self.position_error_any(bodies, id.into()).map(|error| array(&error))
    }

    /// As [`position_error`](Self::position_error), of a joint of any type.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn position_error_any(&self, bodies: &dyn BodySet, joint: AnyJointId) -> Result<Vec<Scalar>, Error> {
        let error = self.stores.iter().find_map(|store| store.error(joint, bodies, self.time));
        error.ok_or_else(|| self.unknown_any(joint))
    }

    /// The largest position error of an enabled joint: the norm over its rows, m, with rad for an angle. Springs count with
    /// their stretch.
    pub fn max_position_error(&self, bodies: &dyn BodySet) -> Scalar {
        self.stores.iter().map(|store| store.max_error(bodies, self.time)).fold(0.0, Scalar::max)
    }

    /// Draws every enabled joint.
    pub fn draw(&self, bodies: &dyn BodySet, canvas: &mut dyn Canvas) {
        self.stores.iter().for_each(|store| store.draw(bodies, canvas));
    }

    /// Draws one joint, enabled or not.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn draw_joint(
        &self,
        bodies: &dyn BodySet,
        joint: impl Into<AnyJointId>,
        canvas: &mut dyn Canvas,
    ) -> Result<(), Error> {
        let joint = joint.into();
        let drawn = self.stores.iter().find_map(|store| store.draw_one(joint, bodies, canvas));
        drawn.ok_or_else(|| self.unknown_any(joint))
    }
}
