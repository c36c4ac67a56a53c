//! Queries for tools that do not know the joint types.

use super::World;
use crate::canvas::Canvas;
use crate::error::Error;
use crate::id::AnyJointId;
use crate::math::Scalar;

/// Joints of any type.
impl World {
    /// The names of all joints: type after type, and those of one type as [`joints`](Self::joints) gives them.
    pub fn joint_ids(&self) -> impl Iterator<Item = AnyJointId> {
        self.joints.joint_ids()
    }

    /// As [`position_error`](Self::position_error), of a joint of any type.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn position_error_any(&self, joint: AnyJointId) -> Result<Vec<Scalar>, Error> {
        self.joints.position_error_any(&self.bodies, joint)
    }

    /// The largest position error of an enabled joint: the norm over its rows, m, with rad for an angle. Springs count with
    /// their stretch.
    pub fn max_position_error(&self) -> Scalar {
        self.joints.max_position_error(&self.bodies)
    }

    /// Draws every enabled joint.
    pub fn draw(&self, canvas: &mut dyn Canvas) {
        self.joints.draw(&self.bodies, canvas);
    }

    /// Draws one joint, enabled or not.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn draw_joint(&self, joint: impl Into<AnyJointId>, canvas: &mut dyn Canvas) -> Result<(), Error> {
        self.joints.draw_joint(&self.bodies, joint, canvas)
    }
}
