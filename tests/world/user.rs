//! Joints that a user has and the catalogue has not.

use constraint_core::{Scalar, constraint};

/// A centre of mass at a height.
#[constraint(|a| a.position.y - self.height)]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Level {
    pub(crate) height: Scalar,
}
