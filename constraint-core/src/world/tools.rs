//! What tools ask of joints whose types they do not know.

use super::World;
use crate::canvas::Canvas;
use crate::error::Error;
use crate::id::AnyJointId;
use crate::math::Scalar;
use crate::solver::JointStore;

/// Joints of any type.
impl World {
    /// The names of all joints: type after type, and those of one type as [`joints`](Self::joints) gives them.
    pub fn joint_ids(&self) -> impl Iterator<Item = AnyJointId> {
        self.joints.iter().flat_map(JointStore::ids)
    }

    /// As [`position_error`](Self::position_error), of a joint of any type.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn position_error_any(&self, joint: AnyJointId) -> Result<Vec<Scalar>, Error> {
        let error = self.joints.iter().find_map(|store| store.error(joint, &self.bodies, self.time));
        error.ok_or_else(|| self.unknown_any(joint))
    }

    /// The largest position error of an enabled joint: the norm over its rows, m, with rad for an angle. Springs count with
    /// their stretch.
    pub fn max_position_error(&self) -> Scalar {
        self.joints.iter().map(|store| store.max_error(&self.bodies, self.time)).fold(0.0, Scalar::max)
    }

    /// Draws every enabled joint.
    pub fn draw(&self, canvas: &mut dyn Canvas) {
        self.joints.iter().for_each(|store| store.draw(&self.bodies, canvas));
    }

    /// Draws one joint, enabled or not.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn draw_joint(&self, joint: impl Into<AnyJointId>, canvas: &mut dyn Canvas) -> Result<(), Error> {
        let joint = joint.into();
        let drawn = self.joints.iter().find_map(|store| store.draw_one(joint, &self.bodies, canvas));
        drawn.ok_or_else(|| self.unknown_any(joint))
    }

    const fn unknown_any(&self, joint: AnyJointId) -> Error {
        Error::UnknownJoint { joint, missing: self.missing(joint.world()) }
    }
}
