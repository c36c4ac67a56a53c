//! What every joint has besides its own parameters, and changing these.

pub use crate::joint_options::{JointOptions, OnBreak};
pub use crate::joint_set::JointMut;
