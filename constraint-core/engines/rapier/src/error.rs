//! What a world refuses, and the way out.

use core::error;
use core::fmt;

use constraint_core::{Error as JointError, Scalar};

use crate::rapier::prelude::RigidBodyHandle;

/// What a [`JointedWorld`](crate::JointedWorld) refuses.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The handle names no body of the world.
    UnknownBody {
        /// The handle.
        body: RigidBodyHandle,
    },
    /// The body is a link of a multibody or the proxy of a soft body. Rapier computes its velocity from other
    /// coordinates, so a joint cannot change it.
    NotFree {
        /// The body.
        body: RigidBodyHandle,
    },
    /// A body that joints hold has a quantity that means nothing, or would have it after its joints have acted.
    InvalidBody {
        /// The body.
        body: RigidBodyHandle,
        /// What the quantity is.
        quantity: &'static str,
        /// What was found.
        value: Scalar,
    },
    /// What a set of joints refuses: an unknown joint, a parameter or an option that means nothing, the length of a step.
    Joint(JointError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownBody { body } => {
                write!(f, "no body is named {}: it was removed, or belongs to another world", Shown(*body))
            }
            Self::NotFree { body } => write!(
                f,
                "the body {} is a link of a multibody or the proxy of a soft body, which no joint can move; join it by \
                 impulse joints instead",
                Shown(*body)
            ),
            Self::InvalidBody { body, quantity, value } => write!(
                f,
                "the {quantity} of the body {} is {value}, but must be finite, and not negative if it is of a mass; set \
                 it or remove the body before the next step",
                Shown(*body)
            ),
            Self::Joint(error) => error.fmt(f),
        }
    }
}

/// A handle by its numbers.
struct Shown(RigidBodyHandle);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, generation) = self.0.into_raw_parts();
        write!(f, "RigidBodyHandle({index}, {generation})")
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Joint(error) => Some(error),
            _ => None,
        }
    }
}

impl From<JointError> for Error {
    fn from(error: JointError) -> Self {
        Self::Joint(error)
    }
}
