//! What pushes a body during one step.

use crate::check;
use crate::error::Error;
use crate::math::{Scalar, Vec2};

/// A force and a torque that act on the body in this place during the next step.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct AppliedForce {
    pub(crate) place: u32,
    pub(crate) force: Vec2,
    #[cfg_attr(feature = "serde", serde(with = "crate::saved::number"))]
    pub(crate) torque: Scalar,
}

impl AppliedForce {
    /// Refuses one that means nothing.
    pub(crate) fn validate(&self) -> Result<(), Error> {
        check::finite_vector("force on a body", self.force)?;
        check::finite("torque on a body", self.torque)
    }
}
